"""Search on top of the bidding network: its best calls are followed to a contract in likely worlds.

Worlds are drawn by how well they explain the calls made: first by those of the table bidder, which are cheap,
then by the network's own. In each world the network calls for everybody after each of the calls that are
compared, and the contract reached is played out by `scores`. The averages and the network's own estimates are
weighed by how far each may be wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.games.coinche.players.beliefs import draw, mind_of
from partie.games.coinche.players.net.auctions import asks, ends
from partie.games.coinche.players.net.encoding import AUCTION, INPUTS, OUTPUTS
from partie.games.coinche.players.net.foresight import doubt, explain, resample, rewind, stakes
from partie.games.coinche.players.net.task import TASK
from partie.games.coinche.rules.calls import COINCHE, PASS, SURCOINCHE
from partie.learn.net import tables
from partie.learn.net.network import Network

Stop = NDArray[np.uint8]


@dataclass(frozen=True)
class Foresight:
    """How far a search looks, and how much it is believed.

    Compared are at most `width` calls, none that the network values `margin` marks less than its best; they
    are followed in `worlds` worlds, drawn from `drawn` ones: to the seat's next turn, where the network
    estimates what follows, or with `full` to the end. Where calls are read, the network's are softened:
    `softness` in marks, and the share `slip`. The network's estimates of differences between calls are
    taken to be wrong by `doubt` marks, those of the search by `floor` more than its standard error."""

    worlds: int = 128
    drawn: int = 256
    candidates: int = 30
    width: int = 3
    margin: float = 80.0
    softness: float = 25.0
    slip: float = 0.05
    reading: float = 1.0
    full: bool = False
    doubt: float = 25.0
    floor: float = 10.0
    caution: float = 0.0


class CallSearch:
    """Follows calls in sampled worlds, with the same network in all seats."""

    def __init__(self, network: Network, settings: Foresight, seed: object) -> None:
        self._network, self._settings = network, settings
        self._half = float(network.card["half"])
        self._chance = new_chance(seed, "calls")

    def best(self, record: Any, seat: int, calls: list[int], stop: Stop) -> int:
        """The best of these legal calls."""
        settings = self._settings
        outputs = self._network(TASK.features(self._network, record))
        values = np.array([self._half * float(outputs[int(verbs.output_of(record, call))]) for call in calls])
        kept = self.compared(calls, values)
        known = values[kept]
        caution = np.array([settings.caution * (calls[i] == COINCHE) for i in kept])
        if len(kept) > 1:
            found = self.follow(record, seat, [calls[i] for i in kept], stop)
            if found is not None:
                errors = (found - found[:, :1]).var(axis=0) / len(found) + settings.floor**2
                share = settings.doubt**2 / (settings.doubt**2 + errors)
                gains = found.mean(axis=0) - found[:, 0].mean()
                known = (1 - share) * (known - known[0]) + share * gains
        return calls[kept[int(np.argmax(known - caution))]]

    def compared(self, calls: list[int], values: NDArray[np.float64]) -> list[int]:
        """The places of the calls worth comparing, best first."""
        order = np.argsort(-values, kind="stable")
        near = [int(i) for i in order if values[i] >= values[order[0]] - self._settings.margin]
        kept = near[: self._settings.width]
        return kept + [i for i in near if i not in kept and calls[i] in (PASS, COINCHE, SURCOINCHE)]

    def follow(
        self, record: Any, seat: int, calls: list[int], stop: Stop
    ) -> NDArray[np.float64] | None:
        """What each of these calls leads to in each world, in marks; None if `stop` was raised."""
        worlds = self.likely(record, seat, stop)
        if worlds is None:
            return None
        shallow = None if self._settings.full else np.empty((2, len(worlds) * len(calls)))
        found = self.follow_in(worlds, seat, calls, stop, shallow)
        return found if found is None or shallow is None else shallow[1].reshape(found.shape)

    def follow_in(
        self, worlds: Any, seat: int, calls: list[int], stop: Stop, shallow: Any = None
    ) -> NDArray[np.float64] | None:
        """The same in given worlds. `shallow` gets the network's estimates after one call, and at our next turn."""
        states = np.zeros(len(worlds) * len(calls), worlds.dtype).view(np.recarray)
        tables.spread(worlds, np.array(calls, np.int64), states, self._chance)
        everybody, room = np.zeros((len(states), 4), np.int8), np.empty(len(states), np.int64)
        if shallow is not None:
            shallow[:] = np.nan
        first = True
        while n := int(asks(states, everybody, 0, room)):
            which = room[:n]
            values = self._values(states, which, stop)
            if values is None:
                return None
            picked, best = np.empty(n, np.int64), np.empty(n, np.float32)
            tables.prefer(states, which, values, 0.0, picked, best, self._chance)
            if shallow is not None:
                turns = states.turn[which]
                signed = self._half * np.where((turns ^ seat) & 1, -best, best)
                if first:
                    shallow[0, which] = signed
                own = which[turns == seat]
                fresh = np.isnan(shallow[1, own])
                shallow[1, own[fresh]] = signed[turns == seat][fresh]
            first = False
            tables.make(states, which, picked, self._chance)
        ends(states, self._chance)
        found = np.empty(len(states))
        stakes(states, seat, found)
        if shallow is not None:
            for row in shallow:
                row[np.isnan(row)] = found[np.isnan(row)]
        return found.reshape(len(worlds), len(calls))

    def likely(self, record: Any, seat: int, stop: Stop) -> Any:
        """Worlds drawn by how well they explain the calls of the others; None if `stop` was raised."""
        drawn = self.dealt(record, seat, stop)
        logs = self.read(drawn, record, seat, stop)
        return None if logs is None else self.chosen(drawn, self._settings.reading * logs)

    def dealt(self, record: Any, seat: int, stop: Stop) -> Any:
        """Worlds drawn by how well the table bidder explains the calls."""
        drawn = np.zeros(self._settings.drawn, record.dtype).view(np.recarray)
        draw(record, seat, mind_of(0, self._settings.candidates), self._chance, drawn, stop)
        return drawn

    def read(self, drawn: Any, record: Any, seat: int, stop: Stop) -> NDArray[np.float64] | None:
        """How much better the network explains the calls in each world than the table bidder, as logarithm."""
        states, everywhere = drawn.copy(), np.arange(len(drawn))
        logs, settings = np.zeros(len(drawn)), self._settings
        for number in range(int(record.said)):
            rewind(drawn, number, states)
            if int(states[0].turn) != seat and not states[0].doubled:
                values = self._values(states, everywhere, stop)
                if values is None:
                    return None
                call = int(record.calls[number])
                explain(states, call, self._half * values, settings.softness, settings.slip, logs)
        doubt(drawn, seat, logs)
        return logs

    def chosen(self, drawn: Any, logs: NDArray[np.float64]) -> Any:
        """Some of the worlds, by their likelihood."""
        worlds = drawn[: self._settings.worlds].copy()
        resample(drawn, logs, worlds, self._chance)
        return worlds

    def _values(self, states: Any, which: NDArray[np.int64], stop: Stop) -> NDArray[np.float32] | None:
        """The outputs of the network for the seats to call at the tables of `which`."""
        n = len(which)
        features, masks = np.empty((n, INPUTS[AUCTION]), np.int8), np.empty((n, OUTPUTS), np.uint8)
        movers, now = np.empty(n, np.int64), np.empty(n, np.float32)
        tables.look(states, which, AUCTION, features, masks, movers, now)
        values, complete = self._network.answers(features, stop)
        return values if complete else None
