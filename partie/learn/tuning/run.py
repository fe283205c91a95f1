"""A training run and its folder.

    settings.json       what is tuned, how, from which genome and seed
    generations.jsonl   one line per generation: best, mean, diversity, the favourite and its judged fitness,
                        the fitness of all individuals
    best.toml           the best genome so far, with its card
    fitness.png, .svg   fitness by generation

A run is a pure function of its settings: an interrupted run is resumed from the log and gives the same
result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np

from partie.core.errors import PartieError
from partie.learn.tuning.cmaes import CmaEs
from partie.learn.tuning.genetic import Genetic
from partie.learn.tuning.genome import Genome
from partie.learn.tuning.tuner import (
    Spread,
    Task,
    Tuner,
    diversity,
    one_by_one,
)

METHODS: dict[str, Callable[[bytes, int, object], Tuner]] = {"genetic": Genetic, "cma": CmaEs}
FINALISTS = 8


@dataclass(frozen=True)
class Settings:
    """Everything a run depends on.

    `games` is the number of games per individual and generation; `start` is a genome in hexadecimal."""

    task: str
    method: str
    population: int
    games: int
    seed: str
    start: str


@dataclass(frozen=True)
class Generation:
    """The result of one generation.

    `games` is the number of games of all individuals since the run began; `judged` is the measured fitness of
    the tuner's favourite."""

    number: int
    games: int
    best: float
    mean: float
    diversity: float
    judged: float
    favourite: str
    fitness: list[float]


class Run:
    """A training run in a folder. `Run.begin` starts one, `Run.resume` continues one."""

    def __init__(self, folder: Path, task: Task, settings: Settings) -> None:
        if settings.method not in METHODS:
            raise PartieError(f"There is no method {settings.method!r}; there are: {', '.join(METHODS)}.")
        if settings.task != task.name:
            raise PartieError(f"{folder} holds a run that tunes {settings.task}, not {task.name}.")
        self.folder, self.task, self.settings = folder, task, settings
        self.history: list[Generation] = []
        self._tuner = METHODS[settings.method](
            bytes.fromhex(settings.start), settings.population, settings.seed
        )

    @classmethod
    def begin(
        cls,
        folder: Path,
        task: Task,
        method: str,
        population: int,
        games: int,
        seed: object,
        start: Genome | None = None,
    ) -> Run:
        """Start a new run from the best stored genome, or from `start`."""
        if (folder / "settings.json").exists():
            raise PartieError(f"{folder} already holds a run: resume it, or choose another folder.")
        if population < 4 or games < 1:
            raise PartieError("A run needs at least 4 individuals and at least 1 game for each.")
        first = task.best_stored() if start is None else start
        run = cls(folder, task, Settings(task.name, method, population, games, str(seed), first.data.hex()))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "generations.jsonl").write_text("")
        (folder / "settings.json").write_text(json.dumps(asdict(run.settings), indent=2) + "\n")
        return run

    @classmethod
    def resume(cls, folder: Path, task: Task) -> Run:
        """Continue the run in a folder. A last line of the log that was cut off is dropped."""
        try:
            settings = Settings(**json.loads((folder / "settings.json").read_text()))
        except (OSError, ValueError, TypeError):
            raise PartieError(f"{folder} holds no run to resume.") from None
        run = cls(folder, task, settings)
        for generation in _logged(folder):
            run._tuner.ask()
            run._tuner.tell(np.array(generation.fitness))
            run.history.append(generation)
        run._rewrite()
        return run

    def advance(self, spread: Spread = one_by_one) -> Generation:
        """Run one more generation and log it. Where fitness is measured (`spread`) changes nothing."""
        number, settings = len(self.history) + 1, self.settings
        population = self._tuner.ask()
        seed = f"{settings.seed}/generation {number}"
        measure = partial(self.task.fitness, games=settings.games, seed=seed)
        fitness = np.concatenate(list(spread(measure, self.task.parts(population))))
        self._tuner.tell(fitness)
        favourite = self._tuner.favourite()
        generation = Generation(
            number,
            number * settings.population * settings.games,
            float(np.max(fitness)),
            float(np.mean(fitness)),
            diversity(population),
            self.task.judge(favourite, f"{settings.seed}/judge"),
            favourite.hex(),
            [float(worth) for worth in fitness],
        )
        self.history.append(generation)
        with (self.folder / "generations.jsonl").open("a") as log:
            log.write(json.dumps(asdict(generation)) + "\n")
        if generation.judged >= max(past.judged for past in self.history):
            self._keep(generation.favourite, generation.judged)
        return generation

    def generations(
        self, until: int, stop: Callable[[], bool] = lambda: False, spread: Spread = one_by_one
    ) -> Iterator[Generation]:
        """Run generations up to number `until`, or until `stop()` is true between two generations."""
        while len(self.history) < until and not stop():
            yield self.advance(spread)

    def finish(self) -> Genome:
        """Judge the best favourites again, with other random numbers, and keep the winner.

        That is necessary because the best of many measurements is also the luckiest."""
        start = self.settings.start
        ranked = sorted(self.history, key=lambda generation: -generation.judged)
        finalists = list(dict.fromkeys([start, *(generation.favourite for generation in ranked)]))[
            : FINALISTS + 1
        ]
        judged = {
            one: self.task.judge(bytes.fromhex(one), f"{self.settings.seed}/final") for one in finalists
        }
        winner = max(finalists, key=lambda one: judged[one])
        return self._keep(winner, judged[winner])

    def _keep(self, data: str, judged: float) -> Genome:
        settings = self.settings
        card: dict[str, str | int | float] = {
            "task": settings.task,
            "method": settings.method,
            "generations": len(self.history),
            "population": settings.population,
            "games": settings.games,
            "seed": settings.seed,
            "started_from": settings.start,
            self.task.judged: round(judged, 4),
        }
        genome = Genome(self.task.genes, bytes.fromhex(data), card)
        genome.write(self.folder / "best.toml")
        return genome

    def _rewrite(self) -> None:
        fresh = self.folder / "generations.jsonl.new"
        fresh.write_text("".join(json.dumps(asdict(generation)) + "\n" for generation in self.history))
        fresh.replace(self.folder / "generations.jsonl")


def _logged(folder: Path) -> Iterator[Generation]:
    lines = (folder / "generations.jsonl").read_text().splitlines()
    for number, line in enumerate(lines, 1):
        try:
            yield Generation(**json.loads(line))
        except (ValueError, TypeError):
            if number < len(lines):
                raise PartieError(
                    f"Line {number} of {folder / 'generations.jsonl'} cannot be read."
                ) from None


def read_log(folder: Path) -> list[Generation]:
    """Read the generations logged in the folder of a run."""
    return list(_logged(folder))
