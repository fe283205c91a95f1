"""What Quarto's adviser says: candidates in an order people can follow, pieces in words."""

from __future__ import annotations

import re

import pytest

import partie
from partie.core.agent import Candidate, ask
from partie.games.quarto.players.roster import _with_proof

GAME = partie.game("quarto")
# Eight pieces on the board: what these are worth is proven at once.
POSITIONS = ("0f3..a.5..9.6.c. 1", "02..7..d.8b...4e f", "1.2.4.8..b.d.e.7 0")


def test_a_proof_bounds_every_other_move() -> None:
    guesses = (Candidate(1, 0.3), Candidate(2, 0.6), Candidate(3, -0.4))
    draw = _with_proof(guesses, 1, 0)
    assert [(c.move, c.value, c.exact) for c in draw] == [(1, 0.0, True), (2, 0.0, False), (3, -0.4, False)]
    lost = _with_proof(guesses, 2, -1)
    assert {(c.value, c.exact) for c in lost} == {(-1.0, True)}
    assert lost[0].move == 2
    assert _with_proof(guesses, 1, None) == guesses


@pytest.mark.parametrize("position", POSITIONS)
def test_advice_is_ranked_by_what_it_shows_and_names_pieces_in_words(position: str) -> None:
    view = GAME.position(position)
    decision = ask(partie.build_agent(GAME, "exact", seed=1), view.view(view.to_move))
    values = [c.value for c in decision.candidates]
    assert decision.candidates[0].move == decision.move
    assert values == sorted(values, reverse=True)
    assert decision.why is not None
    for text in GAME.phrase(decision.why.key, decision.why.data).values():
        assert not re.search("[01]{4}", text)
