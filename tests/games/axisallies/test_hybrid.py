"""The hybrid: plans played on, compared on the same dice, and the best one explained."""

from __future__ import annotations

import numpy as np
import pytest

from partie.core.agent import Budget
from partie.games.axisallies.players.general.agent import Attack, General, Style, War
from partie.games.axisallies.players.general.hybrid import FEW, USUAL, Hybrid, Race, Search, Tried
from tests.games.axisallies.scenes import Scene

TEXT = (
    "Eastern Europe: germany; germany 4 inf, 2 arm, 1 ftr\nUkraine S.S.R.: ussr; ussr 1 inf\n"
    "Germany: germany; germany 6 inf, 1 factory\nRussia: ussr; ussr 3 inf, 1 factory\n"
    "Karelia S.S.R.: ussr; ussr 2 inf, 1 factory\n"
)


def scene(phase: str = "combat_move") -> Scene:
    return Scene(f"round: 2\nturn: germany, {phase}\ncash: germany 30\n{TEXT}")


def race(playouts: int, phase: str = "combat_move", every: bool = False) -> Race:
    return Race(scene(phase).state.view(1), Style(), 1, Search(playouts, every=every))


def tried(values: list[float], *attacks: Attack) -> Tried:
    return Tried([], np.zeros(1), attacks, values)


def test_imagined_ways_leave_the_position_alone_and_repeat_themselves() -> None:
    place = scene()
    before = place.record.tobytes()
    first = [line.order for line in Hybrid(1, Search(6)).plan(place.state.view(1), Budget())]
    assert place.record.tobytes() == before
    assert first == [line.order for line in Hybrid(1, Search(6)).plan(place.state.view(1), Budget())]


def test_the_first_plan_is_the_generals_own_and_one_has_no_attacks() -> None:
    found = race(0)
    own = General().choose_attacks(War(scene().state.view(1)))
    sets = found.sets()
    assert own
    assert sets[0] == own
    assert [] in sets


@pytest.mark.parametrize("phase", ["buy", "combat_move"])
def test_plans_of_a_phase_differ_and_are_the_generals_own_first(phase: str) -> None:
    found = race(400, phase, every=True)
    found._enter()
    orders = [frozenset(line.order for line in plan.lines) for plan in found.entered]
    own = General().plan(scene(phase).state.view(1), Budget())
    assert orders[0] == frozenset(line.order for line in own)
    assert len(orders) > 1
    assert len(set(orders)) == len(orders)


def test_no_more_is_played_on_than_allowed() -> None:
    found = Hybrid(1, Search(2 * FEW + 1)).choose(scene().state.view(1), Budget())
    assert sum(len(plan.values) for plan in found.entered) == 2 * FEW + 1
    assert found.best is not None


def test_a_rival_is_believed_by_what_was_seen_and_how_often() -> None:
    def best(*rivals: list[float]) -> int:
        found = race(0)
        found.entered = [tried([0.0] * 40), *(tried(values) for values in rivals)]
        found.decide()
        return next(i for i, plan in enumerate(found.entered) if plan is found.best)

    assert best([20.2, -20.0] * 20) == 0  # others are believed to be behind
    assert best([32.0, -8.0] * 20) == 1
    assert best([8.0] * 2) == 0  # too few worlds
    assert best([200.0, -192.0] * 20) == 0  # too much luck
    assert best([12.0] * 40, [20.0] * 40) == 2
    assert best([]) == 0


def test_belief_begins_behind_and_ends_at_what_was_seen() -> None:
    assert USUAL.believed([]) == -USUAL.behind
    few, many = USUAL.believed([6.0] * 3), USUAL.believed([6.0] * 3000)
    assert -USUAL.behind < few < many < 6.0
    assert many == pytest.approx(6.0, abs=0.05)


def test_sure_success_in_a_playout_is_counted_at_its_chance() -> None:
    likely = Attack(3, 0.75, 5.0, 0.1, (), stake=20.0)
    unlikely = Attack(3, 0.25, 5.0, 0.1, (), stake=20.0)
    assert likely.luck == 5.0
    assert unlikely.luck == -5.0


def test_orders_name_the_best_other_plan() -> None:
    found = race(0)
    attack = Attack(0, 0.9, 5.0, 0.1, (1,))
    found.entered = [tried([20.0, 20.0], attack), tried([12.0])]
    found.decide()
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
    found = Hybrid(1, Search(10_000)).choose(scene().state.view(1), budget)
    assert sum(len(plan.values) for plan in found.entered) <= 1
