"""Compare training runs of several methods after equal numbers of games.

    python benchmarks/training.py runs/genetic-1 runs/genetic-2 … runs/cma-1 …
    python benchmarks/training.py --evolution runs/weighted

The table and the plot go into docs/liarsdice-training.md. The second command writes how the weights of the
favourite changed in one run.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import fmean

import numpy as np
from pages import DOCS, fill

from partie.games.liarsdice.players.weighted.genes import GENES
from partie.learn.plots import plot_comparison
from partie.learn.tuning.genome import decode
from partie.learn.tuning.run import (
    Generation,
    read_log,
)

LAST = 10
"""The end of a run is the mean of its last generations, of which this is the number."""
EARLY_TO_LATE = (1, 5, 10, 20, 35, 50)
"""The generations shown of one run."""

Runs = dict[str, list[list[Generation]]]


def read_runs(folders: list[Path]) -> tuple[Runs, int]:
    """Read the runs by method, cut to the number of games that all of them have played.

    Returns them and that number."""
    runs: Runs = {}
    for folder in folders:
        method = json.loads((folder / "settings.json").read_text())["method"]
        runs.setdefault(method, []).append(read_log(folder))
    games = min(history[-1].games for histories in runs.values() for history in histories)
    equal = {
        method: [[one for one in history if one.games <= games] for history in histories]
        for method, histories in runs.items()
    }
    return equal, games


def table(runs: Runs, games: int) -> str:
    """A table of the best favourite and the end of every run."""
    lines = [
        f"| after {games:,} games | best favourite of each run | mean of the last {LAST} generations |",
        "|---|---|---|",
    ]
    for method, histories in runs.items():
        best = ", ".join(f"{max(one.judged for one in history):.1%}" for history in histories)
        end = ", ".join(f"{fmean(one.judged for one in history[-LAST:]):.1%}" for history in histories)
        lines.append(f"| {method} | {best} | {end} |")
    return "\n".join(lines)


def evolution(history: list[Generation]) -> str:
    """A table of the favourite's weights in some generations, the last one with the best judgement of all."""
    best = max(range(len(history)), key=lambda number: history[number].judged)
    chosen = [history[number - 1] for number in EARLY_TO_LATE if number <= best] + [history[best]]
    weights = [decode(GENES, np.frombuffer(bytes.fromhex(one.favourite), np.uint8)) for one in chosen]
    lines = [
        f"| generation | {' | '.join(str(one.number) for one in chosen)} |",
        "|---" * (len(chosen) + 1) + "|",
        f"| judged | {' | '.join(f'{one.judged:.0%}' for one in chosen)} |",
    ]
    for place, gene in enumerate(GENES):
        lines.append(f"| `{gene.name}` | {' | '.join(f'{values[place]:.1f}' for values in weights)} |")
    return "\n".join(lines)


def main() -> None:
    """Read the run folders named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="*", type=Path, help="folders of training runs")
    parser.add_argument("--evolution", type=Path, help="folder of one run of `weighted`")
    arguments = parser.parse_args()
    if arguments.evolution:
        fill(DOCS / "liarsdice-training.md", "evolution", evolution(read_log(arguments.evolution)))
        return
    runs, games = read_runs(arguments.runs)
    found = table(runs, games)
    print(found)
    fill(DOCS / "liarsdice-training.md", "training", found)
    plot_comparison(runs, DOCS / "images" / "liarsdice-training", "win share against the panel")


if __name__ == "__main__":
    main()
