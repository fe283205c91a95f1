"""The numbers and the legal and illegal orders the rules state."""

import math
from typing import Any

import numpy as np
import pytest

from partie.core.compiled.chance import new_chance
from partie.core.compiled.verbs import copy
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.rules.board import (
    BOARD_CASH,
    CAPITAL,
    IPC,
    LANDS,
    POWERS,
    SETUP,
    SPACES,
    WORLD,
)
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.refusals import (
    LEGAL,
    NOT_NEIGHBOURS,
    NOT_THE_COAST,
    OUT_OF_RANGE,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    FACTORY,
)
from tests.games.axisallies.scenes import Scene, shares

BATTLES = 4000


def test_the_setup() -> None:
    assert (SPACES, LANDS) == (128, 70)
    assert SETUP[:, :, FACTORY].sum() == 8
    assert SETUP[:, :, AA_GUN].sum() == 9
    others = SETUP.sum(axis=(0, 2)) - SETUP[:, :, FACTORY].sum(axis=0) - SETUP[:, :, AA_GUN].sum(axis=0)
    assert others.tolist() == [27, 40, 23, 32, 22]
    state = GAME.start().record
    empty = [s for s in range(LANDS) if state.owner[s] >= 0 and not state.units[s].any()]
    assert len(empty) == 15
    assert (state.units == SETUP).all()


def test_money() -> None:
    state = GAME.start().record
    assert BOARD_CASH[WORLD].tolist() == [24, 32, 30, 25, 36]
    assert [int(production(state, power)) for power in range(POWERS)] == BOARD_CASH[WORLD].tolist()
    assert IPC.sum() == 147
    assert all(state.owner[CAPITAL[power]] == power for power in range(POWERS))


def one_on_one(unit: str) -> dict[str, float]:
    text = (
        f"turn: germany, combat_move\nGermany: germany; germany 1 {unit}\nEastern Europe: ussr; ussr 1 {unit}"
    )
    order = f"1 {unit} Germany>Eastern Europe"
    return shares(text, "Eastern Europe", who_won("Eastern Europe", unit), BATTLES, order)


def who_won(space: str, *kinds: str) -> Any:
    def verdict(scene: Scene) -> str:
        attackers = sum(scene.units(space, "germany", kind) for kind in kinds)
        defenders = sum(scene.units(space, "ussr", kind) for kind in kinds)
        return "won" if attackers else "lost" if defenders else "both"

    return verdict


def close(share: float, expected: float, n: int = BATTLES) -> bool:
    return abs(share - expected) < 4.5 * math.sqrt(expected * (1 - expected) / n)


def test_one_infantry_against_another() -> None:
    share = one_on_one("inf")
    assert close(share["won"], 1 / 4)
    assert close(share["both"], 1 / 8)
    assert close(share["lost"], 5 / 8)


def test_one_armor_against_another() -> None:
    share = one_on_one("arm")
    assert close(share["won"], 1 / 2)
    assert close(share["both"], 1 / 4)
    assert close(share["lost"], 1 / 4)


def test_a_submarine_against_a_transport() -> None:
    text = "turn: germany, combat_move\nBaltic Sea: germany 1 sub\nNorth Sea and British waters: uk 1 tra"
    share = shares(
        text,
        "North Sea and British waters",
        lambda scene: "won" if scene.units("North Sea and British waters", "germany", "sub") else "lost",
        BATTLES,
        "1 sub Baltic Sea>North Sea and British waters",
    )
    assert close(share["won"], 3 / 4)


@pytest.mark.parametrize("column_losses", [True, False])
def test_the_larger_battle(column_losses: Any) -> None:
    text = """turn: germany, combat_move
Germany: germany; germany 4 inf, 3 arm
Eastern Europe: ussr; ussr 5 inf, 1 arm"""
    share = shares(
        text,
        "Eastern Europe",
        who_won("Eastern Europe", "inf", "arm"),
        BATTLES,
        "4 inf Germany>Eastern Europe",
        "3 arm Germany>Eastern Europe",
        column_losses=column_losses,
    )
    assert close(share["won"], 0.7891)
    assert close(share["both"], 0.0207)


@pytest.mark.parametrize(("techs", "yields"), [("", 35 / 12), ("techs: uk heavy_bombers", 35 / 4)])
def test_a_raid_over_a_gun(techs: Any, yields: Any) -> None:
    text = f"""turn: uk, combat_move
cash: germany 1000
{techs}
United Kingdom: uk; uk 1 bom
Germany: germany; germany 1 aa, 1 factory"""
    scene = Scene(text)
    scene.play("raid 1 bom United Kingdom>Germany").play("end")
    before, total = scene.state.copy(), []
    for number in range(BATTLES):
        copy(before.record, scene.record)
        rules.play(scene.record, scene.code("fight Germany"), new_chance("raid", number))
        total.append(1000 - scene.cash("germany"))
    assert abs(np.mean(total) - yields) < 4.5 * np.std(total) / np.sqrt(BATTLES)


def germany_moves() -> Scene:
    """Germany's first turn, in combat movement."""
    text = str(GAME.start()).replace("ussr, research", "germany, combat_move")
    return Scene(text)


def test_the_armor_of_libya_reaches_egypt_on_the_first_turn() -> None:
    scene = germany_moves()
    order = "1 arm Libya>French Equatorial Africa>Anglo-Egypt Sudan"
    assert scene.listed(order)
    scene.play(order)
    assert scene.owner("French Equatorial Africa") == "germany"
    assert scene.units("Anglo-Egypt Sudan", "germany", "arm") == 1
    assert scene.owner("Anglo-Egypt Sudan") == "uk"


@pytest.mark.parametrize(
    ("here", "there"),
    [("Gibraltar", "Algeria"), ("Eastern Europe", "Turkey"), ("Finland-Norway", "Eastern Europe")],
)
@pytest.mark.parametrize("phase", ["combat_move", "noncombat"])
def test_no_way_by_land(here: Any, there: Any, phase: Any) -> None:
    text = f"turn: germany, {phase}\ncash: germany 30\n{here}: germany; germany 1 inf, 1 arm"
    if phase == "noncombat":
        text += f"\n{there}: germany"
    elif there != "Turkey":
        text += f"\n{there}: uk"
    scene = Scene(text)
    for unit in ("inf", "arm"):
        order = f"1 {unit} {here}>{there}"
        assert scene.why(order) == (NOT_NEIGHBOURS if phase == "combat_move" else OUT_OF_RANGE)
        assert not scene.listed(order)


def test_no_landing_in_kwangtung_from_the_sea_of_japan() -> None:
    text = """turn: usa, combat_move
Sea of Japan and Japanese waters: usa 1 tra
transport 0: usa, Sea of Japan and Japanese waters; usa inf
Kwangtung: japan; japan 1 inf
Manchuria: japan; japan 1 inf"""
    scene = Scene(text)
    assert scene.why("unload 1 inf tra 0>Kwangtung") == NOT_THE_COAST
    assert scene.why("unload 1 inf tra 0>Manchuria") == LEGAL
