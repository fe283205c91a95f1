"""The best response to a policy in the real round, in which the responder remembers all bids.

The public tree is walked once, depth first, with the probabilities of all hands of the policy at once
(Johanson, Waugh, Bowling and Zinkevich, "Accelerating best response calculation in large extensive games",
2011). Positions that no hand of the policy reaches are skipped.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats, Floats32, Stop
from partie.games.liarsdice.players.equilibrium.cfr import (
    COUNTS,
    add_call_values,
)
from partie.games.liarsdice.players.equilibrium.rounds import Memory, Round


class _Scratch(NamedTuple):
    """Working memory at one position: a number for each hand, and the sums of `add_call_values`."""

    weights: Floats
    mass: Floats


@jit
def enter_node(
    rules: Round,
    memory: Memory,
    policy: Floats32,
    player: int,
    node: int,
    reach: Floats,
    value: Floats,
    scratch: _Scratch,
) -> None:
    """Initialise a position with the value of its calls for `player`, the responder."""
    weights, mass = scratch
    mover = memory.mover[node]
    calls, bids = memory.calls[node], memory.bids[node]
    value[:] = -np.inf if mover == player else 0.0
    for call in range(calls):
        if mover == player:
            weights[:] = 0.0
            add_call_values(rules, player, player, memory.last[node], call == 1, reach, mass, weights)
            for hand in range(rules.hands[player]):
                value[hand] = max(value[hand], weights[hand])
            continue
        hands = rules.hands[mover]
        chosen = memory.start[node] + (bids + call) * hands
        some = 0.0
        for hand in range(hands):
            weights[hand] = reach[hand] * policy[chosen + hand]
            some += weights[hand]
        if some > 0.0:
            add_call_values(rules, player, mover, memory.last[node], call == 1, weights, mass, value)


@jit
def reach_after_bid(
    rules: Round,
    memory: Memory,
    policy: Floats32,
    player: int,
    node: int,
    bid: int,
    reach: Floats,
    after: Floats,
) -> bool:
    """Write how likely each hand of the policy is to make this bid; returns whether any does."""
    mover = memory.mover[node]
    if mover == player:
        after[:] = reach
        return True
    hands = rules.hands[mover]
    chosen = memory.start[node] + bid * hands
    some = 0.0
    for hand in range(hands):
        after[hand] = reach[hand] * policy[chosen + hand]
        some += after[hand]
    return some > 0.0


@jit
def best_response(
    rules: Round, memory: Memory, policy: Floats32, player: int, limit: int, stop: Stop
) -> tuple[float, int]:
    """The most `player` can win against the policy, and the number of positions visited; NaN after `limit`
    positions or when `stop[0]` is set.
    """
    deep = len(rules.quantity) + 2
    most = rules.share.shape[1]
    nodes, tried = np.zeros(deep, np.int64), np.zeros(deep, np.int64)
    scratch = _Scratch(np.zeros(most), np.zeros(COUNTS))
    reach, value = np.zeros((deep, most)), np.zeros((deep, most))
    reach[0] = rules.share[1 - player]
    enter_node(rules, memory, policy, player, nodes[0], reach[0], value[0], scratch)
    depth, visited = 0, 1
    while visited < limit and not stop[0]:
        node = nodes[depth]
        if tried[depth] < memory.bids[node]:
            bid = tried[depth]
            tried[depth] += 1
            child = memory.follow[memory.first[node] + bid]
            if child >= 0 and reach_after_bid(
                rules, memory, policy, player, node, bid, reach[depth], reach[depth + 1]
            ):
                depth += 1
                visited += 1
                nodes[depth], tried[depth] = child, 0
                enter_node(rules, memory, policy, player, child, reach[depth], value[depth], scratch)
            continue
        if depth == 0:
            total = 0.0
            for hand in range(rules.hands[player]):
                total += rules.share[player, hand] * value[0, hand]
            return total, visited
        depth -= 1
        own = memory.mover[nodes[depth]] == player
        for hand in range(rules.hands[player]):
            if own:
                value[depth, hand] = max(value[depth, hand], value[depth + 1, hand])
            else:
                value[depth, hand] += value[depth + 1, hand]
    return np.nan, visited
