"""What searches of Quarto need beyond the rules: playout policies, a heuristic and move ordering."""

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Moves, Record, int64
from partie.games.quarto.rules import (
    ALL_TRAITS,
    NONE,
    SHARING,
    completes,
    count,
    dangerous,
    open_traits,
)

POLICIES = ("random", "careful")
CAREFUL = 1


@jit
def _random_member(members: int, chance: Chance) -> int:
    """A random element of a 16-bit set that is not empty."""
    skip = below(chance, count(members))
    for piece in range(16):
        if (members >> piece) & 1:
            if skip == 0:
                return piece
            skip -= 1
    return NONE


@jit
def wins_now(state: Record, piece: int) -> int:
    """The first square where this piece wins, or NONE."""
    for square in range(16):
        if state.board[square] < 0 and completes(state, square, piece):
            return square
    return NONE


@jit
def choose(state: Record, policy: int, out: Moves, chance: Chance) -> int:
    """Choose a playout move: a random square and gift.

    The careful policy takes a win and avoids gifts that lose at once.
    """
    if state.hand < 0:
        return NONE << 5 | _random_member(state.left, chance)
    empty = 0
    for square in range(16):
        if state.board[square] < 0:
            empty |= 1 << square
    square = _random_member(empty, chance)
    if policy == CAREFUL:
        winning = wins_now(state, state.hand)
        if winning != NONE:
            return winning << 5 | NONE
    if state.left == 0 or completes(state, square, state.hand):
        return square << 5 | NONE
    gifts = int64(state.left)
    if policy == CAREFUL:
        piece = state.hand
        state.board[square] = piece
        safe = gifts & ~dangerous(state)
        state.board[square] = -1
        if safe:
            gifts = safe
    return square << 5 | _random_member(gifts, chance)


@jit
def heuristic(state: Record, seat: int) -> float:
    return starvation(state, seat, ALL_TRAITS)


@jit
def starvation(state: Record, seat: int, traits: int) -> float:
    """The starvation heuristic for these traits; docs/quarto.md has the formula and its signs."""
    sign = 1.0 if state.turn == seat else -1.0
    found = open_traits(state, traits)
    if state.hand >= 0 and (SHARING[found & 15, found >> 4] >> state.hand) & 1:
        return sign
    starving = 0.0
    for trait in range(8):
        if (found >> trait) & 1 == 0:
            continue
        having = SHARING[1 << trait, 0] if trait < 4 else SHARING[0, 1 << (trait - 4)]
        starving += 1.0 / (1 + count(state.left & ~having))
    return -sign * 0.9 * starving / (1.0 + starving)


@jit
def prior(state: Record, move: int) -> float:
    """Move ordering: a winning placement comes first."""
    return 1.0 if move & 31 == NONE else 0.0
