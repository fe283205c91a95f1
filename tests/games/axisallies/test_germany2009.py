"""Each rule of the expert system for Germany: a position, and the orders it must give."""

from __future__ import annotations

from typing import Any

import pytest

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.expert import Trace
from partie.games.axisallies import GAME
from partie.games.axisallies.players import germany2009
from partie.games.axisallies.players.germany2009.buying import BUYING
from partie.games.axisallies.players.roster import FAMILIES
from partie.games.axisallies.text.notation import order_text
from tests.games.axisallies.scenes import Scene

BASE = """
round: {round}
turn: germany, {phase}
cash: germany {cash}
"""
HOME = "Germany: germany; germany 9 inf, 1 factory\n"


def scene(text: str, phase: str = "combat_move", round: int = 2, cash: int = 32) -> Scene:
    return Scene(BASE.format(round=round, phase=phase, cash=cash) + text)


def think(text: str, seed: object = 0, **how: Any) -> Trace:
    return germany2009.reason(scene(text, **how).state.view(1), seed)


def given(trace: Trace, text: str, **how: Any) -> list[tuple[str, str]]:
    """The orders of a trace, as text with their rules; transports by what is aboard before each order."""
    place = scene(text, **how)
    found = []
    for line in trace.orders:
        found.append((order_text(place.record, line.what), line.rule))
        place.play(found[-1][0])
    return found


def orders(text: str, seed: object = 0, **how: Any) -> list[tuple[str, str]]:
    return given(think(text, seed, **how), text, **how)


def refusal(trace: Trace, rule: str, **about: Any) -> dict[str, str]:
    """Why a rule was refused, in the case with these variables."""
    for step in trace.of(rule):
        if step.verdict != "fired" and all(
            str(step.bindings.get(name)) == str(v) for name, v in about.items()
        ):
            return dict(step.reason)
    raise AssertionError(f"{rule} was not refused: {trace.lines()}")


# Buying

ALLIES_AHEAD = "Russia: ussr; ussr 20 inf\n"
LAUNCHING = HOME + "Southern Europe: germany; germany 1 factory\n"


def test_what_is_over_forty_goes_into_tanks_first() -> None:
    assert orders(HOME, phase="buy", cash=48) == [
        ("buy 1 arm", "tanks_first"),
        ("buy 6 inf", "buy_rest"),
        ("buy 5 arm", "buy_rest"),
    ]


def test_up_to_forty_everything_is_even() -> None:
    trace = think(HOME, phase="buy", cash=32)
    assert given(trace, HOME, phase="buy", cash=32) == [("buy 4 inf", "buy_rest"), ("buy 4 arm", "buy_rest")]
    assert refusal(trace, "tanks_first")["en"] == "32 IPC are not more than 40."
    assert refusal(trace, "tanks_first")["fr"] == "32 CPI, ce n’est pas plus de 40."


def test_not_a_whole_tank_more_than_forty() -> None:
    assert "do not pay for an armor" in refusal(think(HOME, phase="buy", cash=44), "tanks_first")["en"]


def _lucky(side: int) -> int:
    """A seed with which the die of this round shows a side."""
    return next(seed for seed in range(1000) if germany2009.luck(seed, 2) == side)


def test_beyond_fifty_one_time_in_five_an_aircraft() -> None:
    shown = [germany2009.luck(seed, 2) for seed in range(2000)]
    assert 270 < sum(side < 4 for side in shown) < 370  # four times in 25 a fighter: 320
    assert 50 < sum(side == 4 for side in shown) < 110  # once a bomber: 80
    assert orders(HOME, _lucky(3), phase="buy", cash=60) == [
        ("buy 4 arm", "tanks_first"),
        ("buy 1 ftr", "buy_fighter"),
        ("buy 4 inf", "buy_rest"),
        ("buy 3 arm", "buy_rest"),
    ]
    assert ("buy 1 bom", "buy_bomber") in orders(HOME, _lucky(4), phase="buy", cash=60)
    trace = think(HOME, _lucky(5), phase="buy", cash=60)
    assert refusal(trace, "buy_fighter")["en"].startswith("Not this time")
    assert refusal(trace, "buy_bomber")["fr"].startswith("Pas cette fois")


def test_no_aircraft_up_to_fifty() -> None:
    trace = think(HOME, _lucky(0), phase="buy", cash=50)
    assert refusal(trace, "buy_fighter")["en"] == "50 IPC are not more than 50."


def test_a_transport_for_the_mediterranean() -> None:
    text = LAUNCHING + ALLIES_AHEAD
    assert ("buy 1 tra", "buy_transport") in orders(text, phase="buy")


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("Libya: germany; germany 15 inf\n", "not fewer"),
        ("Central Mediterranean: germany 1 tra\ntransport 0: germany, Central Mediterranean\n", "German transport"),
        ("Western Mediterranean: uk 1 bat\n", "The Allies control the Mediterranean"),
        ("Central Mediterranean: uk 1 tra\ntransport 0: uk, Central Mediterranean\n", "could not be launched"),
    ],
)  # fmt: skip
def test_no_transport(more: str, reason: str) -> None:
    trace = think(LAUNCHING + ALLIES_AHEAD + more, phase="buy")
    assert reason in refusal(trace, "buy_transport")["en"]
    assert not trace.of("buy_transport", "fired")


# First turn


def test_the_first_turn_from_the_set_up() -> None:
    state = GAME.start({"rounds": 5})
    for text in ("end", "end", "end", "end"):  # the U.S.S.R. does nothing
        if state.to_move == 0:
            state.play(text)
    state.play("end")
    state.play("end")
    view = state.view(1)
    lines = [(view.text(line.order), line.rule) for line in germany2009.plan(view)]
    assert lines[:7] == [
        ("1 bat Central Mediterranean>Eastern Mediterranean", "egypt_battleship"),
        ("load 2 inf Southern Europe>tra 1", "egypt_landing"),
        ("tra 1 Central Mediterranean>Eastern Mediterranean", "egypt_landing"),
        ("unload 2 inf tra 1>Anglo-Egypt Sudan", "egypt_landing"),
        ("1 arm Libya>French Equatorial Africa>Anglo-Egypt Sudan", "egypt_tank"),
        ("1 inf Libya>Anglo-Egypt Sudan", "egypt_infantry"),
        ("1 inf Algeria>French West Africa", "west_africa"),
    ]
    assert lines[-1] == ("end", "end")


def test_the_opening_is_for_the_first_turn() -> None:
    text = HOME + "Libya: germany; germany 1 inf\nAnglo-Egypt Sudan: uk; uk 5 inf\n"
    assert ("1 inf Libya>Anglo-Egypt Sudan", "egypt_infantry") in orders(text, round=1)
    trace = think(text, round=2)
    assert not trace.of("egypt_infantry", "fired")
    assert refusal(trace, "egypt_infantry")["en"] == "Nothing fits round(1)."


def test_no_landing_without_infantry_in_southern_europe() -> None:
    text = (
        HOME
        + "Southern Europe: germany; germany 1 inf\nCentral Mediterranean: germany 1 tra\ntransport 0: germany, Central Mediterranean\n"
    )
    trace = think(text, round=1)
    assert not trace.of("egypt_landing", "fired")
    assert "used elsewhere" in refusal(trace, "egypt_landing")["en"]


# At sea

CHANNEL = "North Sea and British waters: uk 1 tra\ntransport 0: uk, North Sea and British waters\nUnited Kingdom: uk; uk 2 inf\n"


def test_a_transport_that_could_land_is_attacked_by_ships_then_aircraft() -> None:
    text = CHANNEL + HOME + "Baltic Sea: germany 1 sub\nWestern Europe: germany; germany 9 inf, 2 ftr\n"
    assert orders(text) == [("1 sub Baltic Sea>North Sea and British waters", "attack_at_sea")]


def test_aircraft_join_until_the_strike_is_twice_the_defence() -> None:
    text = HOME + (
        "North Sea and British waters: uk 1 bat, 1 tra\ntransport 0: uk, North Sea and British waters\n"
        "Baltic Sea: germany 2 sub\nWestern Europe: germany; germany 9 inf, 3 ftr\n"
    )
    found = dict(orders(text))
    assert found == {
        "2 sub Baltic Sea>North Sea and British waters": "attack_at_sea",
        "2 ftr Western Europe>North Sea and British waters": "attack_at_sea",
    }
    trace = think(text)
    (step,) = trace.of("attack_at_sea", "fired")
    assert step.reason["en"].startswith("North Sea and British waters: strike 10 against defence 5")


def test_an_attack_at_sea_that_is_too_weak_is_refused() -> None:
    text = HOME + (
        "North Sea and British waters: uk 2 bat, 1 tra\ntransport 0: uk, North Sea and British waters\n"
        "Baltic Sea: germany 1 sub\nWestern Europe: germany; germany 9 inf, 1 ftr\n"
    )
    trace = think(text)
    assert not trace.orders
    assert "Strike 5 against defence 9" in refusal(trace, "attack_at_sea")["en"]
    assert "Frappe 5 contre défense 9" in refusal(trace, "attack_at_sea")["fr"]


def test_aircraft_do_not_go_without_ships() -> None:
    text = CHANNEL + HOME + "Western Europe: germany; germany 9 inf, 5 ftr\n"
    assert "ships are engaged" in refusal(think(text), "attack_at_sea")["en"]


def test_transports_far_away_are_no_target() -> None:
    text = (
        HOME
        + "Midway waters: usa 1 tra\ntransport 0: usa, Midway waters\nWestern Europe: germany; germany 9 inf\n"
    )
    trace = think(text)
    assert "nowhere that matters" in refusal(trace, "danger_at_sea")["en"]


def test_russian_transports_are_no_target() -> None:
    text = (
        HOME
        + "Barents Sea: ussr 1 tra\ntransport 0: ussr, Barents Sea\nWestern Europe: germany; germany 9 inf\n"
    )
    assert "Only British and American" in refusal(think(text), "danger_at_sea")["en"]


def test_the_most_dangerous_transports_come_first() -> None:
    text = HOME + (
        "North Sea and British waters: uk 1 tra\ntransport 0: uk, North Sea and British waters\n"
        "Mid-Atlantic: usa 1 tra\ntransport 1: usa, Mid-Atlantic\n"
        "West of Spain: germany 1 sub\n"
        "Western Europe: germany; germany 9 inf\n"
    )
    trace = think(text)
    assert [str(step.bindings["zone"]) for step in trace.of("attack_at_sea")] == [
        "North Sea and British waters",
        "Mid-Atlantic",
    ]
    assert orders(text) == [("1 sub West of Spain>North Sea and British waters", "attack_at_sea")]


# On land


def test_the_richest_space_is_attacked_first_and_only_until_it_is_good() -> None:
    text = (
        HOME
        + "Eastern Europe: germany; germany 9 inf\nKarelia S.S.R.: ussr; ussr 1 inf\nUkraine S.S.R.: ussr; ussr 1 inf\n"
    )
    found = orders(text + "Finland-Norway: ussr; ussr 1 inf\nSweden: germany; germany 9 inf\n")
    assert {rule for _, rule in found} == {"attack_on_land"}
    assert [order.partition(">")[2] for order, _ in found][-1] == "Finland-Norway"  # worth 2, the others 3
    assert len(found) == 3
    assert all(2 <= int(order.split()[0]) <= 4 for order, _ in found)


def test_units_with_few_choices_go_first() -> None:
    text = (
        "Germany: germany; germany 9 inf, 1 arm, 1 factory\n"
        "Eastern Europe: germany; germany 4 inf\nFinland-Norway: germany; germany 4 inf\n"
        "Karelia S.S.R.: ussr; ussr 1 inf\nUkraine S.S.R.: ussr; ussr 8 inf\n"
    )
    found = orders(text)
    assert all(order.endswith("inf Finland-Norway>Karelia S.S.R.") for order, _ in found)
    assert len(found) == 1


def test_an_empty_space_takes_one_unit() -> None:
    text = (
        HOME
        + "Eastern Europe: germany; germany 5 inf\nUkraine S.S.R.: ussr\nKarelia S.S.R.: ussr; ussr 9 inf\n"
    )
    assert orders(text) == [("1 inf Eastern Europe>Ukraine S.S.R.", "attack_on_land")]


def test_an_attack_that_cannot_be_good_is_refused_with_its_odds() -> None:
    text = (
        HOME
        + "Eastern Europe: germany; germany 3 inf\nKarelia S.S.R.: ussr; ussr 3 inf\nUkraine S.S.R.: ussr; ussr 9 inf\n"
    )
    trace = think(text)
    assert not trace.orders
    why = refusal(trace, "attack_on_land", space="Karelia S.S.R.")
    assert why["en"].startswith("With all 3 units that could come Karelia S.S.R. would be taken")
    assert "pas bon" in why["fr"]


def test_aircraft_help_on_land_when_they_are_not_at_sea() -> None:
    text = (
        HOME
        + "Eastern Europe: germany; germany 3 inf, 2 ftr\nKarelia S.S.R.: ussr; ussr 9 inf\nUkraine S.S.R.: ussr; ussr 2 inf\n"
    )
    found = orders(text)
    assert ("3 inf Eastern Europe>Ukraine S.S.R.", "attack_on_land") in found
    assert any("ftr Eastern Europe>Ukraine" in order for order, _ in found)


def test_what_is_under_way_is_not_sent_again() -> None:
    text = (
        HOME
        + "Eastern Europe: germany; germany 9 inf\nKarelia S.S.R.: ussr; ussr 1 inf\nUkraine S.S.R.: germany; germany 2 inf\n"
    )
    place = scene(text)
    place.play("5 inf Eastern Europe>Karelia S.S.R.")
    trace = germany2009.reason(place.state.view(1))
    assert "good as it stands" in refusal(trace, "attack_on_land", space="Karelia S.S.R.")["en"]


# Afterwards


def test_first_turn_tanks_east_and_infantry_west() -> None:
    text = "Germany: germany; germany 4 inf, 1 factory\nWestern Europe: germany; germany 2 arm\nEastern Europe: germany; germany 1 inf\n"
    assert orders(text, phase="noncombat", round=1) == [
        ("2 arm Western Europe>Eastern Europe", "tanks_east"),
        ("2 inf Germany>Western Europe", "infantry_west"),
    ]


def test_first_turn_tanks_stop_in_germany_when_eastern_europe_is_lost() -> None:
    text = "Germany: germany; germany 1 factory\nWestern Europe: germany; germany 2 arm\nEastern Europe: ussr; ussr 1 inf\n"
    assert orders(text, phase="noncombat", round=1) == [("2 arm Western Europe>Germany", "tanks_east")]


def test_later_everything_goes_towards_russia() -> None:
    text = "Germany: germany; germany 4 inf, 1 arm, 1 factory\nEastern Europe: germany; germany 1 inf\nKarelia S.S.R.: germany; germany 1 inf, 1 arm\n"
    assert set(orders(text, phase="noncombat")) == {
        ("4 inf Germany>Eastern Europe", "to_russia"),
        ("1 arm Germany>Karelia S.S.R.", "to_russia"),
        ("1 inf Eastern Europe>Karelia S.S.R.", "to_russia"),
    }
    trace = think(text, phase="noncombat")
    assert "No step from Karelia" in refusal(trace, "to_russia", space="Karelia S.S.R.")["en"]


INVASION = (
    "North Sea and British waters: uk 2 tra\n"
    "transport 0: uk, North Sea and British waters; uk inf, uk inf\n"
    "transport 1: uk, North Sea and British waters; uk inf, uk inf\n"
)


def test_western_europe_is_held_when_a_landing_threatens_it() -> None:
    text = "Germany: germany; germany 9 inf, 1 factory\nWestern Europe: germany; germany 6 inf\n" + INVASION
    trace = think(text, phase="noncombat")
    assert "Western Europe" in [str(step.bindings["space"]) for step in trace.of("hold", "fired")]
    (moved,) = [order for order, _ in given(trace, text, phase="noncombat") if "Western Europe>" in order]
    assert 1 <= int(moved.split()[0]) <= 4  # six were more than it takes against four
    text = text.replace("germany 6 inf", "germany 6 inf\nUnited Kingdom: uk; uk 3 ftr, 1 bom")
    trace = think(text, phase="noncombat")
    assert trace.of("west_threatened", "fired")
    assert not any("Western Europe>" in order for order, _ in given(trace, text, phase="noncombat"))
    assert refusal(trace, "to_russia", space="Western Europe")["en"] == "They stay in Western Europe."


def test_the_capital_is_held() -> None:
    text = "Germany: germany; germany 3 inf, 1 factory\nEastern Europe: ussr; ussr 4 inf, 3 arm\nWestern Europe: germany; germany 6 inf\n"
    trace = think(text, phase="noncombat")
    assert trace.of("capital_threatened", "fired")
    assert not any("Germany>" in order for order, _ in given(trace, text, phase="noncombat"))


def test_southern_europe_is_held_only_against_transports_in_a_mediterranean_the_allies_control() -> None:
    text = HOME + (
        "Southern Europe: germany; germany 2 inf\nAnglo-Egypt Sudan: uk; uk 4 inf\nLibya: uk; uk 4 inf\n"
        "Central Mediterranean: uk 2 tra\n"
        "transport 0: uk, Central Mediterranean; uk inf, uk inf\ntransport 1: uk, Central Mediterranean; uk inf, uk inf\n"
    )
    trace = think(text, phase="noncombat")
    assert "theirs(Mediterranean)" in refusal(trace, "south_threatened")["en"]
    trace = think(text + "Western Mediterranean: uk 1 bat\n", phase="noncombat")
    assert trace.of("south_threatened", "fired")
    assert any(str(step.bindings["space"]) == "Southern Europe" for step in trace.of("hold", "fired"))


def test_aircraft_come_home() -> None:
    text = HOME + "Eastern Europe: germany; germany 5 inf, 1 ftr\nUkraine S.S.R.: ussr; ussr 1 inf\n"
    place = scene(text)
    place.play("4 inf Eastern Europe>Ukraine S.S.R.").play("1 ftr Eastern Europe>Ukraine S.S.R.").play("end")
    place.fight_out("Ukraine S.S.R.", new_chance("luck"))
    assert place.units("Ukraine S.S.R.", "germany", "ftr") == 1
    assert place.phase == "noncombat"
    trace = germany2009.reason(place.state.view(1))
    texts = [order_text(place.record, line.what) for line in trace.orders if line.rule == "come_down"]
    assert texts == ["1 ftr Ukraine S.S.R.>Eastern Europe"]


# Placing


def _bought(text: str, *purchases: str) -> Scene:
    place = scene(text, phase="buy", cash=60)
    for purchase in purchases:
        place.play(f"buy {purchase}")
    return place.play("end").play("end").play("end")


def _placed(place: Scene) -> list[tuple[str, str]]:
    return [
        (order_text(place.record, line.what), line.rule)
        for line in germany2009.reason(place.state.view(1)).orders
    ]


FORWARD = "Karelia S.S.R.: germany; germany 5 inf, 1 factory\n"


def test_captured_karelia_builds_what_it_can_and_germany_the_rest() -> None:
    assert _placed(_bought(HOME + FORWARD, "2 inf", "4 arm", "1 ftr")) == [
        ("place 2 inf Karelia S.S.R.", "place_forward"),
        ("place 1 arm Karelia S.S.R.", "place_forward"),
        ("place 3 arm Germany", "place_at_home"),
        ("place 1 ftr Germany", "place_at_home"),
    ]


def test_everything_at_home_when_germany_can_be_invaded() -> None:
    danger = "Eastern Europe: ussr; ussr 9 inf, 6 arm\n"
    assert _placed(_bought(HOME + FORWARD + danger, "2 inf", "4 arm")) == [
        ("place 2 inf Germany", "place_in_danger"),
        ("place 4 arm Germany", "place_in_danger"),
    ]


def test_the_transport_is_launched_in_the_central_mediterranean() -> None:
    assert ("place 1 tra Central Mediterranean", "place_ships") in _placed(_bought(LAUNCHING, "1 tra"))


# The player


def test_other_powers_are_played_as_greedy_and_it_says_so() -> None:
    state = GAME.start({"rounds": 1})
    state.play("end")
    decision = FAMILIES["germany-2009"].build(GAME, 0).decide(state.view(0), Budget())
    assert decision.why is not None
    said = GAME.phrase(decision.why.key, decision.why.data)
    assert said["en"].startswith("As greedy: ")
    assert said["fr"].startswith("Comme greedy : ")
    assert all(line.rule.startswith("greedy:") for line in germany2009.plan(state.view(0)))


def test_a_decision_says_the_sentence_of_its_rule() -> None:
    place = scene(HOME, phase="buy", cash=48)
    decision = FAMILIES["germany-2009"].build(GAME, 0).decide(place.state.view(1), Budget())
    assert decision.why is not None
    assert GAME.phrase(decision.why.key, decision.why.data) == {
        "en": "48 IPC are more than 40: 1 armor first.",
        "fr": "48 CPI, plus de 40 : d’abord 1 blindé(s).",
    }


def test_the_trace_names_facts_and_reasons_in_both_languages() -> None:
    trace = think(HOME, phase="buy", cash=32)
    english, french = trace.lines("en"), trace.lines("fr")
    assert "Armor first: refused. 32 IPC are not more than 40. [cash(32)]" in english
    assert "Blindés d’abord : écartée. 32 CPI, ce n’est pas plus de 40. [cash(32)]" in french
    assert len(english) == len(french) >= len(BUYING)


def test_the_definition_of_a_good_attack_may_be_taken_to_the_letter() -> None:
    """Two infantry take a space from one 68 times in 100: fewer than half a defender is left on average."""
    text = HOME + (
        "Eastern Europe: germany; germany 2 inf\nUkraine S.S.R.: ussr; ussr 1 inf\n"
        "Karelia S.S.R.: ussr; ussr 6 inf"
    )
    view = scene(text).state.view(1)

    def attacks(odds: float) -> bool:
        return any(line.rule == "attack_on_land" for line in germany2009.plan(view, 0, odds))

    assert not attacks(0.75)
    assert attacks(0.0)
