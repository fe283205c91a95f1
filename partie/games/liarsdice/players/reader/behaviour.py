"""How people bid: a log-linear model of the probability of every action, given the player's dice.

A *scene* is the public information when a player has to act. The model gives every action a weight, the
product of one number from each of a few tables (selected by the *features* below), and the probability of an
action is proportional to its weight (McFadden, "Conditional logit analysis of qualitative choice behavior",
1974). A small share `SLIP` of all actions is assumed to be made at random, so that nothing is impossible.

Of the player's own dice a weight only uses how many count for the face in question, which makes it cheap to
compute the likelihood of a bid for all hands at once: see `belief`.
"""

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Ints8, Moves, Record, int64
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    least,
    matching,
    quantity_of,
    rank,
)

TOTAL, KINDS, WILD, STANDING, SPOT_ON, LEFT, OWN = range(7)
OTHERS, SELF = 7, 13
"""Indices in a scene: dice in play, faces of a die, the wild face or -1, the standing bid, whether exact
calls are allowed, players left, dice of the player to act; then how often the others, and how often this
player, have named each face.
"""
SCENE = 19
STEPS = 8
"""How many quantities of each face are considered, starting with the lowest."""
MOST_ACTIONS = 6 * STEPS + 2
GROUPS = 6
"""The number of tables; every action has one number from each."""
SLIP = 0.02

FINE, HALF, HELD = 20, 14, 5
"""Numbers of buckets: for deviations from the mean in thirds of a standard deviation, for differences in half
dice, and for matching own dice.
"""
BID_TABLES = (FINE * 3, HALF * 3 * 2, HELD * 9 * 2, HALF * 3 * 3, 4 * 3 * 2, STEPS * 2 * 4)
CALL_TABLES = (FINE * 2, HALF * 4, HELD * 2 * 3, HALF * 4, 4, 1)
_BID_AT = np.cumsum((0, *BID_TABLES))
_CALL_AT = np.cumsum((0, *CALL_TABLES))
B0, B1, B2, B3, B4, B5 = (int(at) for at in _BID_AT[:GROUPS])
C0, C1, C2, C3, C4, C5 = (int(at) for at in _CALL_AT[:GROUPS])
CONTEST_AT = int(_BID_AT[-1])
CONFIRM_AT = CONTEST_AT + int(_CALL_AT[-1])
SIZE = CONFIRM_AT + int(_CALL_AT[-1])
"""The number of weights of a behaviour."""
BUCKETS = (2, 7, 7, 49, 3)
"""The shape of the table of buckets, see `fill_buckets`."""


@jit
def bucket(value: float, per_unit: float, count: int) -> int:
    """The bucket of a number; 0 is in the middle, and the outer buckets are unbounded."""
    place = int64(np.floor(value * per_unit)) + count // 2
    return min(max(place, 0), count - 1)


@jit
def fill_buckets(total: int, faces: int, wild: int, most: int, buckets: Ints) -> None:
    """Fill the buckets of every quantity, once per round.

    `buckets[whether wild dice count too, own dice, matching own dice, quantity]` holds the buckets of its
    difference from the mean given the own dice, in standard deviations and in dice, and of the difference
    from the mean when no die is known. `most` is the largest number of dice a player has.
    """
    for both in range(1 + (wild >= 0)):
        p = (1.0 + both) / faces
        for own in range(1, most + 1):
            unknown = total - own
            spread = max(0.5, np.sqrt(unknown * p * (1.0 - p)))
            for held in range(own + 1):
                for quantity in range(1, total + 1):
                    over = quantity - held - unknown * p
                    buckets[both, own, held, quantity, 0] = bucket(over / spread, 3.0, FINE)
                    buckets[both, own, held, quantity, 1] = bucket(over, 2.0, HALF)
                    buckets[both, own, held, quantity, 2] = bucket(quantity - total * p, 2.0, HALF)


@jit
def fill_scene(state: Record, seat: int, scene: Ints) -> None:
    """Fill the scene in which a seat of this state or view acts."""
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
def count_held(cups: Ints8, seat: int, faces: int, wild: int, held: Ints) -> None:
    """Count the dice in a cup that count for each face."""
    for face in range(faces):
        held[face] = matching(cups, seat, face, wild)


@jit
def counts_both(scene: Ints, face: int) -> int:
    """1 if wild dice count for a face too, else 0."""
    return 1 if scene[WILD] >= 0 and scene[WILD] != face else 0


@jit
def lowest(scene: Ints, face: int) -> int:
    """The lowest quantity of a face considered; more than the dice in play when there is none."""
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
    """The number of dice in play, in four classes."""
    return 0 if total <= 6 else 1 if total <= 12 else 2 if total <= 18 else 3


@jit
def face_class(scene: Ints, face: int) -> int:
    """0 for the highest face, 1 for the wild one, 2 for the lowest, 3 for any other."""
    if face == scene[WILD]:
        return 1
    if face == scene[KINDS] - 1:
        return 0
    return 2 if face == 0 else 3


@jit
def bid_features(
    scene: Ints, buckets: Ints, quantity: int, face: int, held: int, first: int, out: Moves
) -> None:
    """Write the features of a bid.

    `held`: matching own dice; `first`: the lowest quantity of this face considered.
    """
    marks = buckets[counts_both(scene, face), scene[OWN], held, quantity]
    opening = 1 if scene[STANDING] == 0 else 0
    same = 1 if not opening and face_of(scene[STANDING]) == face else 0
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
def call_features(scene: Ints, buckets: Ints, call: int, held: int, out: Moves) -> None:
    """Write the features of a contest or a confirm. `held`: own dice that match the standing bid."""
    face = face_of(scene[STANDING])
    marks = buckets[counts_both(scene, face), scene[OWN], held, quantity_of(scene[STANDING])]
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
    """The weight of an action: the product of its table entries."""
    return (
        table[features[0]] * table[features[1]] * table[features[2]]
        * table[features[3]] * table[features[4]] * table[features[5]]
    )  # fmt: skip


@jit
def legal_count(scene: Ints) -> int:
    """The number of legal actions in a scene."""
    bids = scene[TOTAL] * scene[KINDS]
    if scene[STANDING] == 0:
        return bids - (scene[TOTAL] if scene[WILD] == 0 else 0)
    return bids - rank(scene[STANDING], scene[TOTAL], scene[KINDS], scene[WILD]) + scene[SPOT_ON]


@jit
def actions(scene: Ints, buckets: Ints, held: Ints, moves: Moves, features: Ints) -> int:
    """Write the actions considered by a player with `held[face]` matching dice for each face, with their
    features; returns how many.
    """
    n = 0
    if scene[STANDING] > 0:
        for call in range(CONTEST, CONFIRM + scene[SPOT_ON]):
            moves[n] = call
            call_features(scene, buckets, call, held[face_of(scene[STANDING])], features[n])
            n += 1
    for face in range(scene[KINDS]):
        first = lowest(scene, face)
        for quantity in range(first, min(first + STEPS, scene[TOTAL] + 1)):
            moves[n] = bid(quantity, face)
            bid_features(scene, buckets, quantity, face, held[face], first, features[n])
            n += 1
    return n


@jit
def act(
    scene: Ints,
    buckets: Ints,
    held: Ints,
    table: Floats,
    moves: Moves,
    features: Ints,
    weights: Floats,
    chance: Chance,
) -> int:
    """Draw an action from a behaviour. The last arrays before `chance` are scratch space."""
    n = actions(scene, buckets, held, moves, features)
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
    scene: Ints, buckets: Ints, move: int, table: Floats, chosen: Floats, calls: Floats, bids: Floats
) -> None:
    """Write the weights from which the likelihood of an action follows for every hand.

    By number of matching dice: `chosen[held]` is the weight of the action itself, `calls[held]` that of all
    calls together (held: of the standing face), `bids[face, held]` that of all bids on a face.
    """
    features = np.empty(GROUPS, np.int64)
    for held in range(scene[OWN] + 1):
        chosen[held] = 0.0
        calls[held] = 0.0
        if scene[STANDING] > 0:
            for call in range(CONTEST, CONFIRM + scene[SPOT_ON]):
                call_features(scene, buckets, call, held, features)
                one = weight(table, features)
                calls[held] += one
                if call == move:
                    chosen[held] = one
        for face in range(scene[KINDS]):
            bids[face, held] = 0.0
            first = lowest(scene, face)
            for quantity in range(first, min(first + STEPS, scene[TOTAL] + 1)):
                bid_features(scene, buckets, quantity, face, held, first, features)
                one = weight(table, features)
                bids[face, held] += one
                if move == bid(quantity, face):
                    chosen[held] = one
