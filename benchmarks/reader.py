"""Describe the shipped model of the program `reader`, and measure it against players it was not trained on.

python benchmarks/reader.py                                        # the table of kinds python
benchmarks/reader.py runs/genetic-2 runs/cma-1 --games 200  # also against the best genomes of these runs

The tables go into docs/liarsdice-reader.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean

from pages import DOCS, fill

import partie
from partie.arena.deals import win_shares
from partie.arena.statistics import share_interval
from partie.core.match import play_out
from partie.games.liarsdice.players.reader.agent import MODELS
from partie.games.liarsdice.players.reader.training import Variant
from partie.games.liarsdice.players.weighted.genes import GENES
from partie.games.liarsdice.players.weighted.training import SEATS
from partie.learn.tuning.genome import read_genome

PAGE = DOCS / "liarsdice-reader.md"
READERS = ("reader", "reader:memory=off")


def kinds_table() -> str:
    """A table of the kinds of players on the card of the shipped model."""
    lines = ["| kind | decisions | surprise, general model | surprise, own model |", "|---|---|---|---|"]
    for kind, facts in MODELS.load("reader").card["kinds"].items():
        lines.append(
            f"| `{kind}` | {facts['decisions']} | {facts['surprise_general']:.2f} | {facts['surprise']:.2f} |"
        )
    return "\n".join(lines)


def play(spec: str, run: Path, games: int) -> list[float]:
    """The win share of a reader against four players with the best genome of a run.

    Returns one number for every block, in which the reader takes every seat with the same dice."""
    game = partie.game("liarsdice")
    weights = read_genome(GENES, run / "best.toml").vector
    blocks = []
    for block in range(max(2, games // SEATS)):
        wins = []
        for lone in range(SEATS):
            agents = [
                partie.build_agent(game, spec, f"{block}/{lone}")
                if seat == lone
                else Variant(weights, f"{block}/{lone}/{seat}")
                for seat in range(SEATS)
            ]
            scores = play_out(partie.Match(game, seed=f"unmet {block}", seats=SEATS), agents).scores
            wins.append(win_shares(scores, [(seat,) for seat in range(SEATS)])[lone])
        blocks.append(fmean(wins))
    return blocks


def unmet_table(runs: list[Path], games: int) -> str:
    """A table of readers alone against four players with genomes they were not trained on."""
    lines = ["| alone | against four of | games | win share, 95 % | par |", "|---|---|---|---|---|"]
    for run in runs:
        for spec in READERS:
            blocks = play(spec, run, games)
            low, high = share_interval(blocks)
            lines.append(
                f"| `{spec}` | {run.name} | {len(blocks) * SEATS} "
                f"| {fmean(blocks):.1%} [{low:.1%}, {high:.1%}] | {1 / SEATS:.0%} |"
            )
            print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", type=Path, nargs="*")
    parser.add_argument("--games", type=int, default=200)
    arguments = parser.parse_args()
    fill(PAGE, "reader:kinds", kinds_table())
    if arguments.runs:
        fill(PAGE, "reader:unmet", unmet_table(arguments.runs, arguments.games))


if __name__ == "__main__":
    main()
