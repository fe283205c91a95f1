"""Exact play of a deal of Coinche with all four hands known ("double dummy").

The *value* of a position is what side 0 (seats 0 and 2) takes in the rest of the deal with best play: the
points of the cards, 10 for the last trick, 90 more when side 0 takes all eight tricks and 90 less when side 1
does. Side 1 takes the remaining points less the value, and `shares` (in `exact/solving.py`, where Python
calls these kernels) turns the value of a whole deal into the points of both sides. Belote and annonces do not
depend on play and are left out. A side's marks never fall when its points rise, so best play for points is
best play for marks (except for a generale, which one player must win alone).

Methods:

- *Cards are numbered by strength*, eight to a suit, trumps last (24 to 31). Within a suit the larger number
  wins, and as the deal is fixed, the set of cards not yet played determines all hands.
- *One question at a time*: can the side to move take at least this many points? Fail-soft alpha-beta with an
  empty window answers it; bisection finds the value.
- *A transposition table* keeps bounds on the remaining points at the start of tricks. Worthless cards of a
  suit count there only by the order of their owners.
- *Equivalent cards*: cards of a hand with no other player's card between them differ only by their points.
  When it is certain who takes the trick, only the most or the least valuable is tried; otherwise the values
  of two such cards differ by at most the difference of their points, which often settles the second.
- *Bounds without search*: the highest trumps of a side always win, and then the other side cannot take all
  tricks.
- *Move ordering*: the card in the table, then cards that certainly win the trick, then those that leave it
  open, cheap ones first; trumps and ruffs late. The numbers were tuned by counting positions searched in 320
  deals.

Tried without success: the history heuristic (Schaeffer, 1989) on top of that order, a tenth more positions
with trumps and twice as many at sans atout; counting the masters a leader can cash, a tenth fewer positions
and hardly any time saved; MTD(f) instead of bisection, a third more to twice as many positions.

All kernels work in a `memory` given by the caller (`new_memory`) and allocate nothing. Each new position has
a number in the keys of the table, so that entries of older ones are ignored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partie.core.compiled.bits import (
    bit,
    count,
    highest,
    lowest,
)
from partie.core.compiled.flags import is_raised
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Ints, int64
from partie.games.coinche.rules.cards import (
    FIRST_RANK,
    KIND,
    POINTS,
    SANS_ATOUT,
    STRENGTH,
    TOUT_ATOUT,
)

WHOLE, LAST_TRICK, ALL_TRICKS = 162, 10, 90
"""The points of a deal, of the last trick among them, and the bonus for taking all tricks."""
TABLE_BITS = 16
"""Whole deals need no more; a table that fits in the processor's cache is the fastest."""

# The layout of a solver's memory. First the deal, with cards numbered by strength:
_HAND, _SIDE, _TRUMPS, _RISING, _STAMP, NODES = 0, 4, 6, 7, 8, 9
# then the position to solve,
_CARDS, _LEFT, _SEAT, _PLACE, _LED, _BEST, _WINNER, _POT, _TOTAL, _SWEEP = range(10, 20)
# the address of the stop flag, and whether it was raised,
_FLAG, _STOPPED = 20, 21
# by card its points and its number in the deck; by suit and set of its three lowest, the representative set;
_POINTS, _DECK_CARD, _ALIKE = 32, 64, 96
# for every ply the moves in order and their results; and the table: keys and bounds, alternating.
_MOVES, _TABLE = 128, 1024
_FIRST_TRUMP = 24
_LAST_STAMP = 1 << 26
_NODES_PER_CHECK = 1024

NEITHER, NOBODY = 2, 3
"""Who has taken all tricks so far: side 0, side 1, neither, or nobody before the first trick."""
_NONE = 1000
"""More than any position is worth."""
_STORED, _OTHERS = 1000, 100
"""The ordering score of the card in the table, and an offset that keeps all other scores positive, because
they are shifted and compared as unsigned numbers.
"""
_TAKES = 20
"""The ordering score of a card that certainly takes the trick; tuned, like those below, by counting positions
searched."""
_OUR_SUIT, _THEIR_SUIT = 13, 5
"""The ordering score of a lead that leaves the trick open, where our side has the highest card of the suit,
and where it has not."""
_LEADING_TRUMPS = 25
"""The ordering score that a lead loses if it is a trump."""
_OPEN = 5
"""The ordering score of a reply that leaves the trick open, before its points, which may be lost."""
_GIVEN_AWAY = 2
"""The ordering score that a reply loses for each of its points if the other side takes the trick."""
_RUFFING = 8
"""The ordering score that a reply loses if it ruffs."""
_HASH = int64(-7046029254386353131)
"""2⁶⁴ divided by the golden ratio, odd: multiplication by it mixes the bits of a key upwards."""
_HASH_SHIFT = 20
"""The lowest of the bits that number a position in the table: well mixed, and enough are above it."""
_BOUND_BITS, _LEAST = 10, 128
"""The bits of a bound in the table, and the offset that makes bounds positive."""
_BOUND = (1 << _BOUND_BITS) - 1
_CARD_BITS, _CARD = 5, 31
"""The bits of a card in an entry of the list of moves: its number, then the highest of its equivalents, then
the ordering score."""
_PLY_BITS = 4
"""Every ply has room for 8 moves and 8 results."""
_RESULTS = 8
"""Where the results begin in a ply."""
_MOST_UNSTORED = 2
"""Positions with at most as many tricks left are searched faster than they are looked up."""


def new_memory(bits: int = TABLE_BITS) -> Ints:
    """The memory of a solver with a table of 2**`bits` positions; 10 to 12 bits do with few cards left."""
    return np.zeros(_TABLE + (2 << bits), np.int64)


@lean_jit
def set_stop_flag(memory: Ints, address: int) -> None:
    """Make the solver stop when the flag at this address is raised (`core.flags`); its answers are then
    meaningless, see `was_stopped`. 0: never stop.
    """
    memory[_FLAG] = address
    memory[_STOPPED] = 0


@lean_jit
def was_stopped(memory: Ints) -> bool:
    """Whether the solver has been stopped since `set_stop_flag`."""
    return memory[_STOPPED] != 0


@lean_jit
def _suit(card: int) -> int:
    """The set of all cards of the suit."""
    return int64(255) << (card & 24)


@lean_jit
def _above(card: int) -> int:
    """The set of all larger card numbers."""
    return -(int64(2) << card)


@lean_jit
def _legal(memory: Ints, hand: int, led: int, best: int, friendly: bool) -> int:
    """The cards of the hand that may be played to a trick; `friendly` when the partner is winning it."""
    follow = hand & _suit(led)
    if follow:
        higher = follow & memory[_RISING] & _above(best)
        return higher if higher else follow
    trumps = hand & memory[_TRUMPS]
    if trumps == 0 or friendly:
        return hand
    higher = trumps & _above(best)
    return higher if higher else trumps


@lean_jit
def _beats(memory: Ints, card: int, best: int) -> bool:
    """Whether a card beats the best one of the trick."""
    if (card ^ best) & 24 == 0:
        return card > best
    return (memory[_TRUMPS] >> card) & 1 != 0


@lean_jit
def _can_beat(memory: Ints, hand: int, led: int, best: int) -> bool:
    """Whether a player with this hand could beat the best card of the trick."""
    follow = hand & _suit(led)
    if follow:
        return (led ^ best) & 24 == 0 and follow & _above(best) != 0
    return hand & memory[_TRUMPS] & _above(best) != 0


class _Position(NamedTuple):
    """A position of the search.

    `left` tricks remain from `cards`, counting the current one, to which `seat` plays as number `place`;
    `led`, `best`, `winner` and `pot` describe the cards played to it. `total` points remain; `sweep` is the
    side with all tricks so far.

    A tuple of numbers is passed in registers, like separate arguments.
    """

    cards: int
    left: int
    seat: int
    place: int
    led: int
    best: int
    winner: int
    pot: int
    total: int
    sweep: int


@lean_jit
def _fate(memory: Ints, at: _Position, led: int, best: int, winner: int) -> int:
    """Who will take the trick once the seat to move has played and `winner` is ahead: 1 for its side, -1 for
    the other, 0 if open.
    """
    for later in range(1, 4 - at.place):
        other = (at.seat + later) & 3
        if (other ^ winner) & 1 and _can_beat(memory, memory[_HAND + other] & at.cards, led, best):
            return int64(0)
    return int64(1) - (((winner ^ at.seat) & 1) << 1)


@lean_jit
def _lead(memory: Ints, cards: int, card: int, points: int, fate: int, seat: int) -> int:
    """The ordering score of a lead."""
    suit = _suit(card) & cards
    if fate > 0:
        score = _TAKES + points
    elif fate < 0:
        score = -points
    elif suit & memory[_SIDE + (seat & 1)] > suit & memory[_SIDE + 1 - (seat & 1)]:
        score = int64(_OUR_SUIT)
    else:
        score = int64(_THEIR_SUIT)
    return score - _LEADING_TRUMPS if suit & memory[_TRUMPS] else score


@lean_jit
def _reply(memory: Ints, card: int, points: int, fate: int, led: int) -> int:
    """The ordering score of a card played to a trick."""
    score = int64(_TAKES) if fate > 0 else -_GIVEN_AWAY * points if fate < 0 else _OPEN - points
    return score - _RUFFING if memory[_TRUMPS] & bit(card) & ~_suit(led) else score


@lean_jit
def _fate_after(memory: Ints, at: _Position, card: int) -> int:
    """Who will take the trick if the seat to move plays a card, as in `_fate`."""
    if at.place == 0:
        return _fate(memory, at, card, card, at.seat)
    if _beats(memory, card, at.best):
        return _fate(memory, at, at.led, card, at.seat)
    return _fate(memory, at, at.led, at.best, at.winner)


@lean_jit
def _insert(memory: Ints, moves: int, n: int, entry: int) -> None:
    """Insert an entry into `n` sorted ones, the largest first."""
    i = moves + n
    while i > moves and memory[i - 1] < entry:
        memory[i] = memory[i - 1]
        i -= 1
    memory[i] = entry


@lean_jit
def _order(memory: Ints, at: _Position, moves: int, mine: int, others: int, first: int) -> int:
    """List the cards of `mine` worth trying, most promising first; returns their number.

    An entry is laid out as `_CARD_BITS` says.
    """
    n = 0
    while mine:
        top = highest(mine)
        below = others & _suit(top) & (bit(top) - 1)
        equals = mine & (_above(highest(below)) if below else _suit(top))
        mine ^= equals
        fate = _fate_after(memory, at, top)
        if fate > 0:
            equals = bit(top)
        elif fate < 0:
            equals &= -equals
        points = int64(-1)
        while equals:
            card = lowest(equals)
            equals &= equals - 1
            if memory[_POINTS + card] == points:
                continue
            points = memory[_POINTS + card]
            if card == first:
                score = int64(_STORED)
            elif at.place == 0:
                score = _OTHERS + _lead(memory, at.cards, card, points, fate, at.seat)
            else:
                score = _OTHERS + _reply(memory, card, points, fate, at.led)
            _insert(memory, moves, n, (score << _CARD_BITS | top) << _CARD_BITS | card)
            n += 1
    return n


@lean_jit
def _last_trick(memory: Ints, cards: int, seat: int, total: int, sweep: int) -> int:
    """What the side of `seat` takes when everybody has one card left."""
    best, winner = lowest(memory[_HAND + seat] & cards), seat
    for later in range(1, 4):
        other = (seat + later) & 3
        card = lowest(memory[_HAND + other] & cards)
        if _beats(memory, card, best):
            best, winner = card, other
    extra = int64(ALL_TRICKS if sweep == winner & 1 or sweep == NOBODY else 0)
    return total + extra if (winner ^ seat) & 1 == 0 else -extra


@lean_jit
def _sum(memory: Ints, cards: int) -> int:
    """The points of a set of cards."""
    points = int64(0)
    while cards:
        points += memory[_POINTS + lowest(cards)]
        cards &= cards - 1
    return points


@lean_jit
def _top_run(mine: int, theirs: int) -> int:
    """Our cards of a suit that are higher than all of theirs."""
    return mine & _above(highest(theirs)) if theirs else mine


@lean_jit
def _canonical(memory: Ints, cards: int) -> int:
    """The canonical set of cards that stands for all equivalent positions in the table."""
    name = cards
    for suit in range(0, 32, 8):
        low = (cards >> suit) & 7
        name ^= (low ^ memory[_ALIKE + suit + low]) << suit
    return name


@lean_jit
def _next_trick(at: _Position) -> _Position:
    """The position after a trick in which everybody has played."""
    sweep = at.sweep
    if sweep == NOBODY:
        sweep = at.winner & 1
    elif sweep != at.winner & 1:
        sweep = int64(NEITHER)
    zero = int64(0)
    return _Position(at.cards, at.left - 1, at.winner, zero, zero, zero, zero, zero, at.total - at.pot, sweep)


@lean_jit
def _after(memory: Ints, at: _Position, card: int) -> _Position:
    """The position after a card, seen from the next seat."""
    ahead = at.place == 0 or _beats(memory, card, at.best)
    return _Position(
        at.cards ^ bit(card),
        at.left,
        (at.seat + 1) & 3,
        at.place + 1,
        card if at.place == 0 else at.led,
        card if ahead else at.best,
        at.seat if ahead else at.winner,
        at.pot + memory[_POINTS + card],
        at.total,
        at.sweep,
    )


@lean_jit
def _with_sweep(at: _Position, sweep: int) -> _Position:
    return _Position(
        at.cards, at.left, at.seat, at.place, at.led, at.best, at.winner, at.pot, at.total, sweep
    )


@lean_jit
def _bounds(memory: Ints, at: _Position) -> tuple[int, int, int]:
    """Bounds without search at the start of a trick: the least and the most the side to move takes, and who
    may still take all tricks (as `sweep`).
    """
    side = at.seat & 1
    low, high, sweep = int64(0), at.total, at.sweep
    trumps = at.cards & memory[_TRUMPS]
    if trumps:
        ours, theirs = trumps & memory[_SIDE + side], trumps & memory[_SIDE + 1 - side]
        if ours > theirs:
            low = _sum(memory, _top_run(ours, theirs))
            if sweep != side:  # the others cannot take all tricks
                sweep = side if sweep == NOBODY else int64(NEITHER)
        else:
            high = at.total - _sum(memory, _top_run(theirs, ours))
            if sweep != 1 - side:
                sweep = 1 - side if sweep == NOBODY else int64(NEITHER)
    undecided = sweep == NOBODY
    if undecided or sweep == 1 - side:
        low -= ALL_TRICKS
    if undecided or sweep == side:
        high += ALL_TRICKS
    return low, high, sweep


@lean_jit
def _end(memory: Ints, at: _Position) -> int:
    """The value with at most one trick left."""
    if at.left == 1:
        return int64(_last_trick(memory, at.cards, at.seat, at.total, at.sweep))
    # the position to solve was already in the last trick
    return at.total + int64(ALL_TRICKS if at.sweep == at.seat & 1 else 0)


@lean_jit
def _key(memory: Ints, at: _Position) -> int:
    return (memory[_STAMP] << 4 | at.sweep << 2 | at.seat) << 32 | _canonical(memory, at.cards)


@lean_jit
def _list_cards(memory: Ints, at: _Position, moves: int, first: int) -> int:
    """Write the cards worth trying from index `moves` on; returns how many."""
    hand = memory[_HAND + at.seat] & at.cards
    mine, others = hand, at.cards ^ hand
    if at.place > 0:
        mine = _legal(memory, hand, at.led, at.best, (at.winner ^ at.seat) & 1 == 0)
        others |= bit(at.best)
    if mine & (mine - 1):
        return _order(memory, at, moves, mine, others, first)
    memory[moves] = lowest(mine)
    return 1


@lean_jit
def _bound_from_equals(memory: Ints, moves: int, i: int) -> int:
    """An upper bound on the value of the card at index `i`, from the results of its equivalents before it."""
    entry = memory[moves + i]
    most = int64(_NONE)
    for j in range(i):
        other = memory[moves + j]
        if (other >> _CARD_BITS) & _CARD == (entry >> _CARD_BITS) & _CARD:
            difference = abs(memory[_POINTS + (entry & _CARD)] - memory[_POINTS + (other & _CARD)])
            most = min(most, memory[moves + _RESULTS + j] + difference)
    return most


@lean_jit
def _search(memory: Ints, at: _Position, need: int) -> int:
    """A bound on what the side to move takes: a lower bound if it is at least `need`, else an upper one."""
    if at.place == 4:
        after = _next_trick(at)
        if (at.winner ^ at.seat) & 1 == 0:
            return at.pot + _search(memory, after, need - at.pot)
        return after.total - _search(memory, after, after.total - need + 1)
    memory[NODES] += 1
    if memory[NODES] % _NODES_PER_CHECK == 0 and is_raised(memory[_FLAG]):
        memory[_STOPPED] = 1
    if memory[_STOPPED]:
        return int64(0)
    entry, key, first = int64(0), int64(0), int64(-1)
    low = high = int64(0)
    if at.place == 0:
        if at.left <= 1:
            return _end(memory, at)
        low, high, sweep = _bounds(memory, at)
        at = _with_sweep(at, sweep)
        if low < need <= high and at.left > _MOST_UNSTORED:
            key = _key(memory, at)
            entry = _TABLE + (((key * _HASH) >> _HASH_SHIFT) & (memory.size - _TABLE - 2))
            if memory[entry] == key:
                word = memory[entry + 1]
                low = max(low, (word & _BOUND) - _LEAST)
                high = min(high, ((word >> _BOUND_BITS) & _BOUND) - _LEAST)
                first = word >> 2 * _BOUND_BITS
        if low >= need or high < need:
            return low if low >= need else high
    moves = _MOVES + (((at.left << 2) - at.place) << _PLY_BITS)
    n = _list_cards(memory, at, moves, first)
    value, answer = int64(-_NONE), int64(0)
    for i in range(n):
        card = memory[moves + i] & _CARD
        result = _bound_from_equals(memory, moves, i)
        if result >= need:
            result = at.total - _search(memory, _after(memory, at, card), at.total - need + 1)
        memory[moves + _RESULTS + i] = result
        if result > value:
            value, answer = result, card
            if value >= need:
                break
    if entry and not memory[_STOPPED]:
        low, high = (max(low, value), high) if value >= need else (low, min(high, value))
        memory[entry] = key
        memory[entry + 1] = answer << 2 * _BOUND_BITS | (high + _LEAST) << _BOUND_BITS | (low + _LEAST)
    return value


@lean_jit
def _number(card: int, denomination: int) -> int:
    """The strength number of a card of the deck: trumps last, other suits in order."""
    suit = int64(card >> 4)
    rank = STRENGTH[KIND[denomination, suit], (card & 15) - FIRST_RANK]
    if denomination < SANS_ATOUT and suit >= denomination:
        suit = int64(3) if suit == denomination else suit - 1
    return suit << 3 | rank


@lean_jit
def _owner(memory: Ints, card: int) -> int:
    """The seat that holds a card; 4 if nobody does."""
    for seat in range(4):
        if (memory[_HAND + seat] >> card) & 1:
            return seat
    return 4


@lean_jit
def _representative(memory: Ints, suit: int, low: int) -> int:
    """The first set of worthless cards of a suit whose owners are in the same order as those of this one."""
    for other in range(low):
        a, b = int64(low), int64(other)
        while a and b and _owner(memory, suit + lowest(a)) == _owner(memory, suit + lowest(b)):
            a &= a - 1
            b &= b - 1
        if a == 0 and b == 0:
            return int64(other)
    return int64(low)


@lean_jit
def _load_deal(memory: Ints, hands: Ints, denomination: int) -> None:
    """Load the hands and the points of the cards, and invalidate the table."""
    if memory[_STAMP] == _LAST_STAMP:
        memory[_TABLE:] = 0
        memory[_STAMP] = 0
    memory[_STAMP] += 1
    memory[NODES] = 0
    memory[_TRUMPS] = int64(255) << _FIRST_TRUMP if denomination < SANS_ATOUT else int64(0)
    memory[_RISING] = int64(0xFFFFFFFF) if denomination == TOUT_ATOUT else memory[_TRUMPS]
    for deck_card in range(64):
        if deck_card & 15 >= FIRST_RANK and deck_card & 15 < FIRST_RANK + 8:
            card = _number(int64(deck_card), denomination)
            memory[_DECK_CARD + card] = deck_card
            memory[_POINTS + card] = POINTS[denomination, deck_card]
    for seat in range(4):
        memory[_HAND + seat] = 0
        rest = int64(hands[seat])
        while rest:
            memory[_HAND + seat] |= bit(_number(lowest(rest), denomination))
            rest &= rest - 1
    for side in range(2):
        memory[_SIDE + side] = memory[_HAND + side] | memory[_HAND + side + 2]
    for suit in range(0, 32, 8):
        # sevens and eights are never worth anything
        valuable = int64(0 if memory[_POINTS + suit + 2] == 0 else 4)
        for low in range(8):
            memory[_ALIKE + suit + low] = _representative(memory, suit, low & ~valuable) | low & valuable


@lean_jit
def set_up(
    memory: Ints,
    hands: Ints,
    trick: Ints,
    leader: int,
    denomination: int,
    won0: int,
    won1: int,
) -> None:
    """Load a position: the four hands, the cards of the trick by seat (-1 if not played), the leader, and the
    tricks each side has taken.
    """
    _load_deal(memory, hands, denomination)
    memory[_POT] = memory[_PLACE] = memory[_LED] = memory[_BEST] = memory[_WINNER] = 0
    seat = int64(leader)
    while memory[_PLACE] < 4 and trick[seat] >= 0:
        card = _number(int64(trick[seat]), denomination)
        if memory[_PLACE] == 0:
            memory[_LED] = card
        if memory[_PLACE] == 0 or _beats(memory, card, memory[_BEST]):
            memory[_BEST] = card
            memory[_WINNER] = seat
        memory[_POT] += memory[_POINTS + card]
        memory[_PLACE] += 1
        seat = (seat + 1) & 3
    memory[_SEAT] = seat
    memory[_CARDS] = memory[_SIDE] | memory[_SIDE + 1]
    memory[_LEFT] = count(memory[_HAND + seat])
    memory[_TOTAL] = _sum(memory, memory[_CARDS]) + memory[_POT] + LAST_TRICK
    if won0 and won1:
        memory[_SWEEP] = NEITHER
    else:
        memory[_SWEEP] = 0 if won0 else 1 if won1 else NOBODY


@lean_jit
def _search_root(memory: Ints, card: int, need: int) -> int:
    """Search the loaded position after the seat to move plays `card`, or its best card if `card` is -1."""
    at = _Position(
        memory[_CARDS],
        memory[_LEFT],
        memory[_SEAT],
        memory[_PLACE],
        memory[_LED],
        memory[_BEST],
        memory[_WINNER],
        memory[_POT],
        memory[_TOTAL],
        memory[_SWEEP],
    )
    if card < 0:
        return _search(memory, at, need)
    return at.total - _search(memory, _after(memory, at, card), at.total - need + 1)


@lean_jit
def _bisect(memory: Ints, card: int, low: int, high: int) -> int:
    """What the side to move takes after `card` (-1: its best one), known to be from `low` to `high`."""
    while low < high and not memory[_STOPPED]:
        need = (low + high + 1) >> 1
        value = _search_root(memory, int64(card), need)
        if value >= need:
            low = value
        else:
            high = value
    return low


@lean_jit
def _for_side_0(memory: Ints, value: int) -> int:
    """Convert what the side to move takes to the value of the position."""
    return value if memory[_SEAT] & 1 == 0 else memory[_TOTAL] - value


@lean_jit
def _value(memory: Ints, card: int) -> int:
    return _bisect(memory, card, int64(-ALL_TRICKS), memory[_TOTAL] + ALL_TRICKS)


@lean_jit
def _legal_now(memory: Ints) -> int:
    """The legal cards, by strength number."""
    hand = memory[_HAND + memory[_SEAT]]
    if memory[_PLACE] == 0:
        return hand
    return _legal(memory, hand, memory[_LED], memory[_BEST], (memory[_WINNER] ^ memory[_SEAT]) & 1 == 0)


@lean_jit
def _largest_difference(memory: Ints, card: int, other: int) -> int:
    """The most by which the values of two cards of the seat to move can differ."""
    hand = memory[_HAND + memory[_SEAT]]
    others = memory[_CARDS] & ~hand
    if memory[_PLACE] > 0:
        others |= bit(memory[_BEST])
    low, high = min(card, other), max(card, other)
    if (card ^ other) & 24 or others & _above(low) & (bit(high) - 1):
        return int64(_NONE)
    return abs(memory[_POINTS + card] - memory[_POINTS + other])


@lean_jit
def solve_position(
    memory: Ints,
    hands: Ints,
    trick: Ints,
    leader: int,
    denomination: int,
    won0: int,
    won1: int,
) -> int:
    """The value of a position; for the arguments see `set_up`."""
    set_up(memory, hands, trick, leader, denomination, won0, won1)
    return _for_side_0(memory, _value(memory, int64(-1)))


@lean_jit
def card_values(
    memory: Ints,
    hands: Ints,
    trick: Ints,
    leader: int,
    denomination: int,
    won0: int,
    won1: int,
    values: Ints,
) -> int:
    """Write the value after each legal card to `values`, by its number; returns the set of these cards."""
    set_up(memory, hands, trick, leader, denomination, won0, won1)
    mine = _legal_now(memory)
    par = _value(memory, int64(-1))
    legal = int64(0)
    rest = mine
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        low, high = int64(-ALL_TRICKS), par
        done = mine & (bit(card) - 1)
        while done:
            other = lowest(done)
            done &= done - 1
            known = _for_side_0(memory, int64(values[memory[_DECK_CARD + other]]))
            low = max(low, known - _largest_difference(memory, card, other))
            high = min(high, known + _largest_difference(memory, card, other))
        if low < high:
            value = _search_root(memory, card, high)
            low, high = (value, high) if value >= high else (low, value)
        values[memory[_DECK_CARD + card]] = _for_side_0(memory, _bisect(memory, card, low, high))
        legal |= bit(memory[_DECK_CARD + card])
    return legal
