"""What the seat to move knows, as network inputs, and what the outputs mean.

The encoding `table` is for calls and cards; `auction`, in a module of its own, for calls with any options.
Suits are renamed, so that hands that differ only by the names of their suits are the same to the network:
trumps come first, then the longer suits of the hand. All inputs are 0 or 1; a set of cards is 32 numbers, by
suit and then rank; other seats are counted from the seat to move, to the left. In this order: own hand; cards
of this trick by seat; cards laid by seat; cards the others may still hold, and those they are known to hold;
the highest bid of every seat in every denomination; passes; who coinched; contract, taker and dealer; number
of the trick, place in it, suit led, who is winning it; points taken; belotes; options.
"""

from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Ints8, Record
from partie.games.coinche.players.net.auction import INPUTS as _AUCTION_INPUTS
from partie.games.coinche.players.net.auction import encode_auction
from partie.games.coinche.players.net.equity import stake as stake
from partie.games.coinche.players.net.order import RANKS, denomination_place, place_of, write_set
from partie.games.coinche.players.net.order import locations as locations
from partie.games.coinche.rules.calls import (
    BID,
    COINCHE,
    FIRST_BID,
    PASS,
    PLAY,
    denomination_of,
    step_of,
)
from partie.games.coinche.rules.cards import DENOMINATIONS, FIRST_RANK
from partie.learn.net.forward import priors as priors

ENCODINGS = ("table", "auction")
TABLE, AUCTION = 0, 1
CARDS, SEATS, STEPS = 32, 4, 11
_HAND = 0
_TRICK = _HAND + CARDS
_LAID = _TRICK + 3 * CARDS
_MAY = _LAID + SEATS * CARDS
_SHOWN = _MAY + 3 * CARDS
_BIDS = _SHOWN + 3 * CARDS
_PASSES = _BIDS + SEATS * DENOMINATIONS * STEPS
_COINCHED = _PASSES + 2 * SEATS
_STEP = _COINCHED + SEATS
_DENOMINATION = _STEP + STEPS
_TAKER = _DENOMINATION + DENOMINATIONS
_DOUBLED = _TAKER + SEATS
_DEALER = _DOUBLED + 2
_NUMBER = _DEALER + SEATS
_PLACE = _NUMBER + 8
_LED = _PLACE + SEATS
_WINNER = _LED + 4
_POINTS = _WINNER + SEATS
_TENS = 17
_BELOTE = _POINTS + 2 * _TENS
_FLAGS = _BELOTE + 2
_TABLE_INPUTS = _FLAGS + 8
INPUTS = (_TABLE_INPUTS, _AUCTION_INPUTS)
"""The number of inputs of each encoding: 815 and 459."""
CALLS = CARDS
"""The outputs after the cards: pass, coinche, surcoinche, then the bids."""
OUTPUTS = CALLS + 3 + STEPS * DENOMINATIONS
"""The number of outputs."""


@lean_jit
def output_of(state: Record, move: int) -> int:
    """The output of a card or call, with suits in the order the network sees."""
    if state.phase == PLAY:
        return place_of(state, move >> 4) * RANKS + (move & 15) - FIRST_RANK
    if move < FIRST_BID:
        return CALLS + min(max(move - PASS, 0), 2)
    return CALLS + 3 + step_of(move) * DENOMINATIONS + denomination_place(state, denomination_of(move))


@lean_jit
def encode(state: Record, encoding: int, out: Ints8) -> None:
    """Write what the seat to move knows to `out`."""
    if encoding == AUCTION:
        encode_auction(state, out)
        return
    for i in range(_TABLE_INPUTS):
        out[i] = 0
    seat = state.turn
    write_set(out, _HAND, state, state.hands[seat])
    _write_auction(out, state, seat)
    if state.phase == PLAY:
        _write_play(out, state, seat)
    out[_DEALER + ((state.dealer - seat) & 3)] = 1
    out[_FLAGS + state.marking] = 1
    out[_FLAGS + 3] = state.sa_ta
    out[_FLAGS + 4] = state.generale
    out[_FLAGS + 5] = state.belote_ta
    out[_FLAGS + 6] = state.annonces
    out[_FLAGS + 7] = state.phase == BID


@lean_jit
def _write_auction(out: Ints8, state: Record, seat: int) -> None:
    """Write what every seat has called, and the contract as it stands."""
    caller = (state.dealer + 1) & 3
    doubled = False
    for number in range(state.said):
        call = state.calls[number]
        step = (caller - seat) & 3
        if call >= FIRST_BID:
            row = _BIDS + (step * DENOMINATIONS + denomination_place(state, denomination_of(call))) * STEPS
            for i in range(step_of(call) + 1):
                out[row + i] = 1
        elif call == PASS:
            row = _PASSES + 2 * step
            out[row + (1 if out[row] else 0)] = 1
        elif call == COINCHE:
            out[_COINCHED + step] = 1
        caller = (caller + 2 if doubled else caller + 1) & 3
        doubled = doubled or call == COINCHE
    if state.bid >= FIRST_BID:
        out[_STEP + step_of(state.bid)] = 1
        out[_DENOMINATION + denomination_place(state, denomination_of(state.bid))] = 1
        out[_TAKER + ((state.bidder - seat) & 3)] = 1
        if state.doubled:
            out[_DOUBLED + state.doubled - 1] = 1


@lean_jit
def _write_play(out: Ints8, state: Record, seat: int) -> None:
    out[_NUMBER + state.tricks] = 1
    out[_PLACE + state.played] = 1
    if state.played:
        out[_LED + place_of(state, state.led)] = 1
        out[_WINNER + ((state.winner - seat) & 3)] = 1
    for step in range(SEATS):
        other = (seat + step) & 3
        write_set(out, _LAID + step * CARDS, state, state.laid[other])
        if step > 0:
            if state.trick[other] >= 0:
                card = state.trick[other]
                row = _TRICK + (step - 1) * CARDS + place_of(state, card >> 4) * RANKS
                out[row + (card & 15) - FIRST_RANK] = 1
            write_set(out, _MAY + (step - 1) * CARDS, state, state.may[other] & ~state.hands[seat])
            write_set(out, _SHOWN + (step - 1) * CARDS, state, state.shown[other])
    for step in range(2):
        side = (seat + step) & 1
        for i in range(min(state.points[side] // 10, _TENS)):
            out[_POINTS + step * _TENS + i] = 1
        out[_BELOTE + step] = state.belote[side] > 0
