"""The training board: a second board for the same engine, from its own file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadOption
from partie.core.match import Match
from partie.core.record import read_record, record_of
from partie.core.registry import build_agent
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.odds.battle import Battle, force
from partie.games.axisallies.odds.calculator import exact_odds
from partie.games.axisallies.players.general.agent import General, style
from partie.games.axisallies.rules.board import ALL_BOARDS, DEGREE, LANDS, NEIGHBOURS
from partie.games.axisallies.rules.files import BOARD_IDS
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import CAPITALS
from partie.testing.play import play_on

ROOT = Path(__file__).parents[3]
BOARD = ALL_BOARDS[BOARD_IDS.index("training")]
FILE = json.loads((ROOT / "partie/games/axisallies/rules/training.json").read_text("utf-8"))
MAP = json.loads((ROOT / "web/src/games/axisallies/maps/training.json").read_text("utf-8"))
TRAINING = {"preset": "training"}


def around(graph: int, space: int) -> list[str]:
    return sorted(BOARD.space_ids[near] for near in NEIGHBOURS[graph, space, : DEGREE[graph, space]])


def test_the_engine_has_the_board_of_the_file() -> None:
    state = GAME.start(TRAINING)
    for space in FILE["spaces"]:
        number = BOARD.space(space["id"])
        assert (number < LANDS) == (space["kind"] == "land")
        assert around(int(state.record.graph), number) == sorted(space["neighbours"])
        assert int(BOARD.ipc[number]) == space.get("ipc", 0)
    assert state.seats == 2
    assert [state.record.cash[power] for power in range(2)] == [p["cash"] for p in FILE["powers"]]
    assert set(state.view(0).display()["owners"]) == {s["id"] for s in FILE["spaces"] if s["kind"] == "land"}


def test_both_sides_start_alike() -> None:
    for key in ("ipc", "kind"):
        values = [
            sorted(str(s.get(key)) for s in FILE["spaces"] if s.get("owner") == p["id"])
            for p in FILE["powers"]
        ]
        assert values[0] == values[1]


def test_the_view_names_the_sides_and_capitals_of_the_board() -> None:
    state = GAME.start(TRAINING)
    view = state.view(0).display()
    assert view["sides"] == [power["side"] for power in FILE["powers"]]
    assert view["capitals"] == [power["capital"] for power in FILE["powers"]]
    world = GAME.start({}).view(0).display()
    assert world["sides"] == ["allies", "axis", "allies", "axis", "allies"]
    assert world["capitals"][1] == "germany"
    assert GAME.resignation is not None
    key, data = GAME.resignation(state, 1)
    assert GAME.phrase(key, data)["en"].startswith("Surrender of Germany: the Axis")


def test_the_number_of_seats_follows_the_board() -> None:
    assert GAME.start({}).seats == 5
    with pytest.raises(BadOption, match="board=training is for 2 players, not 5"):
        GAME.start(TRAINING, seats=5)
    with pytest.raises(BadOption, match="board=world is for 5 players, not 2"):
        GAME.start({}, seats=2)


def test_only_the_units_of_the_board_are_sold_and_nothing_is_researched() -> None:
    state = GAME.start(TRAINING)
    sold = {text.split()[2] for text in map(state.text, state.moves) if text.startswith("buy")}
    assert sold == {"inf", "arm", "ftr", "tra", "sub"}, "what 11 IPC can buy"
    assert not any(state.text(move).startswith("research") for move in state.moves)


def test_odds_know_the_prices_of_the_board() -> None:
    duel = Battle(force(fighter=1), force(infantry=1))
    here, there = (exact_odds(battle) for battle in (duel.with_options({"board": "training"}), duel))
    assert here is not None
    assert there is not None
    assert here.win == there.win, "the strengths are the same"
    assert here.attacker_loss / there.attacker_loss == pytest.approx(10 / 12)


def test_one_capital_wins() -> None:
    text = "turn: ussr, combat_move\nWestmark: germany; germany 1 factory\nThe Heath: ussr; ussr 2 arm\nEastgate: ussr"
    state, chance = GAME.position(text, TRAINING), new_chance("capital")
    for order in ("1 arm The Heath>Westmark", "end", "end"):
        rules.play(state.record, state.parse(order), chance)
    assert state.over
    assert state.record.victory == CAPITALS
    assert state.scores == [1.0, -1.0]


@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_read_back(seed: int) -> None:
    match = Match(GAME, TRAINING, f"training {seed}")
    while not match.state.over:
        play_on(match, 25, (seed, len(match.moves)))
        state = match.state
        assert str(GAME.position(str(state), TRAINING)) == str(state)
        json.dumps(state.view(0).display())
    record = record_of(match, ["one", "other"])
    assert read_record(str(record)) == record


def test_engine_and_oracle_agree() -> None:
    """In a process of its own: the oracle reads its facts from one board when it is imported."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.axisallies.duel", "4"],
        env={**os.environ, "ORACLE_BOARD": "training", "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    for rule in ("landing", "retreat by land", "cargo went down", "first strike", "gun fired at a battle"):
        assert rule in run.stdout, rule


@pytest.mark.parametrize(
    "specs",
    [
        ("greedy", "greedy:judges=count,fronts=one"),
        ("strategist:ways=2", "greedy"),
        ("random", "expert"),
        ("general", "germany-2009"),
        ("general:doctrine=plain", "hybrid:playouts=12"),
    ],
)
def test_programs_play_to_the_end(specs: tuple[str, str]) -> None:
    match = Match(GAME, TRAINING, f"programs {specs}")
    agents: list[Any] = [build_agent(GAME, spec, seat) for seat, spec in enumerate(specs)]
    while not match.state.over:
        view = match.state.view(match.state.to_move)
        match.play(agents[view.seat].decide(view, Budget()).move)
    assert match.state.record.round_number <= 10


def test_the_general_plans_itself_here() -> None:
    """No other program stands in for it, and its two doctrines are two programs."""
    match = Match(GAME, TRAINING, "general")
    view = match.state.view(0)
    own, plain = (
        [line.order for line in build_agent(GAME, spec, 0).orders(view, Budget())]  # type: ignore[attr-defined]
        for spec in ("general", "general:doctrine=plain")
    )
    assert own == [line.order for line in General(style("tuned", board=BOARD.number)).plan(view, Budget())]
    assert plain == [line.order for line in General(style("plain")).plan(view, Budget())]
    assert not np.array_equal(style("tuned").doctrine, style("tuned", board=BOARD.number).doctrine)


def test_a_general_without_ships_and_with_one_neighbour_plans_every_phase() -> None:
    """Nobody has ships or aircraft, and half of the powers the tables have room for do not exist."""
    text = "Westmark: germany; germany 3 inf, 1 factory\nThe Heath: germany; germany 1 inf\nThe Moors: ussr; ussr 4 inf, 2 arm\nEastgate: ussr; ussr 1 factory"
    for phase in ("buy", "combat_move", "noncombat"):
        view = GAME.position(f"turn: ussr, {phase}\ncash: ussr 12\n{text}", TRAINING).view(0)
        war = General().situation(view)
        assert (war.friends, war.foes) == ([0], [1])
        assert war.threats[:, :LANDS].any(axis=(1, 2)).tolist() == [False, True, False, False, False]
        orders = [line.order for line in General().plan(view, Budget())]
        assert check(view.record, orders[0]) == LEGAL
        assert len(orders) > 1 or phase == "noncombat", "it finds something to do"


# the drawn map


def corners(path: str) -> list[list[tuple[int, int]]]:
    """The points of the pieces of a path: where each begins, then steps."""
    pieces = []
    for piece in re.findall(r"M[^M]+", path):
        (x, y), *steps = [tuple(map(int, pair)) for pair in re.findall(r"(-?\d+) (-?\d+)", piece)]
        points = [(x, y)]
        for dx, dy in steps:
            x, y = x + dx, y + dy
            points.append((x, y))
        pieces.append(points)
    return pieces


def borders(name: str) -> set[frozenset[tuple[int, int]]]:
    """The steps around a space; east and west of the map are one line."""
    found = set()
    for points in corners(MAP["spaces"][name]["path"]):
        for here, there in pairwise([*points, points[0]]):
            ends = [(x % MAP["width"], y) for x, y in (here, there)]
            found.add(frozenset(ends))
    return found


def test_neighbours_touch_on_the_map_and_others_do_not() -> None:
    around_it = {space["id"]: set(space["neighbours"]) for space in FILE["spaces"]}
    steps = {name: borders(name) for name in MAP["spaces"]}
    for one in steps:
        touching = {other for other in steps if other != one and steps[one] & steps[other]}
        assert touching == around_it[one], one


def test_the_map_has_the_spaces_and_capitals_of_the_board() -> None:
    assert set(MAP["spaces"]) == {space["id"] for space in FILE["spaces"]}
    assert not set(MAP["spaces"]) & set(ALL_BOARDS[0].space_ids), "pages find a space by its id alone"
    capitals = {place["capital"]: name for name, place in MAP["spaces"].items() if "capital" in place}
    assert capitals == {power["id"]: power["capital"] for power in FILE["powers"]}
