"""`partie reproduce coinche`: the reference experiment on the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.core.errors import BadOption
from partie.games.coinche.lab.experiment import ENCOUNTERS, Encounter, Outcome, coinche_matches
from partie.shell import Jobs, say, show_progress, show_table


def reproduce(
    deals: Annotated[int, typer.Option(min=2, help="Deals of each match at least; sides change.")] = 3000,
    seed: Annotated[int, typer.Option(help="Same seed, same deals.")] = 0,
    only: Annotated[
        str,
        typer.Option(metavar="N,…", help="Only these matches, by their number: 1,2,3 are the original's."),
    ] = "",
    jobs: Jobs = 1,
) -> None:
    """The three matches of the original program of Coinche, and the ones it could not play."""
    encounters = _chosen(only)
    with show_progress("") as show:
        outcomes = coinche_matches(
            encounters,
            deals,
            seed,
            jobs,
            lambda encounter, done, total: show(done, total, encounter.first),
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
            "ms a card",
        ),
        map(_row, outcomes),
        "Deals won, and points beyond the other's",
    )
    say("The original program needed 400 ms for a card at 1.8 GHz, and ten hours for match 3.")


def _chosen(only: str) -> list[Encounter]:
    """The encounters with these numbers; all where there are none."""
    numbers = [word.strip() for word in only.split(",") if word.strip()]
    if any(not word.isdecimal() or not 1 <= int(word) <= len(ENCOUNTERS) for word in numbers):
        raise BadOption(f"Matches are numbered from 1 to {len(ENCOUNTERS)}: write --only 1,3 for example.")
    return [ENCOUNTERS[int(word) - 1] for word in numbers] or list(ENCOUNTERS)


def _row(outcome: Outcome) -> list[str]:
    """Who won how much, beside what the original reports."""
    first, original = outcome.report.results[0], outcome.encounter.original
    low, high = first.win_share_ci95
    return [
        first.spec,
        outcome.encounter.second,
        outcome.encounter.counts,
        str(first.games),
        f"{first.win_share:.1%} [{low:.1%}, {high:.1%}]",
        f"{original.wins:.0%} ({original.again:.1%})" if original else "",
        f"{outcome.points:+.1%}",
        f"{original.points:+.0%}" if original else "",
        f"{first.ms_per_move:.1f}",
    ]
