"""The program `weighted`: scores every legal action by weighted criteria and plays one of the best.

The weights come from a genome, shipped or trained on this machine; see `criteria` for the criteria and
`training` for the fitness of genomes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.core.words import read_words, section
from partie.games.liarsdice.players.weighted.criteria import (
    CRITERIA,
    SIZE,
    explain_move,
    score_moves,
    weighted_move,
)
from partie.games.liarsdice.players.weighted.genes import (
    DEFAULT,
    STORED,
)
from partie.games.liarsdice.rules import FACES, heuristic
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
)

_REASONS = section(read_words("partie.games.liarsdice"), "criterion")
SCALE = 10.0
"""The difference in score that makes an action about a third as good as the best."""


class WeightedAgent:
    """Plays one of the actions with the highest weighted sum of criteria."""

    def __init__(self, game: Game, seed: object, genome: str) -> None:
        self._chance = new_chance(seed, "weighted")
        self._weights = STORED.load(genome).vector
        self._scratch = np.zeros((2, FACES))

    def decide(self, view: View, budget: Budget) -> Decision:
        move = int(weighted_move(view.record, view.seat, self._weights, self._scratch, self._chance))
        return Decision(move, self._candidates(view, move), self._why(view, move))

    def _candidates(self, view: View, chosen: int) -> tuple[Candidate, ...]:
        """All actions, best first.

        A weighted sum is a preference, not an expectation: the best action gets the heuristic value of the
        position, the others less the further they fall behind.
        """
        moves = np.array(view.moves, np.int64)
        scores = np.empty(len(moves))
        score_moves(view.record, view.seat, moves, self._weights, scores)
        values = float(heuristic(view.record, view.seat)) * np.exp((scores - scores.max()) / SCALE)
        order = np.lexsort((moves, moves != chosen, -scores))
        return tuple(Candidate(int(moves[i]), float(values[i])) for i in order)

    def score(self, view: View, move: int) -> tuple[float, NDArray[np.float64]]:
        """The score of an action and what each criterion contributes to it."""
        parts = np.empty(SIZE)
        return float(explain_move(view.record, view.seat, move, self._weights, parts)), parts

    def _why(self, view: View, move: int) -> Why:
        """The criterion that contributes most to the action; if none is positive, that others cost more."""
        _, parts = self.score(view, move)
        strongest = int(np.argmax(parts))
        kind = {CONTEST: "contest", CONFIRM: "confirm"}.get(move, "bid")
        if parts[strongest] <= 0:
            return Why(f"liarsdice.weighted_{kind}", {"reason": _REASONS["nothing"]})
        return Why(f"liarsdice.weighted_{kind}", {"reason": _REASONS[CRITERIA[strongest]]})


FAMILY = Family("weighted", WeightedAgent, params=(Parameter("genome", "text", DEFAULT),))
