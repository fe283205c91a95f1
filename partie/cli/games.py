"""`partie games`: the games and what each can do."""

from __future__ import annotations

from partie.core import registry
from partie.core.capabilities import Capabilities
from partie.core.game import Game
from partie.shell import show_table


def games() -> None:
    """List the games and what each can do."""
    known = registry.games()
    show_table(("name", "game", "players", "options", "presets"), map(_row, known))
    show_table(
        ("name", "commands: partie …"),
        ([game.name, ", ".join(abilities(game.name, game.can))] for game in known),
    )


def _row(game: Game) -> list[str]:
    low, high = game.seats
    return [
        game.name,
        game.title["en"],
        str(low) if low == high else f"{low}–{high}",
        ", ".join(f"{p.name}={p.text(p.default)}" for p in game.options),
        ", ".join(preset.name for preset in game.presets),
    ]


def abilities(name: str, can: Capabilities) -> list[str]:
    """Return the commands for what a game declares, as they begin."""
    return [
        f"bench {name}",
        *([f"solve {name}"] if can.solve else []),
        *(f"train {family} {name}" for family in can.tuners),
        *([f"train net {name}"] if can.network else []),
        *(f"train {training}" for training in can.trainings),
        *([f"reproduce {name}"] if can.reproduce else []),
        *(f"reproduce {experiment}" for experiment in can.experiments),
        *can.commands,
    ]
