"""Looking ahead: the round played to its end in worlds, by players of several types.

The values of `watchful` say what a bid costs if the next player contests it. They do not say what happens if
nobody does, and the turn comes round again. Here the best of those moves are tried in worlds. In each, every
opponent is of some type: it plays by the odds, or overbids, or has plain thresholds (`TYPES`). At a showdown
it is seen how well each type would have predicted what a player did with its dice; the types of worlds are
drawn by that record, and never with certainty. A player's hidden dice are drawn so that they fit its bids,
if it is of that type; then the round is played on.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Moves, Record, Records, Stop, int64
from partie.core.compiled.verbs import copy, records
from partie.games.liarsdice.players.odds.kernels import TRIES, naive_move, odds_move
from partie.games.liarsdice.players.plain import plain_move
from partie.games.liarsdice.players.watchful.kernels import FACES, SEATS, watchful_values
from partie.games.liarsdice.rules import (
    bid_at,
    bid_count,
    clear_bids,
    count_dice,
    make_bid,
    random_move,
    tally,
)
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    face_of,
    quantity_of,
)

ODDS, NAIVE, PLAIN = 0.0, 1.0, 2.0
TYPES = np.array(
    [
        (ODDS, 0.6, 0.1, 0.0, 0.0),
        (ODDS, 0.0, 0.0, 0.0, 0.0),
        (ODDS, 1.2, 0.3, 0.0, 0.0),
        (NAIVE, 0.0, 0.0, 0.0, 0.0),
        (PLAIN, 0.15, 0.4, 0.2, 0.6),
        (PLAIN, 0.15, 0.4, 0.9, 0.6),
        (PLAIN, 0.15, 0.8, 0.9, 0.3),
        (PLAIN, 0.33, 0.4, 0.2, 0.3),
        (PLAIN, 0.33, 0.6, 0.9, 0.6),
        (PLAIN, 0.33, 0.85, 0.5, 0.4),
        (PLAIN, 0.5, 0.4, 0.5, 0.6),
        (PLAIN, 0.5, 0.6, 0.9, 0.3),
        (PLAIN, 0.5, 0.85, 0.9, 0.6),
    ]
)
"""A kind of player and its numbers."""
SLIP = 0.08
"""How often a player in a world does anything."""
SAMPLES = 4
"""How often a type is asked what it would have done."""
SAME_FACE, SAME_KIND, UNLIKE = 0.25, 0.1, 0.03
"""How well another move predicts the one seen: a bid on the same face, another bid, or neither."""
FADING = 0.96
CERTAINTY = 0.6
"""The power to which the record of a type counts: decisions of a player are not independent."""
FLOOR = 0.15
"""The share of worlds in which the type of a player is any."""
HANDS = 6
"""How many hands are drawn, of which one is chosen that fits the bids."""
VAGUE, SHARP = 0.45, 0.7
"""How well the best type must predict a player's decisions, on average, for worlds to count at all, and in
full."""
PATIENCE = 3.0
"""The number of decisions after which that is believed half."""
PROMISING = 6
"""How many bids are tried."""
PRIOR = 0.2
"""The least that the value without looking ahead weighs."""
MOST_EVENTS = 48


class Known(NamedTuple):
    """The types of players, and for every seat how well each predicts it; last, how many decisions it has
    shown."""

    types: Floats
    record: Floats


class Considered(NamedTuple):
    """The moves and values of `watchful_values`, and how many there are."""

    order: Moves
    values: Floats
    moves: int


@jit
def typed_move(state: Record, seat: int, row: Floats, chance: Chance) -> int:
    """The move of a player of this type."""
    if row[0] == ODDS:
        return odds_move(state, seat, row[1], row[2], chance)
    if row[0] == NAIVE:
        return naive_move(state, seat, chance)
    return plain_move(state, seat, row[1:], chance)


@jit
def likeness(seen: int, foretold: int) -> float:
    """How well a move predicts another."""
    if seen == foretold:
        return 1.0
    calls = (seen in (CONTEST, CONFIRM)) + (foretold in (CONTEST, CONFIRM))
    if calls > 0:
        return UNLIKE
    return SAME_FACE if face_of(seen) == face_of(foretold) else SAME_KIND


@jit
def list_bids(start: Record, words: Ints, events: Records, moves: Moves) -> int:
    """Write the state before every bid of a round and the bid; `start` is the state before the first bid, and
    afterwards the one after the last. Returns how many."""
    n = 0
    for place in range(bid_count(start)):
        if (words[place >> 6] >> (place & 63)) & 1 and n < MOST_EVENTS:
            moves[n] = bid_at(start, place)
            copy(start, events[n])
            make_bid(start, moves[n])
            n += 1
    return n


@jit
def learn_types(state: Record, types: Floats, record: Floats, chance: Chance) -> None:
    """Add to every player's record how well each type predicts what it did before the last showdown."""
    pool, events = records(state, 1), records(state, MOST_EVENTS + 1)
    moves = np.zeros(MOST_EVENTS + 1, np.int64)
    copy(state, pool[0])
    for seat in range(state.players):
        pool[0].dice[seat] = 0
        for face in range(state.faces):
            pool[0].cups[seat, face] = state.shown[seat, face]
            pool[0].dice[seat] += state.shown[seat, face]
    pool[0].starter = state.shown_starter
    tally(pool[0])
    clear_bids(pool[0])
    n = list_bids(pool[0], state.shown_bids, events, moves)
    copy(pool[0], events[n])
    moves[n] = state.call
    record[:, :] *= FADING
    for event in range(n + 1):
        seat = int64(events[event].turn)
        for number in range(len(types)):
            found = 0.0
            for _ in range(SAMPLES):
                found += likeness(moves[event], typed_move(events[event], seat, types[number], chance))
            record[seat, number] += np.log(max(UNLIKE, found / SAMPLES))
        record[seat, len(types)] += 1.0


@jit
def confidence(state: Record, seat: int, record: Floats) -> float:
    """How far worlds may be trusted, from 0 to 1: as far as the types predict the players left."""
    total, players = 0.0, 0
    for other in range(state.players):
        if other != seat and state.dice[other] > 0:
            decisions = record[other, -1]
            likely = np.exp(record[other, :-1].max() / (decisions + 1e-9)) if decisions > 0.0 else 0.0
            known = min(1.0, max(0.0, (likely - VAGUE) / (SHARP - VAGUE)))
            total += known * decisions / (decisions + PATIENCE)
            players += 1
    return total / max(1, players)


@jit
def draw_type(record: Floats, chance: Chance) -> int:
    """A type drawn by a player's record."""
    count = len(record) - 1  # the last number is that of decisions
    if uniform(chance) < FLOOR:
        return int64(uniform(chance) * count)
    most, total = record[:count].max(), 0.0
    for number in range(count):
        total += np.exp(CERTAINTY * (record[number] - most))
    point = uniform(chance) * total
    for number in range(count):
        point -= np.exp(CERTAINTY * (record[number] - most))
        if point < 0.0:
            return number
    return count - 1


@jit
def roll_hand(world: Record, seat: int, hand: Ints, chance: Chance) -> None:
    hand[:] = 0
    for _ in range(world.dice[seat]):
        hand[int64(uniform(chance) * world.faces)] += 1


@jit
def draw_hand(
    world: Record, seat: int, row: Floats, events: Records, moves: Moves, count: int, chance: Chance
) -> None:
    """Give a player hidden dice with which a player of this type might have bid as it did."""
    hand, kept = np.zeros(FACES, np.int64), np.zeros(FACES, np.int64)
    total = 0.0
    for _ in range(HANDS):
        roll_hand(world, seat, hand, chance)
        weight = 1.0
        for event in range(count):
            if events[event].turn == seat:
                for face in range(world.faces):
                    events[event].cups[seat, face] = hand[face]
                weight *= likeness(moves[event], typed_move(events[event], seat, row, chance))
        total += weight
        if uniform(chance) * total < weight:
            kept[:] = hand
    for face in range(world.faces):
        world.cups[seat, face] = kept[face]


@jit
def end_worth(state: Record, caller: int, call: int, seat: int) -> float:
    """What a call over the standing bid is worth to a seat, in own dice."""
    counted, quantity = count_dice(state, face_of(state.standing)), quantity_of(state.standing)
    if call == CONFIRM and counted == quantity:
        if state.gains:
            return 1.0 if caller == seat else -1.0 / (state.left - 1)
        return 1.0 if caller == seat else -1.0
    loser = caller if call == CONFIRM or counted >= quantity else int64(state.bidder)
    return -1.0 if loser == seat else 1.0 / (state.left - 1)


@jit
def play_round(world: Record, seat: int, move: int, types: Floats, kinds: Ints, chance: Chance) -> float:
    """Play a move and the round to its end; returns what it was worth to the seat."""
    while move != CONTEST and move != CONFIRM:
        make_bid(world, move)
        turn = int64(world.turn)
        if turn == seat:
            move = odds_move(world, turn, 0.6, 0.0, chance)
        elif uniform(chance) < SLIP:
            move = random_move(world, chance)
        else:
            move = typed_move(world, turn, types[kinds[turn]], chance)
    return end_worth(world, int64(world.turn), move, seat)


@jit
def look_ahead(
    state: Record, seat: int, known: Known, rounds: int, considered: Considered, stop: Stop, chance: Chance
) -> None:
    """Replace the values of the most promising moves by means over worlds; the others become worthless."""
    types, record = known
    order, values, count = considered
    tried, sums = np.zeros(PROMISING + 2, np.int64), np.zeros(PROMISING + 2)
    kinds = np.zeros(SEATS, np.int64)
    n = pick(order, values, count, tried)
    pool, events = records(state, 2), records(state, MOST_EVENTS)
    moves = np.zeros(MOST_EVENTS, np.int64)
    copy(state, pool[0])
    clear_bids(pool[0])
    bids = list_bids(pool[0], state.bids, events, moves)
    done = 0
    while done < rounds and not (done > 0 and stop[0]):
        copy(state, pool[0])
        for other in range(state.players):
            if other != seat and state.dice[other] > 0:
                kinds[other] = draw_type(record[other], chance)
                draw_hand(pool[0], other, types[kinds[other]], events, moves, bids, chance)
        for i in range(n):
            copy(pool[0], pool[1])
            sums[i] += play_round(pool[1], seat, order[tried[i]], types, kinds, chance)
        done += 1
    trust = (1.0 - PRIOR) * confidence(state, seat, record)
    before = values[:count].copy()
    values[:count] = -np.inf
    for i in range(n):
        values[tried[i]] = trust * sums[i] / done + (1.0 - trust) * before[tried[i]]


@jit
def foresighted_move(
    state: Record,
    seat: int,
    numbers: Floats,
    habits: Floats,
    known: Known,
    rounds: int,
    chance: Chance,
) -> int:
    """The move with the highest value after looking ahead in so many worlds."""
    order, values = np.empty(FACES * TRIES + 2, np.int64), np.empty(FACES * TRIES + 2)
    n = watchful_values(state, seat, -1, numbers, habits, order, values)
    stop = np.zeros(1, np.uint8)
    look_ahead(state, seat, known, rounds, Considered(order, values, int64(n)), stop, chance)
    return order[values[:n].argmax()]


@jit
def pick(order: Moves, values: Floats, count: int, tried: Moves) -> int:
    """Write the places of all calls and of the most promising bids; returns how many."""
    n = 0
    for place in range(count):
        if order[place] == CONTEST or order[place] == CONFIRM:
            tried[n] = place
            n += 1
    calls = n
    for _ in range(PROMISING):
        best = -1
        for place in range(count):
            known = order[place] == CONTEST or order[place] == CONFIRM
            for i in range(calls, n):
                known |= tried[i] == place
            if not known and (best < 0 or values[place] > values[best]):
                best = place
        if best < 0:
            break
        tried[n] = best
        n += 1
    return n
