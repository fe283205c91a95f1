"""Networks for the search on top of them."""

from __future__ import annotations

import numpy as np

from partie.games.coinche.players.net.encoding import CALLS, OUTPUTS
from partie.games.coinche.players.net.foresight import NetworkRows
from partie.games.coinche.rules.calls import COINCHE, PASS
from partie.learn.net.forward import ROWS
from partie.learn.net.network import Network


def rows_of(network: Network) -> NetworkRows:
    """A network for compiled code that evaluates many rows, without its handicap on coinches."""
    widest, half = max(network.sizes), float(network.card["half"])
    flat, transposed = network.flat.copy(), network.transposed.copy()
    for weights in (flat, transposed):  # both end with the biases of the outputs
        weights[len(weights) - OUTPUTS + CALLS + COINCHE - PASS] += (
            float(network.card.get("caution", 0)) / half
        )
    return NetworkRows(
        flat,
        transposed,
        np.array(network.sizes, np.int64),
        np.zeros((3, ROWS, widest), np.float32),
        np.zeros(widest + 1, np.int64),
        half,
    )
