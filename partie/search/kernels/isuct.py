"""Information-set UCT: one tree over information sets, with a new world for every iteration.

Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search" (2012), in the single-observer form:
a child is found by its move, only children that are legal in the world of this iteration compete, and the
confidence bound uses how often a move was available instead of the parent's visits. Dice are rolled anew in
every iteration, so chance is averaged within the tree (open loop)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import inline_jit, jit
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
"""The hash of a child is made from the number of its parent, above this bit, and its move below. They do not
overlap, because a move has fewer bits than this in every game."""


class IsuctSettings(NamedTuple):
    """The settings of a search: iterations, exploration constant, playout policy, maximum depth, mind."""

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
    """An empty tree with space for these nodes.

    The size of its hash table is a power of two, and it gets at most half full. Making a new one for every
    search costs nothing, because untouched memory is known to be zero."""
    return HashedTree(nodes, np.zeros(1 << (2 * len(nodes) - 1).bit_length(), np.int32))


class _Scratch(NamedTuple):
    """The working memory of an iteration.

    The world, the moves of a position, the nodes on the path with the seats that moved there, the rewards at
    the end, and the logarithms of the numbers up to that of the iteration: no move was available more often,
    and computing them for every move took a quarter of the time."""

    pool: Records
    out: Moves
    path: Ints32
    movers: Ints32
    rewards: Floats
    logs: Floats


@inline_jit
def _slot(tree: HashedTree, node: int, move: int) -> int:
    """The index in the hash table where the child of `node` by `move` is or would be."""
    nodes, slots = tree.nodes, tree.slots
    mask = len(slots) - 1
    place = int64(mix(np.uint64(node) << _NODE_BITS ^ np.uint64(move))) & mask
    while slots[place] and not (nodes[slots[place]].parent == node and nodes[slots[place]].move == move):
        place = (place + 1) & mask
    return place


@inline_jit
def _select(
    state: Record, tree: HashedTree, node: int, used: int, c: float, scratch: _Scratch, chance: Chance
) -> tuple[int, int]:
    """Select a move that is legal in this world: a random new one, or else the one with the best bound.

    Returns the child and the number of nodes used. A child of 0 means that there was no space to add one."""
    nodes, out, logs = tree.nodes, scratch.out, scratch.logs
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
        bound = entry.total / entry.visits + c * np.sqrt(logs[entry.available] / entry.visits)
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


@inline_jit
def _grow(settings: IsuctSettings, tree: HashedTree, used: int, scratch: _Scratch, chance: Chance) -> int:
    """Run one iteration in the world `scratch.pool[0]`: selection, expansion, simulation, back-propagation.

    Returns the number of nodes used."""
    nodes, path, movers, rewards = tree.nodes, scratch.path, scratch.movers, scratch.rewards
    state = scratch.pool[0]
    node = int64(ROOT)
    length = 0
    while not settled(state) and length < settings.depth:
        before = used
        mover = to_move(state)
        node, used = _select(state, tree, node, used, settings.c, scratch, chance)
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
    """Search for `seat` with an empty tree.

    Fills the answer as `uct` does; returns the number of moves and of iterations done."""
    scratch = _Scratch(
        records(view, 1),
        np.empty(most_moves(view), np.int64),
        np.empty(settings.depth + 1, np.int32),
        np.empty(settings.depth + 1, np.int32),
        np.zeros(seats(view)),
        np.empty(settings.iterations + 1),
    )
    used = int64(1)  # a literal would have a type of its own, for which all would be compiled once more
    done = 0
    for _ in range(settings.iterations):
        if stop[0]:
            break
        guess(view, seat, settings.mind, chance, scratch.pool[0])
        scratch.logs[done + 1] = np.log(done + 1)
        used = _grow(settings, tree, used, scratch, chance)
        done += 1
    n = begin(view, answer)
    for i in range(n):
        child = tree.slots[_slot(tree, int64(ROOT), answer.order[i])]
        if child:
            answer.visits[i] = tree.nodes[child].visits
            answer.totals[i] = tree.nodes[child].total
    return n, done
