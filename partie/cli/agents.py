"""`partie agents`: the levels and agents of a game."""

from __future__ import annotations

from rich.table import Table

from partie.core import registry
from partie.core.parameters import Parameter
from partie.shell import GameName, console


def agents(game: GameName) -> None:
    """List a game's levels and agents with their parameters."""
    chosen = registry.game(game)
    levels = Table("level", "agent spec", "description")
    for level in chosen.levels.values():
        levels.add_row(level.name, level.spec, level.help["en"])
    families = Table("agent", "parameters", "description")
    for family in chosen.families.values():
        families.add_row(family.name, "\n".join(_describe(p) for p in family.params), family.help["en"])
    console.print(levels)
    console.print(families)


def _describe(parameter: Parameter) -> str:
    return f"{parameter.name}={parameter.text(parameter.default)} ({parameter.scope})"
