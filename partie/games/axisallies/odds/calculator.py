"""The odds of a battle: exact where that is fast enough, otherwise by simulation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.games.axisallies.odds.battle import (
    AA,
    BOMBARDING,
    COUNTS,
    ESCAPED,
    HUNTERS,
    KEEP,
    LOW_LUCK,
    ORDER,
    SUBMERGE,
    BadBattle,
    Battle,
    Force,
    Plan,
)
from partie.games.axisallies.odds.exact import (
    Attack,
    Defence,
    Fight,
    fight_out,
    mean,
    win_chances,
)
from partie.games.axisallies.odds.forces import (
    chart,
    grid_size,
    hit_table,
)
from partie.games.axisallies.odds.simulate import (
    ROUNDS,
    Sums,
    simulate,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    AIR_KINDS,
    ANTI_AIR,
    BOMBARD,
    BOMBER,
    DESTROYER,
    FACTORY,
    FIGHTER,
    KINDS,
    LAND_KINDS,
    SUBMARINE,
    UNIT_IDS,
)

MOST_CELLS, MOST_PAIRS, MOST_WORK = 4_000_000, 1_000_000, 60_000_000
"""Limits of an exact calculation: cells searched for states, pairs of states, outcomes of one round from all
pairs.
"""
BATTLES = 400_000
"""How many battles are simulated if the exact calculation would take too long."""
_ALL_BUT_SUBS, _SUBS, _BEFORE_SUBS, _AFTER_SUBS, _EVERYTHING = range(5)

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Round:
    """A battle after a round: the chances that it has ended or goes on, the mean number of units left by
    kind, and the IPC lost so far (the cost of retreating now).
    """

    win: float
    draw: float
    loss: float
    stopped: float
    fighting: float
    attackers_left: Numbers
    defenders_left: Numbers
    attacker_loss: float
    defender_loss: float

    @property
    def swing(self) -> float:
        return self.defender_loss - self.attacker_loss

    def as_json(self) -> dict[str, Any]:
        numbers = {name: value for name, value in vars(self).items() if isinstance(value, float)}
        units = {"attackers_left": _by_id(self.attackers_left), "defenders_left": _by_id(self.defenders_left)}
        return {**numbers, "swing": self.swing, **units}


@dataclass(frozen=True)
class Outcome:
    """One way a battle can end: the units left of each side, by kind, and its chance."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    chance: float


@dataclass(frozen=True)
class Odds:
    """The odds of a battle. `stopped`: the attacker retreated. `take`: the defenders are gone and a land unit
    is left to capture the space (at sea: the zone is cleared). `unhurt`: no attacker is lost. Losses are in
    IPC; `swing` is the defender's loss minus the attacker's. `joint[a, d]` is the chance that `a` attackers
    and `d` defenders are left, submerged submarines included. `errors` has the standard errors of a
    simulation of `battles` battles by field name; it is empty if `battles` is 0 and the numbers are exact.
    """

    battle: Battle
    win: float
    draw: float
    loss: float
    stopped: float
    take: float
    unhurt: float
    attacker_loss: float
    defender_loss: float
    swing: float
    attackers_left: Numbers
    defenders_left: Numbers
    joint: Numbers
    rounds: tuple[Round, ...]
    battles: int
    errors: dict[str, float]
    distribution: tuple[Numbers, NDArray[np.int64], NDArray[np.int64]] | None = None

    @property
    def exact(self) -> bool:
        return self.battles == 0

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every way the battle can end, the likeliest first; empty after a simulation."""
        if self.distribution is None:
            return ()
        mass, attackers, defenders = self.distribution
        pairs = np.argwhere(mass > 0.0)
        pairs = pairs[np.argsort(-mass[pairs[:, 0], pairs[:, 1]], kind="stable")]
        return tuple(Outcome(_alive(attackers[a]), _alive(defenders[d]), float(mass[a, d])) for a, d in pairs)

    def as_json(self) -> dict[str, Any]:
        """The odds as JSON, with units by their ids."""
        numbers = ("win", "draw", "loss", "stopped", "take", "unhurt", "attacker_loss", "defender_loss", "swing")  # fmt: skip
        return {
            "method": "exact" if self.exact else "simulation",
            "battles": self.battles,
            **{name: getattr(self, name) for name in numbers},
            "errors": self.errors,
            "attackers_left": _by_id(self.attackers_left),
            "defenders_left": _by_id(self.defenders_left),
            "joint": [[float(chance) for chance in row] for row in self.joint],
            "rounds": [row.as_json() for row in self.rounds],
        }


def odds(battle: Battle, battles: int = BATTLES, seed: Any = 0, effort: float = 1.0) -> Odds:
    """The odds of a battle: exact if that takes less than about a second (times `effort`), otherwise from
    `battles` simulations.

    >>> from partie.games.axisallies.odds.battle import Battle, force
    >>> duel = odds(Battle(force(infantry=1), force(infantry=1)))
    >>> round(duel.win, 12), round(duel.draw, 12), round(duel.loss, 12)
    (0.25, 0.125, 0.625)
    """
    return exact_odds(battle, effort=effort) or simulated_odds(battle, battles, seed)


class _Chain(NamedTuple):
    """The input of the exact calculation: the forces that can be left of both sides, the attacker's states
    after AA fire, and the hit tables for `exact.Fight`.
    """

    left_a: NDArray[np.int64]
    left_d: NDArray[np.int64]
    starts: NDArray[np.int64]
    attack: Attack
    opening: Attack
    defence: Defence
    split: bool


def exact_odds(battle: Battle, shown: int = 6, effort: float = 1.0) -> Odds | None:
    """The exact odds, with details of up to `shown` rounds; None if they would take longer than about a
    second, times `effort`.
    """
    plan = battle.plan()
    chain = _chain(plan, effort)
    if chain is None:
        return None
    left_a, left_d, starts, attack, opening, defence, split = chain
    points = left_a[:, :ESCAPED].sum(axis=1), left_d[:, :ESCAPED].sum(axis=1)
    alive = _alive_counts(left_a), _alive_counts(left_d)
    stopping = np.zeros((len(left_a), len(left_d)), np.bool_)
    fight = Fight(*points, attack, defence, split, stopping)
    if battle.stop.left:
        stopping |= (alive[0].sum(axis=1) < battle.stop.left)[:, None]
    if battle.stop.odds:
        stopping |= win_chances(fight) < battle.stop.odds
    mass = np.zeros((len(left_a), len(left_d)))
    for state, chance in _after_guns(plan, starts).items():
        mass[state, 0] += chance
    rows = fight_out(mass, fight, opening, alive, battle.stop.rounds, shown)
    rounds = tuple(_round(battle, ends, units_a, units_d) for ends, units_a, units_d in rows)
    return _summary(battle, mass, (left_a, left_d), points, rounds)


def _round(battle: Battle, ends: Numbers, attackers: Numbers, defenders: Numbers) -> Round:
    lost = [
        _worth(battle, battle.attackers) - float((attackers * battle.values.cost).sum()),
        _worth(battle, battle.defenders) - float((defenders * battle.values.cost).sum()),
    ]
    win, draw, loss, stopped, fighting = (float(chance) for chance in ends)
    return Round(win, draw, loss, stopped, fighting, attackers, defenders, *lost)


def _chain(plan: Plan, effort: float) -> _Chain | None:
    """The Markov chain of a battle, or None if it is too large."""
    attacker, defender, rules = plan
    subs_attack, subs_defend = bool(attacker[COUNTS, SUBMARINE]), bool(defender[COUNTS, SUBMARINE])
    submerge = bool(rules[SUBMERGE]) and subs_defend
    if max(grid_size(attacker, False), grid_size(defender, submerge)) > MOST_CELLS * effort:
        return None
    left_a, after_a, starts = chart(attacker, bool(rules[KEEP]), False, subs_defend, int(rules[AA]))
    left_d, after_d, _ = chart(defender, False, submerge, subs_attack, 0)
    if len(left_a) * len(left_d) > MOST_PAIRS * effort:
        return None
    low_luck, bombarding = bool(rules[LOW_LUCK]), int(rules[BOMBARDING])
    strike, strike_tops = hit_table(left_a, attacker, _SUBS, low_luck)
    main, main_tops = hit_table(left_a, attacker, _ALL_BUT_SUBS, low_luck)
    hunters_a, hunters_d = (rules[HUNTERS] * left[:, DESTROYER] for left in (left_a, left_d))
    attack = opening = Attack(after_a, strike, main, np.stack([strike_tops, main_tops], axis=1), hunters_a)
    if bombarding:
        main, main_tops = hit_table(left_a, attacker, _ALL_BUT_SUBS, low_luck, bombarding, BOMBARD)
        opening = Attack(after_a, strike, main, np.stack([strike_tops, main_tops], axis=1), hunters_a)
    split = subs_defend and bool(attacker[COUNTS, list(AIR_KINDS)].any())
    if split:  # hits of submarines must be kept apart from the others
        parts = [hit_table(left_d, defender, part, low_luck) for part in (_BEFORE_SUBS, _SUBS, _AFTER_SUBS)]
    else:
        nothing = (np.ones((len(left_d), 1)), np.zeros(len(left_d), np.int64))
        parts = [nothing, nothing, hit_table(left_d, defender, _EVERYTHING, low_luck)]
    tops = np.stack([tops for _, tops in parts], axis=1)
    before, below, beyond = (table for table, _ in parts)
    defence = Defence(after_d, before, below, beyond, tops, hunters_d)
    if _work(opening.tops, defence.tops, len(left_a), len(left_d)) > MOST_WORK * effort:
        return None
    return _Chain(left_a, left_d, starts, attack, opening, defence, split)


def _work(attack_tops: NDArray[np.int64], defence_tops: NDArray[np.int64], states_a: int, states_d: int) -> float:  # fmt: skip
    """The approximate number of outcomes that one sweep over all pairs visits."""
    attack = (attack_tops + 1.0).prod(axis=1).mean() / 2
    defence = min((defence_tops + 1.0).prod(axis=1).mean() / 2, states_a)
    return float(attack * defence * states_a * states_d)


def _after_guns(plan: Plan, starts: NDArray[np.int64]) -> dict[int, float]:
    """The attacker's states after AA fire, with their chances."""
    attacker, _, rules = plan
    fighters, bombers = int(attacker[COUNTS, FIGHTER]), int(attacker[COUNTS, BOMBER])
    if not rules[AA] or fighters + bombers == 0:
        return {int(starts[0, 0]): 1.0}
    if rules[AA] == 2:
        shot_f, shot_b = _shot_down(fighters), _shot_down(bombers)
        return {
            int(starts[f, b]): shot_f[f] * shot_b[b] for f in range(fighters + 1) for b in range(bombers + 1)
        }
    if rules[LOW_LUCK]:
        sure, rest = divmod((fighters + bombers) * ANTI_AIR, 6)
        chances = {sure: 1.0 - rest / 6, sure + 1: rest / 6} if rest else {sure: 1.0}
    else:
        chances = dict(enumerate(_shot_down(fighters + bombers)))
    fighters_first = next(kind for kind in attacker[ORDER] if kind in AIR_KINDS) == FIGHTER
    states = {}
    for shot, chance in chances.items():
        first = min(shot, fighters if fighters_first else bombers)
        f, b = (first, shot - first) if fighters_first else (shot - first, first)
        states[int(starts[f, b])] = chance
    return states


def _shot_down(aircraft: int) -> list[float]:
    chances = np.ones(1)
    for _ in range(aircraft):
        chances = np.convolve(chances, [1 - ANTI_AIR / 6, ANTI_AIR / 6])
    return [float(chance) for chance in chances]


def _summary(
    battle: Battle,
    mass: Numbers,
    left: tuple[NDArray[np.int64], NDArray[np.int64]],
    points: tuple[NDArray[np.int64], NDArray[np.int64]],
    rounds: tuple[Round, ...],
) -> Odds:
    (left_a, left_d), (points_a, points_d) = left, points
    of_a, of_d = mass.sum(axis=1), mass.sum(axis=0)
    cleared = mass[:, points_d == 0].sum(axis=1)
    beaten = mass[points_a == 0].sum(axis=0)
    can_take = points_a > 0 if battle.sea else left_a[:, list(LAND_KINDS)].sum(axis=1) > 0
    cost = battle.values.cost
    cost_left = np.concatenate([cost, [0, cost[SUBMARINE]]])
    worth_a, worth_d = (left_a * cost_left).sum(axis=1), (left_d * cost_left).sum(axis=1)
    attacker_loss, defender_loss = (
        float(worth_a[0] - mean(of_a, worth_a)),
        float(worth_d[0] - mean(of_d, worth_d)),
    )
    units_a, units_d = _alive_counts(left_a), _alive_counts(left_d)
    joint = np.zeros((int(units_a[0].sum()) + 1, int(units_d[0].sum()) + 1))
    np.add.at(joint, (units_a.sum(axis=1)[:, None], units_d.sum(axis=1)[None, :]), mass)
    nobody = units_d.sum(axis=1) == 0
    return Odds(
        battle=battle,
        win=_chance(cleared[points_a > 0]),
        draw=_chance(beaten[nobody]),
        loss=_chance(beaten[~nobody]),
        stopped=_chance(mass[np.ix_(points_a > 0, points_d > 0)]),
        take=_chance(cleared[can_take]),
        unhurt=_chance(of_a[worth_a == worth_a[0]]),
        attacker_loss=attacker_loss,
        defender_loss=defender_loss,
        swing=defender_loss - attacker_loss,
        attackers_left=mean(of_a, units_a),
        defenders_left=mean(of_d, units_d),
        joint=joint,
        rounds=rounds,
        battles=0,
        errors={},
        distribution=(mass, left_a, left_d),
    )


def _chance(chances: Numbers) -> float:
    """The sum of chances, at most 1 despite rounding errors."""
    return min(float(chances.sum()), 1.0)


def simulated_odds(battle: Battle, battles: int = BATTLES, seed: Any = 0) -> Odds:
    """The odds from simulated battles; the same seed gives the same battles."""
    if battles < 2:
        raise BadBattle("Simulate at least 2 battles.", "Simulez au moins 2 batailles.")
    if battle.stop.odds:
        raise BadBattle(
            "Only an exact calculation can stop when the odds fall, and this one is simulated: stop after rounds, or with few units left.",
            "Seul un calcul exact peut s’arrêter quand les chances baissent, et celui-ci est simulé : arrêtez après des tours, ou quand il reste peu d’unités.",
        )
    cost, chance = battle.values.cost, new_chance(seed, "battles")
    sums = simulate(*battle.plan(), cost, battles, chance)
    win, draw, loss, stopped = (float(count) / battles for count in sums.ends)
    take, unhurt = (float(count) / battles for count in sums.marks)
    attacker_loss, defender_loss, square_a, square_d, product = (
        float(total) / battles for total in sums.money
    )
    shares = {"win": win, "draw": draw, "loss": loss, "stopped": stopped, "take": take, "unhurt": unhurt}
    spread = {
        "attacker_loss": square_a - attacker_loss**2,
        "defender_loss": square_d - defender_loss**2,
        "swing": square_a + square_d - 2 * product - (defender_loss - attacker_loss) ** 2,
    }
    spread |= {name: share * (1 - share) for name, share in shares.items()}
    return Odds(
        battle=battle,
        win=win,
        draw=draw,
        loss=loss,
        stopped=stopped,
        take=take,
        unhurt=unhurt,
        attacker_loss=attacker_loss,
        defender_loss=defender_loss,
        swing=defender_loss - attacker_loss,
        attackers_left=sums.units_ended[:, 0].sum(axis=0) / battles,
        defenders_left=sums.units_ended[:, 1].sum(axis=0) / battles,
        joint=sums.joint / battles,
        rounds=_simulated_rounds(battle, sums, battles),
        battles=battles,
        errors={name: float(np.sqrt(max(value, 0.0) / battles)) for name, value in spread.items()},
    )


def _simulated_rounds(battle: Battle, sums: Sums, battles: int) -> tuple[Round, ...]:
    """The rounds in the form of the exact calculation: battles that have ended so far, and those that go
    on.
    """
    fighting = sums.fighting / battles
    ended = np.cumsum(sums.ended / battles, axis=0)
    units = np.cumsum(sums.units_ended / battles, axis=0) + sums.units_fighting / battles
    rows = []
    for i in range(ROUNDS):
        rows.append(_round(battle, np.append(ended[i], fighting[i]), units[i, 0], units[i, 1]))
        if fighting[i] == 0.0:
            break
    return tuple(rows)


def _worth(battle: Battle, units: Force) -> int:
    """The value in IPC of the units that fight."""
    cost = battle.values.cost
    return sum(int(cost[kind]) * count for kind, count in enumerate(units) if kind not in (AA_GUN, FACTORY))


def _alive_counts(left: NDArray[np.int64]) -> NDArray[np.int64]:
    """Units by kind, submerged submarines included."""
    alive = left[:, :KINDS].copy()
    alive[:, SUBMARINE] += left[:, ESCAPED]
    return alive


def _alive(units: NDArray[np.int64]) -> tuple[int, ...]:
    return tuple(int(count) for count in _alive_counts(units[None, :])[0])


def _by_id(units: Numbers) -> dict[str, float]:
    return {UNIT_IDS[kind]: float(units[kind]) for kind in range(KINDS) if units[kind] > 0.0}
