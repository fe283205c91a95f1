"""`partie train`: everything that can be trained, as the games declare it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from partie.cli.declared import group, unique
from partie.cli.train_net import train_net
from partie.cli.tune import tuning_command
from partie.core import registry


def _declared() -> dict[str, Callable[[], Any]]:
    """Families of agents that some game can tune, then what is trained in a way of its own."""
    families = dict.fromkeys(family for game in registry.games() for family in game.can.tuners)
    return {**unique(_own_trainings()), **{family: partial(tuning_command, family) for family in families}}


def _own_trainings() -> Iterator[tuple[str, str, Callable[[], Any]]]:
    for game in registry.games():
        for name, training in game.can.trainings.items():
            yield game.name, name, training.load


train_app = group("Tune the programs of a game.", _declared)
train_app.command("net")(train_net)
