"""How people bid: the chance of every action of a player who holds certain dice, as a log-linear model.

A *scene* is what everybody sees when a player is to act. The model gives every action a weight, the product of one number from each of a few tables (the *features* below say which), and the chance of an
action is in proportion to its weight (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974). A small share `SLIP` of all actions is taken to be made without any
reason, so that nothing is impossible.

Of the player's own dice a weight only uses how many count for the face in question, which makes the likelihood of a bid cheap for all hands at once: see `belief`.
"""

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Ints8, Moves, Record, int64
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    least,
    matching,
    rank,
)

TOTAL, KINDS, WILD, STANDING, SPOT_ON, LEFT, OWN = range(7)
OTHERS, SELF = 7, 13
"""Places in a scene: dice in play, faces of a die, the wild face or -1, the standing bid, whether exact calls are allowed, players left, dice of the player to act; how often the others
and how often he himself have named each face."""
SCENE = 19
STEPS = 8
"""So many quantities of each face are thought of, from the lowest on."""
MOST_ACTIONS = 6 * STEPS + 2
GROUPS = 6
"""Every action has one number from each of so many tables."""
SLIP = 0.02

FINE, HALF, HELD = 20, 14, 5
"""Buckets: of deviations from the mean in thirds of a standard deviation, of differences in half dice, of own dice that count."""
BID_TABLES = (FINE * 3, HALF * 3 * 2, HELD * 9 * 2, HALF * 3 * 3, 4 * 3 * 2, STEPS * 2 * 4)
CALL_TABLES = (FINE * 2, HALF * 4, HELD * 2 * 3, HALF * 4, 4, 1)
_BID_AT = np.cumsum((0, *BID_TABLES))
_CALL_AT = np.cumsum((0, *CALL_TABLES))
B0, B1, B2, B3, B4, B5 = (int(at) for at in _BID_AT[:GROUPS])
C0, C1, C2, C3, C4, C5 = (int(at) for at in _CALL_AT[:GROUPS])
CONTEST_AT = int(_BID_AT[-1])
CONFIRM_AT = CONTEST_AT + int(_CALL_AT[-1])
SIZE = CONFIRM_AT + int(_CALL_AT[-1])
"""How many weights a behaviour has."""
RULER = (2, 7, 7, 49, 3)
"""The shape of a ruler, see `measure`."""


@jit
def bucket(value: float, per_unit: float, buckets: int) -> int:
    """The bucket of a number that is 0 in the middle; the outer ones are open."""
    place = int64(np.floor(value * per_unit)) + buckets // 2
    return min(max(place, 0), buckets - 1)


@jit
def measure(total: int, faces: int, wild: int, most: int, ruler: Ints) -> None:
    """Buckets of every quantity, once for a round: `ruler[whether wild dice count too, own dice, own dice that count, quantity]` holds those of its difference from the mean, in
    standard deviations and in dice, given one's own dice, and that of the difference when nothing is known. `most`: own dice of the richest player."""
    for both in range(1 + (wild >= 0)):
        p = (1.0 + both) / faces
        for own in range(1, most + 1):
            unknown = total - own
            spread = max(0.5, np.sqrt(unknown * p * (1.0 - p)))
            for held in range(own + 1):
                for quantity in range(1, total + 1):
                    over = quantity - held - unknown * p
                    ruler[both, own, held, quantity, 0] = bucket(over / spread, 3.0, FINE)
                    ruler[both, own, held, quantity, 1] = bucket(over, 2.0, HALF)
                    ruler[both, own, held, quantity, 2] = bucket(quantity - total * p, 2.0, HALF)


@jit
def look(state: Record, seat: int, scene: Ints) -> None:
    """The scene in which a seat of this state, or of a view, acts."""
    scene[TOTAL], scene[KINDS], scene[WILD] = state.total, state.faces, state.wild
    scene[STANDING], scene[SPOT_ON], scene[LEFT] = state.standing, state.spot_on, state.left
    scene[OWN] = state.dice[seat]
    for face in range(6):
        scene[OTHERS + face] = 0
        scene[SELF + face] = state.named[seat, face]
        for other in range(state.players):
            if other != seat:
                scene[OTHERS + face] += state.named[other, face]


@jit
def hold(cups: Ints8, seat: int, faces: int, wild: int, held: Ints) -> None:
    """How many dice in a cup count for each face."""
    for face in range(faces):
        held[face] = matching(cups, seat, face, wild)


@jit
def counts_both(scene: Ints, face: int) -> int:
    """1 where wild dice count for a face too, else 0."""
    return 1 if scene[WILD] >= 0 and scene[WILD] != face else 0


@jit
def lowest(scene: Ints, face: int) -> int:
    """The lowest quantity of a face that is thought of; more than the dice in play when there is none."""
    first = least(face, scene[STANDING], scene[TOTAL], scene[WILD])
    if scene[STANDING] == 0 and first <= scene[TOTAL]:
        first = max(first, scene[TOTAL] * (1 + counts_both(scene, face)) // scene[KINDS] - 4)
    return first


@jit
def dice_class(dice: int) -> int:
    """0 for the last die, 1 for two or three, 2 for more."""
    return 0 if dice == 1 else 1 if dice <= 3 else 2


@jit
def table_class(total: int) -> int:
    """How many dice are in play, in four classes."""
    return 0 if total <= 6 else 1 if total <= 12 else 2 if total <= 18 else 3


@jit
def face_class(scene: Ints, face: int) -> int:
    """0 for the highest face, 1 for a wild one, 2 for the lowest, 3 for another."""
    if face == scene[WILD]:
        return 1
    if face == scene[KINDS] - 1:
        return 0
    return 2 if face == 0 else 3


@jit
def bid_features(
    scene: Ints, ruler: Ints, quantity: int, face: int, held: int, first: int, out: Moves
) -> None:
    """Which numbers the weight of a bid is made of. `held`: own dice that count; `first`: the lowest quantity of this face that is thought of."""
    marks = ruler[counts_both(scene, face), scene[OWN], held, quantity]
    opening = 1 if scene[STANDING] == 0 else 0
    same = 1 if not opening and (scene[STANDING] & 7) == face else 0
    told, said = min(scene[OTHERS + face], 2), min(scene[SELF + face], 2)
    duel = 1 if scene[LEFT] == 2 else 0
    step = min(quantity - first, STEPS - 1)
    manner = 5 + min(max(quantity - held, -1), 3) if opening else min(step, 3)
    out[0] = B0 + marks[0] * 3 + (2 * opening + same)
    out[1] = B1 + (marks[2] * 3 + told) * 2 + duel
    out[2] = B2 + (min(held, HELD - 1) * 9 + manner) * 2 + min(said, 1)
    out[3] = B3 + (marks[1] * 3 + told) * 3 + dice_class(scene[OWN])
    out[4] = B4 + (face_class(scene, face) * 3 + said) * 2 + same
    out[5] = B5 + (step * 2 + opening) * 4 + table_class(scene[TOTAL])


@jit
def call_features(scene: Ints, ruler: Ints, call: int, held: int, out: Moves) -> None:
    """Which numbers the weight of a contest or a confirm is made of. `held`: own dice that count for the standing bid."""
    face = scene[STANDING] & 7
    marks = ruler[counts_both(scene, face), scene[OWN], held, scene[STANDING] >> 3]
    at = CONTEST_AT if call == CONTEST else CONFIRM_AT
    told = min(scene[OTHERS + face], 3)
    duel = 1 if scene[LEFT] == 2 else 0
    out[0] = at + C0 + marks[0] * 2 + duel
    out[1] = at + C1 + marks[2] * 4 + told
    out[2] = at + C2 + (min(held, HELD - 1) * 2 + min(scene[SELF + face], 1)) * 3 + dice_class(scene[OWN])
    out[3] = at + C3 + marks[1] * 4 + told
    out[4] = at + C4 + table_class(scene[TOTAL])
    out[5] = at + C5


@jit
def weight(table: Floats, features: Ints) -> float:
    """The weight of an action: the product of its numbers."""
    return (
        table[features[0]] * table[features[1]] * table[features[2]]
        * table[features[3]] * table[features[4]] * table[features[5]]
    )  # fmt: skip


@jit
def legal_count(scene: Ints) -> int:
    """How many actions are legal in a scene."""
    bids = scene[TOTAL] * scene[KINDS]
    if scene[STANDING] == 0:
        return bids - (scene[TOTAL] if scene[WILD] == 0 else 0)
    return bids - rank(scene[STANDING], scene[TOTAL], scene[KINDS], scene[WILD]) + scene[SPOT_ON]


@jit
def actions(scene: Ints, ruler: Ints, held: Ints, moves: Moves, features: Ints) -> int:
    """The actions thought of by a player whose dice count `held[face]` for each face, with their features; returns how many."""
    n = 0
    if scene[STANDING] > 0:
        for call in range(CONTEST, CONFIRM + scene[SPOT_ON]):
            moves[n] = call
            call_features(scene, ruler, call, held[scene[STANDING] & 7], features[n])
            n += 1
    for face in range(scene[KINDS]):
        first = lowest(scene, face)
        for quantity in range(first, min(first + STEPS, scene[TOTAL] + 1)):
            moves[n] = quantity << 3 | face
            bid_features(scene, ruler, quantity, face, held[face], first, features[n])
            n += 1
    return n


@jit
def act(
    scene: Ints,
    ruler: Ints,
    held: Ints,
    table: Floats,
    moves: Moves,
    features: Ints,
    weights: Floats,
    chance: Chance,
) -> int:
    """An action drawn from a behaviour. The last arrays before `chance` are room to work in."""
    n = actions(scene, ruler, held, moves, features)
    total = 0.0
    for i in range(n):
        total += weight(table, features[i])
        weights[i] = total
    drawn = uniform(chance) * total
    for i in range(n):
        if drawn < weights[i]:
            return moves[i]
    return moves[n - 1]


@jit
def likelihoods(
    scene: Ints, ruler: Ints, move: int, table: Floats, chosen: Floats, calls: Floats, bids: Floats
) -> None:
    """What is needed to know the likelihood of an action for every hand at once.

    For each number of dice that count: `chosen[held]` is the weight of the action itself, `calls[held]` that of all calls together (held: of the standing face), `bids[face, held]` that of all bids
    on a face."""
    features = np.empty(GROUPS, np.int64)
    for held in range(scene[OWN] + 1):
        chosen[held] = 0.0
        calls[held] = 0.0
        if scene[STANDING] > 0:
            for call in range(CONTEST, CONFIRM + scene[SPOT_ON]):
                call_features(scene, ruler, call, held, features)
                one = weight(table, features)
                calls[held] += one
                if call == move:
                    chosen[held] = one
        for face in range(scene[KINDS]):
            bids[face, held] = 0.0
            first = lowest(scene, face)
            for quantity in range(first, min(first + STEPS, scene[TOTAL] + 1)):
                bid_features(scene, ruler, quantity, face, held, first, features)
                one = weight(table, features)
                bids[face, held] += one
                if move == quantity << 3 | face:
                    chosen[held] = one
