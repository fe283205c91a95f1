"""A local best response: a lower bound for how much a policy can be exploited where the exact one is too
large.

The responder knows the policy and keeps the exact probability of every opposing hand. It looks two steps
ahead: the policy answers its bid, and after a raise the responder calls or would call; then it takes the best
action and looks again (Lisý and Bowling, "Equilibrium approximation quality of current no-limit poker bots",
2017). Rounds are sampled, and the mean over both seats is what it wins beyond a fair share.
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import numpy as np

from partie.core.compiled.chance import new_chance, uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Floats32, int64
from partie.games.liarsdice.players.equilibrium.cfr import outcome
from partie.games.liarsdice.players.equilibrium.duel import Solved
from partie.games.liarsdice.players.equilibrium.rounds import Memory, Round


@jit
def draw(weights: Floats, count: int, chance: Chance) -> int:
    """A number drawn by its weight."""
    point = uniform(chance) * weights[:count].sum()
    for number in range(count):
        point -= weights[number]
        if point < 0.0:
            return number
    return count - 1


@jit
def call_worth(
    rules: Round, player: int, hand: int, caller: int, bid: int, exact: bool, weights: Floats
) -> float:
    """What a call is worth to `player` with this hand, summed over the opponent's weighted hands."""
    face, other, total = rules.face[bid], 1 - player, 0.0
    own = rules.counts[player, face, hand]
    for held in range(rules.hands[other]):
        if weights[held] > 0.0:
            end = outcome(rules, caller, bid, exact, own + rules.counts[other, face, held])
            total += weights[held] * end
    return total if player == 0 else -total


@jit
def best_call(rules: Round, memory: Memory, player: int, hand: int, node: int, weights: Floats) -> float:
    """The worth of the better call at a position of the responder."""
    best = -np.inf
    for call in range(memory.calls[node]):
        worth = call_worth(rules, player, hand, player, memory.last[node], call == 1, weights)
        best = max(best, worth)
    return best


@jit
def bid_worth(
    rules: Round,
    memory: Memory,
    policy: Floats32,
    player: int,
    hand: int,
    child: int,
    reach: Floats,
    weights: Floats,
) -> float:
    """The worth of a bid that leads to `child`: the policy calls, or raises and is called."""
    other, worth = 1 - player, 0.0
    hands, bids = rules.hands[other], memory.bids[child]
    for action in range(bids + memory.calls[child]):
        grand = memory.follow[memory.first[child] + action] if action < bids else 0
        if grand < 0:
            continue
        some, start = 0.0, memory.start[child] + action * hands
        for held in range(hands):
            weights[held] = reach[held] * policy[start + held]
            some += weights[held]
        if some <= 0.0:
            continue
        if action < bids:
            worth += best_call(rules, memory, player, hand, grand, weights)
        else:
            worth += call_worth(rules, player, hand, other, memory.last[child], action > bids, weights)
    return worth


@jit
def respond(
    rules: Round,
    memory: Memory,
    policy: Floats32,
    player: int,
    hand: int,
    node: int,
    reach: Floats,
    weights: Floats,
) -> int:
    """The responder's action at a position: bids in order, then calls."""
    bids, best, chosen = memory.bids[node], -np.inf, int64(0)
    for action in range(bids + memory.calls[node]):
        if action >= bids:
            worth = call_worth(rules, player, hand, player, memory.last[node], action > bids, reach)
        else:
            child = memory.follow[memory.first[node] + action]
            if child < 0:
                continue
            worth = bid_worth(rules, memory, policy, player, hand, child, reach, weights)
        if worth > best:
            best, chosen = worth, action
    return chosen


@jit
def local_response(
    rules: Round, memory: Memory, policy: Floats32, player: int, chance: Chance, results: Floats
) -> None:
    """Play sampled rounds as the responder in the seat of `player`; writes what each was worth to it."""
    other, most = 1 - player, rules.share.shape[1]
    reach, weights, chances = np.zeros(most), np.zeros(most), np.zeros(len(rules.face) + 2)
    for number in range(len(results)):
        mine = draw(rules.share[player], rules.hands[player], chance)
        theirs = draw(rules.share[other], rules.hands[other], chance)
        reach[:] = rules.share[other]
        node, ended = int64(0), False
        while not ended:
            mover, bids = memory.mover[node], memory.bids[node]
            actions = bids + memory.calls[node]
            if mover == player:
                action = respond(rules, memory, policy, player, mine, node, reach, weights)
            else:
                hands = rules.hands[other]
                for one in range(actions):
                    chances[one] = policy[memory.start[node] + one * hands + theirs]
                action = draw(chances, actions, chance)
                for held in range(hands):
                    reach[held] *= policy[memory.start[node] + action * hands + held]
            if action >= bids:
                bid = memory.last[node]
                face = rules.face[bid]
                count = rules.counts[player, face, mine] + rules.counts[other, face, theirs]
                end = outcome(rules, mover, bid, action > bids, count)
                results[number] = end if player == 0 else -end
                ended = True
            else:
                node = memory.follow[memory.first[node] + action]


def local_exploitability(solved: Solved, rounds: int, seed: object = 0) -> tuple[float, float]:
    """What the responder gains per round, averaged over both seats, and the half-width of its 95 % interval.

    A lower bound of `Solved.exploitability`."""
    means, errors = [], []
    for player in range(2):
        results = np.empty(rounds)
        chance = new_chance("local response", seed, player, *solved.setting)
        local_response(solved.rules, solved.memory, solved.probabilities, player, chance, results)
        means.append(fmean(results))
        errors.append(stdev(results) ** 2 / rounds)
    return fmean(means), 1.96 * sqrt(sum(errors)) / 2
