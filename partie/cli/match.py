"""`partie match`: matches between agents."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from partie.arena.match import MatchReport, play_match
from partie.core import registry
from partie.core.parameters import parse_pairs
from partie.shell import GameName, Jobs, Options, Seats, Seed, say, show_progress, show_table, warm_up


def match(
    game: GameName,
    specs: Annotated[list[str], typer.Argument(metavar="SPEC SPEC […]", help="Agent specs or levels.")],
    games: Annotated[
        int, typer.Option(min=1, help="Minimum number of games; agents rotate through the seats.")
    ] = 100,
    seed: Seed = 0,
    options: Options = "",
    seats: Seats = None,
    jobs: Jobs = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Play matches between agents and report the difference with a confidence interval."""
    chosen = registry.game(game)
    registry.check_specs(chosen, specs, files=True)
    pairs = parse_pairs(options)
    warm_up(chosen, specs, pairs, seats)
    with show_progress() as show:
        report = play_match(
            chosen,
            specs,
            games=games,
            seed=seed,
            options=pairs,
            seats=seats,
            jobs=jobs,
            progress=show,
        )
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        _show_report(report)


def _show_report(report: MatchReport) -> None:
    show_table(
        ("agent", "games", "mean score", "95 %", "win share", "95 %", "ms/move"),
        (
            [
                result.spec,
                str(result.games),
                f"{result.mean:+.3f}",
                "[{:+.3f}, {:+.3f}]".format(*result.ci95),
                f"{result.win_share:.1%}",
                "[{:.1%}, {:.1%}]".format(*result.win_share_ci95),
                f"{result.ms_per_move:.2f}",
            ]
            for result in report.results
        ),
    )
    mean, (low, high) = report.difference
    first, second = report.results[0].spec, report.results[1].spec
    verdict = "a clear difference" if low > 0 or high < 0 else "no clear difference yet: play more games"
    say(f"{first} − {second}: {mean:+.3f}, 95 % between {low:+.3f} and {high:+.3f} ({verdict}).")
