"""The program `seasoned`: safe with strangers, sharp with players it recognises.

It plays like `watchful`, which departs from the odds only as far as an opponent's record supports. With
`balanced` it begins duels with balanced play instead, and departs from it as far as it has earned (`duel`).
The `reader` watches. Once everybody left in the game has shown decisions that one of the reader's sharp
models predicts as well as it predicts the players it was learned from, the reader, whose model is then the
better one, chooses the moves; when somebody surprises it, it steps back. So it does with people whom it has
met before, once what it has kept of them predicts them well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Decision
from partie.core.game import Family, Game, View
from partie.core.parameters import integer, number, switch
from partie.games.liarsdice.players.reader.agent import MODELS, USUAL, ReaderAgent
from partie.games.liarsdice.players.seasoned.duel import Duel
from partie.games.liarsdice.players.watchful.agent import WatchfulAgent
from partie.learn.opponents import Behaviours, OpponentModel

SHARP = 1.1
"""Kinds that are predicted worse than this (nats per decision) are too vague to recognise anybody by."""
ENOUGH = 3
"""The number of decisions shown below which nobody is recognised."""
LENIENT = 0.7
"""With n decisions, kinds may be this many nats by the square root of n worse than usual."""


FAMILIAR = 20
"""The number of decisions from which a person met before may be familiar."""
FAMILIARITY = 1.75
"""How badly they may be predicted (nats per decision) by what was kept of them."""


def usual_surprises(model: Behaviours) -> NDArray[np.float64]:
    """How badly each kind is usually predicted by its own model; infinite for vague kinds, and for the last
    one, which the reader learns at the table."""
    facts, general = model.card["kinds"], model.card["general"]
    usual = [np.inf if kind == general else float(facts[kind]["surprise"]) for kind in model.kinds]
    return np.array([own if own <= SHARP else np.inf for own in usual] + [np.inf])


def recognised(opponent: OpponentModel, usual: NDArray[np.float64], slack: float) -> bool:
    """Whether one of the sharp kinds predicts a player about as well as players of that kind."""
    if opponent.decisions < ENOUGH:
        return False
    allowed = slack + LENIENT / float(np.sqrt(opponent.decisions))
    known = np.isfinite(usual)
    return bool((opponent.surprises[known] <= usual[known] + allowed).any())


def familiar(opponent: OpponentModel, familiarity: float) -> bool:
    """Whether what was kept of a person from earlier games predicts them well: the reader's last kind."""
    return opponent.decisions >= FAMILIAR and float(opponent.surprises[-1]) <= familiarity


class SeasonedAgent:
    """Remembers a game from one decision to the next, or is shown its past views (`remember`)."""

    def __init__(
        self, game: Game, seed: object, rounds: int, slack: float, worlds: int, balanced: bool
    ) -> None:
        self._watchful = WatchfulAgent(game, seed, worlds=worlds)
        self._reader = ReaderAgent(game, seed, rounds, True, 0.2, USUAL)
        self._usual, self._slack = usual_surprises(MODELS.load(USUAL)), slack
        self._duel, self._balanced = Duel(seed, self._watchful), balanced
        self._met: frozenset[int] = frozenset()

    def recall(self, memories: Mapping[int, Mapping[str, Any]]) -> None:
        """Begin the game with what the people in these seats have shown in earlier ones."""
        self._met = frozenset(memories)
        self._watchful.recall(memories)
        self._reader.recall(memories)

    def remember(self, views: Sequence[View]) -> None:
        """Learn from all showdowns of this game so far."""
        self._watchful.remember(views)
        self._reader.remember(views)
        if self._balanced:
            for view in views:
                self._duel.remember(view)

    def recognises(self, view: View) -> bool:
        """Whether every opponent still in the game is one the reader knows."""
        return all(
            recognised(self._reader.others[seat], self._usual, self._slack)
            or (seat in self._met and familiar(self._reader.others[seat], FAMILIARITY))
            for seat in range(view.seats)
            if seat != view.seat and view.record.dice[seat] > 0
        )

    def decide(self, view: View, budget: Budget) -> Decision:
        self.remember([view])
        if self.recognises(view):
            return self._reader.decide(view, budget)
        duel = self._balanced and int(view.record.left) == 2
        decision = self._duel.decide(view) if duel else None
        return decision or self._watchful.decide(view, budget)


SEASONED = Family(
    "seasoned",
    SeasonedAgent,
    params=(
        integer("rounds", 1200, 8, 100_000),
        number("slack", 0.1, -1.0, 5.0),
        integer("worlds", 0, 0, 100_000),
        switch("balanced", False),
    ),
)
