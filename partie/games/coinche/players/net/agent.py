"""The program `net` and the bidder `net`: a network alone, for calls and for cards."""

from __future__ import annotations

from partie.core.agent import Agent, Budget, Decision
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.core.registry import build_agent
from partie.core.words import described, read_words
from partie.games.coinche.players.net.encoding import AUCTION, ENCODINGS
from partie.games.coinche.players.net.task import TASK
from partie.games.coinche.rules.calls import BID
from partie.learn.net.agent import NetAgent

SHIPPED = "coinche"
"""The name of the network for calls and cards that is shipped with the game."""
BIDS_NETWORK = "bids"
"""The name of the one for calls alone."""
_OTHERWISE = "scores"


class CoincheNetAgent:
    """Plays by the network of this name; with options it was not trained for, by another program.

    The shipped one leaves the calls to the network for calls alone, which is better at them."""

    def __init__(self, game: Game, seed: object, model: str) -> None:
        network = TASK.networks.load(model)
        calls = TASK.networks.load(BIDS_NETWORK) if model == SHIPPED else network
        self._cards, self._calls = NetAgent(TASK, network), NetAgent(TASK, calls)
        self._any_calls = calls.card["encoding"] == ENCODINGS[AUCTION]
        self._only_calls = network.card["encoding"] == ENCODINGS[AUCTION]
        self._otherwise: Agent = build_agent(game, _OTHERWISE, seed)

    def decide(self, view: View, budget: Budget) -> Decision:
        if view.record.phase == BID:
            known = self._any_calls or TASK.fits(view.record)
            return (self._calls if known else self._otherwise).decide(view, budget)
        known = TASK.fits(view.record) and not self._only_calls
        return (self._cards if known else self._otherwise).decide(view, budget)


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
