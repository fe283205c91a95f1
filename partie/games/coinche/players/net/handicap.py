"""A handicap on the coinches of a bidding network, which it carries in its weights and names in its card."""

from __future__ import annotations

from partie.games.coinche.players.net.encoding import CALLS
from partie.games.coinche.rules.calls import COINCHE, PASS
from partie.learn.net.network import Network


def handicapped(network: Network, marks: float) -> Network:
    """The network with another handicap on coinches, in marks; its card keeps it."""
    *layers, (matrix, biases) = network.layers
    biases = biases.copy()
    more = marks - float(network.card.get("caution", 0))
    biases[CALLS + COINCHE - PASS] -= more / float(network.card["half"])
    return Network((*layers, (matrix, biases)), {**network.card, "caution": marks})
