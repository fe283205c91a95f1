"""Positions as features to learn from: what `behaviour` and `foresight` would look at."""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, Ints16, Moves, Records, int64
from partie.games.liarsdice.players.reader.behaviour import (
    GROUPS,
    MOST_ACTIONS,
    RULER,
    SCENE,
    actions,
    hold,
    look,
    measure,
)
from partie.games.liarsdice.players.reader.foresight import stage


@jit
def encode(states: Records, seats: Ints, moves: Moves, features: Ints16, counts: Ints, chosen: Ints) -> None:
    """For every decision (a view, the seat, the move made) the features of all actions thought of, their number, and which one was chosen: -1 for none of them."""
    scene, held = np.empty(SCENE, np.int64), np.empty(6, np.int64)
    listed, found = np.empty(MOST_ACTIONS, np.int64), np.empty((MOST_ACTIONS, GROUPS), np.int64)
    ruler = np.empty(RULER, np.int64)
    for i in range(len(states)):
        total, faces, wild = int64(states[i].total), int64(states[i].faces), int64(states[i].wild)
        measure(total, faces, wild, int64(states[i].dice[seats[i]]), ruler)
        look(states[i], seats[i], scene)
        hold(states[i].cups, seats[i], states[i].faces, states[i].wild, held)
        counts[i] = actions(scene, ruler, held, listed, found)
        chosen[i] = -1
        for action in range(counts[i]):
            for group in range(GROUPS):
                features[i, action, group] = found[action, group]
            if listed[action] == moves[i]:
                chosen[i] = action


@jit
def encode_stakes(states: Records, winners: Ints, features: Ints16, counts: Ints, chosen: Ints) -> None:
    """For every beginning of a round the players left as choices of who will win."""
    for i in range(len(states)):
        n = 0
        chosen[i] = -1
        for seat in range(states[i].players):
            dice = states[i].dice[seat]
            if dice > 0:
                features[i, n, 0] = stage(states[i].left) * 7 + dice
                if seat == states[i].starter:
                    features[i, n, 1] = 21 + stage(states[i].left)
                if seat == winners[i]:
                    chosen[i] = n
                n += 1
        counts[i] = n
