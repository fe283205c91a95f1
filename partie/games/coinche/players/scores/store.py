"""The weights of the program `scores`, by name: the shipped ones and those trained on this machine."""

from __future__ import annotations

from partie.games.coinche.players.scores.conditions import SHIPPED, read_weights
from partie.learn.store import Store
from partie.learn.tuning.genome import Genome

DEFAULT = SHIPPED.stem
"""The default weights, also those of the playout policy."""
STORED: Store[Genome] = Store(
    "set of weights",
    "genomes/coinche",
    SHIPPED.parent,
    SHIPPED.suffix,
    read_weights,
    Genome.write,
    "partie train scores coinche",
)
"""The stored weights; `scores:weights=NAME` plays with one of them."""
