"""The best answer to a policy in the round as it is: all bids are remembered by the player who answers, whatever the policy remembers.

The public tree is walked once, depth first, with the probabilities of all hands of the policy at once (Johanson, Waugh, Bowling and Zinkevich, "Accelerating best response calculation in
large extensive games", 2011). Where no hand of the policy would go, nothing has to be looked at.
"""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats, Floats32, Stop
from partie.games.liarsdice.players.equilibrium.cfr import (
    COUNTS,
    call_values,
)
from partie.games.liarsdice.players.equilibrium.rounds import Memory, Round


@jit
def arrive(
    rules: Round,
    memory: Memory,
    policy: Floats32,
    player: int,
    node: int,
    reach: Floats,
    value: Floats,
    weights: Floats,
    mass: Floats,
) -> None:
    """Begin a position with what the calls are worth to `player`, the one who answers."""
    mover = memory.mover[node]
    calls, bids = memory.calls[node], memory.bids[node]
    value[:] = -np.inf if mover == player else 0.0
    for call in range(calls):
        if mover == player:
            weights[:] = 0.0
            call_values(rules, player, player, memory.last[node], call == 1, reach, mass, weights)
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
            call_values(rules, player, mover, memory.last[node], call == 1, weights, mass, value)


@jit
def step(
    rules: Round,
    memory: Memory,
    policy: Floats32,
    player: int,
    node: int,
    bid: int,
    reach: Floats,
    after: Floats,
) -> bool:
    """How likely the hands of the policy are to be there after a bid; whether any is."""
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
    """What `player` wins at most against the policy, and how many positions that took; after `limit` positions, or when `stop[0]` is set, it gives up and answers NaN."""
    deep = len(rules.quantity) + 2
    most = rules.share.shape[1]
    nodes, tried = np.zeros(deep, np.int64), np.zeros(deep, np.int64)
    mass = np.zeros(COUNTS)
    reach, value, weights = np.zeros((deep, most)), np.zeros((deep, most)), np.zeros(most)
    reach[0] = rules.share[1 - player]
    arrive(rules, memory, policy, player, nodes[0], reach[0], value[0], weights, mass)
    depth, visited = 0, 1
    while visited < limit and not stop[0]:
        node = nodes[depth]
        if tried[depth] < memory.bids[node]:
            bid = tried[depth]
            tried[depth] += 1
            child = memory.follow[memory.first[node] + bid]
            if child >= 0 and step(rules, memory, policy, player, node, bid, reach[depth], reach[depth + 1]):
                depth += 1
                visited += 1
                nodes[depth], tried[depth] = child, 0
                arrive(rules, memory, policy, player, child, reach[depth], value[depth], weights, mass)
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
