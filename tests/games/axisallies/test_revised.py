"""The world with the units of 2004: artillery that supports infantry, and destroyers that hunt submarines."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.odds.battle import Battle, Stop, force
from partie.games.axisallies.odds.calculator import exact_odds
from partie.games.axisallies.players.general import odds as estimates
from partie.games.axisallies.players.general.agent import General, Style
from partie.games.axisallies.players.staff.warfare import outlook
from partie.games.axisallies.rules.board import ALL_BOARDS, WORLD
from partie.games.axisallies.rules.files import BOARD_IDS
from partie.games.axisallies.rules.state import ROUNDS_PLAYED
from partie.games.axisallies.rules.units import ARMOR, ARTILLERY, FIGHTER, INFANTRY, KINDS
from partie.games.axisallies.text.notation import order_text
from partie.testing.perft import perft
from tests.games.axisallies.theatres import PERFT, REVISED

ROOT = Path(__file__).parents[3]
BOARD = ALL_BOARDS[BOARD_IDS.index("revised")]
OPTIONS = {"preset": "revised"}


def test_it_is_the_world_with_other_units() -> None:
    world = ALL_BOARDS[WORLD]
    assert BOARD.space_ids == world.space_ids
    assert (BOARD.setup == world.setup).all()
    state = GAME.start(OPTIONS)
    assert int(state.record.graph) == int(GAME.start({}).record.graph), "both share their tables"
    view = state.view(0).display()
    assert view["board"] == "revised"
    assert "artillery" in view["sold"]
    assert "destroyer" in view["sold"]
    assert "marine" not in view["sold"]
    assert view["prices"][view["sold"].index("infantry")] == 3
    assert view["strengths"][1] == [3, 3, 2], "armor holds as well as it attacks"
    assert "artillery" not in GAME.start({}).view(0).display()["sold"]


def odds(attackers: tuple[int, ...], defenders: tuple[int, ...], **rest: object) -> float:
    found = exact_odds(Battle(attackers, defenders, board="revised", **rest))  # type: ignore[arg-type]
    assert found is not None
    return found.win


def test_each_artillery_supports_one_infantry() -> None:
    """Against one infantry that never hits back the chance to hit at once is that of the dice."""
    once = Stop(rounds=1)
    alone = odds(force(infantry=2), force(infantry=1), stop=once)
    pair = odds(force(infantry=1, artillery=1), force(infantry=1), stop=once)
    three = odds(force(infantry=2, artillery=1), force(infantry=1), stop=once)
    assert alone == pytest.approx(1 - (5 / 6) ** 2)
    assert pair == pytest.approx(1 - (2 / 3) ** 2), "one infantry hits at two, like the artillery"
    assert three == pytest.approx(1 - (2 / 3) ** 2 * 5 / 6), "the second infantry has no support"


def test_destroyers_fire_back_at_submarines_and_hold_them() -> None:
    wolves, escort = force(submarine=3), force(destroyer=1)
    assert odds(wolves, escort, sea=True) < odds(force(submarine=3), force(carrier=1), sea=True)
    found = exact_odds(
        Battle(force(destroyer=1), force(submarine=1), sea=True, subs_submerge=True, board="revised")
    )
    world = exact_odds(Battle(force(destroyer=1), force(submarine=1), sea=True, subs_submerge=True))
    assert found is not None
    assert world is not None
    assert found.rounds[0].fighting > 0, "the submarine cannot submerge"
    assert world.rounds[0].fighting == 0


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    """The oracle counts the same below."""
    counts, (options, position) = PERFT[name], REVISED[name]
    state = GAME.position(position, options)
    assert [perft(state, depth) for depth in range(len(counts))] == counts


def test_engine_and_oracle_agree() -> None:
    """In a process of its own: the oracle reads its facts from one board when it is imported."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.axisallies.duel", "2"],
        env={**os.environ, "ORACLE_BOARD": "revised"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    reached = ("artillery supports infantry", "destroyers fire back", "first strike", "submarines held by destroyers", "submerged")  # fmt: skip
    for rule in reached:
        assert rule in run.stdout, rule
    for name, counts in PERFT.items():
        assert f"perft {name} {counts}" in run.stdout


def test_artillery_travels_like_infantry() -> None:
    text = "turn: uk, noncombat\nUnited Kingdom: uk; uk 2 art\nNorth Sea and British waters: uk 1 tra\ntransport 0: uk, North Sea and British waters"
    state, chance = GAME.position(text, OPTIONS), new_chance("artillery")
    rules.play(state.record, state.parse("load 2 art United Kingdom>tra 0"), chance)
    assert state.record.cargo_kind[0].tolist() == [12, 12]


# Programs


def test_estimates_of_the_general_are_near_the_exact_odds() -> None:
    """Artillery supports infantry, armor holds better, destroyers hunt."""
    record, rng, errors = GAME.start(OPTIONS).record, random.Random(2), []
    kinds = [INFANTRY, INFANTRY, ARMOR, ARTILLERY, FIGHTER]
    for _ in range(80):
        attackers, defenders = [0] * KINDS, [0] * KINDS
        for force_ in (attackers, defenders):
            for _ in range(rng.randint(1, 9)):
                force_[rng.choice(kinds)] += 1
        attackers[ARTILLERY] += 1
        exact = outlook(record, tuple(attackers), tuple(defenders), BOARD.space("ukraine"), 0)
        found = estimates.outcome(tuple(attackers), tuple(defenders), board=BOARD.number)
        errors.append(abs(found[estimates.TAKE] - exact.take))
    assert np.mean(errors) < 0.06


def test_destroyers_take_the_first_strike_from_submarines_in_estimates() -> None:
    wolves = force(submarine=4)
    hunted = estimates.outcome(wolves, force(destroyer=2), sea=True, board=BOARD.number)
    elsewhere = estimates.outcome(wolves, force(destroyer=2), sea=True, board=WORLD)
    carrier = estimates.outcome(wolves, force(carrier=2), sea=True, board=BOARD.number)
    assert hunted[estimates.TAKE] < min(elsewhere[estimates.TAKE], carrier[estimates.TAKE])


def test_the_general_buys_artillery_and_counts_that_of_the_enemy() -> None:
    text = "Russia: ussr; ussr 12 inf, 1 factory\nUkraine S.S.R.: germany; germany 3 art\nGermany: germany; germany 1 inf"
    view = GAME.position(f"round: 2\nturn: ussr, buy\ncash: ussr 24\n{text}", OPTIONS).view(0)
    war = General().situation(view)
    assert war.threats[1, BOARD.space("caucasus"), ARTILLERY] == 3
    bought = [order_text(view.record, line.order) for line in General().plan(view, Budget())]
    assert any(line.startswith("buy") and line.endswith("art") for line in bought), bought


@pytest.mark.parametrize("spec", ["general", "hybrid:playouts=8"])
def test_generals_play_to_the_end(spec: str) -> None:
    """All powers; artillery is bought and moves, and transports carry it."""
    match = Match(GAME, {**OPTIONS, "rounds": 2 if spec == "general" else 1}, "revised generals")
    agents = [build_agent(GAME, spec, seat) for seat in range(5)]
    said: list[str] = []
    while not match.state.over:
        view = match.state.view(match.state.to_move)
        move = agents[view.seat].decide(view, Budget()).move
        said.append(order_text(match.state.record, move))
        match.play(move)
    assert any(re.fullmatch(r"buy \d+ art", text) for text in said)
    if spec == "general":
        assert any(re.match(r"\d+ art .*>", text) for text in said)


def test_with_the_units_of_the_third_edition_destroyers_escort_transports() -> None:
    """Where they are sold, ships that would be sunk alone are built under a cheap escort."""
    text = "United Kingdom: uk; uk 2 inf, 1 factory\nBaltic Sea: germany 2 sub\nWestern Europe: germany; germany 1 inf\nGermany: germany; germany 1 inf"
    bought = {}
    for sold in (False, True):
        options = {"iron_blitz_units": sold}
        state = GAME.position(f"round: 2\nturn: uk, buy\ncash: uk 36\n{text}", options)
        view = state.view(int(state.record.power))
        plan = General(Style(builds=False)).plan(view, Budget())
        bought[sold] = [order_text(view.record, line.order) for line in plan]
    assert any(line.endswith("des") for line in bought[True]), bought
    assert not any(line.endswith("des") for line in bought[False])


@pytest.mark.parametrize(
    ("options", "unit"),
    [({"preset": "iron_blitz", "iron_blitz_units": True}, "des"), (OPTIONS, "art")],
    ids=["third edition", "2004"],
)
def test_a_whole_war_with_more_units_is_played_to_its_end(options: dict[str, Any], unit: str) -> None:
    """All powers for six rounds: the new units are bought, placed, and lost or used in battles."""
    match = Match(GAME, {**options, "rounds": 6}, "a whole war")
    agents = [build_agent(GAME, "general", seat) for seat in range(5)]
    orders, fought = dict[str, int](), 0
    while not match.state.over:
        view = match.state.view(match.state.to_move)
        move = agents[view.seat].decide(view, Budget()).move
        text = order_text(match.state.record, move)
        if re.fullmatch(rf"(buy|place) \d+ {unit}( .*)?", text):
            word = text.split()[0]
            orders[word] = orders.get(word, 0) + int(text.split()[1])
        fought += text.startswith("fight ")
        match.play(move)
    record = match.state.record
    assert record.victory == ROUNDS_PLAYED
    assert record.round_number >= 6
    assert orders["buy"] >= orders["place"] > 0
    assert fought > 30
