"""The tree both kinds of UCT grow: nodes in one array."""

from typing import Any

import numpy as np

Node = np.dtype(
    [
        ("move", "i8"),  # the move that leads here
        ("total", "f8"),  # sum of rewards of the seat that made that move
        ("visits", "i4"),
        ("available", "i4"),  # how often the move could have been chosen (information-set UCT)
        ("child", "i4"),  # first child, or 0 (UCT)
        ("sibling", "i4"),  # next child of the same parent, or 0 (UCT)
        ("parent", "i4"),  # (information-set UCT)
    ],
    align=True,
)
ROOT = 0


def new_tree(nodes: int) -> Any:
    """Room for so many nodes; node 0 is the root."""
    return np.zeros(nodes, Node).view(np.recarray)
