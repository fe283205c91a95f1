"""Hearts keeps the contract, with both packs."""

import pytest

import partie
from partie.core.errors import IllegalMove
from partie.testing import AgentContract, GameContract, StoppingContract

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


class TestHeartsStops(StoppingContract):
    game = HEARTS
    cases = (({"rules": "coeurs"}, None, 2), ({"rules": "classic"}, None, 1), ({"rules": "classic"}, None, 8))


def test_three_cards_of_which_one_is_none_are_refused() -> None:
    """255 names the cards 63, 3 and 0 to pass; looking for 63 in a hand took for ever."""
    text = "c25KAd4QKs389Jh7J/?13/?13/?13 1 pass - - - - - -"
    state = HEARTS.position(text, {"rules": "classic"})
    with pytest.raises(IllegalMove, match="not a move of this game"):
        state.play(255)
