"""The exact distribution of the outcome of a battle: a Markov chain over the units left on both sides.

A state of the chain is a pair of states (attacker, defender) of `forces.chart`; a step is a round, which
`round_outcomes` implements. The first rounds are taken one by one, because the first may be special
(bombardment, submarines that submerge) and because they are shown; all later ones are summed in one sweep,
since losses always lead to later states.
"""

from typing import Any

import numpy as np

from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Flags, Floats, Ints

ANYTHING, SHIPS, LEAVE = 0, 1, 2
"""Rows of `after`: a hit on any unit, a hit of a submarine, submarines submerging."""
NEGLIGIBLE = 1e-16
"""Outcomes with a smaller chance than this are ignored."""
SMALL = 1e-14
"""Pairs less likely than this are left to the last sweep, which is exact as well."""
CERTAIN = 1.0 - 1e-12

Attack = tuple[Ints, Floats, Floats, Ints, Ints]
"""For each state of the attacker: the states after a hit, the chances of hits by submarines and by the
others, the largest numbers of these hits, and whether it has destroyers that hunt submarines.
"""
Defence = tuple[Ints, Floats, Floats, Floats, Ints, Ints]
"""The same for the defender, whose volley has three parts: before its submarines, these, after them."""


@lean_jit
def _answers(
    a: int,
    d: int,
    after: Ints,
    before: Floats,
    below: Floats,
    beyond: Floats,
    tops: Ints,
    split: bool,
    chances: Floats,
    found: Ints,
) -> int:
    """The attacker's states after the defender's volley: written to `found`, with their chances in `chances`;
    returns their number.
    """
    many = 0
    first = a
    left_first = 1.0
    for i in range(tops[d, 0] + 1):
        p_first = before[d, i]
        stuck = after[ANYTHING, first] == first
        if stuck:
            p_first = left_first
        left_first -= p_first
        second = first
        left_second = 1.0
        for j in range(tops[d, 1] + 1):
            p_second = below[d, j]
            stuck_below = not split or after[SHIPS, second] == second
            if stuck_below:
                p_second = left_second
            left_second -= p_second
            third = second
            left_third = 1.0
            for k in range(tops[d, 2] + 1):
                p_third = beyond[d, k]
                dead = after[ANYTHING, third] == third
                if dead:
                    p_third = left_third
                left_third -= p_third
                p = p_first * p_second * p_third
                if p > NEGLIGIBLE:
                    if chances[third] == 0.0:
                        found[many] = third
                        many += 1
                    chances[third] += p
                if dead:
                    break
                third = after[ANYTHING, third]
            if stuck_below:
                break
            second = after[SHIPS, second]
        if stuck:
            break
        first = after[ANYTHING, first]
    return many


@lean_jit
def round_outcomes(
    a: int,
    d: int,
    attack: Attack,
    defence: Defence,
    split: bool,
    scratch: Floats,
    found: Ints,
    to_a: Ints,
    to_d: Ints,
    chance_of: Floats,
) -> int:
    """Write the pairs one round can lead to from (a, d), that pair included, with their chances; returns
    their number. Where destroyers hunt submarines, what these hit fires back, and they do not submerge.
    """
    after_a, strike, main, attack_tops, hunters_a = attack
    after_d, before, below, beyond, defence_tops, hunters_d = defence
    many = 0
    struck = d
    left_strike = 1.0
    for r in range(attack_tops[a, 0] + 1):
        p_strike = strike[a, r]
        stuck = after_d[SHIPS, struck] == struck
        if stuck:
            p_strike = left_strike
        left_strike -= p_strike
        if p_strike > NEGLIGIBLE:
            firing = d if hunters_d[d] else struck
            answers = _answers(a, firing, after_a, before, below, beyond, defence_tops, split, scratch, found)
            hit = struck
            left = 1.0
            for n in range(attack_tops[a, 1] + 1):
                p = main[a, n]
                dead = after_d[ANYTHING, hit] == hit
                if dead:
                    p = left
                left -= p
                p *= p_strike
                if p > NEGLIGIBLE:
                    for i in range(answers):
                        to_a[many] = found[i]
                        to_d[many] = hit if hunters_a[found[i]] else after_d[LEAVE, hit]
                        chance_of[many] = p * scratch[found[i]]
                        many += 1
                if dead:
                    break
                hit = after_d[ANYTHING, hit]
            for i in range(answers):
                scratch[found[i]] = 0.0
        if stuck:
            break
        struck = after_d[SHIPS, struck]
    return many


def _room(attack: Attack, states: int) -> tuple[Floats, Ints, Ints, Ints, Floats]:
    """Working space for `round_outcomes`."""
    size = int((attack[3] + 1).max(axis=0).prod()) * states
    return np.zeros(states), np.empty(states, np.int64), np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size)  # fmt: skip


def win_chances(points_a: Any, points_d: Any, attack: Any, defence: Any, split: bool) -> Any:
    """The attacker's chance of winning from each pair [a, d], without a retreat."""
    chances = np.zeros((len(points_a), len(points_d)))
    _win_chances(chances, points_a, points_d, attack, defence, split, _room(attack, len(points_a)))
    return chances


def mean(chances: Any, values: Any) -> Any:
    """The expected value, or row of values. A matrix product would start threads in NumPy."""
    return (values.T * chances).sum(axis=-1)


def fight(
    mass: Any, points: tuple[Any, Any], alive: Any, attack: Any, opening: Any, defence: Any, split: bool, stopping: Any, stop_rounds: int, shown: int
) -> list[tuple[Any, Any, Any]]:  # fmt: skip
    """Carry the distribution `mass[a, d]` to the end of the battle, in place. `points` and `alive`: hit
    points in the battle and units alive by kind, by state, of both sides. `opening` replaces `attack` in the
    first round. The attacker retreats in pairs that `stopping[a, d]` marks, and after `stop_rounds` rounds
    (0: never). Returns, for each of the first `shown` rounds (at least one), the chances [win, draw, loss,
    stopped, fighting] after it and the mean units by kind of attacker and defender.
    """
    rows: list[tuple[Any, Any, Any]] = []
    room, following = _room(opening, len(mass)), np.zeros_like(mass)
    defended = alive[1].any(axis=1)
    for done in range(stop_rounds or max(shown, 1)):
        volley = opening if done == 0 else attack
        active = _one_round(mass, following, *points, volley, defence, split, stopping, done, stop_rounds, room)  # fmt: skip
        if active < SMALL:
            return rows
        mass[:] = following
        if done < max(shown, 1):
            ends = np.zeros(5)
            _note(ends, mass, *points, defended, stopping, done + 1 == stop_rounds)
            rows.append((ends, mean(mass.sum(axis=1), alive[0]), mean(mass.sum(axis=0), alive[1])))
    if not stop_rounds:
        _to_the_end(mass, *points, attack, defence, split, stopping, room)
    return rows


@lean_jit
def _win_chances(
    chances: Floats,
    points_a: Ints,
    points_d: Ints,
    attack: Attack,
    defence: Defence,
    split: bool,
    room: tuple[Floats, Ints, Ints, Ints, Floats],
) -> None:
    scratch, found, to_a, to_d, chance_of = room
    for a in range(len(points_a) - 1, -1, -1):
        for d in range(len(points_d) - 1, -1, -1):
            if points_a[a] == 0:
                continue
            if points_d[d] == 0:
                chances[a, d] = 1.0
                continue
            many = round_outcomes(a, d, attack, defence, split, scratch, found, to_a, to_d, chance_of)
            stay, total = 0.0, 0.0
            for i in range(many):
                if to_a[i] == a and to_d[i] == d:
                    stay += chance_of[i]
                else:
                    total += chance_of[i] * chances[to_a[i], to_d[i]]
            if stay < CERTAIN:
                chances[a, d] = total / (1.0 - stay)


@lean_jit
def _one_round(
    mass: Floats,
    following: Floats,
    points_a: Ints,
    points_d: Ints,
    attack: Attack,
    defence: Defence,
    split: bool,
    stopping: Flags,
    done: int,
    stop_rounds: int,
    room: tuple[Floats, Ints, Ints, Ints, Floats],
) -> float:
    """Write the distribution after one more round to `following`; returns the chance that a round was
    fought.
    """
    scratch, found, to_a, to_d, chance_of = room
    active = 0.0
    for a in range(len(points_a)):
        for d in range(len(points_d)):
            following[a, d] = 0.0
    for a in range(len(points_a)):
        for d in range(len(points_d)):
            weight = mass[a, d]
            if weight == 0.0:
                continue
            ended = points_a[a] == 0 or points_d[d] == 0 or (done > 0 and stopping[a, d])
            if ended or (weight < SMALL and stop_rounds == 0 and done > 0):
                following[a, d] += weight
                continue
            active += weight
            many = round_outcomes(a, d, attack, defence, split, scratch, found, to_a, to_d, chance_of)
            for i in range(many):
                following[to_a[i], to_d[i]] += weight * chance_of[i]
    return active


@lean_jit
def _to_the_end(
    mass: Floats,
    points_a: Ints,
    points_d: Ints,
    attack: Attack,
    defence: Defence,
    split: bool,
    stopping: Flags,
    room: tuple[Floats, Ints, Ints, Ints, Floats],
) -> None:
    """Sum over all further rounds. A pair is never entered again once left, so rounds that change nothing
    only delay leaving it.
    """
    scratch, found, to_a, to_d, chance_of = room
    for a in range(len(points_a)):
        for d in range(len(points_d)):
            weight = mass[a, d]
            if weight == 0.0 or points_a[a] == 0 or points_d[d] == 0 or stopping[a, d]:
                continue
            many = round_outcomes(a, d, attack, defence, split, scratch, found, to_a, to_d, chance_of)
            stay = 0.0
            for i in range(many):
                if to_a[i] == a and to_d[i] == d:
                    stay += chance_of[i]
            if stay < CERTAIN:
                mass[a, d] = 0.0
                for i in range(many):
                    if to_a[i] != a or to_d[i] != d:
                        mass[to_a[i], to_d[i]] += weight * chance_of[i] / (1.0 - stay)


@lean_jit
def _note(
    ends: Floats, mass: Floats, points_a: Ints, points_d: Ints, defended: Flags, stopping: Flags, last: bool
) -> None:
    """Add up the chances of win, draw, loss, stopped and fighting."""
    for a in range(len(points_a)):
        for d in range(len(points_d)):
            if points_a[a] > 0 and points_d[d] > 0:
                end = 3 if last or stopping[a, d] else 4
            elif points_a[a] > 0:
                end = 0
            else:
                end = 2 if defended[d] else 1
            ends[end] += mass[a, d]
