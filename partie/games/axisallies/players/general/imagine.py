"""Turns that are only imagined: played on a copy by the general itself, with dice, and what they come to."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.records import quick_record
from partie.core.game import View
from partie.games.axisallies.players.general import judgement, odds, withdrawal
from partie.games.axisallies.players.general.agent import SENTENCES, General, Mute
from partie.games.axisallies.players.general.situation import Seen
from partie.games.axisallies.players.staff.patience import look
from partie.games.axisallies.rules import play
from partie.games.axisallies.rules.board import ALL_BOARDS, LANDS
from partie.games.axisallies.rules.legality import check, scorched_space
from partie.games.axisallies.rules.orders import END, FIGHT, GO_ON, LOSE_AS_USUAL, SCORCH, at, plain
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    BUY,
    COMBAT,
    COMBAT_MOVE,
    O_LOW_LUCK,
    OVER,
    PRESS,
    State,
)
from partie.games.axisallies.rules.turn import pending
from partie.games.axisallies.rules.units import KINDS

PRESS_ON = 0.45
"""The chance to take a space from which a battle goes on."""
PAYS = 3.0
"""By how much a battle that is lost must cost the enemy more than us, in IPC, to go on."""

Array = NDArray[Any]
Floats = NDArray[np.float64]


def play_on(
    view: View, start: Array, general: General, turns: int, chance: NDArray[np.uint64], low_luck: bool
) -> float:
    """What a position is worth to the side of the power to play, in IPC, after the rest of this turn and the
    next ones, all played by `general`, the first phase being over."""
    array = start.copy()
    power = int(array["power"][0])
    array["options"][0, O_LOW_LUCK] |= low_luck
    play(quick_record(array, State), plain(END), chance)
    for _ in range(turns):
        if array["phase"][0] == OVER:
            break
        array = play_turn(view, array, general, chance, low_luck)
    return judgement.worth(array, _side(array, power))


def _side(array: Array, power: int) -> int:
    return int(ALL_BOARDS[int(array["board"][0])].side[power])


def play_turn(
    view: View, array: Array, general: General, chance: NDArray[np.uint64], low_luck: bool = True
) -> Array:
    """The rest of a turn; returns the position when the next one begins. `low_luck`: with as many hits as are
    to be expected."""
    luck = int(array["options"][0, O_LOW_LUCK])
    if low_luck:
        array["options"][0, O_LOW_LUCK] = 1
    turn = (int(array["power"][0]), int(array["round_number"][0]))
    seen: Seen | None = None
    while array["phase"][0] != OVER and (int(array["power"][0]), int(array["round_number"][0])) == turn:
        look()
        if array["phase"][0] == COMBAT:
            _fight(array, general.doctrine[_side(array, turn[0])], chance)
            continue
        war = general.situation(View(view.game, array.view(np.recarray)[0], turn[0]))
        if war.phase == COMBAT_MOVE and seen is not None:
            war.look_around(seen)  # purchases change nothing on the map
        general.order(war, Mute(war, SENTENCES))
        seen = war.seen if war.phase == BUY else None
        array = war.array
        play(war.bare, plain(END), chance)
    array["options"][0, O_LOW_LUCK] = luck
    return array


def _fight(array: Array, p: Floats, chance: NDArray[np.uint64]) -> None:
    """All battles of the phase, those at sea first."""
    record = quick_record(array, State)
    own: Array = array["units"][0, :, array["power"][0]]
    present = np.asarray(own.any(axis=1))
    beaches = array["beach"][0]
    present[beaches[beaches >= 0]] = True
    spaces = np.flatnonzero(present).tolist()
    for space in sorted(spaces, key=lambda space: (space < LANDS, space)):
        while (
            array["phase"][0] == COMBAT
            and pending(record, space)
            and check(record, int(at(FIGHT, space))) == LEGAL
        ):
            play(record, int(at(FIGHT, space)), chance)
            while array["battle"][0] >= 0 or scorched_space(record) >= 0:
                play(record, _answer(array, record, p), chance)
    if array["phase"][0] == COMBAT:
        play(record, plain(END), chance)


def _answer(array: Array, record: Any, p: Floats) -> int:
    if scorched_space(record) >= 0:
        return int(at(SCORCH, int(scorched_space(record))))
    if array["hits"][0] > 0:
        return plain(LOSE_AS_USUAL)
    if array["stage"][0] != PRESS:
        return plain(GO_ON)
    space = int(array["battle"][0])
    ours, theirs = withdrawal.forces(record)
    out, left = np.zeros(odds.ANSWERS), np.zeros((2, KINDS))
    take = odds.estimate(int(record["board"]), ours, theirs, int(space >= LANDS), 0, 0.0, left, out)
    good = take >= PRESS_ON or out[odds.DEFENDER_LOSS] > out[odds.ATTACKER_LOSS] + PAYS
    if good and not withdrawal.is_better_left(record, p):
        return plain(GO_ON)
    back = withdrawal.way_back(record)
    return plain(GO_ON) if back is None else back
