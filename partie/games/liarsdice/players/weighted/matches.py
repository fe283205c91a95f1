"""Whole games between compiled players, thousands at a time and on every core.

A *line-up* gives the player of each seat: a number from 0 on is a row of weights (the program `weighted`), a
negative one a fast playout policy, see `policy`. Every table has its own random generator, derived from the
seed and the table's number, so results do not depend on the number of threads.
"""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.core.compiled.kernel import jit
from partie.core.compiled.streams import derive_chance
from partie.core.compiled.types import Chance, Floats, Ints, Moves, Record, Words, int64
from partie.core.compiled.verbs import (
    records,
)
from partie.games.liarsdice.players.searching import POLICIES, choose
from partie.games.liarsdice.players.weighted.criteria import weighted_move
from partie.games.liarsdice.rules import FACES, MOVES, State, over, play, score, start

OPTIONS = (5, 6, 0, 1, 0)
"""The options as `start` reads them: five six-sided dice, none wild; exact calls cost the others a die."""


def policy(name: str) -> int:
    """The number of a fast playout policy in a line-up: `odds`, `naive` or `random`."""
    return -1 - POLICIES.index(name)


@jit
def play_table(
    state: Record, players: Ints, weights: Floats, out: Moves, scratch: Floats, chance: Chance
) -> None:
    """Play a started game to its end."""
    while not over(state):
        seat = int64(state.turn)
        player = players[seat]
        if player >= 0:
            move = weighted_move(state, seat, weights[player], scratch, chance)
        else:
            move = choose(state, -1 - player, out, chance)
        play(state, move, chance)


@jit
def play_range(
    blank: Record,
    weights: Floats,
    lineups: Ints,
    first: int,
    last: int,
    options: Ints,
    seed: Words,
    scores: Floats,
    wins: Floats,
    rounds: Ints,
) -> None:
    """Play the tables `first` … `last` - 1; writes each seat's score and share of the win, and the rounds."""
    pool = records(blank, 1)
    chance = np.zeros(4, np.uint64)
    out, scratch = np.empty(MOVES, np.int64), np.empty((2, FACES))
    seats = lineups.shape[1]
    for table in range(first, last):
        derive_chance(seed, table, chance)
        start(pool[0], options, chance)
        play_table(pool[0], lineups[table], weights, out, scratch, chance)
        best = -1.0
        for seat in range(seats):
            scores[table, seat] = score(pool[0], seat)
            best = max(best, scores[table, seat])
        winners = 0
        for seat in range(seats):
            winners += scores[table, seat] == best
        for seat in range(seats):
            wins[table, seat] = 1.0 / winners if scores[table, seat] == best else 0.0
        rounds[table] = pool[0].rounds


def play_tables(
    weights: NDArray[np.float64],
    lineups: NDArray[np.int64],
    seed: tuple[object, ...],
    options: tuple[int, ...] = OPTIONS,
    threads: int | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Play one game per row of `lineups` (tables × seats) between rows of `weights` and policies.

    Returns scores, shares of the win (both tables × seats) and rounds (per table). `seed` is anything
    `new_chance` takes, as a tuple.
    """
    weights = np.ascontiguousarray(weights, np.float64)
    lineups = np.ascontiguousarray(lineups, np.int64)
    count, seats = lineups.shape
    scores, wins, rounds = np.empty((count, seats)), np.empty((count, seats)), np.empty(count, np.int64)
    codes = np.array([*options, seats], np.int64)
    words = new_chance(*seed, "tables")
    blank = np.zeros(1, State).view(np.recarray)[0]

    def part(first: int, last: int) -> None:
        play_range(blank, weights, lineups, first, last, codes, words, scores, wins, rounds)

    threads = min(threads or os.cpu_count() or 1, count)
    if threads <= 1:
        part(0, count)
    else:
        edges = [count * i // threads for i in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(part, edges[:-1], edges[1:]))
    return scores, wins, rounds
