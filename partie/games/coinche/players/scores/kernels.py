"""Playing cards by rules of thumb: every legal card gets a score, a sum of weights over the fixed conditions of `conditions`, and the highest is played; of equal ones the lowest card.

At the heart of it is the chance that our side takes the trick, estimated from what the seat may know: its own hand, the cards gone, those that play has excluded from a hand, those
shown, and partner's call. A card that any of the three others may hold is with a given one of them in a third of the cases, one that two may hold in half. No other hand is ever read.

The score is linear in the weights, so what a condition contributes is the score with all other weights 0: `explain`.
"""

import numpy as np

from partie.core.compiled.bits import (
    bit,
    count,
    lowest,
    without_lowest,
)
from partie.core.compiled.kernel import (
    jit,
    lean_jit,
)
from partie.games.coinche.players.scores.conditions import (
    INDEX,
    read_weights,
)
from partie.games.coinche.rules.cards import (
    ACE,
    BEATEN_BY,
    FIRST_RANK,
    KIND,
    NINE,
    PACK,
    PLAIN,
    POINTS,
    STRENGTH,
    SUIT_SETS,
    TEN,
    TRUMP,
)

WEIGHTS = read_weights().vector
"""Those shipped, constants to the compiler."""
SIZE = len(WEIGHTS)

LEAD_GIVE = INDEX["lead.give"]
LEAD_LOSE = INDEX["lead.lose"]
LEAD_WIN = INDEX["lead.win"]
LEAD_MASTER = INDEX["lead.master"]
DRAW_TAKER = INDEX["lead.draw_taker"]
DRAW_PARTNER = INDEX["lead.draw_partner"]
DRAW_DEFENCE = INDEX["lead.draw_defence"]
DRAW_TOP = INDEX["lead.draw_top"]
DRAW_LENGTH = INDEX["lead.draw_length"]
LAST_TRUMP = INDEX["lead.last_trump"]
TRUMPS_SPENT = INDEX["lead.trumps_spent"]
LEAD_HIGH = INDEX["lead.high"]
LENGTH = INDEX["lead.length"]
LENGTH_FLAT = INDEX["lead.length_flat"]
FRESH = INDEX["lead.fresh"]
SINGLE = INDEX["lead.single"]
BENEATH = INDEX["lead.beneath"]
FROM_TEN = INDEX["lead.from_ten"]
CALLED = INDEX["lead.called"]
THEIR_CALL = INDEX["lead.their_call"]
FOR_RUFF = INDEX["lead.ruff"]
TAKE = INDEX["reply.take"]
GIVE = INDEX["reply.give"]
LOSE = INDEX["reply.lose"]
WIN = INDEX["reply.win"]
MINE = INDEX["reply.mine"]
OVER_PARTNER = INDEX["reply.over_partner"]
HIGH = INDEX["reply.high"]
MASTER = INDEX["reply.master"]
BARE_TEN = INDEX["reply.bare_ten"]
RUFF_PARTNER = INDEX["ruff.partner"]
RUFF_HIGH = INDEX["ruff.high"]
RUFF_TOP = INDEX["ruff.top"]
CALL = INDEX["discard.call"]
FALSE_CALL = INDEX["discard.false_call"]
MAKES_VOID = INDEX["discard.void"]
DISCARD_LENGTH = INDEX["discard.length"]
DISCARD_HIGH = INDEX["discard.high"]
PARTNER_SUIT = INDEX["discard.partner_suit"]

LAST_TRICK = 10.0


def _steps():
    """For each kind of suit and each card, how many cards of its suit it beats."""
    table = np.zeros((2, 64))
    for kind in (PLAIN, TRUMP):
        for suit in range(4):
            first = 16 * suit + FIRST_RANK
            table[kind, first : first + 8] = STRENGTH[kind]
    return table


def _tops():
    """For each kind of suit and each set of its ranks as a byte, the strongest rank."""
    table = np.zeros((2, 256), np.int64)
    for kind in (PLAIN, TRUMP):
        for ranks in range(1, 256):
            table[kind, ranks] = max(
                (rank for rank in range(8) if ranks >> rank & 1), key=lambda rank: STRENGTH[kind, rank]
            )
    return table


STEPS = _steps()
TOP = _tops()
POINTS_OF = POINTS.astype(np.float64)
THIRDS = (2.0 / 3.0) ** np.arange(33)
HALVES = 0.5 ** np.arange(33)
TRUMPS = np.array([*SUIT_SETS, 0, 0], np.int64)
"""The trump suit of each denomination; nothing at sans atout and, since nobody can ruff there, at tout atout."""
ACES = np.array([0, *(1 << (16 * suit + FIRST_RANK + ACE) for suit in range(4))], np.int64)
"""The card a call, as the field `signal` counts it, promises."""
SUIT_OF_CALL = np.array([0, *SUIT_SETS], np.int64)


@lean_jit
def absent(cards, only, pair, free):
    """The chance that a player holds none of these cards, of which he alone may hold `only`, he or one other `pair`, and anybody `free`."""
    if cards & only:
        return 0.0
    return HALVES[count(cards & pair)] * THIRDS[count(cards & free)]


@lean_jit
def best_card(state, cards, weights):
    """Of these legal cards the one with the highest score."""
    if cards & (cards - 1) == 0:
        return lowest(cards)
    card, _ = scored(state, cards, weights)
    return card


@lean_jit
def scores_card(state, cards):
    """The same with the weights shipped: the policy of playouts."""
    return best_card(state, cards, WEIGHTS)


@lean_jit
def scored(state, cards, weights):
    """The card with the highest score, and that score."""
    seat = np.int64(state.turn)
    hand = np.int64(state.hands[seat])
    unseen = PACK & ~hand & ~state.gone
    left, across, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    promised = ACES[state.signal[across]] & unseen & state.may[across]
    may_left = state.may[left] & unseen & ~promised
    may_across = state.may[across] & unseen
    may_right = state.may[right] & unseen & ~promised
    free = may_left & may_across & may_right
    if state.played == 0:
        return _best_lead(state, cards, weights, seat, hand, unseen, may_left, may_across, may_right, free)
    return _best_reply(state, cards, weights, seat, hand, unseen, may_left, may_across, may_right, free)


@lean_jit
def _best_lead(state, cards, weights, seat, hand, unseen, may_left, may_across, may_right, free):
    denomination = np.int64(state.denomination)
    trumps = TRUMPS[denomination]
    only_left = may_left & ~may_across & ~may_right
    only_across = may_across & ~may_left & ~may_right
    only_right = may_right & ~may_left & ~may_across
    pair_left, pair_across, pair_right = (
        may_left & ~only_left & ~free,
        may_across & ~only_across & ~free,
        may_right & ~only_right & ~free,
    )
    have_left = 1.0 - absent(trumps & may_left, only_left, pair_left, free)
    have_across = 1.0 - absent(trumps & may_across, only_across, pair_across, free)
    have_right = 1.0 - absent(trumps & may_right, only_right, pair_right, free)
    trumps_out = 1.0 - (1.0 - have_left) * (1.0 - have_right)
    draw = DRAW_DEFENCE
    if state.bidder == seat:
        draw = DRAW_TAKER
    elif (state.bidder ^ seat) & 1 == 0:
        draw = DRAW_PARTNER
    per_card = LENGTH if denomination < 4 else LENGTH_FLAT
    called = SUIT_OF_CALL[state.signal[(seat + 2) & 3]]
    theirs = SUIT_OF_CALL[state.signal[(seat + 1) & 3]] | SUIT_OF_CALL[state.signal[(seat + 3) & 3]]

    best, best_score = lowest(cards), -1e300
    suit = np.int64(-1)
    suit_score, unruffed, partner_ruffs = 0.0, 1.0, 0.0
    whole, others, kind = np.int64(0), np.int64(0), np.int64(0)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        if card >> 4 != suit:  # cards come suit by suit: what all of a suit have in common
            suit = card >> 4
            whole = SUIT_SETS[suit]
            kind = KIND[denomination, suit]
            own, others = hand & whole, unseen & whole
            length = count(own)
            suit_score = weights[FRESH] * count(others)
            unruffed, partner_ruffs = 1.0, 0.0
            if trumps & whole:
                suit_score += weights[draw] * trumps_out + weights[TRUMPS_SPENT] * (1.0 - trumps_out)
                suit_score += weights[LAST_TRUMP] if length == 1 else weights[DRAW_LENGTH] * length
            else:
                suit_score += weights[per_card] * length
            if trumps & ~whole:
                unruffed = (1.0 - have_left * absent(others & may_left, only_left, pair_left, free)) * (
                    1.0 - have_right * absent(others & may_right, only_right, pair_right, free)
                )
                partner_ruffs = have_across * absent(others & may_across, only_across, pair_across, free)
                suit_score += weights[FOR_RUFF] * partner_ruffs
                if length == 1 and hand & trumps:
                    suit_score += weights[SINGLE]
            if kind == PLAIN and own & _ten(suit) and others & _ace(suit):
                suit_score += weights[FROM_TEN]
            if whole & called:
                suit_score += weights[CALLED]
            if whole & theirs:
                suit_score += weights[THEIR_CALL]
        above = BEATEN_BY[denomination, card] & whole
        beating = above & others
        ours = unruffed
        score = suit_score + weights[LEAD_HIGH] * STEPS[kind, card]
        if beating:
            ours *= absent(beating & may_left, only_left, pair_left, free) * absent(
                beating & may_right, only_right, pair_right, free
            )
            top = _top(beating, kind)
            helps = _holds(top, only_across, pair_across, free) * unruffed
            ours += (1.0 - ours) * (helps + (1.0 - helps) * partner_ruffs)
            if above & hand and _top((hand | unseen) & above, kind) & hand:
                score += weights[BENEATH]
        elif bit(card) & trumps:
            score += weights[DRAW_TOP] * trumps_out
        else:
            score += weights[LEAD_MASTER]
        points = POINTS_OF[denomination, card]
        score += (
            ours * (weights[LEAD_WIN] + weights[LEAD_GIVE] * points)
            + (1.0 - ours) * weights[LEAD_LOSE] * points
        )
        if score > best_score:
            best, best_score = card, score
    return best, best_score


@lean_jit
def _best_reply(state, cards, weights, seat, hand, unseen, may_left, may_across, may_right, free):
    denomination = np.int64(state.denomination)
    trumps = TRUMPS[denomination]
    led = SUIT_SETS[state.led]
    leading = np.int64(state.best)
    partner = state.winner == (seat + 2) & 3
    lead_kind = KIND[denomination, state.led]
    ruffed = np.int64(trumps & bit(leading) & ~led)  # a trump leads a trick of another suit

    only_left = may_left & ~may_across & ~may_right
    pair_left = may_left & ~only_left & ~free
    void_left, ruff_left = 0.0, 0.0
    if state.played < 3 and trumps & ~led:
        void_left = absent(unseen & led & may_left, only_left, pair_left, free)
        ruff_left = void_left * (1.0 - absent(trumps & may_left, only_left, pair_left, free))
    kept = 0.0  # the chance that our side takes the trick if this card does not
    if partner:
        kept = 1.0
        if state.played < 3:
            beating = BEATEN_BY[denomination, leading] & SUIT_SETS[leading >> 4] & may_left
            kept = absent(beating, only_left, pair_left, free)
            kept = 1.0 - void_left * (1.0 - kept) if ruffed else kept - ruff_left
    elif state.played == 1:
        only_across = may_across & ~may_left & ~may_right
        pair_across = may_across & ~only_across & ~free
        beating = BEATEN_BY[denomination, leading] & led & unseen
        if beating:
            kept = _holds(_top(beating, lead_kind), only_across, pair_across, free) * (1.0 - ruff_left)
        if trumps & ~led:
            has_trump = 1.0 - absent(trumps & may_across, only_across, pair_across, free)
            void = absent(unseen & led & may_across, only_across, pair_across, free)
            kept += (1.0 - kept) * void * has_trump
    table = LAST_TRICK if state.tricks == 7 else 0.0
    for other in range(4):
        if state.trick[other] >= 0:
            table += POINTS_OF[denomination, state.trick[other]]

    best, best_score = lowest(cards), -1e300
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        suit = card >> 4
        whole = SUIT_SETS[suit]
        kind = KIND[denomination, suit]
        points = POINTS_OF[denomination, card]
        above = BEATEN_BY[denomination, card] & whole
        ours, score = kept, 0.0
        wins = BEATEN_BY[denomination, leading] >> card & 1
        if wins:
            if partner:
                score += weights[MASTER] * kept if above & unseen == 0 else 0.0
            else:
                score += weights[MINE]
            ours = 1.0
            if state.played < 3:
                ours = absent(above & may_left, only_left, pair_left, free)
                ours = ours - ruff_left if whole & led else 1.0 - void_left * (1.0 - ours)
        elif above & unseen == 0:
            score += weights[MASTER]
        if whole & led:
            score += weights[HIGH] * STEPS[kind, card]
            if wins and partner:
                score += weights[OVER_PARTNER] * kept
        elif whole & trumps:
            score += weights[RUFF_HIGH] * STEPS[kind, card]
            if partner:
                score += weights[RUFF_PARTNER]
            if above & unseen == 0:
                score += weights[RUFF_TOP]
        else:
            own = count(hand & whole)
            score += weights[DISCARD_HIGH] * STEPS[kind, card] + weights[DISCARD_LENGTH] * own
            if own == 1:
                if hand & trumps:
                    score += weights[MAKES_VOID]
                if whole & SUIT_OF_CALL[state.signal[(seat + 2) & 3]]:
                    score += weights[PARTNER_SUIT]
            if partner and kind == PLAIN and card & 15 <= FIRST_RANK + NINE and state.signal[seat] == 0:
                score += weights[CALL] if hand & _ace(suit) else weights[FALSE_CALL]
        if kind == PLAIN and hand & whole & ~bit(card) == _ten(suit) and unseen & _ace(suit):
            score += weights[BARE_TEN]
        score += (
            ours * (weights[WIN] + weights[TAKE] * table + weights[GIVE] * points)
            + (1.0 - ours) * weights[LOSE] * points
        )
        if score > best_score:
            best, best_score = card, score
    return best, best_score


@jit
def explain(state, cards, weights):
    """What every condition contributes to the scores of these legal cards, on average."""
    parts, alone = np.zeros(SIZE), np.zeros(SIZE)
    for condition in range(SIZE):
        alone[condition] = weights[condition]
        rest = cards
        while rest:
            _, part = scored(state, rest & -rest, alone)
            parts[condition] += part
            rest = without_lowest(rest)
        alone[condition] = 0.0
    return parts / count(cards)


@lean_jit
def _ten(suit):
    return bit(16 * suit + FIRST_RANK + TEN)


@lean_jit
def _ace(suit):
    return bit(16 * suit + FIRST_RANK + ACE)


@lean_jit
def _top(cards, kind):
    """The strongest of some cards of one suit, as a set."""
    shift = np.int64(lowest(cards) & 48) + FIRST_RANK
    return bit(shift + TOP[kind, (cards >> shift) & 255])


@lean_jit
def _holds(card, only, pair, free):
    """The chance that a player holds this card."""
    if card & only:
        return 1.0
    if card & free:
        return 1.0 / 3.0
    return 0.5 if card & pair else 0.0
