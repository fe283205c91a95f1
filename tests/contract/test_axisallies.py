"""Axis & Allies keeps the contract, over games of one round."""

from collections.abc import Iterator
from dataclasses import replace

import partie
from partie.core.agent import ask
from partie.core.game import State, View
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.games.axisallies.rules.board import GERMANY
from partie.testing import AgentContract, GameContract, StoppingContract
from partie.testing.amounts import amount

AXISALLIES = partie.game("axisallies")
ONE_ROUND = replace(
    AXISALLIES,
    options=tuple(
        replace(option, default=1, low=1, high=1) if option.name == "rounds" else option
        for option in AXISALLIES.options
    ),
    presets=tuple(replace(preset, options={**preset.options, "rounds": 1}) for preset in AXISALLIES.presets),
)
EVERY = 40
"""A game has hundreds of positions with hundreds of orders each: some of them are examined closely."""


class TestAxisAllies(GameContract):
    game = ONE_ROUND
    trials, plain_trials = amount(2, 4), 1

    def _check_position(self, state: State) -> None:
        if state.record.thrown % EVERY == 0:
            super()._check_position(state)
        else:
            assert 0 < len(state.moves) <= self.game.rules.MOVES
            assert 0 <= state.to_move < state.seats


class TestAxisAlliesAgents(AgentContract):
    game = ONE_ROUND
    specs = ["random", "greedy", "beginner", "germany-2009", "strategist:ways=2", "general"]


class TestAxisAlliesStops(StoppingContract):
    """Every phase of a German turn, played as `greedy` plays."""

    game = AXISALLIES

    def positions(self) -> Iterator[View]:
        match, seen = Match(AXISALLIES, seed=1), set[int]()
        agent = build_agent(AXISALLIES, "greedy")
        while not seen or match.state.record.power == GERMANY:
            view = match.view()
            phase = int(view.record.phase)
            if view.record.power == GERMANY and view.record.battle < 0 and phase not in seen:
                seen.add(phase)
                yield view
            match.play(ask(agent, view).move)
