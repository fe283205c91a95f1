"""Measures what units of the arena cost and writes the table into docs/scaling.md.

python benchmarks/scaling.py --game quarto
"""

from __future__ import annotations

import argparse
import os
import platform
import re
from pathlib import Path

from partie import __version__
from partie.arena.overhead import Overhead, measure
from partie.arena.tournament import TASK_SECONDS
from partie.core.registry import game

PAGE = Path(__file__).resolve().parents[1] / "docs" / "scaling.md"
PLACES: dict[str, tuple[int, str | None]] = {
    "this process": (1, None),
    "two processes": (2, None),
    "a cluster of two workers": (1, "local:2"),
}


def table(found: Overhead, load: float) -> str:
    """The measurements in Markdown, with what they mean for a large cluster."""
    rows = [
        f"| {one.name} | {one.units_per_second:.1f} | {one.unit_cost_ms:.2f} | "
        f"{'–' if one.overhead is None else f'{one.overhead:+.1%}'} |"
        for one in found.places
    ]
    cluster = found.places[-1]
    most = 1000 * TASK_SECONDS / cluster.unit_cost_ms
    share = min(1.0, most / 1000)
    return "\n".join(
        [
            f"Partie {__version__}, Python {platform.python_version()}, {os.cpu_count()} cores with a load of "
            f"{load:.1f} from other programs; units of {found.games:,} compiled games of {found.game}, "
            f"{1000 * found.unit_seconds:.0f} ms of processor time each.",
            "",
            "| where | units per second | cost of one unit (ms) | overhead against the bare compiled loop |",
            "|---|---|---|---|",
            *rows,
            "",
            f"A tournament of fast agents takes {found.tournament:+.1%} against its deals alone.",
            "",
            "## What a thousand cores would give",
            "The scheduler hands out tasks one after the other, so what one costs limits the cluster: with "
            f"{cluster.unit_cost_ms:.1f} ms per task and tasks of about {TASK_SECONDS:g} s, as the arena makes "
            f"them, it keeps about {most:.0f} workers busy, and a thousand cores do the work of "
            f"{1000 * share:.0f}. Tasks longer than {cluster.unit_cost_ms:.1f} s, such as deals of programs that "
            "think for seconds, keep all thousand busy. A tournament has enough units for that if it has a "
            "few thousand deals: the last units are waited for, so with fewer the end costs more than the "
            "handing over.",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="quarto")
    parser.add_argument("--seconds", type=float, default=1.0)
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    written = table(measure(game(chosen.game), chosen.seconds, PLACES), load)
    text = PAGE.read_text(encoding="utf-8")
    marks = r"(<!-- scaling -->\n).*?(<!-- scaling -->)"
    PAGE.write_text(
        re.sub(marks, lambda found: f"{found[1]}{written}\n{found[2]}", text, flags=re.DOTALL),
        encoding="utf-8",
    )
    print(written)


if __name__ == "__main__":
    main()
