"""Thousands of tables at once, compiled: every table makes one move, then every table the next, so that a network is asked about all of them in one go."""

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
    start,
    to_move,
    worth,
)


@jit
def deal(states: Records, options: Ints, chance: Chance) -> None:
    """Begin a game at every table."""
    for i in range(len(states)):
        start(states[i], options, chance)


@jit
def spread(view: Record, seat: int, moves_: Ints, states: Records, chance: Chance) -> None:
    """Sampled worlds, each with every one of the moves made in it: world by world, move by move."""
    n = len(moves_)
    for world in range(len(states) // n):
        determinise(view, seat, chance, states[world * n])
        for i in range(n - 1, -1, -1):
            copy(states[world * n], states[world * n + i])
            play(states[world * n + i], moves_[i], chance)


@jit
def turns(states: Records, players: Ints8, player: int, out: Moves) -> int:
    """The tables that wait for a player, into `out`; returns how many. `players[table, seat]` says who sits where."""
    n = 0
    for i in range(len(states)):
        if not settled(states[i]) and players[i, to_move(states[i])] == player:
            out[n] = i
            n += 1
    return n


@jit
def look(
    states: Records, which: Ints, encoding: int, features: Ints8, masks: Bytes, movers: Ints, worths: Floats32
) -> None:
    """For each of the tables `which`: what the seat to move sees, which outputs stand for legal moves, who it is and what its deal is worth so far."""
    out = np.empty(most_moves(states[0]), np.int64)
    masks[:] = 0
    for k in range(len(which)):
        i = which[k]
        encode(states[i], encoding, features[k])
        for j in range(moves(states[i], out)):
            masks[k, output_of(states[i], out[j])] = 1
        movers[k] = to_move(states[i])
        worths[k] = worth(states[i], movers[k])


@jit
def pick(values: Floats32, masks: Bytes, epsilon: float, outputs: Ints16, chance: Chance) -> None:
    """The legal output with the highest value, the first of equals; one time in 1/epsilon any legal one."""
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
def act(states: Records, which: Ints, outputs: Ints16, chance: Chance) -> None:
    """Play at every table of `which` the move its output stands for."""
    out = np.empty(most_moves(states[0]), np.int64)
    for k in range(len(which)):
        i = which[k]
        for j in range(moves(states[i], out)):
            if output_of(states[i], out[j]) == outputs[k]:
                play(states[i], out[j], chance)
                break


@jit
def act_by_rule(states: Records, which: Ints, policy: int, chance: Chance) -> None:
    """Play at every table of `which` by a playout policy of the game."""
    out = np.empty(most_moves(states[0]), np.int64)
    for i in which:
        play(states[i], choose(states[i], policy, out, chance), chance)


@jit
def results(states: Records, worths: Floats) -> None:
    """What the deals were worth to every seat."""
    for i in range(len(states)):
        for seat in range(seats(states[i])):
            worths[i, seat] = worth(states[i], seat)


@jit
def link(tables: Ints, movers: Ints, count: int, seats_: int, nexts: Ints) -> None:
    """For each decision, in the order they were made, the next decision of the same seat at the same table, or -1."""
    last = np.full((count, seats_), -1, np.int64)
    for row in range(len(tables) - 1, -1, -1):
        nexts[row] = last[tables[row], movers[row]]
        last[tables[row], movers[row]] = row
