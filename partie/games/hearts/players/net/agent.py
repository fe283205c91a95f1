"""The programs `net` (the network alone, 32 cards) and `rollouts`, and the prior of `mcts:prior=net`."""

from __future__ import annotations

import numpy as np

from partie.core.agent import Agent, Budget, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, integer
from partie.core.words import described, read_words
from partie.games.hearts.players.net.task import TASK
from partie.games.hearts.players.searching import CAREFUL, POLICIES, choose
from partie.games.hearts.rules import MOVES
from partie.learn.net.agent import NetAdviser, NetAgent
from partie.learn.net.network import Network
from partie.learn.net.rollouts import RolloutAgent
from partie.search.agents import EndingsAgent

AUTO = "auto"
SHIPPED = ("plain", "slam")
"""The networks shipped with the game: without and with the bonus for all hearts."""


def network_for(view: View, name: str = AUTO) -> Network | None:
    """The network of this name, or the one for the options of this game; None if none knows the pack."""
    if not TASK.fits(view.record):
        return None
    return TASK.networks.load(SHIPPED[int(view.record.slam)] if name == AUTO else name)


class HeartsNetAgent:
    """Plays by the network; with 52 cards, which it does not know, by the careful policy, and says so."""

    def __init__(self, game: Game, seed: object, model: str) -> None:
        self._chance = new_chance(seed, "net")
        self._model = model
        if model != AUTO:
            TASK.networks.load(model)  # so that a wrong name fails now, not in the middle of a game
        self._scratch = np.empty(MOVES, np.int64)

    def decide(self, view: View, budget: Budget) -> Decision:
        network = network_for(view, self._model)
        if network is None:
            move = int(choose(view.record, CAREFUL, self._scratch, self._chance))
            return Decision(move, why=Why("hearts.net_short_only"))
        return NetAgent(TASK, network).decide(view, budget)


class HeartsRollouts:
    """Rollouts of the network in sampled worlds; with 52 cards, which it does not know, like `solver`."""

    def __init__(self, game: Game, seed: object, deals: int, turns: int, model: str) -> None:
        self._seed, self._deals, self._turns, self._model = seed, deals, turns, model
        self._game = game
        if model != AUTO:
            TASK.networks.load(model)  # so that a wrong name fails now, not in the middle of a game
        self._agent: Agent | None = None

    def decide(self, view: View, budget: Budget) -> Decision:
        if self._agent is None:
            network = network_for(view, self._model)
            self._agent = (
                EndingsAgent(self._game, self._seed, WORLDS, PLIES, POLICIES[CAREFUL])
                if network is None
                else RolloutAgent(TASK, network, self._deals, self._turns, self._seed)
            )
        return self._agent.decide(view, budget)


WORLDS, PLIES = 200, 8
"""The settings with 52 cards."""


def adviser() -> NetAdviser:
    """The shipped networks as the prior of a search."""
    return NetAdviser(TASK, network_for)


_WORDS = read_words("partie.games.hearts")
_MODEL = described(_WORDS, "parameter", Parameter("model", "text", AUTO))
ROLLOUTS = described(
    _WORDS,
    "family",
    Family(
        "rollouts",
        HeartsRollouts,
        params=(integer("deals", 128, 1, 100_000, shared=4_000), integer("turns", 1, 0, 8), _MODEL),
    ),
)
NET = described(_WORDS, "family", Family("net", HeartsNetAgent, params=(_MODEL,)))
