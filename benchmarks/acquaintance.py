"""Measure what it is worth to a program of Liar's Dice to know somebody from earlier games.

    python benchmarks/acquaintance.py --jobs 16 --minutes 8      play, and add to acquaintance-liarsdice.json
    python benchmarks/acquaintance.py --write                    write the table into docs/liarsdice-reader.md

A scripted player stands for a person. In every series the program plays nine games against it and keeps what
it has shown. Then it plays the tenth game twice, with that memory and as if they met for the first time: with
the same dice, from either seat. The difference is what the memory is worth.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import count
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from pages import DOCS, fill, markdown

from partie.arena.deals import win_shares
from partie.core.match import Match, play_out
from partie.core.registry import build_agent, game
from partie.games.liarsdice.players.acquaintance import learn
from partie.games.liarsdice.players.scripted.styles import STYLES

RESULTS = Path(__file__).with_name("acquaintance-liarsdice.json")
PAGE = DOCS / "liarsdice-reader.md"
PROGRAMS = ("reader", "seasoned")
GAMES = 9
"""The number of games before the one that is measured."""
PAIRS = 2
"""Deals of the measured game in every series; each is played from both seats."""

Task = tuple[str, str, int]
"""A program, the style of its opponent, and the number of the series."""


def play(
    program: str, style: str, seed: str, lone: int, memory: Mapping[str, Any] | None
) -> tuple[Match, float]:
    """Play a game against a scripted player; return it, and the share of the win of the program."""
    rules = game("liarsdice")
    hero = build_agent(rules, program, f"{seed}/{lone}/program")
    if memory is not None:
        hero.recall({1 - lone: memory})
    other = build_agent(rules, f"scripted:style={style}", f"{seed}/{lone}/other")
    match = Match(rules, seed=seed, seats=2)
    agents = [hero, other] if lone == 0 else [other, hero]
    scores = play_out(match, agents).scores
    return match, win_shares(scores, [(0,), (1,)])[lone]


def series(task: Task) -> tuple[Task, float, float]:
    """The shares of the measured game, first without and then with what nine games have shown."""
    program, style, number = task
    memory: Mapping[str, Any] | None = None
    for before in range(GAMES):
        lone = before % 2
        match, _ = play(program, style, f"{number}/{style}/{before}", lone, memory)
        memory = learn(match, 1 - lone, memory)
    measured = [(f"{number}/{style}/measured/{pair}", lone) for pair in range(PAIRS) for lone in (0, 1)]
    first = fmean(play(program, style, seed, lone, None)[1] for seed, lone in measured)
    tenth = fmean(play(program, style, seed, lone, memory)[1] for seed, lone in measured)
    return task, first, tenth


def tasks(done: Mapping[str, Any], programs: Sequence[str]) -> Iterator[Task]:
    """All series that have not been played, every pair in turn."""
    for number in count():
        for program in programs:
            for style in STYLES:
                if str(number) not in done.get(program, {}).get(style, {}):
                    yield program, style, number


def run(jobs: int, minutes: float, results: Path, programs: Sequence[str]) -> None:
    """Play series until the time is up; results are written as they come."""
    end = time.monotonic() + 60 * minutes
    done: dict[str, Any] = json.loads(results.read_text()) if results.exists() else {}
    todo = tasks(done, programs)
    with ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(series, next(todo)) for _ in range(jobs)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for one in finished:
                (program, style, number), first, tenth = one.result()
                done.setdefault(program, {}).setdefault(style, {})[str(number)] = [first, tenth]
                if time.monotonic() < end:
                    running.add(pool.submit(series, next(todo)))
            results.write_text(json.dumps(done, indent=1) + "\n")
    print(table(done))


def table(done: Mapping[str, Any]) -> str:
    """The results as Markdown, one row for every opponent and their average."""
    rows = []
    for program in PROGRAMS:
        styles = done.get(program, {})
        together = [pair for style in STYLES for pair in styles.get(style, {}).values()]
        for name, pairs in [
            *((f"`{style}`", list(styles.get(style, {}).values())) for style in STYLES),
            ("all", together),
        ]:
            if len(pairs) > 1:
                rows.append(_row(program, name, pairs))
    return markdown(["program", "opponent", "first game", "tenth game", "difference", "series"], rows)


def _row(program: str, opponent: str, pairs: list[list[float]]) -> list[str]:
    first, tenth = (fmean(pair[i] for pair in pairs) for i in (0, 1))
    differences = [pair[1] - pair[0] for pair in pairs]
    margin = 1.96 * stdev(differences) / len(differences) ** 0.5
    gain = f"{fmean(differences):+.1%} ± {margin:.1%}"
    return [f"`{program}`", opponent, f"{first:.1%}", f"{tenth:.1%}", gain, str(len(pairs))]


def write(results: Path) -> None:
    """Replace the table in the document."""
    fill(PAGE, "acquaintance", table(json.loads(results.read_text())))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    if chosen.write:
        write(chosen.results)
    else:
        run(chosen.jobs, chosen.minutes, chosen.results, chosen.programs.split(","))
