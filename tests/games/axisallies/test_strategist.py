"""`strategist`: counter-attacks, attacks valued in IPC, simulated plans, and plans that agents repeat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.games.axisallies import GAME
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.roster import (
    FAMILIES,
    LEVELS,
    Commander,
)
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import until
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.strategist import agent as strategist
from partie.games.axisallies.players.strategist.counterattack import (
    SAFE,
    Foresight,
    survivors,
)
from partie.games.axisallies.players.strategist.lookahead import (
    WON,
    play_on,
    worth,
)
from partie.games.axisallies.rules.board import space
from partie.games.axisallies.rules.units import KINDS
from partie.games.axisallies.text.notation import order_text
from tests.games.axisallies.scenes import Scene

KARELIA, UKRAINE = space("karelia"), space("ukraine")
BORDER = "Eastern Europe: germany; germany 3 inf, 1 arm\nUkraine S.S.R.: ussr; ussr 1 inf\n"
HELD = "Karelia S.S.R.: ussr; ussr 9 inf\nRussia: ussr; ussr 9 inf\n"


def scene(text: str, phase: str = "combat_move", cash: int = 32) -> Scene:
    return Scene(f"round: 2\nturn: germany, {phase}\ncash: germany {cash}\n{text}")


def force(**units: int) -> tuple[int, ...]:
    kinds = {"inf": 0, "arm": 1, "ftr": 2}
    return tuple(next((n for name, n in units.items() if kinds[name] == kind), 0) for kind in range(KINDS))


def way(place: Scene, name: str) -> list[str]:
    lines = strategist.WAYS[name](place.state.view(1))
    return [order_text(place.record, line.order) for line in lines if line.rule != "end"]


# What strikes back


def test_neighbours_tanks_from_two_away_and_aircraft_strike_but_not_those_attacked() -> None:
    text = (
        BORDER
        + "Caucasus: ussr; ussr 2 inf\nRussia: ussr; ussr 4 inf, 1 arm, 1 ftr\nKazakh S.S.R.: ussr; ussr 7 inf\n"
    )
    ((power, brought),) = Foresight(Campaign(scene(text).state.view(1))).strikers(UKRAINE)
    assert power == 0
    assert brought == force(inf=2, arm=1, ftr=1)


def test_the_answer_is_the_worst_of_all_powers() -> None:
    text = BORDER + "Caucasus: ussr; ussr 1 inf\n"
    garrison = force(inf=3)
    assert Foresight(Campaign(scene(text).state.view(1))).answer(UKRAINE, garrison).take < 0.1
    text += "Persia: uk; uk 9 inf, 4 arm\n"
    answer = Foresight(Campaign(scene(text).state.view(1))).answer(UKRAINE, garrison)
    assert answer.take > 0.9
    assert answer.swing > 0.0
    assert Foresight(Campaign(scene(BORDER).state.view(1))).answer(UKRAINE, force(inf=1)) == SAFE


def test_the_cheapest_are_lost_first() -> None:
    assert survivors(force(inf=3, arm=2, ftr=1), 2.6) == force(inf=1, arm=2)
    assert survivors(force(inf=1, arm=1), 1.0) == force(arm=1)


# Weighing


def test_a_wary_attack_is_not_made_where_it_would_be_struck_back() -> None:
    text = BORDER.replace("ussr 1 inf", "ussr 2 inf") + HELD + "Caucasus: ussr; ussr 9 inf, 5 arm\n"
    assert any(order.endswith(">Ukraine S.S.R.") for order in way(scene(text), "weighed"))
    assert not way(scene(text), "wary")
    assert way(scene(BORDER), "wary")


def test_the_attack_that_promises_most_comes_first() -> None:
    text = "Eastern Europe: germany; germany 3 inf\nUkraine S.S.R.: ussr; ussr 1 inf\nKarelia S.S.R.: ussr\n"
    assert way(scene(text), "weighed")[0].endswith("Karelia S.S.R.")


def test_units_are_sent_once() -> None:
    text = "Eastern Europe: germany; germany 2 inf\nUkraine S.S.R.: ussr\nKarelia S.S.R.: ussr\n"
    found = sorted(way(scene(text), "weighed"))
    assert found == ["1 inf Eastern Europe>Karelia S.S.R.", "1 inf Eastern Europe>Ukraine S.S.R."]


# Looking ahead


def test_a_war_won_counts_more_than_anything() -> None:
    place = scene(BORDER)
    before = worth(place.record, 1)
    assert before == -worth(place.record, 0)
    place.record.units[UKRAINE, 1, 0] += 1
    assert worth(place.record, 1) == before + 3
    place.record.phase, place.record.winner = 6, 1
    assert (worth(place.record, 1), worth(place.record, 0)) == (WON, -WON)


def test_playing_on_leaves_the_position_alone() -> None:
    view = scene(BORDER).state.view(1)
    before = bytes(view)
    first = play_on(view, greedy.plan, 1, new_chance("x"))
    assert bytes(view) == before
    assert first == play_on(view, greedy.plan, 1, new_chance("x"))


def _counting(monkeypatch: pytest.MonkeyPatch, values: dict[Any, float], hook: Any = None) -> list[Any]:
    """Replace the simulation by these values of plans."""
    asked: list[Any] = []

    def play(view: Any, way: Any, rounds: int, chance: Any) -> float:
        (chosen,) = way.args
        asked.append(chosen)
        if hook is not None:
            hook(len(asked))
        return values[chosen]

    monkeypatch.setattr(strategist, "play_on", play)
    return asked


def test_the_way_that_comes_out_best_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = list(strategist.WAYS.values())
    asked = _counting(monkeypatch, dict(zip(ways, (3.0, 1.0, 9.0, 2.0, 4.0), strict=True)))
    view = Scene("round: 2\nturn: ussr, combat_move\ncash: ussr 9\nRussia: ussr; ussr 1 inf\n").state.view(0)
    assert strategist.Strategist(0, 5, 3, 1).choose(view, Budget()) is ways[2]
    assert asked == [*ways, ways[2], ways[4], ways[0], ways[2], ways[4]]


def test_of_equal_ways_the_first_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = list(strategist.WAYS.values())[:3]
    _counting(monkeypatch, dict.fromkeys(ways, 1.0))
    assert strategist.Strategist(0, 3, 2, 1).choose(scene(BORDER).state.view(1), Budget()) is ways[0]


def test_when_the_time_is_up_the_best_so_far_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    ways, budget = list(strategist.WAYS.values())[:3], Budget()
    values = dict(zip(ways, (1.0, 5.0, 9.0), strict=True))
    asked = _counting(monkeypatch, values, lambda n: budget.cancel() if n == 2 else None)
    assert strategist.Strategist(0, 3, 9, 1).choose(scene(BORDER).state.view(1), budget) is ways[1]
    assert len(asked) == 2


def test_a_way_is_kept_for_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = list(strategist.WAYS.values())[:2]
    asked = _counting(monkeypatch, dict(zip(ways, (1.0, 2.0), strict=True)))
    player, place = strategist.Strategist(0, 2, 1, 1), scene(BORDER)
    for _ in range(2):
        player.plan(place.state.view(1), Budget())
    assert len(asked) == 2
    place.record.round_number = 3
    player.plan(place.state.view(1), Budget())
    assert len(asked) == 4


# Beginners


def test_a_beginner_counts_units() -> None:
    text = "Eastern Europe: germany; germany 4 inf\nUkraine S.S.R.: ussr; ussr 3 inf\nKarelia S.S.R.: ussr; ussr 9 inf\n"
    view = scene(text).state.view(1)
    assert [line.rule for line in greedy.plan(view)] == ["end"]
    counted = greedy.plan(view, greedy.Style(counts=True))
    assert [view.text(line.order) for line in counted][:-1] == ["4 inf Eastern Europe>Ukraine S.S.R."]


def test_one_front_is_the_richest_space_in_reach_and_its_neighbours() -> None:
    text = (
        "Eastern Europe: germany; germany 9 inf\nUkraine S.S.R.: ussr; ussr 1 inf\n"
        "Libya: germany; germany 4 inf\nAnglo-Egypt Sudan: uk; uk 1 inf\n"
    )
    view = scene(text).state.view(1)
    everywhere = {view.text(line.order).partition(">")[2] for line in greedy.plan(view)}
    one = {
        view.text(line.order).partition(">")[2] for line in greedy.plan(view, greedy.Style(one_front=True))
    }
    assert "Anglo-Egypt Sudan" in everywhere
    assert "Anglo-Egypt Sudan" not in one
    assert "Ukraine S.S.R." in one


# Plans that last


def _buying() -> Any:
    return scene("Germany: germany; germany 1 factory\n", phase="buy")


def test_an_agent_made_anew_makes_the_same_plan_and_goes_on_with_it() -> None:
    place, made = _buying(), []

    def planner(view: Any, budget: Budget) -> list[Ordered]:
        made.append(view)
        return greedy.plan(view)

    first, turns = Commander(planner), []
    for _ in range(2):
        turns.append(place.state.view(1))
        move = first.decide(turns[-1], Budget()).move
        anew = Commander(planner)
        anew.resume(turns[:-1])
        assert anew.decide(turns[-1], Budget()).move == move
        place.play(place.state.text(move))
    assert made == [turns[0]] * 3  # once by the agent that stayed, once by each of the others


def test_plans_of_phases_before_are_not_made_again() -> None:
    place, made = _buying(), []

    def planner(view: Any, budget: Budget) -> list[Ordered]:
        made.append(view)
        return greedy.plan(view)

    bought = place.state.view(1)
    place.play("end")
    agent = Commander(planner)
    agent.resume([bought])
    agent.decide(place.state.view(1), Budget())
    assert made == [place.state.view(1)]


def test_where_there_is_no_time_for_the_old_plan_a_new_one_is_made() -> None:
    place, made = _buying(), []

    def planner(view: Any, budget: Budget) -> list[Ordered]:
        made.append((view, bool(budget.stop[0])))
        if len(made) == 1:
            budget.cancel()  # the share of the time that the past may have
        return greedy.plan(view)

    agent, before = Commander(planner), place.state.view(1)
    place.play(place.state.text(greedy.plan(before)[0].order))
    agent.resume([before])
    agent.decide(place.state.view(1), Budget())
    assert made == [(before, False), (place.state.view(1), False)]


@pytest.mark.parametrize("family", ["greedy", "strategist"])
def test_nobody_inherits_the_plan_of_another_table(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, made = _buying(), []
    plan = greedy.plan
    agents = [build_agent(GAME, family, seed) for seed in ("this table", "another table")]
    place.play(place.state.text(agents[0].decide(place.state.view(1), Budget()).move))

    def counted(view: Any, *style: Any) -> list[Ordered]:
        made.append(view)
        return plan(view, *style)

    monkeypatch.setattr(greedy, "plan", counted)
    agents[1].decide(place.state.view(1), Budget())
    assert made == [place.state.view(1)]


def test_levels_are_agents_of_the_game() -> None:
    assert list(LEVELS) == ["beginner", "intermediate", "expert", "master"]
    assert {level.spec.partition(":")[0] for level in LEVELS.values()} <= set(FAMILIES)


@pytest.mark.parametrize("level", ["beginner", "expert"])
def test_a_round_without_an_illegal_order(level: str) -> None:
    match = Match(GAME, {"rounds": 1}, level)
    play_out(match, [build_agent(GAME, level, seat) for seat in range(5)])
    assert match.state.over


# Time that runs out


def test_a_plan_cut_short_has_the_orders_so_far_and_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The phase goes on, and the rest is planned in the time of the next order."""
    text = (
        "Eastern Europe: germany; germany 9 inf\nUkraine S.S.R.: ussr; ussr 1 inf\n"
        "Libya: germany; germany 4 inf\nAnglo-Egypt Sudan: uk; uk 1 inf\n"
    )
    view, stop = scene(text).state.view(1), np.zeros(1, np.uint8)
    whole = greedy.plan(view)
    launch = Campaign.launch

    def once(campaign: Campaign, assault: Any) -> bool:
        stop[0] = 1
        return launch(campaign, assault)

    monkeypatch.setattr(Campaign, "launch", once)
    with until(stop):
        short = greedy.plan(view)
    assert 0 < len(short) < len(whole) - 1
    assert [line.order for line in short] == [line.order for line in whole[: len(short)]]


def test_the_plan_of_the_chosen_way_is_kept_when_time_runs_out() -> None:
    view, budget = scene(BORDER).state.view(1), Budget()
    player = strategist.Strategist(0, 1, 100, 5)
    way = strategist.WAYS["greedy"]
    plan = player.planned(way, view)
    budget.cancel()
    with until(budget.stop):
        assert way(view) == []
        assert player.choose(view, budget) is way
        assert player.planned(way, view) == plan
