"""Information-set UCT: one tree over what a seat can know, a fresh world for every iteration.

Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search" (2012), the single-observer form: a child is found by its move, only children legal in
this iteration's world compete, and the confidence bound counts how often a move was available instead of the parent's visits. Dice are rolled
anew in every iteration, so chance is averaged inside the tree (open loop)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints32, Moves, Record, Records, Stop, int64
from partie.core.compiled.verbs import (
    guess,
    mix,
    most_moves,
    moves,
    play,
    records,
    seats,
    settled,
    to_move,
)
from partie.search.kernels.answer import Answer, begin
from partie.search.kernels.playouts import playout, reward
from partie.search.kernels.tree import ROOT

_NODE_BITS = np.uint64(40)
"""A child's hash is made of its parent's number, above this bit, and its move: both as a whole, for a move has fewer bits than that in every game."""


class IsuctSettings(NamedTuple):
    """How a search goes about it: so many `iterations`, exploring as the constant `c` says, in a tree at most `depth` deep, with playouts under the numbered `policy`."""

    iterations: int
    c: float
    policy: int
    depth: int
    mind: int = 0


class HashedTree(NamedTuple):
    """Nodes, and a hash table that finds the child of a node by its move."""

    nodes: Records
    slots: Ints32


def hashed(nodes: Records) -> HashedTree:
    """A tree of these nodes, all still to be used. The hash table, a power of two and at most half full, is made anew for every search, which costs nothing: memory that was never touched is known to be zero."""
    return HashedTree(nodes, np.zeros(1 << (2 * len(nodes) - 1).bit_length(), np.int32))


class _Scratch(NamedTuple):
    """Room for an iteration: the world played in, the moves of a position, the nodes passed with who moved there, the rewards at the end."""

    pool: Records
    out: Moves
    path: Ints32
    movers: Ints32
    rewards: Floats


@jit
def _slot(tree: HashedTree, node: int, move: int) -> int:
    """Where the child of `node` by `move` is, or would be, in the hash table."""
    nodes, slots = tree.nodes, tree.slots
    mask = len(slots) - 1
    place = int64(mix(np.uint64(node) << _NODE_BITS ^ np.uint64(move))) & mask
    while slots[place] and not (nodes[slots[place]].parent == node and nodes[slots[place]].move == move):
        place = (place + 1) & mask
    return place


@jit
def _select(
    state: Record, tree: HashedTree, node: int, used: int, c: float, out: Moves, chance: Chance
) -> tuple[int, int]:
    """Choose among the moves legal in this world: one not in the tree yet, at random, else the best bound. Returns the child
    and the number of nodes used; a child of 0 means there was no room to add one."""
    nodes = tree.nodes
    n = moves(state, out)
    fresh = 0
    best, best_bound = 0, -1.0
    for i in range(n):
        child = tree.slots[_slot(tree, node, out[i])]
        if child == 0:
            out[fresh] = out[i]
            fresh += 1
            continue
        nodes[child].available += 1
        entry = nodes[child]
        bound = entry.total / entry.visits + c * np.sqrt(np.log(entry.available) / entry.visits)
        if bound > best_bound:
            best, best_bound = child, bound
    if fresh == 0 or used == len(nodes):
        return best, used
    nodes[used].move = out[below(chance, fresh)]
    nodes[used].total = 0.0
    nodes[used].visits = 0
    nodes[used].available = 1
    nodes[used].parent = node
    tree.slots[_slot(tree, node, nodes[used].move)] = used
    return used, used + 1


@jit
def _grow(settings: IsuctSettings, tree: HashedTree, used: int, scratch: _Scratch, chance: Chance) -> int:
    """One iteration in the world `scratch.pool[0]`: selection, expansion, simulation, back-propagation. Returns how many nodes are used."""
    nodes, path, movers, rewards = tree.nodes, scratch.path, scratch.movers, scratch.rewards
    state = scratch.pool[0]
    node = ROOT
    length = 0
    while not settled(state) and length < settings.depth:
        before = used
        mover = to_move(state)
        node, used = _select(state, tree, node, used, settings.c, scratch.out, chance)
        if node == 0:
            break
        play(state, nodes[node].move, chance)
        path[length] = node
        movers[length] = mover
        length += 1
        if used > before:
            break
    playout(state, settings.policy, scratch.out, chance)
    for seat in range(len(rewards)):
        rewards[seat] = reward(state, seat)
    for i in range(length):
        nodes[path[i]].visits += 1
        nodes[path[i]].total += rewards[movers[i]]
    return used


@jit
def isuct(
    view: Record,
    seat: int,
    settings: IsuctSettings,
    tree: HashedTree,
    answer: Answer,
    stop: Stop,
    chance: Chance,
) -> tuple[int, int]:
    """Search for `seat` in an empty tree. Fills the answer as `uct` does; returns the number of moves and of iterations done."""
    scratch = _Scratch(
        records(view, 1),
        np.empty(most_moves(view), np.int64),
        np.empty(settings.depth + 1, np.int32),
        np.empty(settings.depth + 1, np.int32),
        np.zeros(seats(view)),
    )
    used = 1
    done = 0
    for _ in range(settings.iterations):
        if stop[0]:
            break
        guess(view, seat, settings.mind, chance, scratch.pool[0])
        used = _grow(settings, tree, used, scratch, chance)
        done += 1
    n = begin(view, answer)
    for i in range(n):
        child = tree.slots[_slot(tree, ROOT, answer.order[i])]
        if child:
            answer.visits[i] = tree.nodes[child].visits
            answer.totals[i] = tree.nodes[child].total
    return n, done
