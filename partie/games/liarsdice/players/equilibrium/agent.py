"""The program `equilibrium`: between two players it follows a policy that opponents can hardly exploit.

The policy is mixed: with the same dice after the same bids, the action is drawn with the policy's
probabilities. It comes from the table of a round that is shipped, else from the network, else from a round
that is solved now. The value of a candidate is what it gains against an opponent who follows the policy too,
where the chance to win the duel is estimated as the share of the dice after the round.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled.chance import (
    new_chance,
    uniform,
)
from partie.core.game import Family, Game, View
from partie.games.liarsdice.players.equilibrium.cfr import (
    hand_values,
    outcome,
)
from partie.games.liarsdice.players.equilibrium.duel import (
    Solved,
    Stake,
    Stopped,
    regaining_stake,
)
from partie.games.liarsdice.players.equilibrium.network import judge, network_for
from partie.games.liarsdice.players.equilibrium.rounds import (
    EVEN_STAKE,
    Setting,
    hands_of,
)
from partie.games.liarsdice.players.equilibrium.store import find, shipped
from partie.games.liarsdice.players.odds.kernels import (
    BLUFF,
    TRUST,
)
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    unrank,
)

LARGE = 20_000_000
"""Tables with more numbers are not unpacked to value all that follows."""


def share_of_dice(starter: int, other: int) -> float:
    """An estimate of the starter's chance to win a duel."""
    return starter / (starter + other)


class DuelSeat:
    """A view of a duel in terms of a solved round: the player, the hand and the bids so far."""

    def __init__(self, view: View) -> None:
        record = view.record
        me, starter = view.seat, int(record.starter)
        players = [seat for seat in range(int(record.players)) if record.dice[seat] > 0]
        other = next(seat for seat in players if seat != starter)
        self.dice = int(record.dice[starter]), int(record.dice[other])
        self.setting = Setting(*self.dice, int(record.faces), int(record.wild), bool(record.spot_on))
        self.player = 0 if me == starter else 1
        self.hand = tuple(int(count) for count in record.cups[me][: self.setting.faces])
        self.bids = [rank for rank in range(self.setting.bids) if holds(record.bids, rank)]
        self.stake = _stake(self.setting, self.dice, record)

    def moves(self) -> list[int]:
        """The actions of the seat, as moves of the game: higher bids in order, then the calls."""
        setting, last = self.setting, self.bids[-1] if self.bids else -1
        dice = sum(self.dice)
        bids = [int(unrank(bid, dice, setting.faces, setting.wild)) for bid in range(last + 1, setting.bids)]
        return bids + ([CONTEST, CONFIRM][: 1 + setting.spot_on] if self.bids else [])

    def ends(self) -> tuple[float, float]:
        """The seat's chance to win the duel after losing the round, and after winning it."""
        mine, theirs = self.dice if self.player == 0 else self.dice[::-1]
        return share_of_dice(mine - 1, theirs), share_of_dice(mine, theirs - 1)


def holds(words: Any, rank: int) -> bool:
    """Whether a bid is in a set of bids."""
    return bool(int(words[rank >> 6]) >> (rank & 63) & 1)


def _stake(setting: Setting, dice: tuple[int, int], record: Any) -> Stake:
    if not (setting.spot_on and record.gains):
        return EVEN_STAKE
    starter, other = dice
    ends = share_of_dice(starter - 1, other), share_of_dice(starter, other - 1)
    most = int(record.most)
    mine = 1.0 - share_of_dice(other, min(starter + 1, most))
    return regaining_stake(ends, mine, share_of_dice(starter, min(other + 1, most)))


class Position:
    """The policy at the position where a seat has to move."""

    def __init__(self, seat: DuelSeat, solved: Solved) -> None:
        self.seat, self.solved = seat, solved
        memory = solved.memory
        self.hand = hands_of(seat.dice[seat.player], seat.setting.faces).index(seat.hand)
        self.path = [0]
        for bid in seat.bids:
            node = self.path[-1]
            self.path.append(int(memory.follow[memory.first[node] + bid - int(memory.last[node]) - 1]))

    def row(self, node: int) -> NDArray[np.float64]:
        """[action, hand] the probabilities of the mover; all zero for a hand the policy never brings here."""
        memory = self.solved.memory
        flat = self.solved.policy[memory.start[node] : memory.start[node + 1]].astype(np.float64)
        table = flat.reshape(int(memory.bids[node] + memory.calls[node]), -1)
        total: NDArray[np.float64] = table / np.maximum(table.sum(axis=0), 1.0)
        return total

    def belief(self) -> NDArray[np.float64]:
        """The probability of each opposing hand after its bids; the prior if they are not in the policy."""
        rules, memory, other = self.solved.rules, self.solved.memory, 1 - self.seat.player
        before = rules.share[other, : rules.hands[other]]
        likely = before.copy()
        for node, bid in zip(self.path, self.seat.bids, strict=False):
            if memory.mover[node] == other:
                likely *= self.row(node)[bid - int(memory.last[node]) - 1]
        found: NDArray[np.float64] = likely / likely.sum() if likely.sum() > 0 else before
        return found

    def worths(self) -> NDArray[np.float64]:
        """The value of each action if the seat calls after the next raise: a table of a large round is not
        followed to the end."""
        memory, node = self.solved.memory, self.path[-1]
        belief, found = self.belief(), []
        for action in range(int(memory.bids[node])):
            child = int(memory.follow[memory.first[node] + action])
            if child < 0:
                found.append(0.0)
                continue
            answers, bid = self.row(child) * belief, int(memory.last[child])
            idle = belief - answers.sum(axis=0)  # hands that the policy never brings here: they contest
            higher, worth = int(memory.bids[child]), 0.0
            for step in np.flatnonzero(answers[:higher].sum(axis=1)):
                worth += max(self._calls(bid + 1 + int(step), answers[step], mine=True))
            for call in range(int(memory.calls[child])):
                weights = answers[higher + call] + (idle if call == 0 else 0.0)
                worth += self._calls(bid, weights, mine=False)[call]
            found.append(worth)
        if memory.last[node] >= 0:
            found += self._calls(int(memory.last[node]), belief, mine=True)
        return np.array(found)

    def _calls(self, bid: int, weights: NDArray[np.float64], mine: bool) -> list[float]:
        """What the calls over a bid are worth to the seat, summed over the opponent's weighted hands."""
        rules, player = self.solved.rules, self.seat.player
        face = rules.face[bid]
        counts = rules.counts[player, face, self.hand] + rules.counts[1 - player, face, : len(weights)]
        sign = 1.0 if mine else -1.0
        true, exact = counts >= rules.quantity[bid], counts == rules.quantity[bid]
        worth = [
            (np.where(true, -sign, sign) * weights).sum(),
            (np.where(exact, sign, -sign) * weights).sum(),
        ]
        return [float(one) for one in worth[: int(rules.calls)]]

    def values(self, stop: NDArray[np.uint8]) -> NDArray[np.float64] | None:
        """The value of each action for a stake of 1 against -1; None if `stop[0]` was set first."""
        if len(self.solved.policy) > LARGE:
            return self.worths()
        try:
            played = self.solved.probabilities_until(stop)
        except Stopped:
            return None
        rules, memory, player, node = self.solved.rules, self.solved.memory, self.seat.player, self.path[-1]
        table = np.zeros((len(memory.mover), rules.share.shape[1]), np.float32)
        hand_values(rules, memory, played, player, self.hand, table, stop)
        if stop[0]:
            return None
        belief, found = self.belief(), []
        for action in range(int(memory.bids[node])):
            child = memory.follow[memory.first[node] + action]
            found.append(float((table[child, : len(belief)] * belief).sum()))
        for call in range(int(memory.calls[node])):
            face, bid = rules.face[memory.last[node]], memory.last[node]
            counts = rules.counts[player, face, self.hand] + rules.counts[1 - player, face]
            ends = [outcome(rules, player, bid, call == 1, count) for count in counts[: len(belief)]]
            found.append((1 - 2 * player) * float((np.array(ends) * belief).sum()))
        return np.array(found)


def policy_at(
    seat: DuelSeat, stop: NDArray[np.uint8]
) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
    """The probability and the value of every action of a seat.

    The probabilities are zero where a table never gets, the values None if `stop[0]` was set first; `Stopped`
    if it was set before the round was solved."""
    table, network = shipped(seat.setting, seat.stake), network_for(seat.setting, seat.stake)
    learned = judge(network, seat.setting, seat.player, seat.hand, seat.bids) if network else None
    if table is None and learned is not None:
        return learned
    position = Position(seat, table or find(seat.setting, seat.stake, stop))
    chances = position.row(position.path[-1])[:, position.hand]
    if learned is None:
        return chances, position.values(stop) if chances.sum() > 0 else None
    return (chances, learned[1]) if chances.sum() > 0 else learned


def shipped_chances(seat: DuelSeat) -> NDArray[np.float64] | None:
    """The probability of every action of a seat, from a table or a network that is shipped.

    None if neither knows the round or gets here: nothing is solved, so the answer comes at once and is the
    same everywhere."""
    table = shipped(seat.setting, seat.stake)
    if table is not None:
        position = Position(seat, table)
        chances = position.row(position.path[-1])[:, position.hand]
        if chances.sum() > 0:
            return chances
    network = network_for(seat.setting, seat.stake)
    return judge(network, seat.setting, seat.player, seat.hand, seat.bids)[0] if network else None


class EquilibriumAgent:
    """Follows the policy of a solved round.

    It plays by the odds where there is no policy: with more than two players, or at a position that the
    policy of a table never reaches.
    """

    def __init__(self, game: Game, seed: object) -> None:
        self._chance = new_chance(seed, "equilibrium")
        self._odds = game.families["odds"].build(game, seed, trust=TRUST, bluff=BLUFF)

    def decide(self, view: View, budget: Budget) -> Decision:
        if int(view.record.left) != 2:
            return self._by_odds(view, budget, "liarsdice.not_two")
        seat = DuelSeat(view)
        with budget.running() as stop:
            try:
                chances, values = policy_at(seat, stop)
            except Stopped:
                return self._by_odds(view, budget, "liarsdice.unsolved")
        if chances.sum() == 0:
            return self._by_odds(view, budget, "liarsdice.off_path")
        return self._sample(seat, chances, values)

    def _sample(
        self, seat: DuelSeat, chances: NDArray[np.float64], values: NDArray[np.float64] | None
    ) -> Decision:
        drawn = int(np.searchsorted(np.cumsum(chances), uniform(self._chance) * chances.sum(), side="right"))
        percent = round(100 * float(chances[drawn]))
        why = Why("liarsdice.mixed" if percent < 100 else "liarsdice.always", {"percent": percent})
        moves = seat.moves()
        if values is None:
            return Decision(moves[drawn], (), why)
        lost, won = seat.ends()
        order = sorted(range(len(moves)), key=lambda action: (-chances[action], -values[action]))
        candidates = tuple(
            Candidate(
                moves[action],
                float(lost + (won - lost) * (values[action] + 1) / 2),
                visits=round(1000 * chances[action]),
            )
            for action in order
            if chances[action] > 0
        )
        return Decision(moves[drawn], candidates, why)

    def _by_odds(self, view: View, budget: Budget, key: str) -> Decision:
        decision: Decision = self._odds.decide(view, budget)
        return Decision(decision.move, decision.candidates, Why(key))


EQUILIBRIUM = Family("equilibrium", EquilibriumAgent)
