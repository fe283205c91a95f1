"""Alpha-beta for games of two sides without chance or secrets.

Knuth and Moore, "An analysis of alpha-beta pruning" (1975), in negamax form, fail-soft; iterative deepening with a transposition table and the
stored move first (Slate and Atkin, "Chess 4.5", 1977), then by the game's `prior`, history of cut-offs (Schaeffer, 1989) breaking ties.
"""

from typing import Any

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import (
    copy,
    heuristic,
    highest,
    key,
    lowest,
    most_moves,
    moves,
    over,
    play,
    prior,
    records,
    score,
    to_move,
)

Entry = np.dtype(
    [("key", "u8"), ("move", "i8"), ("value", "f4"), ("depth", "i1"), ("bound", "i1")], align=True
)
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
DEEPEST = 64
_HISTORY = 1024
_BEFORE_ANY = 1e9


def new_table(bits: int) -> Any:
    """An empty transposition table with 2**bits entries."""
    return np.zeros(1 << bits, Entry).view(np.recarray)


@jit
def _rank(state, out, n, first, history, ranks):
    """Sort the moves, most promising first. Only the move stored in the table is certain; the rest by prior and history."""
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


@jit
def _value(pool, ply, seat, depth, alpha, beta, table, room, ranks, history, count, limit, stop, chance):
    """The value of `pool[ply]` for `seat`, who has just moved. `count[0]` counts nodes; `count[1]` is set when the search was cut short."""
    state = pool[ply]
    count[0] += 1
    if over(state):
        return score(state, seat)
    if stop[0] or count[0] >= limit:
        count[1] = 1
        return 0.0
    if depth == 0:
        return heuristic(state, seat)
    mover = np.int64(to_move(state))
    sign = 1.0
    if mover != seat:
        sign = -1.0
        alpha, beta = -beta, -alpha
    code = key(state)
    entry = table[code & np.uint64(len(table) - 1)]
    first = np.int64(-1)
    if entry.key == code and entry.depth > 0:
        first = entry.move
        if entry.depth >= depth:
            known = np.float64(entry.value)
            if (
                entry.bound == EXACT
                or (entry.bound == AT_LEAST and known >= beta)
                or (entry.bound == AT_MOST and known <= alpha)
            ):
                return sign * known
    out = room[ply]
    n = moves(state, out)
    _rank(state, out, n, first, history, ranks[ply])
    best = lowest(state) - 1.0
    best_move = out[0]
    floor = alpha
    for i in range(n):
        copy(state, pool[ply + 1])
        play(pool[ply + 1], out[i], chance)
        value = _value(
            pool,
            ply + 1,
            mover,
            depth - 1,
            floor,
            beta,
            table,
            room,
            ranks,
            history,
            count,
            limit,
            stop,
            chance,
        )
        if count[1]:
            return 0.0
        if value > best:
            best, best_move = value, out[i]
        floor = max(floor, best)
        if floor >= beta or best >= highest(state):
            history[out[i] % _HISTORY] += depth * depth * 1e-6
            break
    entry.key, entry.move, entry.value, entry.depth = code, best_move, best, depth
    entry.bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
    return sign * best


@jit
def _deepen(
    pool, depth, margin, order, n, values, exact, table, room, ranks, history, count, limit, stop, chance
):
    """Search every root move to `depth`, writing its value for the seat to move. A move more than `margin` below the best gets only an
    upper bound. Returns whether the depth was completed."""
    state = pool[0]
    best = lowest(state) - 1.0
    for i in range(n):
        copy(state, pool[1])
        play(pool[1], order[i], chance)
        floor = max(lowest(state) - 1.0, best - margin)
        values[i] = _value(
            pool,
            np.int64(
                1
            ),  # a literal would be a type of its own, and recursion with two signatures cannot be cached
            np.int64(to_move(state)),
            depth - 1,
            floor,
            highest(state) + 1.0,
            table,
            room,
            ranks,
            history,
            count,
            limit,
            stop,
            chance,
        )
        if count[1]:
            return False
        exact[i] = values[i] > floor
        best = max(best, values[i])
    return True


@jit
def alphabeta(state, depth, limit, margin, table, order, values, exact, stop, chance):
    """Search deeper and deeper, at most to `depth`, at most `limit` nodes, until `stop[0]` is set.

    Fills `order` with the root moves, best first, `values` with their values for the seat to move and `exact` with whether each value is more than an
    upper bound. Returns how many moves there are, the depth completed, and the nodes visited. When every move loses, the order
    of the depth before is kept: the last one that still saw a way out resists longest."""
    pool = records(state, depth + 2)
    copy(state, pool[0])
    room = np.empty((depth + 2, most_moves(state)), np.int64)
    ranks = np.empty((depth + 2, most_moves(state)))
    history = np.zeros(_HISTORY)
    count = np.zeros(2, np.int64)
    n = moves(state, order)
    _rank(state, order, n, -1, history, ranks[0])
    found = np.empty(n)
    certain = np.empty(n, np.bool_)
    values[:n] = heuristic(state, to_move(state))
    exact[:n] = False
    done = 0
    for target in range(1, depth + 1):
        complete = _deepen(
            pool,
            target,
            margin,
            order,
            n,
            found,
            certain,
            table,
            room,
            ranks,
            history,
            count,
            limit,
            stop,
            chance,
        )
        if not complete:
            break
        done = target
        if found[:n].max() <= lowest(state) and target > 1:
            values[:n] = found
            exact[:n] = certain
            break
        rank = np.argsort(-found, kind="mergesort")
        moved = order[:n].copy()
        for i in range(n):
            order[i], values[i], exact[i] = moved[rank[i]], found[rank[i]], certain[rank[i]]
        if values[0] >= highest(state):
            break
    return n, done, count[0]
