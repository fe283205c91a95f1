"""Play the reference experiment of Axis & Allies and write its results into the documentation.

    python benchmarks/axisallies.py --games 400 --rows 100 --jobs 2

The tables and the plot go into docs/axis-and-allies-expert.md, a summary into docs/results.md. The games are
stored in `benchmarks/war-axisallies.json`, so that the pages can be written again (`--write`) and more games
played (`--more`, if the programs have not changed since). `--games` are those of the two players that are
compared game by game, `--rows` those of all others. With `--bench` it measures speed instead, for
docs/axis-and-allies.md.
"""

from __future__ import annotations

import argparse
import json
import os

import numpy as np
from pages import DOCS, ROOT, fill, markdown

from partie.games.axisallies.lab.bench import bench_rows
from partie.games.axisallies.lab.experiment import (
    OTHERS,
    PLAYERS,
    War,
    advantage,
    axis_and_allies,
    plot_axis_and_allies,
)
from partie.games.axisallies.lab.reproduce import ENDS, ROUND_BY_ROUND, end_rows, round_rows
from partie.games.axisallies.rules.board import GERMANY

FILE = ROOT / "benchmarks" / "war-axisallies.json"
SEED = 2026
COMPARED = PLAYERS[:2]
AT_ONCE = 100
"""The number of games of each player after which results are saved."""


def as_page(rows: list[list[str]]) -> list[list[str]]:
    """Format the names of programs in the rows as code."""
    return [[f"`{cell}`" if cell in (*PLAYERS, *OTHERS) else cell for cell in row] for row in rows]


def sentence(wars: list[War]) -> str:
    """The result in one sentence."""
    more, (low, high) = advantage(wars[0], wars[1])
    first, second = (war.mean(GERMANY)[0] for war in wars[:2])
    return (
        f"After five rounds Germany produces {first:.1f} IPC with `{wars[0].player}` and {second:.1f} with "
        f"`{wars[1].player}`, the other powers played by `greedy`: {more:+.1f} [{low:+.1f}, {high:+.1f}] "
        f"game by game, {wars[0].games} games each."
    )


def speed() -> str:
    """The table of `partie bench axisallies`."""
    return markdown(["what", "measured"], bench_rows())


def stored(wars: list[War]) -> str:
    return json.dumps(
        [
            {
                name: value.tolist() if isinstance(value, np.ndarray) else value
                for name, value in vars(war).items()
            }
            for war in wars
        ],
        separators=(",", ":"),
    )


def read() -> list[War]:
    return [
        War(**{name: value if isinstance(value, str) else np.array(value) for name, value in war.items()})
        for war in json.loads(FILE.read_text())
    ]


def play(games: int, rows: int, jobs: int, wars: list[War]) -> None:
    """Play until there are `games` games of the players compared and `rows` of the others, and save them
    from time to time."""
    known = {(war.others, war.player): war for war in wars}
    for others in OTHERS:
        for player in PLAYERS:
            key = others, player
            goal = games if player in COMPARED and others == OTHERS[0] else rows
            while (done := known[key].games if key in known else 0) < goal:
                (new,) = axis_and_allies((player,), others, min(AT_ONCE, goal - done), SEED, jobs, first=done)
                known[key] = known[key].extended_by(new) if key in known else new
                FILE.write_text(stored(list(known.values())) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rows", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="play nothing, only write the pages again")
    parser.add_argument("--more", action="store_true", help="play only the games that are not stored yet")
    parser.add_argument("--bench", action="store_true", help="measure speed instead")
    arguments = parser.parse_args()
    if arguments.bench:
        fill(DOCS / "axis-and-allies.md", "bench:axisallies", speed())
        return
    if not arguments.write:
        play(arguments.games, arguments.rows, arguments.jobs, read() if arguments.more else [])
    wars = read()
    compared = [war for war in wars if war.player in COMPARED and war.others == OTHERS[0]]
    page = DOCS / "axis-and-allies-expert.md"
    ends, rounds = (
        markdown(ENDS, as_page(end_rows(wars))),
        markdown(ROUND_BY_ROUND, as_page(round_rows(compared))),
    )
    fill(page, "war:axisallies", f"{sentence(compared)}\n\n{ends}\n\n{rounds}")
    fill(DOCS / "results.md", "war-line:axisallies", sentence(compared))
    plot_axis_and_allies(compared, DOCS / "images" / "axis-and-allies-war")
    print(sentence(compared))


if __name__ == "__main__":
    main()
