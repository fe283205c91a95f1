"""Thousands of deals at once between networks and playout policies, to learn from and to compare them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core import registry
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import sides
from partie.learn.net import lockstep
from partie.learn.net.task import NetTask

Evaluate = Callable[[NDArray[np.int8]], NDArray[np.float32]]
"""Evaluates a network for many positions at once."""
Player = tuple[Evaluate, int] | int
"""A network with the number of its encoding, or the number of a playout policy."""


@dataclass(frozen=True)
class Script:
    """Everything needed to replay a number of deals: the seed, and every decision in order."""

    seed: str
    deals: int
    outputs: NDArray[np.int16]


@dataclass(frozen=True)
class Batch:
    """The decisions of a number of deals, in order.

    `nexts` has the index of the next decision of the same seat, or -1; `now` and `final` are the worth of the
    deal to that seat at that time and at the end."""

    script: Script
    features: NDArray[np.int8]
    masks: NDArray[np.uint8]
    nexts: NDArray[np.int64]
    now: NDArray[np.float32]
    final: NDArray[np.float32]


_FEW = 512
"""The least number of positions that is worth a thread of its own."""


class Simulator:
    """Plays many games at once, all with the same options.

    With more `threads` positions are encoded faster; the results do not depend on them. `varied` deals differ
    in what the task's `vary` changes."""

    def __init__(
        self, task: NetTask, options: Mapping[str, Any], threads: int = 1, *, varied: bool = False
    ) -> None:
        self.task = task
        self._vary = task.vary if varied else None
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._threads = threads
        self.game = registry.game(task.game)
        self._codes = task.codes(self.game, {**task.options, **options})
        self.policies = verbs.policies(self.game.dtype)
        blank = np.zeros(1, self.game.dtype).view(np.recarray)
        lockstep.deal(blank, self._codes, new_chance("scale", "deal"))
        self.worst, self.best = float(verbs.worst(blank[0])), float(verbs.best(blank[0]))
        self.seats = int(verbs.seats(blank[0]))

    @property
    def partners(self) -> list[int]:
        """For every seat the first seat of its side."""
        teams = sides(self.game, self.seats)
        return [next(team[0] for team in teams if seat in team) for seat in range(self.seats)]

    @property
    def centre(self) -> float:
        """The middle of the range of what a deal can be worth."""
        return (self.worst + self.best) / 2

    @property
    def half(self) -> float:
        """Half the size of that range."""
        return (self.best - self.worst) / 2

    def rescale(self, centre: float, half: float) -> None:
        """Use the scale of a network that learned before."""
        self.worst, self.best = centre - half, centre + half

    def start(self, deals: int, seed: str) -> Any:
        """The states of this many games with new deals."""
        return self.begin(deals, new_chance(seed, "deal"))

    def begin(self, deals: int, chance: NDArray[np.uint64]) -> Any:
        """The states of this many games, dealt with this random generator and varied as the task says."""
        states = np.zeros(deals, self.game.dtype).view(np.recarray)
        lockstep.deal(states, self._codes, chance)
        if self._vary is not None:
            self._vary(states, chance)
        return states

    def collect(
        self, evaluate: Evaluate | None, encoding: int, deals: int, epsilon: float, seed: str
    ) -> Batch:
        """Play deals with one network in all seats and exploration rate `epsilon`; without one, at random."""
        chance = new_chance(seed, "choice")

        def choose(features: NDArray[np.int8], masks: NDArray[np.uint8]) -> NDArray[np.int16]:
            outputs = np.zeros(len(masks), np.int16)
            values = np.zeros((1, 1), np.float32) if evaluate is None else evaluate(features)
            lockstep.pick(values, masks, 1.0 if evaluate is None else epsilon, outputs, chance)
            return outputs

        return self._record(choose, encoding, deals, seed)

    def replay(self, script: Script, encoding: int) -> Batch:
        """The batch from which a script was made."""
        at = 0

        def choose(features: NDArray[np.int8], masks: NDArray[np.uint8]) -> NDArray[np.int16]:
            nonlocal at
            at += len(masks)
            return script.outputs[at - len(masks) : at]

        return self._record(choose, encoding, script.deals, script.seed)

    def _record(
        self,
        choose: Callable[[NDArray[np.int8], NDArray[np.uint8]], NDArray[np.int16]],
        encoding: int,
        deals: int,
        seed: str,
    ) -> Batch:
        luck = new_chance(seed, "deal")
        states = self.begin(deals, luck)
        blocks = []
        for which in self._rounds(states):
            features, masks, movers, now = self._look(states, which, encoding)
            outputs = choose(features, masks)
            lockstep.act(states, which, outputs, luck)
            blocks.append((features, masks, outputs, movers, now, which))
        features, masks, outputs, movers, now, where = (
            np.concatenate(column) for column in zip(*blocks, strict=True)
        )
        nexts = np.empty(len(where), np.int64)
        lockstep.link(where, movers, deals, self.seats, nexts)
        final = self._results(states)[where, movers].astype(np.float32)
        return Batch(Script(seed, deals, outputs), features, masks, nexts, now, final)

    def _rounds(self, states: Any) -> Iterator[NDArray[np.int64]]:
        everybody = np.zeros((len(states), self.seats), np.int8)
        room = np.empty(len(states), np.int64)
        while n := self.task.asks(states, everybody, 0, room):
            yield room[:n].copy()

    def _look(self, states: Any, which: NDArray[np.int64], encoding: int) -> tuple[Any, Any, Any, Any]:
        n = len(which)
        shape = self.task.shape(encoding)
        features, masks = np.empty((n, shape.inputs), np.int8), np.empty((n, shape.outputs), np.uint8)
        movers, now = np.empty(n, np.int64), np.empty(n, np.float32)
        if self._pool is None or n < 2 * _FEW:
            lockstep.look(states, which, encoding, features, masks, movers, now)
            return features, masks, movers, now
        size = max(_FEW, -(-n // self._threads))
        parts = [slice(start, start + size) for start in range(0, n, size)]
        list(
            self._pool.map(
                lambda part: lockstep.look(
                    states, which[part], encoding, features[part], masks[part], movers[part], now[part]
                ),
                parts,
            )
        )
        return features, masks, movers, now

    def _results(self, states: Any) -> NDArray[np.float64]:
        worths = np.zeros((len(states), self.seats))
        lockstep.results(states, worths)
        return worths

    def play(self, players: Sequence[Player], seating: NDArray[np.int8], seed: str) -> NDArray[np.float64]:
        """Play a different deal in every game; returns what every seat gets.

        `seating[game, seat]` is the number of the player in that seat."""
        luck = new_chance(seed, "deal")
        return self._play(players, seating, self.begin(len(seating), luck), luck, seed)

    def _play(
        self, players: Sequence[Player], seating: NDArray[np.int8], states: Any, luck: Any, seed: str
    ) -> NDArray[np.float64]:
        return self.play_on(players, seating, states, luck, new_chance(seed, "choice"))

    def play_on(
        self, players: Sequence[Player], seating: NDArray[np.int8], states: Any, luck: Any, chance: Any
    ) -> NDArray[np.float64]:
        """Play positions to the end of their deals; returns what every seat gets."""
        for _ in self.moves_made(players, seating, states, luck, chance):
            pass
        if self.task.ends is not None:
            self.task.ends(states, luck)
        return self._results(states)

    def moves_made(
        self,
        players: Sequence[Player],
        seating: NDArray[np.int8],
        states: Any,
        luck: Any,
        chance: Any,
        epsilon: float = 0.0,
        encoding: int = -1,
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int64]]]:
        """Play positions to the end of their deals, many games at a time.

        Before moves of player 0 are made, yields their games, features and moves, if an `encoding` for the
        features is given. `epsilon` is the exploration rate of networks."""
        room = np.empty(len(states), np.int64)
        going = True
        while going:
            going = False
            for number, player in enumerate(players):
                n = self.task.asks(states, seating, number, room)
                if n == 0:
                    continue
                going = True
                which = room[:n]
                shown = number == 0 and encoding >= 0
                picked = np.empty(n, np.int64)
                features = np.empty((0, 0), np.int8)
                if isinstance(player, int):
                    if shown:
                        features = self._look(states, which, encoding)[0]
                    lockstep.pick_by_policy(states, which, player, picked, luck)
                else:
                    features = self._look(states, which, player[1])[0]
                    bests = np.empty(n, np.float32)
                    lockstep.prefer(states, which, player[0](features), epsilon, picked, bests, chance)
                if shown:
                    yield which, features, picked
                lockstep.make(states, which, picked, luck)

    def random_deals(self, encoding: int, deals: int, seed: str) -> tuple[NDArray[np.int8], float]:
        """The features of all positions of random deals, and their mean result on the scale of networks."""
        luck, chance = new_chance(seed, "deal"), new_chance(seed, "choice")
        states, seating = self.begin(deals, luck), np.zeros((deals, self.seats), np.int8)
        moves = self.moves_made([0], seating, states, luck, chance, encoding=encoding)
        features = np.concatenate([shown for _, shown, _ in moves])
        return features, float(self._results(states).mean() - self.centre) / self.half

    def play_alone(self, player: Player, others: Player, deals: int, seed: str) -> tuple[float, float]:
        """The mean result of a player alone, or with a copy as partner, against the others, and its error.

        The player takes all seats in turn, each time with a new deal."""
        seating = np.ones((deals, self.seats), np.int8)
        seat = np.arange(deals) % self.seats
        for team in sides(self.game, self.seats):
            for own in team:
                for partner in team:
                    seating[seat == own, partner] = 0
        got = self.play([player, others], seating, seed)[np.arange(deals), seat]
        return float(got.mean()), float(got.std() / max(1, deals - 1) ** 0.5)

    def compare(self, new: Player, old: Player, deals: int, seed: str) -> tuple[float, float]:
        """The mean gain of a new player over the old one with the same cards, and its standard error.

        It takes a seat, or in a game of partners both seats of a side; all others are taken by the old
        player. In games with dice, the dice differ."""
        luck = new_chance(seed, "deal")
        states = self.begin(deals, luck)
        reference = self._play(
            [old], np.zeros((deals, self.seats), np.int8), states.copy(), luck.copy(), f"{seed}/old"
        )
        gained = np.zeros(deals)
        teams = sides(self.game, self.seats)
        for team in teams:
            seating = np.ones((deals, self.seats), np.int8)
            seating[:, list(team)] = 0
            got = self._play([new, old], seating, states.copy(), luck.copy(), f"{seed}/new")
            gained += got[:, team[0]] - reference[:, team[0]]
        gained /= len(teams)
        return float(gained.mean()), float(gained.std() / max(1, deals - 1) ** 0.5)
