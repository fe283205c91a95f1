"""The `partie` command: one module per command, imported when it is used, so that `--help` is fast.

Games may declare commands of their own. Listing them would import the games, and with them the compiler: so
`partie --help` only says where they are listed, and games are imported for a name that is not in `COMMANDS`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from partie import __version__
from partie.cli.declared import command, unique
from partie.core.errors import PartieError

COMMANDS = {
    "play": "Play in the terminal.",
    "serve": "Serve the games to browsers.",
    "think": "Let programs think for servers elsewhere.",
    "games": "List the games and what each can do.",
    "agents": "List a game's levels and agents with their parameters.",
    "match": "Play matches between agents and report the difference with a confidence interval.",
    "arena": "Run tournaments and studies, write their reports, and show how people fare.",
    "engine": "Answer questions of other programs, one line of JSON each.",
    "advise": "Ask an agent what to play in a position.",
    "solve": "Solve a game or a position.",
    "train": "Train or tune the programs of a game.",
    "reproduce": "Reproduce reference experiments.",
    "records": "Show, verify and export records of games.",
    "bench": "Measure speed on this machine.",
    "build": "Build what other machines need to run the games.",
}
"""Every command and what it does. The module of the same name has it as a function of that name, or as
`NAME_app` if it has subcommands."""


def load(name: str) -> Any:
    """Import the module of a command and return the command."""
    module = import_module(f"partie.cli.{name}")
    group: typer.Typer | None = getattr(module, f"{name}_app", None)
    return command(name, getattr(module, name)) if group is None else typer.main.get_command(group)


def declared() -> dict[str, Callable[[], Any]]:
    """Return functions that import the commands declared by games, by name."""
    from partie.core import registry  # imports the compiler

    return unique(
        (game.name, name, ref.load) for game in registry.games() for name, ref in game.can.commands.items()
    )


def load_declared(name: str) -> Any:
    """Return the command of this name that a game declares; None if there is none."""
    found = declared()
    return command(name, found[name]()) if name in found else None


class _LazyCommand(TyperCommand):
    """A command that is imported when it is run; until then it has only a name and a help text."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        assert self.name is not None
        return load(self.name).make_context(info_name, args, parent, **extra)


class _Commands(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in COMMANDS:
            return _LazyCommand(cmd_name, help=COMMANDS[cmd_name])
        return load_declared(cmd_name)


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Table games, programs that play them, and the tools to build, train and compare such programs.",
    epilog="Some games add commands of their own: `partie games` lists them.",
)


def _show_version(requested: bool) -> None:
    if requested:
        print(f"partie {__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: bool = typer.Option(
        False, "--version", help="Show the version and exit.", callback=_show_version, is_eager=True
    ),
) -> None:
    pass


def main() -> None:
    """Run the command; report an error of the user in one sentence."""
    try:
        app()
    except PartieError as error:
        from rich.console import Console  # `partie.shell` may be what could not be imported

        Console(stderr=True).print(str(error), style="red", markup=False, highlight=False)
        sys.exit(2)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(130)
