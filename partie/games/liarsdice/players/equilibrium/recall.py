"""Regret minimisation with imperfect recall, for rounds with too many dice to remember every bid.

Histories that end with the same bids are one position, so positions form a graph rather than a tree and the
two hands are no longer independent in it: a pass carries one number per *pair* of hands. With imperfect
recall there is no theorem that promises an equilibrium (Lanctot, Gibson, Burch, Zinkevich and Bowling,
"No-regret learning in extensive-form games with imperfect recall", 2012; Neller and Hnath, "Approximating
optimal Dudo play with fixed-strategy iteration counterfactual regret minimization", 2012, play Dudo this
way); what is lost is measured by `response`.

Histories that share a position are weighted by how often the players reach them. The player being updated
explores now and then, so as to learn what to do everywhere. Where there are many hands, each update samples
those of the opponent.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Floats32, Ints, Stop
from partie.games.liarsdice.players.equilibrium.cfr import (
    Tables,
    normalise_by,
    set_uniform,
)
from partie.games.liarsdice.players.equilibrium.rounds import Memory, Round

EXPLORATION_RATE = 0.05
"""How often the player being updated tries any action."""
FORGETTING, RECENCY = 1.5, 2.0
"""In iteration t regrets are discounted by t^FORGETTING / (t^FORGETTING + 1), and the policy counts t^RECENCY
times in the average (Brown and Sandholm, "Solving imperfect-information games via discounted regret
minimization", 2019). With two dice each and four bids remembered a best response gains 0.010 after 100
iterations and 0.007 after 200; with the last regret counted twice instead, as in `cfr`, 0.029 and 0.011. With
both, or with t^4, it gained more again after 300."""


class Sample(NamedTuple):
    """Hands of the opponent, with their weights; once these have been read, there is scratch space."""

    drawn: Ints
    weight: Floats32


class Scratch(NamedTuple):
    """The working memory of an update. By pair of hands: how likely it is to reach each position, the values
    of positions, those of one call. Then the values of the actions at one position, by hand.
    """

    reach: Floats32
    values: Floats32
    called: Floats32
    worth: Floats32


@jit
def draw_hands(rules: Round, player: int, chance: Chance, drawn: Ints, weight: Floats32) -> None:
    """Draw hands of a player with their weights: all of them by probability, or a sample with equal
    weights."""
    hands, sample_size = rules.hands[player], len(drawn)
    if sample_size >= hands:
        for hand in range(hands):
            drawn[hand], weight[hand] = hand, rules.share[player, hand]
        return
    point, total, hand = uniform(chance), rules.share[player, 0], 0
    for place in range(sample_size):  # systematic sampling: one random number, evenly spaced points
        while total * sample_size < place + point and hand < hands - 1:
            hand += 1
            total += rules.share[player, hand]
        drawn[place], weight[place] = hand, 1.0 / sample_size


@jit
def compute_pair_reach(
    rules: Round,
    memory: Memory,
    player: int,
    sample: Sample,
    current: Floats32,
    reach: Floats32,
    stop: Stop,
) -> None:
    """Compute how likely each pair of hands (of `player`, of the opponent) is to reach each position.

    Unfinished when `stop[0]` is set.
    """
    drawn, weight = sample
    hands, sample_size = rules.hands[player], len(drawn)
    reach[:] = 0.0
    for hand in range(hands):
        reach[0, hand] = weight
    for node in range(len(memory.mover)):
        if stop[0]:
            return
        mover, bids = memory.mover[node], memory.bids[node]
        even = np.float32(EXPLORATION_RATE / (bids + memory.calls[node]))
        for bid in range(bids):
            child = memory.follow[memory.first[node] + bid]
            if child < 0:
                continue
            start = memory.start[node] + bid * rules.hands[mover]
            if mover == player:
                for hand in range(hands):
                    factor = np.float32(1.0 - EXPLORATION_RATE) * current[start + hand] + even
                    for other in range(sample_size):
                        reach[child, hand, other] += factor * reach[node, hand, other]
                continue
            for other in range(sample_size):
                weight[other] = current[start + drawn[other]]
            if weight.sum() > 0.0:
                for hand in range(hands):
                    for other in range(sample_size):
                        reach[child, hand, other] += weight[other] * reach[node, hand, other]


@jit
def write_pair_values(
    rules: Round, player: int, drawn: Ints, caller: int, bid: int, exact: bool, out: Floats32
) -> None:
    """Write the value of a call for `player`, for every pair of hands."""
    quantity, face = rules.quantity[bid], rules.face[bid]
    sign = 1.0 if player == 0 else -1.0
    hit, miss = np.float32(sign * rules.stake[caller]), np.float32(sign * rules.stake[1 - caller])
    if exact:
        hit, miss = np.float32(sign * rules.stake[2 + caller]), np.float32(sign * rules.stake[caller])
    for hand in range(rules.hands[player]):
        needed = quantity - rules.counts[player, face, hand]
        for other in range(len(drawn)):
            count = rules.counts[1 - player, face, drawn[other]]
            right = count == needed if exact else count >= needed
            out[hand, other] = hit if right else miss


@jit
def update_own_node(
    rules: Round,
    memory: Memory,
    player: int,
    drawn: Ints,
    node: int,
    tables: Tables,
    scratch: Scratch,
    kept_share: float,
) -> None:
    """At a position of the player being updated: action values, regrets and the next policy."""
    reach, values, called, worth = scratch
    regrets, _, current = tables
    hands, sample_size, bids, start = rules.hands[player], len(drawn), memory.bids[node], memory.start[node]
    actions = bids + memory.calls[node]
    total = worth[actions]
    total[:hands] = 0.0
    for action in range(actions):
        child = memory.follow[memory.first[node] + action] if action < bids else 0
        if child < 0:
            continue
        if action >= bids:
            write_pair_values(rules, player, drawn, player, memory.last[node], action > bids, called)
        after = values[child] if action < bids else called
        for hand in range(hands):
            played = current[start + action * hands + hand]
            summed = np.float32(0.0)
            for other in range(sample_size):
                summed += reach[node, hand, other] * after[hand, other]
                values[node, hand, other] += played * after[hand, other]
            worth[action, hand] = summed
            total[hand] += played * summed
    update_regrets(memory, node, hands, regrets, current, worth, kept_share)


@jit
def update_regrets(
    memory: Memory,
    node: int,
    hands: int,
    regrets: Floats32,
    current: Floats32,
    worth: Floats32,
    kept_share: float,
) -> None:
    """Update regrets, of which a share is kept, from action values (their mean follows the last action), and
    the policy from regrets."""
    bids, start = memory.bids[node], memory.start[node]
    actions = bids + memory.calls[node]
    mean = worth[actions]
    total = np.zeros(hands, np.float32)
    for action in range(actions):
        if action < bids and memory.follow[memory.first[node] + action] < 0:
            continue
        for hand in range(hands):
            place = start + action * hands + hand
            regret = worth[action, hand] - mean[hand]
            kept = max(np.float32(0.0), np.float32(kept_share) * regrets[place] + regret)
            regrets[place] = kept
            current[place] = kept
            total[hand] += kept
    normalise_by(memory, node, hands, total, current)


@jit
def value_opponent_node(
    rules: Round,
    memory: Memory,
    player: int,
    sample: Sample,
    node: int,
    current: Floats32,
    scratch: Scratch,
) -> None:
    """At a position of the opponent: its value for the player being updated."""
    drawn, played = sample
    values, called = scratch.values, scratch.called
    hands, sample_size, bids = rules.hands[player], len(drawn), memory.bids[node]
    for action in range(bids + memory.calls[node]):
        start = memory.start[node] + action * rules.hands[1 - player]
        for other in range(sample_size):
            played[other] = current[start + drawn[other]]
        if played.sum() <= 0.0:
            continue
        if action >= bids:
            write_pair_values(rules, player, drawn, 1 - player, memory.last[node], action > bids, called)
        after = values[memory.follow[memory.first[node] + action]] if action < bids else called
        for hand in range(hands):
            for other in range(sample_size):
                values[node, hand, other] += played[other] * after[hand, other]


@jit
def add_to_average(
    rules: Round,
    memory: Memory,
    player: int,
    current: Floats32,
    own: Floats,
    sums: Floats32,
    weight: float,
    stop: Stop,
) -> None:
    """Add the current policy to the average, weighted by the hand's own probability of getting there against
    a uniform opponent.
    """
    hands = rules.hands[player]
    own[:] = 0.0
    own[0] = 1.0
    for node in range(len(memory.mover)):
        if stop[0]:
            return
        mine = memory.mover[node] == player
        actions = memory.bids[node] + memory.calls[node]
        for action in range(actions):
            start = memory.start[node] + action * hands
            child = memory.follow[memory.first[node] + action] if action < memory.bids[node] else -1
            for hand in range(hands):
                part = own[node, hand] * (current[start + hand] if mine else 1.0 / actions)
                if mine:
                    sums[start + hand] += weight * part
                if child >= 0:
                    own[child, hand] += part


@jit
def learn(
    rules: Round,
    memory: Memory,
    begun: int,
    iterations: int,
    size: int,
    tables: Tables,
    chance: Chance,
    stop: Stop,
) -> int:
    """Run iterations `begun` … `iterations` - 1, each with `size` hands of the opponent; returns how many
    have been completed.

    The tables start as zeros.
    """
    positions, most = len(memory.mover), rules.share.shape[1]
    _, sums, current = tables
    if begun == 0:
        for node in range(positions):
            if stop[0]:
                return begun
            set_uniform(memory, rules.hands[memory.mover[node]], node, current)
    worth = np.zeros((len(rules.quantity) + 3, most), np.float32)
    own = np.zeros((positions, most))
    for iteration in range(begun, iterations):
        kept_share = iteration**FORGETTING / (iteration**FORGETTING + 1.0)
        for player in range(2):
            sample_size = min(size, rules.hands[1 - player])
            sample = Sample(np.zeros(sample_size, np.int64), np.zeros(sample_size, np.float32))
            draw_hands(rules, 1 - player, chance, sample.drawn, sample.weight)
            add_to_average(rules, memory, player, current, own, sums, (iteration + 1.0) ** RECENCY, stop)
            update(rules, memory, player, sample, tables, worth, kept_share, stop)
        if stop[0]:
            return iteration
    return iterations


@jit
def update(
    rules: Round,
    memory: Memory,
    player: int,
    sample: Sample,
    tables: Tables,
    worth: Floats32,
    kept_share: float,
    stop: Stop,
) -> None:
    """Update one player against these hands of the other. Unfinished when `stop[0]` is set."""
    positions, hands, sample_size = len(memory.mover), rules.hands[player], len(sample.drawn)
    scratch = Scratch(
        np.zeros((positions, hands, sample_size), np.float32),
        np.zeros((positions, hands, sample_size), np.float32),
        np.zeros((hands, sample_size), np.float32),
        worth,
    )
    compute_pair_reach(rules, memory, player, sample, tables.current, scratch.reach, stop)
    for node in range(positions - 1, -1, -1):
        if stop[0]:
            return
        if memory.mover[node] == player:
            update_own_node(rules, memory, player, sample.drawn, node, tables, scratch, kept_share)
        else:
            value_opponent_node(rules, memory, player, sample, node, tables.current, scratch)
