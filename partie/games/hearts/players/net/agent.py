"""The programs `net` (the network alone) and `rollouts`, and the prior of `mcts:prior=net`."""

from __future__ import annotations

from dataclasses import replace

from partie.core.agent import Agent, Budget, Decision
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, choice, integer
from partie.core.words import described, read_words
from partie.games.hearts.players.net.task import TASK
from partie.games.hearts.players.searching import CAREFUL, POLICIES
from partie.games.hearts.rules import PASS, SEATS
from partie.games.hearts.rules.cards import FULL, SHORT
from partie.learn.net.agent import NetAdviser, NetAgent
from partie.learn.net.network import Network
from partie.learn.net.rollouts import RolloutAgent, Rollouts
from partie.search.agents import EndingsAgent

AUTO = "auto"
WEIGHTED, UNIFORM = "weighted", "uniform"
RULES = ("coeurs", "classic")
"""The rules for the packs of 32 and of 52 cards; the networks shipped for them have the same names."""
V1 = ("plain", "slam")
"""The networks of the first master: without and with the bonus for all hearts."""


def network_for(view: View, name: str = AUTO) -> Network:
    """The network of this name; that shipped for this game, if it was trained with the other pack."""
    record = view.record
    rules = RULES[int(record.deck)]
    if name != AUTO:
        network = TASK.networks.load(name)
        if network.card.get("options", {}).get("rules", RULES[SHORT]) == rules:
            return network
    # A network trained with the bonus for all hearts plays worse without it than one trained without.
    return TASK.networks.load(V1[0] if record.deck == SHORT and not record.slam else rules)


class HeartsNetAgent:
    """Plays by the network alone."""

    def __init__(self, game: Game, seed: object, model: str) -> None:
        self._model = model
        if model != AUTO:
            TASK.networks.load(model)  # so that a wrong name fails now, not in the middle of a game

    def decide(self, view: View, budget: Budget) -> Decision:
        return NetAgent(TASK, network_for(view, self._model)).decide(view, budget)


class HeartsRollouts:
    """Rollouts of the network in sampled worlds, for cards and for passes."""

    def __init__(
        self,
        game: Game,
        seed: object,
        deals: int,
        turns: int,
        width: int,
        cards: int,
        belief: str,
        model: str,
    ) -> None:
        self._seed, self._model, self._cards = seed, model, cards
        self._settings = Rollouts(deals, turns, width)
        self._weighted = belief == WEIGHTED
        if model != AUTO:
            TASK.networks.load(model)  # so that a wrong name fails now, not in the middle of a game
        self._agent: Agent | None = None

    def decide(self, view: View, budget: Budget) -> Decision:
        if self._agent is None:
            deck = int(view.record.deck)
            beliefs = TASK.beliefs.load(RULES[deck]) if self._weighted else None
            plies = SEATS * self._cards if deck == FULL else 0  # with 32 cards no gain was seen
            self._agent = RolloutAgent(
                TASK,
                network_for(view, self._model),
                replace(self._settings, plies=plies),
                self._seed,
                beliefs,
            )
        return self._agent.decide(before_others_pass(view), budget)


def before_others_pass(view: View) -> View:
    """The view as if nobody else had chosen yet which cards to pass.

    What they have chosen is hidden, so nothing known is lost, and in sampled deals they pass what they would,
    not any three cards."""
    if view.record.phase != PASS:
        return view
    earlier = view.copy()
    earlier.record.chosen = 0
    earlier.record.turn = view.seat
    return earlier


class MasterV1:
    """The first master: rollouts of networks for 32 cards; with 52, playouts with exact endings."""

    def __init__(self, game: Game, seed: object) -> None:
        self._game, self._seed = game, seed
        self._agent: Agent | None = None

    def decide(self, view: View, budget: Budget) -> Decision:
        if self._agent is None:
            self._agent = (
                RolloutAgent(
                    TASK,
                    TASK.networks.load(V1[int(view.record.slam)]),
                    Rollouts(128, halving=False),
                    self._seed,
                )
                if view.record.deck == SHORT
                else EndingsAgent(self._game, self._seed, 200, 8, POLICIES[CAREFUL])
            )
        return self._agent.decide(view, budget)


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
        params=(
            integer("deals", 96, 1, 100_000, shared=4_000),
            integer("turns", 1, 0, 8),
            integer("width", 6, 0, 286),
            integer("cards", 7, 0, 13),
            choice("belief", WEIGHTED, UNIFORM),
            _MODEL,
        ),
    ),
)
NET = described(_WORDS, "family", Family("net", HeartsNetAgent, params=(_MODEL,)))
MASTER_V1 = described(_WORDS, "family", Family("master@v1", MasterV1))
