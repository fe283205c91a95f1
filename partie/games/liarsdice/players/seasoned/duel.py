"""A duel against somebody who is not recognised: balanced play, and a departure from it that is earned.

The shipped policies of `equilibrium` say how often a balanced player makes each move, `watchful` says what a
move is worth against this opponent. Every move is played with a probability proportional to

> balanced(move) · exp(worth(move) / temperature)

so only what a balanced player may do is done, and the lower the temperature, the more of it is what pays.
The temperature falls with what the opponent's decisions have given away (`gifts`), and rises with the dice we
are behind: who gives hardly anything away and yet wins its rounds reads our bids, and against it balanced
play remains. A lead is no evidence: it may be luck.
"""

from __future__ import annotations

import numpy as np

from partie.core.agent import Candidate, Decision, Why
from partie.core.compiled.chance import new_chance, uniform
from partie.core.game import View
from partie.games.liarsdice.players.equilibrium.agent import DuelSeat, shipped_chances
from partie.games.liarsdice.players.equilibrium.gifts import gifts
from partie.games.liarsdice.players.reasons import candidates_from_dice
from partie.games.liarsdice.players.watchful.agent import WatchfulAgent

BEGIN = 0.05
"""The temperature at the beginning, in dice."""
COLDEST, HOTTEST = 0.02, 50.0
BEHIND, EARNED = 2.0, 16.0
"""How much the logarithm of the temperature rises for a die behind, and falls for the gift of a stake."""
USUAL = 0.06
"""What a strong player gives away in a round, as the network judges it: so much is no gift."""


class Duel:
    """Plays duels, and remembers what the opponent gave away in this one."""

    def __init__(self, seed: object, watchful: WatchfulAgent) -> None:
        self._chance = new_chance(seed, "duel")
        self._watchful = watchful
        self._round, self.earned = 0, 0.0

    def remember(self, view: View) -> None:
        """Learn from the last round shown, once."""
        rounds = int(view.record.rounds)
        if rounds < self._round:
            self.earned = 0.0
        if rounds != self._round:
            self._round = rounds
            given = gifts(view)
            self.earned += sum(given) - USUAL if given else 0.0

    def temperature(self, view: View) -> float:
        """How little the worth of moves counts, in dice."""
        mine = int(view.record.dice[view.seat])
        behind = max(0, int(view.record.total) - 2 * mine)
        found = BEGIN * float(np.exp(BEHIND * behind - EARNED * self.earned))
        return min(HOTTEST, max(COLDEST, found))

    def decide(self, view: View) -> Decision | None:
        """A move of a duel; None if no policy for it is shipped."""
        seat = DuelSeat(view)
        balanced = shipped_chances(seat)
        if balanced is None or balanced.sum() == 0:
            return None
        moves = seat.moves()
        order, values, n = self._watchful.judge(view)
        worths = dict(zip(order[:n].tolist(), values[:n].tolist(), strict=True))
        least = min(worths.values())
        worth = np.array([worths.get(move, least) for move in moves])
        best = worth[balanced > 0].max()
        weights = balanced * np.exp(np.minimum(worth - best, 0.0) / self.temperature(view))
        chances = weights / weights.sum()
        drawn = int(np.searchsorted(np.cumsum(chances), uniform(self._chance), side="right"))
        drawn = min(drawn, len(moves) - 1)
        value = {one.move: one.value for one in candidates_from_dice(view, moves, worth)}
        played = sorted(np.flatnonzero(chances), key=lambda place: -chances[place])
        candidates = tuple(
            Candidate(moves[place], value[moves[place]], visits=round(1000 * chances[place]))
            for place in played
        )
        percent, usual = (round(100 * float(one[drawn])) for one in (chances, balanced / balanced.sum()))
        return Decision(
            moves[drawn], candidates, Why("liarsdice.leaning", {"percent": percent, "usual": usual})
        )
