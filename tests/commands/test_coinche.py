from functools import partial

from partie.games.coinche.lab.solver_bench import solver_rows
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
