"""Measure the strength of a game's agents and write the numbers into the documentation.

    python benchmarks/strength.py quarto --games 200

The pairs to measure are in PAIRS. The results go into `benchmarks/strength-<game>.json`, into docs/results.md
between the marks `<!-- strength:<game> -->`, and for the strongest program of every game into README.md, so
that no number there is typed by hand.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import methods
from pages import DOCS, ROOT, fill

import partie
from partie.arena.match import play_match
from partie.core.game import sides
from partie.core.parameters import parse_pairs


class Pair(NamedTuple):
    """Two agents to compare, the number of seats and the options.

    With more than two sides, the first sits alone against copies of the second, and then the other way round.
    """

    first: str
    second: str
    seats: int = 2
    options: str = ""


LEVELS = ("beginner", "intermediate", "expert", "master")


def ladder(seats: int, options: str = "", levels: Sequence[str] = LEVELS) -> list[Pair]:
    """Pairs of each level and the one below it."""
    return [Pair(upper, lower, seats, options) for lower, upper in pairwise(levels)]


DEAL = "length=1,slam=none"
"""One deal of Hearts with 32 cards, without slams: all points are those of hearts taken."""
ONE_DEAL = "deals=1"
"""One deal of Coinche, in marked points."""
CLASSIC = "rules=classic,length=1"
FIVE_ROUNDS = "rounds=5"
"""Five rounds of Axis & Allies: a win scores 1, otherwise the score is the shift of production since the
start."""
FIRST_EXPERT = "montecarlo:deals=20,replays=1,policy=careful"
"""The expert of Hearts when the first master was measured."""
SLIPPING = "exact:slips=0.1"
"""A player of Quarto who errs one time in ten."""
WHOLE_WAR = "rounds=15"
"""A war that has time to be won, scored in the same way."""
PAIRS = {
    "quarto": [
        Pair("beginner", "random"),
        *ladder(2, levels=tuple(partie.game("quarto").levels)),
        Pair("master", "expert"),
        Pair("alphabeta:depth=4", "random"),
        Pair("mcts:iterations=2000", "intermediate"),
        Pair("montecarlo:deals=20,replays=5", "intermediate"),
        Pair("expert", "mcts:iterations=2000"),
        Pair("master@v1", "expert"),
        Pair("master", SLIPPING),
        Pair("master@v1", SLIPPING),
        Pair("master", "master@v1"),
    ],
    "liarsdice": [
        *ladder(5),
        *ladder(2),
        Pair("master@v1", "expert", 5),
        Pair("master@v1", "expert", 2),
        Pair("master", "master@v1", 5),
        Pair("master", "master@v1", 2),
        Pair("seasoned:balanced=on", "expert", 2),
        Pair("seasoned:balanced=on", "master@v1", 2),
        Pair("weighted:genome=first", "odds", 5),
        Pair("weighted:genome=untrained", "odds", 5),
        Pair("master", "weighted", 5),
        Pair("reader:memory=off", "odds", 5),
        Pair("equilibrium", "odds", 2),
        Pair("montecarlo", "odds", 5),
        Pair("ismcts", "odds", 5),
    ],
    "hearts": [
        Pair("beginner", "random", 4, DEAL),
        *ladder(4, DEAL),
        Pair("master@v1", FIRST_EXPERT, 4, DEAL),
        Pair("master@v1", "mcts:iterations=2000", 4, DEAL),
        Pair("master@v1", "random", 4, DEAL),
        Pair("mcts:iterations=2000", "random", 4, DEAL),
        Pair("net", "random", 4, DEAL),
        *ladder(4, CLASSIC),
        Pair("master", FIRST_EXPERT, 4, CLASSIC),
        Pair("master", "master@v1", 4, CLASSIC),
        Pair("master@v1", FIRST_EXPERT, 4, CLASSIC),
        Pair("master@v1", "random", 4, CLASSIC),
    ],
    "coinche": [
        Pair("beginner", "random", 4, ONE_DEAL),
        *ladder(4, ONE_DEAL),
        Pair("scores:bids=sampled", "scores", 4, ONE_DEAL),
    ],
    "axisallies": [
        *ladder(5, FIVE_ROUNDS)[:1],
        Pair("expert", "intermediate", 5, WHOLE_WAR),
        Pair("expert", "strategist@v1", 5, WHOLE_WAR),
        Pair("strategist@v1", "intermediate", 5, FIVE_ROUNDS),
    ],
}


PAGES = {
    "quarto": "quarto",
    "liarsdice": "liarsdice",
    "hearts": "hearts",
    "coinche": "coinche",
    "axisallies": "axis-and-allies",
}
ANCHORS = {"liarsdice": "liars-dice", "axisallies": "axis--allies"}
"""Sections of docs/results.md whose name differs from that of the game."""
POINTS = {"hearts": "points per deal", "coinche": "marks per deal"}
"""Games for points in which luck decides most deals, so that the difference says more than the win share."""


def pair_of(report: dict[str, Any]) -> Pair:
    """The pair a report is about."""
    first, second = (result["spec"] for result in report["results"])
    return Pair(first, second, report["seats"], report.get("asked", ""))


def row(report: dict[str, Any], with_options: bool) -> str:
    """One row of the table: both agents, score, win share and difference with intervals, time per move."""
    first, second = report["results"][:2]
    low, high = first["win_share_ci95"]
    worst, best = first["ci95"]
    difference = report["difference"]
    least, most = difference["ci95"]
    cells = [
        f"`{first['spec']}`",
        f"`{second['spec']}`",
        *([f"`{report['asked']}`"] if with_options else []),
        str(report["seats"]),
        str(first["games"]),
        f"{first['mean']:+.2f} [{worst:+.2f}, {best:+.2f}]",
        f"{first['win_share']:.1%} [{low:.1%}, {high:.1%}]",
        f"{1 / len(sides(partie.game(report['game']), report['seats'])):.0%}",
        f"{difference['mean']:+.2f} [{least:+.2f}, {most:+.2f}]",
        f"{first['ms_per_move']:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def write(game: str, reports: list[dict[str, Any]]) -> None:
    """Write the table into docs/results.md."""
    with_options = any(report.get("asked") for report in reports)
    head = ["agent", "against", *(["options"] if with_options else []), "seats", "games"]
    head += ["mean score, 95 %", "win share, 95 %", "par", "difference of mean scores, 95 %", "ms per move"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    table = "\n".join([*lines, *(row(report, with_options) for report in reports)])
    fill(DOCS / "results.md", f"strength:{game}", table)


def _advantage(game: str, report: dict[str, Any]) -> str:
    """How much better the first agent of a report is: one number with its interval and a link."""
    link, other = f"docs/results.md#{ANCHORS.get(game, game)}", pair_of(report).second
    if game in POINTS:
        low, high = report["difference"]["ci95"]
        number = f"[{report['difference']['mean']:+.1f}]({link}) [{low:+.1f}, {high:+.1f}]"
        return f"{number} {POINTS[game]} better than `{other}`"
    result, par = report["results"][0], 1 / len(sides(partie.game(game), report["seats"]))
    low, high = result["win_share_ci95"]
    table = f" at a table of {report['seats']}, where {par:.0%} would be par" if par < 0.5 else ""
    return f"wins [{result['win_share']:.0%}]({link}) [{low:.0%}, {high:.0%}] against `{other}`{table}"


def summary() -> str:
    """A table with one row per game: its strongest program, and by how much it beats the next."""
    head = ["game", "players", "strongest program", "how strong"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for name, page in PAGES.items():
        game = partie.game(name)
        best = list(game.levels.values())[-1]
        reports = json.loads((ROOT / "benchmarks" / f"strength-{name}.json").read_text())
        report = next((report for report in reports if pair_of(report).first == best.name), None)
        how = (
            f"[measured](docs/results.md#{ANCHORS.get(name, name)})"
            if report is None
            else _advantage(name, report)
        )
        low_seats, high_seats = game.seats
        seats = str(low_seats) if low_seats == high_seats else f"{low_seats}–{high_seats}"
        lines.append(
            f"| [{game.title['en']}](docs/{page}.md) | {seats} "
            f"| `{best.name}` (`{best.spec.partition(':')[0]}`) | {how} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(PAIRS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--pairs", default="", help="only these pairs, by their number in PAIRS: 1,4")
    parser.add_argument("--write", action="store_true", help="measure nothing, only write the pages again")
    arguments = parser.parse_args()
    game = partie.game(arguments.game)
    pairs = PAIRS[arguments.game]
    file = ROOT / "benchmarks" / f"strength-{arguments.game}.json"
    known = {pair_of(report): report for report in (json.loads(file.read_text()) if file.exists() else [])}
    chosen = [pairs[int(place) - 1] for place in arguments.pairs.split(",")] if arguments.pairs else pairs
    for pair in [] if arguments.write else chosen:
        specs, options = [pair.first, pair.second], parse_pairs(pair.options)
        # The first match compiles, so that compiling does not count as thinking time.
        play_match(game, specs, games=1, seats=pair.seats, options=options)
        report = play_match(
            game,
            specs,
            games=arguments.games,
            seed=2026,
            seats=pair.seats,
            options=options,
            jobs=arguments.jobs,
        )
        known[pair] = report.as_json() | {"asked": pair.options}
        print(row(known[pair], True), flush=True)
        file.write_text(json.dumps([known[pair] for pair in pairs if pair in known], indent=1) + "\n")
    write(arguments.game, [known[pair] for pair in pairs if pair in known])
    fill(ROOT / "README.md", "strongest", summary())
    methods.write()


if __name__ == "__main__":
    main()
