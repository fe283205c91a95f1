"""`partie reproduce`: the reference experiments that games declare."""

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


reproduce_app = group("Repeat reference experiments.", lambda: unique(_declared()))
