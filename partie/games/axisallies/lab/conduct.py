"""How a program conducts a war against itself: capitals left open, aircraft parked where they can be attacked
at a profit, idle transports, units that stay aboard or overseas, capitals that fall unexpectedly.

`partie conduct general --games 4`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from partie.core.agent import Budget, Decision
from partie.core.match import Match
from partie.core.registry import build_agent, game
from partie.games.axisallies.lab.wars import Witness
from partie.games.axisallies.players.general import threats, values
from partie.games.axisallies.players.general.agent import War
from partie.games.axisallies.players.general.doctrine import DEFAULTS
from partie.games.axisallies.rules.board import CAPITAL, LANDS, POWERS, SIDE, SPACE_NAMES, SPACES
from partie.games.axisallies.rules.flight import flight_range
from partie.games.axisallies.rules.orders import (
    END,
    LOAD,
    PLACE_UNITS,
    SAIL,
    UNLOAD,
    kind_of,
    n_of,
    row_of,
    to_of,
    unit_of,
)
from partie.games.axisallies.rules.state import NONCOMBAT, SHIPS
from partie.games.axisallies.rules.units import ARMOR, BOMBER, FIGHTER, INFANTRY, KINDS, MARINE
from partie.shell import show_table

WALKING = (INFANTRY, ARMOR, MARINE)
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ACCEPTED = 0.1
"""The chance to lose a capital above which it counts as open."""
PROFIT = 3.0
"""What an attack on a space must bring the enemy, in IPC, for aircraft there to count as exposed."""
COLUMNS = (
    "turns",
    "turns that leave the capital open",
    "the same though it could have been held, by all who were in reach and all that could be paid",
    "turns with aircraft that can be attacked at a profit",
    "transports that stood still for three turns",
    "the same without a stated reason",
    "units that stayed aboard for two turns",
    "land units that stand overseas",
    "new land units in a theatre of war within four turns",
    "capitals lost, of these with less than 5 in 100 expected",
)
IDLE = 3
"""Turns after which a transport that has not moved is idle."""
ABOARD = 2
"""Turns after which a unit has been aboard for too long."""
PROMPT = 4
"""Turns within which a new unit should be at the front."""
UNEXPECTED = 0.05
"""The chance to lose a capital below which its fall was not foreseen."""


@dataclass
class Conduct:
    """Counts over some wars, by power."""

    turns: Counter[int] = field(default_factory=Counter)
    open_capitals: Counter[int] = field(default_factory=Counter)
    avoidable: Counter[int] = field(default_factory=Counter)
    exposed_aircraft: Counter[int] = field(default_factory=Counter)
    idle_transports: Counter[int] = field(default_factory=Counter)
    unexplained_transports: Counter[int] = field(default_factory=Counter)
    transports: Counter[int] = field(default_factory=Counter)
    long_aboard: Counter[int] = field(default_factory=Counter)
    aboard: Counter[int] = field(default_factory=Counter)
    overseas: Counter[int] = field(default_factory=Counter)
    land_units: Counter[int] = field(default_factory=Counter)
    prompt: Counter[int] = field(default_factory=Counter)
    late: Counter[int] = field(default_factory=Counter)
    capitals_lost: Counter[int] = field(default_factory=Counter)
    unforeseen: Counter[int] = field(default_factory=Counter)

    def counts(self) -> dict[str, list[int]]:
        """All counts by name, one for every power."""
        return {name: [vars(self)[name][power] for power in range(POWERS)] for name in vars(self)}

    @classmethod
    def of(cls, counts: list[dict[str, list[int]]]) -> Conduct:
        """The sum of such counts."""
        found = cls()
        for war in counts:
            for name in vars(found):
                vars(found)[name].update(dict(enumerate(war[name])))
        return found


class Observer:
    """Watches a war and counts."""

    def __init__(self, found: Conduct) -> None:
        self._found = found
        self._waits: dict[int, tuple[int, bytes, int]] = {}
        self._aboard: dict[tuple[int, int], tuple[int, int]] = {}
        self._placed: list[tuple[int, int]] = []
        self._rear: dict[int, list[list[int]]] = {}
        self._danger: dict[int, float] = {}
        self._possible: Floats = np.zeros(KINDS)
        self._said = ""
        self._worked: set[int] = set()

    def order(self, phase: int, decision: Decision) -> None:
        """Note units that are placed, transports at work, and what is said when the movement after combat
        ends."""
        move = decision.move
        if int(kind_of(move)) in (SAIL, LOAD, UNLOAD):
            self._worked.add(int(row_of(move)))
        if int(kind_of(move)) == PLACE_UNITS and int(unit_of(move)) in WALKING:
            self._placed.append((int(to_of(move)), int(n_of(move))))
        if phase == NONCOMBAT and int(kind_of(move)) == END:
            self._said = "" if decision.why is None else decision.why.data.get("rule", {}).get("en", "")

    def begin(self, war: War) -> None:
        """Note who could be in the capital of the power to play when its turn, which begins, is over."""
        self._possible = war.gathered(war.home)
        self._possible[INFANTRY] += int(war.fields.cash[war.power]) // war.price(INFANTRY)
        for kind in (FIGHTER, BOMBER):
            near = war.air[:, war.home] <= int(flight_range(war.bare, war.power, kind))
            near[war.home] = False
            self._possible[kind] += int(war.fields.units[near, war.power, kind].sum())

    def look(self, match: Match, power: int) -> None:
        """Judge the position a power has left at the end of its turn."""
        war = War(match.state.view(int(match.state.record.power)))
        side, table = int(SIDE[power]), np.zeros((POWERS, SPACES, threats.WIDTH))
        threats.survey(war.bare, side, war.air, DEFAULTS, table)
        found = self._found
        found.turns[power] += 1
        home, exposed = int(CAPITAL[power]), False
        for space in range(LANDS):
            aircraft = war.fields.units[space, power, FIGHTER : BOMBER + 1].any() and space not in CAPITAL
            if not aircraft and space != home:
                continue
            garrison, out = np.zeros(KINDS), np.zeros(4)
            threats.stand(war.bare, space, side, garrison)
            worth = float(values.prize(war.bare, space, DEFAULTS))
            threats.storm(war.bare, power, space, garrison, table, worth, out)
            if space == home and war.fields.owner[home] == power:
                self._danger[power] = float(out[threats.P_LOST])
                if self._danger[power] > ACCEPTED:
                    found.open_capitals[power] += 1
                    lost = threats.storm(war.bare, power, space, self._possible, table, worth, np.zeros(4))
                    found.avoidable[power] += bool(lost <= ACCEPTED)
            gained = out[threats.PROFIT] - out[threats.P_LOST] * worth
            exposed = exposed or bool(aircraft and gained > PROFIT)
        found.exposed_aircraft[power] += exposed
        self._look_at_capitals(war, power)
        self._look_overseas(war, power, side)
        self._look_at_transports(war, power)

    def _look_at_capitals(self, war: War, power: int) -> None:
        """Count the capitals of others that this power has taken."""
        for other in list(self._danger):
            if SIDE[other] != SIDE[power] and war.fields.owner[CAPITAL[other]] == power:
                self._found.capitals_lost[other] += 1
                self._found.unforeseen[other] += self._danger.pop(other) < UNEXPECTED

    def _look_overseas(self, war: War, power: int, side: int) -> None:
        away = np.zeros(LANDS)
        values.overseas(war.bare, side, war.land, away)
        units = war.fields.units[:, power][:, list(WALKING)].sum(axis=1).astype(np.int64)
        self._found.land_units[power] += int(units.sum())
        self._found.overseas[power] += int(units[:LANDS][away > 0.0].sum())
        self._follow_the_new(power, units, away == 0.0)

    def _follow_the_new(self, power: int, units: Ints, front: NDArray[np.bool_]) -> None:
        """Count new units that came to a theatre of war in time, or not: who is longest overseas or aboard
        leaves first."""
        found, now = self._found, self._found.turns[power]
        rear = int(units[:LANDS][~front].sum()) + int(units[LANDS:].sum())
        queue = self._rear.setdefault(power, [[-1, rear]])  # units from before the war are not counted
        for space, n in self._placed:
            if front[space]:
                found.prompt[power] += n
            else:
                queue.append([now, n])
        self._placed = []
        leaving = sum(n for _, n in queue) - rear
        if leaving < 0:
            queue.insert(0, [-1, -leaving])
        while leaving > 0:
            n = min(leaving, queue[0][1])
            found.prompt[power] += n if queue[0][0] >= 0 else 0
            leaving -= n
            queue[0][1] -= n
            if queue[0][1] == 0:
                queue.pop(0)
        for entry in queue:
            if entry[0] >= 0 and now - entry[0] >= PROMPT:
                found.late[power] += entry[1]
                entry[0] = -1

    def _look_at_transports(self, war: War, power: int) -> None:
        for row in range(SHIPS):
            if war.fields.ship_zone[row] < 0:
                self._waits.pop(row, None)
            if war.fields.ship_zone[row] >= 0 and war.fields.ship_owner[row] == power:
                zone, cargo = int(war.fields.ship_zone[row]), war.fields.cargo_kind[row]
                before = self._waits.get(row, (-1, b"", 0))
                stood = before[:2] == (zone, cargo.tobytes()) and row not in self._worked
                since = before[2] + 1 if stood else 0
                self._waits[row] = (zone, cargo.tobytes(), since)
                self._found.transports[power] += 1
                if since >= IDLE:
                    self._found.idle_transports[power] += 1
                    self._found.unexplained_transports[power] += SPACE_NAMES[zone]["en"] not in self._said
            for slot in range(2):
                self._look_aboard(war, power, row, slot)
        self._worked.clear()

    def _look_aboard(self, war: War, power: int, row: int, slot: int) -> None:
        key, kind = (row, slot), int(war.fields.cargo_kind[row, slot])
        if war.fields.ship_zone[row] < 0 or kind < 0:
            self._aboard.pop(key, None)
        elif int(war.fields.cargo_power[row, slot]) == power:
            before, since = self._aboard.get(key, (-1, 0))
            since = since + 1 if before == kind else 0
            self._aboard[key] = (kind, since)
            self._found.aboard[power] += 1
            self._found.long_aboard[power] += since >= ABOARD


def watch(spec: str, games: int, rounds: int, seed: int, witness: Witness | None = None) -> Conduct:
    """Play wars of a program against itself and look at every turn."""
    axisallies, found = game("axisallies"), Conduct()
    for number in range(games):
        match = Match(axisallies, {"rounds": rounds}, f"{seed}-{number}")
        agents = [build_agent(axisallies, spec, f"{seed}-{number}-{seat}") for seat in range(POWERS)]
        observer, last = Observer(found), -1
        while not match.state.over:
            seat, power = match.state.to_move, int(match.state.record.power)
            if power != last:
                observer.begin(War(match.state.view(power)))
                last = power
            decision = agents[seat].decide(match.state.view(seat), Budget())
            if witness is not None:
                witness(match.state.record, seat, decision)
            observer.order(int(match.state.record.phase), decision)
            match.play(decision.move)
            if not match.state.over and int(match.state.record.power) != power:
                observer.look(match, power)
    return found


def conduct(
    spec: Annotated[str, typer.Argument(help="The program that plays all powers")] = "general",
    games: Annotated[int, typer.Option(help="Number of wars")] = 4,
    rounds: Annotated[int, typer.Option(help="Rounds of each")] = 10,
    seed: Annotated[int, typer.Option(help="Of the dice")] = 1,
) -> None:
    """Print how a program conducts wars against itself."""
    found = watch(spec, games, rounds, seed)
    names = [*(title["en"] for title in game("axisallies").seat_titles), "all"]
    rows = [[name, *row] for name, row in zip(names, shares(found), strict=True)]
    show_table(["power", *COLUMNS], rows)


def shares(found: Conduct) -> list[list[str]]:
    """What was counted, as in `COLUMNS`: for each power, then for all of them together."""
    return [told(found, [power]) for power in range(POWERS)] + [told(found, range(POWERS))]


def told(found: Conduct, powers: Sequence[int]) -> list[str]:
    """What was counted for some powers together, as in `COLUMNS`."""

    def total(counted: Counter[int]) -> int:
        return sum(counted[power] for power in powers)

    turns, transports = total(found.turns), total(found.transports)
    return [
        str(turns),
        _share(total(found.open_capitals), turns),
        _share(total(found.avoidable), turns),
        _share(total(found.exposed_aircraft), turns),
        _share(total(found.idle_transports), transports),
        _share(total(found.unexplained_transports), transports),
        _share(total(found.long_aboard), total(found.aboard)),
        _share(total(found.overseas), total(found.land_units)),
        _share(total(found.prompt), total(found.prompt) + total(found.late)),
        f"{total(found.capitals_lost)}, {total(found.unforeseen)}",
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"
