"""The tree of both kinds of UCT: nodes in one array."""

from __future__ import annotations

import numpy as np

from partie.core.compiled.kernel import inline_jit, jit
from partie.core.compiled.types import Floats, Ints32, Moves, Records
from partie.search.kernels.answer import Answer

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
MOST_NODES = 1 << 22
"""160 MB. A search that has used all its nodes continues without growing its tree."""


def new_nodes(count: int) -> Records:
    """Space for `count` nodes, but at most MOST_NODES. Node 0 is the root."""
    return np.zeros(min(count, MOST_NODES), Node).view(np.recarray)


@inline_jit
def add_children(nodes: Records, node: int, used: int, moves: Moves, n: int) -> int:
    """Give a node the first `n` of `moves` as children, from index `used` on.

    Returns the number of nodes used now."""
    last = 0
    for i in range(n):
        child = used + i
        nodes[child].move = moves[i]
        nodes[child].total = 0.0
        nodes[child].visits = 0
        nodes[child].child = 0
        nodes[child].sibling = last
        last = child
    nodes[node].child = last
    return used + n


@inline_jit
def back_up(nodes: Records, path: Ints32, movers: Ints32, length: int, rewards: Floats) -> None:
    """Add a visit, and the reward of the seat that moved there, to every node of the path below the root."""
    nodes[ROOT].visits += 1
    for i in range(1, length):
        nodes[path[i]].visits += 1
        nodes[path[i]].total += rewards[movers[i]]


@jit
def add_up(nodes: Records, n: int, answer: Answer) -> None:
    """Add the visits and totals of the `n` root moves of this tree to the answer."""
    child = nodes[ROOT].child
    while child:
        for i in range(n):
            if answer.order[i] == nodes[child].move:
                answer.visits[i] += nodes[child].visits
                answer.totals[i] += nodes[child].total
                break
        child = nodes[child].sibling
