"""The criteria by which the program `weighted` judges every legal action, compiled.

An action's score is a weighted sum of six criteria. A bid is judged by its own quantity and face, a contest
and a confirm by those of the standing bid, and each of the three has its own six weights; the last of the 19
weights is the margin within which an action still counts as one of the best. For a given face the score of a
bid is linear in its quantity, so the best bids are at one end of the legal quantities and are found without
scoring them all.

Only the cup of the seat that is to act is read.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Moves, Record, int64
from partie.games.liarsdice.players.odds.kernels import counts_wild
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    least,
    matching,
    quantity_of,
)

KINDS = ("bid", "contest", "confirm")
CRITERIA = ("same_face", "other_face", "over_average", "over_expected", "quantity", "highest_face")
"""Bids of this round that named the face; those that named another; how far the quantity exceeds the expected
number of such dice when no die is known, and when the own dice are; the quantity; whether the face is the
highest.
"""
SIZE = len(CRITERIA)
MARGIN = len(KINDS) * SIZE
WEIGHTS = MARGIN + 1
SAME = 1e-9
"""Scores this close count as equal: the same numbers summed in another order."""
SEATS, FACES = 8, 6


class _Bids(NamedTuple):
    """What says which bids are legal: the standing bid, the dice on the table, the faces, the wild face."""

    standing: int
    total: int
    faces: int
    wild: int


@jit
def criteria(state: Record, seat: int, quantity: int, face: int, out: Floats) -> None:
    """Write the six criteria of a bid, the standing one or a possible one, as `seat` sees it."""
    share = (1.0 + counts_wild(state, face)) / state.faces
    unknown = state.total - state.dice[seat]
    same, bids = 0, 0
    for other in range(state.players):
        same += state.named[other, face]
        for named in range(state.faces):
            bids += state.named[other, named]
    out[0] = same
    out[1] = bids - same
    out[2] = quantity - state.total * share
    out[3] = quantity - matching(state.cups, seat, face, state.wild) - unknown * share
    out[4] = quantity
    out[5] = 1.0 if face == state.faces - 1 else 0.0


@jit
def explain_move(state: Record, seat: int, move: int, weights: Floats, out: Floats) -> float:
    """The score of an action; the contribution of each criterion is written to `out`."""
    subject = state.standing if move in (CONTEST, CONFIRM) else move
    first = 0
    if move == CONTEST:
        first = SIZE
    elif move == CONFIRM:
        first = 2 * SIZE
    criteria(state, seat, quantity_of(subject), face_of(subject), out)
    total = 0.0
    for i in range(SIZE):
        out[i] *= weights[first + i]
        total += out[i]
    return total


@jit
def score_moves(state: Record, seat: int, moves: Moves, weights: Floats, scores: Floats) -> None:
    """Write the score of each of these actions to `scores`."""
    parts = np.empty(SIZE)
    for i in range(len(moves)):
        scores[i] = explain_move(state, seat, moves[i], weights, parts)


@jit
def call_score(
    weights: Floats,
    first: int,
    same: float,
    bids: int,
    quantity: int,
    average: float,
    expected: float,
    highest: float,
) -> float:
    """The weighted sum for a contest or a confirm of the standing bid."""
    score = weights[first] * same + weights[first + 1] * (bids - same)
    score += weights[first + 2] * (quantity - average) + weights[first + 3] * (quantity - expected)
    return score + weights[first + 4] * quantity + weights[first + 5] * highest


@jit
def weighted_move(state: Record, seat: int, weights: Floats, scratch: Floats, chance: Chance) -> int:
    """One of the best actions by `explain_move`, drawn uniformly within the margin.

    `scratch` has space for two numbers per face.
    """
    standing, total = int64(state.standing), int64(state.total)
    faces, wild = int64(state.faces), int64(state.wild)
    last, ordinary = faces - 1, wild < 0
    quantity, face = quantity_of(standing), face_of(standing)
    unknown = total - state.dice[seat]
    share = 1.0 / faces if ordinary else 2.0 / faces
    jokers = 0 if ordinary else int64(state.cups[seat, wild])
    bids = count_named(state, scratch)
    best = contest = confirm = -np.inf
    if standing > 0:
        part, own = share, jokers + state.cups[seat, face]
        if face == wild:
            part, own = 0.5 * share, jokers
        same, expected, highest = scratch[0, face], own + unknown * part, 1.0 if face == last else 0.0
        best = contest = call_score(weights, SIZE, same, bids, quantity, total * part, expected, highest)
        if state.spot_on:
            confirm = call_score(weights, 2 * SIZE, same, bids, quantity, total * part, expected, highest)
            best = max(best, confirm)
    rise = weights[2] + weights[3] + weights[4]
    falls, ordered = rise <= 0.0, wild != 0 and standing > 0
    per_name = weights[0] - weights[1]
    base = weights[1] * bids - (weights[2] * total + weights[3] * unknown) * share - weights[3] * jokers
    for f in range(faces):
        score = base + per_name * scratch[0, f] - weights[3] * state.cups[seat, f]
        if f == wild:
            score += (weights[2] * total + weights[3] * unknown) * 0.5 * share + weights[3] * jokers
        if f == last:
            score += weights[5]
        low = quantity + (f <= face) if ordered else least(f, standing, total, wild)
        scratch[0, f] = score
        scratch[1, f] = score + rise * (low if falls else total) if low <= total else -np.inf
        best = max(best, scratch[1, f])
    legal = _Bids(standing, total, faces, wild)
    return draw_best(legal, contest, confirm, best - weights[MARGIN] - SAME, rise, scratch, chance)


@jit
def count_named(state: Record, scratch: Floats) -> int:
    """The number of bids made in this round; how many named each face is written to `scratch`."""
    bids = 0
    for face in range(FACES):
        count = int64(0)
        for seat in range(SEATS):
            count += state.named[seat, face]
        scratch[0, face] = count
        bids += count
    return bids


@jit
def draw_best(
    legal: _Bids, contest: float, confirm: float, floor: float, rise: float, scratch: Floats, chance: Chance
) -> int:
    """One of the actions that score `floor` or more, drawn uniformly.

    `scratch` holds for every face the score of a bid of no dice, to which every die adds `rise`, and that of
    its best bid.
    """
    standing, total, faces, wild = legal
    chosen, found = int64(CONTEST), 0
    if contest >= floor:
        found = 1
    if confirm >= floor:
        found += 1
        if found == 1 or below(chance, found) == 0:
            chosen = int64(CONFIRM)
    for face in range(faces):
        if scratch[1, face] < floor:
            continue
        low = least(face, standing, total, wild)
        quantity, step = (low, 1) if rise <= 0.0 else (total, -1)
        while low <= quantity <= total and scratch[0, face] + rise * quantity >= floor:
            found += 1
            if found == 1 or below(chance, found) == 0:
                chosen = bid(quantity, face)
            quantity += step
    return chosen
