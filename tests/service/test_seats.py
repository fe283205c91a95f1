"""Programs stay at their tables to save time; their decisions depend on the table alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from partie.core.agent import Budget, Decision, Lasting
from partie.core.game import View
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.games.quarto.players.exact.solver import (
    Solution,
    Solver,
)
from partie.service.seats import Place, Seats
from partie.service.thinking import table_seed
from tests.games import OURS
from tests.service.decisions import SHORT, begun, decided, written

LEVELS = [(game.name, level) for game in OURS for level in game.levels]


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, dict[str, list[str]]]:
    """The decisions of all levels by game, in another process, where agents are built for one decision."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.service.decisions", *(game.name for game in OURS)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "12"},
    )
    found: dict[str, dict[str, list[str]]] = json.loads(answer.stdout)
    return found


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_a_decision_depends_on_the_table_alone(
    game: str, level: str, elsewhere: dict[str, dict[str, list[str]]]
) -> None:
    """Agents are kept here, and another table with the same program is played in between.

    The decisions must equal those in another process, by agents built for one decision."""
    assert game in SHORT, "add the number of moves to play of this game"
    table, other, seats = begun(game, "one"), begun(game, "another"), Seats()
    other.play(decided(other, level, seats).move)
    found: list[str] = []
    while not table.state.over and len(found) < SHORT[game][1]:
        decision = decided(table, level, seats)
        found.append(written(decision))
        table.play(decision.move)
        if not other.state.over:
            other.play(decided(other, level, seats).move)
    assert found == elsewhere[game][level]


def test_proofs_change_nothing_that_a_new_agent_would_not_find() -> None:
    """An agent that does not go through the earlier moves decides differently.

    The limit on positions is so low that what can be proven depends on earlier proofs."""
    spec, match, seats = "master@v1:nodes=1000,depth=1", begun("quarto", "b"), Seats()
    without = []
    while not match.state.over:
        kept = decided(match, spec, seats)
        assert written(kept) == written(decided(match, spec, Seats()))
        unknowing = build_agent(match.game, spec, table_seed("b", match.state.to_move, 0).seat)
        assert isinstance(unknowing, Lasting)
        unknowing.resume([])
        without.append(written(unknowing.decide(match.view(), Budget())) == written(kept))
        match.play(kept.move)
    assert not all(without)


def test_proofs_found_before_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []
    solve = Solver.solve

    def counted(*args: object, **settings: object) -> Solution:
        solution = solve(*args, **settings)  # type: ignore[arg-type]
        looked_at.append(solution.nodes)
        return solution

    monkeypatch.setattr(Solver, "solve", counted)
    match, seats = begun("quarto", "a"), Seats()
    for _ in range(5):
        match.play(decided(match, "expert", seats).move)
    decided(match, "master@v1:depth=1", seats)
    for _ in range(2):
        match.play(decided(match, "master@v1:depth=1", Seats()).move)
    looked_at.clear()
    decided(match, "master@v1:depth=1", seats)
    kept = list(looked_at)
    looked_at.clear()
    build_agent(match.game, "master@v1:depth=1").decide(match.view(), Budget())
    assert len(kept) == len(looked_at) == 1  # the agent that was kept does not go through its moves again
    assert kept[0] < looked_at[0]


def test_advice_depends_on_the_table_and_not_on_earlier_advice() -> None:
    """The person asks for some of the moves, and mostly plays something else."""
    match, seats = begun("axisallies", "a"), Seats()
    for number in range(36):
        if number % 3 == 0:
            advice = decided(match, "expert", seats, adviser=True)
            assert written(advice) == written(decided(match, "expert", Seats(), adviser=True))
        match.play(decided(match, "beginner", seats).move)


class _Stayer:
    """An agent that can be kept, of the given weight."""

    def __init__(self, weight: int = 1) -> None:
        self.weight = weight

    def resume(self, turns: Sequence[View]) -> None: ...

    def decide(self, view: View, budget: Budget) -> Decision:
        return Decision(view.moves[0])


def _place(table: str, seat: int = 0) -> Place:
    return Place(table, seat, "stayer")


def test_lasting_agents_are_recognized_by_their_methods() -> None:
    assert isinstance(_Stayer(), Lasting)
    assert isinstance(build_agent(begun("quarto", "a").game, "master@v1"), Lasting)
    assert not isinstance(build_agent(begun("quarto", "a").game, "sight"), Lasting)


def test_an_agent_that_knows_other_moves_is_not_used_again() -> None:
    seats, agent = Seats(), _Stayer()
    seats.keep(_place("t"), agent, (1, 2, 3))
    assert seats.take(_place("t"), (1, 2, 3, 4, 5)) == (agent, 4)
    assert seats.take(_place("t"), (1, 2, 3, 4, 5)) is None  # it is thinking
    for events in (
        (1, 2, 3),
        (1, 2),
        (1, 2, 6, 7),
    ):  # nothing played since; taken back; taken back and played
        seats.keep(_place("t"), agent, (1, 2, 3))
        assert seats.take(_place("t"), events) is None


def test_the_store_is_bounded_and_drops_the_least_recently_used() -> None:
    seats = Seats(max_agents=2, max_bytes=100)
    for table in "abc":
        seats.keep(_place(table), _Stayer(), ())
    assert seats.take(_place("a"), (1,)) is None
    seats.keep(_place("d"), _Stayer(weight=99), ())
    assert len(seats) == 2
    seats.keep(_place("e"), _Stayer(weight=2), ())
    assert seats.take(_place("d"), (1,)) is None
    seats.keep(_place("f"), _Stayer(weight=101), ())
    assert len(seats) == 0


def test_agents_of_a_finished_table_are_dropped() -> None:
    seats = Seats()
    seats.keep(_place("a", 0), _Stayer(), ())
    seats.keep(_place("a", 1), _Stayer(), ())
    seats.keep(_place("b"), _Stayer(), ())
    seats.forget("a")
    assert len(seats) == 1
    assert seats.take(_place("b"), (1,)) is not None


def test_turns_are_what_a_seat_saw_before_its_own_moves() -> None:
    match = Match(begun("liarsdice", "a").game, {"dice": 2}, "a")
    for _ in range(5):
        match.play(match.state.moves[0])
    past = match.past(1)
    assert [view.to_move for view in past] == match.movers
    own = [number for number, mover in enumerate(match.movers) if mover == 1]
    assert match.turns(1) == [past[number] for number in own]
    assert match.turns(1, own[0] + 1) == [past[number] for number in own[1:]]
    assert match.turns(1, len(match.moves)) == []
