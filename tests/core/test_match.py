"""A match is determined by its options, seed and moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.core.agent import Budget, Decision
from partie.core.errors import IllegalMove, PartieError
from partie.core.game import View
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from tests.tiny import GAME as CUPS

words = st.lists(st.sampled_from(["keep", "roll"]), min_size=6, max_size=6)


def played(seed: object, moves: list[str], seats: int = 3) -> Match:
    match = Match(CUPS, seed=seed, seats=seats)
    for move in moves:
        match.play(move)
    return match


@given(st.integers(0, 2**32), words)
def test_the_same_seed_and_moves_give_the_same_game(seed: int, moves: list[str]) -> None:
    one, other = played(seed, moves), played(seed, moves)
    assert bytes(one.state) == bytes(other.state)
    assert (one.moves, one.movers) == (moves, [0, 1, 2, 0, 1, 2])
    assert one.state.over


def test_another_seed_gives_another_game() -> None:
    ends = {bytes(played(seed, ["roll"] * 6).state) for seed in range(20)}
    assert len(ends) > 10
    assert bytes(played("1", []).state) == bytes(played(1, []).state), "a seed counts as its text"


@given(st.integers(0, 2**32), words, st.integers(0, 6))
def test_taking_back_and_playing_again_gives_the_same_state(seed: int, moves: list[str], count: int) -> None:
    straight, back = played(seed, moves), played(seed, moves)
    back.take_back(count)
    assert back.moves == moves[: 6 - count]
    for move in moves[6 - count :]:
        back.play(move)
    assert bytes(back.state) == bytes(straight.state)
    assert back.shown == straight.shown


def test_rolling_shows_the_seat_something_and_the_end_shows_everybody() -> None:
    match = played(1, ["keep", "roll"])
    assert match.shown == [0, 2, 0]
    for _ in range(4):
        match.play("keep")
    assert match.shown == [6, 6, 6]


def test_illegal_moves_and_moves_after_the_end_change_nothing() -> None:
    match = played(1, ["keep"] * 5)
    with pytest.raises(IllegalMove):
        match.play("hop")
    with pytest.raises(IllegalMove):
        match.play(7)
    assert len(match.moves) == len(match.movers) == len(match.hidden) == 5
    match.play("keep")
    with pytest.raises(PartieError, match="The game is over"):
        match.play("keep")


def test_a_copy_is_independent_and_has_the_same_chance() -> None:
    match = played(3, ["roll", "keep"])
    twin = match.copy()
    for one in (match, twin):
        one.play("roll")
    assert bytes(match.state) == bytes(twin.state)
    twin.play("keep")
    assert (len(match.moves), len(twin.moves)) == (3, 4)


def test_the_past_of_a_seat_is_what_it_saw_at_each_move() -> None:
    match = Match(CUPS, seed=5, seats=2)
    seen = []
    for move in ("roll", "keep", "roll", "keep"):
        seen.append(bytes(match.view(0)))
        match.play(move)
    assert [bytes(view) for view in match.past(0)] == seen
    assert [bytes(view) for view in match.turns(0)] == seen[0::2]
    assert [bytes(view) for view in match.turns(0, since=1)] == seen[2::2]
    assert match.turns(1, since=4) == []


class Keeper:
    def decide(self, view: View, budget: Budget) -> Decision:
        return Decision(view.moves[0])


def test_agents_play_to_the_end_and_reproducibly() -> None:
    def result(seed: int) -> tuple[list[float], list[str]]:
        agents = [build_agent(CUPS, "random", seed), Keeper(), build_agent(CUPS, "random", seed + 1)]
        outcome = play_out(match := Match(CUPS, seed=seed, seats=3), agents)
        assert match.state.over
        assert outcome.decisions == [2, 2, 2]
        return outcome.scores, outcome.moves

    assert result(4) == result(4)
    assert len({tuple(result(seed)[1]) for seed in range(8)}) > 1
    assert all(move == "keep" for move in result(4)[1][1::3])


def test_an_illegal_answer_of_an_agent_is_reported() -> None:
    class Wild(Keeper):
        def decide(self, view: View, budget: Budget) -> Decision:
            return Decision(99)

    with pytest.raises(PartieError, match="99"):
        play_out(Match(CUPS, seed=1, seats=2), [Keeper(), Wild()])
