"""Orders as text, written and read: `3 inf Germany>Eastern Europe`, `buy 2 arm`, `fight Karelia S.S.R.`,
`end`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from partie.core.errors import IllegalMove, not_a_move
from partie.core.game import Notation
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.games.axisallies.rules import orders
from partie.games.axisallies.rules.board import board_of
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.orders import (
    AROUND,
    BUY_UNITS,
    DROP,
    END,
    FIGHT,
    GO_ON,
    LOAD,
    LOSE,
    LOSE_AS_USUAL,
    MOVE_UNITS,
    NO_SPACE,
    OVER_NEUTRALS,
    PLACE_UNITS,
    RAID_COMPLEX,
    RESEARCH_DICE,
    RETREAT,
    ROCKET,
    SAIL,
    SCORCH,
    SHORTEST,
    SUBMERGE,
    UNLOAD,
    WITHDRAW,
    order,
)
from partie.games.axisallies.rules.refusals import (
    AIR_MUST_LAND,
    LEGAL,
    NO_ORDER,
)
from partie.games.axisallies.rules.state import SHIPS
from partie.games.axisallies.rules.transports import first_alike
from partie.games.axisallies.rules.units import (
    BOMBER,
    TRANSPORT,
)
from partie.games.axisallies.text.aloft import (
    aloft,
    landing_words,
)
from partie.games.axisallies.text.names import (
    SHORT,
    read_power,
    read_space,
    read_unit,
    space_name,
)
from partie.games.axisallies.text.orders import (
    legal_data,
    order_data,
)
from partie.games.axisallies.text.position import (
    position_text,
    read_position,
)
from partie.games.axisallies.text.refusals import SENTENCES
from partie.games.axisallies.text.shapes import (
    LegalOrders,
    Order,
)

_WAYS = {SHORTEST: "", AROUND: " around", OVER_NEUTRALS: " over neutrals"}
_COUNT = r"(?P<n>\d{1,3}) +(?P<unit>[A-Za-zÀ-ÿ ]*?[A-Za-zÀ-ÿ])"
_SHIP = r"(?:tra|transport) +(?P<row>\d{1,2})(?: *\[[^\]]*\])?"
_PLACES = r" +(?P<places>[^>]+(?:>[^>]+){0,2}?)(?P<way> +around| +over neutrals)?"


class AxisAlliesNotation(Notation):
    """Orders and positions of Axis & Allies."""

    def move_text(self, state: Any, move: int) -> str:
        return order_text(state, move)

    def read_move(self, state: Any, text: str) -> int:
        return read_order(state, text)

    def move_data(self, state: Any, move: int) -> Order:
        return order_data(state, move)

    def legal_data(self, state: Any, moves: Sequence[int]) -> list[LegalOrders]:
        return legal_data(state, moves)

    def why_illegal(self, state: Any, move: int) -> Text:
        return why_illegal(state, move)

    def position_text(self, state: Any) -> str:
        return position_text(state)

    def read_position(self, state: Any, text: str) -> None:
        read_position(state, text)


def why_illegal(state: Any, move: int) -> dict[str, str]:
    """Why an order is not legal now, in every language."""
    if not 0 <= move < 1 << 62:
        return dict(SENTENCES[NO_ORDER])
    reason = int(check(state, move))
    if reason == AIR_MUST_LAND:
        return filled(SENTENCES[reason], {"aircraft": landing_words(state, aloft(state))})
    return dict(SENTENCES[NO_ORDER if reason == LEGAL else reason])


def cargo_text(state: Any, row: int) -> str:
    """The cargo of a transport: `2 inf`, `1 arm`, `1 inf uk, 1 inf usa`; empty if there is none."""
    counts: dict[tuple[int, int], int] = {}
    for slot in range(2):
        kind = int(state.cargo_kind[row, slot])
        if kind >= 0:
            key = (kind, int(state.cargo_power[row, slot]))
            counts[key] = counts.get(key, 0) + 1
    own = int(state.ship_owner[row])
    return ", ".join(
        f"{n} {SHORT[kind]}{'' if power == own else ' ' + board_of(state).power_ids[power]}"
        for (kind, power), n in counts.items()
    )


def ship_text(state: Any, row: int) -> str:
    """A transport with its number and cargo: `tra 3 [2 inf]`."""
    cargo = cargo_text(state, row)
    return f"tra {row}" + (f" [{cargo}]" if cargo else "")


def order_text(state: Any, move: int) -> str:
    """The notation of an order."""
    if not orders.well_formed(move):
        raise not_a_move(move)
    kind = orders.kind_of(move)
    n, unit = orders.n_of(move), orders.unit_of(move)
    src, via, dst, row = orders.from_of(move), orders.via_of(move), orders.to_of(move), orders.row_of(move)
    count = f"{n} {SHORT[unit]}"
    way = _WAYS[orders.way_of(move)]
    if kind == MOVE_UNITS:
        middle = f">{space_name(state, via)}" if via >= 0 else ""
        return f"{count} {space_name(state, src)}{middle}>{space_name(state, dst)}{way}"
    if kind in (RAID_COMPLEX, DROP):
        word = "raid" if kind == RAID_COMPLEX else "drop"
        return f"{word} {n} bom {space_name(state, src)}>{space_name(state, dst)}{way}"
    if kind == SAIL:
        return (
            f"{ship_text(state, row)} {space_name(state, int(state.ship_zone[row]))}>{space_name(state, dst)}"
        )
    if kind == LOAD:
        return f"load {count} {space_name(state, src)}>{ship_text(state, row)}"
    if kind == UNLOAD:
        return f"unload {count} {ship_text(state, row)}>{space_name(state, dst)}"
    if kind == ROCKET:
        return f"rocket {space_name(state, src)}>{space_name(state, dst)}"
    if kind == LOSE:
        return f"lose {count} {board_of(state).power_ids[orders.power_of(move)]}"
    if kind == WITHDRAW:
        return f"withdraw {n} sub {space_name(state, dst)}"
    if kind == SUBMERGE:
        return f"submerge {n} sub"
    if kind == PLACE_UNITS:
        return f"place {count} {space_name(state, dst)}"
    if kind == BUY_UNITS:
        return f"buy {count}"
    if kind == RESEARCH_DICE:
        return f"research {n}"
    if kind == RETREAT:
        return f"retreat {space_name(state, dst)}" if dst >= 0 else "retreat"
    if kind in (FIGHT, SCORCH):
        return f"{'fight' if kind == FIGHT else 'destroy'} {space_name(state, dst)}"
    return {END: "end", GO_ON: "go on", LOSE_AS_USUAL: "lose as usual"}[kind]


_FORMS: tuple[tuple[str, int], ...] = (
    (r"end", END),
    (r"go on", GO_ON),
    (r"lose as usual", LOSE_AS_USUAL),
    (r"retreat(?: +(?P<to>.+))?", RETREAT),
    (r"research +(?P<n>\d{1,3})", RESEARCH_DICE),
    (rf"buy +{_COUNT}", BUY_UNITS),
    (r"place +(?P<n>\d{1,3}) +(?P<words>.+)", PLACE_UNITS),
    (r"lose +(?P<n>\d{1,3}) +(?P<words>.+)", LOSE),
    (r"withdraw +(?P<n>\d{1,3}) +sub\w* +(?P<to>.+)", WITHDRAW),
    (r"submerge +(?P<n>\d{1,3})(?: +sub\w*)?", SUBMERGE),
    (r"fight +(?P<to>.+)", FIGHT),
    (r"destroy +(?P<to>.+)", SCORCH),
    (r"rocket +(?P<from>[^>]+)>(?P<to>[^>]+)", ROCKET),
    (rf"raid +(?P<n>\d{{1,3}}) +bom\w*{_PLACES}", RAID_COMPLEX),
    (rf"drop +(?P<n>\d{{1,3}}) +\w+{_PLACES}", DROP),
    (rf"load +(?P<n>\d{{1,3}}) +(?P<words>[^>]+)>{_SHIP}", LOAD),
    (rf"unload +(?P<n>\d{{1,3}}) +(?P<unit>[^>\[]*?) +{_SHIP} *>(?P<to>[^>]+)", UNLOAD),
    (rf"{_SHIP} +(?:(?P<from>[^>]+))?>(?P<to>[^>]+)", SAIL),
    (r"(?P<n>\d{1,3}) +(?P<words>[^>]+)>(?P<rest>[^>]+(?:>[^>]+)?)", MOVE_UNITS),
)  # fmt: skip


def read_order(state: Any, text: str) -> int:
    """Read an order, legal or not."""
    clean = " ".join(text.split())
    for form, kind in _FORMS:
        match = re.fullmatch(form, clean, re.IGNORECASE)
        if match:
            return _build(state, kind, match.groupdict())
    raise IllegalMove(
        f"{text!r} is not an order; write for example 3 inf Germany>Eastern Europe, buy 2 arm, fight Egypt or end.",
        move=text,
    )


def _build(state: Any, kind: int, words: dict[str, Any]) -> int:
    n, unit, power, row, way = int(words.get("n") or 0), 0, 0, 0, SHORTEST
    src = via = dst = NO_SPACE
    if n > orders.MOST_AT_ONCE:
        raise IllegalMove(
            f"{n} units are too many for one order, which may have at most {orders.MOST_AT_ONCE}."
        )
    if words.get("to"):
        dst = read_space(state, words["to"])
    if words.get("unit"):
        unit = read_unit(words["unit"])
    if words.get("row") is not None:
        row = _ship(state, int(words["row"]))
    if kind == SAIL:
        unit = TRANSPORT
    elif kind in (PLACE_UNITS, LOAD, MOVE_UNITS):
        unit, place = _unit_and_rest(words["words"])
        if kind == PLACE_UNITS:
            dst = read_space(state, place)
        else:
            src = read_space(state, place)
        if kind == MOVE_UNITS:
            via, dst, way = _goal(state, words["rest"])
    elif kind == LOSE:
        unit, power = _loss(state, words["words"])
    elif kind == ROCKET:
        src = read_space(state, words["from"])
    elif kind in (RAID_COMPLEX, DROP):
        unit = BOMBER
        first, *rest = words["places"].split(">")
        src = read_space(state, first)
        via, dst, way = _goal(state, ">".join(rest) + (words.get("way") or ""))
    return int(order(kind, n, unit, src, via, dst, row, power, way))


def _ship(state: Any, row: int) -> int:
    """The number of a transport in orders: the lowest among interchangeable ones."""
    if row >= SHIPS:
        raise IllegalMove(f"There is no transport {row}.")
    return int(first_alike(state, row)) if state.ship_zone[row] >= 0 else row


def _goal(state: Any, text: str) -> tuple[int, int, int]:
    """The spaces after the first `>`, and the way of flying."""
    way = SHORTEST
    for number, word in _WAYS.items():
        if word and text.endswith(word):
            way, text = number, text.removesuffix(word)
    *middle, last = text.split(">")
    return (read_space(state, middle[0]) if middle else NO_SPACE), read_space(state, last), way


def _unit_and_rest(text: str) -> tuple[int, str]:
    """Split a text into a unit, of one or two words, and the rest."""
    words = text.split()
    for size in (2, 1):
        if len(words) > size:
            try:
                return read_unit(" ".join(words[:size])), " ".join(words[size:])
            except IllegalMove:
                continue
    raise IllegalMove(f"In {text.strip()!r} name a unit ({', '.join(SHORT)}) and a space.")


def _loss(state: Any, text: str) -> tuple[int, int]:
    """Read a lost unit and its power, by default the one that decides."""
    words = text.split()
    for size in (len(words), len(words) - 1, len(words) - 2):
        if size > 0:
            try:
                unit = read_unit(" ".join(words[:size]))
            except IllegalMove:
                continue
            rest = " ".join(words[size:])
            return unit, read_power(state, rest) if rest else max(int(state.deciding), 0)
    raise IllegalMove(f"{text.strip()!r} is not a unit: write {', '.join(SHORT)}.")
