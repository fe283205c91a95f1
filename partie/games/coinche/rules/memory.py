"""What play reveals about hands: recorded in the state, concluded from, and used to deal unseen cards.

Everybody sees the same play, so what it excludes is public: `may[seat]` has the cards a seat may still hold,
`shown[seat]` those known to be in its hand. `learn` updates both, `deduce` draws the conclusions for a player
who also sees one hand, and `determinise` deals the unseen cards uniformly among all consistent deals.
"""

from partie.cards.dealing import deal_unknown
from partie.core.compiled.bits import (
    bit,
    count,
)
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Ints, Record, int64
from partie.core.compiled.verbs import copy
from partie.games.coinche.rules.annonces import declared_by
from partie.games.coinche.rules.calls import (
    BETWEEN,
    BID,
    PLAY,
)
from partie.games.coinche.rules.cards import (
    BEATEN_BY,
    FIRST_RANK,
    KIND,
    KING,
    NINE,
    PACK,
    PLAIN,
    QUEEN,
    SANS_ATOUT,
    SUIT_SETS,
    TOUT_ATOUT,
    TRUMP,
)

SEATS = 4
_IN_EVERY_SUIT = int64(sum(1 << 16 * suit + FIRST_RANK for suit in range(4)))
PAIRS = int64(1 << QUEEN | 1 << KING) * _IN_EVERY_SUIT
"""The kings and queens of all suits."""
_MAX_REJECTIONS = 10_000
"""How often a deal that contradicts the annonces is dealt again.

An impossible position has no consistent deal, so there must be a limit.
"""
REBELOTE = 4
"""In `beloted`: 1 + the seat that has announced belote, and this much more after its second card."""


@lean_jit
def learn(state: Record, seat: int, card: int) -> None:
    """Record what everybody learns from this card, which the seat is about to play."""
    suit = card >> 4
    if state.played > 0:
        denomination = state.denomination
        beaten_by = BEATEN_BY[denomination, state.best]
        wins = beaten_by >> card & 1
        excluded = int64(0)
        if suit == state.led:
            if KIND[denomination, suit] == TRUMP and not wins:
                excluded = beaten_by  # a higher trump would have had to be played
        else:
            excluded = SUIT_SETS[state.led]
            state.voids[seat] |= 1 << state.led
            if state.winner == seat ^ 2:
                low = card & 15 <= FIRST_RANK + NINE
                if low and state.signal[seat] == 0 and KIND[denomination, suit] == PLAIN:
                    state.signal[seat] = suit + 1
            elif denomination < SANS_ATOUT and state.led != denomination:
                if suit != denomination:
                    excluded |= SUIT_SETS[denomination]  # a trump would have had to be played
                    state.voids[seat] |= 1 << denomination
                elif not wins:
                    excluded |= beaten_by  # a higher trump would have had to be played
        state.may[seat] &= ~excluded
    if bit(card) & PAIRS and (suit == state.denomination or state.denomination == TOUT_ATOUT):
        _record_belote(state, seat, card)
    if state.annonces and state.tricks == 0:
        _declare_annonces(state, seat)
    left = ~bit(card)
    for other in range(SEATS):
        state.may[other] &= left
    state.shown[seat] &= left


@lean_jit
def _record_belote(state: Record, seat: int, card: int) -> None:
    """Record a belote, announced with the first card of the pair if both are in the hand; otherwise exclude
    the other card.
    """
    suit = card >> 4
    if state.denomination == TOUT_ATOUT and not state.belote_ta:
        return
    other = PAIRS & SUIT_SETS[suit] & ~bit(card)
    if state.gone & other:
        if state.beloted[suit] == 1 + seat:
            state.beloted[suit] += REBELOTE
            state.belote[seat & 1] += 20
    elif state.hands[seat] & other:
        state.beloted[suit] = 1 + seat
        _show(state, seat, other)
    else:
        state.may[seat] &= ~other


@lean_jit
def _show(state: Record, seat: int, cards: int) -> None:
    """Make it public that these cards are in this hand."""
    state.shown[seat] |= cards
    for other in range(SEATS):
        if other != seat:
            state.may[other] &= ~cards


@lean_jit
def _declare_annonces(state: Record, seat: int) -> None:
    """Declare the annonces of a hand, with its first card."""
    state.declared[seat] = declared_by(state.hands[seat])
    _show(state, seat, state.declared[seat])


@lean_jit
def cards_left(state: Record, seat: int) -> int:
    """The number of cards a seat holds."""
    if state.phase == BID:
        return int64(8)
    if state.phase == PLAY:
        return int64(8) - state.tricks - (1 if state.trick[seat] >= 0 else 0)
    return int64(0)


@lean_jit
def holdable(view: Record, seat: int, other: int) -> int:
    """The cards `other` may hold, each considered alone, for a player who sees the hand of `seat` (-1:
    none)."""
    if other == seat:
        return int64(view.hands[seat])
    cards = int64(view.may[other])
    return cards & ~view.hands[seat] if seat >= 0 else cards


@lean_jit
def _fits(view: Record, seat: int, taker: int, taken: int) -> bool:
    """Whether a consistent deal gives `taker` one of the cards that only the seats `taken` can hold.

    This is Hall's condition: no set of seats may be the only possible holders of more cards than it has
    places.
    """
    for group in range(1, 1 << SEATS):
        homeless = _only_in(view, seat, group)
        places = int64(0)
        for other in range(SEATS):
            if group >> other & 1:
                places += cards_left(view, other)
        if group >> taker & 1:
            places -= 1
        if taken & ~group == 0:
            homeless -= 1
        if homeless > places:
            return False
    return True


@lean_jit
def _only_in(view: Record, seat: int, group: int) -> int:
    """The number of cards not gone that nobody outside a set of seats can hold."""
    cards = PACK & ~view.gone
    for other in range(SEATS):
        if not group >> other & 1:
            cards &= ~holdable(view, seat, other)
    return count(cards)


@lean_jit
def _held_by(view: Record, seat: int, holders: int) -> int:
    """The cards not gone whose possible holders, each card considered alone, are exactly this set of
    seats."""
    cards = PACK & ~view.gone
    for other in range(SEATS):
        here = holdable(view, seat, other)
        cards &= here if holders >> other & 1 else ~here
    return cards


@lean_jit
def deduce(view: Record, seat: int, can: Ints, must: Ints) -> None:
    """Draw all conclusions for a player who sees the hand of `seat` (-1: none).

    `can[s]` are the cards s holds in at least one consistent deal, `must[s]` those it holds in all of them.
    This is exact for `may` and `shown`; that a player had nothing to declare is not used.
    """
    for other in range(SEATS):
        can[other] = 0
        must[other] = 0
    if view.phase >= BETWEEN:
        return
    for holders in range(1, 1 << SEATS):
        cards = _held_by(view, seat, holders)
        if cards == 0:
            continue
        takers = int64(0)
        for other in range(SEATS):
            if holders >> other & 1 and _fits(view, seat, other, holders):
                takers |= 1 << other
                can[other] |= cards
        for other in range(SEATS):
            if takers == 1 << other:
                must[other] |= cards


@lean_jit
def observe(state: Record, seat: int, out: Record) -> None:
    """Make a view: the others' hands are empty, everything else is public."""
    copy(state, out)
    for other in range(SEATS):
        if other != seat:
            out.hands[other] = 0


@lean_jit
def determinise(view: Record, seat: int, chance: Chance, out: Record) -> None:
    """Deal the unseen cards, uniformly among all deals consistent with what was played, shown and declared.

    With annonces, a deal in which somebody would have had to declare something else is rejected and dealt
    again.
    """
    copy(view, out)
    if view.phase >= BETWEEN or seat < 0:
        return
    if not view.annonces or view.phase == BID:
        fill_hands(out, seat, chance)
        return
    for _ in range(_MAX_REJECTIONS):
        if not fill_hands(out, seat, chance) or matches_declarations(out):
            return
        for other in range(SEATS):
            if other != seat:
                out.hands[other] = view.hands[other]


@lean_jit
def matches_declarations(state: Record) -> bool:
    """Whether every player who has played a card held exactly the annonces they declared."""
    for seat in range(SEATS):
        if state.laid[seat] and declared_by(state.laid[seat] | state.hands[seat]) != state.declared[seat]:
            return False
    return True


@lean_jit
def fill_hands(state: Record, seat: int, chance: Chance) -> bool:
    """Deal the unseen cards to the others, on top of their known cards; returns whether that was possible."""
    left, across, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    first = state.hands[left] | state.shown[left]
    second = state.hands[across] | state.shown[across]
    third = state.hands[right] | state.shown[right]
    found, more1, more2, more3 = deal_unknown(
        PACK & ~(state.gone | state.hands[seat] | first | second | third),
        state.may[left],
        state.may[across],
        state.may[right],
        cards_left(state, left) - count(first),
        cards_left(state, across) - count(second),
        cards_left(state, right) - count(third),
        chance,
    )
    state.hands[left] = first | more1
    state.hands[across] = second | more2
    state.hands[right] = third | more3
    return found
