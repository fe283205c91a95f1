"""`partie reproduce coinche`: the reference experiment on the command line."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from partie.arena.experiment import make_folder, write_experiment
from partie.arena.pages import Stint
from partie.core.errors import BadOption
from partie.games.coinche.lab.experiment import PAIRINGS, Outcome, Pairing, coinche_matches
from partie.games.coinche.lab.report import as_json, tell
from partie.shell import Jobs, ReportFolder, command_line, say, show_progress, show_table


def reproduce(
    deals: Annotated[
        int, typer.Option(min=2, help="Minimum number of deals per match; sides change.")
    ] = 3000,
    seed: Annotated[int, typer.Option(help="Random seed; the same seed gives the same deals.")] = 0,
    only: Annotated[
        str,
        typer.Option(metavar="N,…", help="Numbers of the matches to play; 1,2,3 are the original's."),
    ] = "",
    out: ReportFolder = None,
    jobs: Jobs = 1,
) -> None:
    """Play the three matches of the original Coinche report, and others it could not play."""
    pairings = _selected(only)
    if out is not None:
        make_folder(out)
    with show_progress("") as show:
        outcomes = coinche_matches(
            pairings,
            deals,
            seed,
            jobs,
            lambda pairing, done, total: show(done, total, pairing.first),
        )
    show_table(
        (
            "player",
            "against",
            "counts",
            "deals",
            "wins",
            "original (run again)",
            "points",
            "original",
            "ms per card",
        ),
        map(_row, outcomes),
        "Deals won, and lead in points",
    )
    say("The original program needed 400 ms per card at 1.8 GHz, and ten hours for match 3.")
    if out is not None:
        data = as_json(outcomes)
        stint = Stint.of(command_line(), sum(outcome.report.games for outcome in outcomes))
        write_experiment(out, partial(tell, data), data, [stint])
        say(f"The report is in {out / 'report.html'}.")


def _selected(only: str) -> list[Pairing]:
    """The pairings with these numbers; all of them if none is given."""
    numbers = [word.strip() for word in only.split(",") if word.strip()]
    if any(not word.isdecimal() or not 1 <= int(word) <= len(PAIRINGS) for word in numbers):
        raise BadOption(f"Matches are numbered from 1 to {len(PAIRINGS)}: write --only 1,3 for example.")
    return [PAIRINGS[int(word) - 1] for word in numbers] or list(PAIRINGS)


def _row(outcome: Outcome) -> list[str]:
    """A row of the table: the results beside those of the report."""
    first, original = outcome.report.results[0], outcome.pairing.original
    low, high = first.win_share_ci95
    return [
        first.spec,
        outcome.pairing.second,
        outcome.pairing.counts,
        str(first.games),
        f"{first.win_share:.1%} [{low:.1%}, {high:.1%}]",
        f"{original.wins:.0%} ({original.again:.1%})" if original else "",
        f"{outcome.points:+.1%}",
        f"{original.points:+.0%}" if original else "",
        f"{first.ms_per_move:.1f}",
    ]
