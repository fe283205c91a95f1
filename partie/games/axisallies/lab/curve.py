"""The learning curve of a tuning of the doctrine (`lab/tune.py`): generations of its log against the doctrine
set by hand, sides swapped and with the same dice.

`python -m partie.games.axisallies.lab.curve build/tuning/tuning.jsonl --out build/tuning/curve.jsonl`

A run that was interrupted is continued by the same command. `benchmarks/generals.py --collect` keeps what
came of it, and draws the curve.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import numpy as np
import typer

from partie.arena.pool import Pool, workers
from partie.games.axisallies.lab.tune import Log, Trial, campaign, doctrine_at, read_lines
from partie.games.axisallies.players.general import doctrine

POINTS = 6
"""How many generations of a run its learning curve shows."""


def points_to_measure(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of the generations of a run those of the learning curve: `POINTS` of them, evenly spaced, the last one
    included."""
    places = np.linspace(0, len(steps) - 1, min(POINTS, len(steps))).round().astype(np.int64)
    return [steps[place] for place in places.tolist()]


def measure_path(pool: Pool, log: Path, pairs: int, rounds: int, until: float, out: Path) -> None:
    """The learning curve of a run: generations of its log against the usual doctrine, all on the same dice;
    what was measured before is not played again."""
    steps = points_to_measure([line for line in read_lines(log) if line["stage"] == "generation"])
    asked, marks = [], []
    for number in range(pairs):
        for step in steps:
            rows = doctrine_at(np.array(step["point"]))
            asked.append(Trial(number, ((rows, doctrine.plain()),), f"curve/{number}", np.zeros(0)))
            marks.append(step["generation"])
    written = Log(out)
    done = {(line["generation"], line["dice"]) for line in written.lines}
    left = [i for i, trial in enumerate(asked) if (marks[i], trial.dice) not in done]
    for place, value, wars in campaign(pool, [asked[i] for i in left], rounds):
        i = left[place]
        written.write(
            stage="curve", generation=marks[i], dice=asked[i].dice, worth=round(value, 4), wars=wars
        )
        if monotonic() > until:
            break


def main(
    log: Annotated[Path, typer.Argument(help="The log of a tuning")],
    out: Annotated[Path, typer.Option(help="The file for the wars of the curve")],
    pairs: Annotated[int, typer.Option(help="Pairs of wars for each generation")] = 20,
    rounds: Annotated[int, typer.Option(help="Rounds after which a war ends")] = 15,
    jobs: Annotated[int, typer.Option(help="Number of processes")] = 1,
    seconds: Annotated[float, typer.Option(help="Time for all")] = 600.0,
) -> None:
    """Measure the learning curve of a tuning."""
    with workers(jobs) as pool:
        measure_path(pool, log, pairs, rounds, monotonic() + seconds, out)


if __name__ == "__main__":
    typer.run(main)
