"""`partie odds`: the odds of a battle."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from partie.core.errors import PartieError
from partie.core.parameters import parse_pairs
from partie.games.axisallies.odds.battle import BadBattle
from partie.games.axisallies.odds.calculator import odds as odds_of
from partie.games.axisallies.odds.calculator import simulated_odds
from partie.games.axisallies.odds.printing import odds_lines
from partie.games.axisallies.odds.reading import (
    read_battle,
    read_losses,
    read_stop,
    read_technologies,
)
from partie.games.axisallies.odds.words import (
    SCALE,
    verdict,
)
from partie.shell import Options, console, show_compilation


def odds(
    battle: Annotated[
        str,
        typer.Argument(metavar="BATTLE", help="Attackers -> defenders, e.g. '4 inf, 3 arm -> 5 inf, 1 arm'."),
    ],
    sea: Annotated[bool, typer.Option("--sea", help="A battle at sea.")] = False,
    landing: Annotated[
        int | None, typer.Option(metavar="N", help="A landing with N battleships bombarding.")
    ] = None,
    aa: Annotated[bool, typer.Option("--aa", help="The space has an AA gun.")] = False,
    techs: Annotated[
        str, typer.Option(metavar="A,B", help="The attacker's technologies: heavy bombers, super subs.")
    ] = "",
    enemy_techs: Annotated[
        str, typer.Option(metavar="A,B", help="The defender's technologies: jets, heavy bombers.")
    ] = "",
    losses: Annotated[
        str, typer.Option(metavar="A,B", help="Order of the attacker's losses, e.g. inf,ftr,arm.")
    ] = "",
    enemy_losses: Annotated[str, typer.Option(metavar="A,B", help="Order of the defender's losses.")] = "",
    stop: Annotated[
        str,
        typer.Option(
            metavar="WHEN", help="Retreat after rounds=2, with fewer than left=3 units, or below odds=40%."
        ),
    ] = "",
    options: Options = "",
    simulate: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="Simulate N battles instead of calculating.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed of the simulation.")] = 0,
    lang: Annotated[str, typer.Option(help="Language: en or fr.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Calculate the odds of a battle of Axis & Allies."""
    if lang not in ("en", "fr"):
        raise PartieError(f"--lang is en or fr, not {lang!r}.")
    try:
        fought = read_battle(
            battle,
            sea=sea,
            landing=landing,
            aa=aa,
            attacker_techs=read_technologies(techs),
            defender_techs=read_technologies(enemy_techs),
            attacker_losses=read_losses(losses),
            defender_losses=read_losses(enemy_losses),
            stop=read_stop(stop),
        ).with_options(parse_pairs(options))
        with show_compilation():
            found = simulated_odds(fought, simulate, seed) if simulate else odds_of(fought, seed=seed)
    except BadBattle as bad:
        raise PartieError(bad.sentence[lang]) from None
    if as_json:
        word = verdict(found)
        print(
            json.dumps({"word": word, "in_words": SCALE[word][lang], **found.as_json()}, ensure_ascii=False)
        )
        return
    for line in odds_lines(found, lang):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
