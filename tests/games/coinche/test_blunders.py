"""Typical complaints about partners: positions in which no level above the beginner may let its side down."""

from __future__ import annotations

import pytest

import partie
from partie.cards.deck import read_card
from partie.core.agent import ask
from partie.core.registry import build_agent
from tests.games.coinche.test_scores import CASES, Case

GAME = partie.game("coinche")
TASTE = (
    "calling a suit without the ace",
    "keeping a lone ten from partner's sure trick",
    "not cashing the master card",
)
"""Cases of convention or fine judgement, in which a search may know better."""
SWEEPS = [
    Case(
        # Partner has bid capot, and partner's king would lose to the ten on the table: only the ace saves it.
        "letting partner's capot fail",
        1,
        "capot_h,pass,pass,pass",
        "Kc 10c",
        "c7Ad789s78h7",
        "7c",
    ),
]


@pytest.mark.parametrize("level", ["intermediate", "expert", "master"])
@pytest.mark.parametrize(
    "case", [case for case in CASES if case.name not in TASTE] + SWEEPS, ids=lambda case: case.name
)
def test_levels_play_with_their_partner(case: Case, level: str) -> None:
    state = GAME.position(case.text)
    blunders = {read_card(word) for word in case.blunders.split()}
    assert state.to_move == 0
    assert blunders < set(state.moves)
    for seed in range(3):
        decision = ask(build_agent(GAME, level, seed), state.view(0))
        assert decision.move not in blunders, state.text(decision.move)
