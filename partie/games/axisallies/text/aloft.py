"""Aircraft that must still land in non-combat movement: where they are, and where they could land."""

from __future__ import annotations

from typing import Any, NamedTuple

from partie.core.parameters import Text
from partie.games.axisallies.rules.board import (
    DEGREE,
    NEIGHBOURS,
    SPACES,
    board_of,
)
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.orders import (
    MOVE_UNITS,
    NO_SPACE,
    order,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import NONCOMBAT
from partie.games.axisallies.rules.turn import in_the_air
from partie.games.axisallies.rules.units import FIGHTER
from partie.games.axisallies.text.names import counted

_MOST_NAMED = 3
"""The largest number of landing places named in a sentence."""
_OVER = {"en": "{units} over {space} ({where})", "fr": "{units}, {space} ({where})"}
_LAND_IN = {"en": "can land in {spaces}", "fr": "peuvent se poser : {spaces}"}
_LANDS_IN = {"en": "can land in {spaces}", "fr": "peut se poser : {spaces}"}
_MORE = {"en": " or {n} other spaces", "fr": " ou {n} autres cases"}
_OR = {"en": " or ", "fr": " ou "}


class Aloft(NamedTuple):
    """Aircraft of one kind in one space, and the spaces where one of them could land, the nearest first."""

    space: int
    kind: int
    number: int
    goals: tuple[int, ...]


def aloft(record: Any) -> list[Aloft]:
    """All aircraft of the power to play that must land elsewhere in this phase; those without a goal will be
    lost.
    """
    if record.phase != NONCOMBAT:
        return []
    return [
        Aloft(space, FIGHTER + air, count, _goals(record, space, FIGHTER + air))
        for space in range(SPACES)
        for air in range(2)
        if record.units[space, record.power, FIGHTER + air] and (count := int(in_the_air(record, space, air)))
    ]


def _goals(record: Any, start: int, kind: int) -> tuple[int, ...]:
    return tuple(
        goal
        for goal in _by_distance(record, start)
        if check(record, int(order(MOVE_UNITS, 1, kind, start, NO_SPACE, goal, 0, 0, 0))) == LEGAL
    )


def _by_distance(record: Any, start: int) -> list[int]:
    """All other spaces in the order of their distance."""
    seen, found = {start}, [start]
    for here in found:
        for near in NEIGHBOURS[record.graph, here, : DEGREE[record.graph, here]].tolist():
            if near not in seen:
                seen.add(near)
                found.append(near)
    return found[1:]


def landing_words(record: Any, found: list[Aloft]) -> Text:
    """The aircraft that can still land, and where: `2 fighters over Ukraine S.S.R. (can land in Germany or
    Eastern Europe)`.
    """
    able = [one for one in found if one.goals]
    return {language: "; ".join(_words(record, one, language) for one in able) for language in _OR}


def _words(record: Any, one: Aloft, language: str) -> str:
    called = board_of(record).space_names
    names = [called[goal][language] for goal in one.goals]
    named, more = names[:_MOST_NAMED], len(names) - _MOST_NAMED
    if more == 1:
        named, more = names, 0
    if more > 0:
        spaces = ", ".join(named) + _MORE[language].format(n=more)
    else:
        spaces = _OR[language].join(filter(None, [", ".join(named[:-1]), named[-1]]))
    where = (_LAND_IN if one.number > 1 else _LANDS_IN)[language].format(spaces=spaces)
    return _OVER[language].format(
        units=counted(one.number, one.kind)[language], space=called[one.space][language], where=where
    )
