"""The solver's transposition table: answers proven, by canonical board.

One 64-bit word per board. It holds the planes of the canonical board entirely (see `symmetry`), with the
answers in the four bits that are 0 in every such board. The class of the taken squares, up to 14 bits, needs
no room: the number of the bucket is the hash of the planes plus the class, so that equal planes in one bucket
mean equal classes. Two boards are therefore never confused.
"""

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, int64
from partie.games.quarto.players.exact.endgame import WIN
from partie.games.quarto.players.exact.symmetry import LANES

NO, YES, OPEN = 0, 1, 2
"""Whether the player attains the goal; OPEN: not known yet."""

WAYS = 4
SMALLEST = 1 << 16
"""The smallest number of words: the class of a board must fit in the number of a bucket."""


@jit
def bucket(key: int, kind: int, table: Ints) -> int:
    mixed = key * -7046029254386353131
    mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    mixed *= -4658895280553007687
    return (((mixed >> 32) + kind) & (table.size // WAYS - 1)) * WAYS


@jit
def recall(key: int, start: int, table: Ints, goal: int) -> int:
    """YES, NO, or OPEN when the table does not know whether the giver attains `goal`."""
    for i in range(start, start + WAYS):
        known = table[i] & LANES
        if known and table[i] ^ known == key:
            if goal == WIN:
                return YES if known & 1 << 32 else (NO if known & (1 << 48 | 1 << 16) else OPEN)
            return NO if known & 1 << 16 else (YES if known & (1 << 32 | 1) else OPEN)
    return OPEN


@jit
def store(key: int, start: int, table: Ints, goal: int, verdict: int) -> int:
    """Add an answer; returns 1 if it took a free place. In a full bucket the oldest board gives way."""
    flag = int64(1) << (32 * goal + (0 if verdict == YES else 16))
    for i in range(start, start + WAYS):
        if table[i] == 0:
            table[i] = key | flag
            return 1
        if table[i] & ~LANES == key:
            table[i] |= flag
            return 0
    for i in range(start, start + WAYS - 1):
        table[i] = table[i + 1]
    table[start + WAYS - 1] = key | flag
    return 0


@jit
def transfer(table: Ints, larger: Ints) -> int:
    """Copy all boards to a larger table; returns how many there are."""
    copied = 0
    for i in range(table.size):
        if table[i]:
            key = table[i] & ~LANES
            home = bucket(key, 0, table)
            kind = (i // WAYS - home // WAYS) & (table.size // WAYS - 1)
            start = bucket(key, kind, larger)
            for j in range(start, start + WAYS):
                if larger[j] == 0:
                    larger[j] = table[i]
                    copied += 1
                    break
    return copied
