"""Operations: rules propose them with reasons, the turn is planned with and without, and the seed chooses
among openings that are about as good."""

from __future__ import annotations

import numpy as np
import pytest

from partie.core.agent import Budget
from partie.core.words import LANGUAGES
from partie.expert import run
from partie.games.axisallies import GAME
from partie.games.axisallies.lab.variety import first_turns
from partie.games.axisallies.players.general.agent import General, War
from partie.games.axisallies.players.general.operations import repertoire
from partie.games.axisallies.players.general.operations.repertoire import RULES, Repertoire
from partie.games.axisallies.players.general.operations.rules import Operation, facts_of, words
from partie.games.axisallies.rules.board import LANDS, POWERS, USSR, space
from partie.games.axisallies.rules.units import INFANTRY, KINDS
from partie.games.axisallies.text.notation import order_text
from tests.games.axisallies.scenes import Scene

FRONT = (
    "round: {round}\nturn: ussr, combat_move\nKarelia S.S.R.: ussr; ussr 8 inf, 2 arm, 1 factory\n"
    "Russia: ussr; ussr 6 inf, 2 arm, 2 ftr, 1 factory\nUkraine S.S.R.: germany; germany 3 inf\n"
    "Eastern Europe: germany; germany 2 inf, 1 arm\nGermany: germany; germany 6 inf, 1 factory\n"
    "Manchuria: japan; japan 9 inf\nSoviet Far East: ussr; ussr 1 inf\n"
)


def front(number: int = 1) -> War:
    return War(Scene(FRONT.format(round=number)).state.view(USSR))


def test_rules_propose_by_what_they_read_in_the_position_and_say_why() -> None:
    war = front()
    trace = run(RULES[USSR], facts_of(war, RULES[USSR]), war, words)
    said = {proposal.operation.name: proposal for proposal in repertoire.proposals(war)}
    assert {"ukraine_strike", "eastern_europe_strike", "stand_in_karelia"} <= set(said)
    assert said["ukraine_strike"].why["en"].endswith("takes it 100 times in 100.")
    assert said["ukraine_strike"].why["fr"].endswith("prend l’Ukraine 100 fois sur 100.")
    assert "manchuria_strike" not in said  # it would fail
    (refused,) = trace.of("manchuria_strike", "refused")
    assert "only 0 times in 100" in refused.line("en", words)
    (late,) = [p for p in repertoire.proposals(front(4)) if p.operation.name == "eastern_europe_strike"]
    assert late.operation.targets == (space("eastern-europe"),)
    assert "stand_in_karelia" not in {p.operation.name for p in repertoire.proposals(front(4))}


def test_strikes_that_open_karelia_are_not_tried_in_the_opening() -> None:
    for number, tried in ((1, False), (3, True)):
        war = front(number)
        said = {proposal.operation.name: proposal for proposal in repertoire.proposals(war)}
        assert Repertoire(1)._is_tried(war, said["ukraine_strike"]) == tried
        assert Repertoire(1)._is_tried(war, said["stand_in_karelia"])


@pytest.mark.parametrize("power", range(POWERS))
def test_every_power_has_several_operations_in_both_languages(power: int) -> None:
    rules = RULES[power]
    assert len(rules) >= 8
    assert len({rule.name for rule in rules}) == len(rules)
    assert all(rule.title[language] and rule.text[language] for rule in rules for language in LANGUAGES)


def test_an_operation_is_followed_by_attacks_on_its_targets_and_on_nothing_it_spares() -> None:
    plan = Operation("x", targets=(1, 2), spares=(3,))
    assert plan.is_followed_by([2, 9])
    assert not plan.is_followed_by([9])
    assert not plan.is_followed_by([2, 3])
    assert Operation("y", spares=(3,)).is_followed_by([9])


def test_the_turn_follows_one_and_its_orders_say_so() -> None:
    view = Scene(FRONT.format(round=5)).state.view(USSR)
    before = view.record.tobytes()
    lines = General(operations=Repertoire("a")).plan(view, Budget())
    assert view.record.tobytes() == before
    struck = [
        line for line in lines if line.text["en"].startswith(("Strike in Ukraine: ", "Strike in Eastern"))
    ]
    assert struck
    assert all("times in 100. " in line.text["en"] for line in struck)
    assert any(line.text["fr"].startswith("Frapper en ") for line in struck)
    assert [line.order for line in lines] == [
        line.order for line in General(operations=Repertoire("b")).plan(view, Budget())
    ]  # after the opening the best is made, whatever the seed


def test_openings_vary_with_the_seed_alone() -> None:
    once, again = (first_turns("general:operations=opening", seeds=6) for _ in range(2))
    assert once == again
    assert sum(len(turns) > 1 for turns in once) >= 3
    assert {len(turns) for turns in first_turns("general:operations=off", seeds=2)} == {1}


OPEN = (
    "round: 5\nturn: ussr, noncombat\nRussia: ussr; ussr 5 inf, 1 factory\nCaucasus: ussr; ussr 1 inf\n"
    "Karelia S.S.R.: ussr; ussr 1 factory\nUkraine S.S.R.: germany; germany 5 arm\n"
    "Eastern Europe: germany; germany 3 arm\nGermany: germany; germany 6 inf, 1 ftr, 1 factory\n"
)


def test_who_cannot_hold_the_capital_bars_the_ways_to_it() -> None:
    place = Scene(OPEN)
    for aims, march in ((None, "1 inf Caucasus>Russia"), (Repertoire(1), "1 inf Russia>Karelia S.S.R.")):
        lines = General(operations=aims).plan(place.state.view(USSR), Budget())
        assert [order_text(place.record, line.order) for line in lines[:-1]] == [march]


def test_no_operation_is_named_for_a_place_where_nobody_gathers() -> None:
    stand = next(p for p in repertoire.proposals(front()) if p.operation.name == "stand_in_karelia")
    for there, named in ((0.0, []), (2.0, [stand])):
        war, standing = front(), np.zeros((LANDS, KINDS))
        war.followed = [stand]
        standing[space("karelia"), INFANTRY] = there
        repertoire.stand_by(war, standing)
        assert war.followed == named


def test_other_boards_have_no_operations() -> None:
    war = War(GAME.start({"board": "training"}).view(0))
    assert not Repertoire(1).knows(war)
    assert Repertoire(1).knows(front())
    assert not Repertoire(1, last=2).knows(front(3))
