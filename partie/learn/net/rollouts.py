"""Looking ahead with a network: every move played on in sampled worlds, everybody playing as the network would.

The network sees only what the seat to move could see, so nobody in a world profits from cards he does not know: what the plain search of worlds gets wrong. Playing on by a policy and choosing the best average improves on the policy (Tesauro and Galperin,
"On-line policy improvement using Monte-Carlo search", 1996).
"""

from __future__ import annotations

import numpy as np

from partie.core import verbs
from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.chance import new_chance
from partie.core.game import View
from partie.learn.net import tables
from partie.learn.net.network import Network
from partie.learn.net.task import NetTask

CHUNK = 16
"""So many worlds are played on together; then there is a moment to stop."""


class RolloutAgent:
    """The move with the best average over `deals` worlds."""

    def __init__(self, task: NetTask, network: Network, deals: int, seed: object) -> None:
        self._task, self._network, self._deals = task, network, deals
        self._encoding = task.encoding(network.card["encoding"])
        self._chance = new_chance(seed, "rollouts")

    def decide(self, view: View, budget: Budget) -> Decision:
        moves = np.array(view.moves, np.int64)
        totals, worlds = np.zeros(len(moves)), 0
        with budget.running() as stop:
            while worlds < self._deals and not (worlds and stop[0]):
                count = min(CHUNK, self._deals - worlds)
                totals += self._play_on(view, moves, count)
                worlds += count
        means = totals / worlds
        order = np.argsort(-means, kind="stable")
        found = tuple(Candidate(int(moves[i]), float(means[i]), worlds) for i in order)
        return Decision(found[0].move, found, Why("net.rollouts", {"count": worlds}))

    def _play_on(self, view: View, moves: np.ndarray, worlds: int) -> np.ndarray:
        """What each move leads to, summed over so many worlds."""
        states = np.zeros(worlds * len(moves), view.game.dtype).view(np.recarray)
        tables.spread(view.record, view.seat, moves, states, self._chance)
        everybody = np.zeros((len(states), view.seats), np.int8)
        room = np.empty(len(states), np.int64)
        inputs = list(self._task.encodings.values())[self._encoding]
        while n := tables.turns(states, everybody, 0, room):
            which = room[:n]
            features, masks = np.empty((n, inputs), np.int8), np.empty((n, self._task.outputs), np.uint8)
            movers, now = np.empty(n, np.int64), np.empty(n, np.float32)
            tables.look(states, which, self._encoding, features, masks, movers, now)
            outputs = np.zeros(n, np.int16)
            tables.pick(self._network(features), masks, 0.0, outputs, self._chance)
            tables.act(states, which, outputs, self._chance)
        worths = np.array([verbs.worth(state, view.seat) for state in states])
        total: np.ndarray = worths.reshape(worlds, len(moves)).sum(axis=0)
        return total


PHRASES = {
    "net.rollouts": {
        "en": "Best average over {count} possible worlds in which everybody plays as the network would.",
        "fr": "Meilleure moyenne sur {count} mondes possibles où chacun joue comme le ferait le réseau.",
    },
}
