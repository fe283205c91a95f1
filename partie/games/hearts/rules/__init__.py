"""The rules of Hearts over one record: the French game with 32 cards and the classic one with 52.

Cards and sets of cards are as in `cards`. A move is the number of the card played, `DEAL` for the next deal,
or three cards passed at once: `high << 12 | middle << 6 | low`.

A game has several deals. After each the state is *between* deals: the deal is settled, and the next dealer's
only move is to deal. So chance is needed only at the start and by `DEAL`. All public information is in the
record (cards gone, voids shown, points taken, the last trick, the score sheet); a view has empty hands for
the other seats, and only the passed cards its seat knows.
"""

import numpy as np

from partie.cards.dealing import deal_unknown
from partie.cards.deck import (
    HEARTS,
    SUIT_CARDS,
)
from partie.cards.tricks import (
    clear_trick,
    deal_all,
    list_cards,
)
from partie.core.compiled.bits import (
    bit,
    count,
    lowest,
    random_subset,
    without_lowest,
)
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Ints, Moves, Record, int64
from partie.core.compiled.verbs import (
    copy,
    mix,
)
from partie.games.hearts.rules.cards import (
    ALL_HEARTS,
    FULL,
    HAND_SIZES,
    JACK,
    PACKS,
    POINT_CARDS,
    QUEEN,
    SHORT,
    SHORT_HEARTS,
    TWO,
)

SEATS = 4
MOVES = 286
"""The number of ways to pass three cards of thirteen."""
LAST_DEAL = 32
"""Slams win points back, so a game to -100 could go on for ever; after this deal the totals decide."""
LONGEST = LAST_DEAL * (52 + 4 + 1)
SLAM, SHORT_HEART = 40, 5
"""The 32-card game: what all hearts are worth where slams count, and what each one costs otherwise."""
QUEEN_COSTS, JACK_EARNS = 13, 10
"""The 52-card game: the queen of spades and, where it counts, the jack of diamonds. A heart costs 1."""
MOON = 13 + QUEEN_COSTS
"""What everybody else gets when one player takes all hearts and the queen."""
WORST, BEST = -40.0, 40.0
LOWEST, HIGHEST = LAST_DEAL * WORST, LAST_DEAL * BEST
GOAL = -100
OTHERS_SLAM = -20.0
"""The value of somebody else's slam.

It costs 80/3 points relative to the mean of the others, and taking a heart costs 20/3, so it is as bad as
four hearts.
"""
DEAL = 64
PASS, PLAY, BETWEEN, OVER = 0, 1, 2, 3
LENGTHS = np.array([-1, 1, 2, 4, 8, 12, 0], np.int64)
"""The number of deals for each choice of the option: -1 is the usual number, 0 until somebody is at -100."""
PASS_TO = np.array([0, 1, 3, 2], np.int64)
"""How many seats to the left cards are passed in deals 4, 1, 2, 3 and so on: nowhere, left, right, across."""
ONLY_POINTS = 16
"""In `voids`: the seat played points to the first trick, so it holds only hearts and maybe the queen."""

State = np.dtype(
    [
        ("hands", "i8", SEATS),  # hidden from other seats
        ("gone", "i8"),  # cards played in this deal, those on the table included
        ("taken", "i8", SEATS),  # cards that count, in the tricks each seat has taken in this deal
        ("passed", "i8", SEATS),  # known to the passer and, once cards have changed hands, to the receiver
        ("totals", "i2", SEATS),
        ("deck", "i1"),  # SHORT or FULL
        ("deals", "i1"),  # deals in a game, 0: until somebody is at -100
        ("slam", "i1"),  # whether all hearts are worth +40 in the short game
        ("passing", "i1"),  # whether cards are passed
        ("jack", "i1"),  # whether the jack of diamonds is worth 10
        ("phase", "i1"),
        ("number", "i1"),  # of this deal, from 1
        ("dealer", "i1"),
        ("turn", "i1"),
        ("chosen", "i1"),  # set of seats that have chosen what they pass
        ("tricks", "i1"),  # tricks finished in this deal
        ("leader", "i1"),
        ("played", "i1"),  # cards on the table
        ("led", "i1"),  # suit led, -1 before
        ("best", "i1"),  # card that is winning the trick, -1 before
        ("winner", "i1"),  # the seat that played it
        ("trick", "i1", SEATS),  # card each seat has played to this trick, -1 if it has not
        ("voids", "i1", SEATS),  # set of suits in which each seat has shown a void
        ("last", "i1", SEATS),  # the previous trick, -1 when there is none in this deal
        ("last_leader", "i1"),
        ("last_winner", "i1"),
        ("sheet", "i1", (LAST_DEAL, SEATS)),  # scores of the finished deals
    ],
    align=True,
)


@lean_jit
def start(state: Record, options: Ints, chance: Chance) -> None:
    state.deck = options[0]
    state.deals = LENGTHS[options[1]]
    if state.deals < 0:
        state.deals = 4 if state.deck == SHORT else 0
    state.slam = 1 if state.deck == SHORT and options[2] == 0 else 0
    state.passing = options[3] if state.deck == FULL else 0
    state.jack = options[4] if state.deck == FULL else 0
    state.number = 0
    state.totals[:] = 0
    state.sheet[:, :] = 0
    begin_deal(state, chance)


@lean_jit
def to_move(state: Record) -> int:
    return state.turn


@lean_jit
def over(state: Record) -> bool:
    return state.phase == OVER


@lean_jit
def settled(state: Record) -> bool:
    return state.phase >= BETWEEN


@lean_jit
def score(state: Record, seat: int) -> float:
    """The total of all finished deals."""
    return np.float64(state.totals[seat])


@lean_jit
def worth(state: Record, seat: int) -> float:
    """The value of this deal: its points, or `OTHERS_SLAM` after the slam of somebody else."""
    if state.slam:
        for other in range(SEATS):
            if other != seat and state.taken[other] == SHORT_HEARTS:
                return OTHERS_SLAM
    return np.float64(points(state, seat))


@lean_jit
def worst(state: Record) -> float:
    return WORST if state.deck == SHORT else -float(MOON)


@lean_jit
def best(state: Record) -> float:
    if state.deck == SHORT:
        return BEST if state.slam else 0.0
    return 10.0 if state.jack else 0.0


@lean_jit
def begin_deal(state: Record, chance: Chance) -> None:
    """Clear the table and deal all cards; then passing or play begins."""
    state.number += 1
    state.dealer = (state.number + 2) & 3
    clear_table(state)
    deal_all(state, PACKS[state.deck], HAND_SIZES[state.deck], chance)
    if pass_distance(state) > 0:
        state.phase = PASS
        state.turn = (state.dealer + 1) & 3
    else:
        begin_play(state)


@lean_jit
def clear_table(state: Record) -> None:
    """Clear everything about the deal: nothing has been played."""
    state.gone = 0
    state.tricks = 0
    state.chosen = 0
    state.last_leader = state.last_winner = -1
    for seat in range(SEATS):
        state.hands[seat] = 0
        state.taken[seat] = 0
        state.passed[seat] = 0
        state.voids[seat] = 0
        state.last[seat] = -1
    clear_trick(state)


@lean_jit
def pass_distance(state: Record) -> int:
    """How many seats to the left cards are passed in this deal; 0 if none are."""
    return PASS_TO[state.number & 3] if state.passing else int64(0)


@lean_jit
def begin_play(state: Record) -> None:
    """Begin play: the player after the dealer leads; in the classic game, the holder of the two of clubs."""
    state.phase = PLAY
    state.leader = (state.dealer + 1) & 3
    if state.deck == FULL:
        for seat in range(SEATS):
            if state.hands[seat] & TWO:
                state.leader = seat
    state.turn = state.leader


@lean_jit
def legal_cards(state: Record) -> int:
    """The set of cards that may be played now."""
    hand = state.hands[state.turn]
    if state.played > 0:
        follow = hand & SUIT_CARDS[state.led]
        if state.deck == FULL and state.tricks == 0 and follow == 0:
            clean = hand & ~POINT_CARDS
            return clean if clean else hand
        return follow if follow else hand
    if state.deck == FULL:
        if state.tricks == 0:
            return hand & TWO
        if state.gone & ALL_HEARTS == 0:
            others = hand & ~ALL_HEARTS
            if others:
                return others
    return hand


@lean_jit
def passed_cards(move: int) -> int:
    """The three cards of a pass as a set."""
    return bit(move >> 12) | bit((move >> 6) & 63) | bit(move & 63)


@lean_jit
def pass_of(cards: int) -> int:
    """The move that passes this set of three cards."""
    low = lowest(cards)
    cards = without_lowest(cards)
    return lowest(without_lowest(cards)) << 12 | lowest(cards) << 6 | low


@lean_jit
def moves(state: Record, out: Moves) -> int:
    if state.phase == PLAY:
        return list_cards(legal_cards(state), out)
    if state.phase == PASS:
        return _list_passes(state.hands[state.turn], out)
    if state.phase == BETWEEN:
        out[0] = DEAL
        return 1
    return 0


@lean_jit
def legal(state: Record, move: int) -> int:
    if state.phase == PLAY:
        return 0 <= move < 64 and (legal_cards(state) >> move) & 1 == 1
    if state.phase == PASS:
        return _may_pass(state.hands[state.turn], move)
    return state.phase == BETWEEN and move == DEAL


@lean_jit
def _may_pass(hand: int, move: int) -> bool:
    high, middle, low = move >> 12, (move >> 6) & 63, move & 63
    if not 63 >= high > middle > low:
        return False
    cards = passed_cards(move)
    return hand & cards == cards


@lean_jit
def _list_passes(hand: int, out: Moves) -> int:
    n = 0
    low = hand
    while low:
        middle = without_lowest(low)
        while middle:
            high = without_lowest(middle)
            while high:
                out[n] = lowest(high) << 12 | lowest(middle) << 6 | lowest(low)
                n += 1
                high = without_lowest(high)
            middle = without_lowest(middle)
        low = without_lowest(low)
    return n


@lean_jit
def distinct(state: Record, out: Moves) -> int:
    """List the legal moves without equivalent cards.

    Of neighbouring cards in a hand, with none between them in another hand or on the table, only the lowest
    is listed: they win and lose the same tricks.
    """
    if state.phase != PLAY:
        return moves(state, out)
    others = int64(0)
    for seat in range(SEATS):
        if seat != state.turn:
            others |= state.hands[seat]
        if state.trick[seat] >= 0:
            others |= bit(state.trick[seat])
    special = int64(0)
    if state.deck == FULL:
        special = QUEEN | JACK if state.jack else QUEEN
    n = 0
    cards = legal_cards(state)
    before = int64(-1)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        new = before < 0 or card >> 4 != before >> 4 or (bit(card) | bit(before)) & special != 0
        if new or others & (bit(card) - 1) & ~(bit(before) - 1):
            out[n] = card
            n += 1
        before = card
    return n


@lean_jit
def plies_left(state: Record) -> int:
    if state.phase == PLAY:
        return 4 * (HAND_SIZES[state.deck] - int64(state.tricks)) - int64(state.played)
    if state.phase == PASS:
        return 4 * HAND_SIZES[state.deck] + 4
    return int64(0)


@lean_jit
def key(state: Record) -> np.uint64:
    """A hash of what the rest of the deal depends on: hands, turn, trick and cards taken."""
    word = (
        np.uint64(state.phase)
        | np.uint64(state.turn) << np.uint64(2)
        | np.uint64(state.leader) << np.uint64(4)
    )
    word |= np.uint64(state.chosen) << np.uint64(6) | np.uint64(state.tricks) << np.uint64(10)
    for seat in range(SEATS):
        word = mix(word ^ np.uint64(state.hands[seat])) + np.uint64(state.trick[seat] + 1)
        word = mix(word ^ np.uint64(state.taken[seat])) + np.uint64(state.passed[seat])
    return word


@lean_jit
def play(state: Record, move: int, chance: Chance) -> None:
    if state.phase == PLAY:
        play_card(state, move)
    elif state.phase == PASS:
        choose_pass(state, passed_cards(move))
    else:
        begin_deal(state, chance)


@lean_jit
def choose_pass(state: Record, cards: int) -> None:
    """Put three cards aside, face down; once everybody has, they change hands and play begins."""
    state.hands[state.turn] &= ~cards
    state.passed[state.turn] = cards
    state.chosen |= 1 << state.turn
    state.turn = (state.turn + 1) & 3
    if state.chosen == 15:
        for seat in range(SEATS):
            state.hands[(seat + pass_distance(state)) & 3] |= state.passed[seat]
        begin_play(state)


@lean_jit
def play_card(state: Record, card: int) -> None:
    seat = state.turn
    suit = card >> 4
    if state.played == 0:
        if suit == HEARTS and state.deck == FULL and state.gone & ALL_HEARTS == 0:
            state.voids[seat] |= 7  # before hearts are broken, only a hand without other suits may lead them
        state.led = suit
        state.best = card
        state.winner = seat
    else:
        wins = (suit == state.led) & (card > state.best)
        state.best = card if wins else state.best
        state.winner = seat if wins else state.winner
        state.voids[seat] |= int64(suit != state.led) << state.led
        if state.deck == FULL and state.tricks == 0 and suit != state.led and bit(card) & POINT_CARDS:
            state.voids[seat] |= ONLY_POINTS | 3
    state.hands[seat] &= ~bit(card)
    state.gone |= bit(card)
    state.trick[seat] = card
    state.played += 1
    if state.played == SEATS:
        finish_trick(state)
    else:
        state.turn = (seat + 1) & 3


@lean_jit
def counting(state: Record) -> int:
    """The set of cards that score in this game."""
    if state.deck == SHORT:
        return ALL_HEARTS
    return POINT_CARDS | JACK if state.jack else POINT_CARDS


@lean_jit
def finish_trick(state: Record) -> None:
    """Give the winner the cards that score and the lead; after the last trick, score the deal."""
    cards = int64(0)
    for seat in range(SEATS):
        cards |= bit(state.trick[seat])
        state.last[seat] = state.trick[seat]
    state.taken[state.winner] |= cards & counting(state)
    state.last_leader = state.leader
    state.last_winner = state.winner
    state.leader = state.winner
    state.turn = state.winner
    state.tricks += 1
    clear_trick(state)
    if state.tricks == HAND_SIZES[state.deck]:
        finish_deal(state)


@lean_jit
def hearts_and_queen(cards: int) -> int:
    """The penalty points of these cards in the classic game, slams apart."""
    return count(cards & ALL_HEARTS) + (QUEEN_COSTS if cards & QUEEN else 0)


@lean_jit
def points(state: Record, seat: int) -> int:
    """The points of a seat in this deal so far; penalties are negative."""
    if state.deck == SHORT:
        hearts = count(state.taken[seat])
        return int64(SLAM) if state.slam and state.taken[seat] == SHORT_HEARTS else -SHORT_HEART * hearts
    bonus = int64(JACK_EARNS) if state.taken[seat] & JACK else int64(0)
    for shooter in range(SEATS):
        if state.taken[shooter] & POINT_CARDS == POINT_CARDS:
            return bonus if shooter == seat else bonus - MOON
    return bonus - hearts_and_queen(state.taken[seat])


@lean_jit
def finish_deal(state: Record) -> None:
    """Record the scores; the game ends, or the next player has to deal."""
    for seat in range(SEATS):
        scored = points(state, seat)
        state.sheet[state.number - 1, seat] = scored
        state.totals[seat] += scored
    state.turn = (state.dealer + 1) & 3
    state.phase = OVER if is_last_deal(state) else BETWEEN


@lean_jit
def is_last_deal(state: Record) -> bool:
    """Whether the game ends with this deal, which is already scored."""
    if state.number >= LAST_DEAL:
        return True
    if state.deals > 0:
        return state.number >= state.deals
    lowest_total = state.totals[0]
    for seat in range(1, SEATS):
        lowest_total = min(lowest_total, state.totals[seat])
    return lowest_total <= GOAL


@lean_jit
def cards_left(state: Record, seat: int) -> int:
    """The number of cards a seat holds."""
    if state.phase == PASS:
        return HAND_SIZES[state.deck] - (3 if state.chosen >> seat & 1 else 0)
    if state.phase == PLAY:
        return HAND_SIZES[state.deck] - state.tricks - (1 if state.trick[seat] >= 0 else 0)
    return int64(0)


@lean_jit
def observe(state: Record, seat: int, out: Record) -> None:
    copy(state, out)
    giver = (seat - pass_distance(state)) & 3
    for other in range(SEATS):
        if other == seat:
            continue
        out.hands[other] = 0
        if seat < 0 or other != giver or state.phase == PASS:
            out.passed[other] = 0


@lean_jit
def determinise(view: Record, seat: int, chance: Chance, out: Record) -> None:
    """Deal the unseen cards, uniformly among all deals consistent with what was played, shown and passed.

    At most three hands may be unknown.
    """
    copy(view, out)
    if view.phase >= BETWEEN or seat < 0:
        return
    give_known(out)
    fill_hands(out, seat, chance)
    if view.phase == PASS:
        draw_passes(out, chance)


@lean_jit
def give_known(state: Record) -> None:
    """Put cards whose holder is known into that hand: passed cards, and the two of clubs."""
    if state.phase != PLAY:
        return
    for seat in range(SEATS):
        state.hands[(seat + pass_distance(state)) & 3] |= state.passed[seat] & ~state.gone
    if state.deck == FULL and state.gone == 0:
        state.hands[state.turn] |= TWO


@lean_jit
def may_hold(state: Record, seat: int) -> int:
    """The set of cards a seat may still hold, given its voids."""
    shown = int64(state.voids[seat])
    cards = PACKS[state.deck]
    if shown == 0:
        return cards
    for suit in range(4):
        if shown >> suit & 1:
            cards &= ~SUIT_CARDS[suit]
    return cards & POINT_CARDS if shown & ONLY_POINTS else cards


@lean_jit
def unseen(state: Record) -> int:
    """The set of cards that are in no known hand, not on the table and not gone."""
    seen = int64(state.gone)
    for seat in range(SEATS):
        seen |= state.hands[seat]
        if state.phase == PASS:
            seen |= state.passed[seat]
    return PACKS[state.deck] & ~seen


@lean_jit
def missing(state: Record, seat: int) -> int:
    """How many unknown cards a seat holds."""
    needed = cards_left(state, seat) - count(state.hands[seat])
    if state.phase == PASS and state.chosen >> seat & 1 and state.passed[seat] == 0:
        needed += 3
    return needed


@lean_jit
def fill_hands(state: Record, seat: int, chance: Chance) -> bool:
    """Deal the unseen cards to the others; returns whether that was possible."""
    left, across, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    found, first, second, third = deal_unknown(
        unseen(state),
        may_hold(state, left),
        may_hold(state, across),
        may_hold(state, right),
        missing(state, left),
        missing(state, across),
        missing(state, right),
        chance,
    )
    state.hands[left] |= first
    state.hands[across] |= second
    state.hands[right] |= third
    return found


@lean_jit
def draw_passes(state: Record, chance: Chance) -> None:
    """Pick three random cards for every seat whose passed cards are unknown."""
    for seat in range(SEATS):
        if state.chosen >> seat & 1 and state.passed[seat] == 0:
            state.passed[seat] = random_subset(state.hands[seat], 3, chance)
            state.hands[seat] &= ~state.passed[seat]
