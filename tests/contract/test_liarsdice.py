"""Liar's Dice keeps the contract."""

import partie
from partie.testing import AgentContract, GameContract

LIARSDICE = partie.game("liarsdice")


class TestLiarsDice(GameContract):
    game = LIARSDICE


class TestLiarsDiceAgents(AgentContract):
    game = LIARSDICE
    specs = [
        "random",
        *LIARSDICE.levels,
        "odds:trust=1,bluff=0.5",
        "mcts:iterations=60,worlds=3",
        "ismcts:iterations=60",
        "montecarlo:deals=1,replays=1",
    ]
