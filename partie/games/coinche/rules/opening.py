"""Clearing the table for a new deal."""

from partie.cards.tricks import clear_trick
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Record
from partie.games.coinche.rules.calls import MOST_CALLS
from partie.games.coinche.rules.cards import PACK

SEATS = 4


@lean_jit
def clear_table(state: Record) -> None:
    """Clear everything about the deal: no call has been made and no card played."""
    state.gone = 0
    state.said = 0
    state.bid = 0
    state.bidder = -1
    state.doubled = 0
    state.passes = 0
    state.denomination = -1
    state.cards = 0
    state.tricks = 0
    state.alone = 1
    state.leader = (state.dealer + 1) & 3
    state.last_leader = state.last_winner = -1
    for call in range(MOST_CALLS):
        state.calls[call] = 0
    for card in range(32):
        state.history[card] = -1
    for side in range(2):
        state.points[side] = 0
        state.belote[side] = 0
        state.annonce[side] = 0
        state.won[side] = 0
    for seat in range(SEATS):
        state.hands[seat] = 0
        state.laid[seat] = 0
        state.may[seat] = PACK
        state.shown[seat] = 0
        state.declared[seat] = 0
        state.last[seat] = -1
        state.voids[seat] = 0
        state.beloted[seat] = 0  # by suit, of which there are as many as seats
        state.signal[seat] = 0
    clear_trick(state)
