"""Rollouts with a network: every move is played on in sampled worlds, with the network in all seats.

The network sees only what the seat to move could see, so no seat profits from cards it does not know, as it
does in a plain search of worlds. Playing on with a policy and choosing the best average improves on the
policy (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", 1996). Results at the end
differ so much between worlds that very many worlds are needed; the network's estimate at the agent's own next
turn has less variance.

Moves are compared in rounds of equal cost, and the better half goes on (sequential halving: Karnin, Koren and
Somekh, "Almost optimal exploration in multi-armed bandits", 2013), so that most worlds are spent on the moves
that are hard to tell apart. Worlds may be drawn by a network's beliefs about the hidden cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.learn.net import lockstep
from partie.learn.net.agent import NetAgent
from partie.learn.net.beliefs import CANDIDATES, draw_likely, log_beliefs
from partie.learn.net.network import Network
from partie.learn.net.task import NetTask, points

CHUNK = 32
"""The number of worlds played together. If the agent is stopped, unfinished ones do not count."""
_OTHERS, _SELF = 0, 1
_TURN = 8
"""Playing a deal to its end with so many moves left takes about as long as playing it to the next turn."""
Stop = NDArray[np.uint8]


@dataclass(frozen=True)
class Rollouts:
    """How many `deals` are sampled for a move, and how they are played on.

    Each is played on until the agent has had `turns` more turns and is to move again; there the network
    estimates the result. With 0 turns deals are played to the end; also once at most `plies` moves are left,
    but then fewer of them the longer that takes. Only the `width` moves that the network values most are
    tried, one of several equivalent ones, and if there are fewer, in more deals; with 0, all. With `halving`,
    more deals go to the moves that seem best."""

    deals: int
    turns: int = 1
    width: int = 0
    plies: int = 0
    halving: bool = True


class RolloutAgent:
    """Plays the move with the best average over sampled worlds.

    With `beliefs`, likely worlds are drawn more often."""

    def __init__(
        self,
        task: NetTask,
        network: Network,
        settings: Rollouts,
        seed: object,
        beliefs: Network | None = None,
    ) -> None:
        self._task, self._network, self._settings, self._beliefs = task, network, settings, beliefs
        self._encoding = task.encoding(network.card["encoding"])
        self._chance = new_chance(seed, "rollouts")

    def decide(self, view: View, budget: Budget) -> Decision:
        width = self._settings.width
        first = NetAgent(self._task, self._network).decide(view, budget) if width else None
        listed = view.moves if first is None else self._worth_trying(view, first)
        if first is not None and len(listed) == 1:
            return first
        turns, deals = self._horizon(view, len(listed))
        rounds = schedule(len(listed), deals) if self._settings.halving else [(len(listed), deals)]
        totals, visits = [0.0] * len(listed), [0] * len(listed)
        logs = None if self._beliefs is None else log_beliefs(self._task, self._beliefs, view)
        with budget.running() as stop:
            for kept, worlds in rounds:
                going = ranked(totals, visits)[:kept]
                moves = np.array([listed[i] for i in going], np.int64)
                while worlds > 0 and not stop[0]:
                    count = min(CHUNK, worlds)
                    worlds -= count
                    ends = self._play_on(view, moves, count, turns, logs, stop)
                    if ends is None:
                        break
                    for i, end in zip(going, ends, strict=True):
                        totals[i] += float(end)
                        visits[i] += count
        if min(visits) == 0:
            return NetAgent(self._task, self._network).decide(view, budget)
        order = ranked(totals, visits)
        found = tuple(Candidate(listed[i], totals[i] / visits[i], visits[i]) for i in order)
        return Decision(found[0].move, found, Why("net.rollouts", {"count": visits[order[0]]}))

    def _worth_trying(self, view: View, first: Decision) -> list[int]:
        """The moves that the network values most; of equivalent ones only one."""
        world = view.sample(self._chance)
        room = np.empty(len(view.moves), np.int64)
        apart = set(room[: verbs.distinct(world.record, room)].tolist())
        return [one.move for one in first.candidates if one.move in apart][: self._settings.width]

    def _horizon(self, view: View, moves: int) -> tuple[int, int]:
        """After how many turns the network estimates, 0 for never, and the number of deals."""
        deals, left = self._settings.deals, int(verbs.plies_left(view.record))
        if self._settings.width:
            deals = deals * self._settings.width // moves
        if left > self._settings.plies:
            return self._settings.turns, deals
        return 0, max(1, deals * _TURN // max(_TURN, left))

    def _play_on(
        self, view: View, moves: NDArray[np.int64], count: int, turns: int, logs: Any, stop: Stop
    ) -> NDArray[np.float64] | None:
        """The sum of the results of each move over this many worlds, or None if `stop` was raised."""
        worlds = np.zeros(count, view.game.dtype).view(np.recarray)
        if logs is None:
            lockstep.imagine(view.record, view.seat, worlds, self._chance)
        else:
            draw_likely(view.record, view.seat, logs, CANDIDATES, worlds, stop, self._chance)
        states = np.zeros(count * len(moves), view.game.dtype).view(np.recarray)
        lockstep.spread(worlds, moves, states, self._chance)
        players = np.zeros((len(states), view.seats), np.int8)
        if turns:
            players[:, view.seat] = _SELF
        for turn in range(max(1, turns)):
            if turn:
                self._move(states, players, _SELF, stop)
            lockstep.follow_rules(states, players, _SELF, self._chance)
            while self._move(states, players, _OTHERS, stop):
                lockstep.follow_rules(states, players, _SELF, self._chance)
        worths = np.zeros((len(states), view.seats))
        lockstep.results(states, worths)
        ends = worths[:, view.seat]
        self._judge(states, players, ends, stop)
        if stop[0]:
            return None
        total: NDArray[np.float64] = ends.reshape(count, len(moves)).sum(axis=0)
        return total

    def _move(self, states: Any, players: NDArray[np.int8], player: int, stop: Stop) -> bool:
        """Make the network's move wherever it is the player's turn; returns whether there was any."""
        found = self._evaluate(states, players, player, stop)
        if found is None:
            return False
        which, picked, _, _ = found
        lockstep.make(states, which, picked, self._chance)
        return True

    def _judge(self, states: Any, players: NDArray[np.int8], ends: NDArray[np.float64], stop: Stop) -> None:
        """Where it is the agent's turn again, set the result to what the network expects."""
        found = self._evaluate(states, players, _SELF, stop)
        if found is not None:
            which, _, best, now = found
            ends[which] = points(self._network, now, best)

    def _evaluate(
        self, states: Any, players: NDArray[np.int8], player: int, stop: Stop
    ) -> tuple[Any, Any, Any, Any] | None:
        """The games where it is a player's turn, with the network's moves, their values and the stakes now.

        None if there are none, or if `stop` was raised."""
        room = np.empty(len(states), np.int64)
        which = room[: lockstep.turns(states, players, player, room)]
        shape, n = self._task.shape(self._encoding), len(which)
        features, masks = np.empty((n, shape.inputs), np.int8), np.empty((n, shape.outputs), np.uint8)
        movers, now = np.empty(n, np.int64), np.empty(n, np.float32)
        lockstep.look(states, which, self._encoding, features, masks, movers, now)
        values, complete = self._network.answers(features, stop)
        if not complete or n == 0:
            return None
        picked, best = np.empty(n, np.int64), np.empty(n, np.float32)
        lockstep.prefer(states, which, values, 0.0, picked, best, self._chance)
        return which, picked, best, now


def ranked(totals: list[float], visits: list[int]) -> list[int]:
    """The moves with the most worlds first, and of these the best on average."""

    def key(i: int) -> tuple[int, float]:
        return -visits[i], -totals[i] / max(visits[i], 1)

    return sorted(range(len(totals)), key=key)


def schedule(moves: int, deals: int) -> list[tuple[int, int]]:
    """The rounds of sequential halving: how many of the best moves go on, and in how many new worlds.

    All rounds cost the same, and together as much as trying all moves in `deals` worlds."""
    kept = [moves]
    while kept[-1] > 2:
        kept.append((kept[-1] + 1) // 2)
    return [(count, max(1, deals * moves // (len(kept) * count))) for count in kept]
