"""Distances: plain ones, legal ones, ranges and landing places."""

from typing import Any

import numpy as np
import pytest

from partie.games.axisallies import GAME
from partie.games.axisallies.players.staff.distances import (
    AIR,
    LAND,
    SEA,
    distance,
    in_range,
    landings,
    plain_distance,
    steps_table,
    ways,
)
from partie.games.axisallies.rules.board import (
    FAR,
    HUDSON_BAY,
    LANDS,
    SPACES,
    space,
)
from tests.games.axisallies.scenes import Scene


@pytest.fixture(scope="module")
def begun() -> Any:
    """The position at the start; not made while tests are collected, which every process does."""
    return GAME.start().record


def test_tables_are_distances() -> None:
    for element in (AIR, LAND, SEA):
        steps = steps_table(HUDSON_BAY, element).astype(int)
        assert (steps == steps.T).all()
        assert (steps <= np.minimum(steps[:, :, None] + steps[None, :, :], FAR).min(axis=1)).all()
    assert steps_table(HUDSON_BAY, AIR).max() == 9
    assert (steps_table(HUDSON_BAY, LAND)[LANDS:] == FAR).all()


def test_plain_distances() -> None:
    assert plain_distance(HUDSON_BAY, "armor", space("germany"), space("russia")) == 3
    assert plain_distance(HUDSON_BAY, "armor", space("germany"), space("united-kingdom")) is None
    assert plain_distance(HUDSON_BAY, "fighter", space("germany"), space("united-kingdom")) == 3
    assert plain_distance(HUDSON_BAY, "battleship", space("sz-east-med"), space("sz-red-sea")) == 1


def test_legal_distances(begun: Any) -> None:
    germany, eastern, ukraine, karelia = (
        space(s) for s in ("germany", "eastern-europe", "ukraine", "karelia")
    )
    assert distance(begun, "infantry", "noncombat", germany, ukraine, 1) == 2
    assert distance(begun, "infantry", "noncombat", germany, karelia, 1) is None
    assert distance(begun, "armor", "combat_move", eastern, karelia, 1) == 1
    assert distance(begun, "armor", "combat_move", eastern, space("russia"), 1) is None, "Karelia is defended"
    assert distance(begun, "submarine", "combat_move", space("sz-baltic"), space("sz-spain"), 1) is None
    assert distance(begun, "submarine", "noncombat", space("sz-central-med"), space("sz-black-sea"), 1) == 1
    red = distance(begun, "submarine", "noncombat", space("sz-central-med"), space("sz-red-sea"), 1)
    assert red is None or red > 2, "Suez is British and the sea is long"


@pytest.mark.parametrize("unit", ["infantry", "armor", "fighter", "bomber", "submarine"])
@pytest.mark.parametrize("phase", ["combat_move", "noncombat"])
def test_legal_ways_are_never_shorter_than_plain_ones(begun: Any, unit: Any, phase: Any) -> None:
    for start in range(SPACES):
        found = ways(begun, unit, phase, start, 1)
        for goal in range(SPACES):
            if found[goal] < FAR and goal != start:
                plain = plain_distance(int(begun.graph), unit, start, goal)
                assert plain is None or found[goal] >= plain


def test_ranges(begun: Any) -> None:
    assert set(in_range(begun, "infantry", "noncombat", space("germany"), 1, 1)) == {
        space("eastern-europe"),
        space("southern-europe"),
        space("western-europe"),
    }


def test_landing_places() -> None:
    scene = Scene("turn: japan, noncombat\nOkinawa waters: japan 1 car, 1 ftr\nWake Island: usa")
    here = space("sz-okinawa")
    assert here in landings(scene.record, "fighter", here, 0)
    assert landings(scene.record, "bomber", here, 0) == []
    assert set(landings(scene.record, "bomber", here, 1)) == {space("okinawa")}
    assert space("wake-island") not in landings(scene.record, "fighter", here, 4)
