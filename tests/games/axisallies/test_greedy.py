"""`greedy`: its purchases, attacks, moves, placements and decisions in battles, and whole games without an
illegal order.
"""

from __future__ import annotations

from typing import Any

import pytest

from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.games.axisallies import (
    GAME,
    rules,
)
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.roster import (
    FAMILIES,
    Commander,
)
from partie.games.axisallies.players.staff.answers import answer
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.text.notation import order_text
from partie.games.axisallies.text.refusals import SENTENCES
from tests.games.axisallies.scenes import Scene


def scene(text: str, phase: str = "combat_move", power: str = "germany", cash: int = 32) -> Scene:
    return Scene(f"round: 2\nturn: {power}, {phase}\ncash: {power} {cash}\n{text}")


def planned(place: Scene) -> list[tuple[str, str]]:
    """The plan as text, each order in the position in which it is given; checks that all are legal."""
    found = []
    for line in greedy.plan(place.state.view(place.state.to_move)):
        found.append((order_text(place.record, line.order), line.rule))
        if line.rule != "end":
            place.play(found[-1][0])
    return found


@pytest.mark.parametrize(
    ("cash", "bought"),
    [(0, (0, 0)), (3, (1, 0)), (8, (1, 1)), (24, (3, 3)), (31, (5, 3)), (43, (6, 5))],
)
def test_infantry_and_tanks_in_equal_numbers(cash: int, bought: tuple[int, int]) -> None:
    assert greedy.even_purchase(cash) == bought


def test_buying_on_the_continent() -> None:
    place = scene("Germany: germany; germany 1 factory\n", phase="buy")
    assert planned(place) == [("buy 4 inf", "buy"), ("buy 4 arm", "buy"), ("end", "end")]


def test_an_island_power_buys_a_transport() -> None:
    place = scene("United Kingdom: uk; uk 4 inf, 1 factory\n", phase="buy", power="uk")
    assert planned(place)[0] == ("buy 1 tra", "buy_transport")


def test_no_transport_where_it_could_not_be_launched() -> None:
    text = "United Kingdom: uk; uk 4 inf, 1 factory\nNorth Sea and British waters: germany 1 sub\n"
    assert all(rule != "buy_transport" for _, rule in planned(scene(text, phase="buy", power="uk")))


def test_the_space_that_is_worth_most_is_attacked_first() -> None:
    text = "Eastern Europe: germany; germany 4 inf\nFinland-Norway: ussr; ussr 1 inf\nKarelia S.S.R.: ussr; ussr 1 inf\nUkraine S.S.R.: germany; germany 9 inf\nCaucasus: ussr; ussr 20 inf\n"
    found = planned(scene(text))
    assert found[0][1] == "attack"
    assert found[0][0].endswith(">Karelia S.S.R.")
    assert not any(order.endswith(">Caucasus") for order, _ in found)


def test_a_bad_attack_is_not_made() -> None:
    text = "Eastern Europe: germany; germany 2 inf\nKarelia S.S.R.: ussr; ussr 4 inf\nUkraine S.S.R.: ussr; ussr 4 inf\n"
    assert planned(scene(text)) == [("end", "end")]


def test_a_landing_on_an_empty_coast() -> None:
    text = "United Kingdom: uk; uk 2 inf\nNorth Sea and British waters: uk 1 tra\ntransport 0: uk, North Sea and British waters\nWestern Europe: germany\nGermany: germany; germany 9 inf\nFinland-Norway: germany; germany 9 inf\n"
    assert planned(scene(text, power="uk"))[:2] == [
        ("load 2 inf United Kingdom>tra 0", "attack"),
        ("unload 2 inf tra 0 [2 inf]>Western Europe", "attack"),
    ]


def test_nobody_lands_from_hostile_water() -> None:
    text = "United Kingdom: uk; uk 2 inf\nNorth Sea and British waters: uk 1 tra\ntransport 0: uk, North Sea and British waters\nBaltic Sea: germany 1 bat\nGermany: germany\nAlgeria: germany; germany 9 inf\nWestern Europe: germany; germany 9 inf\nFinland-Norway: germany; germany 9 inf\n"
    assert not any("unload" in order for order, _ in planned(scene(text, power="uk")))


def test_units_advance_towards_the_nearest_capital() -> None:
    text = "Germany: germany; germany 3 inf, 2 arm\nEastern Europe: germany; germany 1 inf\nKarelia S.S.R.: germany; germany 1 inf\n"
    assert planned(scene(text, phase="noncombat")) == [
        ("1 inf Eastern Europe>Karelia S.S.R.", "walk"),
        ("3 inf Germany>Eastern Europe", "walk"),
        ("2 arm Germany>Karelia S.S.R.", "walk"),
        ("end", "end"),
    ]


def test_ferrying_to_a_coast_that_is_nearer() -> None:
    text = "United Kingdom: uk; uk 2 inf\nNorth Sea and British waters: uk 1 tra\ntransport 0: uk, North Sea and British waters\nKarelia S.S.R.: ussr; ussr 1 inf\nFinland-Norway: germany; germany 9 inf\nWestern Europe: germany; germany 9 inf\nBaltic Sea: germany 1 sub\n"
    assert planned(scene(text, phase="noncombat", power="uk")) == [
        ("load 2 inf United Kingdom>tra 0", "ferry"),
        ("tra 0 [2 inf] North Sea and British waters>Barents Sea", "ferry"),
        ("unload 2 inf tra 0 [2 inf]>Karelia S.S.R.", "ferry"),
        ("end", "end"),
    ]


def test_a_carrier_goes_to_meet_a_fighter_out_of_fuel() -> None:
    text = (
        "Japan: japan; japan 9 inf\nHawaiian waters: japan 1 ftr\nWake Island waters: japan 1 car\n"
        "~flown: Hawaiian waters/0/0=0; Hawaiian waters/0/4=1\n"
    )
    assert planned(scene(text, phase="noncombat", power="japan")) == [
        ("1 car Wake Island waters>Hawaiian waters", "come_down"),
        ("end", "end"),
    ]


def test_aircraft_land_where_they_are_safe_and_near_the_enemy() -> None:
    text = (
        "Germany: germany; germany 5 inf\nEastern Europe: germany; germany 5 inf\nFinland-Norway: germany\n"
        "Karelia S.S.R.: ussr; ussr 4 inf\nBaltic Sea: germany 1 ftr\nUkraine S.S.R.: germany\n"
        "~flown: Baltic Sea/0/0=0; Baltic Sea/0/2=1\n"
    )
    found = planned(scene(text, phase="noncombat"))
    assert found[0] == ("1 ftr Baltic Sea>Eastern Europe", "come_down")


def test_everything_is_placed_in_the_capital() -> None:
    place = scene(
        "Germany: germany; germany 1 factory\nSouthern Europe: germany; germany 1 factory\n", phase="buy"
    )
    for order in ("buy 2 inf", "buy 1 tra", "end", "end", "end"):
        place.play(order)
    assert planned(place)[:2] == [("place 2 inf Germany", "place"), ("place 1 tra Baltic Sea", "place")]


def _battle(attackers: str, defenders: str, lost: tuple[int, int]) -> Scene:
    """A battle after a round with these losses."""
    text = f"Eastern Europe: germany; germany {attackers}\nKarelia S.S.R.: ussr; ussr {defenders}\nGermany: germany; germany 1 inf\n"
    for seed in range(200):
        place = scene(text)
        for word in attackers.split(", "):
            place.play(f"{word} Eastern Europe>Karelia S.S.R.")
        place.play("end")
        before = place.record.units.sum(axis=(0, 2)).copy()
        rules.play(place.record, place.code("fight Karelia S.S.R."), new_chance(seed))
        gone = before - place.record.units.sum(axis=(0, 2))
        if place.fighting and place.record.hits <= 0 and (gone[1], gone[0]) == lost:
            return place
    raise AssertionError("no such battle")


def _answer(place: Scene) -> tuple[str, str]:
    line = answer(place.state.view(place.state.to_move))
    assert set(line.text) == {"en", "fr"}
    return order_text(place.record, line.order), line.rule


def test_a_hopeless_attack_is_broken_off() -> None:
    assert _answer(_battle("3 inf", "4 inf", (1, 0))) == ("retreat Eastern Europe", "break_off")


def test_a_good_attack_goes_on() -> None:
    assert _answer(_battle("3 arm", "2 inf", (0, 1))) == ("go on", "press")


def test_losses_as_usual() -> None:
    text = "Eastern Europe: germany; germany 3 inf, 3 arm\nKarelia S.S.R.: ussr; ussr 6 inf\n"
    for seed in range(50):
        place = (
            scene(text)
            .play("3 inf Eastern Europe>Karelia S.S.R.")
            .play("3 arm Eastern Europe>Karelia S.S.R.")
        )
        place.play("end")
        rules.play(place.record, place.code("fight Karelia S.S.R."), new_chance(seed))
        if place.record.hits > 0:
            assert place.deciding == "germany"  # the defenders are all of one kind
            assert _answer(place) == ("lose as usual", "losses")
            return
    raise AssertionError("nobody was hit")


def test_a_plan_is_made_once_and_again_when_something_changed() -> None:
    made = []

    def planner(view: Any, budget: Budget) -> list[Ordered]:
        made.append(view)
        return greedy.plan(view)

    place = scene("Germany: germany; germany 1 factory\n", phase="buy")
    agent = Commander(planner)
    for _ in range(2):
        place.play(place.state.text(agent.decide(place.state.view(1), Budget()).move))
    assert len(made) == 1
    place.record.cash[1] += 9  # a gift the plan knew nothing of
    assert place.state.text(agent.decide(place.state.view(1), Budget()).move) == "buy 1 inf"
    assert len(made) == 2


@pytest.mark.parametrize(
    "preset",
    [{}, {"two_hit_battleship": "on", "scorched_earth": "on", "research": "off", "subs_submerge": "on"}],
)
@pytest.mark.parametrize("germany", ["greedy", "germany-2009"])
def test_five_rounds_without_an_illegal_order(germany: str, preset: dict[str, Any]) -> None:
    chance = new_chance(germany, "referee")
    state = GAME.start({"rounds": 5, **preset}, chance)
    agents = [FAMILIES[germany if power == 1 else "greedy"].build(GAME, power) for power in range(5)]
    orders = 0
    while not state.over:
        view = state.view(state.to_move)
        decision = agents[view.seat].decide(view, Budget())
        reason = int(check(state.record, decision.move))
        assert reason == LEGAL, f"{state.text(decision.move)}: {SENTENCES[reason]['en']}"
        assert decision.why is not None
        assert all(GAME.phrase(decision.why.key, decision.why.data).values())
        verbs.play(state.record, decision.move, chance)
        orders += 1
        assert orders < 5000
    assert state.record.units.min() >= 0
    assert state.record.cash.min() >= 0
