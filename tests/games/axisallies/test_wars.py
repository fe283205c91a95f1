"""Whole wars between two programs: how they end, and what a trace says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from partie.core.agent import Decision
from partie.games.axisallies import GAME
from partie.games.axisallies.lab.wars import Ended, Trace, axis_share, fight, play_pair
from partie.games.axisallies.rules.board import AXIS


def test_the_axis_begins_with_a_little_less() -> None:
    assert 0.45 < axis_share(GAME.start().record) < 0.5


def test_the_same_seed_gives_the_same_war_and_a_trace_names_the_reasons(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = fight("general", "greedy", "a", rounds=1, witness=Trace())
    said = capsys.readouterr().out
    assert "=== round 1 Germany  production" in said
    assert "# Infantry for the front." in said
    assert re.search(r"The U\.S\.S\.R\. .*24 IPC on", said)
    other = fight("general", "greedy", "a", rounds=1)
    assert (one.winner, one.share, one.axis_production) == (other.winner, other.share, other.axis_production)
    assert one.rounds == 1
    assert [len(spent) for spent in one.seconds] == [3, 2]
    assert all(spent > 0.0 for side in one.seconds for spent in side)


def test_a_war_without_a_winner_goes_to_who_has_more() -> None:
    def ended(winner: int, share: float) -> Ended:
        return Ended(winner, "", 15, share, (57,), ((), ()))

    assert ended(-1, 0.51).axis_won
    assert not ended(-1, 0.49).axis_won
    assert ended(AXIS, 1.0).axis_won


def test_a_witness_sees_both_wars_of_a_pair_and_may_end_them() -> None:
    class Over(Exception):
        pass

    seen: list[int] = []

    def witness(record: Any, seat: int, decision: Decision) -> None:
        seen.append(int(record.power))
        if seen.count(4) and seat == 0:  # the second war has begun
            raise Over

    with pytest.raises(Over):
        play_pair("greedy", "greedy", 1, 1, None, 0, witness)
    assert set(seen) == {0, 1, 2, 3, 4}
