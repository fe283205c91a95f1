"""Tournaments: many agents, every pairing played on the same deals with seats rotated; interrupted and
resumed at will.

A tournament is cut into units, each one deal of one pairing in every seating. A unit depends on the
tournament's seed and its own numbers alone, so the results are the same on one process, on several, and on a
cluster. Finished units are appended to `journal.jsonl` as they come in; `results.jsonl` has one line per game
in a fixed order and nothing that changes from run to run.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from partie.arena.deals import Block, Deal, DealtGame, Seating, average, play_deal, scored_sides, seatings
from partie.arena.files import check_keys, read_toml
from partie.arena.pool import Pool, workers
from partie.arena.stopping import LOOK_EVERY, Stop, Verdict
from partie.core.errors import BadOption, PartieError
from partie.core.game import Game, sides
from partie.core.registry import check_specs
from partie.core.registry import game as game_named

DESCRIPTION = "tournament.json"
FORMATS = ("round-robin", "gauntlet", "ladder", "free-for-all")
TASK_SECONDS = 1.0
"""About how long a task on another process should take: long enough that handing it over costs little."""
_TASKS_PER_WORKER = 4
_WRITE_SECONDS = 0.2
"""How often finished units are written down: what a machine that goes down may cost."""

LEAST_DEALS = 4
"""Deals that every pairing plays before slow ones have to wait: fewer show no spread of results."""

FAVOUR = 6
"""How many times the time of other pairings those of two favoured agents get."""

Pairing = tuple[int, ...]
"""The agents (by number) that meet."""


class Unit(NamedTuple):
    """One deal of one pairing."""

    pairing: int
    deal: int


@dataclass(frozen=True)
class Tournament:
    """What is to be played. `games` is the number of games per pairing, at most where there is a rule for
    stopping.

    >>> Tournament("a game", ("random", "beginner", "expert")).pairings
    [(0, 1), (0, 2), (1, 2)]
    """

    game: str
    agents: tuple[str, ...]
    format: str = "round-robin"
    games: int = 100
    seed: int = 0
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    stop: Stop | None = None
    title: str = ""

    @classmethod
    def read(cls, path: Path) -> Tournament:
        """The tournament described in a TOML file."""
        return cls.of(read_toml(path))

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Tournament:
        """The tournament with these keys; `BadOption` names the key that is wrong."""
        check_keys("A tournament", data, cls)
        for key, kind, called in _KINDS:
            if key in data and (not isinstance(data[key], kind) or isinstance(data[key], bool)):
                raise BadOption(f"{key} must be {called}, not {data[key]!r}.")
        for key in ("game", "agents"):
            if key not in data:
                raise BadOption(f"A tournament needs {key}: the game's name and a list of agents.")
        stop = _read_stop(data["stop"]) if "stop" in data else None
        made = cls(**{**data, "agents": tuple(str(agent) for agent in data["agents"]), "stop": stop})
        made.check()
        return made

    def check(self) -> None:
        """Complain about what cannot be played, before anything is."""
        game = game_named(self.game)
        if self.format not in FORMATS:
            raise BadOption(f"There is no format {self.format!r}; there are: {', '.join(FORMATS)}.")
        if len(self.agents) < 2:
            raise BadOption("A tournament needs at least two agents.")
        twice = [agent for agent in self.agents if self.agents.count(agent) > 1]
        if twice:
            raise BadOption(f"{twice[0]} is there twice: name every agent once.")
        if self.games < 1:
            raise BadOption("games must be at least 1.")
        if self.stop is not None and self.format == "free-for-all":
            raise BadOption("A rule for stopping compares two agents: it does not go with free-for-all.")
        game.start(self.options, seats=self.seats)
        check_specs(game, self.agents, files=True)

    @cached_property
    def pairings(self) -> list[Pairing]:
        """Who meets whom."""
        numbers = range(len(self.agents))
        if self.format == "gauntlet":
            return [(0, other) for other in numbers[1:]]
        if self.format == "ladder":
            return [(low, low + 1) for low in numbers[:-1]]
        if self.format == "free-for-all":
            places = len(self.groups)
            return [tuple(numbers)] if len(numbers) <= places else list(combinations(numbers, places))
        return list(combinations(numbers, 2))

    @cached_property
    def groups(self) -> Sequence[tuple[int, ...]]:
        """The sides of a table."""
        return sides(game_named(self.game), self._seats)

    @property
    def _seats(self) -> int:
        game = game_named(self.game)
        return self.seats or game.table_size_with(game.read_options(self.options))

    def deal(self, pairing: Pairing) -> Deal:
        """What all games of a pairing have in common."""
        values = game_named(self.game).read_options(self.options)
        agents = tuple(self.agents[number] for number in pairing)
        return Deal(self.game, agents, values, self._seats, self.seed)

    def deals(self, pairing: Pairing) -> int:
        """How many deals a pairing plays at most."""
        return ceil(self.games / len(seatings(len(self.groups), len(pairing))))

    def fingerprint(self) -> str:
        """What must be equal for results to belong to the same tournament; more games may be added."""
        told = asdict(replace(self, games=1, title="", stop=None))
        told |= {
            "options": _readable(game_named(self.game), self.options),
            "version": game_named(self.game).version,
        }
        return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:16]

    @property
    def total(self) -> int:
        """How many games are played, at most where there is a rule for stopping."""
        games = (len(seatings(len(self.groups), len(pairing))) for pairing in self.pairings)
        return sum(deals * each for deals, each in zip(self.most, games, strict=True))

    @cached_property
    def most(self) -> list[int]:
        """How many deals each pairing plays at most."""
        return [self.deals(pairing) for pairing in self.pairings]

    def missing(self, played: Container[Unit], goal: Sequence[int] | None = None) -> list[Unit]:
        """The units that are not played yet, of all deals or the first `goal` of each pairing.

        A deal of every pairing comes before the next deal of any."""
        counts = self.most if goal is None else goal
        return [
            unit
            for deal in range(max(counts))
            for number, count in enumerate(counts)
            if deal < count and (unit := Unit(number, deal)) not in played
        ]

    def describe(self, folder: Path) -> None:
        """Write down in a folder what is played there."""
        told = {key: value for key, value in asdict(self).items() if value not in (None, "")}
        if self.stop is not None:
            told["stop"] = {key: value for key, value in asdict(self.stop).items() if value is not None}
        text = json.dumps(told, ensure_ascii=False, indent=1, default=str)
        (folder / DESCRIPTION).write_text(text + "\n", encoding="utf-8")

    @classmethod
    def described(cls, folder: Path) -> Tournament:
        """The tournament that was played, or is being played, in a folder."""
        try:
            return cls.of(json.loads((folder / DESCRIPTION).read_text(encoding="utf-8")))
        except (OSError, ValueError):
            raise PartieError(f"{folder} holds no tournament.") from None

    def run(
        self,
        out: Path | None = None,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
        by_time: bool = False,
        favoured: Container[str] = (),
    ) -> Played:
        """Play what is not in the journal of the folder `out` yet, and give everything that was played.

        `progress(done, total)` counts games. With `by_time` every pairing gets about the same thinking time,
        instead of the same number of deals, at any moment before the end; pairings of two `favoured` agents
        get several times as much."""
        with workers(jobs, cluster) as pool:
            return self.run_on(pool, out, progress=progress, by_time=by_time, favoured=favoured)

    def run_on(
        self,
        pool: Pool,
        out: Path | None = None,
        *,
        progress: Callable[[int, int], None] = lambda done, total: None,
        by_time: bool = False,
        favoured: Container[str] = (),
    ) -> Played:
        """`run` on a pool that is there already."""
        self.check()
        journal = Journal(out, self)
        if out is not None:
            self.describe(out)
        _Director(self, journal, pool, progress).run(by_time, favoured)
        played = Played(self, journal.units)
        if out is not None:
            write_results(out / "results.jsonl", played)
        return played


_KINDS: tuple[tuple[str, type, str], ...] = (
    ("game", str, "a name"),
    ("agents", list, "a list of agents"),
    ("format", str, "a name"),
    ("games", int, "a number"),
    ("seed", int, "a number"),
    ("seats", int, "a number"),
    ("options", dict, "a table"),
    ("stop", dict, "a table"),
    ("title", str, "a text"),
)


def _read_stop(data: Mapping[str, Any]) -> Stop:
    check_keys("[stop]", data, Stop)
    for key, value in data.items():
        if not isinstance(value, int | float) or not 0 < value < 1:
            raise BadOption(f"{key} of [stop] must be a number between 0 and 1, not {value!r}.")
    if "margin" not in data and "width" not in data:
        raise BadOption("[stop] needs a margin or a width.")
    return Stop(**data)


def _readable(game: Game, options: Mapping[str, Any]) -> dict[str, str]:
    values = game.read_options(options)
    return {parameter.name: parameter.text(values[parameter.name]) for parameter in game.options}


class Journal:
    """Finished units, kept in a file as they come in; a line that was cut off by an interruption is
    dropped."""

    def __init__(self, folder: Path | None, tournament: Tournament) -> None:
        self.units: dict[Unit, list[DealtGame]] = {}
        self.games = 0
        """How many games the units have."""
        self._unwritten: list[Unit] = []
        self._path = None if folder is None else folder / "journal.jsonl"
        if self._path is None or folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        mark = {"tournament": tournament.fingerprint()}
        if self._path.exists():
            whole = self._read(mark)
            self._path.write_text("".join(line + "\n" for line in whole), encoding="utf-8")
        else:
            self._path.write_text(json.dumps(mark) + "\n", encoding="utf-8")

    def _read(self, mark: Mapping[str, str]) -> list[str]:
        assert self._path is not None
        lines = self._path.read_text(encoding="utf-8").split("\n")[:-1]
        if not lines or json.loads(lines[0]) != mark:
            raise PartieError(
                f"{self._path.parent} holds the results of another tournament: choose another folder, or empty it."
            )
        for line in lines[1:]:
            entry = json.loads(line)
            games = [DealtGame(**{**game, "seating": tuple(game["seating"])}) for game in entry["games"]]
            self._keep(Unit(entry["pairing"], entry["deal"]), games)
        return lines

    def _keep(self, unit: Unit, games: list[DealtGame]) -> None:
        self.units[unit] = games
        self.games += len(games)

    def add(self, unit: Unit, games: list[DealtGame]) -> None:
        """Keep a unit; `write` writes it down."""
        self._keep(unit, games)
        self._unwritten.append(unit)

    def write(self) -> None:
        """Write down what was added. Many units at once are much cheaper than each by itself."""
        lines = [
            _one_line({**unit._asdict(), "games": [vars(game) for game in self.units[unit]]}) + "\n"
            for unit in self._unwritten
        ]
        self._unwritten.clear()
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write("".join(lines))


_one_line = json.JSONEncoder(ensure_ascii=False).encode


class _Director:
    """Decides which units are still to be played, and has them played."""

    def __init__(
        self, tournament: Tournament, journal: Journal, pool: Pool, progress: Callable[[int, int], None]
    ) -> None:
        self._tournament, self._journal, self._pool = tournament, journal, pool
        self._deals = [tournament.deal(pairing) for pairing in tournament.pairings]
        self._progress, self._total = progress, tournament.total
        self._spent = [0.0] * len(self._deals)
        """Seconds of work on deals of each pairing in this run, and the number of those deals."""
        self._counts = [0] * len(self._deals)
        self._written = time.monotonic()
        self._is_by_time = False

    def run(self, by_time: bool, favoured: Container[str]) -> None:
        self._is_by_time = by_time
        if self._tournament.stop:
            rounds = self._rounds()
        elif by_time:
            rounds = self._cheapest_first(favoured)
        else:
            rounds = iter([self._missing()])
        try:
            for units in rounds:
                self._play(units)
        finally:
            self._journal.write()
        self._report()

    def _write_soon(self) -> None:
        if time.monotonic() - self._written > _WRITE_SECONDS:
            self._journal.write()
            self._written = time.monotonic()

    def _cheapest_first(self, favoured: Container[str]) -> Iterator[list[Unit]]:
        """Some deals of every pairing, to see how long they take; then all, those first that end first if
        every pairing is played at the same time, favoured ones faster."""
        tournament = self._tournament
        for least in (1, LEAST_DEALS):
            yield self._missing([min(least, count) for count in tournament.most])
        seconds, deals = [0.0] * len(self._deals), [0] * len(self._deals)
        for unit, games in self._journal.units.items():
            seconds[unit.pairing] += sum(sum(game.seconds) for game in games)
            deals[unit.pairing] += 1
        cost = [
            max(spent, 1e-6)
            / count
            / (FAVOUR if all(tournament.agents[one] in favoured for one in pairing) else 1)
            for spent, count, pairing in zip(seconds, deals, tournament.pairings, strict=True)
        ]
        yield sorted(self._missing(), key=lambda unit: (unit.deal + 1) * cost[unit.pairing])

    def _rounds(self) -> Iterator[list[Unit]]:
        """Some deals of every pairing that is not decided, until all are or have played their games."""
        most = self._tournament.most
        goal = [min(LOOK_EVERY, count) for count in most]
        while True:
            yield self._missing(goal)
            open_ones = [
                number
                for number, done in enumerate(goal)
                if done < most[number]
                and verdict_of(self._tournament, self._journal.units, number, done) is None
            ]
            if not open_ones:
                return
            for number in open_ones:
                goal[number] = min(goal[number] + LOOK_EVERY, most[number])

    def _missing(self, goal: Sequence[int] | None = None) -> list[Unit]:
        return self._tournament.missing(self._journal.units, goal)

    def _play(self, units: list[Unit]) -> None:
        """Play units in tasks of several where they are short. A first one is played alone, to see how long
        it takes."""
        while units:
            tasks = self._tasks(units) if any(self._counts) else [units[:1]]
            for number, results in self._pool.as_finished(partial(_play_units, self._deals), tasks):
                for unit, (seconds, games) in zip(tasks[number], results, strict=True):
                    self._spent[unit.pairing] += seconds
                    self._counts[unit.pairing] += 1
                    self._journal.add(unit, games)
                self._write_soon()
                self._report()
            units = [unit for unit in units if unit not in self._journal.units]

    def _tasks(self, units: list[Unit]) -> list[list[Unit]]:
        """Units in their order, cut into tasks that take about `TASK_SECONDS`, or less where there would be
        too few for all workers."""
        if not self._pool.is_elsewhere:
            return [[unit] for unit in units]
        unknown = TASK_SECONDS if self._is_by_time else sum(self._spent) / sum(self._counts)
        expected = [
            max(1e-6, spent / count if count else unknown)
            for spent, count in zip(self._spent, self._counts, strict=True)
        ]
        total = sum(expected[unit.pairing] for unit in units)
        room = min(TASK_SECONDS, total / (self._pool.size * _TASKS_PER_WORKER))
        tasks: list[list[Unit]] = []
        left = 0.0
        for unit in units:
            if left <= 0:
                tasks.append([])
                left = room
            tasks[-1].append(unit)
            left -= expected[unit.pairing]
        return tasks

    def _report(self) -> None:
        self._progress(self._journal.games, self._total)


def _play_units(deals: Sequence[Deal], units: Sequence[Unit]) -> list[tuple[float, list[DealtGame]]]:
    """Play units: how many seconds each took, and its games."""
    results = []
    for unit in units:
        began = time.perf_counter()
        games = play_deal(deals[unit.pairing], unit.deal)
        results.append((time.perf_counter() - began, games))
    return results


def verdict_of(
    tournament: Tournament, units: Mapping[Unit, list[DealtGame]], pairing: int, deals: int
) -> Verdict | None:
    """What the rule for stopping says of a pairing after its first deals."""
    assert tournament.stop is not None
    differences = []
    for deal in range(deals):
        first, second = average(units[Unit(pairing, deal)], 2, tournament.groups).wins
        differences.append(first - second)
    return tournament.stop.verdict(differences)


@dataclass(frozen=True)
class Played:
    """Everything a tournament has played."""

    tournament: Tournament
    units: Mapping[Unit, list[DealtGame]]

    def games(self) -> Iterator[tuple[Unit, int, DealtGame]]:
        """Every game with its unit and its number there, in a fixed order."""
        for unit in sorted(self.units):
            for number, game in enumerate(self.units[unit]):
                yield unit, number, game

    def seating(self, unit: Unit, game: DealtGame) -> Seating:
        """The agents (by their number in the tournament) on each side of a game."""
        pairing = self.tournament.pairings[unit.pairing]
        return tuple(pairing[agent] for agent in game.seating)

    def agents_by_seat(self, unit: Unit, game: DealtGame) -> list[str]:
        """The agent in each seat of a game."""
        seating, groups = self.seating(unit, game), self.tournament.groups
        names = {
            seat: self.tournament.agents[seating[side]] for side, group in enumerate(groups) for seat in group
        }
        return [names[seat] for seat in sorted(names)]

    @cached_property
    def blocks(self) -> dict[Unit, Block]:
        """The result of every unit, in a fixed order; its agents are those of the pairing."""
        return {
            unit: average(
                self.units[unit], len(self.tournament.pairings[unit.pairing]), self.tournament.groups
            )
            for unit in sorted(self.units)
        }

    def verdict(self, pairing: int) -> Verdict | None:
        """Why a pairing was stopped before all its games were played."""
        deals = sum(unit.pairing == pairing for unit in self.units)
        if self.tournament.stop is None or deals == 0:
            return None
        return verdict_of(self.tournament, self.units, pairing, deals)


def write_results(path: Path, played: Played) -> None:
    """One line per game, without anything that depends on the machine or the moment."""
    tournament = played.tournament
    groups = tournament.groups
    lines = []
    for unit, number, game in played.games():
        line: dict[str, Any] = {
            "pairing": [tournament.agents[agent] for agent in tournament.pairings[unit.pairing]],
            "deal": unit.deal,
            "game": number,
            "seed": f"{tournament.seed}/{unit.deal}",
            "seats": played.agents_by_seat(unit, game),
            "counted": [group[0] for side, group in enumerate(groups) if side in scored_sides(game.seating)],
            "scores": game.scores,
            "wins": game.wins,
            "moves": len(game.moves),
        }
        if game.failures:
            line["failures"] = game.failures
        lines.append(_one_line(line))
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
