"""The encoding `seats`: everything the seat to move knows, for both packs and all options.

All inputs are 0 or 1. A set of cards is 52 numbers, by suit and then rank; other seats are counted from the
seat to move, to the left. In this order: own hand; cards in the others' hands; own cards that would win the
trick as it stands; the card each of the others has played to it; cards passed that have not been played;
cards received; how many seats to the left cards were passed; suits in which the others have shown a void, and
whether they showed only points; how many hearts each seat has taken, and who has the queen and the jack; who
alone has taken points; number of the trick, place in it, suit led, who is winning it; whether hearts are
broken and what lies on the table; options and phase.
"""

from partie.cards.deck import SUIT_CARDS
from partie.core.compiled.bits import bit, count, lowest, without_lowest
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Ints8, Record
from partie.games.hearts.rules import ONLY_POINTS, PASS, SEATS, pass_distance
from partie.games.hearts.rules.cards import ALL_HEARTS, FULL, JACK, PACKS, POINT_CARDS, QUEEN

CARDS = 52
RANKS = 13
_HAND, _OUT, _WINNERS = 0, CARDS, 2 * CARDS
_TABLE = 3 * CARDS
_PASSED, _RECEIVED = 6 * CARDS, 7 * CARDS
_DISTANCE = 8 * CARDS
_VOIDS = _DISTANCE + 4
_TAKEN = _VOIDS + 3 * 5
_QUEEN = _TAKEN + SEATS * RANKS
_JACK = _QUEEN + SEATS
_ALONE = _JACK + SEATS
_TRICK = _ALONE + SEATS
_PLACE = _TRICK + RANKS
_LED = _PLACE + 4
_WINNER = _LED + 4
_BROKEN = _WINNER + SEATS
_POINTS = _BROKEN + 1
_FLAGS = _POINTS + 5
INPUTS = _FLAGS + 5
"""The number of inputs."""


@lean_jit
def card_index(card: int) -> int:
    """The index of a card among the 52, by suit and then rank."""
    return (card >> 4) * RANKS + (card & 15)


@lean_jit
def encode_seats(state: Record, out: Ints8) -> None:
    """Write what the seat to move knows to `out`."""
    for i in range(INPUTS):
        out[i] = 0
    seat = state.turn
    hand = state.hands[seat]
    _write_set(out, _HAND, hand)
    _write_set(out, _OUT, PACKS[state.deck] & ~state.gone & ~hand)
    _write_trick(out, state, seat, hand)
    _write_passes(out, state, seat)
    _write_shown(out, state, seat)
    out[_FLAGS] = state.deck == FULL
    out[_FLAGS + 1] = state.slam
    out[_FLAGS + 2] = state.jack
    out[_FLAGS + 3] = state.passing
    out[_FLAGS + 4] = state.phase == PASS


@lean_jit
def _write_set(out: Ints8, at: int, cards: int) -> None:
    while cards:
        out[at + card_index(lowest(cards))] = 1
        cards = without_lowest(cards)


@lean_jit
def _write_trick(out: Ints8, state: Record, seat: int, hand: int) -> None:
    """Write the number of the trick, what lies on the table, and which own cards would win it."""
    out[_TRICK + state.tricks] = 1
    out[_PLACE + state.played] = 1
    out[_BROKEN] = state.gone & ALL_HEARTS != 0
    if state.played == 0:
        return
    out[_LED + state.led] = 1
    out[_WINNER + ((state.winner - seat) & 3)] = 1
    _write_set(out, _WINNERS, hand & SUIT_CARDS[state.led] & ~((bit(state.best) << 1) - 1))
    hearts = 0
    for step in range(1, SEATS):
        card = state.trick[(seat + step) & 3]
        if card < 0:
            continue
        out[_TABLE + (step - 1) * CARDS + card_index(card)] = 1
        if bit(card) & ALL_HEARTS:
            out[_POINTS + hearts] = 1
            hearts += 1
        elif bit(card) & QUEEN and state.deck == FULL:
            out[_POINTS + 3] = 1
        elif bit(card) & JACK and state.jack:
            out[_POINTS + 4] = 1


@lean_jit
def _write_passes(out: Ints8, state: Record, seat: int) -> None:
    distance = pass_distance(state)
    out[_DISTANCE + distance] = 1
    if distance > 0 and state.phase != PASS:
        _write_set(out, _PASSED, state.passed[seat] & ~state.gone)
        _write_set(out, _RECEIVED, state.passed[(seat - distance) & 3])


@lean_jit
def _write_shown(out: Ints8, state: Record, seat: int) -> None:
    """Write the voids of the others, and who has taken what."""
    takers = 0
    alone = -1
    for step in range(SEATS):
        other = (seat + step) & 3
        if step > 0:
            for suit in range(4):
                out[_VOIDS + (step - 1) * 5 + suit] = state.voids[other] >> suit & 1
            out[_VOIDS + (step - 1) * 5 + 4] = state.voids[other] & ONLY_POINTS != 0
        taken = state.taken[other]
        for i in range(count(taken & ALL_HEARTS)):
            out[_TAKEN + step * RANKS + i] = 1
        out[_QUEEN + step] = taken & QUEEN != 0
        out[_JACK + step] = taken & JACK != 0
        if taken & POINT_CARDS:
            takers += 1
            alone = step
    if takers == 1:
        out[_ALONE + alone] = 1


@lean_jit
def locations(state: Record, seat: int, out: Ints8) -> None:
    """Write which of the others, counted from the left of `seat`, holds each of the 52 cards, or -1."""
    for i in range(CARDS):
        out[i] = -1
    for step in range(1, SEATS):
        rest = state.hands[(seat + step) & 3]
        while rest:
            out[card_index(lowest(rest))] = step - 1
            rest = without_lowest(rest)
