"""Information-set UCT: one tree over what a seat can know, a fresh world for every iteration.

Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search" (2012), the single-observer form: a child is found by its move, only children legal in
this iteration's world compete, and the confidence bound counts how often a move was available instead of the parent's visits. Dice are rolled
anew in every iteration, so chance is averaged inside the tree (open loop)."""

from typing import Any

import numpy as np

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import (
    determinise,
    mix,
    most_moves,
    moves,
    play,
    records,
    seats,
    settled,
    to_move,
)
from partie.search.kernels.playouts import (
    playout,
    reward,
)
from partie.search.kernels.tree import ROOT


def new_slots(nodes: int) -> Any:
    """An empty hash table for so many nodes: a power of two, at most half full. Made anew for every search, which costs nothing: memory that was never touched is known to be zero."""
    return np.zeros(1 << (2 * nodes - 1).bit_length(), np.int32)


@jit
def _slot(tree, slots, node, move):
    """Where the child of `node` by `move` is, or would be, in the hash table `slots`."""
    mask = len(slots) - 1
    place = np.int64(mix(np.uint64(node) << np.uint64(40) ^ np.uint64(move))) & mask
    while slots[place] and not (tree[slots[place]].parent == node and tree[slots[place]].move == move):
        place = (place + 1) & mask
    return place


@jit
def _select(state, tree, slots, node, c, used, out, chance):
    """Choose among the moves legal in this world: one not in the tree yet, at random, else the best bound. Returns the child
    and the number of nodes used; a child of 0 means there was no room to add one."""
    n = moves(state, out)
    fresh = 0
    best, best_bound = 0, -1.0
    for i in range(n):
        child = slots[_slot(tree, slots, node, out[i])]
        if child == 0:
            out[fresh] = out[i]
            fresh += 1
            continue
        tree[child].available += 1
        entry = tree[child]
        bound = entry.total / entry.visits + c * np.sqrt(np.log(entry.available) / entry.visits)
        if bound > best_bound:
            best, best_bound = child, bound
    if fresh == 0:
        return best, used
    if used == len(tree):
        return (best, used) if best else (0, used)
    tree[used].move = out[below(chance, fresh)]
    tree[used].total = 0.0
    tree[used].visits = 0
    tree[used].available = 1
    tree[used].parent = node
    slots[_slot(tree, slots, node, tree[used].move)] = used
    return used, used + 1


@jit
def isuct(view, seat, iterations, c, policy, depth, tree, slots, order, visits, totals, stop, chance):
    """Run `iterations`. `slots` is an empty hash table (`new_slots`). Fills `order`, `visits` and `totals` as `uct` does; returns the number of moves and of iterations done."""
    pool = records(view, 1)
    out = np.empty(most_moves(view), np.int64)
    path = np.empty(depth + 1, np.int32)
    movers = np.empty(depth + 1, np.int32)
    rewards = np.zeros(seats(view))
    used = 1
    done = 0
    for _ in range(iterations):
        if stop[0]:
            break
        determinise(view, seat, chance, pool[0])
        node = ROOT
        length = 0
        while not settled(pool[0]) and length < depth:
            before = used
            mover = to_move(pool[0])
            node, used = _select(pool[0], tree, slots, node, c, used, out, chance)
            if node == 0:
                break
            play(pool[0], tree[node].move, chance)
            path[length] = node
            movers[length] = mover
            length += 1
            if used > before:
                break
        playout(pool[0], policy, out, chance)
        for i in range(len(rewards)):
            rewards[i] = reward(pool[0], i)
        for i in range(length):
            tree[path[i]].visits += 1
            tree[path[i]].total += rewards[movers[i]]
        done += 1
    n = moves(view, order)
    for i in range(n):
        child = slots[_slot(tree, slots, ROOT, order[i])]
        visits[i] = tree[child].visits if child else 0
        totals[i] = tree[child].total if child else 0.0
    return n, done
