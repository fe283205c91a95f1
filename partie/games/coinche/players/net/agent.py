"""The program `net` and the bidder `net`: a network alone, for calls and for cards."""

from __future__ import annotations

from partie.core.agent import Agent, Budget, Decision
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.core.registry import build_agent
from partie.core.words import described, read_words
from partie.games.coinche.players.net.task import TASK
from partie.learn.net.agent import NetAgent

SHIPPED = "coinche"
"""The name of the network shipped with the game."""
_OTHERWISE = "scores"


class CoincheNetAgent:
    """Plays by the network of this name; with options it was not trained for, by another program."""

    def __init__(self, game: Game, seed: object, model: str, otherwise: Agent | None = None) -> None:
        self._net = NetAgent(TASK, TASK.networks.load(model))
        self._otherwise = otherwise or build_agent(game, _OTHERWISE, seed)

    def decide(self, view: View, budget: Budget) -> Decision:
        return (self._net if TASK.fits(view.record) else self._otherwise).decide(view, budget)


_WORDS = read_words("partie.games.coinche")
NET = described(
    _WORDS,
    "family",
    Family(
        "net",
        CoincheNetAgent,
        params=(described(_WORDS, "parameter", Parameter("model", "text", SHIPPED)),),
    ),
)
