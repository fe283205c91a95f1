"""Commands declared by games, which are looked up when needed and imported when run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import typer
from typer.core import TyperGroup

from partie.cli.renamed import CommandWithRenames
from partie.core.errors import PartieError

Find = Callable[[], Mapping[str, Callable[[], Any]]]
"""Returns the loaders of command functions by name; a loader imports and returns the function."""


def command(name: str, function: Any) -> Any:
    """Return a function with annotated arguments as a command."""
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    single.command(name, cls=CommandWithRenames)(function)
    return typer.main.get_command(single)


class _Declared(TyperGroup):
    @staticmethod
    def find() -> Mapping[str, Callable[[], Any]]:
        raise NotImplementedError

    @staticmethod
    def find_aliases() -> Mapping[str, Callable[[], Any]]:
        raise NotImplementedError

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *self.find()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        found = {**self.find_aliases(), **self.find()}
        if cmd_name in found:
            return command(cmd_name, found[cmd_name]())
        known = ", ".join(self.list_commands(ctx))
        raise PartieError(
            f"There is no {cmd_name!r} to {ctx.info_name}, only: {known}. `partie games` lists what each game can do."
        )


def group(help: str, find: Find, find_aliases: Find = dict) -> typer.Typer:
    """Return a command with the subcommands that `find` returns, besides any of its own.

    `find_aliases` returns further names, which work but are not listed."""
    members = {"find": staticmethod(find), "find_aliases": staticmethod(find_aliases)}
    kind = type("_Found", (_Declared,), members)
    made = typer.Typer(cls=kind, no_args_is_help=True, help=help)
    made.callback()(lambda: None)
    return made


def unique(declared: Iterable[tuple[str, str, Callable[[], Any]]]) -> dict[str, Callable[[], Any]]:
    """Return loaders by name, from triples of a game, a name it declares, and the loader.

    Two games may not declare the same name."""
    found: dict[str, Callable[[], Any]] = {}
    owners: dict[str, str] = {}
    for game, name, loader in declared:
        if owners.setdefault(name, game) != game:
            raise PartieError(f"Both {owners[name]} and {game} declare a command {name!r}: rename one.")
        found[name] = loader
    return found
