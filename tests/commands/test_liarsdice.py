from pathlib import Path

import partie
from partie.core.match import Match, play_out
from partie.core.record import record_of
from tests.commands.suite import CommandContract


class TestLiarsDice(CommandContract):
    game = "liarsdice"
    sizes = {
        "partie.games.liarsdice.lab.bench": {"GAMES": 50},
        "partie.games.liarsdice.players.equilibrium.train_policies": {
            "RESPONSE_ITERATIONS": 2,
            "LOOKS": {"cpu": 200},
            "ROWS": {"cpu": 1_000},
        },
    }

    elsewhere = frozenset({"policies", "--method", "bench"})
    """In tests/games/liarsdice, "--method" in tests/learn, "bench" by Quarto."""

    def prepare(self, folder: Path) -> None:
        game = partie.game("liarsdice")
        match = Match(game, seed="people", seats=3)
        play_out(match, [partie.build_agent(game, "naive", seat) for seat in range(3)])
        (folder / "my-records").mkdir()
        (folder / "my-records" / "1.txt").write_text(
            str(record_of(match, ["Ann", "Léa", "naive"])), encoding="utf-8"
        )
