"""Whole games between described players, compiled, thousands at a time and on every core.

A player is one row of numbers: its kind, how often it slips (plays any legal move), and its parameters. A
*line-up* gives the row of each seat. Every game has its own random generator, derived from the seed and the
game's number, so results do not depend on the number of threads, and games with the same number have the
same dice as long as their players do the same.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance, uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.streams import derive_chance
from partie.core.compiled.types import Chance, Floats, Ints, Record, Words, int64
from partie.core.compiled.verbs import records
from partie.games.liarsdice.players.odds.kernels import naive_move, odds_move
from partie.games.liarsdice.players.plain import plain_move
from partie.games.liarsdice.players.scripted.styles import scripted_move
from partie.games.liarsdice.players.watchful.foresight import TYPES, Known, foresighted_move, learn_types
from partie.games.liarsdice.players.watchful.kernels import HABITS, learn_showdown, watchful_move
from partie.games.liarsdice.players.weighted.criteria import weighted_move
from partie.games.liarsdice.rules import FACES, SEATS, State, over, play, random_move, score, start

OPTIONS = (5, 6, 0, 1, 0)
"""The options as `start` reads them: five six-sided dice, none wild; exact calls cost the others a die."""
RANDOM, NAIVE, ODDS, WEIGHTED, WATCHFUL, PLAIN, FORESIGHTED, SCRIPTED = range(8)
"""The kinds of players. Those by a script are there to measure others by, not to tune them."""
FIRST = 2
"""Where the parameters of a player begin in its row."""
WIDTH = FIRST + 19
Player = NDArray[np.float64]


def player(kind: int, parameters: Sequence[float] | NDArray[np.float64] = (), slip: float = 0.0) -> Player:
    """A player as a row of numbers."""
    row = np.zeros(WIDTH)
    row[0], row[1] = kind, slip
    row[FIRST : FIRST + len(parameters)] = parameters
    return row


@jit
def choose_move(
    state: Record,
    seat: int,
    row: Floats,
    habits: Floats,
    seen: Floats,
    learned: Ints,
    scratch: Floats,
    chance: Chance,
) -> int:
    """The move of the player to move; `habits`, `seen` and `learned` belong to this seat."""
    kind = int64(row[0])
    if row[1] > 0.0 and uniform(chance) < row[1]:
        return random_move(state, chance)
    if kind in (WATCHFUL, FORESIGHTED):
        if state.caller >= 0 and learned[seat] != state.rounds:
            learned[seat] = state.rounds
            learn_showdown(state, row[FIRST + 1 :], habits)
            if kind == FORESIGHTED:
                learn_types(state, TYPES, seen, chance)
        if kind == FORESIGHTED:
            rounds = int64(row[FIRST])
            return foresighted_move(state, seat, row[FIRST + 1 :], habits, Known(TYPES, seen), rounds, chance)
        return watchful_move(state, seat, row[FIRST], row[FIRST + 1 :], habits, chance)
    if kind == WEIGHTED:
        return weighted_move(state, seat, row[FIRST:], scratch, chance)
    if kind == ODDS:
        return odds_move(state, seat, row[FIRST], row[FIRST + 1], chance)
    if kind == NAIVE:
        return naive_move(state, seat, chance)
    if kind == PLAIN:
        return plain_move(state, seat, row[FIRST:], chance)
    if kind == SCRIPTED:
        return scripted_move(state, seat, int64(row[FIRST]), chance)
    return random_move(state, chance)


class Series(NamedTuple):
    """Which games are played: the players, who sits where in each game, the options with the number of seats,
    and the seed. Games whose numbers differ by a multiple of `same` have the same dice."""

    players: Floats
    lineups: Ints
    options: Ints
    same: int
    seed: Words


@jit
def play_range(blank: Record, series: Series, first: int, last: int, wins: Floats) -> None:
    """Play the games `first` … `last` - 1 and write each seat's share of the win."""
    players, lineups, options, same, seed = series
    pool = records(blank, 1)
    chance = np.zeros(4, np.uint64)
    scratch, learned = np.empty((2, FACES)), np.zeros(SEATS, np.int64)
    habits, seen = np.zeros((SEATS, SEATS, HABITS)), np.zeros((SEATS, SEATS, len(TYPES) + 1))
    seats = lineups.shape[1]
    for game in range(first, last):
        derive_chance(seed, game % same, chance)
        start(pool[0], options, chance)
        habits[:] = 0.0
        seen[:] = 0.0
        learned[:] = 0
        while not over(pool[0]):
            seat = int64(pool[0].turn)
            row = players[lineups[game, seat]]
            if row[0] == WEIGHTED and row[1] == 0.0:
                # Here, without the large stack frame of all other kinds, it is twice as fast.
                play(pool[0], weighted_move(pool[0], seat, row[FIRST:], scratch, chance), chance)
                continue
            play(
                pool[0],
                choose_move(pool[0], seat, row, habits[seat], seen[seat], learned, scratch, chance),
                chance,
            )
        best, winners = -1.0, 0
        for seat in range(seats):
            got = score(pool[0], seat)
            if got > best:
                best, winners = got, 0
            winners += got == best
        for seat in range(seats):
            wins[game, seat] = 1.0 / winners if score(pool[0], seat) == best else 0.0


def play_matches(
    players: Sequence[Player] | NDArray[np.float64],
    lineups: NDArray[np.int64],
    seed: tuple[object, ...],
    options: tuple[int, ...] = OPTIONS,
    same: int | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """Play one game per row of `lineups` (games × seats); returns every seat's share of the win.

    `seed` is anything `new_chance` takes, as a tuple."""
    rows = np.ascontiguousarray(np.array(players), np.float64)
    lineups = np.ascontiguousarray(lineups, np.int64)
    count, seats = lineups.shape
    wins = np.empty((count, seats))
    codes, words = np.array([*options, seats], np.int64), new_chance(*seed, "tables")
    series = Series(rows, lineups, codes, same or count, words)
    blank = np.zeros(1, State).view(np.recarray)[0]

    def part(first: int, last: int) -> None:
        play_range(blank, series, first, last, wins)

    threads = min(threads or os.cpu_count() or 1, count)
    edges = [count * i // threads for i in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, edges[:-1], edges[1:]))
    return wins


def alone(hero: int, others: Sequence[int], games: int, seats: int) -> NDArray[np.int64]:
    """Line-ups of one player against others, who fill the other seats in order; the player changes seat."""
    lineups = np.empty((games, seats), np.int64)
    for game in range(games):
        lineups[game, game % seats] = hero
        for step in range(1, seats):
            lineups[game, (game + step) % seats] = others[(game // seats + step) % len(others)]
    return lineups
