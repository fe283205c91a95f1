"""`partie train doctrine`: the general's doctrine tuned by wars. Two doctrines that differ by random steps in
all settings play each other, sides swapped and with the same dice, and the usual one moves towards the
winner.

Simultaneous perturbation (J. C. Spall, Multivariate stochastic approximation using a simultaneous
perturbation gradient approximation, 1992): every war says something about every setting. What both sides
share is one half of the point, what they differ by the other.

A run that was interrupted, or is to go on for longer, is continued by the same command: every war is in the
log. What comes out depends on the seed and on how many generations there was time for, not on the machine.
The learning curve of a run is measured by `lab/curve.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from partie.arena.pool import Pool, workers
from partie.games.axisallies.lab.train_judgement import share_as_win
from partie.games.axisallies.lab.wars import USUAL, Ended, fight
from partie.games.axisallies.players.general import doctrine
from partie.games.axisallies.players.general.agent import Style
from partie.games.axisallies.rules.board import AXIS
from partie.shell import say

Floats = NDArray[np.float64]
STEP = 0.12
"""The step in which a setting is tried, as a share of its range."""
APART = 0.6
"""How much smaller the step is by which the sides differ from what they share."""
RATE, SLOWER = 3.0, 12.0
"""How far a generation moves, in steps, for a sure win; and the generation at which it is half of that."""
FIXED = ("blockers", "landings", "siege", "ends")
"""Settings that are not tuned."""
OUTSIDER = "strategist@v1"
"""A program of another kind in the league: the `expert` of old."""
LEAGUE_SHARE = 0.35
"""The share of trials in which both doctrines play a member of the league instead of each other."""
OUTSIDER_SHARE = 0.2
"""The share of these in which the member is the outsider, whose wars take several times as long."""
SWITCHES = ("raids", "withdraws", "saves")
"""Settings that are either on (above 0.5) or off: a tuning begins in the middle, to decide them."""
SCALES = (0.6, 1.0, 1.6)
"""How far along the way that was found, from where it began, the doctrines lie that are compared at the
end."""


VARIANTS: dict[str, dict[str, float]] = {
    "raids": {"raids": 1.0},
    "withdraws": {"withdraws": 1.0},
    "larger complexes": {"complex_output": 3.0},
    "landings unseen": {"landings": 0.0},
    "counter-attacks forgotten": {"seen": 0.0, "seen_slope": 0.0, "strip": 0.0},
}
"""Single changes of the usual doctrine that are measured one by one."""


class Trial(NamedTuple):
    """Wars to be fought: pairs of doctrines, the first of which is measured, with their dice, in the edition
    of a preset."""

    number: int
    pairs: tuple[tuple[Floats, Floats | str], ...]
    dice: str
    signs: Floats
    preset: str = USUAL


def doctrine_at(point: Floats) -> Floats:
    """The doctrine of a point: its first half is what both sides share, in steps from the usual values, its
    second half what the Axis has more and the Allies less."""
    n, step = len(doctrine.SETTINGS), _steps()
    rows = doctrine.plain()
    for side in range(2):
        sign = 1.0 if side == AXIS else -1.0
        rows[side] += step * (point[:n] + sign * APART * point[n:])
    return doctrine.bounded(rows)


def _steps() -> Floats:
    """The step of every setting; 0 where it is not tuned."""
    step = np.array([STEP * (setting.high - setting.low) for setting in doctrine.SETTINGS])
    step[[doctrine.PLACES[name] for name in FIXED]] = 0.0
    return step


def point_of(rows: Floats) -> Floats:
    """The point of a doctrine, the inverse of `doctrine_at`."""
    step = _steps()
    away = np.divide(rows - doctrine.DEFAULTS, step, out=np.zeros_like(rows), where=step > 0.0)
    out: Floats = np.concatenate([away.mean(axis=0), (away[AXIS] - away[1 - AXIS]) / (2.0 * APART)])
    return out


def result(war: Ended, side: int) -> float:
    """How far a side has won a war, between 0 and 1."""
    axis = float(war.winner == AXIS) if war.winner >= 0 else share_as_win(war.share)
    return axis if side == AXIS else 1.0 - axis


class War(NamedTuple):
    """One of the wars of a trial, by its number: two for each pair, the first doctrine as the Axis, then as
    the Allies."""

    trial: Trial
    number: int

    @property
    def is_long(self) -> bool:
        """Whether the outsider takes part."""
        return isinstance(self.trial.pairs[self.number // 2][1], str)


def wars_of(trial: Trial) -> list[War]:
    """All wars of a trial."""
    return [War(trial, number) for number in range(2 * len(trial.pairs))]


def wage(war: War, rounds: int) -> tuple[float, dict[str, Any]]:
    """Fight a war of a trial. Returns how far its first doctrine has won, and how it ended."""
    one, rival = war.trial.pairs[war.number // 2]
    first, second = Style(one), rival if isinstance(rival, str) else Style(rival)
    side = AXIS if war.number % 2 == 0 else 1 - AXIS
    axis, allies = (first, second) if side == AXIS else (second, first)
    ended = fight(axis, allies, war.trial.dice, rounds, preset=war.trial.preset)
    return result(ended, side), {
        "winner": ended.winner,
        "rounds": ended.rounds,
        "share": round(ended.share, 4),
        "first": "axis" if side == AXIS else "allies",
    }


def campaign(
    pool: Pool, trials: list[Trial], rounds: int
) -> Iterator[tuple[int, float, list[dict[str, Any]]]]:
    """Fight all wars of some trials, the longest first, and give every trial as its last war ends: its place,
    by how much the first doctrine of its pair won more than lost (-1 to 1), of two pairs the first less the
    second, and its wars."""
    wars = sorted(
        ((place, war) for place, trial in enumerate(trials) for war in wars_of(trial)),
        key=lambda entry: not entry[1].is_long,
    )
    ended: list[dict[int, tuple[float, dict[str, Any]]]] = [{} for _ in trials]
    for i, found in pool.as_finished(partial(wage, rounds=rounds), [war for _, war in wars]):
        place, war = wars[i]
        ended[place][war.number] = found
        if len(ended[place]) == len(wars_of(war.trial)):
            won = [ended[place][number][0] for number in sorted(ended[place])]
            pairs = [a + b - 1.0 for a, b in zip(won[::2], won[1::2], strict=True)]
            worth = pairs[0] if len(pairs) == 1 else pairs[0] - pairs[1]
            yield place, worth, [ended[place][number][1] for number in sorted(ended[place])]


@dataclass
class Tuning:
    """A run: where it stands, and everything that was played."""

    seed: int
    point: Floats
    preset: str = USUAL
    generation: int = 0
    path: list[Floats] = field(default_factory=list)
    played: int = 0

    def trials(self, count: int) -> Iterator[Trial]:
        """The trials of a generation."""
        rng = np.random.default_rng([self.seed, self.generation])
        for i in range(count):
            signs = rng.choice((-1.0, 1.0), len(self.point))
            plus, minus = doctrine_at(self.point + signs), doctrine_at(self.point - signs)
            pairs: tuple[tuple[Floats, Floats | str], ...] = ((plus, minus),)
            if rng.random() < LEAGUE_SHARE:
                member = self._member(rng)
                pairs = ((plus, member), (minus, member))
            dice = f"tuning/{self.seed}/{self.generation}/{i}"
            yield Trial(i, pairs, dice, signs, self.preset)

    def _member(self, rng: np.random.Generator) -> Floats | str:
        """A member of the league: a program of another kind, or the usual doctrine, one of earlier
        generations, or one near the usual one."""
        if rng.random() < OUTSIDER_SHARE:
            return OUTSIDER
        kind = rng.integers(3)
        if kind == 0 or (kind == 1 and not self.path):
            return doctrine.plain()
        if kind == 1:
            return doctrine_at(self.path[int(rng.integers(len(self.path)))])
        return doctrine_at(1.5 * rng.choice((-1.0, 1.0), len(self.point)))

    def learn(self, slopes: list[Floats]) -> None:
        """Move by the mean of what the trials of a generation said."""
        rate = RATE / (1.0 + self.generation / SLOWER)
        self.point = point_of(doctrine_at(self.point + rate * np.mean(slopes, axis=0)))
        self.path.append(self.point.copy())
        self.generation += 1

    @property
    def settled(self) -> Floats:
        """The mean of the second half of the way: less noise than where it ends."""
        later = self.path[len(self.path) // 2 :]
        out: Floats = np.mean(later, axis=0) if later else self.point
        return out


class Log:
    """Lines of JSON, written as they come; those of an earlier run are read first."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.lines, self._path = read_lines(path), path

    def write(self, **line: Any) -> None:
        self.lines.append(line)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")

    def trials(self, generation: int) -> dict[int, dict[str, Any]]:
        """The trials of a generation that were played."""
        found = [
            line for line in self.lines if line["stage"] == "tuning" and line["generation"] == generation
        ]
        return {line["trial"]: line for line in found}


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a log, none if there is no such file."""
    if not path.exists():
        return []
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]


def explore(pool: Pool, tuning: Tuning, until: float, trials: int, rounds: int, log: Log) -> None:
    """Generations until the time is over. Trials that are in the log are not played again; a generation that
    is not finished teaches nothing yet."""
    while True:
        asked, known = list(tuning.trials(trials)), log.trials(tuning.generation)
        missing = [trial for trial in asked if trial.number not in known]
        if missing and monotonic() > until:
            return
        for i, worth, wars in campaign(pool, missing, rounds):
            trial = missing[i]
            log.write(
                stage="tuning",
                generation=tuning.generation,
                trial=trial.number,
                worth=round(worth, 4),
                signs="".join("+" if sign > 0 else "-" for sign in trial.signs),
                wars=wars,
            )
            if monotonic() > until:
                break
        known = log.trials(tuning.generation)
        if len(known) < len(asked):
            return
        tuning.played += sum(len(line["wars"]) for line in known.values())
        tuning.learn([known[trial.number]["worth"] * trial.signs for trial in asked])
        if missing:
            log.write(
                stage="generation",
                generation=tuning.generation,
                played=tuning.played,
                point=[round(float(x), 3) for x in tuning.point],
            )


def compare(
    pool: Pool, start: Floats, tuning: Tuning, until: float, rounds: int, log: Log
) -> dict[float, list[float]]:
    """Doctrines on the way to the point that was found, and beyond, against the one at its start; after a
    while only the best two, then the best."""
    found = tuning.settled
    worth: dict[float, list[float]] = {scale: [] for scale in SCALES}
    batch = 0
    while monotonic() < until:
        left = sorted(SCALES, key=lambda scale: -float(np.mean(worth[scale] or [0.0])))
        left = left[: max(1, len(SCALES) - batch // 2)]
        nothing = np.zeros(0)
        asked, scales = [], []
        for number in range(max(1, 4 * pool.size // len(left))):
            for scale in left:
                dice = f"comparison/{batch}/{number}"
                rival = doctrine_at(start + scale * (found - start))
                asked.append(Trial(number, ((rival, doctrine_at(start)),), dice, nothing, tuning.preset))
                scales.append(scale)
        for number, value, wars in campaign(pool, asked, rounds):
            worth[scales[number]].append(value)
            log.write(stage="comparison", scale=scales[number], worth=round(value, 4), wars=wars)
            if monotonic() > until:
                break
        batch += 1
    return worth


def screen(pool: Pool, until: float, rounds: int, log: Log) -> None:
    """Doctrines with single changes against the usual one, in turn."""
    asked, names = [], []
    for number in range(1000):
        for name, settings in VARIANTS.items():
            rows = doctrine.plain()
            for setting, value in settings.items():
                rows[:, doctrine.PLACES[setting]] = value
            asked.append(Trial(number, ((rows, doctrine.plain()),), f"variant/{number}", np.zeros(0)))
            names.append(name)
    for number, value, wars in campaign(pool, asked, rounds):
        log.write(stage="variant", variant=names[number], worth=round(value, 4), wars=wars)
        if monotonic() > until:
            break


def write_doctrine(path: Path, rows: Floats, card: dict[str, Any]) -> None:
    """Write a doctrine with its card."""
    path.write_text(
        json.dumps({"values": doctrine.to_values(rows), "card": card}, indent=1) + "\n", encoding="utf-8"
    )


def train_doctrine(  # noqa: PLR0913 - each is an option of the command line
    seconds: Annotated[float, typer.Option(help="Duration of the whole run, in seconds.")] = 120.0,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes.")] = 1,
    trials: Annotated[int, typer.Option(min=1, help="Trials in a generation.")] = 96,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds after which a war ends.")] = 15,
    preset: Annotated[str, typer.Option(help="The edition, which says the board.")] = USUAL,
    seed: Annotated[int, typer.Option(help="Seed of the steps and the dice.")] = 1,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Doctrine to start from; default: the usual one.")
    ] = None,
    screening: Annotated[float, typer.Option(help="Seconds for single changes, before all else.")] = 0.0,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the doctrine and the log.")] = Path(
        "build/tuning"
    ),
) -> None:
    """Tune the doctrine of the general by wars, and compare it with the usual one.

    A run in the same folder is continued."""
    began = monotonic()
    log = Log(out / "tuning.jsonl")
    rows = doctrine.from_values(json.loads(start.read_text("utf-8"))["values"]) if start else doctrine.plain()
    rows[:, [doctrine.PLACES[name] for name in SWITCHES]] = 0.5
    began_at = point_of(rows)
    tuning = Tuning(seed, began_at, preset)
    with workers(jobs) as pool:
        if screening:
            screen(pool, began + screening, rounds, log)
            began, seconds = monotonic(), seconds - screening
        explore(pool, tuning, began + 0.72 * seconds, trials, rounds, log)
        worth = compare(pool, began_at, tuning, began + 0.97 * seconds, rounds, log)
    best = max(SCALES, key=lambda scale: float(np.mean(worth[scale] or [-1.0])))
    if np.mean(worth[best] or [-1.0]) <= 0.0:
        best = 0.0  # nothing was seen to be better
    card = {
        "method": "simultaneous perturbation",
        "preset": preset,
        "rounds": rounds,
        "seed": seed,
        "before": json.loads(start.read_text("utf-8"))["card"] if start else None,
        "generations": tuning.generation,
        "wars": tuning.played,
        "scale": best,
        "compared": {str(scale): [len(found), _percent(found)] for scale, found in worth.items()},
    }
    tuned = began_at + best * (tuning.settled - began_at)
    write_doctrine(out / "doctrine.json", doctrine_at(tuned), card)
    say(json.dumps(card))


def _percent(worth: list[float]) -> float:
    """What share of its wars a doctrine won, in percent."""
    return round(50.0 * (1.0 + float(np.mean(worth or [0.0]))), 1)
