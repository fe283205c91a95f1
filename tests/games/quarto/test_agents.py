"""What Quarto's programs say: candidates in an order people can follow, pieces and reasons in words."""

from __future__ import annotations

import re

import pytest

import partie
from partie.core.agent import Candidate, ask
from partie.core.compiled.chance import below, new_chance
from partie.core.game import View
from partie.games.quarto.lab.bench import random_position
from partie.games.quarto.players.exact.agent_v1 import _with_proof
from partie.games.quarto.players.reasons import explain
from partie.games.quarto.players.sight import seen
from partie.games.quarto.rules import NONE

GAME = partie.game("quarto")
# With eight pieces on the board, the value is proven at once.
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


@pytest.mark.parametrize("seed", [0, 2])
def test_a_drawing_move_is_proven_without_a_survey(seed: int) -> None:
    """A survey only adds the values of other moves."""
    state = random_position(5, seed)
    view = state.view(state.to_move)
    few, many = (
        ask(partie.build_agent(GAME, f"exact:survey={survey}", seed=1), view) for survey in (0, 10_000_000)
    )
    assert few.value == many.value == 0
    proven = {c.move: c.value for c in many.candidates if c.exact}
    assert set(proven) == set(view.moves)
    assert proven[few.move] == 0
    assert sum(c.exact for c in few.candidates) < len(proven)


@pytest.mark.parametrize(("pieces", "squares"), [(9, "off"), (9, "on"), (7, "off")])
def test_the_exact_player_never_loses_what_it_has(pieces: int, squares: str) -> None:
    """From random positions, against a player of random moves and against itself."""
    for seed in range(4):
        chance, state = new_chance("position", seed), GAME.start({"squares": squares})
        while not state.over and state.record.placed < pieces:
            moves = state.moves
            state.play(moves[int(below(chance, len(moves)))])
        if state.over:
            continue
        exact = partie.build_agent(GAME, "exact", seed)
        for other in (exact, partie.build_agent(GAME, "random", seed)):
            game, seat = state.copy(), state.to_move
            value = ask(exact, game.view(seat)).value
            assert value is not None
            while not game.over:
                agent = exact if game.to_move == seat else other
                game.play(ask(agent, game.view(game.to_move)).move)
            assert game.scores[seat] == value if other is exact else game.scores[seat] >= value


def test_slips_never_give_a_game_away_at_once() -> None:
    slipping = partie.build_agent(GAME, "exact:slips=1", seed=2)
    for position in POSITIONS:
        state = GAME.position(position)
        state.play(ask(slipping, state.view(state.to_move)).move)
        assert all(move & 31 != NONE for move in state.moves)


def test_a_player_who_overlooks_a_trait_does_not_see_its_line() -> None:
    """The piece in hand completes row 1 by its colour alone."""
    state = GAME.position("013............. 7")
    as_seen = {traits: View(GAME, seen(state.record, traits), 0).moves for traits in (0b1111, 0b1000, 0b0111)}
    wins = {traits: [move for move in moves if move & 31 == NONE] for traits, moves in as_seen.items()}
    assert as_seen[0b1111] == state.moves
    assert wins[0b1111] == wins[0b1000] == [12 << 5 | NONE]
    assert wins[0b0111] == []


@pytest.mark.parametrize(
    ("position", "move", "key"),
    [
        ("................ -", "-0000", "quarto.calm"),
        ("012............. c", "a2-1101", "quarto.safe"),
        ("012............. c", "a2-0011", "quarto.careless"),  # 1101, 1110 and 1111 would have been safe
        ("012............. 4", "d1", "quarto.wins"),
    ],
)
def test_a_reason_says_what_the_piece_given_can_do(position: str, move: str, key: str) -> None:
    state = GAME.position(position)
    assert explain(state.view(state.to_move), state.parse(move)).key == key


def test_the_last_piece_is_explained_by_the_draw_it_makes() -> None:
    keys = set()
    for seed in range(300):
        chance, state = new_chance("last piece", seed), GAME.start()
        while not state.over and state.record.placed < 15:
            moves = state.moves
            state.play(moves[int(below(chance, len(moves)))])
        if not state.over:
            keys.add(explain(state.view(state.to_move), state.moves[0]).key)
    assert keys == {"quarto.last_piece", "quarto.wins"}
