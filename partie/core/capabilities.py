"""What a game offers beyond its rules.

Each capability is named by its location and imported when it is first used.

`partie solve|train|bench|reproduce`, the service and the pages find capabilities in a game's declaration and
nowhere else, so a game in an outside package offers them just as the built-in games do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from partie.core.errors import PartieError


@dataclass(frozen=True)
class Ref:
    """A reference to something by the place where it is defined: `Ref("package.module:name")`.

    Nothing is imported before `load`.

    >>> Ref("math:floor").load()(2.5)
    2
    """

    place: str

    def load(self) -> Any:
        """Import the module and return what the reference names; without a name, the module."""
        module, _, name = self.place.partition(":")
        try:
            found = import_module(module)
            return getattr(found, name) if name else found
        except ImportError as error:
            raise PartieError(
                f"A game refers to {name} in {module}, but {module} cannot be imported: {error}."
            ) from error
        except AttributeError:
            raise PartieError(
                f"A game refers to {name} in {module}, but {module} does not define it."
            ) from None


@dataclass(frozen=True)
class Capabilities:
    """Everything a game can do besides being played. All of it is optional.

    A *command function* has arguments annotated for Typer and a docstring, which is its help text. It prints
    with `partie.shell`."""

    solve: Ref | None = None
    """A command function: `partie solve GAME …` takes its arguments and shows its help."""
    reproduce: Ref | None = None
    """A command function: `partie reproduce GAME …` runs the game's reference experiment."""
    experiments: Mapping[str, Ref] = field(default_factory=dict)
    """Command functions of experiments with names of their own: `partie reproduce NAME …`."""
    bench: Ref | None = None
    """A function that measures speed and returns rows of a name and a figure, for `partie bench GAME`."""
    tuners: Mapping[str, Ref] = field(default_factory=dict)
    """Tuning tasks by the family of agents they tune, for `partie train FAMILY GAME`."""
    network: Ref | None = None
    """A `NetTask`: what networks learn about the game, for `partie train net GAME`."""
    trainings: Mapping[str, Ref] = field(default_factory=dict)
    """Command functions for other kinds of training: `partie train NAME …`."""
    commands: Mapping[str, Ref] = field(default_factory=dict)
    """Further command functions: `partie NAME …`."""
    routes: Ref | None = None
    """The game's part of the HTTP API, under `/api/games/GAME`: `Route`s of `core/routes.py`."""
    rehearsal: Ref | None = None
    """A function without arguments that has the routes answer typical questions: it is called when the game
    is compiled, so that nobody waits for the compiler later."""
    memory: Ref | None = None
    """`Memories` of `core/memory.py`: what programs keep about people from one game to the next."""
    favourites: Ref | None = None
    """A function of a match and a seat that returns the moves, as text, of which a person's favourites are
    counted, such as their bids; by default the first move of the game."""
    commentary: Ref | None = None
    """A module that comments on games for people: `remarks` and `explain` of `core/commentary.py`."""
    board: str | None = None
    """A folder beside the rules that contains `board.js`, the game's board for the browser, if the pages have
    no board for it. Served below `/api/games/GAME/board/`."""

    on_device: bool = True
    """Whether the game can be played on a device without a server: `partie build device` then includes it."""
    solvers: tuple[Ref, ...] = ()
    """Compiled functions that compute exact values of positions: `partie bench wasm` shows how fast they are
    on a device, however little time they take."""
    offline: tuple[str, ...] = ()
    """Specs of agents that a table on a device without a server offers, besides the levels and the hinter:
    what they call is compiled into the game's WebAssembly module."""

    def refs(self) -> list[Ref]:
        """All references declared here."""
        single = (
            *(self.solve, self.reproduce, self.bench, self.network),
            *(self.routes, self.rehearsal, self.memory, self.favourites, self.commentary),
        )
        named = (self.experiments, self.tuners, self.trainings, self.commands)
        return [*filter(None, single), *self.solvers, *(ref for mapping in named for ref in mapping.values())]
