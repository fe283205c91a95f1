"""The rules of Liar's Dice over one record.

A cup is the number of dice of each face, all zero when it is unknown or not rolled. Within a round the
players still in the game bid clockwise and bids ascend, so the starter and the *set* of bids made determine
the whole round. The last showdown is kept because everybody saw it. See `bids` for moves and the order of
bids.
"""

import numpy as np

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints, Moves, Record, int64
from partie.core.compiled.verbs import (
    copy,
)
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    matching,
    quantity_of,
    rank,
    unrank,
)

SEATS = 8
FACES = 6
MOST_DICE = 6
WORDS = 5
"""64-bit words for a set of bids: at most 8 × 6 dice × 6 faces = 288."""
LAST_ROUND = 200
"""If exact calls win dice back, a game could go on for ever; after this round the number of dice decides."""
MOVES = SEATS * MOST_DICE * FACES + 1
LONGEST = LAST_ROUND * (SEATS * MOST_DICE * FACES + 1)
LOWEST, HIGHEST = 0.0, 1.0
NO_WILD, WILD_ONES, WILD_LAST = 0, 1, 2

State = np.dtype(
    [
        ("players", "i1"),
        ("most", "i1"),  # dice of each player at the start
        ("faces", "i1"),
        ("wild", "i1"),  # the wild face, -1 when there is none
        ("spot_on", "i1"),
        ("gains", "i1"),  # after a correct exact call: 1, the caller regains a die; 0, all others lose one
        ("ended", "i1"),
        ("turn", "i1"),
        ("starter", "i1"),  # the seat that makes the first bid of the round
        ("bidder", "i1"),  # the seat that made the standing bid, -1 when there is none
        ("left", "i1"),  # players who still have dice
        ("total", "i1"),  # dice in play
        ("rounds", "i2"),  # the number of this round, from 1
        ("bid", "i2"),  # rank of the standing bid, -1 when there is none
        ("standing", "i2"),  # the same as a move, 0 when there is none
        ("dice", "i1", SEATS),
        ("place", "i1", SEATS),  # 0 while in the game, then the finishing place: 1 for the winner
        ("cups", "i1", (SEATS, FACES)),  # hidden from other seats
        ("named", "i1", (SEATS, FACES)),  # how often each seat has named each face in this round
        ("bids", "i8", WORDS),  # set of bids made in this round, by rank
        ("shown", "i1", (SEATS, FACES)),  # the last showdown: all cups, and with them the dice each seat had
        ("shown_bids", "i8", WORDS),
        ("shown_starter", "i1"),
        ("caller", "i1"),  # the seat that called for it, -1 before the first one
        ("call", "i1"),  # CONTEST or CONFIRM
        ("counted", "i1"),  # how many dice counted for the bid
        ("called", "i2"),  # the bid, as a move
        ("lost", "i1", SEATS),  # dice each seat lost, -1 for a die regained
    ],
    align=True,
)


@jit
def start(state: Record, options: Ints, chance: Chance) -> None:
    state.most = options[0]
    state.faces = options[1]
    state.wild = -1
    if options[2] == WILD_ONES:
        state.wild = 0
    elif options[2] == WILD_LAST:
        state.wild = options[1] - 1
    state.spot_on = options[3]
    state.gains = options[4]
    state.players = options[5]
    state.ended = 0
    state.starter = 0
    state.rounds = 0
    clear_showdown(state)
    state.place[:] = 0
    state.dice[:] = 0
    state.dice[: state.players] = state.most
    begin_round(state, chance)


@jit
def clear_showdown(state: Record) -> None:
    """Clear the last showdown: there has been none yet."""
    state.caller = -1
    state.call = state.called = state.counted = state.shown_starter = 0
    state.shown[:, :] = 0
    state.shown_bids[:] = 0
    state.lost[:] = 0


@jit
def seats(state: Record) -> int:
    return state.players


@jit
def to_move(state: Record) -> int:
    return state.turn


@jit
def over(state: Record) -> bool:
    return state.ended != 0


@jit
def next_in(state: Record, seat: int) -> int:
    """The next seat clockwise that still has dice."""
    other = int64(seat)
    for _ in range(state.players):
        other += 1
        if other == state.players:
            other = int64(0)
        if state.dice[other] > 0:
            return other
    return seat


@jit
def roll(state: Record, seat: int, chance: Chance) -> None:
    """Roll all dice of a seat whose cup is empty."""
    for _ in range(state.dice[seat]):
        state.cups[seat, below(chance, state.faces)] += 1


@jit
def unrolled(state: Record, seat: int) -> bool:
    """Whether a seat has dice but its cup is unknown."""
    known = 0
    for face in range(state.faces):
        known += state.cups[seat, face]
    return known < state.dice[seat]


@jit
def begin_round(state: Record, chance: Chance) -> None:
    """Everybody rolls, and the starter, or the next player with dice, has to bid."""
    if state.dice[state.starter] == 0:
        state.starter = next_in(state, state.starter)
    tally(state)
    clear_bids(state)
    state.rounds += 1
    state.cups[:, :] = 0
    for seat in range(state.players):
        roll(state, seat, chance)


@jit
def tally(state: Record) -> None:
    """Count the players left and the dice in play."""
    state.left = 0
    state.total = 0
    for seat in range(state.players):
        state.total += state.dice[seat]
        if state.dice[seat] > 0:
            state.left += 1


@jit
def clear_bids(state: Record) -> None:
    """Clear the bids of the round: the starter is to move."""
    state.turn = state.starter
    state.bidder = -1
    state.bid = -1
    state.standing = 0
    state.bids[:] = 0
    state.named[:, :] = 0


@jit
def bid_rank(state: Record, move: int) -> int:
    """The rank of a bid among the bids of this round."""
    return rank(move, int64(state.total), int64(state.faces), int64(state.wild))


@jit
def bid_at(state: Record, place: int) -> int:
    """The bid of this rank."""
    return unrank(place, int64(state.total), int64(state.faces), int64(state.wild))


@jit
def bid_count(state: Record) -> int:
    """The number of bids in this round, legal or not; ranks go from 0 to one less."""
    return int64(state.total) * int64(state.faces)


@jit
def may_bid(state: Record, move: int) -> bool:
    """Whether a bid that ranks above the standing one may be made: wild ones may not open a round."""
    return state.bid >= 0 or state.wild != 0 or face_of(move) != 0


@jit
def moves(state: Record, out: Moves) -> int:
    n = 0
    if over(state):
        return n
    for place in range(int64(state.bid) + 1, bid_count(state)):
        move = bid_at(state, place)
        if may_bid(state, move):
            out[n] = move
            n += 1
    if state.bid >= 0:
        out[n] = CONTEST
        n += 1
        if state.spot_on:
            out[n] = CONFIRM
            n += 1
    return n


@jit
def play(state: Record, move: int, chance: Chance) -> None:
    """Make a bid or call a showdown.

    Unknown cups are rolled when they have to be shown, so that a view can be played too.
    """
    if move in (CONTEST, CONFIRM):
        showdown(state, move, chance)
    else:
        make_bid(state, move)


@jit
def make_bid(state: Record, move: int) -> None:
    place = bid_rank(state, move)
    state.bids[place >> 6] |= int64(1) << (place & 63)
    state.named[state.turn, face_of(move)] += 1
    state.bid = place
    state.standing = move
    state.bidder = state.turn
    state.turn = next_in(state, state.turn)


@jit
def count_dice(state: Record, face: int) -> int:
    """The number of dice on the table that count for a face."""
    count = int64(0)
    for seat in range(state.players):
        count += matching(state.cups, seat, face, state.wild)
    return count


@jit
def showdown(state: Record, call: int, chance: Chance) -> None:
    """Show all dice, take the lost ones away, and begin the next round or end the game."""
    for seat in range(state.players):
        if unrolled(state, seat):
            roll(state, seat, chance)
    quantity, face = quantity_of(state.standing), face_of(state.standing)
    counted = count_dice(state, face)
    show(state, call, counted)
    if call == CONTEST:
        loser = state.turn if counted >= quantity else state.bidder
        state.lost[loser] = 1
        state.starter = loser
    elif counted != quantity:
        state.lost[state.turn] = 1
        state.starter = state.turn
    else:
        reward(state)
        state.starter = state.bidder
    settle(state)
    if state.ended:
        finish(state)
    else:
        begin_round(state, chance)


@jit
def show(state: Record, call: int, counted: int) -> None:
    """Record the showdown everybody sees."""
    state.shown[:, :] = state.cups
    state.shown_bids[:] = state.bids
    state.shown_starter = state.starter
    state.caller = state.turn
    state.call = call
    state.called = state.standing
    state.counted = counted
    state.lost[:] = 0


@jit
def reward(state: Record) -> None:
    """The bid was exact: the caller regains a die, up to the starting number, or everybody else loses one."""
    if state.gains:
        if state.dice[state.turn] < state.most:
            state.lost[state.turn] = -1
        return
    for seat in range(state.players):
        if seat != state.turn and state.dice[seat] > 0:
            state.lost[seat] = 1


@jit
def settle(state: Record) -> None:
    """Take the lost dice away.

    Players without dice are out, and players who go out together share a place.
    """
    for seat in range(state.players):
        state.dice[seat] -= state.lost[seat]
    tally(state)
    for seat in range(state.players):
        if state.dice[seat] == 0 and state.place[seat] == 0:
            state.place[seat] = state.left + 1
    if state.left == 1 or state.rounds >= LAST_ROUND:
        state.ended = 1


@jit
def finish(state: Record) -> None:
    """Place the players still in by their dice: the last one left wins; after the last round, equal numbers
    share a place.
    """
    for seat in range(state.players):
        if state.dice[seat] > 0:
            better = 0
            for other in range(state.players):
                if state.dice[other] > state.dice[seat]:
                    better += 1
            state.place[seat] = better + 1
    state.starter = next_in(state, state.starter - 1)
    state.cups[:, :] = 0
    clear_bids(state)


@jit
def score(state: Record, seat: int) -> float:
    """The share of opponents outlasted; those on the same place, and those still in, count half."""
    outlasted = 0.0
    for other in range(state.players):
        if other == seat:
            continue
        if state.place[other] > state.place[seat]:
            outlasted += 1.0
        elif state.place[other] == state.place[seat]:
            outlasted += 0.5
    return outlasted / (state.players - 1)


@jit
def observe(state: Record, seat: int, out: Record) -> None:
    copy(state, out)
    for other in range(state.players):
        if other != seat:
            out.cups[other, :] = 0


@jit
def determinise(view: Record, seat: int, chance: Chance, out: Record) -> None:
    """Roll the unknown cups. This draws no conclusion from the bids."""
    copy(view, out)
    if view.ended:
        return
    for other in range(view.players):
        if unrolled(view, other):
            roll(out, other, chance)


@jit
def heuristic(state: Record, seat: int) -> float:
    """The expected score, if the chance of outlasting an opponent is the seat's share of the dice of both."""
    mine = int64(state.dice[seat])
    if mine == 0 or state.ended:
        return score(state, seat)
    outlasted = 0.0
    for other in range(state.players):
        if other != seat:
            outlasted += mine / (mine + state.dice[other])
    return outlasted / (state.players - 1)


@jit
def random_move(state: Record, chance: Chance) -> int:
    """A legal move drawn uniformly, without listing them all."""
    if state.bid < 0 and state.wild == 0:
        return bid(1 + below(chance, state.total), 1 + below(chance, state.faces - 1))
    higher = bid_count(state) - 1 - state.bid
    calls = 0 if state.bid < 0 else 1 + state.spot_on
    skip = below(chance, higher + calls)
    return bid_at(state, state.bid + 1 + skip) if skip < higher else CONTEST + skip - higher
