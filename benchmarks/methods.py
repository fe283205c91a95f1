"""Write measured results into the pages about methods (`docs/methods`), from the files of `strength.py`.

    python benchmarks/methods.py

A page marks each result it shows: `<!-- measured: hearts, net, random, 4, length=1 -->…<!-- end -->` stands
for the match of `net` against `random` with four seats and that option. `strength.py` calls this after it has
measured.
"""

from __future__ import annotations

import argparse
import json
import re
from typing import Any

from pages import DOCS, ROOT

import partie
from partie.core.game import sides

MARK = re.compile(r"<!-- measured: ([^>]+) -->.*?<!-- end -->", re.DOTALL)


def reports() -> dict[tuple[str, ...], dict[str, Any]]:
    """Every stored match, by game, players, seats and options."""
    found = {}
    for file in sorted((ROOT / "benchmarks").glob("strength-*.json")):
        for report in json.loads(file.read_text(encoding="utf-8")):
            players = (result["spec"] for result in report["results"])
            found[(report["game"], *players, str(report["seats"]), report.get("asked") or "")] = report
    return found


def sentence(report: dict[str, Any]) -> str:
    """The result of a match in one sentence, with its intervals."""
    first, second = report["results"][:2]
    low, high = first["win_share_ci95"]
    least, most = report["difference"]["ci95"]
    par = 1 / len(sides(partie.game(report["game"]), report["seats"]))
    return (
        f"`{first['spec']}` against `{second['spec']}`: {first['win_share']:.1%} of the games won "
        f"[{low:.1%}, {high:.1%}], where {par:.0%} is par; difference of mean scores "
        f"{report['difference']['mean']:+.2f} [{least:+.2f}, {most:+.2f}], {first['games']} games."
    )


def with_results(text: str) -> str:
    """The text of a page with every marked result as it was last measured."""
    known = reports()

    def measured(mark: re.Match[str]) -> str:
        game, first, second, seats, *options = mark[1].split(", ")
        report = known[(game, first, second, seats, ",".join(options))]
        return f"<!-- measured: {mark[1]} -->{sentence(report)}<!-- end -->"

    return MARK.sub(measured, text)


def write() -> None:
    """Fill in the results of all pages about methods."""
    for page in sorted((DOCS / "methods").glob("*.md")):
        page.write_text(with_results(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    write()
