"""What lost wars taught the general: raiders do not stop the ships, coasts are not left to a landing, armies
are not ruined for a border, fighters save a capital together, powers overseas can save, aircraft are shared
among attacks, a complex is built where it was planned, and new transports are guarded."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget
from partie.games.axisallies.players.general import doctrine, homes, march, odds, threats, weighing
from partie.games.axisallies.players.general.agent import General, Style, War
from partie.games.axisallies.players.general.purchase import complex_site, site_garrison
from partie.games.axisallies.rules.board import FAR, LANDS, SPACES, WORLD, space
from partie.games.axisallies.rules.units import ARMOR, FACTORY, FIGHTER, INFANTRY, KINDS, TRANSPORT
from partie.games.axisallies.text.notation import order_text
from tests.games.axisallies.scenes import Scene

EAST, WEST = space("eastern-usa"), space("western-usa")


def general(**settings: float) -> General:
    rows = doctrine.plain()
    for name, value in settings.items():
        rows[:, doctrine.PLACES[name]] = value
    return General(Style(rows))


def scene(text: str, phase: str, power: str, cash: int = 0) -> Scene:
    return Scene(f"round: 3\nturn: {power}, {phase}\ncash: {power} {cash}\n{text}")


def orders(place: Scene, planner: General) -> list[str]:
    lines = planner.plan(place.state.view(int(place.record.power)), Budget())
    return [order_text(place.record, line.order) for line in lines if line.rule != "end"]


def america(raiders: int) -> War:
    text = (
        "Eastern U.S.A.: usa; usa 6 inf, 1 factory\nWestern U.S.A.: usa; usa 1 factory\n"
        f"Alaska: japan; japan {raiders} inf\nJapan: japan; japan 3 inf, 1 factory"
    )
    return War(scene(text, "noncombat", "usa").state.view(4))


def test_raiders_do_not_keep_a_power_from_shipping_its_army_but_an_invasion_does() -> None:
    assert america(1).is_overseas(EAST)
    assert america(5).is_overseas(EAST)
    assert not america(6).is_overseas(EAST)


def test_a_coast_that_cannot_be_held_is_not_left_empty() -> None:
    text = (
        "Eastern U.S.A.: usa; usa 2 inf, 1 factory\nWestern U.S.A.: usa; usa 1 factory\n"
        "Japan: japan; japan 3 inf, 1 factory\nMidway Island: japan; japan 4 inf\n"
        "Midway waters: japan 2 tra\ntransport 0: japan, Midway waters\ntransport 1: japan, Midway waters"
    )
    place = scene(text, "noncombat", "usa")
    assert orders(place, general()) == ["2 inf Eastern U.S.A.>Western U.S.A."]


BORDER = (
    "Karelia S.S.R.: germany; germany 1 inf\nRussia: ussr; ussr 14 inf, 1 factory\n"
    "Eastern Europe: germany; germany 8 inf, 9 arm\nGermany: germany; germany 6 arm, 4 ftr, 1 factory"
)


def force_kept(ruin: float, infantry: int) -> float:
    """What an attack of so many infantry on the border promises."""
    war = general(ruin=ruin).situation(scene(BORDER, "combat_move", "ussr").state.view(0))
    ours, theirs = np.zeros(odds.FORCE), np.zeros(KINDS)
    ours[INFANTRY], theirs[INFANTRY] = infantry, 1
    rows, out = np.zeros((5, KINDS)), np.zeros(4)
    return weighing.promise(war.bare, space("karelia"), ours, theirs, war.threats, war.p, rows, out)


def test_ruin_tells_against_an_army_and_hardly_against_a_few() -> None:
    army, few = (force_kept(0.0, n) - force_kept(2.0, n) for n in (14, 3))
    assert army > 10.0
    assert 0.0 <= few < 0.2 * army


def promise(way: int, withdraws: float) -> tuple[float, float]:
    """What an attack on a worthless space promises in whose reach a great army stands."""
    text = BORDER.replace("Karelia S.S.R.: germany; germany 1 inf", "Karelia S.S.R.: germany; germany 6 arm")
    war = general(withdraws=withdraws, ruin=3.0).situation(scene(text, "combat_move", "ussr").state.view(0))
    ours, theirs = np.zeros(odds.FORCE), np.zeros(KINDS)
    ours[INFANTRY], ours[FIGHTER], theirs[ARMOR] = 14, 2, 6
    rows, out = np.zeros((5, KINDS)), np.array([0.0, 0.0, 0.0, float(way)])
    gain = weighing.promise(war.bare, space("karelia"), ours, theirs, war.threats, war.p, rows, out)
    return gain, float(out[3])


def test_whoever_would_be_destroyed_strafes_if_there_is_a_way_back() -> None:
    stays, _ = promise(weighing.WAY_BACK, withdraws=0.0)
    strafes, way = promise(weighing.WAY_BACK, withdraws=1.0)
    assert strafes > stays
    assert way == weighing.STRAFES
    landed, way = promise(weighing.NO_WAY_BACK, withdraws=1.0)
    assert landed == stays
    assert way == weighing.NO_WAY_BACK


def test_one_round_hits_as_many_as_expected_and_seldom_clears_a_stack() -> None:
    left, out = np.zeros((2, KINDS)), np.zeros(odds.ANSWERS)
    ours, theirs = np.zeros(KINDS), np.zeros(KINDS)
    ours[INFANTRY], theirs[INFANTRY] = 12, 12
    cleared = odds.one_round(WORLD, ours, theirs, 0, left, out)
    assert np.isclose(left[1].sum(), 12 - 12 / 6)
    assert np.isclose(left[0].sum(), 12 - 12 * 2 / 6)
    assert np.isclose(out[odds.DEFENDER_LOSS], 3 * 2)
    assert cleared < 0.001
    theirs[INFANTRY] = 1
    assert odds.one_round(WORLD, ours, theirs, 0, left, out) > 0.7


def landings(fighters: int) -> list[str]:
    text = (
        "Russia: ussr; ussr 5 inf, 1 factory\nKarelia S.S.R.: germany; germany 6 inf, 3 arm\n"
        "Germany: germany; germany 4 inf, 1 factory\n"
        f"United Kingdom: uk; uk 4 inf, {fighters} ftr, 1 factory"
    )
    place = scene(text, "noncombat", "uk")
    return [line for line in orders(place, general()) if "ftr" in line and "Russia" in line]


def test_fighters_fly_to_a_capital_that_they_save_only_together() -> None:
    assert len(landings(6)) == 6
    assert not landings(1)


def test_a_power_overseas_saves_for_ships_it_can_pay_next_turn() -> None:
    text = (
        "United Kingdom: uk; uk 6 inf, 4 ftr, 1 factory\nGermany: germany; germany 4 inf, 1 bom, 1 factory\n"
        "Western Europe: germany; germany 2 inf, 1 ftr\nKarelia S.S.R.: ussr; ussr 6 inf, 1 factory\n"
        "Russia: ussr; ussr 6 inf, 1 factory"
    )
    place = scene(text, "buy", "uk", cash=25)
    assert any("ftr" in line for line in orders(place, general(saves=0.0, complexes=0.0)))
    saving = orders(place, general(saves=1.0, complexes=0.0))
    assert not any("ftr" in line for line in saving)


TWO_FLEETS = (
    "Germany: germany; germany 10 inf, 1 bom, 3 ftr, 1 factory\nWestern Europe: germany; germany 3 inf, 2 ftr\n"
    "United Kingdom: uk; uk 2 inf, 1 factory\nNorth Sea and British waters: uk 1 bat, 1 tra\n"
    "transport 0: uk, North Sea and British waters\nWestern Mediterranean: uk 1 bat\nWest of Spain: germany 1 sub"
)


def test_aircraft_that_one_battle_hardly_needs_fight_another_one() -> None:
    planner, place = general(), scene(TWO_FLEETS, "combat_move", "germany")
    nobody = np.zeros((SPACES, KINDS), np.int64)
    lavish = planner._attacks_at(planner.situation(place.state.view(1)), nobody, 0.0)
    shared = planner.choose_attacks(planner.situation(place.state.view(1)))
    seas = {space("sz-united-kingdom"), space("sz-west-med")}
    assert {made.target for made in lavish} != seas
    assert {made.target for made in shared} == seas
    assert sum(made.gain for made in shared) > sum(made.gain for made in lavish)


SITE = (
    "Japan: japan; japan 1 inf, 1 factory\nBorneo-Celebes: japan; japan 1 inf\n"
    "French Indo-China Burma: japan; japan 2 inf\nIndia: uk; uk 1 inf\nChina: usa; usa 2 inf\n"
    "Eastern U.S.A.: usa; usa 4 inf, 1 factory"
)


def with_a_complex(text: str, phase: str) -> Scene:
    place = scene(text, phase, "japan")
    place.record.bought[3, FACTORY] = 1
    return place


def test_whoever_has_bought_a_complex_keeps_its_site() -> None:
    text = SITE.replace("China: usa; usa 2 inf", "China: usa; usa 1 inf")
    held = site_garrison(general().situation(with_a_complex(text, "combat_move").state.view(3)))
    assert held[space("french-indochina-burma"), INFANTRY] > 0
    assert not any(
        "French Indo-China" in line for line in orders(with_a_complex(text, "combat_move"), general())
    )


def test_a_complex_without_a_safe_site_is_still_placed_at_the_front() -> None:
    assert orders(with_a_complex(SITE, "place"), general()) == ["place 1 factory French Indo-China Burma"]


def test_a_complex_is_not_built_far_behind_the_front() -> None:
    text = (
        "United Kingdom: uk; uk 2 inf, 1 factory\nUnion of South Africa: uk; uk 2 inf\n"
        "Anglo-Egypt Sudan: uk; uk 1 inf\nBelgian Congo: uk; uk 0 inf\nKenya-Rhodesia: uk; uk 0 inf\n"
        "Syria-Iraq: germany; germany 8 inf\nIndia: japan; japan 2 inf\nGermany: germany; germany 4 inf, 1 factory"
    )
    assert complex_site(general().situation(scene(text, "buy", "uk").state.view(2))) < 0


HARBOUR = (
    "Japan: japan; japan 6 inf, 1 factory\nSea of Japan and Japanese waters: japan 3 bat\n"
    "Kwangtung: uk; uk 1 inf\nKwangtung coast: uk 1 car\n"
    "Manchuria: usa; usa 1 ftr\nEastern U.S.A.: usa; usa 4 inf, 1 factory"
)


def test_warships_that_new_transports_need_do_not_go_hunting() -> None:
    def leaves(transports: int) -> bool:
        place = scene(HARBOUR, "combat_move", "japan")
        place.record.bought[3, TRANSPORT] = transports
        return any("bat Sea of Japan" in line for line in orders(place, general()))

    assert leaves(0)
    assert not leaves(2)


CARRIER = (
    "United Kingdom: uk; uk 3 inf, 1 factory\nEastern U.S.A.: usa; usa 4 inf, 3 ftr, 1 factory\n"
    "Baltic Sea: usa 1 car{guests}\nGermany: germany; germany 8 inf, 1 factory"
)


def ways_home(guests: str) -> tuple[War, NDArray[np.int8]]:
    """A position with a carrier in the Baltic Sea, and the ways of American aircraft to a place to land."""
    war = general().situation(scene(CARRIER.format(guests=guests), "combat_move", "usa").state.view(4))
    home, nobody = np.zeros((homes.HOMES, SPACES), np.int8), np.zeros((SPACES, KINDS), np.int64)
    homes.home_steps(war.bare, war.air, war.threats, np.zeros((SPACES, KINDS)), nobody, war.p, home)
    return war, home


def test_a_deck_on_which_allies_stand_has_no_room() -> None:
    baltic = space("sz-baltic")
    _, home = ways_home("")
    assert home[homes.ROOM, 0] == 2
    assert home[homes.SPARE_DECK, baltic] == 0
    _, home = ways_home("; uk 1 ftr; ussr 1 ftr")
    assert home[homes.ROOM, 0] == 0
    assert home[homes.SPARE_DECK, baltic] == FAR


def test_no_more_fighters_count_on_a_deck_than_it_takes() -> None:
    war, home = ways_home("")
    flights = np.zeros((3, 4), np.int64)
    flights[:] = space("sz-baltic"), FIGHTER, 4, EAST  # no way to land is left, only the deck
    assert homes.all_return(war.bare, flights, 0, 2, home)
    assert not homes.all_return(war.bare, flights, 0, 3, home)


def test_aircraft_do_not_count_on_allies_who_may_march_away() -> None:
    text = (
        "Ukraine S.S.R.: germany; germany 6 inf\nPersia: japan; japan 4 inf, 1 ftr\n"
        "Caucasus: ussr; ussr 7 inf, 1 arm\nRussia: ussr; ussr 1 inf, 1 factory\nGermany: germany; germany 4 inf, 1 factory"
    )
    war = general().situation(scene(text, "noncombat", "japan").state.view(3))
    for name, left in (("ukraine", 3.0), ("germany", 4.0), ("persia", 4.0)):
        garrison = war.standing(space(name))
        threats.discount_allies(war.bare, space(name), garrison)
        assert garrison[INFANTRY] == left
    lines = orders(scene(text, "noncombat", "japan"), general())
    assert not any("ftr" in line and "Ukraine" in line for line in lines)


ALOFT = (
    "Japan: japan; japan 4 inf, 1 factory\nSea of Japan and Japanese waters: japan 1 car\n"
    "Midway waters: japan 1 ftr\nMidway Island: usa; usa 1 inf\nHawaiian Islands: usa; usa 1 inf\n"
    "Eastern U.S.A.: usa; usa 4 inf, 1 factory"
)


def test_a_carrier_goes_where_a_fighter_needs_its_deck() -> None:
    def sails(flown: int) -> list[str]:
        place = scene(ALOFT, "noncombat", "japan")
        place.record.flown[space("sz-midway"), 0] = 0
        place.record.flown[space("sz-midway"), 0, flown] = 1
        return [line for line in orders(place, general()) if "car" in line or "ftr" in line]

    assert not any(line.endswith("Midway waters") for line in sails(1))  # it flies home
    assert sails(4) == ["1 car Sea of Japan and Japanese waters>Midway waters"]


def test_infantry_stay_with_aircraft_that_only_aircraft_could_strike() -> None:
    def stay(strikers: int) -> bool:
        text = (
            "Persia: japan; japan 2 inf, 1 ftr\nIndia: japan; japan 8 inf\nSyria-Iraq: japan; japan 1 inf\n"
            f"Russia: uk; uk {strikers} ftr\nAnglo-Egypt Sudan: uk; uk 9 inf\n"
            "Japan: japan; japan 4 inf, 1 factory"
        )
        war = general().situation(scene(text, "noncombat", "japan").state.view(3))
        there = np.zeros((LANDS, KINDS))
        there[space("persia"), FIGHTER] = 1.0
        left, plan = np.zeros((LANDS, KINDS), np.int64), np.zeros((LANDS, LANDS, KINDS), np.int64)
        left[space("persia"), INFANTRY] = 4
        march.reserve(war.bare, space("persia"), there, left, plan, war.threats, war.p, 20.0)
        return bool(plan[space("persia"), space("persia"), INFANTRY])

    assert stay(4)
    assert not stay(0)
