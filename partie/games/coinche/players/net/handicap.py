"""A handicap on the coinches of a bidding network, which it carries in its weights and names in its card."""

from __future__ import annotations

from partie.games.coinche.players.net.encoding import CALLS
from partie.games.coinche.rules.calls import COINCHE, PASS, SURCOINCHE
from partie.learn.net.network import Network


def handicapped(network: Network, marks: float) -> Network:
    """The network with another handicap, in marks, on coinche and surcoinche; its card keeps it."""
    *layers, (matrix, biases) = network.layers
    moved = (marks - float(network.card.get("caution", 0))) / float(network.card["half"])
    biases = biases.copy()
    for call in (COINCHE, SURCOINCHE):
        biases[CALLS + call - PASS] -= moved
    return Network((*layers, (matrix, biases)), {**network.card, "caution": marks})
