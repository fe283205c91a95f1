"""Alpha-beta search, for games of two sides without chance or hidden information.

Knuth and Moore, "An analysis of alpha-beta pruning" (1975), in negamax form and fail-soft, with iterative
deepening and a transposition table (Slate and Atkin, "Chess 4.5", 1977). The move stored in the table is
tried first; the others are ordered by the game's `prior`, and then by the history heuristic (Schaeffer,
1989).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import inline_jit, jit
from partie.core.compiled.types import Chance, Flags, Floats, Ints, Moves, Record, Records, Stop, int64
from partie.core.compiled.verbs import (
    best,
    copy,
    heuristic,
    key,
    most_moves,
    moves,
    play,
    prior,
    records,
    settled,
    to_move,
    worst,
    worth,
)

Entry = np.dtype(
    [("key", "u8"), ("move", "i8"), ("value", "f4"), ("depth", "i1"), ("bound", "i1")], align=True
)
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
DEEPEST = 64
_HISTORY = 1024
"""The size of the history table. Moves share an entry by their number modulo this, since it only breaks ties.
"""
_CUT_OFF = 1e-6
"""What a cut-off at depth 1 adds to a move's history. At depth d it adds d² times as much, because it saved a
larger tree. It is so small that even a million cut-offs hardly outweigh one step of a game's `prior`."""
_BEFORE_ANY = 1e9
"""The rank of the stored move, higher than any sum of prior and history."""
_BEYOND = 1.0
"""How far a full window extends beyond the range of values on either side."""
_NODES, _CUT_SHORT = 0, 1
"""Indices into the counters of a search."""


class Limits(NamedTuple):
    """How far to search: at most to `depth`, and at most `nodes` nodes.

    Root moves that are more than `margin` below the best need no exact value."""

    depth: int
    nodes: int
    margin: float


class Ranking(NamedTuple):
    """The root moves, best first, with their values for the seat to move.

    A value that is not `exact` is only an upper bound."""

    order: Moves
    values: Floats
    exact: Flags


class _Room(NamedTuple):
    """The working memory of a search.

    For every ply a state, its moves and their ranks; the history of cut-offs; the counters, and the limit of
    the one of nodes; the transposition table."""

    pool: Records
    out: Moves
    ranks: Floats
    history: Floats
    counters: Ints
    most_nodes: int
    table: Records


def new_table(bits: int) -> Records:
    """An empty transposition table with 2**bits entries."""
    return np.zeros(1 << bits, Entry).view(np.recarray)


def new_ranking(size: int) -> Ranking:
    """Space for the answer about a position with at most `size` moves."""
    return Ranking(np.empty(size, np.int64), np.empty(size), np.empty(size, np.bool_))


@inline_jit
def _rank(state: Record, out: Moves, n: int, first: int, history: Floats, ranks: Floats) -> None:
    """Sort the moves, most promising first: the stored move `first`, then the others by prior and history."""
    for i in range(n):
        move = out[i]
        ranks[i] = prior(state, move) + history[move % _HISTORY]
        if move == first:
            ranks[i] = _BEFORE_ANY
    for i in range(1, n):
        move, rank = out[i], ranks[i]
        j = i - 1
        while j >= 0 and ranks[j] < rank:
            out[j + 1], ranks[j + 1] = out[j], ranks[j]
            j -= 1
        out[j + 1], ranks[j + 1] = move, rank


@inline_jit
def _answers(entry: Record, alpha: float, beta: float) -> bool:
    """Whether a table entry is enough to answer a search with this window."""
    if entry.bound == EXACT:
        return True
    return entry.value >= beta if entry.bound == AT_LEAST else entry.value <= alpha


@jit
def _value(
    room: _Room, ply: int, seat: int, depth: int, alpha: float, beta: float, stop: Stop, chance: Chance
) -> float:
    """The value of `room.pool[ply]` for `seat`, which has just moved."""
    state, counters = room.pool[ply], room.counters
    counters[_NODES] += 1
    if settled(state):
        return worth(state, seat)
    if stop[0] or counters[_NODES] >= room.most_nodes:
        counters[_CUT_SHORT] = 1
        return 0.0
    if depth == 0:
        return heuristic(state, seat)
    mover = int64(to_move(state))
    sign = 1.0
    if mover != seat:
        sign = -1.0
        alpha, beta = -beta, -alpha
    code = key(state)
    entry = room.table[code & np.uint64(len(room.table) - 1)]
    first = int64(-1)
    if entry.key == code and entry.depth > 0:
        first = entry.move
        if entry.depth >= depth and _answers(entry, alpha, beta):
            return sign * np.float64(entry.value)
    out = room.out[ply]
    n = moves(state, out)
    _rank(state, out, n, first, room.history, room.ranks[ply])
    top = worst(state) - _BEYOND
    best_move = out[0]
    floor = alpha
    for i in range(n):
        copy(state, room.pool[ply + 1])
        play(room.pool[ply + 1], out[i], chance)
        value = _value(room, ply + 1, mover, depth - 1, floor, beta, stop, chance)
        if counters[_CUT_SHORT]:
            return 0.0
        if value > top:
            top, best_move = value, out[i]
        floor = max(floor, top)
        if floor >= beta or top >= best(state):
            room.history[out[i] % _HISTORY] += depth * depth * _CUT_OFF
            break
    entry.key, entry.move, entry.value, entry.depth = code, best_move, top, depth
    entry.bound = AT_MOST if top <= alpha else AT_LEAST if top >= beta else EXACT
    return sign * top


@jit
def _deepen(
    room: _Room, depth: int, margin: float, found: Ranking, n: int, stop: Stop, chance: Chance
) -> bool:
    """Search every root move to `depth` and write its value for the seat to move.

    A move that is more than `margin` below the best gets only an upper bound. Returns whether the depth was
    completed."""
    state = room.pool[0]
    top = lowest = worst(state) - _BEYOND
    # A literal would have a type of its own, and recursion with two signatures cannot be cached.
    ply, mover = int64(1), int64(to_move(state))
    for i in range(n):
        copy(state, room.pool[1])
        play(room.pool[1], found.order[i], chance)
        floor = max(lowest, top - margin)
        value = _value(room, ply, mover, depth - 1, floor, best(state) + _BEYOND, stop, chance)
        if room.counters[_CUT_SHORT]:
            return False
        found.values[i] = value
        found.exact[i] = value > floor
        top = max(top, value)
    return True


@jit
def _sort(found: Ranking, n: int, answer: Ranking) -> None:
    """Write what a depth found into `answer`, best first; equal moves keep their order.

    By insertion: there are few moves, and compiling NumPy's sort takes longer than sorting ever saves."""
    order, values, exact = answer.order, answer.values, answer.exact
    for i in range(n):
        move, value, proved = order[i], found.values[i], found.exact[i]
        at = i
        while at > 0 and values[at - 1] < value:
            order[at], values[at], exact[at] = order[at - 1], values[at - 1], exact[at - 1]
            at -= 1
        order[at], values[at], exact[at] = move, value, proved


@jit
def alphabeta(
    state: Record, limits: Limits, table: Records, answer: Ranking, stop: Stop, chance: Chance
) -> tuple[int, int, int]:
    """Search with iterative deepening until a limit is reached or `stop[0]` is set.

    Fills `answer`; returns the number of moves, the depth completed, and the number of nodes visited. If
    every move loses, the order of the previous depth is kept: a move that did not lose there resists longest.
    """
    order, values, exact = answer.order, answer.values, answer.exact
    plies = limits.depth + 2
    room = _Room(
        records(state, plies),
        np.empty((plies, most_moves(state)), np.int64),
        np.empty((plies, most_moves(state))),
        np.zeros(_HISTORY),
        np.zeros(2, np.int64),
        limits.nodes,
        table,
    )
    copy(state, room.pool[0])
    n = moves(state, order)
    _rank(state, order, n, -1, room.history, room.ranks[0])
    values[:n] = heuristic(state, to_move(state))
    exact[:n] = False
    found = Ranking(order, np.empty(n), np.empty(n, np.bool_))
    done = 0
    for target in range(1, limits.depth + 1):
        if not _deepen(room, target, limits.margin, found, n, stop, chance):
            break
        done = target
        if found.values.max() <= worst(state) and target > 1:
            for i in range(n):
                values[i], exact[i] = found.values[i], found.exact[i]
            break
        _sort(found, n, answer)
        if values[0] >= best(state):
            break
    return n, done, room.counters[_NODES]
