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
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance, uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Floats32, int64
from partie.games.liarsdice.players.equilibrium.cfr import outcome
from partie.games.liarsdice.players.equilibrium.duel import Solved
from partie.games.liarsdice.players.equilibrium.network import answers
from partie.games.liarsdice.players.equilibrium.rounds import Memory, Round, Setting, new_round
from partie.learn.net.network import Network


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


class NetworkResponder:
    """The local best response to a network, which is asked for all hands of the opponent after every bid the
    responder considers. That takes a second or two for each decision with five dice each.
    """

    def __init__(self, network: Network, setting: Setting, player: int) -> None:
        self._network, self._setting, self._player = network, setting, player
        self._rules = new_round(setting)
        self._share = self._rules.share[1 - player, : self._rules.hands[1 - player]]

    def rounds(self, count: int, chance: Chance) -> NDArray[np.float64]:
        """What sampled rounds are worth to the responder."""
        return np.array([self._round(chance) for _ in range(count)])

    def _round(self, chance: Chance) -> float:
        rules, player, other = self._rules, self._player, 1 - self._player
        mine = int(draw(rules.share[player], int(rules.hands[player]), chance))
        theirs = int(draw(self._share, len(self._share), chance))
        reach, bids = self._share.copy(), list[int]()
        while True:
            mover, last = len(bids) % 2, bids[-1] if bids else -1
            higher = self._setting.bids - 1 - last
            if mover == player:
                action = self._choose(mine, bids, reach)
            else:
                table = answers(self._network, self._setting, other, bids)
                action = int(draw(table[theirs], table.shape[1], chance))
                reach = reach * table[:, action]
            if action >= higher:
                face = rules.face[last]
                count = rules.counts[player, face, mine] + rules.counts[other, face, theirs]
                end = float(outcome(rules, mover, last, action > higher, int(count)))
                return end if player == 0 else -end
            bids.append(last + 1 + action)

    def _calls(self, hand: int, caller: int, bid: int, weights: NDArray[np.float64]) -> list[float]:
        """What the calls over a bid are worth to the responder, summed over the weighted hands."""
        face = self._rules.face[bid]
        counts = self._rules.counts[1 - self._player, face, : len(weights)]
        counts = counts + self._rules.counts[self._player, face, hand]
        sign = 1.0 if caller == self._player else -1.0
        true, exact = counts >= self._rules.quantity[bid], counts == self._rules.quantity[bid]
        worth = [
            float((np.where(true, -sign, sign) * weights).sum()),
            float((np.where(exact, sign, -sign) * weights).sum()),
        ]
        return worth[: int(self._rules.calls)]

    def _choose(self, hand: int, bids: list[int], reach: NDArray[np.float64]) -> int:
        last = bids[-1] if bids else -1
        worths = []
        for bid in range(last + 1, self._setting.bids):
            if not bids and self._setting.wild == 0 and self._rules.face[bid] == 0:
                worths.append(-np.inf)
                continue
            table = answers(self._network, self._setting, 1 - self._player, [*bids, bid]) * reach[:, None]
            higher, worth = self._setting.bids - 1 - bid, 0.0
            for step in np.flatnonzero(table[:, :higher].sum(axis=0)):
                worth += max(self._calls(hand, self._player, bid + 1 + int(step), table[:, step]))
            for call in range(int(self._rules.calls)):
                worth += self._calls(hand, 1 - self._player, bid, table[:, higher + call])[call]
            worths.append(worth)
        if bids:
            worths += self._calls(hand, self._player, last, reach)
        return int(np.argmax(worths))


def network_exploitability(
    network: Network, setting: Setting, rounds: int, seed: object = 0
) -> tuple[float, float]:
    """`local_exploitability` of a network."""
    results = [
        NetworkResponder(network, setting, player).rounds(
            rounds, new_chance("local response", seed, player, *setting)
        )
        for player in range(2)
    ]
    errors = sum(stdev(side) ** 2 / rounds for side in results)
    return fmean(fmean(side) for side in results), 1.96 * sqrt(errors) / 2
