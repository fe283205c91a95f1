"""Play the round robins of `examples/experiments` and the studies of `examples/studies`, and write their
reports into docs/experiments.

    python benchmarks/experiments.py quarto hearts-uct --seconds 600 --jobs 2

What was played before is kept in build/experiments and continued, so `--seconds` may be short: within it
every pairing gets about the same thinking time, so slow programs play fewer games; pairings of two levels get
several times as much, because the ladder of levels is what a reader asks for first. Run `--compile` before,
so that compiling does not count as thinking. Every report says on which machine, at which commit and with
which command its games were played. The ladders go into docs/results.md between the marks
`<!-- ladder:<name> -->`.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pages import DOCS, ROOT, fill, markdown

from partie.arena.deals import play_deal
from partie.arena.experiment import RESULTS, read_experiment
from partie.arena.files import read_toml
from partie.arena.pages import Stint
from partie.arena.report import write_report
from partie.arena.study import Study, write_study
from partie.arena.tournament import Journal, Played, Tournament, write_results
from partie.core.agent import Budget
from partie.core.registry import game as game_named

FILES = {
    file.stem: file
    for kind in ("experiments", "studies")
    for file in (ROOT / "examples" / kind).glob("*.toml")
}
PAGES = DOCS / "experiments"
BUILD = ROOT / "build" / "experiments"
LEAST = 2
"""Deals of every pairing without which there is no report."""


def described(name: str) -> Tournament | Study:
    """The tournament or study of a name."""
    return (Study if "vary" in read_toml(FILES[name]) else Tournament).read(FILES[name])


def to_play(name: str) -> Tournament:
    """The tournament of a name; a study is one, too."""
    found = described(name)
    return found.tournament if isinstance(found, Study) else found


def page_of(name: str) -> Path:
    """The folder of a report."""
    return PAGES / "studies" / name if FILES[name].parent.name == "studies" else PAGES / name


def compile_agents(name: str, backwards: bool) -> None:
    """Play a deal with every agent, thinking briefly. Two processes, one of them `backwards`, share the
    compiling."""
    tournament = to_play(name)
    numbers = range(1, len(tournament.agents))
    for number in reversed(numbers) if backwards else numbers:
        deal = tournament.deal((number - 1, number))
        play_deal(deal, 0, lambda: Budget(0.01))


class TimeIsUp(Exception):
    """The time for a tournament is over; what was played is in its journal."""


@contextlib.contextmanager
def _limited(seconds: float | None) -> Iterator[None]:
    """Raise `TimeIsUp` after some seconds, whatever is being waited for."""

    def end(*_: object) -> None:
        raise TimeIsUp

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds or 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def play(name: str, jobs: int, seconds: float | None, commit: str | None) -> None:
    """Play a tournament, or a part of what is left of it, and note where that was."""
    tournament, folder = to_play(name), BUILD / name
    before = Journal(folder, tournament).games

    def progress(done: int, total: int) -> None:
        print(f"\r{name}: {done} of {total} games", end="", flush=True)

    with contextlib.suppress(TimeIsUp), _limited(seconds):
        tournament.run(
            folder,
            jobs=jobs,
            progress=progress,
            by_time=seconds is not None,
            favoured=game_named(tournament.game).levels,
        )
    print()
    limit = "" if seconds is None else f" --seconds {seconds:g}"
    command = f"python benchmarks/experiments.py {name}{limit}"
    stint = Stint.of(command, Journal(folder, tournament).games - before, commit)
    if stint.games:
        _write(folder / "stints.json", [*map(Stint._asdict, _stints(folder)), stint._asdict()])


def publish(name: str) -> None:
    """Write the report of what was played, unless a pairing has not met."""
    what, tournament, folder, page = described(name), to_play(name), BUILD / name, page_of(name)
    played = Played(tournament, Journal(folder, tournament).units)
    deals = Counter(unit.pairing for unit in played.units)
    fewest = min(deals[number] for number in range(len(tournament.pairings)))
    if fewest < LEAST:
        print(f"{name}: no report, because one pairing has played {fewest} deals, fewer than {LEAST}.")
        return
    page.mkdir(parents=True, exist_ok=True)
    write_results(folder / "results.jsonl", played)
    # No time of writing in it: equal results make equal files.
    (page / "results.jsonl.gz").write_bytes(gzip.compress((folder / "results.jsonl").read_bytes(), mtime=0))
    stints = _merged(_stints(folder))
    if isinstance(what, Study):
        write_study(page, what, what.responses(played), stints)
    else:
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
    told = read_toml(FILES[page.name])
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
    intro = f"{told['title']} ([report](experiments/{page.name}/report.html), {found['games']} games):"
    return f"{intro}\n\n{table}\n\n{_levels(told['game'], found['ratings'])}"


def _levels(game: str, ratings: Sequence[Any]) -> str:
    """Say which neighbouring levels have intervals that do not overlap."""
    by_agent = {one["agent"]: one for one in ratings}
    levels = game_named(game).levels
    absent = " and ".join(f"`{level}`" for level in levels if level not in by_agent)
    not_met = f" Of the levels, {absent} took no part yet." if absent else ""
    pairs = list(pairwise(level for level in levels if level in by_agent))
    apart = [by_agent[low]["rating_ci95"][1] < by_agent[high]["rating_ci95"][0] for low, high in pairs]
    if all(apart):
        told = "The intervals of the levels do not overlap, and each level is above the one before."
    else:
        close = ", ".join(
            f"`{low}` and `{high}`"
            for (low, high), is_apart in zip(pairs, apart, strict=True)
            if not is_apart
        )
        told = f"The intervals of the levels do not overlap, except those of {close}."
    return told + not_met


WHERE = ("machine", "commit", "command")


def _where(stints: Sequence[Stint]) -> tuple[str, str, str]:
    """Machines, commits and the last command, each once."""
    machines = dict.fromkeys(f"{one.machine}, {one.day}" for one in stints)
    commits = dict.fromkeys(one.commit for one in stints)
    return "; ".join(machines), ", ".join(commits), f"`{stints[-1].command}`"


def _tournament_row(page: Path, link: str) -> tuple[str, ...]:
    found = _read(page / "ratings.json")
    title = f"[{read_toml(FILES[page.name])['title']}]({link})"
    strongest = f"`{found['agents'][0]}`"
    return (title, str(found["games"]), strongest, f"{found['explained']:.0%}", *_where(_stints(page)))


def _study_row(page: Path, link: str) -> tuple[str, ...]:
    stints = _stints(page)
    games = sum(one.games for one in stints)
    return (f"[{read_toml(FILES[page.name])['title']}]({link})", str(games), *_where(stints))


def _reference_row(page: Path, link: str) -> tuple[str, ...]:
    _, stints = read_experiment(page)
    games = sum(one.games for one in stints)
    return (f"[`partie reproduce {page.name}`]({link})", str(games), *_where(stints))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return markdown(head, rows) if rows else "No report is kept here yet."


def index() -> str:
    """The page that lists all reports."""

    def rows(files: str, row: Any) -> list[tuple[str, ...]]:
        found = sorted(path.parent for path in PAGES.glob(files))
        return [row(page, f"{page.relative_to(PAGES)}/report.html") for page in found]

    tournament = ("tournament", "games", "strongest", "explained by one number", *WHERE)
    return (
        "# Experiments\n\n"
        "## Round robins\n"
        "Levels and families of the games, from the files in `examples/experiments`; what is not listed has not "
        "been played yet. Each "
        "report has the ladder with intervals, who beats whom, strength against thinking time, scores, the "
        "effect of the seat, and the most lopsided deals.\n\n"
        f"{markdown(tournament, rows('*/stints.json', _tournament_row))}\n\n"
        "`make experiments` plays what is missing and writes this page, the reports and the ladders in "
        "[Results](../results.md) anew.\n\n"
        "## Studies\n"
        "What parameters do to an agent, from the files in `examples/studies` (`partie arena study FILE.toml`).\n\n"
        f"{_table(('study', 'games', *WHERE), rows('studies/*/stints.json', _study_row))}\n\n"
        "## Reference experiments\n"
        "Experiments of older reports, measured again (`partie reproduce` with `--out`); "
        "`python benchmarks/references.py` plays what is missing. Commands are those of the commit beside "
        "them: today it is `python benchmarks/references.py NAME`.\n\n"
        f"{markdown(('experiment', 'games', *WHERE), rows(f'reproduce/*/{RESULTS}', _reference_row))}\n"
    )


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_pages() -> None:
    """Write the list of all reports, and the ladders into the page of results."""
    (PAGES / "index.md").write_text(index(), encoding="utf-8")
    for page in sorted(path.parent for path in PAGES.glob("*/ratings.json")):
        fill(DOCS / "results.md", f"ladder:{page.name}", ladder(page))


def main() -> None:
    known = sorted(FILES)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*known, []], help=", ".join(known))
    parser.add_argument("--seconds", type=float, help="stop each tournament after this time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    parser.add_argument("--commit", help="what is played, where there is no repository")
    parser.add_argument("--compile", choices=["forwards", "backwards"], help="only compile what agents need")
    parser.add_argument("--play", action="store_true", help="only play, write no pages")
    parser.add_argument("--write", action="store_true", help="only write the pages")
    chosen = parser.parse_args()
    played = [name for name in known if (BUILD / name / "journal.jsonl").exists()]
    for name in chosen.names or (played if chosen.write else known):
        if chosen.compile:
            compile_agents(name, chosen.compile == "backwards")
            continue
        if not chosen.write:
            play(name, chosen.jobs, chosen.seconds, chosen.commit)
        if not chosen.play:
            publish(name)
    if not chosen.play and not chosen.compile:
        write_pages()


if __name__ == "__main__":
    main()
