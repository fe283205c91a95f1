"""`partie games`: which games there are."""

from __future__ import annotations

from rich.table import Table

from partie.cli.shell import console
from partie.core import registry


def games() -> None:
    """List the games."""
    table = Table("name", "game", "players", "options", "presets")
    for game in registry.games():
        low, high = game.seats
        options = ", ".join(f"{p.name}={p.text(p.default)}" for p in game.options)
        players = str(low) if low == high else f"{low}–{high}"
        presets = ", ".join(preset.name for preset in game.presets)
        table.add_row(game.name, game.title["en"], players, options, presets)
    console.print(table)
