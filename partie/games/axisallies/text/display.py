"""A view of Axis & Allies as JSON for clients, and as text for terminals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from partie.core.game import State, View
from partie.core.parameters import Text, both
from partie.games.axisallies.rules.board import (
    ALL_BOARDS,
    DEGREE,
    LANDS,
    MOVE,
    NEIGHBOURS,
    POWER_IDS,
    POWERS,
    SPACES,
    TECH_IDS,
    Board,
    board_of,
)
from partie.games.axisallies.rules.casualties import (
    attackers,
    capacity,
    defenders,
)
from partie.games.axisallies.rules.combat import (
    may_retreat,
    retreat_space,
    sub_refuge,
)
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.economy import (
    can_produce,
    for_sale,
    output_left,
    price,
)
from partie.games.axisallies.rules.legality import scorched_space
from partie.games.axisallies.rules.state import (
    ATTACKER_SUBS,
    COMBAT,
    COMBAT_MOVE,
    DEFENDER_SUBS,
    FOUGHT,
    NONCOMBAT,
    OVER,
    PHASES,
    PLACE,
    PRESS,
    RETREATED,
    SEA_BATTLE,
    SHIPS,
    THROWERS,
    VICTORIES,
)
from partie.games.axisallies.rules.turn import (
    pending,
    raid_pending,
)
from partie.games.axisallies.rules.units import (
    FIGHTER,
    KINDS,
    UNIT_IDS,
)
from partie.games.axisallies.text.aloft import (
    Aloft,
    aloft,
)
from partie.games.axisallies.text.names import (
    SHORT,
    space_name,
)
from partie.games.axisallies.text.position import space_line
from partie.games.axisallies.text.shapes import Aloft as AloftShape
from partie.games.axisallies.text.shapes import (
    Army,
    Battle,
    BoardId,
    Dice,
    Forces,
    Pending,
    Phase,
    PowerCounts,
    Ship,
    Side,
    Tech,
    Unit,
    Victory,
    WarView,
)

SIDES: tuple[Side, ...] = ("allies", "axis")
SIDE_TITLES: tuple[Text, Text] = (
    both("The Allies", "Les Alliés"),
    both("The Axis powers", "Les puissances de l’Axe"),
)
_OF_POWERS: tuple[Text, ...] = (
    both("the U.S.S.R.", "de l’URSS"),
    both("Germany", "de l’Allemagne"),
    both("the United Kingdom", "du Royaume-Uni"),
    both("Japan", "du Japon"),
    both("the United States", "des États-Unis"),
)
_INNER_SIDES: tuple[Text, Text] = (
    both("the Allies", "les Alliés"),
    both("the Axis powers", "les puissances de l’Axe"),
)


def _counts(row: Any) -> Army:
    return cast(Army, {UNIT_IDS[kind]: int(row[kind]) for kind in range(KINDS) if row[kind] > 0})


@cache
def _strengths(board: int) -> list[list[int]]:
    """Attack, defence and range by kind on a board."""
    values = ALL_BOARDS[board]
    return [[int(values.attack[k]), int(values.defence[k]), int(MOVE[k])] for k in range(KINDS)]


def display(view: View) -> WarView:
    record = view.record
    board = board_of(record)
    return {
        "board": cast(BoardId, board.id),
        "round": int(record.round_number),
        "power": int(record.power),
        "phase": cast(Phase, PHASES[int(record.phase)]),
        "deciding": None if view.over else view.to_move,
        "cash": [int(cash) for cash in record.cash[: board.powers]],
        "production": [int(production(record, power)) for power in range(board.powers)],
        "techs": [_techs(record, power) for power in range(board.powers)],
        "owners": {board.space_ids[land]: _power(record.owner[land]) for land in board.lands},
        "units": _units(record),
        "movable": _movable(record),
        "aloft": [_aloft(record, one) for one in aloft(record)],
        "ships": [_ship(record, row) for row in range(SHIPS) if record.ship_zone[row] >= 0],
        "prices": [int(price(record, kind)) for kind in range(KINDS)],
        "strengths": _strengths(int(record.board)),
        "sold": [cast(Unit, name) for kind, name in enumerate(UNIT_IDS) if for_sale(record, kind)],
        "bought": _counts(record.bought[record.power]),
        "placeable": _placeable(record),
        "pending": _pending(record),
        "battle": _battle(record),
        "dice": _dice(record),
        "scorch": board_of(record).space_ids[scorched_space(record)] if scorched_space(record) >= 0 else None,
        "history": _history(record),
        "sides": [cast(Side, SIDES[side]) for side in board.side[: board.powers]],
        "capitals": [board.space_ids[space] for space in board.capital[: board.powers]],
        "victory": _victory(record),
    }  # fmt: skip


def _techs(record: Any, power: int) -> list[Tech]:
    return [cast(Tech, name) for tech, name in enumerate(TECH_IDS) if record.techs[power] >> tech & 1]


def _power(power: Any) -> int | None:
    return int(power) if power >= 0 else None


def _units(record: Any) -> dict[str, Forces]:
    found: dict[str, Forces] = {}
    board = board_of(record)
    for space, there in enumerate(record.units.tolist()):
        stacks = {
            board.power_ids[power]: _counts(counts) for power, counts in enumerate(there) if any(counts)
        }
        if stacks:
            found[board.space_ids[space]] = cast(Forces, stacks)
    return found


def _movable(record: Any) -> dict[str, Army]:
    """Units of the power to play that may still move, by space."""
    if record.phase not in (COMBAT_MOVE, NONCOMBAT):
        return {}
    found, ids = {}, board_of(record).space_ids
    fighting = record.phase == COMBAT_MOVE
    for space, (fresh, air) in enumerate(zip(record.fresh.tolist(), record.flown.tolist(), strict=True)):
        able = fresh.copy()
        for kind, flown in enumerate(air):
            able[FIGHTER + kind] = flown[0] if fighting else sum(flown)
        counts = _counts(able)
        if counts:
            found[ids[space]] = counts
    return found


def _aloft(record: Any, one: Aloft) -> AloftShape:
    return {
        "space": board_of(record).space_ids[one.space],
        "kind": cast(Unit, UNIT_IDS[one.kind]),
        "count": one.number,
        "goals": [board_of(record).space_ids[goal] for goal in one.goals],
    }


def _ship(record: Any, row: int) -> Ship:
    done = int(record.ship_did[row])
    return {
        "row": row,
        "owner": int(record.ship_owner[row]),
        "zone": board_of(record).space_ids[record.ship_zone[row]],
        "cargo": [
            {
                "power": int(record.cargo_power[row, slot]),
                "kind": UNIT_IDS[record.cargo_kind[row, slot]],
                "landing": board_of(record).space_ids[record.landing[row, slot]]
                if record.landing[row, slot] >= 0
                else None,
            }
            for slot in range(2)
            if record.cargo_kind[row, slot] >= 0
        ],
        "left": int(record.left[row]),
        "can_unload": not done & RETREATED and bool(record.beach[row] < 0 or record.phase == COMBAT_MOVE),
        "fought": bool(done & FOUGHT),
    }


def _placeable(record: Any) -> dict[str, int | None]:
    """The spaces where the power to play can place units, and how many each complex may still make; None: any
    number.
    """
    if record.phase != PLACE:
        return {}
    found: dict[str, int | None] = {}
    for space in range(LANDS):
        if can_produce(record, space):
            left = int(output_left(record, space))
            found[board_of(record).space_ids[space]] = left if left < 500 else None
    return found


def _pending(record: Any) -> list[Pending]:
    if record.phase not in (COMBAT_MOVE, COMBAT):
        return []
    found: list[Pending] = []
    for space in range(SPACES):
        if raid_pending(record, space):
            found.append({"space": board_of(record).space_ids[space], "kind": "raid"})
        elif pending(record, space) and record.battle != space:
            found.append(
                {"space": board_of(record).space_ids[space], "kind": "sea" if space >= LANDS else "land"}
            )
    return found


def _battle(record: Any) -> Battle | None:
    if record.battle < 0:
        return None
    space = int(record.battle)
    board = board_of(record)
    enemies = [power for power in range(board.powers) if board.side[power] != board.side[record.power]]
    around = [int(n) for n in NEIGHBOURS[record.graph, space, : DEGREE[record.graph, space]]]
    pressing = bool(record.stage == PRESS and record.hits <= 0)
    diving = record.stage in (ATTACKER_SUBS, DEFENDER_SUBS) and record.hits <= 0
    attacking = [attackers(record, kind) for kind in range(KINDS)]
    choices = {
        power: [capacity(record, power, kind) for kind in range(KINDS)]
        for power in range(board.powers)
        if record.hits > 0
    }
    return {
        "space": board_of(record).space_ids[space],
        "kind": "sea" if record.battle_kind == SEA_BATTLE else "land",
        "round": int(record.battle_round),
        "amphibious": bool(record.amphibious),
        "bombarding": int(record.bombarding),
        "attackers": cast(Forces, {board_of(record).power_ids[record.power]: _counts(attacking)}),
        "defenders": _forces(record, {power: [defenders(record, power, kind) for kind in range(KINDS)] for power in enemies}),
        "doomed": _forces(record, dict(enumerate(record.doomed))),
        "hurt": _numbers(record, record.hurt),
        "submerged": _numbers(record, record.submerged),
        "hits": max(int(record.hits), 0),
        "choices": _forces(record, choices),
        "may_retreat": pressing and bool(may_retreat(record)),
        "may_retreat_to": [board_of(record).space_ids[n] for n in around if pressing and not record.amphibious and retreat_space(record, n)],
        "may_withdraw_to": [board_of(record).space_ids[n] for n in around if diving and sub_refuge(record, int(record.asked), n)],
    }  # fmt: skip


def _forces(record: Any, rows: Mapping[Any, Any]) -> Forces:
    """Armies by power, without empty ones."""
    return cast(
        Forces,
        {board_of(record).power_ids[power]: army for power, row in rows.items() if (army := _counts(row))},
    )


def _numbers(record: Any, row: Any) -> PowerCounts:
    return cast(
        PowerCounts,
        {board_of(record).power_ids[power]: int(row[power]) for power in range(POWERS) if row[power]},
    )


def _dice(record: Any) -> Dice | None:
    """The last dice thrown: who threw them, and the faces in each column."""
    if not record.threw:
        return None
    by = THROWERS[record.threw]
    answered = _columns(record.struck) if by == "defenders" else {}
    return cast(Dice, {"by": by, "columns": _columns(record.dice), "attackers": answered or None})


def _columns(dice: Any) -> dict[str, list[int]]:
    return {
        str(column): [face for face in range(1, 7) for _ in range(int(dice[column, face]))]
        for column in range(7)
        if dice[column].any()
    }


def _history(record: Any) -> list[list[int]]:
    """Production of every power at the start and after each round that is over."""
    last = int(record.round_number) + (
        1 if record.phase == OVER and record.history[record.round_number].any() else 0
    )
    return [[int(value) for value in row[: board_of(record).powers]] for row in record.history[:last]]


def _victory(record: Any) -> Victory | None:
    if record.phase != OVER:
        return None
    side = SIDES[record.winner] if record.winner >= 0 else None
    return cast(Victory, {"side": side, "how": VICTORIES[record.victory]})


def outcome(state: State) -> tuple[str, dict[str, Any]] | None:
    """The result of the game, as a phrase."""
    if not state.over:
        return None
    record, board = state.record, board_of(state.record)
    totals = Counter[str]()
    for power in range(board.powers):
        totals[SIDES[board.side[power]]] += int(production(record, power))
    how = VICTORIES[record.victory]
    if record.winner < 0:
        return f"axisallies.{how}", {**totals, **_at_start(board)}
    side = int(record.winner)
    return f"axisallies.{how}", {"side": SIDE_TITLES[side], "production": totals[SIDES[side]]}


def _at_start(board: Board) -> dict[str, int]:
    """The production of each side at the start of the war."""
    owned = [land for land in board.lands if board.owner[land] >= 0]
    return {
        f"{side}_start": int(
            sum(board.ipc[land] for land in owned if board.side[board.owner[land]] == number)
        )
        for number, side in enumerate(SIDES)
    }


def resignation(state: State, seat: int) -> tuple[str, dict[str, Any]]:
    """The surrender of a power and its side, as a phrase."""
    board = board_of(state.record)
    power = _OF_POWERS[POWER_IDS.index(board.power_ids[seat])]
    return "axisallies.surrender", {"power": power, "side": _INNER_SIDES[int(board.side[seat])]}


def final(before: State, after: State, seat: int) -> bool:
    """Whether a move cannot be taken back: dice were thrown, or a phase ended."""
    one, other = before.record, after.record
    return bool(one.thrown != other.thrown or one.phase != other.phase or one.power != other.power)


def draw(view: View) -> str:
    """The position for a terminal: the turn, money, and the spaces relevant to the phase. In movement these
    are the spaces with units of the power to play, and their occupied neighbours.
    """
    record = view.record
    lines = [
        f"Round {record.round_number}, {board_of(record).power_names[record.power]['en']}: {PHASES[record.phase]}"
    ]
    for power in range(board_of(record).powers):
        mark = "   <- decides" if not view.over and view.to_move == power else ""
        techs = ", ".join(name for tech, name in enumerate(TECH_IDS) if record.techs[power] >> tech & 1)
        lines.append(
            f"  {board_of(record).power_names[power]['en']}: {record.cash[power]} IPC, production {production(record, power)}"
            f"{f' ({techs})' if techs else ''}{mark}"
        )
    lines += [f"  {line}" for space in _concerned(record) if (line := space_line(record, space))]
    waiting = ", ".join(f"{n} {name}" for name, n in _counts(record.bought[record.power]).items())
    if waiting:
        lines.append(f"bought: {waiting}")
    battle = _battle(record)
    if battle is not None:
        lines.append(f"battle in {space_name(record, record.battle)}, round {battle['round']}")
        lines += _force_lines("attackers", battle["attackers"])
        lines += _force_lines("defenders", battle["defenders"])
        if battle["hits"]:
            lines.append(f"  {battle['hits']} hits to take")
    return "\n".join(lines)


def _force_lines(role: str, forces: Forces) -> list[str]:
    armies = cast(dict[str, dict[str, int]], forces)
    return [
        f"  {role}: {power} {', '.join(f'{n} {SHORT[UNIT_IDS.index(unit)]}' for unit, n in army.items())}"
        for power, army in armies.items()
    ]


def _concerned(record: Any) -> list[int]:
    """The spaces relevant to this phase."""
    if record.phase == OVER:
        return list(board_of(record).spaces)
    if record.phase == COMBAT:
        return [space for space in range(SPACES) if pending(record, space)]
    if record.phase not in (COMBAT_MOVE, NONCOMBAT):
        return []
    own = [space for space in range(SPACES) if record.units[space, record.power].any()]
    around = {int(n) for s in own for n in NEIGHBOURS[record.graph, s, : DEGREE[record.graph, s]]}
    return sorted({*own, *around})
