"""An exact solver for Quarto.

Quarto is a draw with perfect play (L. Goossens, 1998). Once four pieces are on the board, this module finds
the value of a position in a fraction of a second. It rests on these ideas:

- *Only safe gifts are searched* (`frames`). Which trait values complete a line, now and after each placement,
  is computed for all lines at once, hence the pieces that may still be given. Positions won at once are never
  visited.
- *Two questions instead of one value:* can the giver win? Can the giver at least draw? Each is a search with
  the answers yes and no, in which the opponent asks the other question.
- *Tight moves first.* Replies that leave few safe gifts, then few safe gifts after them, leave the least to
  prove. Proof numbers (V. Allis, 1994) are initialised this way; here it orders the moves.
- *A transposition table of canonical boards* (`symmetry`, `transpositions`), while seven or more squares are
  empty.
- *With five squares left, the board is no longer needed* (`endgame`).

The search keeps its path in an array instead of calling itself, so that it can stop at any node, and because
a compiled function that calls itself with differing signatures crashes when it is loaded from the cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.kernel import inline_jit, jit
from partie.core.compiled.types import Ints, Ints8, Moves, Stop, Words16
from partie.games.quarto.players.exact import endgame
from partie.games.quarto.players.exact.endgame import (
    DRAW,
    TRAITS,
    WIN,
)
from partie.games.quarto.players.exact.frames import (
    ALL,
    BUCKET,
    COMMON,
    EMPTIES,
    FRAME,
    GIFT,
    GIFT_LIST,
    GIFTS,
    KEY,
    LEFT,
    OUTLOOK,
    PLANES,
    REPLIES,
    REPLY,
    REPLY_LIST,
    SAFE,
    SAFE_FROM,
    SPREAD,
    TAKEN,
    finished,
    freedom,
    least_freedom,
    look_ahead,
    place,
    safe_after,
    set_up,
)
from partie.games.quarto.players.exact.symmetry import (
    canonical,
    count,
    geometry,
    lowest,
)
from partie.games.quarto.players.exact.transpositions import (
    NO,
    OPEN,
    SMALLEST,
    YES,
    bucket,
    recall,
    store,
    transfer,
)

NONE = 16
STOPPED, CROWDED = 3, 4
"""Why a search has no answer: it was told to stop, or the table must grow first."""

# Where a search keeps its counts and limits; where it writes its result.
NODES, STORED, LIMIT, ROOM, HORIZON, FEWEST = 0, 1, 2, 3, 4, 5
VALUE, SQUARE, PIECE = 0, 1, 2
ANSWERS, LOSING = 0, 1

# HORIZON: with so many squares left, a game without a line counts as drawn; 0 is the game itself. A position
# that is won in the game cut off there is won before the horizon, which is how distances are found.
# FEWEST: boards with fewer empty squares are not stored.

# The number of empty squares from which it pays off to look a board up, to measure how tight a reply is, and
# to look up all replies before one is searched.
FEWEST_STORED = 7
FEWEST_FORESEEN = 7
FEWEST_PROBED = 10
NODES_PER_CHECK = 1024

GROWTH = 8
_UNLIMITED = 1 << 62


class Search(NamedTuple):
    """What a search works with, the same from its first position to its last.

    The path (`frames`), whether the 2x2 squares win too, the tables of the geometry, the transposition table,
    the flag that ends it, and its counts and limits."""

    frames: Ints
    squares: int
    orient: Ints
    moved: Words16
    table: Ints
    stop: Stop
    tally: Ints


@jit
def insert(frames: Ints, start: int, n: int, entry: int) -> None:
    """Add an entry to a sorted list of n."""
    i = start + n
    while i > start and frames[i - 1] > entry:
        frames[i] = frames[i - 1]
        i -= 1
    frames[i] = entry


@jit
def finish(frames: Ints, at: int, goal: int, squares: int) -> int:
    """Whether the giver attains `goal`, with few squares left."""
    common0, common1, common2 = frames[at + COMMON], frames[at + COMMON + 1], frames[at + COMMON + 2]
    attained = endgame.settle(frames[at + TAKEN], frames[at + LEFT], common0, common1, common2, squares, goal)
    return YES if attained else NO


@jit
def enter(
    frames: Ints,
    at: int,
    goal: int,
    squares: int,
    orient: Ints,
    moved: Words16,
    table: Ints,
    fewest: int,
) -> int:
    """Answer at once whether the giver attains `goal`, or OPEN and list the gifts to try."""
    look_ahead(frames, at, squares)
    n = 0
    gifts = frames[at + SAFE]
    while gifts:
        piece = lowest(gifts)
        gifts &= gifts - 1
        free = freedom(frames, at, piece)
        if free == 0:
            return YES
        insert(frames, at + GIFT_LIST, n, free << 4 | piece)
        n += 1
    frames[at + GIFTS] = n
    frames[at + GIFT] = -1
    if frames[at + EMPTIES] < fewest:
        return OPEN
    key, kind = canonical(frames[at + PLANES], frames[at + TAKEN], orient, moved)
    frames[at + KEY] = key
    frames[at + BUCKET] = bucket(key, kind, table)
    return recall(key, frames[at + BUCKET], table, goal)


@jit
def list_replies(frames: Ints, at: int, piece: int, squares: int, horizon: int) -> int:
    """List the squares for `piece` that leave a safe gift, tightest first; returns their number.

    Returns -1 if one of them, put first in the list, already wins before the horizon.
    """
    rest = frames[at + LEFT] & ~(1 << piece)
    n = 0
    empty = ALL & ~frames[at + TAKEN]
    while empty:
        square = lowest(empty)
        empty &= empty - 1
        safe = rest & safe_after(frames[at + OUTLOOK + square], TRAITS[piece])
        if safe == 0:
            continue
        entry = count(safe) << 32 | safe << 16 | square
        if frames[at + EMPTIES] >= max(FEWEST_FORESEEN, horizon + 3):
            place(frames, at, piece, square, safe, squares)
            least = least_freedom(frames, at + FRAME, squares)
            if least == 0:
                frames[at + REPLY_LIST] = entry
                return -1
            entry |= least << 40
        insert(frames, at + REPLY_LIST, n, entry)
        n += 1
    return n


@jit
def known_reply(
    frames: Ints, at: int, piece: int, n: int, goal: int, orient: Ints, moved: Words16, table: Ints
) -> bool:
    """Whether the table knows that one of the n replies listed attains `goal` for the player who makes it."""
    for i in range(n):
        square = frames[at + REPLY_LIST + i] & 15
        planes = frames[at + PLANES] | SPREAD[piece] << square
        key, kind = canonical(planes, frames[at + TAKEN] | 1 << square, orient, moved)
        if recall(key, bucket(key, kind, table), table, goal) == YES:
            return True
    return False


@inline_jit
def advance(  # noqa: PLR0913 - in the innermost loop a named tuple would cost 8 % of the search's time
    frames: Ints,
    at: int,
    verdict: int,
    goal: int,
    squares: int,
    orient: Ints,
    moved: Words16,
    table: Ints,
    tally: Ints,
) -> int:
    """Given the answer for the last position tried below, make the next one (OPEN), or the answer here.

    Below, the opponent is the giver. A gift is good if the opponent fails after every reply, and bad as soon
    as the opponent succeeds after one.
    """
    if verdict == NO:
        frames[at + REPLY] += 1
        if frames[at + REPLY] == frames[at + REPLIES]:
            return YES
    else:
        n = -1
        while n < 0:
            frames[at + GIFT] += 1
            if frames[at + GIFT] == frames[at + GIFTS]:
                return NO
            piece = frames[at + GIFT_LIST + frames[at + GIFT]] & 15
            n = list_replies(frames, at, piece, squares, tally[HORIZON])
            probed = n > 1 and frames[at + EMPTIES] >= max(FEWEST_PROBED, tally[FEWEST] + 1)
            if probed and known_reply(frames, at, piece, n, 1 - goal, orient, moved, table):
                n = -1
        frames[at + REPLIES] = n
        frames[at + REPLY] = 0
    piece = frames[at + GIFT_LIST + frames[at + GIFT]] & 15
    reply = frames[at + REPLY_LIST + frames[at + REPLY]]
    place(frames, at, piece, reply & 15, reply >> 16 & ALL, squares)
    return OPEN


@jit
def interrupted(tally: Ints, stop: Stop) -> int:
    """Why the search must end now, or OPEN."""
    if tally[NODES] >= tally[LIMIT]:
        return STOPPED
    if tally[NODES] % NODES_PER_CHECK == 0 and stop[0] != 0:
        return STOPPED
    return CROWDED if tally[STORED] > tally[ROOM] else OPEN


@jit
def attains(search: Search, at: int, goal: int) -> int:
    """Whether the giver in frame `at`, who has a safe gift, attains `goal`: YES, NO, STOPPED or CROWDED."""
    frames, squares, orient, moved, table, stop, tally = search
    top = at
    horizon, fewest = tally[HORIZON], tally[FEWEST]
    while True:
        halt = interrupted(tally, stop)
        if halt != OPEN:
            return halt
        tally[NODES] += 1
        verdict = OPEN
        if frames[at + EMPTIES] <= horizon + 1:
            verdict = YES if goal == DRAW else NO
        elif frames[at + EMPTIES] <= endgame.LARGEST:
            verdict = finish(frames, at, goal, squares)
            if horizon and verdict == goal:  # somebody wins: perhaps not before the horizon
                verdict = OPEN
        if verdict == OPEN:
            verdict = enter(frames, at, goal, squares, orient, moved, table, fewest)
        searched = verdict == OPEN
        if searched:
            verdict = advance(frames, at, YES, goal, squares, orient, moved, table, tally)
        while verdict != OPEN:
            if searched and frames[at + EMPTIES] >= fewest:
                tally[STORED] += store(frames[at + KEY], frames[at + BUCKET], table, goal, verdict)
            if at == top:
                return verdict
            at -= FRAME
            goal = 1 - goal
            searched = True
            verdict = advance(frames, at, verdict, goal, squares, orient, moved, table, tally)
        at += FRAME
        goal = 1 - goal


@jit
def placer_attains(search: Search, at: int, piece: int, goal: int) -> int:
    """Whether the player who has to place `piece` attains `goal`; the frame's REPLY then says how."""
    frames, squares, tally = search.frames, search.squares, search.tally
    if TRAITS[piece] & look_ahead(frames, at, squares):
        return YES
    if frames[at + EMPTIES] == tally[HORIZON] + 1:
        frames[at + REPLY] = lowest(ALL & ~frames[at + TAKEN])
        return YES if goal == DRAW else NO
    n = list_replies(frames, at, piece, squares, tally[HORIZON])
    if n < 0:
        frames[at + REPLY] = frames[at + REPLY_LIST]
        return YES
    if goal == WIN and FEWEST_FORESEEN <= frames[at + EMPTIES] == tally[HORIZON] + 3:
        return NO  # `list_replies` has looked as far as the horizon
    for i in range(n):
        reply = frames[at + REPLY_LIST + i]
        place(frames, at, piece, reply & 15, reply >> 16 & ALL, squares)
        verdict = attains(search, at + FRAME, goal)
        if verdict != NO:
            frames[at + REPLY] = reply
            return verdict
    return NO


@jit
def giver_attains(search: Search, at: int, goal: int) -> int:
    """Whether the player who has to give attains `goal`; the frame's GIFT is then the piece to give."""
    frames = search.frames
    gifts = frames[at + LEFT]
    while gifts:
        piece = lowest(gifts)
        gifts &= gifts - 1
        verdict = placer_attains(search, at, piece, 1 - goal)
        if verdict != YES:
            frames[at + GIFT] = piece
            return YES if verdict == NO else verdict
    return NO


@jit
def winning_square(frames: Ints, hand: int, squares: int) -> int:
    """The square where the piece in hand wins at once, or NONE."""
    empty = ALL & ~frames[TAKEN]
    while empty:
        square = lowest(empty)
        empty &= empty - 1
        place(frames, 0, hand, square, 0, squares)
        if finished(frames, FRAME):
            return square
    return NONE


@jit
def solve(board: Ints8, hand: int, search: Search, out: Moves) -> int:
    """Write the value of a position and a move that attains it to `out`; returns YES, STOPPED or CROWDED."""
    frames, squares = search.frames, search.squares
    set_up(frames, board, squares)
    out[SQUARE] = out[PIECE] = NONE
    out[VALUE] = -1 if finished(frames, 0) else 0
    if finished(frames, 0) or frames[EMPTIES] == 0:
        return YES
    if hand >= 0:
        out[SQUARE] = winning_square(frames, hand, squares)
        if out[SQUARE] != NONE:
            out[VALUE] = 1
            return YES
    resist(frames, hand, squares, out)
    out[VALUE] = -1
    for goal in (DRAW, WIN):
        verdict = improve(search, hand, goal, out)
        if verdict != YES:
            return YES if verdict == NO else verdict
    return YES


@jit
def improve(search: Search, hand: int, goal: int, out: Moves) -> int:
    """Whether the side to move attains `goal`; if so, write value and move to `out`."""
    frames = search.frames
    at = 0
    if hand >= 0:
        verdict = placer_attains(search, 0, hand, goal)
        if verdict != YES:
            return verdict
        square = frames[REPLY] & 15
        place(frames, 0, hand, square, 0, search.squares)
        at = FRAME
    verdict = YES
    if frames[at + LEFT]:
        verdict = giver_attains(search, at, goal)
    if verdict == YES:
        out[VALUE] = goal
        out[SQUARE] = NONE if hand < 0 else square
        out[PIECE] = frames[at + GIFT] if frames[at + LEFT] else NONE
    return verdict


@jit
def resist(frames: Ints, hand: int, squares: int, out: Moves) -> None:
    """Write the move that leaves the most safe gifts, for when all moves lose."""
    most = -1
    empty = ALL & ~frames[TAKEN] if hand >= 0 else 1
    while empty:
        square = lowest(empty)
        empty &= empty - 1
        if hand >= 0:
            place(frames, 0, hand, square, 0, squares)
        at = 0 if hand < 0 else FRAME
        left = frames[at + LEFT]
        safe = left & SAFE_FROM[look_ahead(frames, at, squares)]
        if count(safe) > most:
            most = count(safe)
            out[SQUARE] = NONE if hand < 0 else square
            out[PIECE] = lowest(safe) if safe else (lowest(left) if left else NONE)


@jit
def appraise(board: Ints8, hand: int, square: int, gift: int, search: Search, out: Moves) -> int:
    """Write the value of a placement and gift for the player who makes it; returns YES, STOPPED or
    CROWDED."""
    frames, squares = search.frames, search.squares
    set_up(frames, board, squares)
    at = 0
    if hand >= 0:
        place(frames, 0, hand, square, 0, squares)
        at = FRAME
    if gift == NONE:
        out[VALUE] = 1 if finished(frames, at) else 0
        return YES
    out[VALUE] = 1
    for goal in (DRAW, WIN):
        verdict = placer_attains(search, at, gift, goal)
        if verdict > YES:
            return verdict
        if verdict == NO:
            break
        out[VALUE] = -goal
    return YES


@jit
def reach(board: Ints8, hand: int, goal: int, search: Search, out: Moves) -> int:
    """Write whether the side to move attains `goal` before the horizon, and how; returns YES, STOPPED or
    CROWDED.
    """
    frames, squares = search.frames, search.squares
    set_up(frames, board, squares)
    if hand >= 0:
        out[SQUARE], out[PIECE] = winning_square(frames, hand, squares), NONE
        if out[SQUARE] != NONE:
            out[VALUE] = YES
            return YES
    resist(frames, hand, squares, out)
    verdict = improve(search, hand, goal, out)
    out[VALUE] = verdict
    return max(verdict, YES)


@jit
def count_traps(board: Ints8, hand: int, search: Search, out: Moves) -> int:
    """Write how many answers give no piece that wins at once, and how many of these lose all the same, before
    the horizon; returns YES, STOPPED or CROWDED.
    """
    frames, squares = search.frames, search.squares
    out[ANSWERS] = out[LOSING] = 0
    set_up(frames, board, squares)
    look_ahead(frames, 0, squares)
    empty = ALL & ~frames[TAKEN]
    while empty:
        square = lowest(empty)
        empty &= empty - 1
        safe = frames[LEFT] & ~(1 << hand) & safe_after(frames[OUTLOOK + square], TRAITS[hand])
        place(frames, 0, hand, square, safe, squares)
        while safe:
            piece = lowest(safe)
            safe &= safe - 1
            verdict = placer_attains(search, FRAME, piece, WIN)
            if verdict > YES:
                return verdict
            out[ANSWERS] += 1
            out[LOSING] += verdict
    return YES


@dataclass(frozen=True)
class Solution:
    """The value for the side to move (1, 0 or -1, None if not proven), and a move that attains it."""

    value: int | None
    square: int
    gift: int
    nodes: int
    proven: bool


class End(NamedTuple):
    """When a decided game ends, in placements from here, and a move that brings it about or delays it."""

    placements: int
    square: int
    gift: int


class Traps(NamedTuple):
    """Answers that give no piece which wins at once, and how many of these lose all the same."""

    answers: int
    losing: int


class Solver:
    """Proves the value of Quarto positions, and keeps its proofs from one call to the next.

    A board is 16 pieces, -1 where a square is empty. The piece in hand is -1 when the side to move has to
    give first. In a move, square or gift is NONE (16) where there is none. One solver serves one thread at a
    time.

    >>> board = [0b0000, 0b0001, 0b0010, -1] + [-1] * 12
    >>> Solver().solve(board, hand=0b0100)
    Solution(value=1, square=3, gift=16, nodes=0, proven=True)
    """

    searched: int
    """How many positions were searched since the solver was made or cleared."""

    def __init__(
        self, table_bits: int = 22, fewest: int = FEWEST_STORED, shared: NDArray[np.int64] | None = None
    ) -> None:
        """`shared` is a table that several processes use for one set of rules; it keeps its size. They may
        write at the same time: a board is one word, so at worst one of two boards is lost.
        """
        self._largest = max(1 << table_bits, SMALLEST)
        self._fewest = fewest
        self._shared = shared
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.searched = 0
        self._tables: dict[int, NDArray[np.int64]] = {}
        self._stored: dict[int, int] = {}

    @property
    def nbytes(self) -> int:
        """The memory the proofs take."""
        return sum(table.nbytes for table in self._tables.values())

    def solve(
        self,
        board: Sequence[int] | NDArray[np.int8],
        hand: int,
        squares: bool = False,
        *,
        nodes: int | None = None,
        stop: NDArray[np.uint8] | None = None,
    ) -> Solution:
        """Solve a position; nothing is proven if `stop[0]` is set or `nodes` are used up."""
        tally, out = self._tally(nodes), np.zeros(3, np.int64)
        proven = self._run(solve, (_board(board, hand), hand), squares, stop, tally, out)
        if not proven:
            return Solution(None, NONE, NONE, int(tally[NODES]), False)
        value, square, gift = (int(x) for x in out)
        return Solution(value, square, gift, int(tally[NODES]), True)

    def value(
        self,
        board: Sequence[int] | NDArray[np.int8],
        hand: int,
        square: int,
        gift: int,
        squares: bool = False,
        *,
        nodes: int | None = None,
        stop: NDArray[np.uint8] | None = None,
    ) -> int | None:
        """The value of a legal placement and gift for the side to move, None if it is not proven."""
        out = np.zeros(3, np.int64)
        position = (_board(board, hand), hand, square, gift)
        return (
            int(out[VALUE]) if self._run(appraise, position, squares, stop, self._tally(nodes), out) else None
        )

    def end(
        self,
        board: Sequence[int] | NDArray[np.int8],
        hand: int,
        value: int,
        squares: bool = False,
        *,
        least: int = 1,
        nodes: int | None = None,
        stop: NDArray[np.uint8] | None = None,
    ) -> End | None:
        """When a position worth `value`, 1 or -1, is won, if the winner is as quick and the loser as slow as
        can be; None if it is not proven. It is known to take `least` placements.
        """
        pieces, out = _board(board, hand), np.zeros(3, np.int64)
        empty = int(np.count_nonzero(pieces < 0))
        # The side that places next wins after an odd number of placements, the other after an even one.
        first = 1 if (value > 0) == (hand >= 0) else 2
        goal = WIN if value > 0 else DRAW
        tally = self._tally(nodes)
        resisting = None
        # A loser looks first for a move that holds out until shortly before the end.
        first += max(0, least - (2 if goal == DRAW else 0) - first + 1) // 2 * 2
        for placements in range(first, empty + 1, 2):
            tally[HORIZON] = empty - placements
            if not self._run(reach, (pieces, hand, goal), squares, stop, tally, out):
                return None
            if out[VALUE] == YES:
                resisting = End(placements + 2, int(out[SQUARE]), int(out[PIECE]))
            if out[VALUE] == goal:  # a win is attained, or a draw is not
                move = out[SQUARE:] if goal == WIN or resisting is None else resisting[1:]
                return End(placements, int(move[0]), int(move[1]))
        raise ValueError(f"not worth {value}: {pieces.tolist()}, {hand} in hand")

    def traps(
        self,
        board: Sequence[int] | NDArray[np.int8],
        hand: int,
        squares: bool = False,
        *,
        within: int | None = None,
        nodes: int | None = None,
        stop: NDArray[np.uint8] | None = None,
    ) -> Traps | None:
        """Count the answers to a position with a piece in hand; None if that took more than `nodes`.

        With `within`, only losses count that are over after as many placements as that.
        """
        pieces, out, tally = _board(board, hand), np.zeros(3, np.int64), self._tally(nodes)
        left = int(np.count_nonzero(pieces < 0)) - 1
        tally[HORIZON] = 0 if within is None else max(0, left - within)
        if not self._run(count_traps, (pieces, hand), squares, stop, tally, out):
            return None
        return Traps(int(out[ANSWERS]), int(out[LOSING]))

    def _tally(self, nodes: int | None) -> NDArray[np.int64]:
        return np.array([0, 0, _UNLIMITED if nodes is None else nodes, 0, 0, self._fewest], np.int64)

    def _run(
        self, kernel: Any, position: tuple[Any, ...], squares: bool, stop: Any, tally: Any, out: Any
    ) -> bool:
        """Run a compiled function until it is done, giving it a larger table when it asks for one."""
        frames = np.zeros(18 * FRAME, np.int64)
        stop = np.zeros(1, np.uint8) if stop is None else stop
        which = 2 * int(tally[HORIZON]) + int(squares)
        before = int(tally[NODES])
        while True:
            shared = self._shared if tally[HORIZON] == 0 else None
            table = self._table(which) if shared is None else shared
            tally[STORED] = self._stored.get(which, 0)
            full = shared is not None or table.size >= self._largest
            tally[ROOM] = _UNLIMITED if full else table.size // 2
            search = Search(frames, int(squares), *geometry(squares), table, stop, tally)
            status = kernel(*position, search, out)
            self._stored[which] = int(tally[STORED])
            self.searched += int(tally[NODES]) - before
            before = int(tally[NODES])
            if status != CROWDED:
                return bool(status == YES)
            larger = np.zeros(min(table.size * GROWTH, self._largest), np.int64)
            self._stored[which] = transfer(table, larger)
            self._tables[which] = larger

    def _table(self, which: int) -> NDArray[np.int64]:
        if which not in self._tables:
            self._tables[which] = np.zeros(SMALLEST, np.int64)
        return self._tables[which]


def _board(board: Sequence[int] | NDArray[np.int8], hand: int) -> NDArray[np.int8]:
    """The board as compiled code reads it; `ValueError` if a piece appears twice or does not exist."""
    pieces = np.array(board, np.int8)
    used = [int(piece) for piece in pieces if piece >= 0] + [hand] * (hand >= 0)
    if pieces.shape != (16,) or len(set(used)) != len(used) or max(used, default=0) > 15:
        raise ValueError(f"not a Quarto position: {pieces.tolist()}, {hand} in hand")
    return pieces
