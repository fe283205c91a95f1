"""Play the round robins of `examples/experiments` and write their reports into docs/experiments.

    python benchmarks/experiments.py quarto hearts --seconds 600 --jobs 2

What was played before is kept in build/experiments and continued, so `--seconds` may be short: within it
every pairing gets about the same thinking time, so slow programs play fewer games. Every report says on which
machine, at which commit and with which command its games were played. The ladders go into docs/results.md
between the marks `<!-- ladder:<name> -->`.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import platform
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from pages import DOCS, ROOT, fill, markdown

from partie.arena.report import Stint, write_report
from partie.arena.tournament import LEAST_DEALS, Journal, Played, Tournament, write_results
from partie.core.registry import game as game_named

FILES = ROOT / "examples" / "experiments"
PAGES = DOCS / "experiments"
BUILD = ROOT / "build" / "experiments"


class TimeIsUp(Exception):
    """The time for a tournament is over; what was played is in its journal."""


def play(name: str, jobs: int, seconds: float | None, commit: str) -> None:
    """Play a tournament, or a part of what is left of it, and note where that was."""
    tournament, folder = Tournament.read(FILES / f"{name}.toml"), BUILD / name
    before = Journal(folder, tournament).games
    ends = None if seconds is None else time.monotonic() + seconds

    def progress(done: int, total: int) -> None:
        print(f"\r{name}: {done} of {total} games", end="", flush=True)
        if ends is not None and time.monotonic() > ends:
            raise TimeIsUp

    with contextlib.suppress(TimeIsUp):
        tournament.run(folder, jobs=jobs, progress=progress, by_time=seconds is not None)
    print()
    limit = "" if seconds is None else f" --seconds {seconds:g}"
    stint = Stint(
        command=f"python benchmarks/experiments.py {name}{limit}",
        commit=commit,
        machine=f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        day=datetime.now(UTC).date().isoformat(),
        games=Journal(folder, tournament).games - before,
    )
    if stint.games:
        _write(folder / "stints.json", [*map(Stint._asdict, _stints(folder)), stint._asdict()])


def publish(name: str) -> None:
    """Write the report of what was played of a tournament, unless that says too little."""
    tournament, folder, page = Tournament.read(FILES / f"{name}.toml"), BUILD / name, PAGES / name
    played = Played(tournament, Journal(folder, tournament).units)
    deals = Counter(unit.pairing for unit in played.units)
    fewest = min(deals[number] for number in range(len(tournament.pairings)))
    if fewest < LEAST_DEALS:
        print(f"{name}: no report, because one pairing has played {fewest} deals, fewer than {LEAST_DEALS}.")
        return
    page.mkdir(parents=True, exist_ok=True)
    write_results(folder / "results.jsonl", played)
    # No time of writing in it: equal results make equal files.
    (page / "results.jsonl.gz").write_bytes(gzip.compress((folder / "results.jsonl").read_bytes(), mtime=0))
    stints = _merged(_stints(folder))
    write_report(page, played, stints=stints)
    _write(page / "stints.json", [stint._asdict() for stint in stints])


def _stints(folder: Path) -> list[Stint]:
    path = folder / "stints.json"
    return [Stint(**one) for one in _read(path)] if path.exists() else []


def _merged(stints: Sequence[Stint]) -> list[Stint]:
    """Stints on the same machine, day and commit as one."""
    games: dict[tuple[str, ...], int] = {}
    for stint in stints:
        games[stint[:-1]] = games.get(stint[:-1], 0) + stint.games
    return [Stint(*told, games=count) for told, count in games.items()]


def ladder(page: Path) -> str:
    """The ratings of a tournament as a table, and whether its levels are told apart."""
    found = _read(page / "ratings.json")
    tournament = Tournament.read(FILES / f"{page.name}.toml")
    rows = [
        (
            f"`{one['agent']}`",
            f"{one['rating']:.0f}",
            "[{:.0f}, {:.0f}]".format(*one["rating_ci95"]),
            f"{one['games']}",
            f"{one['mean']:+.2f}",
            f"{one['ms_per_move']:.1f}",
        )
        for one in found["ratings"]
    ]
    table = markdown(("agent", "rating", "95 %", "games", "mean score", "ms per move"), rows)
    intro = f"{tournament.title} ([report](experiments/{page.name}/report.html), {found['games']} games):"
    return f"{intro}\n\n{table}\n\n{_levels(tournament.game, found['ratings'])}"


def _levels(game: str, ratings: Sequence[Any]) -> str:
    """Say which neighbouring levels have intervals that do not overlap."""
    by_agent = {one["agent"]: one for one in ratings}
    pairs = list(pairwise(level for level in game_named(game).levels if level in by_agent))
    apart = [by_agent[low]["rating_ci95"][1] < by_agent[high]["rating_ci95"][0] for low, high in pairs]
    if all(apart):
        return "The intervals of the levels do not overlap, and each level is above the one before."
    open_ones = ", ".join(
        f"`{low}` and `{high}`" for (low, high), is_apart in zip(pairs, apart, strict=True) if not is_apart
    )
    return f"The intervals of the levels do not overlap, except those of {open_ones}."


def index(pages: Sequence[Path]) -> str:
    """The page that lists all reports."""
    rows = []
    for page in pages:
        found, stints = _read(page / "ratings.json"), _stints(page)
        title = Tournament.read(FILES / f"{page.name}.toml").title
        rows.append(
            (
                f"[{title}]({page.name}/report.html)",
                f"{found['games']}",
                f"`{found['agents'][0]}`",
                f"{found['explained']:.0%}",
                "; ".join(f"{one.machine}, {one.day}" for one in stints),
                ", ".join(one.commit for one in stints),
                f"`{stints[-1].command}`",
            )
        )
    head = ("tournament", "games", "strongest", "explained by one number", "machine", "commit", "command")
    return (
        "# Experiments\n\n"
        "Round robins of the levels and families of every game, from the files in `examples/experiments`. Each "
        "report has the ladder with intervals, who beats whom, strength against thinking time, scores, the "
        "effect of the seat, and the most lopsided deals.\n\n"
        f"{markdown(head, rows)}\n\n"
        "`make experiments` plays what is missing and writes this page, the reports and the ladders in "
        "[Results](../results.md) anew.\n"
    )


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    known = sorted(file.stem for file in FILES.glob("*.toml"))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*known, []], help=", ".join(known))
    parser.add_argument("--seconds", type=float, help="stop each tournament after this time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    parser.add_argument("--commit", help="what is played, where there is no repository")
    parser.add_argument("--play", action="store_true", help="only play, write no pages")
    parser.add_argument("--write", action="store_true", help="only write the pages")
    chosen = parser.parse_args()
    played = [name for name in known if (BUILD / name / "journal.jsonl").exists()]
    for name in chosen.names or (played if chosen.write else known):
        if not chosen.write:
            play(name, chosen.jobs, chosen.seconds, chosen.commit or _commit())
        if not chosen.play:
            publish(name)
    if chosen.play:
        return
    pages = sorted(path.parent for path in PAGES.glob("*/stints.json"))
    (PAGES / "index.md").write_text(index(pages), encoding="utf-8")
    for page in pages:
        fill(DOCS / "results.md", f"ladder:{page.name}", ladder(page))


if __name__ == "__main__":
    main()
