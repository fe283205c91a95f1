"""Orders in words for people at a board, in both languages, and what is special about each."""

from __future__ import annotations

from typing import Any

from partie.core.parameters import Text, both
from partie.core.words import read_words, section
from partie.games.axisallies.players.staff.warfare import (
    enemies,
    fighting,
)
from partie.games.axisallies.rules import orders
from partie.games.axisallies.rules.board import (
    LANDS,
    board_of,
)
from partie.games.axisallies.rules.control import side_of
from partie.games.axisallies.rules.economy import price
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
    OVER_NEUTRALS,
    PLACE_UNITS,
    RAID_COMPLEX,
    RESEARCH_DICE,
    RETREAT,
    ROCKET,
    SAIL,
    SCORCH,
    SUBMERGE,
    UNLOAD,
    WITHDRAW,
)
from partie.games.axisallies.rules.state import (
    COMBAT_MOVE,
    MOVED,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    LAND_KINDS,
    TRANSPORT,
)
from partie.games.axisallies.text.names import (
    counted,
    listed,
)

KIND_NAMES = {
    END: "end",
    RESEARCH_DICE: "research",
    BUY_UNITS: "buy",
    MOVE_UNITS: "move",
    SAIL: "sail",
    LOAD: "load",
    UNLOAD: "unload",
    RAID_COMPLEX: "raid",
    DROP: "drop",
    FIGHT: "fight",
    ROCKET: "rocket",
    LOSE: "lose",
    LOSE_AS_USUAL: "lose_as_usual",
    GO_ON: "go_on",
    RETREAT: "retreat",
    WITHDRAW: "withdraw",
    SUBMERGE: "submerge",
    PLACE_UNITS: "place",
    SCORCH: "destroy",
}
"""The names of kinds of orders for clients."""

_SENTENCES = section(read_words("partie.games.axisallies"), "order")


def _ship(record: Any, row: int) -> Text:
    """A transport with its number and cargo."""
    cargo: dict[int, int] = {}
    for slot in range(2):
        kind = int(record.cargo_kind[row, slot])
        if kind >= 0:
            cargo[kind] = cargo.get(kind, 0) + 1
    aboard = listed(cargo)
    return {
        language: f"{word} {row}" + (f" ({aboard[language]})" if aboard[language] else "")
        for language, word in (("en", "Transport"), ("fr", "Transport"))
    }


def path_of(record: Any, code: int) -> list[int]:
    """The spaces of an order: from, via, to."""
    kind, row = orders.kind_of(code), orders.row_of(code)
    if kind == LOAD:
        spaces = [orders.from_of(code), int(record.ship_zone[row])]
    elif kind in (SAIL, UNLOAD):
        spaces = [int(record.ship_zone[row]), orders.to_of(code)]
    elif kind in (RETREAT, WITHDRAW):
        spaces = [int(record.battle), orders.to_of(code)]
    else:
        spaces = [orders.from_of(code), orders.via_of(code), orders.to_of(code)]
    return [int(space) for space in spaces if space >= 0]


def sentence(record: Any, code: int) -> Text:
    """An order in words, given in this position."""
    kind, n, unit = orders.kind_of(code), int(orders.n_of(code)), int(orders.unit_of(code))
    dst, row = int(orders.to_of(code)), int(orders.row_of(code))
    path, names = path_of(record, code), board_of(record).space_names
    ship = _ship(record, row) if kind in (SAIL, LOAD, UNLOAD) else both("", "")
    words = {}
    for language, text in _SENTENCES[KIND_NAMES[int(kind)]].items():
        words[language] = text.format(
            units=counted(n, unit)[language],
            n=n,
            cost=n * int(price(record, unit)) if kind == BUY_UNITS else 0,
            path=" → ".join(names[space][language] for space in path),
            src=names[path[0]][language] if path else "",
            zone=names[int(record.ship_zone[row])][language],
            ship=ship[language],
            dst=names[dst][language] if dst >= 0 else "",
        )
    return words


def marks(record: Any, code: int, loaded: frozenset[int] = frozenset()) -> list[str]:
    """What is special about an order, as a list of keywords. `loaded`: transports that loaded units earlier
    in the plan.
    """
    kind, via, dst = int(orders.kind_of(code)), int(orders.via_of(code)), int(orders.to_of(code))
    found = []
    if kind == RAID_COMPLEX:
        return ["raid", *_ways(code)]
    if kind in (DROP, ROCKET):
        return ["paratroops" if kind == DROP else "rocket", *_ways(code)]
    if kind == UNLOAD:
        row = int(orders.row_of(code))
        if record.phase == COMBAT_MOVE and _foreign(record, dst):
            found.append("amphibious")
        if row in loaded and not record.ship_did[row] & MOVED:
            found.append("bridging")
        return found + _aim(record, dst, land=True)
    if kind == SAIL:
        return _aim(record, dst, land=False)
    if kind != MOVE_UNITS:
        return []
    unit = int(orders.unit_of(code))
    if via >= 0:
        blitz = unit == ARMOR and via < LANDS and _foreign(record, via) and record.phase == COMBAT_MOVE
        found += ["blitz", "via"] if blitz else ["via"]
    return found + _aim(record, dst, land=unit in LAND_KINDS) + _ways(code)


def _ways(code: int) -> list[str]:
    return {AROUND: ["around"], OVER_NEUTRALS: ["over_neutrals"]}.get(int(orders.way_of(code)), [])


def _foreign(record: Any, space: int) -> bool:
    """Whether a land space belongs to the other side."""
    owner = int(record.owner[space])
    return owner >= 0 and bool(side_of(record, owner) != side_of(record, record.power))


def _aim(record: Any, space: int, *, land: bool) -> list[str]:
    """Whether a combat move there is an attack, a capture or the violation of a neutral."""
    if record.phase != COMBAT_MOVE:
        return []
    if any(fighting(enemies(record, space, int(side_of(record, record.power))))):
        return ["attack"]
    if space >= LANDS or not land:
        return []
    if int(record.owner[space]) < 0:
        return ["neutral"]
    return ["capture"] if _foreign(record, space) else []


def space_ids(record: Any, spaces: list[int]) -> list[str]:
    return [board_of(record).space_ids[space] for space in spaces]


def unit_of(code: int) -> int | None:
    """The kind of unit of an order, if it has one."""
    kind = int(orders.kind_of(code))
    if kind == SAIL:
        return TRANSPORT
    about = (MOVE_UNITS, LOAD, UNLOAD, RAID_COMPLEX, DROP, PLACE_UNITS, BUY_UNITS, LOSE)
    return int(orders.unit_of(code)) if kind in about else None
