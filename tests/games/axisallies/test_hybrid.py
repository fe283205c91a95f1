"""The hybrid: plans played on, compared on the same dice, and the best one explained."""

from __future__ import annotations

import numpy as np

from partie.core.agent import Budget
from partie.games.axisallies.players.general.agent import Attack, General, War
from partie.games.axisallies.players.general.hybrid import ATTACKS, MARGIN, WORLDS, Hybrid, Race, Tried
from tests.games.axisallies.scenes import Scene

TEXT = (
    "Eastern Europe: germany; germany 4 inf, 2 arm, 1 ftr\nUkraine S.S.R.: ussr; ussr 1 inf\n"
    "Germany: germany; germany 6 inf, 1 factory\nRussia: ussr; ussr 3 inf, 1 factory\n"
    "Karelia S.S.R.: ussr; ussr 2 inf, 1 factory\n"
)


def scene(phase: str = "combat_move") -> Scene:
    return Scene(f"round: 2\nturn: germany, {phase}\ncash: germany 30\n{TEXT}")


def race(playouts: int) -> Race:
    return Race(scene().state.view(1), General(quick=True), 1, playouts)


def test_imagined_ways_leave_the_position_alone_and_repeat_themselves() -> None:
    place = scene()
    before = place.record.tobytes()
    first = [line.order for line in Hybrid(1, 6).plan(place.state.view(1), Budget())]
    assert place.record.tobytes() == before
    assert first == [line.order for line in Hybrid(1, 6).plan(place.state.view(1), Budget())]


def test_the_first_way_is_the_generals_own() -> None:
    assert len(ATTACKS) > 2
    assert np.array_equal(General(ATTACKS[0]).attacks, General().attacks)


def test_a_plan_without_attacks_is_always_among_the_first() -> None:
    assert General(ATTACKS[1]).choose_attacks(War(scene().state.view(1))) == []


def test_no_more_is_played_on_than_allowed() -> None:
    found = Hybrid(1, 3).choose(scene().state.view(1), Budget())
    assert sum(len(way.values) for way in found._entered) <= 3


def test_a_later_way_must_be_better_by_the_margin() -> None:
    found = race(0)
    first = Tried(General(), values=[10.0] * WORLDS)
    found.enter(first)
    assert not found.enter(Tried(General(), values=[10.0 + MARGIN] * WORLDS))
    assert found.best is first
    better = Tried(General(), values=[11.0 + MARGIN] * WORLDS)
    assert found.enter(better)
    assert found.best is better


def test_a_hopeless_way_is_not_played_on_twice() -> None:
    found = race(0)
    found.enter(Tried(General(), values=[10.0] * WORLDS))
    assert not found.enter(Tried(General(), values=[-30.0]))  # a second playout would raise Enough


def test_sure_success_in_a_playout_is_counted_at_its_chance() -> None:
    likely = Attack(3, 0.75, 5.0, 0.1, (), stake=20.0)
    unlikely = Attack(3, 0.25, 5.0, 0.1, (), stake=20.0)
    assert likely.luck == 5.0
    assert unlikely.luck == -5.0


def test_orders_name_the_best_other_plan() -> None:
    found = race(0)
    attack = Attack(0, 0.9, 5.0, 0.1, (1,))
    found.enter(Tried(General(), (attack,), [20.0, 20.0]))
    found.enter(Tried(General(), (), [12.0]))
    line = General().plan(scene().state.view(1), Budget())[0]
    told = found.explained(line).text
    assert told["en"].startswith(line.text["en"])
    assert "without" in told["en"]
    assert "8.0 IPC less" in told["en"]
    assert "sans" in told["fr"]
    assert "8,0 CPI de moins" in told["fr"]


def test_it_answers_when_it_is_stopped() -> None:
    budget = Budget()
    budget.cancel()
    found = Hybrid(1, 10_000).choose(scene().state.view(1), budget)
    assert sum(len(way.values) for way in found._entered) <= 1
