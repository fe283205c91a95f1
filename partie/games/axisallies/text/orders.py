"""Orders as data, for pages that draw and compose them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any, cast, get_args

from partie.core.errors import not_a_move
from partie.games.axisallies.rules import orders
from partie.games.axisallies.rules.board import board_of
from partie.games.axisallies.rules.orders import (
    AROUND,
    BUY_UNITS,
    DROP,
    LOAD,
    LOSE,
    MOVE_UNITS,
    OVER_NEUTRALS,
    PLACE_UNITS,
    RAID_COMPLEX,
    RESEARCH_DICE,
    SAIL,
    SUBMERGE,
    UNLOAD,
    WITHDRAW,
)
from partie.games.axisallies.rules.units import BOMBER, SUBMARINE, TRANSPORT, UNIT_IDS
from partie.games.axisallies.text.shapes import Forces, LegalOrders, Order, OrderKind

KINDS: tuple[OrderKind, ...] = get_args(OrderKind)
"""The names of kinds of orders, by their numbers in the rules."""
_WITH_NUMBER = (
    RESEARCH_DICE,
    BUY_UNITS,
    MOVE_UNITS,
    LOAD,
    UNLOAD,
    RAID_COMPLEX,
    DROP,
    LOSE,
    WITHDRAW,
    SUBMERGE,
    PLACE_UNITS,
)
_WITH_UNIT = (BUY_UNITS, MOVE_UNITS, LOAD, UNLOAD, LOSE, PLACE_UNITS)
_ONLY_UNIT = {SAIL: TRANSPORT, RAID_COMPLEX: BOMBER, DROP: BOMBER, WITHDRAW: SUBMARINE, SUBMERGE: SUBMARINE}
"""The unit of orders that only one kind of unit can be given."""
_WAYS = {AROUND: "around", OVER_NEUTRALS: "over neutrals"}


def order_data(state: Any, move: int) -> Order:
    """An order of this position as data."""
    data = _fields(state, move)
    if "row" in data:
        data["cargo"] = _cargo(state, data["row"])
        data["power"] = board_of(state).power_ids[state.ship_owner[data["row"]]]
    return cast(Order, data)


def legal_data(state: Any, moves: Iterable[int]) -> list[LegalOrders]:
    """Legal orders as data, in the same order. Orders that differ only in their number of units, or only in
    their destination, are combined.
    """
    found: list[dict[str, Any]] = []
    for _, alike in groupby((_fields(state, move) for move in moves), _but_number):
        for one in _ranges(alike):
            if not found or not _joined(found[-1], one):
                found.append(one)
    return [cast(LegalOrders, one) for one in found]


def _fields(state: Any, move: int) -> dict[str, Any]:
    if not orders.well_formed(move):
        raise not_a_move(move)
    kind = int(orders.kind_of(move))
    row = int(orders.row_of(move))
    places = {"from": orders.from_of(move), "via": orders.via_of(move), "to": orders.to_of(move)}
    if kind == SAIL:
        places["from"] = state.ship_zone[row]
    data: dict[str, Any] = {"kind": KINDS[kind]}
    if kind in _WITH_NUMBER:
        data["n"] = int(orders.n_of(move))
    if kind in _WITH_UNIT or kind in _ONLY_UNIT:
        data["unit"] = UNIT_IDS[_ONLY_UNIT.get(kind, int(orders.unit_of(move)))]
    data |= {name: board_of(state).space_ids[space] for name, space in places.items() if space >= 0}
    way = int(orders.way_of(move))
    if way in _WAYS:
        data["way"] = _WAYS[way]
    if kind in (SAIL, LOAD, UNLOAD):
        data["row"] = row
    if kind == LOSE:
        data["power"] = board_of(state).power_ids[orders.power_of(move)]
    return data


def _but_number(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "n"}


def _ranges(alike: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Combine orders whose numbers of units follow each other."""
    found: list[dict[str, Any]] = []
    for fields in alike:
        if found and "n" in fields and fields["n"] == found[-1].get("most", found[-1]["n"]) + 1:
            found[-1]["most"] = fields["n"]
        else:
            found.append({**fields, "to": [fields["to"]]} if "to" in fields else fields)
    return found


def _joined(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Add the destinations of the second entry to the first if nothing else differs; returns whether it
    did.
    """
    if "to" not in before or {**after, "to": None} != {**before, "to": None}:
        return False
    before["to"] += after["to"]
    return True


def _cargo(state: Any, row: int) -> Forces:
    """The cargo of a transport, by power."""
    aboard: dict[str, dict[str, int]] = {}
    for kind, power in zip(state.cargo_kind[row].tolist(), state.cargo_power[row].tolist(), strict=True):
        if kind >= 0:
            army = aboard.setdefault(board_of(state).power_ids[power], {})
            army[UNIT_IDS[kind]] = army.get(UNIT_IDS[kind], 0) + 1
    return cast(Forces, aboard)
