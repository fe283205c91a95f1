"""The program `net`, which plays the 32-card game from a network alone, and the adviser of `mcts:prior=net`."""

from __future__ import annotations

import numpy as np

from partie.core.agent import Budget, Decision, Why
from partie.core.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.games.hearts.network import TASK
from partie.games.hearts.rules import CAREFUL, MOVES, choose
from partie.learn.net import store
from partie.learn.net.agent import PHRASES as NET_PHRASES
from partie.learn.net.agent import NetAdviser, NetAgent
from partie.learn.net.network import Network

AUTO = "auto"
SHIPPED = ("plain", "slam")
"""The networks that come with the game: without and with the bonus for all hearts."""


def network_for(view: View, name: str = AUTO) -> Network | None:
    """The network of that name, or the one that was trained with the options of this game; None where no network knows the pack."""
    if not TASK.fits(view.record):
        return None
    return store.load(TASK, SHIPPED[int(view.record.slam)] if name == AUTO else name)


class HeartsNetAgent:
    """Asks the network; with 52 cards, which none was trained for, plays as careful playouts do and says so."""

    def __init__(self, game: Game, seed: object, model: str) -> None:
        self._chance = new_chance(seed, "net")
        self._model = model
        if model != AUTO:
            store.load(TASK, model)  # a wrong name is told now, not in the middle of a game
        self._room = np.empty(MOVES, np.int64)

    def decide(self, view: View, budget: Budget) -> Decision:
        network = network_for(view, self._model)
        if network is None:
            move = int(choose(view.record, CAREFUL, self._room, self._chance))
            return Decision(move, why=Why("hearts.net_short_only"))
        return NetAgent(TASK, network).decide(view, budget)


def adviser() -> NetAdviser:
    """The shipped networks as advisers of a search."""
    return NetAdviser(TASK, network_for)


NET = Family(
    "net",
    HeartsNetAgent,
    {
        "en": "A neural network, without any search. It was trained on 32 cards; with 52 it plays by rules of thumb.",
        "fr": "Un réseau de neurones, sans aucune recherche. Il a été entraîné à 32 cartes ; à 52, il joue de façon empirique.",
    },
    (
        Parameter(
            "model",
            "text",
            AUTO,
            {"en": "Network", "fr": "Réseau"},
            {
                "en": "Name of a trained network; auto: the one made for this game's options.",
                "fr": "Nom d’un réseau entraîné ; auto : celui qui correspond aux options de la partie.",
            },
        ),
    ),
)

PHRASES = {
    **NET_PHRASES,
    "hearts.net_short_only": {
        "en": "The network plays the 32-card game only; with 52 cards this is a rule of thumb.",
        "fr": "Le réseau ne joue qu’à 32 cartes ; à 52, c’est une règle empirique.",
    },
}
