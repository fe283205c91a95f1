"""The games that are installed, and agents built from specs.

A spec names an agent: a family with parameters (`alphabeta:depth=6`), a level (`expert`), a class of your own
in a file
(`my_agent.py:Greedy`), or a program in any language (`process:./mybot`, `http://…`).
"""

from __future__ import annotations

import importlib.util
import inspect
import logging
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from partie.core.agent import Agent
from partie.core.errors import BadOption, BadSpec, UnknownGame
from partie.core.external import build_external, is_external
from partie.core.game import Family, Game
from partie.core.parameters import Value, complete, parse_pairs

_games: dict[str, Game] = {}
log = logging.getLogger(__name__)


def register_game(game: Game) -> Game:
    """Register a game under its name."""
    known = _games.setdefault(game.name, game)
    if known is not game:
        raise ValueError(f"there is already a game called {game.name}")
    return game


@cache
def _load_all() -> None:
    """Import the built-in games, and those of installed packages (entry points in `partie.games`).

    A game that cannot be loaded is left out with a warning in the log; the other games still work."""
    import_module("partie.games")
    for point in entry_points(group="partie.games"):
        try:
            register_game(point.load())
        except Exception as error:
            package = point.dist.name if point.dist else point.value
            log.warning(
                "The game %s of the package %s cannot be loaded (%s: %s): fix or uninstall the package.",
                point.name,
                package,
                type(error).__name__,
                error,
            )


def games() -> list[Game]:
    """All games."""
    _load_all()
    return list(_games.values())


def game(name: str) -> Game:
    """The game of that name."""
    _load_all()
    if name not in _games:
        raise UnknownGame(f"There is no game called {name!r}; there are: {', '.join(_games)}.", game=name)
    return _games[name]


def build_agent(game: Game, spec: str, seed: object = 0, *, files: bool = False) -> Agent:
    """Build the agent that a spec names, with its own random generator seeded from `seed`.

    With `files`, a spec may name a Python file, which is then run. Never allow that for specs that came over
    a network."""
    if spec in game.levels:
        return build_agent(game, game.levels[spec].spec, seed)
    if files and is_external(spec):
        return build_external(spec, seed)
    if files and ".py:" in spec:
        return _from_file(spec, seed)
    family, parameters = _read_spec(game, spec)
    agent: Agent = family.build(game, seed, **parameters)
    return agent


def _read_spec(game: Game, spec: str) -> tuple[Family, dict[str, Value]]:
    name, _, rest = spec.partition(":")
    family = game.families.get(name)
    if family is None:
        known = ", ".join([*game.levels, *game.families])
        raise BadSpec(f"{game.title['en']} has no agent called {name!r}; it knows: {known}.", spec=spec)
    try:
        return family, complete(family.params, parse_pairs(rest), f"{name}")
    except BadOption as error:
        raise BadSpec(f"In the agent {spec!r}: {error}", spec=spec) from None


def _from_file(spec: str, seed: object) -> Agent:
    path_text, _, name = spec.rpartition(":")
    path = Path(path_text)
    if not path.is_file():
        raise BadSpec(f"There is no file {path_text} to load the agent {name} from.", spec=spec)
    module_spec = importlib.util.spec_from_file_location(path.stem, path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = importlib.util.module_from_spec(module_spec)
    module_spec.loader.exec_module(module)
    maker: Any = getattr(module, name, None)
    if maker is None:
        raise BadSpec(f"{path_text} does not define {name}.", spec=spec)
    agent = maker(seed=seed) if "seed" in inspect.signature(maker).parameters else maker()
    if not isinstance(agent, Agent):
        raise BadSpec(f"{name} in {path_text} has no method decide(view, budget).", spec=spec)
    return agent


def check_shared(game: Game, spec: str) -> None:
    """Raise `BadSpec` if a parameter of the agent is higher than a server accepts."""
    family, values = _read_spec(game, game.levels[spec].spec if spec in game.levels else spec)
    try:
        for parameter in family.params:
            parameter.check_shared(values[parameter.name])
    except BadOption as error:
        raise BadSpec(f"In the agent {spec!r}: {error}", spec=spec) from None


def check_specs(game: Game, specs: Iterable[str], *, files: bool = False) -> None:
    """Raise `BadSpec` for a spec that cannot be built, before anything long begins."""
    for spec in specs:
        build_agent(game, spec, files=files)


def check_agent(game: Game, spec: str) -> None:
    """Raise `BadSpec` unless a client may use this agent.

    It must exist, must not ask for more than a server allows, and must not be in a file or a program: clients
    must not make the server run either."""
    if ".py:" in spec or is_external(spec):
        raise BadSpec(
            "Agents in files and programs cannot be used over the network; use a level or a family of the game.",
            spec=spec,
        )
    check_shared(game, spec)
    check_specs(game, [spec])
