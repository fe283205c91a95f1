"""Training runs in a folder, read while they go on: what is trained, and its curves so far."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

SAVED = "saved.json"
_LOGS = ("generations.jsonl", "log.jsonl")
"""The logs of a tuning run and of a training run of a network."""
_MOST_POINTS = 200


Figure = Literal["best", "mean", "judged", "loss"]


@dataclass(frozen=True)
class Curve:
    """A figure by generation or round. `against` is the opponent it was measured against, if any."""

    name: Figure
    against: str | None
    points: list[tuple[int, float]]


@dataclass(frozen=True)
class TrainingRun:
    """A training run as its folder shows it. `agent` is the spec with which its result can be played, once
    that is stored."""

    name: str
    game: str
    family: str
    method: str
    steps: int
    games: int
    changed: datetime
    curves: list[Curve]
    agent: str | None


def note_saved(folder: Path, agent: str) -> None:
    """Write into the folder of a run under which spec its result can be played."""
    (folder / SAVED).write_text(json.dumps({"agent": agent}) + "\n", encoding="utf-8")


def read_runs(root: Path, most: int = 50) -> list[TrainingRun]:
    """The runs in the folders of `root`, the last changed first. Folders with anything else are left out."""
    found = [run for folder in _folders(root) if (run := read_run(folder)) is not None]
    return sorted(found, key=lambda run: run.changed, reverse=True)[:most]


def read_run(folder: Path) -> TrainingRun | None:
    """The run in a folder; None if there is none."""
    try:
        settings = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
        log = next(folder / name for name in _LOGS if (folder / name).is_file())
        game, _, family = str(settings.get("task", f"{settings.get('game')}.net")).partition(".")
        lines = list(_lines(log))
        return TrainingRun(
            name=folder.name,
            game=game,
            family=family,
            method=str(settings["method"]),
            steps=len(lines),
            games=max((int(line.get("games", line.get("deals", 0))) for line in lines), default=0),
            changed=datetime.fromtimestamp(log.stat().st_mtime, UTC),
            curves=_curves(lines),
            agent=_saved(folder),
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError, StopIteration):
        return None


def _folders(root: Path) -> list[Path]:
    try:
        return sorted(path for path in root.iterdir() if path.is_dir())
    except OSError:
        return []


def _lines(log: Path) -> Iterator[dict[str, Any]]:
    """The lines of a log; one that is being written is left out."""
    for line in log.read_text(encoding="utf-8").split("\n")[:-1]:
        yield json.loads(line)


def _curves(lines: list[dict[str, Any]]) -> list[Curve]:
    figures: dict[tuple[Figure, str | None], list[tuple[int, float]]] = {}
    for line in lines:
        for key, value in _figures(line):
            figures.setdefault(key, []).append((int(line["number"]), float(value)))
    return [Curve(name, against, _thinned(points)) for (name, against), points in figures.items()]


def _figures(line: Mapping[str, Any]) -> Iterator[tuple[tuple[Figure, str | None], float]]:
    judged = line["judged"]
    if isinstance(judged, Mapping):
        yield ("loss", None), line["loss"]
        yield from ((("judged", str(name)), value) for name, value in judged.items())
    else:
        yield from (
            (("best", None), line["best"]),
            (("mean", None), line["mean"]),
            (("judged", None), judged),
        )


def _thinned(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """At most `_MOST_POINTS` of the points, evenly spaced, the last one included."""
    step = -(-len(points) // _MOST_POINTS)
    return points[::-1][:: max(1, step)][::-1]


def _saved(folder: Path) -> str | None:
    try:
        return str(json.loads((folder / SAVED).read_text(encoding="utf-8"))["agent"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
