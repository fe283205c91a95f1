"""The exact distribution of the outcome of a battle: a Markov chain over the units left on both sides.

A state of the chain is a pair of states (attacker, defender) of `forces.chart`; a step is a round, which
`round_outcomes` implements. The first rounds are taken one by one, because the first may be special
(bombardment, submarines that submerge) and because they are shown; all later ones are summed in one sweep,
since losses always lead to later states.
"""

from typing import Any, NamedTuple

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


class Attack(NamedTuple):
    """For each state of the attacker: the states after a hit, the chances of hits by submarines and by the
    others, the largest numbers of these hits, and whether it has destroyers that hunt submarines.
    """

    after: Ints
    strike: Floats
    main: Floats
    tops: Ints
    hunters: Ints


class Defence(NamedTuple):
    """The same for the defender, whose volley has three parts: before its submarines, these, after them."""

    after: Ints
    before: Floats
    below: Floats
    beyond: Floats
    tops: Ints
    hunters: Ints


class Fight(NamedTuple):
    """How both sides fight: their hit points by state, their hit tables, whether hits of the defender's
    submarines must be kept apart, and the pairs [a, d] in which the attacker retreats.
    """

    points_a: Ints
    points_d: Ints
    attack: Attack
    defence: Defence
    split: bool
    stopping: Flags


class Room(NamedTuple):
    """Working space of `round_outcomes`: the chances of the attacker's states after the defender's volley,
    zeros between calls, and these states; then the pairs a round can lead to, with their chances.
    """

    chances: Floats
    found: Ints
    to_a: Ints
    to_d: Ints
    chance_of: Floats


@lean_jit
def _answers(a: int, d: int, after: Ints, defence: Defence, split: bool, room: Room) -> int:
    """The attacker's states after the defender's volley: written to `room`, with their chances; returns their
    number.
    """
    before, below, beyond, tops = defence.before, defence.below, defence.beyond, defence.tops
    chances, found = room.chances, room.found
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
def round_outcomes(a: int, d: int, attack: Attack, defence: Defence, split: bool, room: Room) -> int:
    """Write the pairs one round can lead to from (a, d), that pair included, with their chances; returns
    their number. Where destroyers hunt submarines, what these hit fires back, and they do not submerge.
    """
    after_a, strike, main, tops, hunters_a = attack
    after_d, hunters_d = defence.after, defence.hunters
    chances, found, to_a, to_d, chance_of = room
    many = 0
    struck = d
    left_strike = 1.0
    for r in range(tops[a, 0] + 1):
        p_strike = strike[a, r]
        stuck = after_d[SHIPS, struck] == struck
        if stuck:
            p_strike = left_strike
        left_strike -= p_strike
        if p_strike > NEGLIGIBLE:
            firing = d if hunters_d[d] else struck
            answers = _answers(a, firing, after_a, defence, split, room)
            hit = struck
            left = 1.0
            for n in range(tops[a, 1] + 1):
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
                        chance_of[many] = p * chances[found[i]]
                        many += 1
                if dead:
                    break
                hit = after_d[ANYTHING, hit]
            for i in range(answers):
                chances[found[i]] = 0.0
        if stuck:
            break
        struck = after_d[SHIPS, struck]
    return many


def _new_room(attack: Attack, states: int) -> Room:
    size = int((attack.tops + 1).max(axis=0).prod()) * states
    found, to_a, to_d = (np.empty(length, np.int64) for length in (states, size, size))
    return Room(np.zeros(states), found, to_a, to_d, np.empty(size))


def win_chances(fight: Fight) -> Any:
    """The attacker's chance of winning from each pair [a, d], without a retreat."""
    chances = np.zeros((len(fight.points_a), len(fight.points_d)))
    _win_chances(chances, fight, _new_room(fight.attack, len(fight.points_a)))
    return chances


def mean(chances: Any, values: Any) -> Any:
    """The expected value, or row of values. A matrix product would start threads in NumPy."""
    return (values.T * chances).sum(axis=-1)


def fight_out(
    mass: Any, fight: Fight, opening: Attack, alive: tuple[Any, Any], stop_rounds: int, shown: int
) -> list[tuple[Any, Any, Any]]:
    """Carry the distribution `mass[a, d]` to the end of the battle, in place. `opening` is the attack in the
    first round; `alive`: the units alive by kind, by state, of both sides. The attacker also retreats after
    `stop_rounds` rounds (0: never). Returns, for each of the first `shown` rounds (at least one), the chances
    [win, draw, loss, stopped, fighting] after it and the mean units by kind of attacker and defender.
    """
    rows: list[tuple[Any, Any, Any]] = []
    room, following = _new_room(opening, len(mass)), np.zeros_like(mass)
    defended = alive[1].any(axis=1)
    for done in range(stop_rounds or max(shown, 1)):
        this = fight._replace(attack=opening) if done == 0 else fight
        active = _one_round(mass, following, this, done, stop_rounds, room)
        if active < SMALL:
            return rows
        mass[:] = following
        if done < max(shown, 1):
            ends = np.zeros(5)
            _note(ends, mass, fight, defended, done + 1 == stop_rounds)
            rows.append((ends, mean(mass.sum(axis=1), alive[0]), mean(mass.sum(axis=0), alive[1])))
    if not stop_rounds:
        _to_the_end(mass, fight, room)
    return rows


@lean_jit
def _win_chances(chances: Floats, fight: Fight, room: Room) -> None:
    points_a, points_d, attack, defence, split, _ = fight
    to_a, to_d, chance_of = room.to_a, room.to_d, room.chance_of
    for a in range(len(points_a) - 1, -1, -1):
        for d in range(len(points_d) - 1, -1, -1):
            if points_a[a] == 0:
                continue
            if points_d[d] == 0:
                chances[a, d] = 1.0
                continue
            many = round_outcomes(a, d, attack, defence, split, room)
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
    mass: Floats, following: Floats, fight: Fight, done: int, stop_rounds: int, room: Room
) -> float:
    """Write the distribution after one more round to `following`; returns the chance that a round was
    fought.
    """
    points_a, points_d, attack, defence, split, stopping = fight
    to_a, to_d, chance_of = room.to_a, room.to_d, room.chance_of
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
            many = round_outcomes(a, d, attack, defence, split, room)
            for i in range(many):
                following[to_a[i], to_d[i]] += weight * chance_of[i]
    return active


@lean_jit
def _to_the_end(mass: Floats, fight: Fight, room: Room) -> None:
    """Sum over all further rounds. A pair is never entered again once left, so rounds that change nothing
    only delay leaving it.
    """
    points_a, points_d, attack, defence, split, stopping = fight
    to_a, to_d, chance_of = room.to_a, room.to_d, room.chance_of
    for a in range(len(points_a)):
        for d in range(len(points_d)):
            weight = mass[a, d]
            if weight == 0.0 or points_a[a] == 0 or points_d[d] == 0 or stopping[a, d]:
                continue
            many = round_outcomes(a, d, attack, defence, split, room)
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
def _note(ends: Floats, mass: Floats, fight: Fight, defended: Flags, last: bool) -> None:
    """Add up the chances of win, draw, loss, stopped and fighting."""
    points_a, points_d, stopping = fight.points_a, fight.points_d, fight.stopping
    for a in range(len(points_a)):
        for d in range(len(points_d)):
            if points_a[a] > 0 and points_d[d] > 0:
                end = 3 if last or stopping[a, d] else 4
            elif points_a[a] > 0:
                end = 0
            else:
                end = 2 if defended[d] else 1
            ends[end] += mass[a, d]
