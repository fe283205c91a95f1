"""Odds of battles: against known numbers, against the oracle, and exact against simulated."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from partie.games.axisallies.odds.battle import (
    BadBattle,
    Battle,
    Stop,
    force,
)
from partie.games.axisallies.odds.calculator import (
    Odds,
    exact_odds,
    odds,
    simulated_odds,
)
from partie.games.axisallies.rules.units import (
    BOMBER,
    COST,
    FIGHTER,
    INFANTRY,
    KINDS,
    SUBMARINE,
    UNIT_IDS,
)
from partie.testing.amounts import amount
from tests.games.axisallies.battle_oracle import HULL, Oracle
from tests.games.axisallies.battles import random_battle

SHARES = ("win", "draw", "loss", "stopped", "take", "unhurt")
MONEY = ("attacker_loss", "defender_loss", "swing")


def exact(battle: Battle) -> Odds:
    found = exact_odds(battle)
    assert found is not None
    return found


def at_sea(attackers: tuple[int, ...], defenders: tuple[int, ...], **rest: object) -> Battle:
    return Battle(attackers, defenders, sea=True, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("battle", "win", "draw"),
    [
        (Battle(force(infantry=1), force(infantry=1)), 1 / 4, 1 / 8),
        (Battle(force(armor=1), force(infantry=1)), 1 / 2, 1 / 4),
        (Battle(force(armor=1), force(fighter=1), defender_techs=frozenset({"jet_power"})), 1 / 11, 5 / 11),
        (
            Battle(force(infantry=1), force(infantry=1), landing=1),
            13 / 18 * 2 / 3 + 5 / 27 / 4,
            13 / 54 + 5 / 27 / 8,
        ),
        (Battle(force(marine=1), force(infantry=1), landing=0), 2 / 5, 1 / 5),
        (Battle(force(marine=1), force(infantry=1)), 1 / 4, 1 / 8),
        (Battle(force(armor=2), force(infantry=1), low_luck=True), 1, 0),
        (at_sea(force(submarine=1), force(transport=1)), 3 / 4, 0),
        (
            at_sea(force(submarine=1), force(transport=1), attacker_techs=frozenset({"super_submarines"})),
            6 / 7,
            0,
        ),
        (at_sea(force(submarine=1), force(submarine=1)), 3 / 5, 0),
        (at_sea(force(destroyer=1), force(submarine=1)), 2 / 5, 1 / 5),
        (at_sea(force(fighter=1), force(submarine=1)), 1, 0),
        (at_sea(force(submarine=1), force(fighter=1)), 0, 0),
        (at_sea(force(transport=1), force(transport=1)), 0, 0),
        (at_sea(force(destroyer=1), force(submarine=1), subs_submerge=True), 2 / 3, 1 / 9),
    ],
)
def test_duels(battle: Battle, win: float, draw: float) -> None:
    found = exact(battle)
    assert found.win == pytest.approx(win, abs=1e-12)
    assert found.draw == pytest.approx(draw, abs=1e-12)
    assert found.win + found.draw + found.loss == pytest.approx(1)


def test_the_battle_of_the_rules_page() -> None:
    found = exact(Battle(force(infantry=4, armor=3), force(infantry=5, armor=1)))
    assert round(found.win, 4) == 0.7891
    assert round(found.draw, 4) == 0.0207
    assert found.take == found.win


def test_guns_shoot_before_the_battle() -> None:
    alone = exact(Battle(force(fighter=1), force(aa_gun=1)))
    assert (alone.win, alone.draw, alone.take) == pytest.approx((5 / 6, 1 / 6, 0))
    pair = Battle(force(infantry=1, fighter=1, bomber=1), force(), aa=True)
    chosen, each = exact(pair), exact(replace(pair, aa_casualties="each_die_its_plane"))
    assert chosen.attackers_left[[FIGHTER, BOMBER]] == pytest.approx([25 / 36, 35 / 36])
    assert each.attackers_left[[FIGHTER, BOMBER]] == pytest.approx([5 / 6, 5 / 6])
    assert chosen.take == pytest.approx(1)


def test_heavy_bombers_throw_three_dice() -> None:
    battle = Battle(force(bomber=1), force(infantry=3), stop=Stop(rounds=1))
    assert exact(battle).win == 0
    heavy = exact(replace(battle, attacker_techs=frozenset({"heavy_bombers"})))
    assert heavy.win == pytest.approx((8 / 27) ** 2)
    assert heavy.draw == pytest.approx(8 / 27 * 19 / 27)


def test_a_land_unit_is_kept_to_take_the_space() -> None:
    battle = Battle(force(infantry=2, fighter=2), force(infantry=3))
    kept, given = exact(battle), exact(replace(battle, attacker_losses=(INFANTRY,)))
    assert kept.take == kept.win
    assert given.take < given.win
    assert kept.attacker_loss > given.attacker_loss
    assert exact(Battle(force(fighter=5), force(infantry=1))).take == 0


def test_losses_column_by_column_differ_where_submarines_answer() -> None:
    battle = at_sea(force(transport=1, fighter=1, battleship=1), force(transport=1, submarine=1), stop=Stop(rounds=1))  # fmt: skip
    by_column, at_once = exact(battle), exact(replace(battle, column_losses=False))
    both_hit = 1 / 6 * 1 / 3
    assert by_column.attacker_loss - at_once.attacker_loss == pytest.approx(both_hit * (24 - 12))


def test_submarines_that_submerge_are_not_lost() -> None:
    found = exact(at_sea(force(destroyer=1), force(submarine=1), subs_submerge=True))
    assert found.defenders_left[SUBMARINE] == pytest.approx(2 / 3)
    assert found.defender_loss == pytest.approx(8 / 3)
    assert found.take == found.win


def test_a_second_hit_sinks_a_battleship() -> None:
    battle = at_sea(force(destroyer=3), force(battleship=1), stop=Stop(rounds=1))
    one, two = exact(battle), exact(replace(battle, two_hit_battleship=True))
    assert one.defender_loss == pytest.approx(24 * (1 - 8 / 27))
    assert two.defender_loss == pytest.approx(24 * (1 - 8 / 27 - 12 / 27))


def test_stopping() -> None:
    battle = Battle(force(infantry=4, armor=3), force(infantry=5, armor=1))
    to_the_end = exact(battle)
    once = exact(replace(battle, stop=Stop(rounds=1)))
    assert once.stopped == pytest.approx(to_the_end.rounds[0].fighting)
    assert once.swing == pytest.approx(to_the_end.rounds[0].swing)
    assert once.attackers_left == pytest.approx(to_the_end.rounds[0].attackers_left)
    assert len(once.rounds) == 1
    few = exact(replace(battle, stop=Stop(left=4)))
    assert few.loss < 0.01 < few.stopped
    assert few.joint[4:, 1:].sum() == pytest.approx(0, abs=1e-12)
    wary = exact(replace(battle, stop=Stop(odds=0.5)))
    assert wary.stopped > 0
    assert wary.win < to_the_end.win
    assert wary.attacker_loss < to_the_end.attacker_loss
    for outcome in wary.outcomes:
        if sum(outcome.attackers) and sum(outcome.defenders):
            on = exact(Battle(outcome.attackers, outcome.defenders))
            assert on.win < 0.5
    with pytest.raises(BadBattle, match="Only an exact calculation"):
        simulated_odds(replace(battle, stop=Stop(odds=0.5)), 100)


@pytest.mark.parametrize("board", ["world", "revised"])
def test_the_oracle_agrees(board: str) -> None:
    source = random.Random(4)
    seen: Counter[str] = Counter()
    for _ in range(400):
        battle = random_battle(source, 4, by_odds=True, board=board)
        found, oracle = exact(battle), Oracle(battle)
        ends: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        for (attackers, defenders, how), chance in oracle.ends.items():
            seen[how] += 1
            key = counted(attackers), counted(defenders)
            ends[key] = ends.get(key, 0.0) + chance
        ours: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        for outcome in found.outcomes:
            both = outcome.attackers, outcome.defenders
            ours[both] = ours.get(both, 0.0) + outcome.chance
        for both in ends | ours:
            assert ours.get(both, 0.0) == pytest.approx(ends.get(both, 0.0), abs=1e-10), battle
        for how in ("win", "draw", "loss", "stopped"):
            share = sum(chance for end, chance in oracle.ends.items() if end[2] == how)
            assert getattr(found, how) == pytest.approx(share, abs=1e-10), battle
    assert min(seen[how] for how in ("win", "draw", "loss", "stopped")) > 100


def counted(units: tuple[str, ...]) -> tuple[int, ...]:
    names = Counter("submarine" if unit == "submerged" else unit for unit in units if unit != HULL)
    return tuple(names[name] for name in UNIT_IDS)


def test_simulation_agrees_on_many_battles() -> None:
    source, battles = random.Random(8), 10_000
    squares = []
    for number in range(amount(250, 1000)):
        battle = random_battle(source, 10)
        found, fought = exact(battle), simulated_odds(battle, battles, seed=number)
        for name in SHARES:
            chance = getattr(found, name)
            error = np.sqrt(chance * (1 - chance) / battles)
            difference = getattr(fought, name) - chance
            assert abs(difference) < 5 * error + 3 / battles, (name, battle)
            if chance * (1 - chance) * battles > 20:
                squares.append((difference / error) ** 2)
        for name in MONEY:
            difference = getattr(fought, name) - getattr(found, name)
            assert abs(difference) < 5 * fought.errors[name] + 200 / battles, (name, battle)
        for ours, theirs in ((found.attackers_left, fought.attackers_left), (found.defenders_left, fought.defenders_left)):  # fmt: skip
            assert ours == pytest.approx(theirs, abs=0.15)
        for mine, row in zip(found.rounds, fought.rounds, strict=False):
            assert mine.fighting == pytest.approx(row.fighting, abs=0.03)
            assert mine.attackers_left == pytest.approx(row.attackers_left, abs=0.15)
            assert mine.defenders_left == pytest.approx(row.defenders_left, abs=0.15)
            assert mine.swing == pytest.approx(row.swing, abs=5 * fought.errors["swing"] + 0.5)
    assert len(squares) > amount(400, 1000)
    tolerance = amount(20, 10) / 100
    assert (
        abs(np.mean(squares) - 1) < tolerance
    )  # the differences are as large as chance makes them, no larger


def test_sums_hold() -> None:
    source = random.Random(5)
    for _ in range(100):
        battle = random_battle(source, 8)
        found = exact(battle)
        assert found.win + found.draw + found.loss + found.stopped == pytest.approx(1)
        assert found.joint.sum() == pytest.approx(1)
        assert sum(outcome.chance for outcome in found.outcomes) == pytest.approx(1)
        lost = np.array(battle.attackers) - found.attackers_left
        assert found.attacker_loss == pytest.approx(lost @ COST)
        assert found.swing == pytest.approx(found.defender_loss - found.attacker_loss)


def test_large_battles_are_simulated_and_say_so() -> None:
    fleet = force(submarine=20, fighter=30, transport=20, destroyer=20, battleship=20)
    battle = at_sea(fleet, fleet, two_hit_battleship=True)
    assert exact_odds(battle) is None
    found = odds(battle, battles=2000)
    assert not found.exact
    assert found.as_json()["method"] == "simulation"
    assert found.battles == 2000
    assert 0 < found.errors["win"] < 0.02
    assert odds(Battle(force(infantry=60), force(infantry=60))).exact


def test_same_seed_same_battles() -> None:
    battle = Battle(force(infantry=3, armor=3), force(infantry=4))
    assert simulated_odds(battle, 1000, 1).as_json() == simulated_odds(battle, 1000, 1).as_json()
    assert simulated_odds(battle, 1000, 1).win != simulated_odds(battle, 1000, 2).win


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"attackers": force()}, "Nobody attacks"),
        ({"attackers": force(aa_gun=1)}, "AA gun never attacks"),
        ({"attackers": force(infantry=201)}, "201 infantry: give a number from 0 to 200"),
        ({"attackers": (1, 2)}, "A force is 13 numbers"),
        ({"attackers": force(battleship=1)}, "Battleship does not fight on land"),
        ({"attackers": force(infantry=1), "sea": True}, "Infantry does not fight at sea"),
        ({"attackers": force(submarine=1), "defenders": force(bomber=1), "sea": True}, "Bomber never defends at sea"),
        ({"attackers": force(submarine=1), "sea": True, "aa": True}, "belong to battles on land"),
        ({"attackers": force(fighter=1), "landing": 1}, "A landing needs a land unit"),
        ({"attackers": force(infantry=1), "landing": 1, "stop": Stop(rounds=1)}, "Nobody retreats from a landing"),
        ({"attackers": force(infantry=1), "attacker_techs": frozenset({"lasers"})}, "no technology called 'lasers'"),
    ],
)  # fmt: skip
def test_impossible_battles_are_refused(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadBattle, match=sentence) as refused:
        Battle(**{"defenders": force(), **wrong})  # type: ignore[arg-type]
    assert set(refused.value.sentence) == {"en", "fr"}


def test_units_are_those_of_the_board() -> None:
    assert len(UNIT_IDS) == KINDS
    assert force(infantry=1)[INFANTRY] == force(fighter=1)[FIGHTER] == force(submarine=1)[SUBMARINE] == 1
    with pytest.raises(BadBattle, match="no unit called 'cavalry'"):
        force(cavalry=1)
