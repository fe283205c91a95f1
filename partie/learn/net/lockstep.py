"""Thousands of games in lockstep, compiled: one move is made in all of them before the next in any.

So a network can be evaluated for all of them at once."""

import numpy as np

from partie.core.compiled.chance import (
    below,
    uniform,
)
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import (
    Bytes,
    Chance,
    Floats,
    Floats32,
    Ints,
    Ints8,
    Ints16,
    Moves,
    Record,
    Records,
)
from partie.core.compiled.verbs import (
    choose,
    copy,
    determinise,
    encode,
    most_moves,
    moves,
    output_of,
    play,
    seats,
    settled,
    stake,
    start,
    to_move,
)
from partie.learn.net.forward import value_of


@jit
def deal(states: Records, options: Ints, chance: Chance) -> None:
    """Start every game."""
    for i in range(len(states)):
        start(states[i], options, chance)


@jit
def imagine(view: Record, seat: int, worlds: Records, chance: Chance) -> None:
    """Fill `worlds` with deals that fit the view, all equally likely."""
    for i in range(len(worlds)):
        determinise(view, seat, chance, worlds[i])


@jit
def spread(worlds: Records, moves_: Ints, states: Records, chance: Chance) -> None:
    """Fill `states` with every world, once for every move and with that move made."""
    n = len(moves_)
    for world in range(len(worlds)):
        for i in range(n):
            copy(worlds[world], states[world * n + i])
            play(states[world * n + i], moves_[i], chance)


@jit
def turns(states: Records, players: Ints8, player: int, out: Moves) -> int:
    """Write the games where it is a player's turn into `out`; returns how many there are.

    `players[game, seat]` is the number of the player in that seat."""
    n = 0
    for i in range(len(states)):
        if not settled(states[i]) and players[i, to_move(states[i])] == player:
            out[n] = i
            n += 1
    return n


@jit
def follow_rules(states: Records, players: Ints8, waiting: int, chance: Chance) -> None:
    """Play where the rules leave no choice, until there is one or it is the turn of the player `waiting`."""
    out = np.empty(most_moves(states[0]), np.int64)
    for i in range(len(states)):
        while not settled(states[i]) and players[i, to_move(states[i])] != waiting:
            if moves(states[i], out) > 1:
                break
            play(states[i], out[0], chance)


@jit
def look(
    states: Records, which: Ints, encoding: int, features: Ints8, masks: Bytes, movers: Ints, worths: Floats32
) -> None:
    """Write features, legal outputs, seat and worth so far of the seat to move in each game of `which`."""
    out = np.empty(most_moves(states[0]), np.int64)
    masks[:] = 0
    for k in range(len(which)):
        i = which[k]
        encode(states[i], encoding, features[k])
        for j in range(moves(states[i], out)):
            code = output_of(states[i], out[j])
            masks[k, code & 1023] = 1
            while code >> 10:
                code >>= 10
                masks[k, (code & 1023) - 1] = 1
        movers[k] = to_move(states[i])
        worths[k] = stake(states[i], movers[k])


@jit
def pick(values: Floats32, masks: Bytes, epsilon: float, outputs: Ints16, chance: Chance) -> None:
    """Choose the legal output with the highest value, or with probability `epsilon` a random one."""
    for k in range(len(outputs)):
        if epsilon > 0.0 and uniform(chance) < epsilon:
            left = below(chance, masks[k].sum())
            for j in range(masks.shape[1]):
                if masks[k, j]:
                    if left == 0:
                        outputs[k] = j
                    left -= 1
            continue
        best = -np.inf
        for j in range(masks.shape[1]):
            if masks[k, j] and values[k, j] > best:
                best = values[k, j]
                outputs[k] = j


@jit
def prefer(
    states: Records,
    which: Ints,
    values: Floats32,
    epsilon: float,
    picked: Ints,
    bests: Floats32,
    chance: Chance,
) -> None:
    """Write the legal move of the highest value in each game of `which` into `picked`, the value to `bests`.

    With probability `epsilon` the move is a random one."""
    out = np.empty(most_moves(states[0]), np.int64)
    for k in range(len(which)):
        i = which[k]
        n = moves(states[i], out)
        bests[k] = -np.inf
        for j in range(n):
            value = value_of(values[k], output_of(states[i], out[j]))
            if value > bests[k]:
                bests[k] = value
                picked[k] = out[j]
        if epsilon > 0.0 and uniform(chance) < epsilon:
            picked[k] = out[below(chance, n)]


@jit
def make(states: Records, which: Ints, picked: Ints, chance: Chance) -> None:
    """Play the picked move in each game of `which`."""
    for k in range(len(which)):
        play(states[which[k]], picked[k], chance)


@jit
def act(states: Records, which: Ints, outputs: Ints16, chance: Chance) -> None:
    """Play in every game of `which` the move for its output."""
    out = np.empty(most_moves(states[0]), np.int64)
    for k in range(len(which)):
        i = which[k]
        for j in range(moves(states[i], out)):
            if output_of(states[i], out[j]) == outputs[k]:
                play(states[i], out[j], chance)
                break


@jit
def pick_by_policy(states: Records, which: Ints, policy: int, picked: Ints, chance: Chance) -> None:
    """Write the moves of a playout policy in the games of `which`."""
    out = np.empty(most_moves(states[0]), np.int64)
    for k in range(len(which)):
        picked[k] = choose(states[which[k]], policy, out, chance)


@jit
def results(states: Records, worths: Floats) -> None:
    """Write what every deal is worth to every seat of a learner, its stake, into `worths`."""
    for i in range(len(states)):
        for seat in range(seats(states[i])):
            worths[i, seat] = stake(states[i], seat)


@jit
def link(games: Ints, movers: Ints, count: int, seats_: int, nexts: Ints) -> None:
    """Write for each decision the index of the next decision of the same seat in the same game, or -1."""
    last = np.full((count, seats_), -1, np.int64)
    for row in range(len(games) - 1, -1, -1):
        nexts[row] = last[games[row], movers[row]]
        last[games[row], movers[row]] = row
