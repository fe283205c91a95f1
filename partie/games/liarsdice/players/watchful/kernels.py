"""Playing by the odds, with an eye on each player: the expert's rule, and a bounded departure from it.

`odds` expects the same number of dice behind everybody's bids (`TRUST` for each time a face is named), and
expects everybody to contest by the same rule. Here both are corrected for each player by what its showdowns
have revealed: the dice it held beyond that rule, and its calls beyond that rule. The corrections are means,
shrunk towards zero while there is little evidence, bounded, and fading, so that a change of style is noticed.
Nor is anybody expected to hold more dice than it has.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Ints8, Moves, Record, int64
from partie.games.liarsdice.players.odds.kernels import (
    TRIES,
    TRUST,
    choose_bluffed_face,
    confirm_worth,
    contest_worth,
    counts_wild,
    tail,
)
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    least,
    matching,
    quantity_of,
    unrank,
)

SEATS, FACES = 8, 6
HABITS = 4
SHOWN, SURPLUS, CHANCES, CALLED = range(HABITS)
"""Faces named and shown, dice held beyond what the rule expects; information in decisions over a bid, and
contests beyond what the rule expects."""
NUMBERS = 5
CLAIMS, CLAIMS_MOST, DOUBTS, DOUBTS_MOST, FADING = range(NUMBERS)
"""How many shown faces weigh as much as the rule, and the most dice by which they correct it; the same for
contests, in log odds; what is left of all evidence after every showdown."""
USUAL = (6.0, 1.2, 6.0, 1.5, 0.97)
LEAST_CHANCE, MOST_CHANCE = 0.01, 0.99
"""Nobody is ever certain to contest, or not to: log odds stay finite, and no answer says everything."""


class _Shown(NamedTuple):
    """The dice of each seat that were shown and their number, the faces each seat had named at some point of
    the round, and zeros: no corrections."""

    dice: Ints
    total: int
    named: Ints
    nothing: Floats


@jit
def shift(total: float, weight: float, prior: float, most: float) -> float:
    """A mean shrunk towards zero and held within bounds."""
    return min(most, max(-most, total / (weight + prior)))


@jit
def share_of(state: Record, face: int) -> float:
    """The chance that a die counts for a face."""
    return (1.0 + counts_wild(state, face)) / state.faces


@jit
def expected_more(times: int, dice: int, share: float, correction: float) -> float:
    """The dice more than by chance behind a face that a player with these dice has named."""
    if times == 0:
        return 0.0
    return min(dice * (1.0 - share), max(-dice * share, TRUST * times + correction))


@jit
def suggested_by_others(
    state: Record, named: Ints | Ints8, dice: Ints | Ints8, seat: int, face: int, corrections: Floats
) -> float:
    """The dice more than by chance that the bids of all other seats suggest."""
    share, found = share_of(state, face), 0.0
    for other in range(state.players):
        if other != seat and dice[other] > 0:
            found += expected_more(int64(named[other, face]), int64(dice[other]), share, corrections[other])
    return found


@jit
def doubted(chance: float, correction: float) -> float:
    """The probability to be contested, corrected by log odds."""
    chance = min(MOST_CHANCE, max(LEAST_CHANCE, chance))
    return 1.0 / (1.0 + (1.0 - chance) / chance * np.exp(-correction))


@jit
def corrections(state: Record, numbers: Floats, habits: Floats, out: Floats) -> None:
    """Write the dice by which the record of every seat corrects what its bids suggest."""
    for seat in range(state.players):
        out[seat] = shift(habits[seat, SURPLUS], habits[seat, SHOWN], numbers[CLAIMS], numbers[CLAIMS_MOST])


@jit
def watchful_values(
    state: Record, seat: int, extra: int, numbers: Floats, habits: Floats, order: Moves, values: Floats
) -> int:
    """Write the moves to consider and their values, in own dice; returns how many.

    `extra`: the face of which the player pretends to hold one die more, or -1."""
    trusts = np.zeros(SEATS)
    corrections(state, numbers, habits, trusts)
    rival = next_seat(state.dice, seat, int64(state.players))
    readiness = shift(habits[rival, CALLED], habits[rival, CHANCES], numbers[DOUBTS], numbers[DOUBTS_MOST])
    unknown, total, n = int64(state.total) - int64(state.dice[seat]), int64(state.total), 0
    for face in range(state.faces):
        wild = counts_wild(state, face)
        own = matching(state.cups, seat, face, state.wild)
        suggested = suggested_by_others(state, state.named, state.dice, seat, face, trusts)
        if state.standing > 0 and face_of(state.standing) == face:
            needed = quantity_of(int64(state.standing)) - own - suggested
            true = tail(state.faces, wild, unknown, needed)
            order[n], values[n] = CONTEST, contest_worth(state, true)
            n += 1
            if state.spot_on:
                exact = true - tail(state.faces, wild, unknown, needed + 1.0)
                order[n], values[n] = CONFIRM, confirm_worth(state, seat, exact)
                n += 1
        own += face == extra
        low = least(face, int64(state.standing), total, int64(state.wild))
        expected = own + suggested + unknown * share_of(state, face)
        first = max(low, min(int64(expected) - 1, total))
        for quantity in range(first, min(first + TRIES, total + 1)):
            true = tail(state.faces, wild, unknown, quantity - own - suggested)
            contested = doubted(1.0 - tail(state.faces, wild, total, quantity - suggested), readiness)
            order[n] = bid(quantity, face)
            values[n] = contested * (true / (state.left - 1) - (1.0 - true))
            n += 1
    return n


@jit
def next_seat(dice: Ints | Ints8, seat: int, players: int) -> int:
    """The next seat clockwise with dice."""
    for step in range(1, players + 1):
        if dice[(seat + step) % players] > 0:
            return int64((seat + step) % players)
    return int64(seat)


@jit
def learn_showdown(state: Record, numbers: Floats, habits: Floats) -> None:
    """Learn from the last showdown of a state or view."""
    players, faces, wild = int64(state.players), int64(state.faces), int64(state.wild)
    dice, named = np.zeros(SEATS, np.int64), np.zeros((SEATS, FACES), np.int64)
    total = int64(0)
    for seat in range(players):
        for face in range(faces):
            dice[seat] += state.shown[seat, face]
        total += dice[seat]
        habits[seat] *= numbers[FADING]
    shown = _Shown(dice, total, named, np.zeros(SEATS))
    seat, standing = int64(state.shown_starter), int64(0)
    for place in range(total * faces):
        if (state.shown_bids[place >> 6] >> (place & 63)) & 1:
            if standing > 0:
                learn_answer(state, shown, standing, seat, False, habits)
            standing = unrank(place, total, faces, wild)
            named[seat, face_of(standing)] += 1
            seat = next_seat(dice, seat, players)
    if standing > 0:
        contested = state.call == CONTEST
        learn_answer(state, shown, standing, seat, contested, habits)
    for face in range(faces):
        share = share_of(state, face)
        for seat in range(players):
            if named[seat, face] > 0:
                more = expected_more(named[seat, face], dice[seat], share, 0.0)
                habits[seat, SHOWN] += 1.0
                habits[seat, SURPLUS] += matching(state.shown, seat, face, wild) - dice[seat] * share - more


@jit
def learn_answer(
    state: Record, shown: _Shown, standing: int, seat: int, contested: bool, habits: Floats
) -> None:
    """Learn from whether a player contested the standing bid."""
    dice, total, named, nothing = shown
    face, quantity = face_of(standing), quantity_of(standing)
    bidder = (seat - 1) % int64(state.players)
    while dice[bidder] == 0:
        bidder = (bidder - 1) % int64(state.players)
    suggested = suggested_by_others(state, named, dice, bidder, face, nothing)
    expected = 1.0 - tail(int64(state.faces), counts_wild(state, face), total, quantity - suggested)
    expected = min(MOST_CHANCE, max(LEAST_CHANCE, expected))
    habits[seat, CHANCES] += expected * (1.0 - expected)
    habits[seat, CALLED] += contested - expected


@jit
def watchful_move(
    state: Record, seat: int, bluff: float, numbers: Floats, habits: Floats, chance: Chance
) -> int:
    """The move with the highest value."""
    order, values = np.empty(FACES * TRIES + 2, np.int64), np.empty(FACES * TRIES + 2)
    extra = choose_bluffed_face(state, bluff, chance)
    n = watchful_values(state, seat, extra, numbers, habits, order, values)
    return order[values[:n].argmax()]
