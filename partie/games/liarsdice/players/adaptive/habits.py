"""What everybody at the table has shown: how far each player's claims can be trusted, and how readily it
calls.

At a showdown the whole round lies open. For every player the difference between the dice held and the dice
its claims suggested is added up, and so is the difference between its calls and those expected. Both are
shrunk towards zero as long as there is little evidence, bounded, and fade, so that a change of style is
noticed. This is the bounded departure from the general rule that a player's record supports.
"""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats, Ints, Record, int64
from partie.games.liarsdice.players.adaptive.claims import (
    FACES,
    SEATS,
    TOP,
    after,
    die_chance,
    note_bid,
    share_of,
)
from partie.games.liarsdice.players.adaptive.genes import (
    CLAIMS,
    CLAIMS_MOST,
    DOUBT,
    DOUBT_HEIGHT,
    DOUBTS,
    DOUBTS_MOST,
    EXACT_RATE,
    FADING,
)
from partie.games.liarsdice.rules.bids import CONFIRM, CONTEST, matching, unrank

HABITS = 6
SHOWN, SURPLUS, CHANCES, CALLED, OPENINGS, EXACTS = range(HABITS)
"""Claims shown and dice held beyond what they suggested; information in decisions over a bid and calls beyond
the expected; occasions for an exact call and exact calls."""
EXACT_PRIOR = 6.0
"""Occasions that the general rate of exact calls counts for."""


@jit
def bounded(total: float, weight: float, prior: float, most: float) -> float:
    """A mean shrunk towards zero and held within bounds."""
    return min(most, max(-most, total / (weight + prior)))


@jit
def claim_shift(habits: Floats, seat: int, genes: Floats) -> float:
    """The dice by which a player's claims are corrected."""
    return bounded(habits[seat, SURPLUS], habits[seat, SHOWN], genes[CLAIMS], genes[CLAIMS_MOST])


@jit
def doubt_shift(habits: Floats, seat: int, genes: Floats) -> float:
    """The log odds by which a player's readiness to contest is corrected."""
    return bounded(habits[seat, CALLED], habits[seat, CHANCES], genes[DOUBTS], genes[DOUBTS_MOST])


@jit
def exact_rate(habits: Floats, seat: int, genes: Floats) -> float:
    """How often a player calls a bid of average height exact."""
    return (habits[seat, EXACTS] + EXACT_PRIOR * genes[EXACT_RATE]) / (habits[seat, OPENINGS] + EXACT_PRIOR)


@jit
def sigmoid(x: float) -> float:
    """The probability with these log odds."""
    return 1.0 / (1.0 + np.exp(-min(30.0, max(-30.0, x))))


@jit
def public_height(
    said: Ints, dice: Ints, players: int, total: int, faces: int, wild: int, move: int, genes: Floats
) -> float:
    """How far a bid is above what everybody's bids let expect, in standard deviations.

    No correction of claims and nobody's own dice enter: it is what the table sees."""
    face, quantity = move & 7, move >> 3
    share = share_of(faces, wild, face)
    mean = deviation = 0.0
    for seat in range(players):
        if dice[seat] > 0:
            chance = die_chance(said, seat, dice[seat], face, total, share, genes, 0.0)
            mean += dice[seat] * chance
            deviation += dice[seat] * chance * (1.0 - chance)
    return (quantity - 0.5 - mean) / np.sqrt(max(deviation, 0.1))


@jit
def learn_showdown(state: Record, genes: Floats, habits: Floats) -> None:
    """Learn from the last showdown of a state or view."""
    players, faces, wild = int64(state.players), int64(state.faces), int64(state.wild)
    dice = np.zeros(SEATS, np.int64)
    total = int64(0)
    for seat in range(players):
        for face in range(faces):
            dice[seat] += state.shown[seat, face]
        total += dice[seat]
        for habit in range(HABITS):
            habits[seat, habit] *= genes[FADING]
    said = np.zeros((SEATS, FACES, 3), np.int64)
    seat, standing = int64(state.shown_starter), int64(0)
    for place in range(total * faces):
        if (state.shown_bids[place >> 6] >> (place & 63)) & 1:
            move = unrank(place, total, faces, wild)
            if standing > 0:
                learn_answer(said, dice, players, total, faces, wild, standing, seat, -1, genes, habits)
            note_bid(said, seat, move, standing)
            standing = move
            seat = after(dice, seat, players)
    if standing > 0:
        call = int64(state.call)
        learn_answer(said, dice, players, total, faces, wild, standing, seat, call, genes, habits)
    for face in range(faces):
        share = share_of(faces, wild, face)
        for seat in range(players):
            if dice[seat] > 0 and said[seat, face, TOP] > 0:
                chance = die_chance(said, seat, dice[seat], face, total, share, genes, 0.0)
                held = matching(state.shown, seat, face, wild)
                habits[seat, SHOWN] += 1.0
                habits[seat, SURPLUS] += held - dice[seat] * chance


@jit
def learn_answer(
    said: Ints,
    dice: Ints,
    players: int,
    total: int,
    faces: int,
    wild: int,
    standing: int,
    seat: int,
    call: int,
    genes: Floats,
    habits: Floats,
) -> None:
    """Learn from what a player did over a standing bid: raise (-1), contest or call exact."""
    height = public_height(said, dice, players, total, faces, wild, standing, genes)
    expected = sigmoid(genes[DOUBT] + genes[DOUBT_HEIGHT] * height)
    habits[seat, CHANCES] += expected * (1.0 - expected)
    habits[seat, CALLED] += (call == CONTEST) - expected
    habits[seat, OPENINGS] += np.exp(-0.5 * height * height)
    habits[seat, EXACTS] += call == CONFIRM
