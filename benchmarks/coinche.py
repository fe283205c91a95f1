"""Play the reference matches of Coinche and write their table into docs/results.md.

    python benchmarks/coinche.py --deals 3000 --jobs 2 --only 1,2

Every match is stored in `benchmarks/matches-coinche.json` as soon as it is over, so that they can be played
one at a time.
"""

from __future__ import annotations

import argparse
import json
import os
from typing import Any

from pages import DOCS, ROOT, fill, markdown

from partie.games.coinche.lab.experiment import PAIRINGS, Outcome, Pairing, coinche_matches

FILE = ROOT / "benchmarks" / "matches-coinche.json"


def row(pairing: Pairing, report: dict[str, Any]) -> list[str]:
    """One line of the table."""
    first, second = report["results"]
    low, high = first["win_share_ci95"]
    difference = report["difference"]
    least, most = difference["ci95"]
    original = pairing.original
    return [
        f"`{pairing.first}`",
        f"`{pairing.second}`",
        pairing.counts,
        str(first["games"]),
        f"{first['win_share']:.1%} [{low:.1%}, {high:.1%}]",
        f"{original.wins:.0%} ({original.again:.1%})" if original else "",
        f"{first['mean'] / second['mean'] - 1:+.0%}",
        f"{original.points:+.0%}" if original else "",
        f"{difference['mean']:+.1f} [{least:+.1f}, {most:+.1f}]",
        f"{first['ms_per_move']:.1f}",
    ]


def table(known: dict[str, Any]) -> str:
    head = ["player", "against", "counts", "deals", "deals won, 95 %", "original (run again)"]
    head += ["points beyond the other's", "original", "difference per deal, 95 %", "ms per move"]
    return markdown(head, [row(one, known[name(one)]) for one in PAIRINGS if name(one) in known])


def name(pairing: Pairing) -> str:
    return f"{pairing.first} {pairing.second} {pairing.options}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="only these matches, by their number: 1,3")
    parser.add_argument("--write", action="store_true", help="play nothing, only write the pages again")
    arguments = parser.parse_args()
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    chosen = [PAIRINGS[int(place) - 1] for place in arguments.only.split(",")] if arguments.only else PAIRINGS

    def keep(outcome: Outcome) -> None:
        known[name(outcome.pairing)] = outcome.report.as_json()
        FILE.write_text(json.dumps(known, indent=1) + "\n")
        print(*row(outcome.pairing, known[name(outcome.pairing)]), sep=" | ", flush=True)

    if not arguments.write:
        coinche_matches(chosen, 2)  # compiles, so that compiling does not count as thinking time
        coinche_matches(chosen, arguments.deals, 2026, arguments.jobs, finished=keep)
    fill(DOCS / "results.md", "matches:coinche", table(known))


if __name__ == "__main__":
    main()
