"""`partie strangers`: the panel of strangers on the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.core import registry
from partie.core.errors import PartieError
from partie.core.parameters import parse_pairs
from partie.games.liarsdice.lab.strangers import HEROES, PROGRAMS, SEATS, STRANGERS, meet, rows
from partie.shell import Jobs, Options, Seed, show_progress, show_table, split_specs


def strangers(
    games: Annotated[int, typer.Option(min=1, help="Minimum number of games per pair; seats rotate.")] = 200,
    seed: Seed = 0,
    players: Annotated[
        str, typer.Option(metavar="SPEC;…", help="The programs that play alone, one after another.")
    ] = ";".join(HEROES),
    opponents: Annotated[
        str, typer.Option(metavar="SPEC;…", help="The players in all other seats, one kind at a time.")
    ] = ";".join(STRANGERS + PROGRAMS),
    seats: Annotated[str, typer.Option(metavar="N,…", help="Numbers of seats.")] = ",".join(map(str, SEATS)),
    options: Options = "",
    jobs: Jobs = 1,
) -> None:
    """Play programs of Liar's Dice against scripted strangers and each other: win shares, average, worst."""
    rules = registry.game("liarsdice")
    heroes, others = split_specs(players), split_specs(opponents)
    registry.check_specs(rules, [*heroes, *others], files=True)
    chosen = parse_pairs(options)
    rules.read_options(chosen)
    counts = _counts(seats, *rules.seats)
    with show_progress() as show:
        shares = meet(heroes, others, counts, games, seed, jobs, chosen, show)
    for count in counts:
        show_table(
            ("alone against", *heroes),
            rows(shares, heroes, others, count),
            f"Share of games won at {count} seats; par is {1 / count:.0%}",
        )


def _counts(text: str, low: int, high: int) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and low <= int(part) <= high for part in parts):
        raise PartieError(f"The seats should look like 2,5 (from {low} to {high}), not {text!r}.")
    return [int(part) for part in parts]
