"""UCT: Monte Carlo tree search with upper confidence bounds.

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006): reward/visits + c·sqrt(ln parent visits / visits). With more than two seats every seat maximises
its own reward (Sturtevant, "An analysis of UCT in multi-player games", 2008).

A game with secrets or dice is searched in several sampled *worlds*: hidden things filled in, and the dice of that world fixed, so that each tree is of an ordinary
deterministic game; visits and rewards of the root moves are added up over the worlds (Ginsberg's idea for bridge, 2001). The information-set
search in `isuct.py` shares one tree instead.
"""

import numpy as np

from partie.core.compiled.chance import next_word
from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import (
    copy,
    determinise,
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
from partie.search.kernels.tree import (
    ROOT,
    add_children,
    add_up,
    back_up,
)


@jit
def _expand(state, tree, node, used, out):
    """Give a node all its children; returns how many nodes are used now, or -1 when there is no room."""
    n = moves(state, out)
    if used + n > len(tree):
        return -1
    return add_children(tree, node, used, out, n)


@jit
def _select(tree, node, c, salt):
    """The child with the highest upper confidence bound; one never tried comes first."""
    log_visits = np.log(max(1, tree[node].visits))
    best, best_bound = 0, -1.0
    child = tree[node].child
    while child:
        visits = tree[child].visits
        if visits == 0:
            bound = 1e6 + ((child * 0x9E3779B1 + salt) & 0xFFFF)
        else:
            bound = tree[child].total / visits + c * np.sqrt(log_visits / visits)
        if bound > best_bound:
            best, best_bound = child, bound
        child = tree[child].sibling
    return best


@jit
def estimate(state, policy, out, chance, rewards):
    """The reward of every seat at the end of a playout from here."""
    playout(state, policy, out, chance)
    for seat in range(len(rewards)):
        rewards[seat] = reward(state, seat)


@jit
def _grow(world, state, tree, used, c, policy, depth, path, movers, out, rewards, luck, chance):
    """One iteration: selection, expansion, simulation, back-propagation. Returns how many nodes are used."""
    copy(world, state)
    node = ROOT
    length = 1
    path[0] = ROOT
    while not settled(state) and length < depth:
        if tree[node].child == 0:
            if tree[node].visits == 0 and node != ROOT:
                break
            grown = _expand(state, tree, node, used, out)
            if grown < 0:
                break
            used = grown
        mover = to_move(state)
        node = _select(tree, node, c, np.int64(chance[0] & np.uint64(0xFFFF)))
        play(state, tree[node].move, luck)
        path[length] = node
        movers[length] = mover
        length += 1
    estimate(state, policy, out, chance, rewards)
    back_up(tree, path, movers, length, rewards)
    return used


@jit
def uct(view, seat, worlds, iterations, c, policy, depth, tree, order, visits, totals, stop, chance):
    """Run `iterations` in all, shared between `worlds`. Fills `order` with the root moves and, for each, `visits` and the sum of
    rewards (0 to 1) of the seat to move. Returns the number of moves and of iterations done."""
    pool = records(view, 2)
    out = np.empty(most_moves(view), np.int64)
    path = np.empty(depth + 1, np.int32)
    movers = np.empty(depth + 1, np.int32)
    rewards = np.zeros(seats(view))
    luck = np.empty_like(chance)
    fixed = np.empty_like(chance)
    n = moves(view, order)
    visits[:n] = 0
    totals[:n] = 0.0
    done = 0
    for number in range(worlds):
        share = iterations * (number + 1) // worlds - iterations * number // worlds
        determinise(view, seat, chance, pool[0])
        for i in range(len(fixed)):
            fixed[i] = next_word(chance)
        tree[ROOT].visits = 0
        tree[ROOT].child = 0
        used = 1
        for _ in range(share):
            if stop[0]:
                break
            luck[:] = fixed
            used = _grow(
                pool[0], pool[1], tree, used, c, policy, depth, path, movers, out, rewards, luck, chance
            )
            done += 1
        add_up(tree, order, n, visits, totals)
        if stop[0] and number > 0:
            break
    return n, done
