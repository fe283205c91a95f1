"""The report on how a program conducts a war."""

from __future__ import annotations

import numpy as np

from partie.games.axisallies.lab.conduct import COLUMNS, IDLE, Conduct, Observer, shares, watch
from partie.games.axisallies.players.general.agent import War
from partie.games.axisallies.rules.board import LANDS, SPACES
from tests.games.axisallies.scenes import Scene


def test_a_war_of_the_general_is_counted_turn_by_turn() -> None:
    found = watch("general", games=1, rounds=2, seed=1)
    assert sum(found.turns.values()) >= 9
    assert all(found.open_capitals[power] <= found.turns[power] for power in found.turns)
    assert found.land_units[2] >= found.overseas[2] > 0


def test_counts_of_several_wars_are_added() -> None:
    one = Conduct()
    one.turns[2] += 3
    one.late[2] += 1
    both = Conduct.of([one.counts(), one.counts()])
    assert both.turns[2] == 6
    assert both.late[2] == 2
    assert len(shares(both)[2]) == len(COLUMNS)


def test_new_units_that_wait_overseas_for_too_long_are_late() -> None:
    found = Conduct()
    observer = Observer(found)
    theatre = np.zeros(LANDS, np.bool_)
    theatre[0] = True

    def turn(overseas: int, placed: int = 0) -> None:
        found.turns[4] += 1
        units = np.zeros(SPACES, np.int64)
        units[1] = overseas
        observer._placed = [(1, placed)] if placed else []
        observer._follow_the_new(4, units, theatre)

    turn(3)  # from before the war
    turn(5, placed=2)
    turn(2)  # the three leave
    assert (found.prompt[4], found.late[4]) == (0, 0)
    turn(1)  # one of the new ones leaves
    assert (found.prompt[4], found.late[4]) == (1, 0)
    turn(1)
    turn(1)
    turn(1)
    assert (found.prompt[4], found.late[4]) == (1, 1)


def test_transports_stand_still_for_a_reason_or_without_one() -> None:
    text = (
        "round: 2\nturn: germany, noncombat\nUnited Kingdom: uk; uk 2 inf\nNorth Sea and British waters: uk 1 tra\n"
        "transport 0: uk, North Sea and British waters"
    )
    war, found = War(Scene(text).state.view(1)), Conduct()
    observer = Observer(found)
    for _ in range(IDLE + 1):
        observer._look_at_transports(war, 2)
    assert (found.idle_transports[2], found.unexplained_transports[2]) == (1, 1)
    observer._said = "The transports in North Sea and British waters stay: there is nothing to carry."
    observer._look_at_transports(war, 2)
    assert (found.idle_transports[2], found.unexplained_transports[2]) == (2, 1)
    observer._worked.add(0)
    observer._look_at_transports(war, 2)
    assert found.idle_transports[2] == 2
