"""What the arena costs beside the games themselves: units of work here, in processes and on a cluster.

A unit is a batch of games. Three things are compared: games in one bare compiled loop, the same games as
units of a pool, and a tournament against its deals alone. What runs in this process is
measured in processor time, so that other programs on the machine disturb little."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from partie.arena.deals import play_deal
from partie.arena.pool import Pool, Result, Task, workers
from partie.arena.tournament import Tournament
from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import Game
from partie.core.registry import game as game_named
from partie.search.kernels.playouts import playouts

_REPEATS = 3
_EMPTY = 50
"""Empty units, to measure what handing one over costs."""


@dataclass(frozen=True)
class Place:
    """Where units are worked on, and what that costs. `overhead` is None where units run in parallel."""

    name: str
    workers: int
    units_per_second: float
    unit_cost_ms: float
    overhead: float | None


@dataclass(frozen=True)
class Overhead:
    """The measurements for one game. `games` is the number of compiled games in a unit of `unit_seconds`."""

    game: str
    games: int
    unit_seconds: float
    places: list[Place]
    tournament: float
    """The share by which a tournament of fast agents takes longer than its deals alone."""


def play_batch(game: str, games: int, unit: int) -> int:
    """Play compiled random games from the start; return how many."""
    state = game_named(game).start(chance=new_chance("bench"))
    return int(playouts(state.record, games, 0, new_chance("bench", unit), Budget().stop)[1])


def do_nothing(unit: int) -> int:
    """An empty unit."""
    return unit


def measure(game: Game, seconds: float, places: dict[str, tuple[int, str | None]]) -> Overhead:
    """Measure with units of about a quarter of `seconds`. `places` has jobs and cluster address by name."""
    games = _games_in(game.name, seconds / 4)
    units = list(range(8))
    bare = _processor_time(lambda: [play_batch(game.name, games, unit) for unit in units])
    work = partial(play_batch, game.name, games)
    found = []
    for name, (jobs, cluster) in places.items():
        with workers(jobs, cluster) as pool:
            found.append(_measured(name, pool, work, units, bare))
    return Overhead(game.name, games, bare / len(units), found, _tournament_overhead(game.name, seconds))


def _measured(name: str, pool: Pool, work: Callable[[int], int], units: list[int], bare: float) -> Place:
    """What units cost in one place; `bare` is the processor time of all of them in a plain loop."""
    list(pool.as_finished(do_nothing, range(pool.size * 2)))  # starts the processes
    began = time.perf_counter()
    list(pool.as_finished(work, units))
    wall = time.perf_counter() - began
    overhead = None
    if not pool.is_elsewhere:
        overhead = _processor_time(lambda: list(pool.as_finished(work, units))) / bare - 1
    began = time.perf_counter()
    list(pool.as_finished(do_nothing, range(_EMPTY)))
    cost = (time.perf_counter() - began) / _EMPTY
    return Place(name, pool.size, len(units) / wall, 1000 * cost, overhead)


def _processor_time(run: Callable[[], object]) -> float:
    """The least processor time of some runs, in seconds."""
    times = []
    for _ in range(_REPEATS):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return min(times)


def _games_in(game: str, seconds: float) -> int:
    """About how many compiled games fit into this time."""
    games = 16
    play_batch(game, games, 0)  # compiles
    while True:
        began = time.process_time()
        play_batch(game, games, 0)
        took = time.process_time() - began
        if took >= seconds / 4 or games >= 1 << 30:
            return max(1, int(games * seconds / max(took, 1e-9)))
        games *= 4


def _tournament_overhead(game: str, seconds: float) -> float:
    """How much longer a tournament takes than its deals alone, with its journal on disk.

    Both times are of the same run: two runs of a second differ by more than what is measured here."""
    known = game_named(game)
    weakest = [*list(known.families)[:1], *list(known.levels)[:1], *list(known.families)[1:2]]
    pair = tuple(weakest[:2])
    tournament = Tournament(game, pair, games=2)
    deal = tournament.deal(tournament.pairings[0])
    one = _processor_time(lambda: play_deal(deal, 0))
    count = max(4, int(seconds / max(one, 1e-6)))
    whole = Tournament(game, pair, games=count * tournament.total)
    shares = []
    for _ in range(_REPEATS):
        pool = _Clocked()
        began = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            whole.run_on(pool, Path(folder))
        shares.append((time.process_time() - began) / pool.seconds - 1)
    return median(shares)


class _Clocked(Pool):
    """Works in this process, and adds up the processor time its tasks take."""

    def __init__(self) -> None:
        super().__init__(1, None)
        self.seconds = 0.0

    def as_finished(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        for number, task in enumerate(tasks):
            began = time.process_time()
            result = work(task)
            self.seconds += time.process_time() - began
            yield number, result
