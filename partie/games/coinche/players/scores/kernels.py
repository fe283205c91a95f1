"""Playing by rules of thumb: every legal card gets a score, a weighted sum of `conditions`, and the highest
is played; among equals, the lowest card.

The central quantity is the probability that our side takes the trick, estimated from what the seat may know:
its own hand, the cards gone, those play has excluded from a hand, those shown, and partner's call. A card
that all three others may hold is with a given one of them with probability 1/3, one that two may hold with
1/2. No hidden hand is ever read.

The score is linear in the weights, so the contribution of a condition is the score with all other weights 0:
`explain`.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.bits import (
    bit,
    count,
    lowest,
    without_lowest,
)
from partie.core.compiled.kernel import (
    inline_jit,
    jit,
    lean_jit,
)
from partie.core.compiled.types import Floats, Ints, Record, int64
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
"""The shipped weights, constants to the compiler."""
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


def _steps() -> Floats:
    """By kind of suit and card: how many cards of its suit it beats."""
    table = np.zeros((2, 64))
    for kind in (PLAIN, TRUMP):
        for suit in range(4):
            first = 16 * suit + FIRST_RANK
            table[kind, first : first + 8] = STRENGTH[kind]
    return table


def _tops() -> Ints:
    """By kind of suit and byte of ranks: the strongest rank."""
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
"""The trump suit of each denomination; empty at sans atout, and at tout atout, where nobody can ruff."""
ACES = np.array([0, *(1 << (16 * suit + FIRST_RANK + ACE) for suit in range(4))], np.int64)
"""The ace promised by a call, indexed by the field `signal`."""
SUIT_OF_CALL = np.array([0, *SUIT_SETS], np.int64)


class _Player(NamedTuple):
    """The unseen cards another player may hold: those nobody else, one other, or all others may hold too."""

    only: int
    pair: int
    free: int


class _Others(NamedTuple):
    """The unseen cards, and what each of the others may hold."""

    unseen: int
    left: _Player
    across: _Player
    right: _Player


@inline_jit
def _player(may: int, may_others: int, free: int) -> _Player:
    only = may & ~may_others
    return _Player(only, may & ~only & ~free, free)


@inline_jit
def absent(cards: int, player: _Player) -> float:
    """The probability that a player holds none of these cards."""
    if cards & player.only:
        return 0.0
    return HALVES[count(cards & player.pair)] * THIRDS[count(cards & player.free)]


@inline_jit
def _holds(card: int, player: _Player) -> float:
    """The probability that a player holds this card, given as a set."""
    if card & player.only:
        return 1.0
    if card & player.free:
        return 1.0 / 3.0
    return 0.5 if card & player.pair else 0.0


@lean_jit
def best_card(state: Record, cards: int, weights: Floats) -> int:
    """The legal card with the highest score."""
    if cards & (cards - 1) == 0:
        return lowest(cards)
    card, _ = scored(state, cards, weights)
    return card


@lean_jit
def scores_card(state: Record, cards: int) -> int:
    """The best card by the shipped weights: the playout policy."""
    return best_card(state, cards, WEIGHTS)


@lean_jit
def scored(state: Record, cards: int, weights: Floats) -> tuple[int, float]:
    """The card with the highest score, and that score."""
    seat = int64(state.turn)
    unseen = PACK & ~state.hands[seat] & ~state.gone
    left, across, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    promised = ACES[state.signal[across]] & unseen & state.may[across]
    may_left = state.may[left] & unseen & ~promised
    may_across = state.may[across] & unseen
    may_right = state.may[right] & unseen & ~promised
    free = may_left & may_across & may_right
    others = _Others(
        unseen,
        _player(may_left, may_across | may_right, free),
        _player(may_across, may_left | may_right, free),
        _player(may_right, may_left | may_across, free),
    )
    if state.played == 0:
        return _best_lead(state, cards, others, weights)
    return _best_reply(state, cards, others, weights)


class _Lead(NamedTuple):
    """What all leads have in common.

    The probabilities that each of the others, and that an opponent, has trumps; the weights for leading
    trumps and for length; the suits called by partner and by the opponents.
    """

    left: float
    across: float
    right: float
    trumps_out: float
    draw: int
    length: int
    called: int
    theirs: int


class _SuitLead(NamedTuple):
    """What all leads of a suit share: a score, the chance that no opponent ruffs, and that partner does."""

    score: float
    unruffed: float
    partner_ruffs: float


@inline_jit
def _best_lead(state: Record, cards: int, others: _Others, weights: Floats) -> tuple[int, float]:
    lead = _lead_context(state, others)
    best, best_score = lowest(cards), -1e300
    suit = int64(-1)
    common = _SuitLead(0.0, 1.0, 0.0)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        if card >> 4 != suit:  # cards come suit by suit
            suit = card >> 4
            common = _lead_suit(state, suit, others, lead, weights)
        score = _lead_score(state, card, others, common, lead.trumps_out, weights)
        if score > best_score:
            best, best_score = card, score
    return best, best_score


@inline_jit
def _lead_context(state: Record, others: _Others) -> _Lead:
    seat = int64(state.turn)
    trumps = TRUMPS[state.denomination]
    have_left = 1.0 - absent(trumps, others.left)
    have_across = 1.0 - absent(trumps, others.across)
    have_right = 1.0 - absent(trumps, others.right)
    draw = DRAW_DEFENCE
    if state.bidder == seat:
        draw = DRAW_TAKER
    elif (state.bidder ^ seat) & 1 == 0:
        draw = DRAW_PARTNER
    return _Lead(
        have_left,
        have_across,
        have_right,
        1.0 - (1.0 - have_left) * (1.0 - have_right),
        draw,
        LENGTH if state.denomination < 4 else LENGTH_FLAT,
        SUIT_OF_CALL[state.signal[(seat + 2) & 3]],
        SUIT_OF_CALL[state.signal[(seat + 1) & 3]] | SUIT_OF_CALL[state.signal[(seat + 3) & 3]],
    )


@inline_jit
def _lead_suit(state: Record, suit: int, others: _Others, lead: _Lead, weights: Floats) -> _SuitLead:
    hand = int64(state.hands[state.turn])
    trumps, whole = TRUMPS[state.denomination], SUIT_SETS[suit]
    own, out = hand & whole, others.unseen & whole
    length = count(own)
    score = weights[FRESH] * count(out)
    unruffed, partner_ruffs = 1.0, 0.0
    if trumps & whole:
        score += weights[lead.draw] * lead.trumps_out + weights[TRUMPS_SPENT] * (1.0 - lead.trumps_out)
        score += weights[LAST_TRUMP] if length == 1 else weights[DRAW_LENGTH] * length
    else:
        score += weights[lead.length] * length
    if trumps & ~whole:
        unruffed = (1.0 - lead.left * absent(out, others.left)) * (
            1.0 - lead.right * absent(out, others.right)
        )
        partner_ruffs = lead.across * absent(out, others.across)
        score += weights[FOR_RUFF] * partner_ruffs
        if length == 1 and hand & trumps:
            score += weights[SINGLE]
    if KIND[state.denomination, suit] == PLAIN and own & _ten(suit) and out & _ace(suit):
        score += weights[FROM_TEN]
    if whole & lead.called:
        score += weights[CALLED]
    if whole & lead.theirs:
        score += weights[THEIR_CALL]
    return _SuitLead(score, unruffed, partner_ruffs)


@inline_jit
def _lead_score(
    state: Record, card: int, others: _Others, common: _SuitLead, trumps_out: float, weights: Floats
) -> float:
    hand, denomination = int64(state.hands[state.turn]), int64(state.denomination)
    kind = KIND[denomination, card >> 4]
    above = BEATEN_BY[denomination, card] & SUIT_SETS[card >> 4]
    beating = above & others.unseen
    ours = common.unruffed
    score = common.score + weights[LEAD_HIGH] * STEPS[kind, card]
    if beating:
        ours *= absent(beating, others.left) * absent(beating, others.right)
        helps = _holds(_top(beating, kind), others.across) * common.unruffed
        ours += (1.0 - ours) * (helps + (1.0 - helps) * common.partner_ruffs)
        if above & hand and _top((hand | others.unseen) & above, kind) & hand:
            score += weights[BENEATH]
    elif bit(card) & TRUMPS[denomination]:
        score += weights[DRAW_TOP] * trumps_out
    else:
        score += weights[LEAD_MASTER]
    points = POINTS_OF[denomination, card]
    return score + (
        ours * (weights[LEAD_WIN] + weights[LEAD_GIVE] * points) + (1.0 - ours) * weights[LEAD_LOSE] * points
    )


class _Trick(NamedTuple):
    """What all replies have in common.

    Whether partner is winning, the points on the table, the probability that our side takes the trick without
    this card, and those that the next player is void in the suit led and ruffs.
    """

    partner: bool
    points: float
    kept: float
    void: float
    ruff: float


@inline_jit
def _best_reply(state: Record, cards: int, others: _Others, weights: Floats) -> tuple[int, float]:
    trick = _trick_context(state, others)
    best, best_score = lowest(cards), -1e300
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        score = _reply_score(state, card, others, trick, weights)
        if score > best_score:
            best, best_score = card, score
    return best, best_score


@inline_jit
def _trick_context(state: Record, others: _Others) -> _Trick:
    denomination, led = int64(state.denomination), SUIT_SETS[state.led]
    trumps = TRUMPS[denomination]
    void, ruff = 0.0, 0.0
    if state.played < 3 and trumps & ~led:
        void = absent(others.unseen & led, others.left)
        ruff = void * (1.0 - absent(trumps, others.left))
    partner = state.winner == (state.turn + 2) & 3
    kept = 0.0
    if partner:
        kept = _partner_keeps(state, others.left, void, ruff)
    elif state.played == 1:
        kept = _partner_takes(state, others, ruff)
    points = LAST_TRICK if state.tricks == 7 else 0.0
    for other in range(4):
        if state.trick[other] >= 0:
            points += POINTS_OF[denomination, state.trick[other]]
    return _Trick(partner, points, kept, void, ruff)


@inline_jit
def _partner_keeps(state: Record, left: _Player, void: float, ruff: float) -> float:
    """The probability that partner, who is winning the trick, keeps it."""
    if state.played == 3:
        return 1.0
    leading = int64(state.best)
    kept = absent(BEATEN_BY[state.denomination, leading] & SUIT_SETS[leading >> 4], left)
    if TRUMPS[state.denomination] & bit(leading) & ~SUIT_SETS[state.led]:  # partner has ruffed
        return 1.0 - void * (1.0 - kept)
    return kept - ruff


@inline_jit
def _partner_takes(state: Record, others: _Others, ruff: float) -> float:
    """The probability that partner, who plays last, takes the trick."""
    led = SUIT_SETS[state.led]
    trumps = TRUMPS[state.denomination]
    takes = 0.0
    beating = BEATEN_BY[state.denomination, state.best] & led & others.unseen
    if beating:
        top = _top(beating, KIND[state.denomination, state.led])
        takes = _holds(top, others.across) * (1.0 - ruff)
    if trumps & ~led:
        has_trump = 1.0 - absent(trumps, others.across)
        takes += (1.0 - takes) * absent(others.unseen & led, others.across) * has_trump
    return takes


@inline_jit
def _reply_score(state: Record, card: int, others: _Others, trick: _Trick, weights: Floats) -> float:
    denomination, suit = int64(state.denomination), card >> 4
    whole, led = SUIT_SETS[suit], SUIT_SETS[state.led]
    kind = KIND[denomination, suit]
    above = BEATEN_BY[denomination, card] & whole
    is_master = above & others.unseen == 0
    ours, score = trick.kept, 0.0
    wins = BEATEN_BY[denomination, state.best] >> card & 1
    if wins:
        if trick.partner:
            score += weights[MASTER] * trick.kept if is_master else 0.0
        else:
            score += weights[MINE]
        ours = 1.0
        if state.played < 3:
            ours = absent(above, others.left)
            ours = ours - trick.ruff if whole & led else 1.0 - trick.void * (1.0 - ours)
    elif is_master:
        score += weights[MASTER]
    if whole & led:
        score += weights[HIGH] * STEPS[kind, card]
        if wins and trick.partner:
            score += weights[OVER_PARTNER] * trick.kept
    elif whole & TRUMPS[denomination]:
        score += weights[RUFF_HIGH] * STEPS[kind, card]
        if trick.partner:
            score += weights[RUFF_PARTNER]
        if is_master:
            score += weights[RUFF_TOP]
    else:
        score = _discard_score(state, card, score, trick.partner, weights)
    hand = int64(state.hands[state.turn])
    if kind == PLAIN and hand & whole & ~bit(card) == _ten(suit) and others.unseen & _ace(suit):
        score += weights[BARE_TEN]
    points = POINTS_OF[denomination, card]
    return score + (
        ours * (weights[WIN] + weights[TAKE] * trick.points + weights[GIVE] * points)
        + (1.0 - ours) * weights[LOSE] * points
    )


@inline_jit
def _discard_score(state: Record, card: int, score: float, partner: bool, weights: Floats) -> float:
    """Add to the score what applies to a discard."""
    seat, suit = int64(state.turn), card >> 4
    hand, whole = int64(state.hands[seat]), SUIT_SETS[suit]
    kind = KIND[state.denomination, suit]
    own = count(hand & whole)
    score += weights[DISCARD_HIGH] * STEPS[kind, card] + weights[DISCARD_LENGTH] * own
    if own == 1:
        if hand & TRUMPS[state.denomination]:
            score += weights[MAKES_VOID]
        if whole & SUIT_OF_CALL[state.signal[(seat + 2) & 3]]:
            score += weights[PARTNER_SUIT]
    if partner and kind == PLAIN and card & 15 <= FIRST_RANK + NINE and state.signal[seat] == 0:
        score += weights[CALL] if hand & _ace(suit) else weights[FALSE_CALL]
    return score


@jit
def explain(state: Record, cards: int, weights: Floats) -> Floats:
    """The mean contribution of every condition to the scores of these legal cards."""
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
def _ten(suit: int) -> int:
    return bit(16 * suit + FIRST_RANK + TEN)


@lean_jit
def _ace(suit: int) -> int:
    return bit(16 * suit + FIRST_RANK + ACE)


@lean_jit
def _top(cards: int, kind: int) -> int:
    """The strongest of some cards of one suit, as a set."""
    shift = int64(lowest(cards) & 48) + FIRST_RANK
    return bit(shift + TOP[kind, (cards >> shift) & 255])
