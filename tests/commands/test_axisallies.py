from typing import Any

from tests.commands.suite import MOMENT, CommandContract


class TestAxisAllies(CommandContract):
    game = "axisallies"
    elsewhere = frozenset({"wars", "conduct"})
    sizes: dict[str, Any] = {
        "partie.games.axisallies.lab.bench": {
            "SECONDS": MOMENT,
            "_interpreted": lambda: {"orders": 1.0, "lists": 1.0},
        },
        "partie.games.axisallies.lab.odds_bench": {"BATTLES": 1000, "CALCULATIONS": 2},
    }
