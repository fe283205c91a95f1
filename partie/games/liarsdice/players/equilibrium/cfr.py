"""Counterfactual regret minimisation over whole rounds, with every bid remembered.

Regrets are those of Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete
information" (2007), in the variant CFR+ of Tammelin, "Solving large imperfect information games using CFR+"
(2014): regrets are kept non-negative, the players are updated in turn, and later iterations weigh more in the
average. As in Farina, Kroer and Sandholm, "Faster game solving via predictive Blackwell approachability"
(2021), the last regret is counted once more as a prediction of the next one, and an iteration is weighted by
its square. A pass over the public positions carries the probabilities of all hands at once (Johanson, Waugh,
Bowling and Zinkevich, "Accelerating best response calculation in large extensive games", 2011).
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Flags, Floats, Floats32, Stop, Words16
from partie.games.liarsdice.players.equilibrium.rounds import Memory, Round

COUNTS = 8
"""More than the dice of one player."""


class Tables(NamedTuple):
    """What is learned, laid out like a policy: regrets, the sums of the average policy, the current one."""

    regrets: Floats32
    sums: Floats32
    current: Floats32


def new_tables(memory: Memory) -> Tables:
    """Tables before anything was learned."""
    return Tables(*(np.zeros(memory.start[-1], np.float32) for _ in Tables._fields))


class Scratch(NamedTuple):
    """The working memory of `solve`: how likely each hand of a player is to reach each position, and whether
    any does; the values of positions; at one position, those of actions and the sums of hands.
    """

    reach: Floats
    alive: Flags
    values: Floats
    worth: Floats
    mass: Floats


def new_scratch(rules: Round, memory: Memory) -> Scratch:
    """The scratch space of `solve`.

    It is allocated outside compiled code, where untouched memory costs nothing.
    """
    positions, most = len(memory.mover), rules.share.shape[1]
    return Scratch(
        np.zeros((2, positions, most)),
        np.zeros((2, positions), np.bool_),
        np.zeros((positions, most)),
        np.zeros((len(rules.quantity) + 3, most)),
        np.zeros(COUNTS),
    )


@jit
def set_uniform(memory: Memory, hands: int, node: int, policy: Floats32) -> None:
    """Make all legal actions of a position equally likely."""
    start, bids, first = memory.start[node], memory.bids[node], memory.first[node]
    actions = bids + memory.calls[node]
    allowed = actions
    for bid in range(bids):
        allowed -= memory.follow[first + bid] < 0
    for action in range(actions):
        forbidden = action < bids and memory.follow[first + action] < 0
        for hand in range(hands):
            policy[start + action * hands + hand] = 0.0 if forbidden else 1.0 / allowed


@jit
def normalise(memory: Memory, hands: int, node: int, policy: Floats32) -> None:
    """Normalise the numbers of every hand at a position; uniform where all are zero."""
    start, bids, first = memory.start[node], memory.bids[node], memory.first[node]
    actions = bids + memory.calls[node]
    allowed = actions
    for bid in range(bids):
        allowed -= memory.follow[first + bid] < 0
    for hand in range(hands):
        total = 0.0
        for action in range(actions):
            total += policy[start + action * hands + hand]
        for action in range(actions):
            place = start + action * hands + hand
            if total > 0.0:
                policy[place] = policy[place] / total
            elif action >= bids or memory.follow[first + action] >= 0:
                policy[place] = 1.0 / allowed


@jit
def add_call_values(
    rules: Round, player: int, caller: int, bid: int, exact: bool, weights: Floats, mass: Floats, out: Floats
) -> None:
    """Add to `out` a call's value for every hand of `player`, summed over the opponent's weighted hands.

    `mass` is scratch space for the sums.
    """
    other = 1 - player
    quantity, face = rules.quantity[bid], rules.face[bid]
    sign = 1.0 if player == 0 else -1.0
    hit, miss = sign * rules.stake[caller], sign * rules.stake[1 - caller]
    if exact:
        hit, miss = sign * rules.stake[2 + caller], sign * rules.stake[caller]
    mass[:] = 0.0
    for hand in range(rules.hands[other]):
        mass[rules.counts[other, face, hand]] += weights[hand]
    whole = mass.sum()
    if not exact:
        for count in range(COUNTS - 2, -1, -1):
            mass[count] += mass[count + 1]
    for hand in range(rules.hands[player]):
        needed = quantity - rules.counts[player, face, hand]
        likely = 0.0
        if needed < COUNTS:
            if needed >= 0:
                likely = mass[needed]
            elif not exact:
                likely = whole
        out[hand] += hit * likely + miss * (whole - likely)


@jit
def compute_reach(
    rules: Round, memory: Memory, player: int, current: Floats32, reach: Floats, alive: Flags, stop: Stop
) -> None:
    """Compute for every position the probability that each hand of a player is dealt and bids its way there,
    and whether any does.

    Unfinished when `stop[0]` is set.
    """
    hands = rules.hands[player]
    reach[0] = rules.share[player]
    alive[0] = True
    for node in range(len(memory.mover)):
        if stop[0]:
            return
        own = memory.mover[node] == player
        for bid in range(memory.bids[node]):
            child = memory.follow[memory.first[node] + bid]
            if child < 0:
                continue
            some = 0.0
            if alive[node] and own:
                start = memory.start[node] + bid * hands
                for hand in range(hands):
                    reach[child, hand] = reach[node, hand] * current[start + hand]
                    some += reach[child, hand]
            elif alive[node]:
                for hand in range(hands):
                    reach[child, hand] = reach[node, hand]
                some = 1.0
            alive[child] = some > 0.0


@jit
def update_own_node(
    rules: Round, memory: Memory, node: int, against: Floats, tables: Tables, scratch: Scratch
) -> None:
    """At a position of the player being updated: action values, regrets and the next policy."""
    regrets, _, current = tables
    values, worth, mass = scratch.values, scratch.worth, scratch.mass
    player = memory.mover[node]
    hands, bids, start = rules.hands[player], memory.bids[node], memory.start[node]
    actions = bids + memory.calls[node]
    value = values[node]
    for action in range(actions):
        worth[action, :hands] = 0.0
        if action >= bids:
            exact = action > bids
            add_call_values(rules, player, player, memory.last[node], exact, against, mass, worth[action])
        elif memory.follow[memory.first[node] + action] >= 0:
            worth[action, :hands] = values[memory.follow[memory.first[node] + action], :hands]
        for hand in range(hands):
            value[hand] += current[start + action * hands + hand] * worth[action, hand]
    total = worth[actions]
    total[:hands] = 0.0
    for action in range(actions):
        if action < bids and memory.follow[memory.first[node] + action] < 0:
            continue
        for hand in range(hands):
            place = start + action * hands + hand
            regret = worth[action, hand] - value[hand]
            kept = max(0.0, regrets[place] + regret)
            regrets[place] = kept
            current[place] = max(0.0, kept + regret)
            total[hand] += current[place]
    normalise_by(memory, node, hands, total, current)


@jit
def normalise_by(memory: Memory, node: int, hands: int, total: Floats | Floats32, current: Floats32) -> None:
    """Divide the numbers at a position by their totals; uniform where they are zero."""
    bids, start = memory.bids[node], memory.start[node]
    actions = bids + memory.calls[node]
    even = False
    for hand in range(hands):
        even |= total[hand] <= 0.0
        total[hand] = 1.0 / total[hand] if total[hand] > 0.0 else 0.0
    for action in range(actions):
        for hand in range(hands):
            current[start + action * hands + hand] *= total[hand]
    if even:
        normalise(memory, hands, node, current)


@jit
def value_opponent_node(
    rules: Round, memory: Memory, node: int, against: Floats, current: Floats32, scratch: Scratch
) -> None:
    """At a position of the opponent: its value for the player being updated."""
    values, weights, mass = scratch.values, scratch.worth[0], scratch.mass
    mover = memory.mover[node]
    hands, bids, start = rules.hands[mover], memory.bids[node], memory.start[node]
    player = 1 - mover
    size = rules.hands[player]
    for bid in range(bids):
        child = memory.follow[memory.first[node] + bid]
        if child >= 0:
            for hand in range(size):
                values[node, hand] += values[child, hand]
    for call in range(memory.calls[node]):
        chosen = start + (bids + call) * hands
        some = 0.0
        for hand in range(hands):
            weights[hand] = against[hand] * current[chosen + hand]
            some += weights[hand]
        if some > 0.0:
            add_call_values(rules, player, mover, memory.last[node], call == 1, weights, mass, values[node])


@jit
def add_to_average(
    memory: Memory, node: int, hands: int, current: Floats32, reach: Floats, sums: Floats32, weight: float
) -> None:
    """Add the current policy of a position to the average, weighted by the hand's own reach."""
    start = memory.start[node]
    for action in range(memory.bids[node] + memory.calls[node]):
        for hand in range(hands):
            place = start + action * hands + hand
            sums[place] += weight * reach[hand] * current[place]


@jit
def update(
    rules: Round, memory: Memory, player: int, weight: float, tables: Tables, scratch: Scratch, stop: Stop
) -> None:
    """Update one player against the other's current policy. Unfinished when `stop[0]` is set."""
    _, sums, current = tables
    reach, alive, values = scratch.reach, scratch.alive, scratch.values
    other = 1 - player
    for node in range(len(memory.mover) - 1, -1, -1):
        if stop[0]:
            return
        own = memory.mover[node] == player
        if own and alive[player, node]:
            add_to_average(memory, node, rules.hands[player], current, reach[player, node], sums, weight)
        values[node] = 0.0
        if not alive[other, node]:
            continue
        if own:
            update_own_node(rules, memory, node, reach[other, node], tables, scratch)
        else:
            value_opponent_node(rules, memory, node, reach[other, node], current, scratch)
    compute_reach(rules, memory, player, current, reach[player], alive[player], stop)


@jit
def solve(
    rules: Round,
    memory: Memory,
    begun: int,
    iterations: int,
    tables: Tables,
    scratch: Scratch,
    stop: Stop,
) -> int:
    """Run iterations `begun` … `iterations` - 1; returns how many have been completed in all.

    The tables start as zeros. When `stop[0]` is set, the last iteration stays unfinished.
    """
    reach, alive, current = scratch.reach, scratch.alive, tables.current
    if begun == 0:
        for node in range(len(memory.mover)):
            if stop[0]:
                return begun
            set_uniform(memory, rules.hands[memory.mover[node]], node, current)
    for player in range(2):
        compute_reach(rules, memory, player, current, reach[player], alive[player], stop)
    for iteration in range(begun, iterations):
        for player in range(2):
            weight = (iteration + 1.0) ** 2
            update(rules, memory, player, weight, tables, scratch, stop)
        if stop[0]:
            return iteration
    return iterations


@jit
def average(rules: Round, memory: Memory, sums: Floats32 | Words16, policy: Floats32, stop: Stop) -> None:
    """Compute the average policy, uniform where it was never reached. Unfinished when `stop[0]` is set."""
    policy[:] = sums
    for node in range(len(memory.mover)):
        if stop[0]:
            return
        normalise(memory, rules.hands[memory.mover[node]], node, policy)


@jit
def trim(rules: Round, memory: Memory, least: float, policy: Floats32, stop: Stop) -> None:
    """Drop actions less likely than `least`, and all actions of hands that never reach a position.

    What remains are probabilities, or only zeros. Unfinished when `stop[0]` is set.
    """
    positions, most = len(memory.mover), rules.share.shape[1]
    reach = np.zeros((2, positions, most), np.bool_)
    reach[:, 0] = True
    for node in range(positions):
        if stop[0]:
            return
        mover = memory.mover[node]
        hands, bids, start = rules.hands[mover], memory.bids[node], memory.start[node]
        for hand in range(hands):
            trim_hand(memory, node, hand, hands, reach[mover, node, hand], least, policy)
        for bid in range(bids):
            child = memory.follow[memory.first[node] + bid]
            if child >= 0:
                reach[1 - mover, child] |= reach[1 - mover, node]
                for hand in range(hands):
                    reach[mover, child, hand] |= policy[start + bid * hands + hand] > 0.0


@jit
def trim_hand(
    memory: Memory, node: int, hand: int, hands: int, reached: bool, least: float, policy: Floats32
) -> None:
    """`trim` for one hand at one position."""
    start, actions = memory.start[node], memory.bids[node] + memory.calls[node]
    total = 0.0
    for action in range(actions):
        place = start + action * hands + hand
        if not reached or policy[place] < least:
            policy[place] = 0.0
        total += policy[place]
    if total > 0.0:
        for action in range(actions):
            policy[start + action * hands + hand] /= total


@jit
def hand_values(
    rules: Round, memory: Memory, policy: Floats32, player: int, hand: int, values: Floats32, stop: Stop
) -> None:
    """Compute the value of every position for a player with this hand: [position, hand of the opponent].

    Both follow the policy. Unfinished when `stop[0]` is set.
    """
    other = 1 - player
    sign = 1.0 if player == 0 else -1.0
    for node in range(len(memory.mover) - 1, -1, -1):
        if stop[0]:
            return
        mover = memory.mover[node]
        hands, bids, start = rules.hands[mover], memory.bids[node], memory.start[node]
        values[node] = 0.0
        for action in range(bids + memory.calls[node]):
            child = memory.follow[memory.first[node] + action] if action < bids else -1
            for theirs in range(rules.hands[other]):
                likely = policy[start + action * hands + (hand if mover == player else theirs)]
                if likely == 0.0:
                    continue
                if action < bids:
                    values[node, theirs] += likely * values[child, theirs]
                else:
                    ours = rules.counts[player, rules.face[memory.last[node]], hand]
                    count = ours + rules.counts[other, rules.face[memory.last[node]], theirs]
                    end = outcome(rules, mover, memory.last[node], action > bids, count)
                    values[node, theirs] += likely * sign * end


@jit
def outcome(rules: Round, caller: int, bid: int, exact: bool, count: int) -> float:
    """The value of a call for the starter when `count` dice count for the bid."""
    if exact:
        return rules.stake[2 + caller] if count == rules.quantity[bid] else rules.stake[caller]
    return rules.stake[caller] if count >= rules.quantity[bid] else rules.stake[1 - caller]
