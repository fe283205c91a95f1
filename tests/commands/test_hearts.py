import shutil
from pathlib import Path
from typing import Any

from partie.games.hearts.players.net.task import TASK
from tests.commands.suite import QUICK_TRAINING, CommandContract


class TestHearts(CommandContract):
    game = "hearts"
    sizes: dict[str, Any] = {
        "partie.games.hearts.lab.bench": {"DEALS": 100, "WORLDS": 100, "SEARCHES": 1},
        "partie.games.hearts.lab.openspiel": {
            "measure_rates": lambda: {"iterations": 1.0, "hands": 1.0, "fast_hands": 1.0}
        },
        "partie.cli.train_net": QUICK_TRAINING,
    }

    elsewhere = frozenset({"counterfactual", "qlearning", "dataset", "--start", "bench"})
    """In tests/learn, "bench" by Quarto."""

    def prepare(self, folder: Path) -> None:
        """Networks that examples train before they use them: training this short need not find any."""
        own = TASK.networks.own_folder
        own.mkdir(parents=True)
        for name in ("mine", "first", "classic-again"):
            shutil.copy(min(TASK.models.glob("*.safetensors")), own / f"{name}.safetensors")
