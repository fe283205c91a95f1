"""The hybrid: plans played on, compared on the same dice, and the best one explained."""

from __future__ import annotations

from partie.core.agent import Budget
from partie.games.axisallies.players.general.agent import Attack, General, Style, War
from partie.games.axisallies.players.general.hybrid import MARGIN, STAGES, Hybrid, Race, Tried
from tests.games.axisallies.scenes import Scene

TEXT = (
    "Eastern Europe: germany; germany 4 inf, 2 arm, 1 ftr\nUkraine S.S.R.: ussr; ussr 1 inf\n"
    "Germany: germany; germany 6 inf, 1 factory\nRussia: ussr; ussr 3 inf, 1 factory\n"
    "Karelia S.S.R.: ussr; ussr 2 inf, 1 factory\n"
)


def scene(phase: str = "combat_move") -> Scene:
    return Scene(f"round: 2\nturn: germany, {phase}\ncash: germany 30\n{TEXT}")


def race(playouts: int) -> Race:
    return Race(scene().state.view(1), Style(), 1, playouts)


def test_imagined_ways_leave_the_position_alone_and_repeat_themselves() -> None:
    place = scene()
    before = place.record.tobytes()
    first = [line.order for line in Hybrid(1, 6).plan(place.state.view(1), Budget())]
    assert place.record.tobytes() == before
    assert first == [line.order for line in Hybrid(1, 6).plan(place.state.view(1), Budget())]


def test_the_first_plan_is_the_generals_own_and_one_has_no_attacks() -> None:
    found = race(0)
    own = General().choose_attacks(War(scene().state.view(1)))
    sets = found._sets()
    assert own
    assert sets[0] == own
    assert [] in sets
    assert len({frozenset(attack.orders for attack in made) for made in sets}) == len(sets)


def test_no_more_is_played_on_than_allowed() -> None:
    found = Hybrid(1, 5).choose(scene().state.view(1), Budget())
    assert sum(len(way.values) for way in found.entered) == 5
    assert found.best is not None


def test_a_rival_must_be_better_for_sure_and_by_the_margin() -> None:
    worlds = STAGES[-1][1]

    def best(*rivals: Tried) -> int:
        found = race(0)
        found.entered = [Tried(General(), values=[10.0] * worlds), *rivals]
        found.decide()
        return next(i for i, way in enumerate(found.entered) if way is found.best)

    assert best(Tried(General(), values=[10.0 + 0.9 * MARGIN] * worlds)) == 0
    assert best(Tried(General(), values=[14.0 + MARGIN] * worlds)) == 1
    assert best(Tried(General(), values=[100.0, -70.0] * (worlds // 2))) == 0
    assert best(Tried(General(), values=[60.0] * STAGES[0][1])) == 0  # too few worlds
    assert best(Tried(General(), values=[20.0] * worlds), Tried(General(), values=[30.0] * worlds)) == 2


def test_the_error_of_a_lead_falls_with_the_number_of_worlds() -> None:
    own = Tried(General(), values=[0.0] * 9)
    few, many = Tried(General(), values=[5.0] * 2), Tried(General(), values=[5.0] * 9)
    assert few.ahead_of(own)[0] == many.ahead_of(own)[0] == 5.0
    assert few.ahead_of(own)[1] > many.ahead_of(own)[1]


def test_sure_success_in_a_playout_is_counted_at_its_chance() -> None:
    likely = Attack(3, 0.75, 5.0, 0.1, (), stake=20.0)
    unlikely = Attack(3, 0.25, 5.0, 0.1, (), stake=20.0)
    assert likely.luck == 5.0
    assert unlikely.luck == -5.0


def test_orders_name_the_best_other_plan() -> None:
    found = race(0)
    attack = Attack(0, 0.9, 5.0, 0.1, (1,))
    found.entered = [Tried(General(), (attack,), [20.0, 20.0]), Tried(General(), (), [12.0])]
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
    found = Hybrid(1, 10_000).choose(scene().state.view(1), budget)
    assert sum(len(way.values) for way in found.entered) <= 1
