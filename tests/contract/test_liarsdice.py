"""Liar's Dice keeps the contract."""

import partie
from partie.testing import AgentContract, GameContract, StoppingContract

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


class TestLiarsDiceStops(StoppingContract):
    """A full table, a duel that has been solved, and two that have not: with every bid remembered and with
    some."""

    game = LIARSDICE
    cases = (
        ({}, 8, 3),
        ({"dice": 2}, 2, 1),
        ({"dice": 3, "faces": 3, "wild": "last"}, 2, 1),
        ({"dice": 5, "faces": 5, "wild": "ones"}, 2, 1),
    )
