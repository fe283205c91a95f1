"""`partie train`: trains or tunes what games declare."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from partie.cli.declared import group, unique
from partie.cli.renamed import CommandWithRenames
from partie.cli.train_beliefs import train_beliefs
from partie.cli.train_net import train_net
from partie.cli.tune import tuning_command
from partie.core import registry


def _declared() -> dict[str, Callable[[], Any]]:
    """Return the commands for families of agents that games can tune, and for trainings of their own."""
    families = dict.fromkeys(family for game in registry.games() for family in game.can.tuners)
    return {**unique(_own_trainings()), **{family: partial(tuning_command, family) for family in families}}


def _own_trainings() -> Iterator[tuple[str, str, Callable[[], Any]]]:
    for game in registry.games():
        for name, training in game.can.trainings.items():
            yield game.name, name, training.load


train_app = group("Train or tune the programs of a game.", _declared)
train_app.command("net", cls=CommandWithRenames)(train_net)
train_app.command("beliefs")(train_beliefs)
