"""Measures the program `reader` and writes the numbers into docs/liarsdice-reader.md, so that none there is typed by hand.

    python benchmarks/reader.py --games 300 --jobs 2

Each row: one player of the first kind alone against players of the second kind on all other seats, sitting everywhere equally often. The results also go to `benchmarks/reader.json`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean

import partie
from partie.arena.match import win_shares
from partie.arena.statistics import share_interval
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.games.liarsdice.reader import load_model

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "liarsdice-reader.md"
MASTER, EXPERT, INTERMEDIATE, BEGINNER = "reader", "reader:rounds=60,memory=off", "odds:trust=0.3", "naive"
PAIRS = [
    (MASTER, "weighted", 5),
    (MASTER, EXPERT, 5),
    (EXPERT, INTERMEDIATE, 5),
    (INTERMEDIATE, BEGINNER, 5),
    (MASTER, EXPERT, 2),
    (EXPERT, INTERMEDIATE, 2),
    (INTERMEDIATE, BEGINNER, 2),
    (MASTER, "odds", 5),
    (f"{MASTER}:memory=off", "odds", 5),
]
Block = tuple[float, float, float, int]


def play_block(first: str, second: str, seats: int, block: int) -> Block:
    """The lone player on every seat, same dice: its mean win share and mean score, the seconds it thought and its decisions."""
    game = partie.game("liarsdice")
    wins, scores, seconds, decisions = [], [], 0.0, 0
    for place in range(seats):
        agents = [
            build_agent(game, first if seat == place else second, f"{block}/{place}/{seat}")
            for seat in range(seats)
        ]
        played = play_out(Match(game, {}, f"reader bench {block}", seats), agents)
        wins.append(win_shares(played.scores, [(seat,) for seat in range(seats)])[place])
        scores.append(played.scores[place])
        seconds += played.seconds[place]
        decisions += played.decisions[place]
    return fmean(wins), fmean(scores), seconds, decisions


def measure(first: str, second: str, seats: int, games: int, pool: ProcessPoolExecutor) -> dict[str, object]:
    """The lone player's results."""
    count = max(2, games // seats)
    blocks = list(pool.map(partial(play_block, first, second, seats), range(count)))
    wins = [block[0] for block in blocks]
    return {
        "alone": first,
        "against": second,
        "seats": seats,
        "games": count * seats,
        "win_share": fmean(wins),
        "ci95": share_interval(wins),
        "score": fmean(block[1] for block in blocks),
        "ms_per_move": 1000 * sum(block[2] for block in blocks) / max(1, sum(block[3] for block in blocks)),
    }


def strength_table(rows: list[dict[str, object]]) -> str:
    lines = [
        "| alone | against | seats | games | win share, 95 % | par | ms per move |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        low, high = row["ci95"]  # type: ignore[misc]
        lines.append(
            f"| `{row['alone']}` | `{row['against']}` | {row['seats']} | {row['games']} | {row['win_share']:.1%} [{low:.1%}, {high:.1%}] "
            f"| {1 / int(row['seats']):.0%} | {row['ms_per_move']:.1f} |"  # type: ignore[call-overload]
        )
    return "\n".join(lines)


def kinds_table() -> str:
    """What the shipped model's card says."""
    lines = ["| kind | decisions | surprise, general model | surprise, own model |", "|---|---|---|---|"]
    for kind, facts in load_model("reader").card["kinds"].items():
        lines.append(
            f"| `{kind}` | {facts['decisions']} | {facts['surprise_general']:.2f} | {facts['surprise']:.2f} |"
        )
    return "\n".join(lines)


def write(name: str, table: str) -> None:
    """Put a table between its marks."""
    mark = f"<!-- {name} -->"
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        re.sub(f"{mark}.*?{mark}", lambda _: f"{mark}\n{table}\n{mark}", text, flags=re.DOTALL),
        encoding="utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    write("reader:kinds", kinds_table())
    rows = []
    with ProcessPoolExecutor(asked.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for first, second, seats in PAIRS:
            rows.append(measure(first, second, seats, asked.games, pool))
            print(strength_table(rows[-1:]).splitlines()[-1], flush=True)
            write("reader:strength", strength_table(rows))
    (ROOT / "benchmarks" / "reader.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
