"""What the bids of a round say about the bidders' dice: Bayes' rule over all hands and all behaviours.

`belief[seat, kind, hand]` is the probability that a player behaves like `kind` and holds `hand`. Given the
public bids, the hands of different players are independent, so there is one such table for each player, and
the number of dice on the table that match a face is a sum of independent numbers.
"""

from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats, Ints, Ints8, Record, int64
from partie.games.liarsdice.players.reader.behaviour import (
    BUCKETS,
    KINDS,
    LEFT,
    OTHERS,
    OWN,
    SCENE,
    SELF,
    SLIP,
    SPOT_ON,
    STANDING,
    TOTAL,
    WILD,
    fill_buckets,
    legal_count,
    likelihoods,
)
from partie.games.liarsdice.rules.bids import (
    face_of,
    quantity_of,
    unrank,
)

MOST_DICE, MOST_HANDS = 6, 462
NO_CALL = -1


def _all_hands() -> tuple[Ints, Ints, Floats]:
    """Every cup as [faces - 2, dice, hand] (dice of each face), the number of cups, and their
    probabilities."""
    hands = np.zeros((5, MOST_DICE + 1, MOST_HANDS, 6), np.int64)
    count = np.zeros((5, MOST_DICE + 1), np.int64)
    prior = np.zeros((5, MOST_DICE + 1, MOST_HANDS))
    for faces in range(2, 7):
        for dice in range(MOST_DICE + 1):
            for i, cup in enumerate(combinations_with_replacement(range(faces), dice)):
                orders = factorial(dice)
                for face in range(faces):
                    hands[faces - 2, dice, i, face] = cup.count(face)
                    orders //= factorial(cup.count(face))
                prior[faces - 2, dice, i] = orders / faces**dice
                count[faces - 2, dice] = i + 1
    return hands, count, prior


HANDS, HAND_COUNT, PRIOR = _all_hands()


class Bidding(NamedTuple):
    """A round of bids: the dice of each seat, who began, the set of bids, and the call that ended it, or
    NO_CALL."""

    dice: Ints
    starter: int
    words: Ints
    call: int


class Lesson(NamedTuple):
    """What a showdown teaches about every other player.

    `evidence[seat, kind]` is the log-likelihood of the player's actions under a behaviour. For the face of
    the player's last bid, `shown[seat]` is the number of matching dice (-1 without a bid) and
    `predicted[seat]` the distribution predicted for it.
    """

    evidence: Floats
    shown: Ints
    predicted: Floats


class _Reading(NamedTuple):
    """The working memory of `read_round`: what the next player sees, the bids considered, and how often each
    seat has named each face."""

    scene: Ints
    buckets: Ints
    named: Ints


@jit
def counting(cup: Ints | Ints8, face: int, wild: int) -> int:
    """How many dice of a cup count for a face."""
    if wild >= 0 and wild != face:
        return cup[face] + cup[wild]
    return cup[face]


@jit
def hand_number(cup: Ints8, faces: int, dice: int) -> int:
    """The number of a cup in `HANDS`."""
    for i in range(HAND_COUNT[faces - 2, dice]):
        same = True
        for face in range(faces):
            if HANDS[faces - 2, dice, i, face] != cup[face]:
                same = False
                break
        if same:
            return i
    return -1


@jit
def set_prior(state: Record, dice: Ints, kinds: Floats, belief: Floats) -> None:
    """Set the belief before any bid: the probabilities of hands and what is known of each player."""
    belief[:, :, :] = 0.0
    for seat in range(state.players):
        for kind in range(kinds.shape[1]):
            for hand in range(HAND_COUNT[state.faces - 2, dice[seat]]):
                belief[seat, kind, hand] = kinds[seat, kind] * PRIOR[state.faces - 2, dice[seat], hand]


@jit
def update_on_action(
    scene: Ints, buckets: Ints, seat: int, move: int, tables: Floats, belief: Floats
) -> None:
    """Multiply the belief about a seat by the likelihood of the action it has just made in this scene."""
    faces, dice, wild = scene[KINDS], scene[OWN], scene[WILD]
    asked = quantity_of(move) > 0
    face = face_of(move if asked else scene[STANDING])
    before = face_of(scene[STANDING])
    chosen, calls = np.empty(MOST_DICE + 1), np.empty(MOST_DICE + 1)
    bids = np.empty((6, MOST_DICE + 1))
    slip = SLIP / legal_count(scene)
    for kind in range(len(tables)):
        likelihoods(scene, buckets, move, tables[kind], chosen, calls, bids)
        for hand in range(HAND_COUNT[faces - 2, dice]):
            cup = HANDS[faces - 2, dice, hand]
            total = calls[counting(cup, before, wild)]
            for other in range(faces):
                total += bids[other, counting(cup, other, wild)]
            likelihood = slip
            if total > 0.0:
                likelihood += (1.0 - SLIP) * chosen[counting(cup, face, wild)] / total
            belief[seat, kind, hand] *= likelihood


@jit
def read_round(state: Record, bidding: Bidding, tables: Floats, me: int, belief: Floats, last: Ints) -> None:
    """Go through the bids of a round and update the belief about every seat but `me`; `last[seat]` becomes
    its last bid, or 0.
    """
    dice, starter, words, call = bidding
    scene = np.zeros(SCENE, np.int64)
    named = np.zeros((8, 6), np.int64)
    last[:] = 0
    for seat in range(state.players):
        scene[TOTAL] += dice[seat]
        scene[LEFT] += dice[seat] > 0
    scene[KINDS], scene[WILD], scene[SPOT_ON] = state.faces, state.wild, state.spot_on
    buckets = np.empty(BUCKETS, np.int64)
    fill_buckets(scene[TOTAL], scene[KINDS], scene[WILD], dice.max(), buckets)
    reading = _Reading(scene, buckets, named)
    seat = int64(starter)
    for place in range(scene[TOTAL] * scene[KINDS]):
        if (words[place >> 6] >> (place & 63)) & 1:
            move = unrank(place, scene[TOTAL], scene[KINDS], scene[WILD])
            if seat != me:
                observe_action(state, dice, reading, seat, move, tables, belief)
            named[seat, face_of(move)] += 1
            last[seat] = scene[STANDING] = move
            seat = next_with_dice(dice, seat, state.players)
    if call != NO_CALL and scene[STANDING] > 0 and seat != me:
        observe_action(state, dice, reading, seat, call, tables, belief)


@jit
def next_with_dice(dice: Ints, seat: int, players: int) -> int:
    """The next seat clockwise with dice."""
    for step in range(1, players + 1):
        if dice[(seat + step) % players] > 0:
            return (seat + step) % players
    return seat


@jit
def observe_action(
    state: Record, dice: Ints, reading: _Reading, seat: int, move: int, tables: Floats, belief: Floats
) -> None:
    """Update the belief about a seat on one action."""
    scene, buckets, named = reading
    scene[OWN] = dice[seat]
    for face in range(6):
        scene[SELF + face] = named[seat, face]
        scene[OTHERS + face] = 0
        for other in range(state.players):
            if other != seat:
                scene[OTHERS + face] += named[other, face]
    update_on_action(scene, buckets, seat, move, tables, belief)


@jit
def settle_belief(state: Record, dice: Ints, ways: Floats, last: Ints, belief: Floats) -> None:
    """Correct the belief by each player's habits, `ways[seat, held]` of `learn.opponents`; normalise it."""
    for seat in range(state.players):
        total = 0.0
        face = face_of(last[seat])
        for hand in range(HAND_COUNT[state.faces - 2, dice[seat]]):
            factor = 1.0
            if last[seat] > 0:
                factor = ways[seat, counting(HANDS[state.faces - 2, dice[seat], hand], face, state.wild)]
            for kind in range(belief.shape[1]):
                belief[seat, kind, hand] *= factor
                total += belief[seat, kind, hand]
        if total > 0.0:
            belief[seat] /= total


@jit
def held_chances(
    state: Record, dice: Ints | Ints8, belief: Floats, seat: int, face: int, out: Floats
) -> None:
    """Write the distribution of the number of one player's dice that count for a face."""
    out[:] = 0.0
    for hand in range(HAND_COUNT[state.faces - 2, dice[seat]]):
        held = counting(HANDS[state.faces - 2, dice[seat], hand], face, state.wild)
        for kind in range(belief.shape[1]):
            out[held] += belief[seat, kind, hand]


@jit
def count_chances(state: Record, me: int, belief: Floats, face: int, out: Floats) -> None:
    """Write the distribution of the number of dice on the table that count for a face, own dice included:
    `out[0 … total]`.
    """
    one = np.empty(MOST_DICE + 1)
    out[:] = 0.0
    start = 0
    if me >= 0:
        for other in range(state.faces):
            if other == face or (other == state.wild and state.wild >= 0):
                start += state.cups[me, other]
    out[start] = 1.0
    most = start
    for seat in range(state.players):
        if seat == me or state.dice[seat] == 0:
            continue
        held_chances(state, state.dice, belief, seat, face, one)
        for count in range(most + state.dice[seat], -1, -1):
            total = 0.0
            for held in range(min(count, int64(state.dice[seat])) + 1):
                if count - held <= most:
                    total += out[count - held] * one[held]
            out[count] = total
        most += state.dice[seat]


@jit
def read_view(
    view: Record, me: int, kinds: Floats, ways: Floats, tables: Floats, belief: Floats, last: Ints
) -> None:
    """Compute the belief of `me` about everybody's hidden dice, from the bids of this round."""
    dice = view.dice.astype(np.int64)
    set_prior(view, dice, kinds, belief)
    read_round(view, Bidding(dice, view.starter, view.bids, NO_CALL), tables, me, belief, last)
    settle_belief(view, dice, ways, last, belief)


@jit
def read_showdown(
    view: Record,
    me: int,
    kinds: Floats,
    ways: Floats,
    tables: Floats,
    belief: Floats,
    last: Ints,
    lesson: Lesson,
) -> None:
    """Write what the last showdown teaches."""
    evidence, shown, predicted = lesson
    dice = np.zeros(8, np.int64)
    for seat in range(view.players):
        dice[seat] = view.shown[seat].sum()
    set_prior(view, dice, np.ones_like(kinds), belief)
    bidding = Bidding(dice, view.shown_starter, view.shown_bids, view.call)
    read_round(view, bidding, tables, me, belief, last)
    for seat in range(view.players):
        shown[seat] = -1
        evidence[seat] = 0.0
        if seat == me or dice[seat] == 0:
            continue
        hand = hand_number(view.shown[seat], view.faces, dice[seat])
        for kind in range(len(tables)):
            evidence[seat, kind] = np.log(belief[seat, kind, hand] / PRIOR[view.faces - 2, dice[seat], hand])
            belief[seat, kind] *= kinds[seat, kind]
    settle_belief(view, dice, ways, last, belief)
    for seat in range(view.players):
        if seat != me and last[seat] > 0:
            face = face_of(last[seat])
            shown[seat] = counting(view.shown[seat], face, view.wild)
            held_chances(view, dice, belief, seat, face, predicted[seat])
