"""Positions as features to learn from, as `behaviour` and `foresight` use them."""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, Ints16, Moves, Records, int64
from partie.games.liarsdice.players.reader.behaviour import (
    BUCKETS,
    GROUPS,
    MOST_ACTIONS,
    SCENE,
    actions,
    count_held,
    fill_buckets,
    fill_scene,
)
from partie.games.liarsdice.players.reader.foresight import stage


@jit
def encode(states: Records, seats: Ints, moves: Moves, features: Ints16, counts: Ints, chosen: Ints) -> None:
    """Write, for every decision (view, seat, move), the features of all actions considered, their number, and
    which one was chosen (-1 for none).
    """
    scene, held = np.empty(SCENE, np.int64), np.empty(6, np.int64)
    listed, found = np.empty(MOST_ACTIONS, np.int64), np.empty((MOST_ACTIONS, GROUPS), np.int64)
    buckets = np.empty(BUCKETS, np.int64)
    for i in range(len(states)):
        total, faces, wild = int64(states[i].total), int64(states[i].faces), int64(states[i].wild)
        fill_buckets(total, faces, wild, int64(states[i].dice[seats[i]]), buckets)
        fill_scene(states[i], seats[i], scene)
        count_held(states[i].cups, seats[i], states[i].faces, states[i].wild, held)
        counts[i] = actions(scene, buckets, held, listed, found)
        chosen[i] = -1
        for action in range(counts[i]):
            for group in range(GROUPS):
                features[i, action, group] = found[action, group]
            if listed[action] == moves[i]:
                chosen[i] = action


@jit
def encode_stakes(states: Records, winners: Ints, features: Ints16, counts: Ints, chosen: Ints) -> None:
    """Write, for every start of a round, the players left as candidates for the winner."""
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
