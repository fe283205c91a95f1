"""The tree both kinds of UCT grow: nodes in one array."""

from typing import Any

import numpy as np

from partie.core.compiled.kernel import jit

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
"""160 MB of them. A search that has used them all goes on without growing its tree."""


def new_tree(nodes: int) -> Any:
    """Room for so many nodes, MOST_NODES at most; node 0 is the root."""
    return np.zeros(min(nodes, MOST_NODES), Node).view(np.recarray)


@jit
def add_children(tree, node, used, moves, n):
    """Give a node the first `n` of `moves` as children, from place `used` on; returns how many nodes are used now."""
    last = 0
    for i in range(n):
        child = used + i
        tree[child].move = moves[i]
        tree[child].total = 0.0
        tree[child].visits = 0
        tree[child].child = 0
        tree[child].sibling = last
        last = child
    tree[node].child = last
    return used + n


@jit
def back_up(tree, path, movers, length, rewards):
    """Count a visit to every node of the path below the root, with the reward of the seat that moved there."""
    tree[ROOT].visits += 1
    for i in range(1, length):
        tree[path[i]].visits += 1
        tree[path[i]].total += rewards[movers[i]]


@jit
def add_up(tree, order, n, visits, totals):
    """Add what the tree found of the moves at its root to the sums of all trees."""
    child = tree[ROOT].child
    while child:
        for i in range(n):
            if order[i] == tree[child].move:
                visits[i] += tree[child].visits
                totals[i] += tree[child].total
                break
        child = tree[child].sibling
