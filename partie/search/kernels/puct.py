"""PUCT: UCT guided by an adviser, such as a network, who says beforehand which moves are worth a look.

Rosin, "Multi-armed bandits with episode context" (2011), in the form of Silver et al., "Mastering the game of Go without human knowledge" (2017): reward/visits + c·P·sqrt(parent visits)/(1 + visits), where P is the adviser's share of the move
(the verb `priors`). A move never tried counts as the mean of its siblings. The adviser is asked once for every node that is expanded, about what the seat to move in that world would see. Worlds, expansion and playouts are as in `uct.py`.
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
    priors,
    records,
    seats,
    settled,
    to_move,
)
from partie.search.kernels.tree import (
    ROOT,
    add_children,
    add_up,
    back_up,
)
from partie.search.kernels.uct import estimate

_UNKNOWN = 0.5
"""What moves are taken to be worth where none was tried yet."""


@jit
def _expand(state, tree, shares, node, used, out, given, advice):
    """Give a node all its children with their shares; returns how many nodes are used now, or -1 when there is no room."""
    n = moves(state, out)
    if used + n > len(tree):
        return -1
    given[0] = 1.0
    if n > 1:
        priors(state, out, n, advice, given)
    for i in range(n):
        shares[used + i] = given[i]
    return add_children(tree, node, used, out, n)


@jit
def _select(tree, shares, node, c):
    """The child with the highest bound."""
    total, tries = 0.0, 0
    child = tree[node].child
    while child:
        total += tree[child].total
        tries += tree[child].visits
        child = tree[child].sibling
    unknown = total / tries if tries else _UNKNOWN
    pull = c * np.sqrt(max(1, tries))
    best, best_bound = 0, -1.0
    child = tree[node].child
    while child:
        visits = tree[child].visits
        bound = tree[child].total / visits if visits else unknown
        bound += pull * shares[child] / (1 + visits)
        if bound > best_bound:
            best, best_bound = child, bound
        child = tree[child].sibling
    return best


@jit
def _grow(
    world,
    state,
    tree,
    shares,
    used,
    c,
    policy,
    depth,
    path,
    movers,
    out,
    given,
    rewards,
    luck,
    chance,
    advice,
):
    """One iteration: selection, expansion, simulation, back-propagation. Returns how many nodes are used."""
    copy(world, state)
    node = ROOT
    length = 1
    path[0] = ROOT
    while not settled(state) and length < depth:
        if tree[node].child == 0:
            if tree[node].visits == 0 and node != ROOT:
                break
            grown = _expand(state, tree, shares, node, used, out, given, advice)
            if grown < 0:
                break
            used = grown
        mover = to_move(state)
        node = _select(tree, shares, node, c)
        play(state, tree[node].move, luck)
        path[length] = node
        movers[length] = mover
        length += 1
    estimate(state, policy, out, chance, rewards)
    back_up(tree, path, movers, length, rewards)
    return used


@jit
def puct(
    view,
    seat,
    worlds,
    iterations,
    c,
    policy,
    depth,
    tree,
    shares,
    order,
    visits,
    totals,
    stop,
    chance,
    advice,
):
    """As `uct`, with the adviser's `advice`; `shares` is room for as many numbers as the tree has nodes."""
    pool = records(view, 2)
    out = np.empty(most_moves(view), np.int64)
    given = np.empty(most_moves(view))
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
                pool[0], pool[1], tree, shares, used, c, policy, depth, path, movers, out, given, rewards, luck,
                chance, advice,
            )  # fmt: skip
            done += 1
        add_up(tree, order, n, visits, totals)
        if stop[0] and number > 0:
            break
    return n, done
