"""Measures how strong the agents of a game are and writes the numbers where people read them.

    python benchmarks/strength.py quarto --games 200

The pairs to measure stand in PAIRS. The results go to `benchmarks/strength-<game>.json` and, between the marks `<!-- strength:<game> -->`, into README.md and docs/<game>.md, so that no number
there is typed by hand.
"""

from __future__ import annotations

import argparse
import json
import os
from typing import Any

from pages import DOCS, ROOT, fill

import partie
from partie.arena.match import play_match

PAIRS: dict[str, list[tuple[str, str, int]]] = {
    "quarto": [
        ("beginner", "random", 2),
        ("intermediate", "beginner", 2),
        ("expert", "intermediate", 2),
        ("master", "expert", 2),
        ("alphabeta:depth=4", "random", 2),
        ("mcts:iterations=2000", "intermediate", 2),
        ("montecarlo:deals=20,replays=5", "intermediate", 2),
        ("expert", "mcts:iterations=2000", 2),
    ],
    "liarsdice": [
        ("intermediate", "beginner", 5),
        ("expert", "intermediate", 5),
        ("master", "expert", 5),
        ("intermediate", "beginner", 2),
        ("expert", "intermediate", 2),
        ("master", "expert", 2),
        ("weighted", "odds", 5),
        ("weighted:genome=untrained", "odds", 5),
        ("master", "weighted", 5),
        ("reader:memory=off", "odds", 5),
        ("equilibrium", "odds", 2),
        ("montecarlo", "odds", 5),
        ("ismcts", "odds", 5),
    ],
}
"""Who meets whom, and at how many seats. With more than two the first sits alone against copies of the second, then the other way round."""


def row(report: dict[str, Any]) -> str:
    """One line of the table: who, against whom, win share and difference with their intervals, time per move."""
    first, second = report["results"][:2]
    low, high = first["win_share_ci95"]
    difference = report["difference"]
    least, most = difference["ci95"]
    return (
        f"| `{first['spec']}` | `{second['spec']}` | {report['seats']} | {first['games']} "
        f"| {first['win_share']:.1%} [{low:.1%}, {high:.1%}] | {1 / report['seats']:.1%} "
        f"| {difference['mean']:+.2f} [{least:+.2f}, {most:+.2f}] | {first['ms_per_move']:.1f} |"
    )


def write(game: str, reports: list[dict[str, Any]]) -> None:
    """Put the table between the marks of the pages that show it."""
    head = (
        "| agent | against | seats | games | win share, 95 % | par | difference of mean scores, 95 % | ms per move |\n"
        "|---|---|---|---|---|---|---|---|\n"
    )
    table = head + "\n".join(row(report) for report in reports)
    for page in (ROOT / "README.md", DOCS / f"{game}.md"):
        fill(page, f"strength:{game}", table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(PAIRS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--pairs", default="", help="only these pairs, by their place in PAIRS: 1,4")
    parser.add_argument("--write", action="store_true", help="measure nothing, only write the pages again")
    asked = parser.parse_args()
    game = partie.game(asked.game)
    pairs = PAIRS[asked.game]
    file = ROOT / "benchmarks" / f"strength-{asked.game}.json"
    known = {
        (*(result["spec"] for result in report["results"]), report["seats"]): report
        for report in (json.loads(file.read_text()) if file.exists() else [])
    }
    chosen = [pairs[int(place) - 1] for place in asked.pairs.split(",")] if asked.pairs else pairs
    for pair in [] if asked.write else chosen:
        *specs, seats = pair
        play_match(
            game, specs, games=1, seed=0, seats=seats
        )  # compiles, so that it does not count as thinking
        report = play_match(game, specs, games=asked.games, seed=2026, seats=seats, jobs=asked.jobs)
        known[pair] = report.as_json()
        print(row(known[pair]), flush=True)
        file.write_text(json.dumps([known[pair] for pair in pairs if pair in known], indent=1) + "\n")
    write(asked.game, [known[pair] for pair in pairs if pair in known])


if __name__ == "__main__":
    main()
