"""Every game of the house keeps the contract, and so does a game that lives in the tests only."""

import partie
from partie.testing import AgentContract, GameContract, StoppingContract
from tests.tiny import GAME as CUPS

QUARTO = partie.game("quarto")


class TestQuarto(GameContract):
    game = QUARTO


class TestCups(GameContract):
    game = CUPS


class TestQuartoAgents(AgentContract):
    game = QUARTO
    specs = [
        "random",
        "alphabeta:depth=2",
        "mcts:iterations=100",
        "ismcts:iterations=100",
        "montecarlo:deals=2,replays=2",
        "exact:nodes=2000,depth=1",
        *list(QUARTO.levels)[:3],
    ]


class TestCupsAgents(AgentContract):
    game = CUPS
    specs = [
        "random",
        "mcts:iterations=100,worlds=4",
        "ismcts:iterations=100",
        "montecarlo:deals=5,replays=2",
        "threshold",
    ]


class TestQuartoStops(StoppingContract):
    game = QUARTO
    cases = (({}, None, 0), ({"squares": True}, None, 5), ({}, None, 8))


class TestCupsStops(StoppingContract):
    game = CUPS
