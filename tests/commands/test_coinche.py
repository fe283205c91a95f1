import shutil
from functools import partial
from pathlib import Path

from partie.games.coinche.lab.solver_bench import solver_rows
from partie.games.coinche.players.net.task import TASK
from tests.commands.suite import QUICK_TRAINING, CommandContract


class TestCoinche(CommandContract):
    game = "coinche"
    sizes = {
        "partie.games.coinche.lab.bench": {
            "DEALS": 100,
            "WORLDS": 100,
            "CARD_DEALS": 1,
            "solver_rows": partial(solver_rows, 1),
        },
        "partie.cli.train_net": QUICK_TRAINING,
    }

    elsewhere = frozenset({"rival", "bidder", "beliefs", "net", "bench"})
    """In tests/games/coinche, "beliefs" and "net" by Hearts, "bench" by Quarto."""

    def prepare(self, folder: Path) -> None:
        """Networks that examples train before they use them: training this short need not find any."""
        own = TASK.networks.own_folder
        own.mkdir(parents=True)
        for name in ("first", "rival", "bids-again"):
            shutil.copy(TASK.models / "bids.safetensors", own / f"{name}.safetensors")
