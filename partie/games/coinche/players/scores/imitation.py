"""Decisions of people at cards, as features for the weights of the program `scores`."""

from __future__ import annotations

import numpy as np

from partie.core.compiled.types import int64
from partie.games.coinche.players.scores.conditions import GENES
from partie.games.coinche.players.scores.kernels import explain
from partie.games.coinche.rules import calls
from partie.learn.records import HumanMove
from partie.learn.tuning.imitate import Choice

_ONES = np.ones(len(GENES))


def describe(taken: HumanMove) -> Choice | None:
    """A card played, with the amount of every condition for each legal card; None for a call."""
    record = taken.view.record
    if record.phase != calls.PLAY:
        return None
    cards = taken.view.moves
    features = np.stack([explain(record, int64(1 << card), _ONES) for card in cards])
    return Choice(features, cards.index(taken.move))
