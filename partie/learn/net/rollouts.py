"""Looking ahead with a network: every move played on in sampled worlds, everybody playing as the network would.

The network sees only what the seat to move could see, so nobody in a world profits from cards he does not know: what the plain search of worlds gets wrong. Playing on by a policy and choosing the best average improves on the policy (Tesauro and Galperin,
"On-line policy improvement using Monte-Carlo search", 1996). Played on to the end, worlds differ so much that it takes very many of them; the network's judgement at one's own next turn is a quieter one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.learn.net import tables
from partie.learn.net.agent import NetAgent
from partie.learn.net.network import Network
from partie.learn.net.task import NetTask, points

CHUNK = 32
"""So many worlds are played on together. Those that were not finished when it was time to stop count for nothing."""
_OTHERS, _SELF = 0, 1
Stop = NDArray[np.uint8]


class RolloutAgent:
    """The move with the best average over `deals` worlds. They are played on until it has had so many more `turns` of its own and is to move again; there the network judges. 0 turns: to the end."""

    def __init__(self, task: NetTask, network: Network, deals: int, turns: int, seed: object) -> None:
        self._task, self._network, self._deals, self._turns = task, network, deals, turns
        self._encoding = task.encoding(network.card["encoding"])
        self._chance = new_chance(seed, "rollouts")

    def decide(self, view: View, budget: Budget) -> Decision:
        moves = np.array(view.moves, np.int64)
        totals, worlds = np.zeros(len(moves)), 0
        with budget.running() as stop:
            while worlds < self._deals:
                count = min(CHUNK, self._deals - worlds)
                ends = self._play_on(view, moves, count, stop)
                if ends is None:
                    break
                totals += ends
                worlds += count
        if worlds == 0:
            return NetAgent(self._task, self._network).decide(view, budget)
        means = totals / worlds
        order = np.argsort(-means, kind="stable")
        found = tuple(Candidate(int(moves[i]), float(means[i]), worlds) for i in order)
        return Decision(found[0].move, found, Why("net.rollouts", {"count": worlds}))

    def _play_on(
        self, view: View, moves: NDArray[np.int64], worlds: int, stop: Stop
    ) -> NDArray[np.float64] | None:
        """What each move leads to, summed over so many worlds; nothing where `stop` was raised before the end."""
        states = np.zeros(worlds * len(moves), view.game.dtype).view(np.recarray)
        tables.spread(view.record, view.seat, moves, states, self._chance)
        players = np.zeros((len(states), view.seats), np.int8)
        if self._turns:
            players[:, view.seat] = _SELF
        for turn in range(max(1, self._turns)):
            if turn:
                self._move(states, players, _SELF, stop)
            while self._move(states, players, _OTHERS, stop):
                pass
        worths = np.zeros((len(states), view.seats))
        tables.results(states, worths)
        ends = worths[:, view.seat]
        self._judge(states, players, ends, stop)
        if stop[0]:
            return None
        total: NDArray[np.float64] = ends.reshape(worlds, len(moves)).sum(axis=0)
        return total

    def _move(self, states: Any, players: NDArray[np.int8], player: int, stop: Stop) -> bool:
        """One move wherever it is the player's turn, as the network would; whether there was any."""
        which, features, masks, _ = self._look(states, players, player)
        values, complete = self._network.answers(features, stop)
        if not complete:
            return False
        outputs = np.zeros(len(which), np.int16)
        tables.pick(values, masks, 0.0, outputs, self._chance)
        tables.act(states, which, outputs, self._chance)
        return len(which) > 0

    def _judge(self, states: Any, players: NDArray[np.int8], ends: NDArray[np.float64], stop: Stop) -> None:
        """Where it is one's own turn again, what the network expects of the best move."""
        which, features, masks, now = self._look(states, players, _SELF)
        values, complete = self._network.answers(features, stop)
        if complete and len(which):
            best = np.where(masks > 0, values, -np.inf).max(axis=1)
            ends[which] = points(self._network, now, best)

    def _look(self, states: Any, players: NDArray[np.int8], player: int) -> tuple[Any, Any, Any, Any]:
        """The tables that wait for a player, and what is seen there."""
        room = np.empty(len(states), np.int64)
        which = room[: tables.turns(states, players, player, room)]
        inputs = list(self._task.encodings.values())[self._encoding]
        n = len(which)
        features, masks = np.empty((n, inputs), np.int8), np.empty((n, self._task.outputs), np.uint8)
        movers, now = np.empty(n, np.int64), np.empty(n, np.float32)
        tables.look(states, which, self._encoding, features, masks, movers, now)
        return which, features, masks, now
