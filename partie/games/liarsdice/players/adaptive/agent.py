"""The program `adaptive`: balanced play, and departures from it as far as the others' records support them.

What bids claim is in `claims`, what the players have shown in `habits`, and the value of moves in `choosing`.
The numbers in all of them come from two genomes, one for duels and one for larger tables; `training` finds
them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.games.liarsdice.players.adaptive.choosing import die_worth, draw_move, value_moves
from partie.games.liarsdice.players.adaptive.genes import SPREAD
from partie.games.liarsdice.players.adaptive.habits import HABITS, learn_showdown
from partie.games.liarsdice.players.adaptive.training import DEFAULT, DUEL, TABLE
from partie.games.liarsdice.players.reader.foresight import CANDIDATES
from partie.games.liarsdice.players.tables import stakes
from partie.games.liarsdice.rules import SEATS
from partie.games.liarsdice.rules.bids import CONFIRM, CONTEST, quantity_of
from partie.games.liarsdice.text.words import bid_words, percent

BLUFF = 0.4
"""An own bid less likely to be true than this is explained as a bluff."""


class AdaptiveAgent:
    """Remembers a game from one decision to the next, or is shown its past views (`remember`)."""

    def __init__(self, game: Game, seed: object, genome: str, duel: str) -> None:
        self._chance = new_chance(seed, "adaptive")
        self._genes = TABLE.stored.load(genome).vector, DUEL.stored.load(duel).vector
        self._stakes = stakes()
        self._new_game()

    def _new_game(self) -> None:
        self._habits = np.zeros((2, SEATS, HABITS))
        self._round = self._learned = 0

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
            for genes, habits in zip(self._genes, self._habits, strict=True):
                learn_showdown(record, genes, habits)

    def decide(self, view: View, budget: Budget) -> Decision:
        self._catch_up(view)
        which = int(view.record.left == 2)
        genes, habits = self._genes[which], self._habits[which]
        order, values, true = np.empty(CANDIDATES, np.int64), np.empty(CANDIDATES), np.empty(CANDIDATES)
        n = value_moves(view.record, view.seat, genes, habits, self._stakes, order, values, true)
        spread = float(genes[SPREAD]) * float(die_worth(view.record, view.seat, self._stakes))
        chosen = int(draw_move(values, n, spread, self._chance))
        ranking = sorted(range(n), key=lambda i: (i != chosen, -values[i]))
        found = tuple(Candidate(int(order[i]), float(values[i])) for i in ranking)
        return Decision(found[0].move, found, explain(view, found[0].move, float(true[chosen])))


def explain(view: View, move: int, true: float) -> Why:
    """Explain a move by the probability of the bid it makes or calls, after what the bids claim."""
    subject = move if quantity_of(move) else int(view.record.standing)
    data = {"percent": percent(true), "bid": bid_words(subject)}
    if move == CONTEST:
        return Why("liarsdice.adaptive_contest", data)
    if move == CONFIRM:
        return Why("liarsdice.adaptive_confirm", data)
    return Why("liarsdice.reader_bluff" if true < BLUFF else "liarsdice.adaptive_bid", data)


ADAPTIVE = Family(
    "adaptive",
    AdaptiveAgent,
    params=(Parameter("genome", "text", DEFAULT), Parameter("duel", "text", DEFAULT)),
)
