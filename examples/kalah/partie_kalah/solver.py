"""Solves Kalah: computes the value of a position with best play on both sides, in stones.

MTD(f) (Plaat and others, "Best-first fixed-depth minimax algorithms", 1996), as Irving, Donkers and Uiterwijk
used it for this game ("Solving Kalah", ICGA Journal 23(3), 2000). The transposition table holds bounds on the
stones still to be won, so that positions which differ only in their stores are one. Two positions might share
a hash: `proof.py` checks what comes out by other means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from partie.core.compiled.chance import new_chance
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints, Moves, Record, Records, Stop
from partie.core.compiled.verbs import copy, records
from partie.core.game import State
from partie_kalah.rules import MOVES, houses_key, moves, play, row
from partie_kalah.searching import prior

TABLE_BITS = 22
DEEPEST = 1000
_WORST = -127
UNLIMITED = 1 << 62

Entry = np.dtype([("key", "u8"), ("low", "i1"), ("high", "i1"), ("move", "i1")], align=True)


@jit
def _order(state: Record, out: Moves, n: int, first: int) -> None:
    """Sort the moves, the one that was best here in an earlier search first."""
    for i in range(1, n):
        move, j = out[i], i - 1
        rank = 100.0 if move == first else prior(state, move)
        while j >= 0 and (0.0 if out[j] != first else 100.0) + prior(state, out[j]) < rank:
            out[j + 1] = out[j]
            j -= 1
        out[j + 1] = move


class Work(NamedTuple):
    """What a search works with: its transposition table, room for moves at every ply, and a stop flag.

    `count` holds positions searched, whether the search was cut short, and the maximum number of
    positions."""

    table: Records
    room: Moves
    count: Ints
    stop: Stop
    chance: Chance


@jit
def _future(pool: Records, ply: int, alpha: int, beta: int, work: Work) -> int:
    """Return the lead in stones that the side to move in `pool[ply]` will still gain.

    It is exact between `alpha` and `beta`, else a bound.

    If the search is cut short, the result is meaningless."""
    state, table, count = pool[ply], work.table, work.count
    left = row(state, 0) + row(state, 1)
    if left <= alpha or left == 0:
        return left
    if -left >= beta:
        return -left
    count[0] += 1
    if work.stop[0] or count[0] >= count[2] or ply + 1 == DEEPEST:
        count[1] = 1
        return 0
    code = houses_key(state)
    entry = table[code & np.uint64(len(table) - 1)]
    known = entry.key == code
    if known:
        if entry.low >= beta:
            return np.int64(entry.low)
        if entry.high <= alpha:
            return np.int64(entry.high)
    out = work.room[ply]
    n = moves(state, out)
    _order(state, out, n, np.int64(entry.move) if known else np.int64(-1))
    seat = state.turn
    before = state.stores[seat] - state.stores[1 - seat]
    best, chosen = np.int64(_WORST), out[0]
    for i in range(n):
        copy(state, pool[ply + 1])
        play(pool[ply + 1], out[i], work.chance)
        gained = np.int64(pool[ply + 1].stores[seat] - pool[ply + 1].stores[1 - seat] - before)
        low, high = max(alpha, best) - gained, beta - gained
        if pool[ply + 1].turn == seat:
            value = gained + _future(pool, ply + 1, low, high, work)
        else:
            value = gained - _future(pool, ply + 1, -high, -low, work)
        if count[1]:
            return 0
        if value > best:
            best, chosen = value, out[i]
        if best >= beta:
            break
    if entry.key != code:  # the entry belongs to another position, or was overwritten meanwhile
        entry.key, entry.low, entry.high = code, -left, left
    entry.move = chosen
    if best > alpha:
        entry.low = max(best, entry.low)
    if best < beta:
        entry.high = min(best, entry.high)
    return best


@jit
def _converge(pool: Records, work: Work) -> int:
    """Return the exact value of `pool[0]`, by null-window searches that each test one bound."""
    low, high = np.int64(_WORST), np.int64(-_WORST)
    value = np.int64(0)
    while low < high:
        beta = value + 1 if value == low else value
        value = _future(pool, np.int64(0), beta - 1, beta, work)
        if work.count[1]:
            return 0
        if value < beta:
            high = value
        else:
            low = value
    return value


@dataclass(frozen=True)
class Solution:
    """The final margin, None if the search was cut short, and the number of positions searched."""

    margin: int | None
    positions: int


class Solver:
    """Solves positions, with a transposition table of 2**`bits` entries, kept for boards of one kind."""

    def __init__(self, bits: int = TABLE_BITS) -> None:
        self._table = np.zeros(1 << bits, Entry).view(np.recarray)
        self._room = np.empty((DEEPEST, MOVES), np.int64)
        self._chance = new_chance("none")
        self._board: tuple[int, bool] | None = None

    def solve(self, state: State, limit: int = UNLIMITED, stop: Stop | None = None) -> Solution:
        """Solve `state` for the side to move, with at most `limit` positions and until `stop[0]` is set."""
        record = state.record
        board = int(record.width), bool(record.empty)
        if board != self._board:
            self._table[:] = 0
            self._board = board
        pool = records(record, DEEPEST)
        copy(record, pool[0])
        count = np.array([0, 0, limit])
        halt = np.zeros(1, np.uint8) if stop is None else stop
        future = _converge(pool, Work(self._table, self._room, count, halt, self._chance))
        seat = int(record.turn)
        margin = int(future) + int(record.stores[seat]) - int(record.stores[1 - seat])
        return Solution(None if count[1] else margin, int(count[0]))

    def margins(
        self, state: State, limit: int = UNLIMITED, stop: Stop | None = None
    ) -> dict[int, int] | None:
        """Return the final margin of the side to move after each of its moves.

        It searches at most `limit` positions in total; the result is None if it was cut short."""
        found: dict[int, int] = {}
        for move in state.moves:
            after = state.copy()
            after.play_legal(move)
            solution = self.solve(after, limit, stop)
            limit -= solution.positions
            if solution.margin is None:
                return None
            found[move] = solution.margin if after.to_move == state.to_move else -solution.margin
        return found

    def best(self, state: State) -> int:
        """Return a best move."""
        margins = self.margins(state)
        assert margins is not None
        return max(margins, key=lambda move: margins[move])
