"""The rules of Coinche over one record: bidding, play and the score of a deal.

Cards and sets of cards are as in `partie.cards.deck`. A move is the number of the card played or one of the
calls of `calls`: `PASS`, `COINCHE`, `SURCOINCHE`, a bid, or `DEAL` for the next deal.

A game has several deals. When a deal has been played, or thrown in because nobody bid, the state is *between*
deals: the deal is settled, and the next dealer's only move is to deal. So chance is needed only at the start
and by `DEAL`. The rules themselves announce belote and annonces with the cards they go with. All public
information is in the record; a view has empty hands for the other seats. `memory` keeps what follows from
play.
"""

import numpy as np

from partie.cards.tricks import (
    clear_trick,
    deal_all,
    list_cards,
)
from partie.core.compiled.bits import bit
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Ints, Moves, Record, int64
from partie.games.coinche.rules.annonces import (
    annonce_points,
    annonce_rank,
)
from partie.games.coinche.rules.calls import (
    BETWEEN,
    BID,
    BID_ONLY,
    CAPOT,
    COINCHE,
    DEAL,
    FIRST_BID,
    GENERALE,
    MOST_CALLS,
    OVER,
    PASS,
    PLAY,
    SURCOINCHE,
    TRICK_POINTS,
    VALUES,
    bid_of,
    denomination_of,
    step_of,
    value_of,
)
from partie.games.coinche.rules.cards import (
    BEATEN_BY,
    KIND,
    PACK,
    POINTS,
    SANS_ATOUT,
    SUIT_SETS,
    SWEEP,
    TOUT_ATOUT,
    TRUMP,
)
from partie.games.coinche.rules.memory import cards_left as cards_left
from partie.games.coinche.rules.memory import determinise as determinise
from partie.games.coinche.rules.memory import learn
from partie.games.coinche.rules.memory import observe as observe
from partie.games.coinche.rules.opening import clear_table

SEATS = 4
MOVES = 70
LAST_DEAL = 48
"""After this deal the totals decide, whatever the target."""
LAST_THROWN = 100
"""The game also ends after this many deals thrown in: otherwise players who never bid would play for ever."""
LONGEST = LAST_DEAL * (MOST_CALLS + 32 + 1) + LAST_THROWN * 5
MOST_ANNONCES = 550
"""The most two hands can declare: jacks and nines, aces and another four of a kind."""
IN_DISPUTE = 160
"""What the side that prevails marks for the cards of a coinched contract, or of one that fails: their points
without the last trick's, rounded up."""
BELOTE = 20
MOST_BELOTES = 4 * BELOTE
"""At tout atout every suit has one."""
HALF = 5
"""Half of the tens that marks are rounded to, which is the most that rounding adds."""
LOWEST, HIGHEST = (
    0.0,
    LAST_DEAL * (4.0 * (IN_DISPUTE + int(VALUES[GENERALE])) + MOST_BELOTES + MOST_ANNONCES + HALF),
)
ROW_COLUMNS = 10
ROW_BID, ROW_BIDDER, ROW_DOUBLED, ROW_MADE, ROW_POINTS, ROW_EXTRAS, ROW_MARKS = 0, 1, 2, 3, 4, 6, 8
"""The columns of a row of the score sheet; the last three have one number per side."""

State = np.dtype(
    [
        ("hands", "i8", SEATS),  # hidden from other seats
        ("gone", "i8"),  # cards played in this deal, those on the table included
        ("laid", "i8", SEATS),  # the same by seat
        ("may", "i8", SEATS),  # cards a seat may still hold: see `memory`
        ("shown", "i8", SEATS),  # cards publicly known to be in the hand of a seat
        ("declared", "i8", SEATS),  # cards of the annonces each seat has declared in this deal
        ("totals", "i4", 2),  # by side; the side of a seat is seat & 1
        ("calls", "i2", MOST_CALLS),  # calls of this deal in order
        ("sheet", "i2", (LAST_DEAL, ROW_COLUMNS)),  # the finished deals
        ("points", "i2", 2),  # of the cards in the tricks of each side, the last trick's 10 or 100 included
        ("belote", "i2", 2),  # belote points by side
        ("annonce", "i2", 2),  # annonce points by side, known after the first trick
        ("bid", "i2"),  # the standing bid, 0 while there is none
        ("target", "i2"),
        ("history", "i1", 32),  # cards of this deal in the order played, -1 beyond
        ("marking", "i1"),
        ("rounding", "i1"),  # whether marks are rounded to tens
        ("deals", "i1"),  # deals in a game, 0: play to the target
        ("annonces", "i1"),
        ("sa_ta", "i1"),
        ("generale", "i1"),
        ("belote_ta", "i1"),
        ("phase", "i1"),
        ("number", "i1"),  # deals played, this one included
        ("thrown", "i1"),  # deals thrown in since the game began
        ("dealer", "i1"),
        ("turn", "i1"),
        ("said", "i1"),  # number of calls
        ("bidder", "i1"),  # -1 while there is none
        ("doubled", "i1"),  # 0, 1 coinched, 2 surcoinched
        ("passes", "i1"),  # in a row
        ("denomination", "i1"),  # -1 before play
        ("cards", "i1"),  # number of cards played in this deal
        ("tricks", "i1"),  # finished in this deal
        ("alone", "i1"),  # whether the bidder alone has taken all of them
        ("leader", "i1"),
        ("played", "i1"),  # cards on the table
        ("led", "i1"),  # suit led, -1 before
        ("best", "i1"),  # card that is winning the trick, -1 before
        ("winner", "i1"),  # the seat that played it
        ("trick", "i1", SEATS),  # card each seat has played to this trick, -1 if it has not
        ("last", "i1", SEATS),  # the previous trick, -1 when there is none in this deal
        ("last_leader", "i1"),
        ("last_winner", "i1"),
        ("won", "i1", 2),  # tricks by side
        ("voids", "i1", SEATS),  # set of suits in which each seat has shown a void
        ("beloted", "i1", 4),  # by suit: 0, 1 + the seat that has said belote, 5 + the seat after rebelote
        (
            "signal",
            "i1",
            SEATS,
        ),  # 1 + the suit a seat has called for with a low discard on its partner's trick
    ],
    align=True,
)


@lean_jit
def start(state: Record, options: Ints, chance: Chance) -> None:
    state.marking = options[0]
    state.target = options[1]
    state.deals = options[2]
    state.rounding = options[3]
    state.annonces = options[4]
    state.sa_ta = options[5]
    state.generale = options[6]
    state.belote_ta = options[7]
    state.number = 0
    state.thrown = 0
    state.dealer = 2
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
    """What the side has marked in all finished deals."""
    return np.float64(state.totals[seat & 1])


@lean_jit
def worth(state: Record, seat: int) -> float:
    """How much more the side marks in this deal than the other, once it is over; 0 for a deal thrown in."""
    if state.phase < BETWEEN or state.bid == 0:
        return 0.0
    side = seat & 1
    row = state.number - 1
    return np.float64(state.sheet[row, ROW_MARKS + side]) - np.float64(state.sheet[row, ROW_MARKS + 1 - side])


@lean_jit
def best(state: Record) -> float:
    """The most a deal can be worth: the contract and everything else that can be marked."""
    extras = int64(MOST_BELOTES if state.phase == BID or state.denomination == TOUT_ATOUT else BELOTE)
    if state.annonces:
        extras += MOST_ANNONCES
    if state.marking == TRICK_POINTS:
        return np.float64(SWEEP + extras + HALF)
    value, doubled = value_of(state.bid), int64(state.doubled)
    if state.phase == BID:
        value, doubled = VALUES[GENERALE if state.generale else CAPOT], int64(2)
    if state.marking == BID_ONLY:
        return np.float64((value << doubled) + HALF)
    if doubled:
        return np.float64(((IN_DISPUTE + value) << doubled) + extras + HALF)
    return np.float64(SWEEP + value + extras + HALF)


@lean_jit
def worst(state: Record) -> float:
    return -best(state)


@lean_jit
def begin_deal(state: Record, chance: Chance) -> None:
    """Clear the table and deal all cards; the player after the dealer calls first."""
    state.number += 1
    state.dealer = (state.dealer + 1) & 3
    clear_table(state)
    deal_all(state, PACK, 8, chance)
    state.phase = BID
    state.turn = (state.dealer + 1) & 3


@lean_jit
def moves(state: Record, out: Moves) -> int:
    if state.phase == PLAY:
        return list_cards(legal_cards(state), out)
    if state.phase == BID:
        return _list_calls(state, out)
    if state.phase == BETWEEN:
        out[0] = DEAL
        return 1
    return 0


@lean_jit
def legal(state: Record, move: int) -> int:
    if state.phase == PLAY:
        return 0 <= move < 64 and (legal_cards(state) >> move) & 1 == 1
    if state.phase == BID:
        return _may_call(state, move)
    return state.phase == BETWEEN and move == DEAL


@lean_jit
def _may_call(state: Record, call: int) -> bool:
    """Whether a call is legal: whether `_list_calls` lists it."""
    if call == PASS:
        return True
    if state.doubled:
        return call == SURCOINCHE
    if call == COINCHE:
        return bool(may_coinche(state))
    if call < FIRST_BID or denomination_of(call) >= (6 if state.sa_ta else 4):
        return False
    return lowest_step(state) <= step_of(call) <= highest_step(state)


@lean_jit
def lowest_step(state: Record) -> int:
    """The lowest step that may be bid now; higher than `highest_step` if none may."""
    if state.doubled:
        return int64(GENERALE + 1)
    return step_of(state.bid) + 1 if state.bid else int64(0)


@lean_jit
def highest_step(state: Record) -> int:
    return GENERALE if state.generale else CAPOT


@lean_jit
def may_coinche(state: Record) -> int:
    """Whether the seat to move may coinche."""
    return state.phase == BID and state.doubled == 0 and state.bid > 0 and (state.bidder ^ state.turn) & 1


@lean_jit
def _list_calls(state: Record, out: Moves) -> int:
    out[0] = PASS
    n = 1
    if state.doubled:
        out[n] = SURCOINCHE
        return n + 1
    if may_coinche(state):
        out[n] = COINCHE
        n += 1
    denominations = 6 if state.sa_ta else 4
    for step in range(lowest_step(state), highest_step(state) + 1):
        for denomination in range(denominations):
            out[n] = bid_of(step, denomination)
            n += 1
    return n


@lean_jit
def legal_cards(state: Record) -> int:
    """The set of cards that may be played now."""
    hand = state.hands[state.turn]
    if state.played == 0:
        return hand
    denomination = state.denomination
    follow = hand & SUIT_SETS[state.led]
    if follow:
        if KIND[denomination, state.led] == TRUMP:
            higher = follow & BEATEN_BY[denomination, state.best]
            return higher if higher else follow
        return follow
    if denomination >= SANS_ATOUT or state.winner == state.turn ^ 2:
        return hand
    trumps = hand & SUIT_SETS[denomination]
    higher = trumps & BEATEN_BY[denomination, state.best]
    if higher:
        return higher
    return trumps if trumps else hand


@lean_jit
def play(state: Record, move: int, chance: Chance) -> None:
    if state.phase == PLAY:
        play_card(state, move)
    elif state.phase == BID:
        make_call(state, move)
    else:
        begin_deal(state, chance)


@lean_jit
def make_call(state: Record, call: int) -> None:
    """Make a call.

    Three passes after a bid end the bidding, as do two by the bidding side after a coinche; four passes at
    the start throw the deal in.
    """
    state.calls[state.said] = call
    state.said += 1
    if call == PASS:
        state.passes += 1
        if state.doubled:
            state.turn ^= 2  # to the partner: only the bidding side may answer a coinche
            if state.passes == 2:
                begin_play(state)
            return
        state.turn = (state.turn + 1) & 3
        if state.bid and state.passes == 3:
            begin_play(state)
        elif state.passes == 4:
            throw_in(state)
        return
    state.passes = 0
    if call == SURCOINCHE:
        state.doubled = 2
        begin_play(state)
        return
    if call == COINCHE:
        state.doubled = 1
    else:
        state.bid = call
        state.bidder = state.turn
    state.turn = (state.turn + 1) & 3


@lean_jit
def begin_play(state: Record) -> None:
    """Begin play: the standing bid becomes the contract, and the player after the dealer leads."""
    state.phase = PLAY
    state.denomination = denomination_of(state.bid)
    state.leader = (state.dealer + 1) & 3
    state.turn = state.leader


@lean_jit
def throw_in(state: Record) -> None:
    """Throw the deal in because nobody bid: it does not count, and the next player deals."""
    for seat in range(SEATS):
        state.hands[seat] = 0
    state.number -= 1
    state.thrown += 1
    state.turn = (state.dealer + 1) & 3
    state.phase = OVER if state.thrown >= LAST_THROWN else BETWEEN


@lean_jit
def play_card(state: Record, card: int) -> None:
    seat = state.turn
    learn(state, seat, card)
    if state.played == 0:
        state.led = card >> 4
        state.best = card
        state.winner = seat
    elif BEATEN_BY[state.denomination, state.best] >> card & 1:
        state.best = card
        state.winner = seat
    state.hands[seat] &= ~bit(card)
    state.gone |= bit(card)
    state.laid[seat] |= bit(card)
    state.history[state.cards] = card
    state.cards += 1
    state.trick[seat] = card
    state.played += 1
    if state.played == SEATS:
        finish_trick(state)
    else:
        state.turn = (seat + 1) & 3


@lean_jit
def finish_trick(state: Record) -> None:
    """Give the winner the points and the lead; after the last trick, score the deal."""
    points = int64(0)
    for seat in range(SEATS):
        points += POINTS[state.denomination, state.trick[seat]]
        state.last[seat] = state.trick[seat]
    winner = state.winner
    side = winner & 1
    if winner != state.bidder:
        state.alone = 0
    if state.annonces and state.tricks == 0:
        compare_annonces(state)
    state.last_leader = state.leader
    state.last_winner = winner
    state.leader = winner
    state.turn = winner
    state.tricks += 1
    state.won[side] += 1
    clear_trick(state)
    if state.tricks == 8:
        points += 100 if state.won[side] == 8 else 10
    state.points[side] += points
    if state.tricks == 8:
        finish_deal(state)


@lean_jit
def best_annonce(state: Record) -> int:
    """The seat with the best annonce declared, the first to speak among equals; -1 if there is none."""
    found, rank = -1, int64(0)
    for step in range(SEATS):
        seat = (state.dealer + 1 + step) & 3
        other = annonce_rank(state.declared[seat], state.denomination)
        if other > rank:
            found, rank = seat, other
    return found


@lean_jit
def compare_annonces(state: Record) -> None:
    """Give the side with the best annonce the points of all its annonces."""
    seat = best_annonce(state)
    if seat >= 0:
        state.annonce[seat & 1] = annonce_points(state.declared[seat]) + annonce_points(
            state.declared[seat ^ 2]
        )


@lean_jit
def extras(state: Record, side: int) -> int:
    """The points for belotes and annonces, which a side keeps in any case."""
    return int64(state.belote[side]) + int64(state.annonce[side])


@lean_jit
def is_made(state: Record) -> bool:
    """Whether the contract of a finished deal is made."""
    side = state.bidder & 1
    step = step_of(state.bid)
    if step == GENERALE:
        return state.alone == 1
    if step == CAPOT:
        return state.won[side] == 8
    ours = state.points[side] + extras(state, side)
    theirs = state.points[1 - side] + extras(state, 1 - side)
    return ours >= value_of(state.bid) and ours > theirs


@lean_jit
def marked(state: Record, side: int, made: bool) -> int:
    """What a side marks for a finished deal, before rounding."""
    kept = extras(state, side)
    if state.marking == TRICK_POINTS:
        return state.points[side] + kept
    value = value_of(state.bid)
    declares = side == state.bidder & 1
    wins = declares == made
    if state.marking == BID_ONLY:
        return value << int64(state.doubled) if wins else int64(0)
    if state.doubled:
        return ((IN_DISPUTE + value) << int64(state.doubled)) + kept if wins else kept
    if made:
        return state.points[side] + kept + (value if declares else int64(0))
    return kept if declares else IN_DISPUTE + value + kept


@lean_jit
def finish_deal(state: Record) -> None:
    """Record the deal; the game ends, or the next player has to deal."""
    made = is_made(state)
    row = state.number - 1
    state.sheet[row, ROW_BID] = state.bid
    state.sheet[row, ROW_BIDDER] = state.bidder
    state.sheet[row, ROW_DOUBLED] = state.doubled
    state.sheet[row, ROW_MADE] = made
    for side in range(2):
        marks = marked(state, side, made)
        if state.rounding:
            marks = (marks + HALF) // 10 * 10
        state.sheet[row, ROW_POINTS + side] = state.points[side]
        state.sheet[row, ROW_EXTRAS + side] = extras(state, side)
        state.sheet[row, ROW_MARKS + side] = marks
        state.totals[side] += marks
    state.turn = (state.dealer + 1) & 3
    state.phase = OVER if is_last_deal(state) else BETWEEN


@lean_jit
def is_last_deal(state: Record) -> bool:
    """Whether the game ends with this deal, which is already scored; equal totals past the target play on."""
    if state.number >= LAST_DEAL:
        return True
    if state.deals > 0:
        return state.number >= state.deals
    return state.totals[0] != state.totals[1] and max(state.totals[0], state.totals[1]) >= state.target
