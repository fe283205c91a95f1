"""What the seat to move knows, as network inputs, and what the outputs mean (docs/hearts-network.md).

The encodings `cards` and `planes` are for 32 cards; `seats`, in a module of its own, for both packs.

`cards`: every card is 12 numbers, one-hot, 8 for the rank and 4 for the suit; cards are in slots, and empty
slots are zero. `planes`: every set of cards is 32 numbers, +1 for a card in the set and −1 for any other. The
facts, in this order: number of the trick, own hand, cards of this trick, cards still out (in the others'
hands), suit led, position in the trick, and whether this seat alone has taken hearts so far.

Only what the seat to move sees is read, so a state and its view give the same numbers.
"""

from partie.core.compiled.bits import (
    bit,
    lowest,
    without_lowest,
)
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Ints8, Record, int64
from partie.games.hearts.players.net.seats import INPUTS as _SEATS_INPUTS
from partie.games.hearts.players.net.seats import card_index, encode_seats
from partie.games.hearts.players.net.seats import locations as locations
from partie.games.hearts.rules import PASS, SEATS, points, worth
from partie.games.hearts.rules.cards import (
    PACKS,
    POINT_CARDS,
    SHORT,
)
from partie.learn.net.forward import priors as priors

ENCODINGS = ("cards", "planes", "seats")
CARDS, PLANES, TABLE = 0, 1, 2
OUTPUTS = 32
MOON = 13.0
"""The value of shooting the moon with 52 cards to the shooter, and minus that to each of the others.

Others get 26 points each. Compared with the mean of the others that is as good for the shooter as 13 points
less, and as bad for each of them as 13 points, since a point costs 4/3 in that comparison.
"""
_RANKS, _SUITS, _SEVEN = 8, 4, 5
_CARD = _RANKS + _SUITS
_TRICKS, _HAND, _TABLE, _OUT, _PLACES = 8, 8, 3, 24, 4
_FACTS = _TRICKS + _SUITS + _PLACES + 1
INPUTS = (_FACTS + (_HAND + _TABLE + _OUT) * _CARD, _FACTS + 3 * OUTPUTS, _SEATS_INPUTS)
"""The number of inputs of each encoding: 437, 113 and 535."""


@lean_jit
def output_of(state: Record, move: int) -> int:
    """The index of a card in its pack, by suit and then rank; of the three cards of a pass, all three."""
    if state.deck == SHORT:
        return (move >> 4) * _RANKS + (move & 15) - _SEVEN
    if state.phase != PASS:
        return card_index(move)
    high, middle, low = card_index(move >> 12), card_index((move >> 6) & 63), card_index(move & 63)
    return low | (middle + 1) << 10 | (high + 1) << 20


@lean_jit
def stake(state: Record, seat: int) -> float:
    """The worth of the deal, but with 52 cards ±`MOON` after a slam: points compared with the others'."""
    if state.deck == SHORT:
        return worth(state, seat)
    for shooter in range(SEATS):
        if state.taken[shooter] & POINT_CARDS == POINT_CARDS:
            return points(state, seat) + (MOON if shooter == seat else 26.0 - MOON)
    return float(points(state, seat))


@lean_jit
def encode(state: Record, encoding: int, out: Ints8) -> None:
    """Write what the seat to move knows to `out`."""
    if encoding == TABLE:
        encode_seats(state, out)
        return
    seat = state.turn
    hand = state.hands[seat]
    still_out = PACKS[SHORT] & ~state.gone & ~hand
    off = int64(0) if encoding == CARDS else int64(-1)
    at = _one_hot(out, 0, _TRICKS, state.tricks, off)
    if encoding == CARDS:
        at = _write_cards(out, at, hand, _HAND)
        at = _write_table(out, at, state)
        at = _write_cards(out, at, still_out, _OUT)
    else:
        at = _write_plane(out, at, hand)
        at = _write_plane(out, at, _table(state))
        at = _write_plane(out, at, still_out)
    at = _one_hot(out, at, _SUITS, state.led, off)
    at = _one_hot(out, at, _PLACES, state.played, off)
    out[at] = 1 if took_every_heart(state, seat) else off


@lean_jit
def took_every_heart(state: Record, seat: int) -> bool:
    """Whether a seat has taken hearts and nobody else has."""
    for other in range(len(state.taken)):
        if other != seat and state.taken[other]:
            return False
    return state.taken[seat] != 0


@lean_jit
def _one_hot(out: Ints8, at: int, size: int, which: int, off: int) -> int:
    """Write `size` numbers, 1 at index `which` if it is valid; returns the index after them."""
    for i in range(size):
        out[at + i] = off
    if 0 <= which < size:
        out[at + which] = 1
    return at + size


@lean_jit
def _write_card(out: Ints8, at: int, card: int) -> None:
    out[at + (card & 15) - _SEVEN] = 1
    out[at + _RANKS + (card >> 4)] = 1


@lean_jit
def _write_cards(out: Ints8, at: int, cards: int, places: int) -> int:
    """Write a set of cards in order, one per slot; returns the index after them."""
    end = at + places * _CARD
    for i in range(at, end):
        out[i] = 0
    while cards:
        _write_card(out, at, lowest(cards))
        cards = without_lowest(cards)
        at += _CARD
    return end


@lean_jit
def _write_table(out: Ints8, at: int, state: Record) -> int:
    """Write the cards of this trick in the order of play; returns the index after them."""
    end = at + _TABLE * _CARD
    for i in range(at, end):
        out[i] = 0
    for step in range(state.played):
        _write_card(out, at + step * _CARD, state.trick[(state.leader + step) & 3])
    return end


@lean_jit
def _table(state: Record) -> int:
    """The cards of this trick as a set."""
    cards = int64(0)
    for seat in range(len(state.trick)):
        if state.trick[seat] >= 0:
            cards |= bit(state.trick[seat])
    return cards


@lean_jit
def _write_plane(out: Ints8, at: int, cards: int) -> int:
    for suit in range(_SUITS):
        row = cards >> (16 * suit + _SEVEN)
        for rank in range(_RANKS):
            out[at + suit * _RANKS + rank] = 1 if row >> rank & 1 else -1
    return at + OUTPUTS
