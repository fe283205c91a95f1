"""Decisions of programs in a battle: losses, whether to go on, whether submarines withdraw."""

from __future__ import annotations

from typing import Any

from partie.core.game import View
from partie.core.words import read_words, section
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.warfare import (
    Force,
    Outlook,
    outlook,
)
from partie.games.axisallies.rules.board import (
    DEGREE,
    LANDS,
    NEIGHBOURS,
    POWERS,
    board_of,
)
from partie.games.axisallies.rules.casualties import (
    attackers,
    defenders,
)
from partie.games.axisallies.rules.legality import (
    check,
    scorched_space,
)
from partie.games.axisallies.rules.orders import (
    GO_ON,
    LOSE_AS_USUAL,
    NO_SPACE,
    RETREAT,
    SCORCH,
    WITHDRAW,
    at,
    order,
    plain,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    DEFENDER_SUBS,
    PRESS,
)
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    KINDS,
    SUBMARINE,
)

PRESS_ON = 0.5
"""The chance of capturing the space from which an attack goes on."""
MOST_STAND = 0.5
"""The share of the attackers expected to be left from which an attack goes on for the damage alone."""

SENTENCES = section(read_words("partie.games.axisallies"), "answers")
"""The reasons given for decisions, by rule."""


def answer(view: View) -> Ordered:
    """The decision of the power asked in a battle, or about scorched earth."""
    record = view.record
    space = int(scorched_space(record))
    if space >= 0:
        return _said(int(at(SCORCH, space)), "scorch", space=board_of(record).space_names[space])
    if record.hits > 0:
        return _said(int(plain(LOSE_AS_USUAL)), "losses")
    if record.stage == PRESS:
        return _press(record)
    if record.stage == DEFENDER_SUBS:
        return _submarines(record)
    return _said(int(plain(GO_ON)), "stay")


def _said(code: int, rule: str, **data: Any) -> Ordered:
    text = {
        language: sentence.format(
            **{name: value[language] if isinstance(value, dict) else value for name, value in data.items()}
        )
        for language, sentence in SENTENCES[rule].items()
    }
    return Ordered(code, rule, text)


def prospects(record: Any) -> Outlook:
    """The outlook of the battle if no units leave it."""
    space, power = int(record.battle), int(record.power)
    here = record.units[space].tolist()
    side = board_of(record).side
    foes = [enemy for enemy in range(POWERS) if side[enemy] != side[power]]
    ours: Force = tuple(int(attackers(record, kind)) for kind in range(KINDS))
    theirs: Force = tuple(
        sum(int(defenders(record, enemy, kind)) for enemy in foes if here[enemy][kind])
        for kind in range(KINDS)
    )
    return outlook(record, ours, theirs, space, power)


def _press(record: Any) -> Ordered:
    """Go on while the space will probably be captured, or the enemy loses more."""
    view = prospects(record)
    chance = round(100 * view.take)
    if view.take >= PRESS_ON:
        return _said(int(plain(GO_ON)), "press", chance=chance)
    if view.swing > 0 and view.attackers_left > MOST_STAND * view.attackers:
        return _said(int(plain(GO_ON)), "damage")
    way = _way_back(record)
    if way is None:
        return _said(int(plain(GO_ON)), "no_way_back")
    return _said(way, "break_off", chance=chance)


def _way_back(record: Any) -> int | None:
    if check(record, int(plain(RETREAT))) == LEGAL:
        return int(plain(RETREAT))
    space = int(record.battle)
    for near in NEIGHBOURS[record.graph, space, : DEGREE[record.graph, space]]:
        code = int(at(RETREAT, int(near)))
        if check(record, code) == LEGAL:
            return code
    return None


def _submarines(record: Any) -> Ordered:
    """Withdraw defending submarines if the attacker will probably win, or has only aircraft, which they
    cannot hit.
    """
    view = prospects(record)
    power, space = int(record.asked), int(record.battle)
    number = int(defenders(record, power, SUBMARINE))
    air_alone = all(attackers(record, kind) == 0 for kind in range(KINDS) if kind not in AIR_KINDS)
    if view.take >= PRESS_ON or air_alone:
        for near in NEIGHBOURS[record.graph, space, : DEGREE[record.graph, space]]:
            code = int(order(WITHDRAW, number, 0, NO_SPACE, NO_SPACE, int(near), 0, 0, 0))
            if near >= LANDS and check(record, code) == LEGAL:
                return _said(code, "dive")
    return _said(int(plain(GO_ON)), "stay")
