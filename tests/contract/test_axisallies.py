"""Axis & Allies keeps the contract, over games of one round."""

from dataclasses import replace

import partie
from partie.core.game import State
from partie.testing import AgentContract, GameContract

AXISALLIES = partie.game("axisallies")
ONE_ROUND = replace(
    AXISALLIES,
    options=tuple(
        replace(option, default=1, low=1, high=1) if option.name == "rounds" else option
        for option in AXISALLIES.options
    ),
)
EVERY = 40
"""A game has hundreds of positions with hundreds of orders each: every so many are looked at closely."""


class TestAxisAllies(GameContract):
    game = ONE_ROUND

    def _check_position(self, state: State) -> None:
        if state.record.thrown % EVERY == 0:
            super()._check_position(state)
        else:
            assert 0 < len(state.moves) <= self.game.rules.MOVES
            assert 0 <= state.to_move < state.seats


class TestAxisAlliesAgents(AgentContract):
    game = ONE_ROUND
    specs = ["random", "greedy", "beginner", "germany-2009", "strategist:ways=2"]
