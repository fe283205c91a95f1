"""Solved worlds: the solver's points become the marks of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from partie.core.agent import ask
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import State
from partie.core.registry import build_agent
from partie.games.coinche import rules
from partie.games.coinche.players.exact import kernels as exact
from partie.games.coinche.players.exact.solving import Solver
from tests.games.coinche.tables import COINCHE
from tests.games.coinche.test_memory import random_match


def to_the_end(state: State, seed: object) -> State:
    end, chance = state.copy(), new_chance("end", seed)
    while not rules.settled(end.record):
        legal = end.moves
        end.play(legal[int(below(chance, len(legal)))])
    return end


def as_the_solver_counts(before: Any, after: Any) -> int:
    """The points of side 0 after a position: more than there are, or negative, when a side takes every
    trick."""
    value = int(after.points[0]) - int(before.points[0])
    return value - 90 if after.won[1] == 8 else value


@pytest.mark.parametrize("options", [{}, {"annonces": True}, {"round": True, "belote_ta": False}])
def test_a_deal_ended_by_value_is_marked_as_if_it_were_played(options: dict[str, Any]) -> None:
    sweeps = 0
    for seed in range(250):
        match, _ = random_match(seed, cards_left=(32, 31, 29, 20, 9, 5)[seed % 6], **options)
        state = match.state
        end = to_the_end(state, seed)
        sweeps += 8 in end.record.won
        settled = state.copy()
        exact.settle_at(settled.record, as_the_solver_counts(state.record, end.record))
        row = int(end.record.number) - 1
        assert settled.record.sheet[row].tolist() == end.record.sheet[row].tolist(), seed
    assert sweeps or options


def test_with_one_world_left_the_best_card_is_the_solvers() -> None:
    """Players who can deduce every card must choose as the solver does."""
    agent = build_agent(COINCHE, "solver:deals=3,tricks=5", 0)
    solver, judged = Solver(), 0
    for seed in range(40):
        match, _ = random_match(seed, cards_left=5, marking="trick_points")
        state = match.state
        seat = state.to_move
        if len(state.moves) < 2:
            continue
        known = (
            state.view(seat).sample(new_chance(1)) == state.view(seat).sample(new_chance(2)) == state.copy()
        )
        values = solver.cards(state)
        move = ask(agent, state.view(seat)).move
        best = (max if seat & 1 == 0 else min)(values.values())
        if known:
            judged += 1
            assert values[move] == best
    assert judged >= 1


@pytest.mark.parametrize(
    "spec",
    ["montecarlo:deals=3,policy=exact", "solver:deals=3,tricks=3", "solver:deals=3,tricks=3,belief=weighted"],
)
def test_solving_programs_play_whole_deals(spec: str) -> None:
    match, _ = random_match(3, cards_left=24)
    state = match.state
    agents = [build_agent(COINCHE, spec, seat) for seat in range(4)]
    while not rules.settled(state.record):
        decision = ask(agents[state.to_move], state.view(state.to_move))
        assert len(state.moves) == 1 or len(decision.candidates) == len(state.moves)
        state.play(decision.move)
