"""The general: what it expects of battles and of the enemy, whole wars of legal orders, garrisons, and the
same orders from the same seed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from partie.core.agent import Budget
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.core.words import read_words
from partie.games.axisallies import GAME
from partie.games.axisallies.players.general import doctrine, homes, odds, threats, values
from partie.games.axisallies.players.general.agent import SENTENCES, General, Style, War
from partie.games.axisallies.players.general.purchase import complex_site
from partie.games.axisallies.players.staff.warfare import outlook
from partie.games.axisallies.rules.board import CAPITAL, FARTHEST, LANDS, POWERS, SIDE, SPACES, space
from partie.games.axisallies.rules.flight import find_way
from partie.games.axisallies.rules.orders import AROUND, LOAD, NO_SPACE, SHORTEST, order
from partie.games.axisallies.rules.state import O_ROUNDS
from partie.games.axisallies.rules.units import ARMOR, FIGHTER, INFANTRY, KINDS, TRANSPORT
from partie.games.axisallies.text.notation import order_text
from tests.games.axisallies.scenes import Scene

KARELIA, RUSSIA, UKRAINE, UK = (space(name) for name in ("karelia", "russia", "ukraine", "united-kingdom"))


def force(**units: int) -> tuple[int, ...]:
    kinds = {"inf": INFANTRY, "arm": ARMOR, "ftr": FIGHTER, "bom": 3, "tra": TRANSPORT, "bat": 6}
    return tuple(sum(n for name, n in units.items() if kinds[name] == kind) for kind in range(KINDS))


def scene(text: str, phase: str = "combat_move", power: str = "germany") -> Scene:
    return Scene(f"round: 2\nturn: {power}, {phase}\ncash: {power} 30\n{text}")


def war(place: Scene) -> War:
    return War(place.state.view(int(place.record.power)))


def orders(place: Scene) -> list[str]:
    lines = General().plan(place.state.view(int(place.record.power)), Budget())
    return [order_text(place.record, line.order) for line in lines if line.rule != "end"]


# Battles


def test_estimates_are_near_the_exact_odds() -> None:
    record, rng, errors = GAME.start().record, random.Random(1), []
    for _ in range(150):
        attackers, defenders = [0] * KINDS, [0] * KINDS
        for _ in range(rng.randint(1, 9)):
            attackers[rng.choice([INFANTRY, INFANTRY, ARMOR, FIGHTER, 3])] += 1
        for _ in range(rng.randint(1, 9)):
            defenders[rng.choice([INFANTRY, INFANTRY, ARMOR, FIGHTER])] += 1
        attackers[INFANTRY] += 1
        exact = outlook(record, tuple(attackers), tuple(defenders), UKRAINE, 0)
        errors.append(abs(odds.outcome(tuple(attackers), tuple(defenders))[odds.TAKE] - exact.take))
    assert np.mean(errors) < 0.06


def test_aircraft_alone_take_no_land_and_empty_land_falls() -> None:
    assert odds.outcome(force(ftr=3), force(inf=1))[odds.TAKE] == 0.0
    assert odds.outcome(force(inf=1), force())[odds.TAKE] == 1.0


# What can come


def test_what_an_enemy_can_bring_is_counted_by_land_sea_and_air() -> None:
    place = scene(
        "Karelia S.S.R.: ussr; ussr 5 inf\nEastern Europe: germany; germany 4 inf\nGermany: germany; germany 2 arm, 1 ftr, 1 factory\n"
        "Finland-Norway: germany; germany 1 inf\nBaltic Sea: germany 1 tra\nWestern Europe: germany; germany 2 inf",
        power="ussr",
    )
    table = war(place).threats[1, KARELIA]
    assert table[INFANTRY] == 4 + 1 + 2  # two more by ship
    assert table[ARMOR] == 2
    assert table[FIGHTER] == 1


def test_enemies_attack_one_after_another() -> None:
    text = (
        "Germany: germany; germany 4 inf\nEastern Europe: ussr; ussr 4 arm\nWestern Europe: uk; uk 4 arm\n"
        "Southern Europe: usa; usa 4 arm"
    )
    held = war(scene(text)).storm(space("germany"), np.array(force(inf=7), np.float64))
    alone = war(scene(text.replace("Western Europe: uk; uk 4 arm", "Western Europe: germany"))).storm(
        space("germany"), np.array(force(inf=7), np.float64)
    )
    assert held[threats.P_LOST] > alone[threats.P_LOST] + 0.1


def test_an_empty_space_falls_to_whichever_enemy_can_walk_in() -> None:
    place = scene("Libya: germany; germany 1 inf\nAnglo-Egypt Sudan: uk; uk 1 inf", power="uk")
    egypt = space("anglo-egypt-sudan")
    assert war(place).storm(egypt, np.zeros(KINDS))[threats.P_LOST] == 1.0  # Japan, which plays first, cannot


def test_taking_orders_back_restores_which_transport_acts_for_which() -> None:
    place = scene(
        "United Kingdom: uk; uk 4 inf, 1 factory\nNorth Sea and British waters: uk 2 tra\n"
        "transport 0: uk, North Sea and British waters\ntransport 1: uk, North Sea and British waters",
        phase="noncombat",
        power="uk",
    )
    planned, mark = war(place), war(place).mark()
    for row in planned.rows:
        code = int(order(LOAD, 1, INFANTRY, UK, NO_SPACE, NO_SPACE, row, 0, 0))
        planned.back_to(mark)
        assert planned.give(code)
    planned.back_to(mark)
    assert planned.orders == []
    assert all(
        planned.give(int(order(LOAD, 1, INFANTRY, UK, NO_SPACE, NO_SPACE, row, 0, 0))) for row in planned.rows
    )
    assert len({code >> 40 & 127 for code in planned.orders}) == 2  # each has loaded one


# Plans


def test_the_soviet_army_stacks_in_karelia_with_all_that_was_bought() -> None:
    """The opening: new infantry joins the stack at the front, which then holds against everything."""
    match = Match(GAME, {"rounds": 1}, 1)
    agent = build_agent(GAME, "general:doctrine=plain", 1)
    while int(match.state.record.power) == 0:
        match.play(agent.decide(match.state.view(0), Budget()).move)
    assert match.state.record.units[KARELIA, 0, INFANTRY] >= 12
    seen, garrison, out = War(match.state.view(1)), np.zeros(KINDS), np.zeros(4)
    table = np.zeros((POWERS, SPACES, threats.WIDTH))
    threats.survey(seen.bare, int(SIDE[0]), seen.air, doctrine.DEFAULTS, table)
    threats.stand(seen.bare, KARELIA, int(SIDE[0]), garrison)
    worth_ = float(values.prize(seen.bare, KARELIA, doctrine.DEFAULTS))
    assert threats.storm(seen.bare, 0, KARELIA, garrison, table, worth_, out) < 0.2


def test_an_undefended_space_is_taken() -> None:
    place = scene(
        "Eastern Europe: germany; germany 3 inf, 1 arm\nUkraine S.S.R.: ussr\nRussia: ussr; ussr 1 inf"
    )
    assert any("Ukraine" in line for line in orders(place))


def test_a_capital_keeps_its_garrison() -> None:
    place = scene(
        "United Kingdom: uk; uk 3 inf, 1 factory\nNorth Sea and British waters: uk 2 tra\n"
        "transport 0: uk, North Sea and British waters\ntransport 1: uk, North Sea and British waters\n"
        "Baltic Sea: germany 2 tra\ntransport 2: germany, Baltic Sea\ntransport 3: germany, Baltic Sea\n"
        "Germany: germany; germany 8 inf, 3 ftr, 1 factory\nWestern Europe: germany; germany 1 inf",
        power="uk",
    )
    assert not any("load" in line for line in orders(place))


def test_lift_is_bought_with_its_cargo() -> None:
    lines = orders(
        scene(
            "Japan: japan; japan 1 inf, 1 factory\nManchuria: japan; japan 3 inf\nChina: usa; usa 2 inf",
            "buy",
            "japan",
        )
    )
    assert any("tra" in line for line in lines)


FRONT = (
    "Japan: japan; japan 1 inf, 1 factory\nManchuria: japan; japan 9 inf{complex}\nChina: usa; usa 2 inf\n"
    "Soviet Far East: ussr; ussr 1 inf\n"
)


def test_a_power_overseas_builds_a_complex_at_the_front_if_it_pays_back() -> None:
    early = scene(FRONT.format(complex=""), "buy", "japan")
    assert "buy 1 factory" in orders(early)
    late = scene(FRONT.format(complex=""), "buy", "japan")
    late.record.round_number = 13
    late.record.options[O_ROUNDS] = 15
    assert "buy 1 factory" not in orders(late)
    site = complex_site(war(early))
    assert site == space("manchuria")


def test_a_complex_at_the_front_makes_infantry_first() -> None:
    lines = orders(scene(FRONT.format(complex=", 1 factory"), "buy", "japan"))
    assert lines[0] == "buy 3 inf"
    assert "buy 1 factory" not in lines


@pytest.mark.parametrize("seed", [1, 2])
def test_wars_are_legal_to_the_end(seed: int) -> None:
    match = Match(GAME, {"rounds": 3}, seed)
    play_out(match, [build_agent(GAME, "general", seed) for _ in range(POWERS)])
    assert match.state.over


def test_the_same_seed_gives_the_same_war() -> None:
    def played(spec: str) -> list[str]:
        match = Match(GAME, {"rounds": 1}, 5)
        play_out(match, [build_agent(GAME, spec, 5) for _ in range(POWERS)])
        return match.moves

    assert played("general") == played("general")


def test_capitals_are_held_against_everything_that_can_come() -> None:
    """At the end of its turn a power's capital is as safe as its threat map asks, or nobody else could have
    come."""
    match, turns, open_capitals = Match(GAME, {"rounds": 4}, 3), 0, 0
    agents = [build_agent(GAME, "general", 3) for _ in range(POWERS)]
    while not match.state.over:
        record = match.state.record
        power, before = int(record.power), (int(record.power), int(record.round_number))
        match.play(agents[match.state.to_move].decide(match.state.view(match.state.to_move), Budget()).move)
        record = match.state.record
        if (int(record.power), int(record.round_number)) != before and not match.state.over:
            turns += 1
            open_capitals += _is_open(match, power)
    assert turns >= 18
    assert open_capitals <= 0.15 * turns


def _is_open(match: Match, power: int) -> bool:
    """Whether the capital of a power would probably be lost before its next turn."""
    home = int(CAPITAL[power])
    view = match.state.view(int(match.state.record.power))
    seen = War(view)
    table = np.zeros((POWERS, SPACES, threats.WIDTH))
    threats.survey(seen.bare, int(SIDE[power]), seen.air, doctrine.DEFAULTS, table)
    garrison, out = np.zeros(KINDS), np.zeros(4)
    threats.stand(seen.bare, home, int(SIDE[power]), garrison)
    threats.storm(
        seen.bare, power, home, garrison, table, float(values.prize(seen.bare, home, doctrine.DEFAULTS)), out
    )
    return bool(out[threats.P_LOST] > 0.3)


# Aircraft


def test_a_field_beside_a_strong_enemy_is_no_place_to_return_to() -> None:
    place = scene(
        "Finland-Norway: germany; germany 1 inf\nGermany: germany; germany 9 inf, 1 factory\n"
        "Karelia S.S.R.: ussr; ussr 20 inf"
    )
    seen, norway = war(place), space("finland-norway")
    home, coming = np.zeros((homes.HOMES, SPACES), np.int8), np.zeros((SPACES, KINDS))
    sent = np.zeros((SPACES, KINDS), np.int64)
    p = doctrine.DEFAULTS.copy()
    p[doctrine.FIELD] = 1000.0
    homes.home_steps(seen.bare, seen.air, seen.threats, coming, sent, p, home)
    assert home[0, norway] == 0
    p[doctrine.FIELD] = 3.0
    homes.home_steps(seen.bare, seen.air, seen.threats, coming, sent, p, home)
    assert home[0, norway] > 0
    assert home[0, space("germany")] == home[1, space("germany")] == 0


def test_a_field_whose_garrison_goes_to_an_attack_is_no_place_to_return_to() -> None:
    seen = war(
        scene("Eastern Europe: germany; germany 12 inf\nUkraine S.S.R.: ussr; ussr 5 inf\nGermany: germany")
    )
    home, coming = np.zeros((homes.HOMES, SPACES), np.int8), np.zeros((SPACES, KINDS))
    sent, field = np.zeros((SPACES, KINDS), np.int64), space("eastern-europe")
    homes.home_steps(seen.bare, seen.air, seen.threats, coming, sent, doctrine.DEFAULTS, home)
    assert home[0, field] == 0
    sent[field, INFANTRY] = 12
    homes.home_steps(seen.bare, seen.air, seen.threats, coming, sent, doctrine.DEFAULTS, home)
    assert home[0, field] > 0


def test_a_detour_around_guns_is_flown_only_if_there_is_a_way_back() -> None:
    place = scene(
        "Germany: germany; germany 9 inf, 1 fig, 1 factory\nKarelia S.S.R.: ussr; ussr 1 inf, 1 aa\n"
        "Russia: ussr; ussr 1 inf"
    )
    start, goal = space("germany"), RUSSIA
    bare = war(place).bare
    lengths = [
        int(find_way(bare, start, goal, 4, way, np.zeros(FARTHEST + 1, np.int64)))
        for way in (SHORTEST, AROUND)
    ]
    assert lengths[0] <= lengths[1] <= 4
    assert homes.detour(bare, start, goal, FIGHTER, 4 - lengths[1]) == lengths[1]
    assert homes.detour(bare, start, goal, FIGHTER, 5 - lengths[1]) == -1


# The end of the war, and what a capital is worth to the enemy


def test_a_capital_is_attacked_at_a_loss_too_if_it_may_be_taken() -> None:
    """The enemy would lose more than it kills, and still the capital would be gone."""

    def lost(siege: float) -> float:
        p = doctrine.DEFAULTS.copy()
        p[doctrine.SIEGE], p[doctrine.CAPITAL_PRIZE] = siege, 0.0
        place = scene(
            "Russia: ussr; ussr 20 inf\nNovosibirsk: japan; japan 18 inf, 3 arm", "noncombat", "ussr"
        )
        seen = War(place.state.view(0), p)
        out = np.zeros(4)
        threats.storm(seen.bare, 0, RUSSIA, seen.standing(RUSSIA), seen.threats, 0.0, out)
        return float(out[threats.P_LOST])

    assert lost(1.0) == 0.0
    assert lost(0.05) > 0.05


def test_in_the_last_round_only_those_who_play_after_us_are_feared() -> None:
    def feared(round_number: int, ends: float) -> list[float]:
        place = scene(
            "Germany: germany; germany 3 inf\nEastern Europe: ussr; ussr 9 inf\nWestern Europe: uk; uk 8 inf",
            "noncombat",
        )
        place.record.options[O_ROUNDS], place.record.round_number = 15, round_number
        p = doctrine.DEFAULTS.copy()
        p[doctrine.ENDS], p[doctrine.FORESIGHT] = ends, 0.0
        seen = War(place.state.view(1), p)
        return [float(seen.threats[power, space("germany"), INFANTRY]) for power in (0, 2)]

    assert feared(14, 1.0) == feared(15, 0.0) == [9.0, 8.0]
    assert feared(15, 1.0) == [0.0, 8.0]


def test_a_capital_foresees_what_is_two_turns_away_less_what_can_come_to_its_help() -> None:
    def coming(foresight: float, help_: str = "") -> float:
        text = f"Russia: ussr; ussr 3 inf\nEastern Europe: germany; germany 30 inf, 4 arm\n{help_}"
        p = doctrine.DEFAULTS.copy()
        p[doctrine.FORESIGHT] = foresight
        seen = War(scene(text, "noncombat", "ussr").state.view(0), p)
        return float(seen.threats[1, RUSSIA, INFANTRY])

    assert coming(0.0) == 0.0
    assert 0.0 < coming(0.5) < coming(1.0) < 30.0
    assert coming(1.0, "Novosibirsk: ussr; ussr 10 inf") < coming(1.0)


def test_transports_that_stay_say_why() -> None:
    def said(text: str) -> str:
        place = scene(text, "noncombat", "uk")
        last = General().plan(place.state.view(2), Budget())[-1]
        assert set(last.text) == {"en", "fr"}
        return last.text["en"]

    here = (
        "United Kingdom: uk; uk 1 factory\nNorth Sea and British waters: uk 1 tra\n"
        "transport 0: uk, North Sea and British waters\nGermany: germany; germany 5 inf"
    )
    assert "North Sea and British waters stay: there is nothing to carry" in said(here)
    full = here.replace("uk; uk 1 factory", "uk; uk 8 inf, 1 factory")
    full += ", 4 bom\nRussia: ussr; ussr 1 inf\nKarelia S.S.R.: ussr; ussr 9 inf\nUkraine S.S.R.: germany"
    assert "stay" not in said(full.replace(", 4 bom", ""))
    guarded = full.replace("waters: uk 1 tra\n", "waters: uk 1 tra; usa 5 bat\n")
    assert "would be sunk" in said(guarded)


def test_aircraft_are_worth_a_garrison() -> None:
    rows = doctrine.plain()
    rows[:, doctrine.NEAR_GOAL] = 5.0  # so that the land alone is worth little
    planner = General(Style(rows))

    def kept(aircraft: str) -> int:
        """How many infantry march to the Ukraine, or stay, to hold what they can."""
        place = scene(
            f"Germany: germany; germany 1 factory\nUkraine S.S.R.: germany{aircraft}\n"
            "Eastern Europe: germany; germany 9 inf\nCaucasus: ussr; ussr 3 inf",
            "noncombat",
        )
        seen = planner.situation(place.state.view(1))
        march_ = planner._march(seen, np.zeros((LANDS, KINDS)), seen.threats)
        return int(march_.kept[space("eastern-europe"), INFANTRY])

    assert kept("; germany 1 bom") > kept("") > 0


def test_every_reason_has_a_sentence_in_both_languages() -> None:
    words = read_words("partie.games.axisallies")
    reasons: list[Any] = [key for key in words if key.startswith("general.")]
    assert len(reasons) > 15
    assert all(set(SENTENCES[key.removeprefix("general.")]) == {"en", "fr"} for key in reasons)
