"""Measures how strong the agents of a game are and writes the numbers where people read them.

    python benchmarks/strength.py quarto --games 200

The pairs to measure stand in PAIRS. The results go to `benchmarks/strength-<game>.json` and, between the marks `<!-- strength:<game> -->`, into README.md and docs/<game>.md, so that no number
there is typed by hand.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from pathlib import Path
from typing import Any

import partie
from partie.arena.match import play_match

ROOT = Path(__file__).resolve().parent.parent
PAIRS = {
    "quarto": [
        ("beginner", "random"),
        ("intermediate", "beginner"),
        ("expert", "intermediate"),
        ("master", "expert"),
        ("alphabeta:depth=4", "random"),
        ("mcts:iterations=2000", "intermediate"),
        ("montecarlo:deals=20,replays=5", "intermediate"),
        ("expert", "mcts:iterations=2000"),
    ],
}


def row(report: dict[str, Any]) -> str:
    """One line of the table: who, against whom, win share and difference with their intervals, time per move."""
    first, second = report["results"][:2]
    low, high = first["win_share_ci95"]
    difference = report["difference"]
    least, most = difference["ci95"]
    return (
        f"| `{first['spec']}` | `{second['spec']}` | {report['games']} "
        f"| {first['win_share']:.1%} [{low:.1%}, {high:.1%}] "
        f"| {difference['mean']:+.2f} [{least:+.2f}, {most:+.2f}] | {first['ms_per_move']:.1f} |"
    )


def write(game: str, reports: list[dict[str, Any]]) -> None:
    """Put the table between the marks of the pages that show it."""
    head = (
        "| agent | against | games | win share, 95 % | difference of mean scores, 95 % | ms per move |\n"
        "|---|---|---|---|---|---|\n"
    )
    table = head + "\n".join(row(report) for report in reports)
    mark = f"<!-- strength:{game} -->"
    for file in (ROOT / "README.md", ROOT / "docs" / f"{game}.md"):
        text = file.read_text(encoding="utf-8")
        new = re.sub(f"{mark}.*?{mark}", lambda _: f"{mark}\n{table}\n{mark}", text, flags=re.DOTALL)
        file.write_text(new, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(PAIRS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--pairs", default="", help="only these pairs, by their place in PAIRS: 1,4")
    asked = parser.parse_args()
    game = partie.game(asked.game)
    pairs = PAIRS[asked.game]
    file = ROOT / "benchmarks" / f"strength-{asked.game}.json"
    known = {
        tuple(result["spec"] for result in report["results"]): report
        for report in (json.loads(file.read_text()) if file.exists() else [])
    }
    chosen = [pairs[int(place) - 1] for place in asked.pairs.split(",")] if asked.pairs else pairs
    for pair in chosen:
        play_match(game, pair, games=1, seed=0)  # compiles, so that it does not count as thinking
        known[pair] = play_match(game, pair, games=asked.games, seed=2026, jobs=asked.jobs).as_json()
        print(row(known[pair]), flush=True)
        reports = [known[pair] for pair in pairs if pair in known]
        file.write_text(json.dumps(reports, indent=1) + "\n")
        write(asked.game, reports)


if __name__ == "__main__":
    main()
