"""Hearts keeps the contract, with both packs."""

import partie
from partie.testing import AgentContract, GameContract

HEARTS = partie.game("hearts")


class TestHearts(GameContract):
    game = HEARTS


class TestHeartsAgents(AgentContract):
    game = HEARTS
    specs = [
        "random",
        "beginner",
        "mcts:iterations=60,worlds=3",
        "mcts:iterations=60,worlds=3,policy=random",
        "ismcts:iterations=60",
        "montecarlo:deals=1,replays=1",
        "montecarlo:deals=1,replays=1,memory=some",
        "solver:deals=2,plies=4",
        "rollouts:deals=2",
        "net",
        "mcts:iterations=60,worlds=3,prior=net",
    ]
