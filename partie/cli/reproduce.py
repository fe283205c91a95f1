"""`partie reproduce`: runs the reference experiments that games declare."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from partie.cli.declared import group, unique
from partie.core import registry


def _declared() -> Iterator[tuple[str, str, Callable[[], Any]]]:
    for game in registry.games():
        if game.can.reproduce is not None:
            yield game.name, game.name, game.can.reproduce.load
        for name, experiment in game.can.experiments.items():
            yield game.name, name, experiment.load


def _only_experiments() -> dict[str, Callable[[], Any]]:
    """Return the experiments of games that declare just one, by the name of the game."""
    return {
        game.name: experiment.load
        for game in registry.games()
        if game.can.reproduce is None and len(game.can.experiments) == 1
        for experiment in game.can.experiments.values()
    }


reproduce_app = group("Reproduce reference experiments.", lambda: unique(_declared()), _only_experiments)
