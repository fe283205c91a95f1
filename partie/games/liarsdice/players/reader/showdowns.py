"""Learning how the players at this table bid, from its showdowns.

When the cups are lifted, every action of the round can be matched with the dice behind it. A handful of
rounds is little to learn from, so the fitted behaviour is kept close to the general model.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.core.compiled.chance import new_chance
from partie.core.compiled.verbs import copy
from partie.core.game import View
from partie.games.liarsdice import rules
from partie.games.liarsdice.players.reader.behaviour import (
    GROUPS,
    MOST_ACTIONS,
)
from partie.games.liarsdice.players.reader.features import encode
from partie.games.liarsdice.rules.bids import unrank
from partie.learn.choices import fit, surprise

EPOCHS, RATE, PULL = 12, 0.1, 2.0
"""Arguments of `fit`: epochs, learning rate, and the weight of the general model in decisions."""


def shown_round(view: View) -> tuple[Any, list[int], list[int]]:
    """The last round shown, action by action: the states before (all cups open), the seats, the moves."""
    seen = view.record
    state = np.zeros(1, rules.State).view(np.recarray)[0]
    copy(seen, state)
    state.cups[:] = seen.shown
    state.dice[:] = seen.shown.sum(axis=1)
    state.starter = seen.shown_starter
    rules.tally(state)
    rules.clear_bids(state)
    words = seen.shown_bids.astype(np.uint64)
    total, faces, wild = int(state.total), int(state.faces), int(state.wild)
    made = [
        int(unrank(place, total, faces, wild))
        for place in range(total * faces)
        if int(words[place >> 6]) >> (place & 63) & 1
    ]
    states, seats, moves = [], [], []
    for move in [*made, int(seen.call)]:
        states.append(bytes(state.tobytes()))
        seats.append(int(state.turn))
        moves.append(move)
        if move >> 3:
            rules.make_bid(state, move)
    return np.frombuffer(b"".join(states), rules.State).view(np.recarray).copy(), seats, moves


class ShowdownLearner:
    """Learns a behaviour from all decisions of the others that the showdowns of this game have revealed.

    `pull` is the weight, in decisions, of the behaviour `general` it begins with."""

    def __init__(self, general: Any, pull: float = PULL) -> None:
        self._general, self._pull = general, pull
        self._features = np.empty((0, MOST_ACTIONS, GROUPS), np.int16)
        self._counts, self._chosen = np.empty(0, np.int64), np.empty(0, np.int64)

    def add(self, view: View, only: int = -1) -> list[int]:
        """Add the last showdown of this view, or of the seat `only` in it; returns the seat of every
        decision."""
        states, seats, moves = shown_round(view)
        features = np.full((len(moves), MOST_ACTIONS, GROUPS), -1, np.int16)
        counts, chosen = np.zeros(len(moves), np.int64), np.zeros(len(moves), np.int64)
        encode(states, np.array(seats), np.array(moves), features, counts, chosen)
        learned = (chosen >= 0) & (np.array(seats) != view.seat)
        if only >= 0:
            learned = learned & (np.array(seats) == only)
        self._features = np.concatenate([self._features, features[learned]])
        self._counts = np.concatenate([self._counts, counts[learned]])
        self._chosen = np.concatenate([self._chosen, chosen[learned]])
        return seats

    def behaviour(self) -> Any:
        """The fitted weights for the players at this table; the general ones before any showdown."""
        if not len(self._counts):
            return self._general
        chance = new_chance("witnessed", len(self._counts))  # the seed's name is part of seeded decisions
        return fit(
            self._features, self._counts, self._chosen, self._general, self._pull, EPOCHS, RATE, chance
        )

    def surprise(self, weights: Any) -> float:
        """How badly a behaviour predicts the decisions seen, see `learn.choices`."""
        return float(surprise(self._features, self._counts, self._chosen, weights))
