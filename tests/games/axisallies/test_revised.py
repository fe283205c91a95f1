"""The world with the units of 2004: artillery that supports infantry, and destroyers that hunt submarines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from partie.core.compiled.chance import new_chance
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.odds.battle import Battle, Stop, force
from partie.games.axisallies.odds.calculator import exact_odds
from partie.games.axisallies.rules.board import ALL_BOARDS, WORLD
from partie.games.axisallies.rules.files import BOARD_IDS
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
