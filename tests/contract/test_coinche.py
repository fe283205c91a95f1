"""Coinche keeps the contract."""

import partie
from partie.testing import AgentContract, GameContract, StoppingContract

COINCHE = partie.game("coinche")


class TestCoinche(GameContract):
    game = COINCHE


class TestCoincheAgents(AgentContract):
    game = COINCHE
    specs = [
        "random",
        "beginner",
        "mcts:iterations=60,worlds=3",
        "ismcts:iterations=60",
        "montecarlo:deals=1,replays=1",
        "montecarlo:deals=1,replays=1,memory=some",
    ]


class TestCoincheStops(StoppingContract):
    game = COINCHE
    cases = (({}, None, 0), ({"annonces": True}, None, 12), ({}, None, 20))
