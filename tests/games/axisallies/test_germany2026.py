"""The rules in which aircraft are weighed, against those of 2009 in the same positions."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.games.axisallies import GAME
from partie.games.axisallies.players import germany2009, germany2026
from partie.games.axisallies.rules.board import POWERS
from partie.games.axisallies.rules.state import BUY, COMBAT_MOVE, NONCOMBAT, PLACE
from partie.games.axisallies.text.notation import order_text
from tests.games.axisallies.scenes import Scene

SEA = (
    "United Kingdom: uk; uk 2 inf, 1 factory\nNorth Sea and British waters: uk 1 tra{more}\n"
    "transport 0: uk, North Sea and British waters\nGermany: germany; germany 4 inf, 1 factory{ftr}\n"
    "Western Europe: germany; germany 1 inf\nBaltic Sea: germany 1 sub\n"
)


def scene(text: str, phase: str = "combat_move", round: int = 2) -> Scene:
    return Scene(f"round: {round}\nturn: germany, {phase}\ncash: germany 32\n{text}")


def orders(module: ModuleType, text: str, **how: Any) -> list[tuple[str, str]]:
    place = scene(text, **how)
    return [(order_text(place.record, line.order), line.rule) for line in module.plan(place.state.view(1))]


def sent(module: ModuleType, text: str) -> list[str]:
    return [line for line, rule in orders(module, text) if rule == "attack_at_sea"]


def test_three_rules_are_replaced_and_no_other() -> None:
    assert set(germany2026.RULES) == {BUY, COMBAT_MOVE, NONCOMBAT, PLACE}
    for phase, rules in germany2009.RULES.items():
        changed = [
            old.name for old, new in zip(rules, germany2026.RULES[phase], strict=True) if old is not new
        ]
        expected = {COMBAT_MOVE: ["attack_at_sea", "attack_on_land"], NONCOMBAT: ["come_down"]}
        assert changed == expected.get(phase, [])


def test_ships_that_would_cost_more_than_they_are_worth_are_left_alone() -> None:
    text = SEA.format(more=", 2 bat", ftr=", 1 ftr")
    assert sent(germany2026, text) == []
    trace = germany2026.reason(scene(text).state.view(1))
    refused = [step.reason for step in trace.of("attack_at_sea") if step.verdict != "fired"]
    assert "at a profit" in refused[0]["en"]
    assert "avec profit" in refused[0]["fr"]


def test_aircraft_may_go_alone_where_nothing_can_hit_them() -> None:
    text = SEA.format(more="", ftr=", 1 ftr").replace("Baltic Sea: germany 1 sub\n", "")
    assert sent(germany2009, text) == []
    assert sent(germany2026, text) == ["1 ftr Germany>North Sea and British waters"]


def test_no_more_aircraft_are_sent_than_pay() -> None:
    text = SEA.format(more="", ftr=", 5 ftr")
    aircraft = [line for line in sent(germany2026, text) if "ftr" in line]
    assert len(aircraft) <= 1


def test_an_attack_on_land_takes_the_aircraft_that_save_more_than_they_risk() -> None:
    text = (
        "Eastern Europe: germany; germany 3 inf, 2 ftr\nUkraine S.S.R.: ussr; ussr 1 inf\n"
        "Germany: germany; germany 6 inf, 1 factory\nRussia: ussr; ussr 1 inf\nKarelia S.S.R.: ussr; ussr 20 inf\n"
    )
    given = [line for line, rule in orders(germany2026, text) if rule == "attack_on_land"]
    assert any("ftr Eastern Europe>Ukraine" in line for line in given)
    assert not any("Karelia" in line for line in given)
    reasons = germany2026.reason(scene(text).state.view(1)).orders
    assert "on balance" in reasons[0].text["en"]
    assert "tout compté" in reasons[0].text["fr"]


def test_aircraft_leave_a_space_that_cannot_be_held() -> None:
    text = (
        "Finland-Norway: germany; germany 1 inf, 2 ftr\nGermany: germany; germany 9 inf, 1 factory\n"
        "Karelia S.S.R.: ussr; ussr 20 inf\nRussia: ussr; ussr 2 inf\n"
    )
    moved = [line for line, rule in orders(germany2026, text, phase="noncombat") if rule == "come_down"]
    assert [line for line in moved if "ftr Finland-Norway>" in line]


@pytest.mark.parametrize("seed", [1])
def test_a_war_is_legal(seed: int) -> None:
    match = Match(GAME, {"rounds": 2}, seed)
    play_out(
        match,
        [build_agent(GAME, "germany-2026" if seat == 1 else "general", seed) for seat in range(POWERS)],
    )
    assert match.state.over
