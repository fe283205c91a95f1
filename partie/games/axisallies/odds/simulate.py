"""Simulation of battles of any size: dice by binomial tables, losses unit by unit.

It shares no code with `exact.py`, so that each can be tested against the other.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from partie.core.compiled.chance import (
    below,
    next_word,
)
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Ints, int64
from partie.games.axisallies.odds.battle import (
    AA,
    BOMBARDING,
    COUNTS,
    DAMAGE,
    DICE,
    ESCAPED,
    FIRE,
    HELPER,
    HUNTERS,
    KEEP,
    LOW_LUCK,
    ORDER,
    SEA,
    STOP_LEFT,
    STOP_ROUNDS,
    STRENGTH,
    SUBMERGE,
    WIDTH,
)
from partie.games.axisallies.rules.units import (
    ANTI_AIR,
    ARMOR,
    ARTILLERY,
    BOMBARD,
    BOMBER,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    KINDS,
    MARINE,
    SUBMARINE,
    SUPPORT,
)

TABLE_DICE = 15
"""The largest number of dice of one strength thrown at once."""
ROUNDS = 12
"""The number of rounds reported one by one."""
ANY, NOT_AIR, AIR = 0, 1, 2
"""What a hit may fall on: any unit, anything but aircraft (hits of submarines), or aircraft only (hits of AA
guns).
"""
WIN, DRAW, LOSS, STOPPED = range(4)
TAKEN, UNHURT = range(2)
"""Columns of `Sums.marks`: the space can be taken; the attacker lost nothing."""
ATTACKER_LOSS, DEFENDER_LOSS, ATTACKER_SQUARE, DEFENDER_SQUARE, PRODUCT = range(5)
"""Columns of `Sums.money`: the IPC that each side lost, their squares, and their product."""
ENDLESS = 2000
"""Rounds after which a battle in which neither side can hit the other is stopped."""


class Sums(NamedTuple):
    """What is counted over all battles. The last four are by round, of which the last row is for all later
    ones."""

    ends: Ints
    """Wins, draws, losses and battles stopped."""
    marks: Ints
    money: Ints
    joint: Ints
    """By units left of each side."""
    ended: Ints
    """The battles that ended in this round, as in `ends`."""
    units_ended: Ints
    """The units left in those, by side and kind."""
    fighting: Ints
    """The battles that went on."""
    units_fighting: Ints


_LOW = np.uint64(0xFFFFFFFF)
_HIGH = np.uint64(32)
_SLOT = np.uint64(TABLE_DICE + 1)


def _aliases() -> Ints:
    """Alias tables of binomial distributions (Walker, "An efficient method for generating discrete random
    variables", 1977). [strength, dice, slot] packs a 32-bit threshold and the number of hits above it; below
    the threshold the number of hits is the slot itself.
    """
    table = np.zeros((7, TABLE_DICE + 1, TABLE_DICE + 1), np.int64)
    whole = 1 << 32
    for strength in range(7):
        for dice in range(TABLE_DICE + 1):
            chances = [comb(dice, k) * strength**k * (6 - strength) ** (dice - k) for k in range(dice + 1)]
            chances += [0] * (TABLE_DICE - dice)
            scaled = [chance * (TABLE_DICE + 1) for chance in chances]  # a full slot holds 6**dice
            full = 6**dice
            small = [k for k, share in enumerate(scaled) if share < full]
            large = [k for k, share in enumerate(scaled) if share >= full]
            while small:
                k, donor = small.pop(), large[-1]
                table[strength, dice, k] = (whole * scaled[k] // full) << 8 | donor
                scaled[donor] -= full - scaled[k]
                if scaled[donor] < full:
                    small.append(large.pop())
            for k in large:
                table[strength, dice, k] = whole << 8 | k
    return table


_ALIAS = _aliases()


@lean_jit
def _throw(dice: int, strength: int, chance: Chance) -> int:
    """Throw dice of one strength and return the number of hits."""
    hits = 0
    while dice > 0:
        handful = min(dice, TABLE_DICE)
        word = next_word(chance)
        slot = int64(((word >> _HIGH) * _SLOT) >> _HIGH)
        entry = _ALIAS[strength, handful, slot]
        hits += slot if int64(word & _LOW) < entry >> 8 else entry & 255
        dice -= handful
    return hits


@lean_jit
def _low_luck(total: int, chance: Chance) -> int:
    """Throw by low luck for a total strength and return the number of hits."""
    rest = total % 6
    return total // 6 + (1 if rest > 0 and below(chance, 6) < rest else 0)


@lean_jit
def _fire(units: Ints, side: Ints, kind: int, low_luck: int, chance: Chance) -> int:
    """Fire all units of one kind and return the number of hits."""
    dice, strength = units[kind] * side[DICE, kind], side[STRENGTH, kind]
    return _low_luck(dice * strength, chance) if low_luck else _throw(dice, strength, chance)


@lean_jit
def _land_units(units: Ints) -> int:
    return units[INFANTRY] + units[ARTILLERY] + units[ARMOR] + units[MARINE]


@lean_jit
def _helped(units: Ints, side: Ints, kind: int) -> int:
    """How many units of a kind attack with the support of another unit each."""
    return min(units[kind], units[side[HELPER, kind]]) if side[HELPER, kind] >= 0 else int64(0)


@lean_jit
def _lose(units: Ints, side: Ints, keep: int, hits: int, target: int) -> int:
    """Assign hits to a force; returns how many it could take."""
    left = hits
    room = _land_units(units) - 1  # that may be lost before aircraft
    for i in range(WIDTH):
        kind = side[ORDER, i]
        if left == 0 or kind < 0:
            break
        in_the_air = kind in (FIGHTER, BOMBER)
        if (target == NOT_AIR and in_the_air) or (target == AIR and not in_the_air):
            continue
        taken = min(units[kind], left)
        if keep and not in_the_air:
            taken = min(taken, room)
            room -= taken
        units[kind] -= taken
        left -= taken
    if keep and left > 0 and target == ANY:
        for kind in (INFANTRY, ARTILLERY, ARMOR, MARINE):
            if units[kind] > 0:
                units[kind] -= 1
                return hits - left + 1
    return hits - left


@lean_jit
def _anti_air(units: Ints, side: Ints, rules: Ints, chance: Chance) -> int:
    """Fire the gun once at every aircraft; returns how many are lost."""
    fighters, bombers = units[FIGHTER], units[BOMBER]
    if rules[AA] == 2:
        units[FIGHTER] -= _throw(fighters, ANTI_AIR, chance)
        units[BOMBER] -= _throw(bombers, ANTI_AIR, chance)
        return fighters + bombers - units[FIGHTER] - units[BOMBER]
    if rules[LOW_LUCK]:
        return _lose(units, side, 0, _low_luck((fighters + bombers) * ANTI_AIR, chance), AIR)
    return _lose(units, side, 0, _throw(fighters + bombers, ANTI_AIR, chance), AIR)


@lean_jit
def _volley(units: Ints, side: Ints, chance: Chance) -> int:
    """Fire a force without its submarines and return the number of hits."""
    hits, dice, strength = 0, 0, 0
    for i in range(WIDTH):
        kind = side[FIRE, i]
        if kind < 0:
            break
        if kind != SUBMARINE:
            if side[STRENGTH, kind] != strength:
                hits += _throw(dice, strength, chance)
                dice, strength = 0, side[STRENGTH, kind]
            helped = _helped(units, side, kind)
            dice += units[kind] * side[DICE, kind] - helped
            hits += _throw(helped, strength + SUPPORT, chance)
    return hits + _throw(dice, strength, chance)


@lean_jit
def _low_luck_volley(units: Ints, side: Ints, chance: Chance) -> int:
    """Fire a force without its submarines by low luck and return the number of hits."""
    total = 0
    for i in range(WIDTH):
        kind = side[FIRE, i]
        if kind < 0:
            break
        if kind != SUBMARINE:
            total += units[kind] * side[DICE, kind] * side[STRENGTH, kind]
            total += _helped(units, side, kind) * SUPPORT
    return _low_luck(total, chance)


@lean_jit
def _answer(
    attackers: Ints, attacker: Ints, defenders: Ints, defender: Ints, rules: Ints, chance: Chance
) -> int:
    """Fire a defending force with submarines, column by column, and take the attacker's losses; returns the
    hit points lost.
    """
    lost = 0
    for i in range(WIDTH):
        kind = defender[FIRE, i]
        if kind < 0:
            break
        if kind == SUBMARINE:
            hits = _fire(defenders, defender, kind, rules[LOW_LUCK], chance)
            lost += _lose(attackers, attacker, rules[KEEP], hits, NOT_AIR)
            if rules[LOW_LUCK]:
                break
        elif not rules[LOW_LUCK]:
            lost += _lose(attackers, attacker, rules[KEEP], _fire(defenders, defender, kind, 0, chance), ANY)
    if rules[LOW_LUCK]:
        lost += _lose(attackers, attacker, rules[KEEP], _low_luck_volley(defenders, defender, chance), ANY)
    return lost


@lean_jit
def fight_round(
    attackers: Ints,
    attacker: Ints,
    defenders: Ints,
    defender: Ints,
    bombard: int,
    rules: Ints,
    chance: Chance,
) -> tuple[int, int]:
    """Fight one round; returns the hit points attacker and defender lost."""
    lost, strike = 0, 0
    hunted = rules[HUNTERS] and defenders[DESTROYER] > 0
    if attackers[SUBMARINE]:
        strike = _fire(attackers, attacker, SUBMARINE, rules[LOW_LUCK], chance)
        if not hunted:
            lost += _lose(defenders, defender, 0, strike, NOT_AIR)
    if rules[LOW_LUCK]:
        hits = _low_luck_volley(attackers, attacker, chance) + _low_luck(bombard * BOMBARD, chance)
    else:
        hits = _volley(attackers, attacker, chance) + _throw(bombard, BOMBARD, chance)
    if defenders[SUBMARINE]:
        attackers_lost = _answer(attackers, attacker, defenders, defender, rules, chance)
    else:
        if rules[LOW_LUCK]:
            answer = _low_luck_volley(defenders, defender, chance)
        else:
            answer = _volley(defenders, defender, chance)
        attackers_lost = _lose(attackers, attacker, rules[KEEP], answer, ANY)
    if hunted:  # what submarines hit has fired back
        lost += _lose(defenders, defender, 0, strike, NOT_AIR)
    return attackers_lost, lost + _lose(defenders, defender, 0, hits, ANY)


@lean_jit
def _note(units: Ints, a: Ints, d: Ints) -> None:
    """Add the units left of both sides, submerged submarines included."""
    for kind in range(KINDS):
        units[0, kind] += a[kind]
        units[1, kind] += d[kind]
    units[1, SUBMARINE] += d[ESCAPED]


@lean_jit
def _one_battle(
    a: Ints,
    attacker: Ints,
    d: Ints,
    defender: Ints,
    rules: Ints,
    fighting: Ints,
    units_fighting: Ints,
    chance: Chance,
) -> tuple[int, int]:
    """Fight one battle to its end, with the counts in `a` and `d`; returns how it ended and after how many
    rounds.
    """
    points_a, points_d = 0, 0
    for kind in range(WIDTH):
        a[kind] = attacker[COUNTS, kind]
        d[kind] = defender[COUNTS, kind]
        points_a += a[kind]
        points_d += d[kind]
    if rules[AA]:
        points_a -= _anti_air(a, attacker, rules, chance)
    number = 0
    bombard = rules[BOMBARDING]
    while points_a > 0 and points_d > 0:
        if number and (
            number == rules[STOP_ROUNDS] or points_a - a[DAMAGE] < rules[STOP_LEFT] or number == ENDLESS
        ):
            return STOPPED, number
        lost_a, lost_d = fight_round(a, attacker, d, defender, bombard, rules, chance)
        points_a -= lost_a
        points_d -= lost_d
        bombard = 0
        if rules[SUBMERGE] and d[SUBMARINE] and not (rules[HUNTERS] and a[DESTROYER]):
            d[ESCAPED] += d[SUBMARINE]
            points_d -= d[SUBMARINE]
            d[SUBMARINE] = 0
        if number < ROUNDS and points_a > 0 and points_d > 0:
            fighting[number] += 1
            _note(units_fighting[number], a, d)
        number += 1
    if points_a > 0:
        return WIN, number
    return (LOSS if points_d + d[ESCAPED] > 0 else DRAW), number


@lean_jit
def _battles(
    attacker: Ints,
    defender: Ints,
    rules: Ints,
    cost: Ints,
    battles: int,
    chance: Chance,
    left: Ints,
    sums: Sums,
) -> None:
    """Simulate battles and count. `left` is scratch space for the units left of both sides."""
    ends, marks, money, joint, ended, units_ended, fighting, units_fighting = sums
    a, d = left[0], left[1]
    worth_a, worth_d = 0, 0
    for kind in range(KINDS):
        worth_a += attacker[COUNTS, kind] * cost[kind]
        worth_d += defender[COUNTS, kind] * cost[kind]
    for _ in range(battles):
        end, number = _one_battle(a, attacker, d, defender, rules, fighting, units_fighting, chance)
        row = min(max(number, 1), ROUNDS + 1) - 1
        ended[row, end] += 1
        _note(units_ended[row], a, d)
        if end == STOPPED and row < ROUNDS:  # it was counted as going on
            fighting[row] -= 1
            for kind in range(KINDS):
                units_fighting[row, 0, kind] -= a[kind]
                units_fighting[row, 1, kind] -= d[kind]
            units_fighting[row, 1, SUBMARINE] -= d[ESCAPED]
        d[SUBMARINE] += d[ESCAPED]
        lost_a, lost_d, units_a, units_d = worth_a, worth_d, 0, 0
        for kind in range(KINDS):
            lost_a -= a[kind] * cost[kind]
            lost_d -= d[kind] * cost[kind]
            units_a += a[kind]
            units_d += d[kind]
        ends[end] += 1
        joint[units_a, units_d] += 1
        if end == WIN and (rules[SEA] or _land_units(a) > 0):
            marks[TAKEN] += 1
        if lost_a == 0:
            marks[UNHURT] += 1
        money[ATTACKER_LOSS] += lost_a
        money[DEFENDER_LOSS] += lost_d
        money[ATTACKER_SQUARE] += lost_a * lost_a
        money[DEFENDER_SQUARE] += lost_d * lost_d
        money[PRODUCT] += lost_a * lost_d


def simulate(attacker: Any, defender: Any, rules: Any, cost: Any, battles: int, chance: Any) -> Sums:
    """Simulate battles, and count."""
    sizes = attacker[COUNTS, :KINDS].sum() + 1, defender[COUNTS, :KINDS].sum() + 1
    by_round = (ROUNDS + 1, 4), (ROUNDS + 1, 2, KINDS), ROUNDS + 1, (ROUNDS + 1, 2, KINDS)
    sums = Sums(*(np.zeros(shape, np.int64) for shape in (4, 2, 5, sizes, *by_round)))
    left = np.empty((2, WIDTH), np.int64)
    _battles(attacker, defender, rules, cost, battles, chance, left, sums)
    return sums
