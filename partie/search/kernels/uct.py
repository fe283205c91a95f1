"""UCT: Monte Carlo tree search with upper confidence bounds, with or without a prior.

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006): reward/visits + c·sqrt(ln parent visits /
visits). With more than two seats, every seat maximises its own reward (Sturtevant, "An analysis of UCT in
multi-player games", 2008).

An adviser, such as a network, gives a prior: how promising each move looks before any search. The bound is
then that of PUCT (Rosin, "Multi-armed bandits with episode context", 2011, in the form of Silver et al.,
"Mastering the game of Go without human knowledge", 2017): reward/visits + c·P·sqrt(parent visits)/(1 +
visits), where P is the prior of the move (the verb `priors`), and a move that was never tried has the mean
reward of its siblings. The adviser is asked once for every node that is expanded, about what the seat to move
would see in that world. Without an adviser all moves are alike, and the first bound is used. Nothing else
differs: whether there is an adviser is known when a search is compiled.

A game with hidden information or dice is searched in several sampled *worlds* (determinizations). In each,
everything hidden is filled in and the dice are fixed, so that each tree is one of an ordinary deterministic
game. The visits and rewards of the root moves are summed over all worlds (Ginsberg, for bridge, 2001). The
information-set search in `isuct.py` has one tree for all worlds instead.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from partie.core.compiled.chance import next_word
from partie.core.compiled.kernel import inline_jit, jit
from partie.core.compiled.types import Chance, Floats, Floats32, Ints32, Moves, Record, Records, Stop, int64
from partie.core.compiled.verbs import (
    copy,
    guess,
    most_moves,
    moves,
    play,
    priors,
    records,
    seats,
    settled,
    to_move,
)
from partie.search.kernels.answer import Answer, begin
from partie.search.kernels.playouts import playout, reward
from partie.search.kernels.tree import ROOT, add_children, add_up, back_up, new_nodes

_UNTRIED = 1e6
"""The bound of a move that was never tried, higher than the bound of any that was."""
_SHUFFLE = 0x9E3779B1
"""2³² divided by the golden ratio. Its multiples modulo 2¹⁶ look random, so that siblings that were never
tried are tried in an order that depends on the salt."""
_MEAN_REWARD = 0.5
"""With an adviser, the assumed reward of a move as long as neither it nor any of its siblings was tried."""


class UctSettings(NamedTuple):
    """The settings of a search.

    The number of worlds, the iterations in all of them together, the exploration constant, the number of the
    playout policy, the maximum depth of a tree, and the mind."""

    worlds: int
    iterations: int
    c: float
    policy: int
    depth: int
    mind: int = 0


class Tree(NamedTuple):
    """Nodes and, if there is an adviser, the prior of the move that leads to each of them."""

    nodes: Records
    shares: Floats32


def new_tree(nodes: int, guided: bool = False) -> Tree:
    """Space for a tree with this many nodes."""
    room = new_nodes(nodes)
    return Tree(room, np.empty(len(room) if guided else 0, np.float32))


class _Scratch(NamedTuple):
    """The working memory of an iteration.

    The world and the current state in it, the moves of a position and their priors, the nodes on the path
    with the seats that moved there, the rewards at the end, and the generator of the dice."""

    pool: Records
    out: Moves
    shares: Floats
    path: Ints32
    movers: Ints32
    rewards: Floats
    luck: Chance


@inline_jit
def _expand(state: Record, tree: Tree, node: int, used: int, scratch: _Scratch, advice: Any) -> int:
    """Give a node all its children.

    Returns the number of nodes used now, or -1 if there is no space for them."""
    n = moves(state, scratch.out)
    if used + n > len(tree.nodes):
        return -1
    if advice is not None:
        scratch.shares[0] = 1.0
        if n > 1:
            priors(state, scratch.out, n, advice, scratch.shares)
        for i in range(n):
            tree.shares[used + i] = scratch.shares[i]
    return add_children(tree.nodes, node, used, scratch.out, n)


@inline_jit
def _highest_bound(nodes: Records, node: int, c: float, salt: int) -> int:
    """The child with the highest upper confidence bound. A child that was never tried comes first."""
    log_visits = np.log(max(1, nodes[node].visits))
    best, best_bound = 0, -1.0
    child = nodes[node].child
    while child:
        visits = nodes[child].visits
        if visits == 0:
            bound = _UNTRIED + ((int64(child) * _SHUFFLE + salt) & 0xFFFF)
        else:
            bound = nodes[child].total / visits + c * np.sqrt(log_visits / visits)
        if bound > best_bound:
            best, best_bound = child, bound
        child = nodes[child].sibling
    return best


@inline_jit
def _highest_advised(tree: Tree, node: int, c: float) -> int:
    """The child with the highest PUCT bound."""
    nodes = tree.nodes
    total, tries = 0.0, 0
    child = nodes[node].child
    while child:
        total += nodes[child].total
        tries += nodes[child].visits
        child = nodes[child].sibling
    unknown = total / tries if tries else _MEAN_REWARD
    pull = c * np.sqrt(max(1, tries))
    best, best_bound = 0, -1.0
    child = nodes[node].child
    while child:
        visits = nodes[child].visits
        bound = nodes[child].total / visits if visits else unknown
        bound += pull * tree.shares[child] / (1 + visits)
        if bound > best_bound:
            best, best_bound = child, bound
        child = nodes[child].sibling
    return best


@inline_jit
def _select(tree: Tree, node: int, c: float, chance: Chance, advice: Any) -> int:
    if advice is None:
        return _highest_bound(tree.nodes, node, c, int64(chance[0] & np.uint64(0xFFFF)))
    else:
        return _highest_advised(tree, node, c)


@inline_jit
def _grow(
    settings: UctSettings, tree: Tree, used: int, scratch: _Scratch, chance: Chance, advice: Any
) -> int:
    """Run one iteration: selection, expansion, simulation, back-propagation.

    Returns the number of nodes used."""
    nodes, path, movers, rewards = tree.nodes, scratch.path, scratch.movers, scratch.rewards
    state = scratch.pool[1]
    copy(scratch.pool[0], state)
    node = int64(ROOT)
    length = int64(1)
    path[0] = ROOT
    while not settled(state) and length < settings.depth:
        if nodes[node].child == 0:
            if nodes[node].visits == 0 and node != ROOT:
                break
            grown = _expand(state, tree, node, used, scratch, advice)
            if grown < 0:
                break
            used = grown
        mover = to_move(state)
        node = _select(tree, node, settings.c, chance, advice)
        play(state, nodes[node].move, scratch.luck)
        path[length] = node
        movers[length] = mover
        length += 1
    playout(state, settings.policy, scratch.out, chance)
    for seat in range(len(rewards)):
        rewards[seat] = reward(state, seat)
    back_up(nodes, path, movers, length, rewards)
    return used


@jit
def _new_scratch(view: Record, depth: int, chance: Chance) -> _Scratch:
    return _Scratch(
        records(view, 2),
        np.empty(most_moves(view), np.int64),
        np.empty(most_moves(view)),
        np.empty(depth + 1, np.int32),
        np.empty(depth + 1, np.int32),
        np.zeros(seats(view)),
        np.empty_like(chance),
    )


@jit
def uct(
    view: Record,
    seat: int,
    settings: UctSettings,
    tree: Tree,
    answer: Answer,
    advice: Any,
    stop: Stop,
    chance: Chance,
) -> tuple[int, int]:
    """Search for `seat`. `advice` is what the game's `priors` takes, or None.

    Fills the answer with sums of rewards (0 to 1) of the seat to move; returns the number of moves and of
    iterations done."""
    scratch = _new_scratch(view, settings.depth, chance)
    fixed = np.empty_like(chance)
    n = begin(view, answer)
    worlds, iterations = settings.worlds, settings.iterations
    done = 0
    for number in range(worlds):
        share = iterations * (number + 1) // worlds - iterations * number // worlds
        guess(view, seat, settings.mind, chance, scratch.pool[0])
        for i in range(len(fixed)):
            fixed[i] = next_word(chance)
        tree.nodes[ROOT].visits = 0
        tree.nodes[ROOT].child = 0
        used = int64(1)  # a literal would have a type of its own, for which all would be compiled once more
        for _ in range(share):
            if stop[0]:
                break
            scratch.luck[:] = fixed
            used = _grow(settings, tree, used, scratch, chance, advice)
            done += 1
        add_up(tree.nodes, n, answer)
        if stop[0] and number > 0:
            break
    return n, done
