"""Kernels shared by trick-taking games for four: dealing, the current trick and the previous one.

The state of such a game has the fields `hands` (sets of cards), `played`, `led`, `best`, `winner` and `trick`
for the current trick, and `last` for the previous one."""

from partie.core.compiled.bits import (
    bit,
    lowest,
    without_lowest,
)
from partie.core.compiled.chance import below
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Moves, Record, int64

SEATS = 4


@lean_jit
def deal_all(state: Record, pack: int, size: int, chance: Chance) -> None:
    """Deal a pack into four hands of `size` cards: each card in turn gets a random place among those left.

    It has no branches, because the processor could not predict them."""
    places0, places01, places012 = (
        size,
        2 * size,
        3 * size,
    )  # left to seat 0, to seats 0 and 1, to seats 0 to 2
    hand0, hands01, hands012 = int64(0), int64(0), int64(0)
    rest = pack
    for left in range(4 * size, 0, -1):
        card = rest & -rest
        rest ^= card
        place = below(chance, left)
        to0, to01, to012 = (place - places0) >> 63, (place - places01) >> 63, (place - places012) >> 63
        places0 += to0
        places01 += to01
        places012 += to012
        hand0 |= card & to0
        hands01 |= card & to01
        hands012 |= card & to012
    state.hands[0] = hand0
    state.hands[1] = hands01 & ~hand0
    state.hands[2] = hands012 & ~hands01
    state.hands[3] = pack & ~hands012


@lean_jit
def clear_trick(state: Record) -> None:
    """Remove all cards from the table."""
    state.played = 0
    state.led = -1
    state.best = -1
    state.winner = -1
    for seat in range(SEATS):
        state.trick[seat] = -1


@lean_jit
def recent(state: Record) -> int:
    """The cards of the current trick and of the previous one."""
    cards = int64(0)
    for seat in range(SEATS):
        if state.trick[seat] >= 0:
            cards |= bit(state.trick[seat])
        if state.last[seat] >= 0:
            cards |= bit(state.last[seat])
    return cards


@lean_jit
def list_cards(cards: int, out: Moves) -> int:
    """Write the cards of a set into `out`; returns how many there are."""
    n = 0
    while cards:
        out[n] = lowest(cards)
        cards = without_lowest(cards)
        n += 1
    return n
