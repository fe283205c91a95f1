"""The program `watchful`: the expert's odds, and for each player what its showdowns have revealed.

With `worlds` it looks ahead where more than two players are left (`foresight`): in a duel that gains nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from partie.core.agent import Budget, Decision
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import integer, number
from partie.games.liarsdice.players.odds.kernels import TRIES, choose_bluffed_face
from partie.games.liarsdice.players.reasons import candidates_from_dice
from partie.games.liarsdice.players.watchful.foresight import (
    TYPES,
    Considered,
    Known,
    learn_types,
    look_ahead,
)
from partie.games.liarsdice.players.watchful.kernels import (
    FACES,
    HABITS,
    NUMBERS,
    SEATS,
    USUAL,
    learn_showdown,
    watchful_values,
)
from partie.games.liarsdice.players.watchful.reasons import explain


class WatchfulAgent:
    """Remembers a game from one decision to the next, or is shown its past views (`remember`)."""

    def __init__(
        self, game: Game, seed: object, bluff: float = 0.0, departure: float = 1.0, worlds: int = 0
    ) -> None:
        self._chance = new_chance(seed, "watchful")
        self._bluff, self._numbers, self._worlds = bluff, numbers_of(departure), worlds
        self._people: dict[int, Mapping[str, Any]] = {}
        self._new_game()

    def _new_game(self) -> None:
        self.habits = np.zeros((SEATS, HABITS))
        for seat, memory in self._people.items():
            self.habits[seat] = np.array(memory["habits"])
        self._seen = np.zeros((SEATS, len(TYPES) + 1))
        self._round = self._learned = 0

    def recall(self, memories: Mapping[int, Mapping[str, Any]]) -> None:
        """Begin the game with what the people in these seats have shown in earlier ones."""
        self._people = dict(memories)
        self._new_game()

    def remember(self, views: Sequence[View]) -> None:
        """Learn from all showdowns of this game so far."""
        for view in views:
            self._catch_up(view)

    def _catch_up(self, view: View) -> None:
        """Learn from the last showdown, once."""
        record = view.record
        if record.rounds < self._round:
            self._new_game()
        self._round = int(record.rounds)
        if record.caller >= 0 and self._learned != self._round:
            self._learned = self._round
            learn_showdown(record, self._numbers, self.habits)
            if self._worlds and record.left > 2:
                learn_types(record, TYPES, self._seen, self._chance)

    def judge(self, view: View, extra: int = -1) -> tuple[Any, Any, int]:
        """The moves it considers, their values in own dice, and how many there are.

        `extra`: the face of which it pretends to hold one die more, or -1."""
        order, values = np.empty(FACES * TRIES + 2, np.int64), np.empty(FACES * TRIES + 2)
        n = watchful_values(view.record, view.seat, extra, self._numbers, self.habits, order, values)
        return order, values, int(n)

    def decide(self, view: View, budget: Budget) -> Decision:
        self._catch_up(view)
        extra = int(choose_bluffed_face(view.record, self._bluff, self._chance))
        order, values, n = self.judge(view, extra)
        if self._worlds and view.record.left > 2:
            n = self._look_ahead(view, budget, order, values, n)
        candidates = candidates_from_dice(view, order[:n], values[:n])
        why = explain(view, candidates[0].move, extra, self._numbers, self.habits)
        return Decision(candidates[0].move, candidates, why)

    def _look_ahead(self, view: View, budget: Budget, order: Any, values: Any, count: int) -> int:
        """Try the most promising moves in worlds; returns how many there are, which come first."""
        with budget.running() as stop:
            known, considered = Known(TYPES, self._seen), Considered(order, values, count)
            look_ahead(view.record, view.seat, known, self._worlds, considered, stop, self._chance)
        tried = np.flatnonzero(np.isfinite(values[:count]))
        order[: len(tried)], values[: len(tried)] = order[tried], values[tried]
        return len(tried)


def numbers_of(departure: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The numbers of the program; `departure` scales the bounds of what showdowns may change."""
    numbers = np.array(USUAL)
    numbers[[1, 3]] *= departure
    assert len(numbers) == NUMBERS
    return numbers


WATCHFUL = Family(
    "watchful",
    WatchfulAgent,
    params=(
        number("bluff", 0.0, 0.0, 1.0),
        number("departure", 1.0, 0.0, 3.0),
        integer("worlds", 0, 0, 100_000),
    ),
)
