"""A position as editable text: first the board and the turn, then, only in the middle of a turn, what has
been done in it so far.

    round: 1
    turn: germany, combat_move
    cash: ussr 24, germany 0, uk 30, japan 25, usa 36
    techs: germany jet_power
    Germany: germany; germany 4 inf, 2 arm, 1 ftr, 1 bom, 1 aa, 1 factory
    Baltic Sea: germany 1 tra, 1 sub
    transport 4: uk, North Sea and British waters; uk inf, uk inf

Land spaces that are not mentioned have the owner of the set-up and are empty. Without further lines, every
unit may still move this turn. Lines that begin with `~` have the other fields of the state.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from partie.core.errors import BadPosition, PartieError
from partie.games.axisallies.rules.board import (
    LANDS,
    MOVE,
    NOBODY,
    POWERS,
    ROOM,
    ROOM_TAKEN,
    SPACES,
    TECH_IDS,
    board_of,
)
from partie.games.axisallies.rules.combat import close_battle
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.state import (
    BUY,
    COMBAT,
    LAST_ROUND,
    OVER,
    PHASES,
    PRESS,
    RESEARCH,
    SHIPS,
    THROWERS,
    VICTORIES,
    State,
)
from partie.games.axisallies.rules.transports import (
    clear_ship,
    new_ship,
    tidy,
)
from partie.games.axisallies.rules.turn import begin_turn
from partie.games.axisallies.rules.units import (
    BOMBER,
    FACTORY,
    FIGHTER,
    SEA_KINDS,
    TRANSPORT,
)
from partie.games.axisallies.text.names import (
    SHORT,
    read_power,
    read_space,
    read_tech,
    read_unit,
    space_name,
)

MOST = 999
"""The largest number of units of one kind in one space."""
_PLAIN = {"owner", "units", "cash", "techs", "power", "phase", "round_number", "ship_owner", "ship_zone", "cargo_kind", "cargo_power", "graph", "options", "winner", "victory"}  # fmt: skip
_REST = tuple(name for name in (State.names or ()) if name not in _PLAIN)
_LIMITS = {
    "began": (-1, POWERS - 1),
    "built": (0, 2),
    "landing": (-1, LANDS - 1),
    "beach": (-1, LANDS - 1),
    "left": (0, int(MOVE[TRANSPORT])),
    "ship_did": (0, 15),
    "site": (0, 2),
    "scorch": (0, POWERS),
    "battle_kind": (0, 3),
    "stage": (0, PRESS),
    "volley": (0, 12),
    "target": (0, 2),
    "victim": (0, 1),
    "threw": (0, len(THROWERS) - 1),
}
"""The ranges of fields that compiled code uses as indices or codes without checking."""


def _limits(name: str) -> tuple[int, int]:
    """The lowest and the highest number a field of the turn may hold."""
    info = np.iinfo(State[name].base)
    return _LIMITS.get(name, (int(info.min), int(min(info.max, 999999))))


def position_text(state: Any) -> str:
    """The whole position; `read_position` reads it back."""
    lines = [
        f"round: {state.round_number}",
        f"turn: {board_of(state).power_ids[state.power]}, {PHASES[state.phase]}{_end_words(state)}",
        "cash: "
        + ", ".join(f"{name} {state.cash[power]}" for power, name in enumerate(board_of(state).power_ids)),
    ]
    techs = [
        f"{name} {TECH_IDS[tech]}"
        for power, name in enumerate(board_of(state).power_ids)
        for tech in range(len(TECH_IDS))
        if state.techs[power] >> tech & 1
    ]
    if techs:
        lines.append("techs: " + ", ".join(techs))
    units, owners = state.units.tolist(), state.owner.tolist()
    lines += [
        line
        for space in board_of(state).spaces
        if (line := _space_line(state, space, units[space], owners[space]))
    ]
    lines += [_ship_line(state, row) for row in range(SHIPS) if state.ship_zone[row] >= 0]
    return "\n".join([*lines, *_rest_lines(state)])


def _end_words(state: Any) -> str:
    if state.phase != OVER:
        return ""
    side = ("allies", "axis")[state.winner] if state.winner >= 0 else "nobody"
    return f", {side} by {VICTORIES[state.victory]}"


def space_line(state: Any, space: int) -> str:
    """The line of a space, empty if it is as usual."""
    return _space_line(state, space, state.units[space].tolist(), int(state.owner[space]))


def _space_line(state: Any, space: int, units: list[list[int]], owner: int) -> str:
    """The line of a space with these units by power and kind."""
    forces, board = [], board_of(state)
    for power, counts in enumerate(units):
        if any(counts):
            stack = [f"{n} {SHORT[kind]}" for kind, n in enumerate(counts) if n]
            forces.append(f"{board.power_ids[power]} {', '.join(stack)}")
    if space < LANDS and (forces or owner != board.owner[space] or board.setup[space].any()):
        forces.insert(0, board.power_ids[owner] if owner >= 0 else "neutral")
    return f"{space_name(state, space)}: {'; '.join(forces)}" if forces else ""


def _ship_line(state: Any, row: int) -> str:
    cargo = [
        f"{board_of(state).power_ids[state.cargo_power[row, slot]]} {SHORT[state.cargo_kind[row, slot]]}"
        for slot in range(2)
        if state.cargo_kind[row, slot] >= 0
    ]
    where = (
        f"{board_of(state).power_ids[state.ship_owner[row]]}, {space_name(state, int(state.ship_zone[row]))}"
    )
    return f"transport {row}: {where}" + (f"; {', '.join(cargo)}" if cargo else "")


def _fresh_copy(state: Any) -> Any:
    """The same position at the beginning of its turn, to compare with."""
    other = np.frombuffer(bytearray(state.tobytes()), State).view(np.recarray)[0]
    _reset_turn(other)
    return other


def _reset_turn(state: Any) -> None:
    """Set all fields of the turn as if it had just begun in this phase."""
    phase, over = int(state.phase), int(state.phase) == OVER
    state.built[:] = 0
    for space in range(LANDS):
        owner = int(state.owner[space])
        if (
            owner >= 0
            and state.units[space, owner, FACTORY]
            and not board_of(state).setup[space, :, FACTORY].any()
        ):
            state.built[space] = 1
    state.new_complexes = int(state.built.sum())
    state.bought[:] = 0
    begin_turn(state, int(state.power))
    close_battle(state)
    state.phase = phase
    state.dice[:] = 0
    state.struck[:] = 0
    state.threw = 0
    state.thrown = 0
    state.history[:] = 0
    _start_history(state)
    if over:
        state.deciding = state.power


def _start_history(state: Any) -> None:
    """Fill in the history: production at the start, and the present one for the rounds already played."""
    board = board_of(state)
    for power in range(POWERS):
        state.history[0, power] = int(board.ipc[power == board.owner].sum())
        for number in range(1, int(state.round_number)):
            state.history[number, power] = production(state, power)
        if state.phase == OVER:
            state.history[state.round_number, power] = production(state, power)


def _rest_lines(state: Any) -> list[str]:
    """Lines for the fields that differ from the beginning of the turn, with the indices that differ."""
    usual = _fresh_copy(state)
    lines = []
    for name in _REST:
        now, before = np.asarray(state[name]), np.asarray(usual[name])
        if np.array_equal(now, before):
            continue
        if now.shape == ():
            lines.append(f"~{name}: {int(now)}")
            continue
        places = np.argwhere(now != before)
        words = [f"{_place_text(state, now.shape, place)}={int(now[tuple(place)])}" for place in places]
        lines.append(f"~{name}: " + "; ".join(words))
    return lines


def _place_text(state: Any, shape: tuple[int, ...], place: Any) -> str:
    first = space_name(state, int(place[0])) if shape[0] == SPACES else str(int(place[0]))
    return "/".join([first, *(str(int(index)) for index in place[1:])])


class _Reader:
    """Reads the lines of a position; its errors name the line."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.number = 0
        self.ships: set[int] = set()
        self.rest: list[tuple[int, str, str]] = []

    def wrong(self, en: str, fr: str) -> BadPosition:
        sentence = {"en": f"Line {self.number}: {en}", "fr": f"Ligne {self.number} : {fr}"}
        return BadPosition(sentence["en"], line=self.number, sentence=sentence)

    def attempt(self, read: Callable[[], Any]) -> Any:
        """Call `read` and turn its errors into errors about the line."""
        try:
            return read()
        except PartieError as error:
            if "line" in error.data:
                raise
            sentence = error.data.get("sentence", {"en": str(error), "fr": str(error)})
            raise self.wrong(**sentence) from None

    def line(self, line: str) -> None:
        label, colon, value = line.partition(":")
        if not colon:
            raise self.wrong(
                f"{line!r} should look like 'Germany: germany; germany 4 inf' or 'cash: ussr 24'.",
                f"« {line} » devrait ressembler à « Germany: germany; germany 4 inf » ou à « cash: ussr 24 ».",
            )
        label, value = label.strip(), value.strip()
        ship = re.fullmatch(r"transport (\d+)", label, re.IGNORECASE)
        if label.startswith("~"):
            self.rest.append((self.number, label[1:], value))
        elif ship:
            self.ship(int(ship.group(1)), value)
        elif label.lower() in ("round", "turn", "cash", "techs"):
            getattr(self, f"read_{label.lower()}")(value)
        else:
            self.space(self.attempt(lambda: read_space(self.state, label)), value)

    def whole(self, text: str, low: int, high: int, what: str, quoi: str) -> int:
        if not re.fullmatch(r"-?\d{1,6}", text) or not low <= int(text) <= high:
            raise self.wrong(
                f"{what} should be a number from {low} to {high}, not {text!r}.",
                f"{quoi} : un nombre de {low} à {high}, pas « {text} ».",
            )
        return int(text)

    def read_round(self, value: str) -> None:
        self.state.round_number = self.whole(value, 1, LAST_ROUND, "the round", "le tour")

    def read_turn(self, value: str) -> None:
        words = [word.strip() for word in value.split(",")]
        if len(words) < 2 or words[1] not in PHASES:
            raise self.wrong(
                f"write a power and a phase, such as 'germany, buy'; phases are {', '.join(PHASES)}.",
                f"écrivez une puissance et une phase, comme « germany, buy » ; les phases sont {', '.join(PHASES)}.",
            )
        self.state.power = self.attempt(lambda: read_power(self.state, words[0], BadPosition))
        self.state.phase = PHASES.index(words[1])
        if self.state.phase == OVER:
            self.end(words[2] if len(words) > 2 else "")

    def end(self, text: str) -> None:
        match = re.fullmatch(r"(allies|axis|nobody) by (capitals|economy|rounds)", text)
        if not match or (match.group(1) == "nobody") != (match.group(2) == "rounds"):
            raise self.wrong(
                "write the winner: 'allies by capitals', 'axis by economy' or 'nobody by rounds'.",
                "écrivez le vainqueur : « allies by capitals », « axis by economy » ou « nobody by rounds ».",
            )
        self.state.winner = {"allies": 0, "axis": 1, "nobody": -1}[match.group(1)]
        self.state.victory = VICTORIES.index(match.group(2))

    def read_cash(self, value: str) -> None:
        for word in value.split(","):
            name, _, amount = word.strip().rpartition(" ")
            power = self.attempt(lambda name=name: read_power(self.state, name, BadPosition))  # type: ignore[misc]
            self.state.cash[power] = self.whole(amount, 0, 9999, "cash", "l’argent")

    def read_techs(self, value: str) -> None:
        for word in filter(None, (piece.strip() for piece in value.split(","))):
            name, _, tech = word.partition(" ")
            power = self.attempt(lambda name=name: read_power(self.state, name, BadPosition))  # type: ignore[misc]
            number = self.attempt(lambda tech=tech: read_tech(tech, BadPosition))  # type: ignore[misc]
            self.state.techs[power] |= 1 << number

    def space(self, space: int, value: str) -> None:
        parts = [part.strip() for part in value.split(";")]
        if space < LANDS:
            owner = parts.pop(0)
            if owner.lower() == "neutral":
                self.state.owner[space] = NOBODY
            else:
                self.state.owner[space] = self.attempt(lambda: read_power(self.state, owner, BadPosition))
        self.state.units[space] = 0
        for part in filter(None, parts):
            self.force(space, part)

    def force(self, space: int, text: str) -> None:
        match = re.fullmatch(r"(\D+?) +(\d.*)", text)
        if not match:
            raise self.wrong(
                f"{text!r} should be a power and its units, such as 'germany 4 inf, 2 arm'.",
                f"« {text} » devrait être une puissance et ses unités, comme « germany 4 inf, 2 arm ».",
            )
        power = self.attempt(lambda: read_power(self.state, match.group(1), BadPosition))
        for word in match.group(2).split(","):
            count, _, unit = word.strip().partition(" ")
            kind = self.attempt(lambda unit=unit: read_unit(unit))  # type: ignore[misc]
            if (kind in SEA_KINDS) != (space >= LANDS) and kind not in (FIGHTER, BOMBER):
                raise self.wrong(
                    f"{SHORT[kind]} cannot stand in {space_name(self.state, space)}.",
                    f"{SHORT[kind]} ne peut pas se trouver ici : {board_of(self.state).space_names[space]['fr']}.",
                )
            high = 1 if kind == FACTORY else MOST
            self.state.units[space, power, kind] = self.whole(
                count, 0, high, f"the number of {SHORT[kind]}", f"le nombre de {SHORT[kind]}"
            )

    def ship(self, row: int, value: str) -> None:
        if row >= SHIPS or row in self.ships:
            raise self.wrong(
                f"transports have numbers below {SHIPS}, each once; {row} will not do.",
                f"les transports portent des numéros inférieurs à {SHIPS}, chacun une fois ; {row} ne convient pas.",
            )
        self.ships.add(row)
        where, _, cargo = value.partition(";")
        owner, _, zone = where.partition(",")
        state = self.state
        clear_ship(state, row)
        state.ship_owner[row] = self.attempt(lambda: read_power(self.state, owner, BadPosition))
        state.ship_zone[row] = self.attempt(lambda: read_space(self.state, zone))
        if state.ship_zone[row] < LANDS:
            raise self.wrong("a transport is in a sea zone.", "un transport est dans une zone maritime.")
        room = ROOM
        for slot, word in enumerate(filter(None, (piece.strip() for piece in cargo.split(",")))):
            name, _, unit = word.rpartition(" ")
            kind = self.attempt(lambda unit=unit: read_unit(unit))  # type: ignore[misc]
            room -= int(ROOM_TAKEN[kind]) or 9
            if room < 0:
                raise self.wrong(
                    "a transport carries two infantry, or one armor, or one AA gun.",
                    "un transport porte deux infanteries, ou un blindé, ou une DCA.",
                )
            state.cargo_kind[row, slot] = kind
            state.cargo_power[row, slot] = self.attempt(
                lambda name=name: read_power(self.state, name, BadPosition)  # type: ignore[misc]
            )
        tidy(state, row)

    def details(self) -> None:
        """Read the lines about the turn, after all others."""
        for number, name, value in self.rest:
            self.number = number
            if name not in _REST:
                raise self.wrong(f"there is no field {name!r}.", f"il n’y a pas de champ « {name} ».")
            shape = np.asarray(self.state[name]).shape
            low, high = _limits(name)
            if shape == ():
                self.state[name] = self.whole(value, low, high, name, name)
                continue
            for word in value.split(";"):
                place, _, amount = word.partition("=")
                index = self.place(shape, place.strip())
                self.state[name][index] = self.whole(amount.strip(), low, high, name, name)

    def place(self, shape: tuple[int, ...], text: str) -> tuple[int, ...]:
        words = text.rsplit("/", len(shape) - 1)
        if len(words) != len(shape):
            raise self.wrong(
                f"{text!r} should have {len(shape)} parts.",
                f"« {text} » devrait avoir {len(shape)} parties.",
            )
        first = words[0]
        numbers = [
            self.attempt(lambda: read_space(self.state, first))
            if shape[0] == SPACES
            else self.whole(first, 0, shape[0] - 1, "an index", "un indice")
        ]
        numbers += [
            self.whole(word, 0, size - 1, "an index", "un indice")
            for word, size in zip(words[1:], shape[1:], strict=True)
        ]
        return tuple(numbers)


def read_position(state: Any, text: str) -> None:
    """Fill a newly started state from text; raises `BadPosition` with the line that is wrong."""
    state.units[:] = 0
    state.cash[:] = 0
    state.techs[:] = 0
    state.bought[:] = 0
    state.winner, state.victory = -1, 0
    state.power, state.phase, state.round_number = 0, RESEARCH, 1
    state.ship_owner[:] = -1
    state.ship_zone[:] = -1
    for row in range(SHIPS):
        clear_ship(state, row)
    for space in range(SPACES):
        state.owner[space] = board_of(state).owner[space]
    reader = _Reader(state)
    lines = text.splitlines()
    if not any(line.strip() for line in lines):
        raise _impossible(
            "The position is empty: it begins with 'round: 1' and 'turn: ussr, buy'.",
            "La position est vide : elle commence par « round: 1 » et « turn: ussr, buy ».",
        )
    for number, line in enumerate(lines, 1):
        reader.number = number
        if line.strip() and not line.lstrip().startswith("#"):
            reader.line(line.strip())
    _add_ships(state)
    _reset_turn(state)
    reader.details()
    _check(state)


def _impossible(en: str, fr: str, space: str = "") -> BadPosition:
    """An error about the position as a whole, or one of its spaces."""
    sentence = {"en": en, "fr": fr}
    return BadPosition(en, sentence=sentence, **({"space": space} if space else {}))


def _add_ships(state: Any) -> None:
    """Add empty transports for those counted but not listed; refuse those listed but not counted."""
    ships = Counter(zip(state.ship_zone.tolist(), state.ship_owner.tolist(), strict=True))
    for zone in range(LANDS, SPACES):
        for power in range(POWERS):
            listed = ships[zone, power]
            missing = int(state.units[zone, power, TRANSPORT]) - listed
            if missing < 0:
                raise _impossible(
                    f"{space_name(state, zone)} has {listed} transports of {board_of(state).power_ids[power]} in the list, but its line counts {listed + missing}.",
                    f"{board_of(state).space_names[zone]['fr']} : {listed} transports de {board_of(state).power_ids[power]} dans la liste, mais la ligne en compte {listed + missing}.",
                    board_of(state).space_ids[zone],
                )
            for _ in range(missing):
                if new_ship(state, power, zone) < 0:
                    raise _impossible(
                        f"There can be no more than {SHIPS} transports.",
                        f"Il ne peut y avoir plus de {SHIPS} transports.",
                        board_of(state).space_ids[zone],
                    )


def check_peace(state: Any) -> None:
    """Refuse units on neutral or enemy land before any unit has moved."""
    board = board_of(state)
    for space in range(LANDS):
        owner = int(state.owner[space])
        for power in range(POWERS):
            if state.units[space, power].any() and (owner < 0 or board.side[owner] != board.side[power]):
                name, who = board.space_names[space], board.power_names[power]
                raise _impossible(
                    f"{name['en']}: there are units of {who['en']}, but their side does not control the space. Change its owner or remove the units.",
                    f"{name['fr']} : des unités y sont ({who['fr']}), mais leur camp ne contrôle pas l’espace. Changez le propriétaire ou retirez ces unités.",
                    board_of(state).space_ids[space],
                )


def _check(state: Any) -> None:
    """Refuse impossible positions: complexes of another power than the owner, enemies in one land space
    outside a battle, a battle in no space.
    """
    for space in range(LANDS):
        owner = int(state.owner[space])
        for power in range(POWERS):
            if state.units[space, power, FACTORY] and power != owner:
                raise _impossible(
                    f"The complex in {space_name(state, space)} must belong to the power that controls the space.",
                    f"{board_of(state).space_names[space]['fr']} : le complexe doit appartenir à la puissance qui contrôle l’espace.",
                    board_of(state).space_ids[space],
                )
    if state.phase in (RESEARCH, BUY):
        check_peace(state)
    if (state.units < 0).any() or (state.fresh < 0).any() or (state.flown < 0).any():
        raise _impossible("Numbers of units cannot be negative.", "Un nombre d’unités ne peut être négatif.")
    for space in range(SPACES):
        flown, there = state.flown[space].sum(axis=1), state.units[space, state.power, FIGHTER : BOMBER + 1]
        if (flown > there).any() or (state.fresh[space] > state.units[space, state.power]).any():
            raise _impossible(
                f"In {space_name(state, space)} more units can move than there are.",
                f"{board_of(state).space_names[space]['fr']} : plus d’unités pourraient bouger qu’il n’y en a.",
                board_of(state).space_ids[space],
            )
    if not -1 <= state.battle < SPACES or (state.battle >= 0 and state.phase != COMBAT):
        raise _impossible(
            "A battle is fought in a space, in the combat phase.",
            "Un combat se livre dans un espace, pendant la phase de combat.",
        )
    if not 0 <= state.deciding < POWERS or not -1 <= state.asked < POWERS:
        raise _impossible(
            "The power that decides has a number from 0 to 4.",
            "La puissance qui décide porte un numéro de 0 à 4.",
        )
