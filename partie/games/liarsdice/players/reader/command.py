"""`partie train reader`: fitting the behaviour model of the program `reader`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from partie.core.errors import PartieError
from partie.games.liarsdice.players.reader.agent import MODELS
from partie.games.liarsdice.players.reader.training import from_records
from partie.games.liarsdice.players.reader.training import train_reader as learn
from partie.shell import console, say


def train_reader(
    records: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Records to learn from; without it, Partie's programs play."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games the programs play.")] = 1500,
    seed: Annotated[int, typer.Option(help="Random seed; the same seed gives the same model.")] = 0,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Name of the model, to play it as reader:model=NAME.")
    ] = "mine",
) -> None:
    """Teach the program `reader` of Liar's Dice how people bid.

    With --records, the decisions in the records are added to the model NAME, or to a copy of the shipped one,
    each kind of player in proportion to the evidence. The shipped model is never changed.
    """
    if records is not None and not records.is_dir():
        raise PartieError(f"{records} is not a folder of records.")
    MODELS.check_name(name)
    base = MODELS.load(name) if MODELS.find(name) else None
    if records is None and base is not None:
        raise PartieError(
            f"A model called {name!r} exists already and would be overwritten: choose another name."
        )
    with console.status("Learning …"):
        model = learn(records, games=games, seed=seed, base=base)
    file = MODELS.keep(model, name)
    if records is not None:
        now, before = map(from_records, (model, base))
        new = now["games"] - before["games"]
        say(
            f"Added {now['decisions'] - before['decisions']} decisions of {new} new record{'s' * (new > 1)} to what "
            f"{name if base else 'the shipped model'} knew."
        )
    say(f"Kept in {file}: play it as reader:model={name}.")
