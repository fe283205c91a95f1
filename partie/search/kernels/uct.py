"""UCT: Monte Carlo tree search with upper confidence bounds, alone or guided by an adviser.

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006): reward/visits + c·sqrt(ln parent visits / visits). With more than two seats every seat maximises
its own reward (Sturtevant, "An analysis of UCT in multi-player games", 2008).

An adviser, such as a network, says beforehand which moves are worth a look. Then the bound is that of PUCT (Rosin, "Multi-armed bandits with episode context", 2011, in the form of Silver et al., "Mastering the game of Go without human knowledge", 2017): reward/visits + c·P·sqrt(parent
visits)/(1 + visits), where P is the adviser's share of the move (the verb `priors`), and a move never tried counts as the mean of its siblings. The adviser is asked once for every node that is expanded, about what the seat to move in that world would see. Without one all moves
are alike, and the bound is the first. Nothing else differs: whether there is an adviser is known when a search is compiled.

A game with secrets or dice is searched in several sampled *worlds*: hidden things filled in, and the dice of that world fixed, so that each tree is of an ordinary
deterministic game; visits and rewards of the root moves are added up over the worlds (Ginsberg's idea for bridge, 2001). The information-set
search in `isuct.py` shares one tree instead.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from partie.core.compiled.chance import next_word
from partie.core.compiled.kernel import jit
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
"""The bound of a move never tried, above that of any that was."""
_SHUFFLE = 0x9E3779B1
"""2³² divided by the golden ratio: its multiples, cut to 16 bits, fall in no order, so that siblings never tried get their turns in one that differs with the salt."""
_MEAN_REWARD = 0.5
"""What a move is taken to be worth, where there is an adviser, as long as none of its siblings was tried either."""


class UctSettings(NamedTuple):
    """How a search goes about it: `iterations` in all, shared between `worlds`, exploring as the constant `c` says, in trees at most `depth` deep, with playouts under the numbered `policy`."""

    worlds: int
    iterations: int
    c: float
    policy: int
    depth: int
    mind: int = 0


class Tree(NamedTuple):
    """Nodes, and with an adviser its share of the move that leads to each."""

    nodes: Records
    shares: Floats32


def new_tree(nodes: int, guided: bool = False) -> Tree:
    """Room for so many nodes."""
    room = new_nodes(nodes)
    return Tree(room, np.empty(len(room) if guided else 0, np.float32))


class _Scratch(NamedTuple):
    """Room for an iteration: the world searched and the state played on in it, the moves of a position and the adviser's shares of them, the nodes passed with who moved there, the rewards at the end, the dice."""

    pool: Records
    out: Moves
    shares: Floats
    path: Ints32
    movers: Ints32
    rewards: Floats
    luck: Chance


@jit
def _expand(state: Record, tree: Tree, node: int, used: int, scratch: _Scratch, advice: Any) -> int:
    """Give a node all its children; returns how many nodes are used now, or -1 when there is no room."""
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


@jit
def _highest_bound(nodes: Records, node: int, c: float, salt: int) -> int:
    """The child with the highest upper confidence bound; one never tried comes first."""
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


@jit
def _highest_advised(tree: Tree, node: int, c: float) -> int:
    """The child with the highest bound where every child has its share."""
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


@jit
def _select(tree: Tree, node: int, c: float, chance: Chance, advice: Any) -> int:
    if advice is None:
        return _highest_bound(tree.nodes, node, c, int64(chance[0] & np.uint64(0xFFFF)))
    else:
        return _highest_advised(tree, node, c)


@jit
def _grow(
    settings: UctSettings, tree: Tree, used: int, scratch: _Scratch, chance: Chance, advice: Any
) -> int:
    """One iteration: selection, expansion, simulation, back-propagation. Returns how many nodes are used."""
    nodes, path, movers, rewards = tree.nodes, scratch.path, scratch.movers, scratch.rewards
    state = scratch.pool[1]
    copy(scratch.pool[0], state)
    node = ROOT
    length = 1
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
    """Search for `seat`. `advice` is what the game's `priors` takes, or None. Fills the answer with sums of rewards (0 to 1) of the seat to move; returns the number of moves and of iterations done."""
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
        used = 1
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
