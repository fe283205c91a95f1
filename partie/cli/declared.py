"""Commands that games declare: looked up when somebody asks for one, imported when it is run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import typer
from typer.core import TyperGroup

from partie.core.errors import PartieError

Find = Callable[[], Mapping[str, Callable[[], Any]]]
"""Finds command functions by name; each is a promise, which imports the function when it is called."""


def command(name: str, function: Any) -> Any:
    """A function with annotated arguments as a command."""
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    single.command(name)(function)
    return typer.main.get_command(single)


class _Declared(TyperGroup):
    @staticmethod
    def find() -> Mapping[str, Callable[[], Any]]:
        raise NotImplementedError

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *self.find()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        found = self.find()
        if cmd_name in found:
            return command(cmd_name, found[cmd_name]())
        known = ", ".join(self.list_commands(ctx))
        raise PartieError(
            f"There is nothing called {cmd_name!r} to {ctx.info_name}; there is: {known}. `partie games` says what each game can do."
        )


def group(help: str, find: Find) -> typer.Typer:
    """A command whose subcommands are those that `find` finds, besides any of its own."""
    kind = type("_Found", (_Declared,), {"find": staticmethod(find)})
    made = typer.Typer(cls=kind, no_args_is_help=True, help=help)
    made.callback()(lambda: None)
    return made


def unique(declared: Iterable[tuple[str, str, Callable[[], Any]]]) -> dict[str, Callable[[], Any]]:
    """Promises by name, from triples of a game's name, a name it declares, and the promise. No two games may declare the same name."""
    found: dict[str, Callable[[], Any]] = {}
    owners: dict[str, str] = {}
    for game, name, promise in declared:
        if owners.setdefault(name, game) != game:
            raise PartieError(f"Both {owners[name]} and {game} declare a command {name!r}: rename one.")
        found[name] = promise
    return found
