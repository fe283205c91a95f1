"""Regret minimisation where players remember only the last bids, for rounds with too many dice to remember them all.

Histories that end with the same bids are one position, so positions form a graph rather than a tree and the two hands are no longer independent in it: a pass carries one number per *pair*
of hands. With imperfect recall there is no theorem that promises an equilibrium (Lanctot, Gibson, Burch, Zinkevich and Bowling, "No-regret learning in extensive-form games with imperfect recall", 2012;
Neller and Hnath, "Approximating optimal Dudo play with fixed-strategy iteration counterfactual regret minimization", 2012, play Dudo this way); what is lost is measured by `response`.

Histories that share a position weigh as often as the players reach them. The player who is updated strays from his policy now and then, so that he learns what to do everywhere.
Where there are many hands, each update looks at a sample of the opponent's.
"""

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Floats32, Ints, Stop
from partie.games.liarsdice.players.equilibrium.cfr import (
    evenly,
    settle,
)
from partie.games.liarsdice.players.equilibrium.rounds import Memory, Round

STRAY = 0.05
"""How often a player who learns tries something else."""


@jit
def draw_hands(rules: Round, player: int, chance: Chance, drawn: Ints, weight: Floats32) -> None:
    """Hands of a player and how much each counts: all of them with their likelihood, or a sample in which all count alike."""
    hands, wanted = rules.hands[player], len(drawn)
    if wanted >= hands:
        for hand in range(hands):
            drawn[hand], weight[hand] = hand, rules.share[player, hand]
        return
    point, total, hand = uniform(chance), rules.share[player, 0], 0
    for place in range(wanted):  # systematic sampling: one die roll, evenly spaced
        while total * wanted < place + point and hand < hands - 1:
            hand += 1
            total += rules.share[player, hand]
        drawn[place], weight[place] = hand, 1.0 / wanted


@jit
def spread_pairs(
    rules: Round,
    memory: Memory,
    player: int,
    drawn: Ints,
    weight: Floats32,
    current: Floats32,
    reach: Floats32,
    stop: Stop,
) -> None:
    """How likely each pair of hands (of `player`, of the opponent) is to come to each position, given the first. Left unfinished when `stop[0]` is set."""
    hands, wanted = rules.hands[player], len(drawn)
    reach[:] = 0.0
    for hand in range(hands):
        reach[0, hand] = weight
    for node in range(len(memory.mover)):
        if stop[0]:
            return
        mover, bids = memory.mover[node], memory.bids[node]
        even = np.float32(STRAY / (bids + memory.calls[node]))
        for bid in range(bids):
            child = memory.follow[memory.first[node] + bid]
            if child < 0:
                continue
            start = memory.start[node] + bid * rules.hands[mover]
            if mover == player:
                for hand in range(hands):
                    factor = np.float32(1.0 - STRAY) * current[start + hand] + even
                    for other in range(wanted):
                        reach[child, hand, other] += factor * reach[node, hand, other]
                continue
            for other in range(wanted):
                weight[other] = current[start + drawn[other]]
            if weight.sum() > 0.0:
                for hand in range(hands):
                    for other in range(wanted):
                        reach[child, hand, other] += weight[other] * reach[node, hand, other]


@jit
def pair_values(
    rules: Round, player: int, drawn: Ints, caller: int, bid: int, exact: bool, out: Floats32
) -> None:
    """What a call is worth to `player` for every pair of hands."""
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
def learn_here(
    rules: Round,
    memory: Memory,
    player: int,
    drawn: Ints,
    node: int,
    reach: Floats32,
    regrets: Floats32,
    current: Floats32,
    values: Floats32,
    room: Floats32,
    worth: Floats32,
) -> None:
    """The player who is updated is to move: values of his actions, regrets, and what he plays next."""
    hands, wanted, bids, start = rules.hands[player], len(drawn), memory.bids[node], memory.start[node]
    actions = bids + memory.calls[node]
    total = worth[actions]
    total[:hands] = 0.0
    for action in range(actions):
        child = memory.follow[memory.first[node] + action] if action < bids else 0
        if child < 0:
            continue
        if action >= bids:
            pair_values(rules, player, drawn, player, memory.last[node], action > bids, room)
        after = values[child] if action < bids else room
        for hand in range(hands):
            played = current[start + action * hands + hand]
            summed = np.float32(0.0)
            for other in range(wanted):
                summed += reach[node, hand, other] * after[hand, other]
                values[node, hand, other] += played * after[hand, other]
            worth[action, hand] = summed
            total[hand] += played * summed
    improve(memory, node, hands, regrets, current, worth)


@jit
def improve(
    memory: Memory, node: int, hands: int, regrets: Floats32, current: Floats32, worth: Floats32
) -> None:
    """Regrets from what every action is worth (its mean stands in the row after the last action), and the policy that follows from them."""
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
            kept = max(np.float32(0.0), regrets[place] + regret)
            regrets[place] = kept
            current[place] = max(np.float32(0.0), kept + regret)
            total[hand] += current[place]
    settle(memory, node, hands, total, current)


@jit
def answer_here(
    rules: Round,
    memory: Memory,
    player: int,
    drawn: Ints,
    node: int,
    current: Floats32,
    values: Floats32,
    room: Floats32,
    played: Floats32,
) -> None:
    """The other player is to move: what the position is worth to the one who is updated."""
    hands, wanted, bids = rules.hands[player], len(drawn), memory.bids[node]
    for action in range(bids + memory.calls[node]):
        start = memory.start[node] + action * rules.hands[1 - player]
        for other in range(wanted):
            played[other] = current[start + drawn[other]]
        if played.sum() <= 0.0:
            continue
        if action >= bids:
            pair_values(rules, player, drawn, 1 - player, memory.last[node], action > bids, room)
        after = values[memory.follow[memory.first[node] + action]] if action < bids else room
        for hand in range(hands):
            for other in range(wanted):
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
    """The average weighs what a hand does by how likely it gets there itself, against an opponent who does anything."""
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
    sample: int,
    regrets: Floats32,
    sums: Floats32,
    current: Floats32,
    chance: Chance,
    stop: Stop,
) -> int:
    """Iterations `begun` … `iterations` - 1, each with `sample` hands of the opponent; returns how many have been done. Begin with zeros; all tables are of 32 bits."""
    positions, most = len(memory.mover), rules.share.shape[1]
    if begun == 0:
        for node in range(positions):
            if stop[0]:
                return begun
            evenly(memory, rules.hands[memory.mover[node]], node, current)
    worth = np.zeros((len(rules.quantity) + 3, most), np.float32)
    own = np.zeros((positions, most))
    for iteration in range(begun, iterations):
        for player in range(2):
            wanted = min(sample, rules.hands[1 - player])
            drawn, weight = np.zeros(wanted, np.int64), np.zeros(wanted, np.float32)
            draw_hands(rules, 1 - player, chance, drawn, weight)
            add_to_average(rules, memory, player, current, own, sums, (iteration + 1.0) ** 2, stop)
            update(rules, memory, player, drawn, weight, regrets, current, worth, stop)
        if stop[0]:
            return iteration
    return iterations


@jit
def update(
    rules: Round,
    memory: Memory,
    player: int,
    drawn: Ints,
    weight: Floats32,
    regrets: Floats32,
    current: Floats32,
    worth: Floats32,
    stop: Stop,
) -> None:
    """One update of one player against these hands of the other. Left unfinished when `stop[0]` is set."""
    positions, hands, wanted = len(memory.mover), rules.hands[player], len(drawn)
    reach = np.zeros((positions, hands, wanted), np.float32)
    values = np.zeros((positions, hands, wanted), np.float32)
    room = np.zeros((hands, wanted), np.float32)
    spread_pairs(rules, memory, player, drawn, weight, current, reach, stop)
    for node in range(positions - 1, -1, -1):
        if stop[0]:
            return
        if memory.mover[node] == player:
            learn_here(rules, memory, player, drawn, node, reach, regrets, current, values, room, worth)
        else:
            answer_here(rules, memory, player, drawn, node, current, values, room, weight)
