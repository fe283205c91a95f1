"""The program `scores`: plays by rules of thumb, with weights from a readable file.

See `conditions` for what is scored, `kernels` for how, and `training` for how weights are found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.core.agent import Budget, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.compiled.types import int64
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.core.words import described, read_words
from partie.games.coinche.players.scores.conditions import GENES
from partie.games.coinche.players.scores.kernels import (
    best_card,
    explain,
)
from partie.games.coinche.players.scores.store import (
    DEFAULT,
    STORED,
)
from partie.games.coinche.rules import legal_cards


class ScoresAgent:
    """Plays the card with the highest score.

    A score is a preference, not an expectation, so candidates have no values.
    """

    def __init__(self, game: Game, seed: object, weights: str, mind: int = 0) -> None:
        self._mind = mind
        self._chance = new_chance(seed, "scores")
        self._weights = STORED.load(weights).vector

    def decide(self, view: View, budget: Budget) -> Decision:
        # A forgetful player sees the deal as it remembers it.
        record = view.sample(self._chance, self._mind).record if self._mind else view.record
        cards = legal_cards(record)
        card = int(best_card(record, cards, self._weights))
        return Decision(card, why=self._why(record, card, int(cards)))

    def _why(self, record: Any, card: int, cards: int) -> Why:
        """The condition that favours the card most over the others."""
        chosen, others = int64(1 << card), int64(cards & ~(1 << card))
        if not others:
            return Why("cards.only_move")
        differs = explain(record, chosen, self._weights) - explain(record, others, self._weights)
        strongest = int(np.argmax(differs))
        if differs[strongest] <= 0.0:
            return Why("coinche.scores_equal")
        name = GENES[strongest].name
        if name == "reply.give" and record.winner == int(record.turn) ^ 2:
            name = "reply.give_partner"
        favours = "more" if self._weights[strongest] > 0 else "less"
        return Why(f"coinche.scores.{name}.{favours}")


FAMILY = described(
    read_words("partie.games.coinche"),
    "family",
    Family("scores", ScoresAgent, params=(Parameter("weights", "text", DEFAULT),)),
)
