"""What a battle comes to, estimated in about a microsecond.

The battle is fought once with expected hits, in fractions of units. How sure its winner is follows from the
hit points it has left, in standard deviations of all hits thrown. The constants are fitted to exact odds
(`lab/general_odds.py`).
"""

from math import sqrt

import numpy as np

from partie.core.compiled.types import Floats
from partie.games.axisallies.rules.board import (
    AIR_KIND,
    BOARD_ATTACK,
    BOARD_COST,
    BOARD_DEFENCE,
    BOARD_HUNTERS,
    BOARD_USUAL,
    CLASS,
    WORLD,
)
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    ARTILLERY,
    BOMBARD,
    BOMBER,
    DESTROYER,
    FACTORY,
    FIGHTER,
    INFANTRY,
    KINDS,
    MARINE,
    SUBMARINE,
    SUPPORT,
)

TAKE, ATTACKER_LOSS, DEFENDER_LOSS, LAND_LEFT, DEFENDERS_LEFT = range(5)
"""What `estimate` answers: the chance to take the space (to clear the zone), IPC lost on both sides,
attacking land units left, and defenders left."""
ANSWERS = 5
SHARPNESS = 0.60
"""How much a hit point left to the winner counts, over the standard deviation of all hits."""
HANDICAP = 0.13
"""Standard deviations the attacker is behind in an even battle: ties are the defender's."""
LAST_STAND = 0.28
"""The share of its hit points the expected loser of a battle keeps when it wins after all."""
BOMBARDING = KINDS
"""In a row of attackers, behind its units: battleships that bombard."""
FORCE = KINDS + 1
"""The length of such a row."""
_ROUNDS = 40
_SMALL = 1e-9
PLACES = BOARD_USUAL.shape[1]
WALKING = (INFANTRY, ARMOR, MARINE, ARTILLERY)
"""Land units that fight and take spaces."""
HITS = np.stack([BOARD_ATTACK, BOARD_DEFENCE], axis=2) / 6.0
"""The chance of each kind to hit when it attacks and when it defends, by board."""


@lean_jit
def normal_chance(z: float) -> float:
    """The chance of a normally distributed number to be below `z` standard deviations, within 2e-7.

    M. Abramowitz and I. Stegun, Handbook of Mathematical Functions (1964), 7.1.28: sums and products only, so
    that it is the same to the bit on every machine."""
    x = abs(z) / 1.4142135623730951
    power = 1.0 + x * (
        0.0705230784
        + x * (0.0422820123 + x * (0.0092705272 + x * (0.0001520143 + x * (0.0002765672 + x * 0.0000430638))))
    )
    power *= power
    power *= power
    power *= power
    tail = 0.5 / (power * power)
    return 1.0 - tail if z > 0.0 else tail


@lean_jit
def hit_points(force: Floats) -> float:
    """How many hits a force can take."""
    total = 0.0
    for kind in range(KINDS):
        if kind != AA_GUN and kind != FACTORY:
            total += force[kind]
    return total


@lean_jit
def price(board: int, force: Floats) -> float:
    """What the units of a force that can be lost cost."""
    total = 0.0
    for kind in range(KINDS):
        if kind != AA_GUN and kind != FACTORY:
            total += force[kind] * BOARD_COST[board, kind]
    return total


@lean_jit
def land_units(force: Floats) -> float:
    """How many units of a force can take a space."""
    return force[INFANTRY] + force[ARMOR] + force[MARINE] + force[ARTILLERY]


@lean_jit
def _line_up(force: Floats, out: Floats) -> None:
    """Fill the units of a force that fight."""
    for kind in range(KINDS):
        out[kind] = force[kind]
    out[AA_GUN] = 0.0
    out[FACTORY] = 0.0


@lean_jit
def _lose(board: int, force: Floats, hits: float, keep: float) -> None:
    """Take hits on the cheapest units; the last land unit stays while there are aircraft to lose (`keep`)."""
    room = land_units(force) - keep
    for place in range(PLACES):
        if hits <= 0.0:
            return
        kind = BOARD_USUAL[board, place]
        taken = min(force[kind], hits)
        if keep > 0.0 and CLASS[kind] != AIR_KIND:
            taken = max(0.0, min(taken, room))
            room -= taken
        force[kind] -= taken
        hits -= taken
    if hits > 0.0 and keep > 0.0:
        _lose_rest(board, force, hits)


@lean_jit
def _lose_rest(board: int, force: Floats, hits: float) -> None:
    for place in range(PLACES):
        kind = BOARD_USUAL[board, place]
        taken = min(force[kind], hits)
        force[kind] -= taken
        hits -= taken


@lean_jit
def supported(force: Floats) -> float:
    """How many infantry of attackers have the support of an artillery each."""
    return min(force[INFANTRY], force[ARTILLERY])


@lean_jit
def _fight(board: int, a: Floats, d: Floats, sea: int, bombard: float) -> float:
    """Fight with expected hits until one side is gone; returns the variance of all hits. `a` and `d` are what
    is left."""
    variance = 0.0
    for number in range(_ROUNDS):
        points_a, points_d = hit_points(a), hit_points(d)
        if points_a < _SMALL or points_d < _SMALL:
            break
        hits_a, hits_d, spread = 0.0, 0.0, 0.0
        for kind in range(KINDS):
            p, q = HITS[board, kind, 0], HITS[board, kind, 1]
            hits_a += a[kind] * p
            hits_d += d[kind] * q
            spread += a[kind] * p * (1.0 - p) + d[kind] * q * (1.0 - q)
        if a[ARTILLERY] > 0.0:
            hits_a += supported(a) * SUPPORT / 6.0
        if number == 0 and bombard > 0.0:
            hits_a += bombard * BOMBARD / 6.0
        if sea and a[SUBMARINE] > 0.0 and not (BOARD_HUNTERS[board] and d[DESTROYER] > 0.0):
            first = min(
                a[SUBMARINE] * BOARD_ATTACK[board, SUBMARINE] / 6.0, points_d
            )  # it does not fire back
            hits_d *= 1.0 - 0.5 * first / points_d
        share = 1.0
        if hits_a > points_d:
            share = points_d / hits_a
        if hits_d > points_a:
            share = min(share, points_a / hits_d)
        if hits_a + hits_d < _SMALL:
            break
        variance += share * spread
        keep = 0.0 if sea or a[FIGHTER] + a[BOMBER] < _SMALL else min(1.0, land_units(a))
        _lose(board, a, share * hits_d, keep)
        _lose(board, d, share * hits_a, 0.0)
    return variance


@jit
def estimate(
    board: int,
    attackers: Floats,
    defenders: Floats,
    sea: int,
    gun: int,
    bombard: float,
    left: Floats,
    out: Floats,
) -> float:
    """Fill `out` with what to expect (`TAKE`, …) and `left` with the units to expect of the attackers and of
    the defenders; returns the chance to take the space."""
    left_a, left_d = left[0], left[1]
    _line_up(attackers, left_a)
    _line_up(defenders, left_d)
    if sea:
        left_d[BOMBER] = 0.0
    cost_a, cost_d = price(board, left_a), price(board, left_d)
    start_a, start_d = hit_points(left_a), hit_points(left_d)
    if gun:
        left_a[FIGHTER] *= 5.0 / 6.0
        left_a[BOMBER] *= 5.0 / 6.0
    landing = sea == 1 or land_units(left_a) > 0.0
    for i in range(ANSWERS):
        out[i] = 0.0
    if start_a < _SMALL:
        out[DEFENDERS_LEFT] = start_d
        return 0.0
    if start_d < _SMALL:
        out[LAND_LEFT] = land_units(left_a)
        out[TAKE] = 1.0 if landing else 0.0
        return out[TAKE]
    variance = _fight(board, left_a, left_d, sea, bombard)
    rest_a, rest_d = hit_points(left_a), hit_points(left_d)
    margin = rest_a - rest_d
    z = SHARPNESS * margin / sqrt(variance + 0.1) - HANDICAP
    win = normal_chance(z)
    if rest_a >= rest_d:
        for kind in range(KINDS):
            left_d[kind] = defenders[kind] * LAST_STAND * (1.0 - win)
            left_a[kind] *= win
    else:
        for kind in range(KINDS):
            left_a[kind] = attackers[kind] * LAST_STAND * win
            left_d[kind] *= 1.0 - win
    for force in (left_a, left_d):
        force[AA_GUN] = 0.0
        force[FACTORY] = 0.0
    out[TAKE] = win if landing else 0.0
    out[ATTACKER_LOSS] = cost_a - price(board, left_a)
    out[DEFENDER_LOSS] = cost_d - price(board, left_d)
    out[LAND_LEFT] = land_units(left_a)
    out[DEFENDERS_LEFT] = hit_points(left_d)
    return out[TAKE]


@jit
def one_round(board: int, attackers: Floats, defenders: Floats, gun: int, left: Floats, out: Floats) -> float:
    """Fill `left` with the units to expect on both sides on land after a single round, and in `out` what both
    sides lose; returns the chance that no defender is left."""
    left_a, left_d = left[0], left[1]
    _line_up(attackers, left_a)
    _line_up(defenders, left_d)
    cost_a, cost_d = price(board, left_a), price(board, left_d)
    if gun:
        left_a[FIGHTER] *= 5.0 / 6.0
        left_a[BOMBER] *= 5.0 / 6.0
    hits_a, hits_d, spread = 0.0, 0.0, 0.0
    for kind in range(KINDS):
        p = HITS[board, kind, 0]
        hits_a += left_a[kind] * p
        hits_d += left_d[kind] * BOARD_DEFENCE[board, kind] / 6.0
        spread += left_a[kind] * p * (1.0 - p)
    hits_a += supported(left_a) * SUPPORT / 6.0
    cleared = normal_chance((hits_a + 0.5 - hit_points(left_d)) / sqrt(spread + 0.1))
    _lose(board, left_a, hits_d, 0.0)
    _lose(board, left_d, hits_a, 0.0)
    out[ATTACKER_LOSS] = cost_a - price(board, left_a)
    out[DEFENDER_LOSS] = cost_d - price(board, left_d)
    return cleared


def outcome(
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    sea: bool = False,
    gun: bool = False,
    bombard: int = 0,
    board: int = WORLD,
) -> Floats:
    """`estimate` for people: the answers for two forces."""
    out = np.zeros(ANSWERS)
    left = np.zeros((2, KINDS))
    a, d = np.array(attackers, np.float64), np.array(defenders, np.float64)
    estimate(board, a, d, int(sea), int(gun), float(bombard), left, out)
    return out
