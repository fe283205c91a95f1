"""What a game offers beyond its rules, each thing named by where it is and imported when it is first used.

`partie solve|train|bench|reproduce`, the service and the pages find these in a game's declaration and nowhere else, so a game in an outside package
offers them just as ours do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from partie.core.errors import PartieError


@dataclass(frozen=True)
class Ref:
    """Something by the place it is defined: `Ref("package.module:name")`. Nothing is imported before `load`.

    >>> Ref("math:floor").load()(2.5)
    2
    """

    place: str

    def load(self) -> Any:
        """The thing itself."""
        module, _, name = self.place.partition(":")
        try:
            return getattr(import_module(module), name)
        except ImportError as error:
            raise PartieError(
                f"{module}, where a game declares {name} to be, cannot be imported: {error}."
            ) from error
        except AttributeError:
            raise PartieError(f"{module} defines no {name}, which a game declares to be there.") from None


@dataclass(frozen=True)
class Capabilities:
    """Everything a game can do besides being played. All of it is optional.

    A *command function* has arguments annotated for Typer and a docstring, which is its help. It prints with `partie.shell`."""

    solve: Ref | None = None
    """A command function: `partie solve GAME …` has its arguments and its help."""
    reproduce: Ref | None = None
    """A command function: `partie reproduce GAME …`, the game's reference experiment."""
    experiments: Mapping[str, Ref] = field(default_factory=dict)
    """Command functions of experiments that have a name of their own: `partie reproduce NAME …`."""
    bench: Ref | None = None
    """A function that measures speed: rows of a name and a figure, for `partie bench GAME`."""
    tuners: Mapping[str, Ref] = field(default_factory=dict)
    """Tuning tasks by the family of agents they tune, for `partie train FAMILY GAME`."""
    network: Ref | None = None
    """What networks learn of it, a `NetTask`, for `partie train net GAME`."""
    trainings: Mapping[str, Ref] = field(default_factory=dict)
    """Command functions for what is trained in a way of its own: `partie train NAME …`."""
    commands: Mapping[str, Ref] = field(default_factory=dict)
    """Command functions of its own: `partie NAME …`."""
    routes: Ref | None = None
    """Its part of the HTTP API, under `/api/games/GAME`: several `Route`s of `core/routes.py`."""
    board: str | None = None
    """A folder beside its rules with `board.js`, its board for the browser, where the pages have none for it. Served below `/api/games/GAME/board/`."""

    def refs(self) -> list[Ref]:
        """Everything declared that is to be imported."""
        single = (self.solve, self.reproduce, self.bench, self.network, self.routes)
        named = (self.experiments, self.tuners, self.trainings, self.commands)
        return [*filter(None, single), *(ref for several in named for ref in several.values())]
