"""What the games of this house keep about people."""

from __future__ import annotations

import json

import pytest

from partie.core.game import Game
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from tests.games import OURS

KEEPING = [game for game in OURS if game.can.memory is not None]


@pytest.mark.parametrize("game", KEEPING, ids=lambda game: game.name)
def test_what_is_kept_is_plain_data_that_grows_and_can_be_told(game: Game) -> None:
    assert game.can.memory is not None
    memories, known = game.can.memory.load(), None
    for seed in range(3):
        match = Match(game, seed=seed)
        play_out(match, [build_agent(game, "random", seat) for seat in range(match.state.seats)])
        before = json.dumps(known)
        learned = memories.learn(match, 0, known)
        assert json.dumps(known) == before, "what was known is not changed in place"
        assert learned != known
        known = json.loads(json.dumps(learned))
        assert known == learned
        for why in memories.describe(known):
            assert game.phrase(why.key, why.data)["fr"]


def test_some_game_keeps_something() -> None:
    assert KEEPING
