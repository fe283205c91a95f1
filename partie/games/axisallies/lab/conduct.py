"""How a program conducts a war against itself: capitals left open, aircraft parked where they can be attacked
at a profit, idle transports, armies that stay overseas.

`python -m partie.games.axisallies.lab.conduct general --games 4`
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import typer

from partie.core.agent import Budget
from partie.core.match import Match
from partie.core.registry import build_agent, game
from partie.games.axisallies.players.general import threats, values
from partie.games.axisallies.players.general.agent import War
from partie.games.axisallies.players.general.doctrine import DEFAULTS
from partie.games.axisallies.rules.board import CAPITAL, LANDS, POWERS, SIDE, SPACES
from partie.games.axisallies.rules.state import SHIPS
from partie.games.axisallies.rules.units import BOMBER, FIGHTER, KINDS, LAND_KINDS
from partie.shell import show_table

ACCEPTED = 0.1
"""The chance to lose a capital above which it counts as open."""
PROFIT = 3.0
"""What an attack on a space must bring the enemy, in IPC, for aircraft there to count as exposed."""
COLUMNS = (
    "turns",
    "turns that leave the capital open",
    "turns with aircraft that can be attacked at a profit",
    "transports that stood still for three turns",
    "land units that stand overseas",
)
COUNTS = (
    "turns",
    "open_capitals",
    "exposed_aircraft",
    "idle_transports",
    "transports",
    "overseas",
    "land_units",
)
IDLE = 3
"""Turns after which a transport that has not moved is idle."""


@dataclass
class Conduct:
    """Counts over some wars, by power."""

    turns: Counter[int] = field(default_factory=Counter)
    open_capitals: Counter[int] = field(default_factory=Counter)
    exposed_aircraft: Counter[int] = field(default_factory=Counter)
    idle_transports: Counter[int] = field(default_factory=Counter)
    transports: Counter[int] = field(default_factory=Counter)
    overseas: Counter[int] = field(default_factory=Counter)
    land_units: Counter[int] = field(default_factory=Counter)
    waits: dict[int, tuple[int, bytes, int]] = field(default_factory=dict)

    def counts(self) -> dict[str, list[int]]:
        """All counts by name, one for every power."""
        return {name: [vars(self)[name][power] for power in range(POWERS)] for name in COUNTS}

    @classmethod
    def of(cls, counts: list[dict[str, list[int]]]) -> Conduct:
        """The sum of such counts."""
        found = cls()
        for war in counts:
            for name in COUNTS:
                vars(found)[name].update(dict(enumerate(war[name])))
        return found

    def look(self, match: Match, power: int) -> None:
        """Judge the position a power has left at the end of its turn."""
        war = War(match.state.view(int(match.state.record.power)))
        side, table = int(SIDE[power]), np.zeros((POWERS, SPACES, threats.WIDTH))
        threats.survey(war.bare, side, war.air, DEFAULTS, table)
        self.turns[power] += 1
        home, exposed = int(CAPITAL[power]), False
        for space in range(LANDS):
            aircraft = war.fields.units[space, power, FIGHTER : BOMBER + 1].any()
            if not aircraft and space != home:
                continue
            garrison, out = np.zeros(KINDS), np.zeros(4)
            threats.stand(war.bare, space, side, garrison)
            worth = float(values.prize(war.bare, space, DEFAULTS))
            threats.storm(war.bare, power, space, garrison, table, worth, out)
            if space == home and war.fields.owner[home] == power:
                self.open_capitals[power] += bool(out[threats.P_LOST] > ACCEPTED)
            gained = out[threats.PROFIT] - out[threats.P_LOST] * worth
            exposed = exposed or bool(aircraft and gained > PROFIT)
        self.exposed_aircraft[power] += exposed
        self._look_overseas(war, power, side)
        self._look_at_transports(war, power)

    def _look_overseas(self, war: War, power: int, side: int) -> None:
        away = np.zeros(LANDS)
        values.overseas(war.bare, side, war.land, away)
        units = war.fields.units[:LANDS, power][:, list(LAND_KINDS)].sum(axis=1)
        self.land_units[power] += int(units.sum())
        self.overseas[power] += int(units[away > 0.0].sum())

    def _look_at_transports(self, war: War, power: int) -> None:
        for row in range(SHIPS):
            if war.fields.ship_zone[row] < 0 or war.fields.ship_owner[row] != power:
                if war.fields.ship_zone[row] < 0:
                    self.waits.pop(row, None)
                continue
            now = (int(war.fields.ship_zone[row]), war.fields.cargo_kind[row].tobytes())
            zone, cargo, since = self.waits.get(row, (-1, b"", 0))
            since = since + 1 if (zone, cargo) == now else 0
            self.waits[row] = (*now, since)
            self.transports[power] += 1
            self.idle_transports[power] += since >= IDLE


def watch(spec: str, games: int, rounds: int, seed: int) -> Conduct:
    """Play wars of a program against itself and look at every turn."""
    axisallies, found = game("axisallies"), Conduct()
    for number in range(games):
        match = Match(axisallies, {"rounds": rounds}, f"{seed}-{number}")
        agents = [build_agent(axisallies, spec, f"{seed}-{number}-{seat}") for seat in range(POWERS)]
        found.waits.clear()
        while not match.state.over:
            seat, power = match.state.to_move, int(match.state.record.power)
            match.play(agents[seat].decide(match.state.view(seat), Budget()).move)
            if not match.state.over and int(match.state.record.power) != power:
                found.look(match, power)
    return found


def main(
    spec: Annotated[str, typer.Argument(help="The program that plays all powers")] = "general",
    games: Annotated[int, typer.Option(help="Number of wars")] = 4,
    rounds: Annotated[int, typer.Option(help="Rounds of each")] = 10,
    seed: Annotated[int, typer.Option(help="Of the dice")] = 1,
) -> None:
    """Print how a program conducts wars against itself."""
    found = watch(spec, games, rounds, seed)
    names = game("axisallies").seat_titles
    rows = [[names[power]["en"], *row] for power, row in enumerate(shares(found))]
    show_table(["power", *COLUMNS], rows)


def shares(found: Conduct) -> list[list[str]]:
    """What was counted, for each power, as in `COLUMNS`."""
    return [
        [
            str(found.turns[power]),
            _share(found.open_capitals[power], found.turns[power]),
            _share(found.exposed_aircraft[power], found.turns[power]),
            _share(found.idle_transports[power], found.transports[power]),
            _share(found.overseas[power], found.land_units[power]),
        ]
        for power in range(POWERS)
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


if __name__ == "__main__":
    typer.run(main)
