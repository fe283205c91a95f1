"""The bidder `search`: the network for calls, with a search on top of it."""

from __future__ import annotations

import numpy as np

from partie.games.coinche.players.net.foresight import NetworkRows
from partie.learn.net.forward import ROWS
from partie.learn.net.network import Network


def rows_of(network: Network) -> NetworkRows:
    """A network for compiled code that evaluates many rows."""
    widest = max(network.sizes)
    return NetworkRows(
        network.flat,
        network.transposed,
        np.array(network.sizes, np.int64),
        np.zeros((3, ROWS, widest), np.float32),
        np.zeros(widest + 1, np.int64),
        float(network.card["half"]),
    )
