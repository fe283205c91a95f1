"""Random games: no impossible positions, every listed order is legal, and positions and orders read back from
text.
"""

import json
from typing import Any

import numpy as np
import pytest

from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.errors import BadPosition, IllegalMove
from partie.core.game import State
from partie.core.match import Match
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.rules.board import (
    CLASS,
    DEGREE,
    IPC,
    LAND_KIND,
    LANDS,
    NEIGHBOURS,
    POWERS,
    SEA_KIND,
    SIDE,
    SPACES,
)
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.orders import order
from partie.games.axisallies.rules.state import (
    BUY,
    COMBAT,
    RESEARCH,
    SHIPS,
)
from partie.games.axisallies.rules.units import (
    FACTORY,
    FIGHTER,
    TRANSPORT,
)
from partie.games.axisallies.text.notation import (
    order_text,
    read_order,
)

IRON_BLITZ = GAME.preset_options("iron_blitz")
EVERYTHING = {
    **IRON_BLITZ,
    "iron_blitz_units": True,
    "paratroops": True,
    "scorched_earth": True,
    "two_hit_battleship": True,
    "fighters_on_new_carriers": True,
    "unplaced": "kept",
    "new_complexes": "unlimited",
    "aa_casualties": "each_die_its_plane",
    "raid_cap": "territory",
    "one_panama_sea_zone": True,
}
GAMES = [
    ({}, 1),
    ({}, 2),
    (IRON_BLITZ, 3),
    (EVERYTHING, 4),
    ({"low_luck": True, "kamikaze": True, "ships_reposition_early": True, "column_losses": False}, 5),
]


def sane(record: Any) -> None:
    """Check what holds in every position."""
    assert (record.units >= 0).all()
    assert (record.fresh >= 0).all()
    assert (record.flown >= 0).all()
    assert (record.raiding >= 0).all()
    assert (record.idle >= 0).all()
    assert (record.cash >= 0).all()
    assert (record.bought >= 0).all()
    assert (record.doomed >= 0).all()
    own = record.units[:, record.power]
    assert (record.fresh <= own).all()
    assert (record.flown.sum(axis=2) <= own[:, FIGHTER : FIGHTER + 2]).all()
    assert (record.raiding + record.idle[:, 1] <= record.flown[:, 1]).all()
    assert (record.owner[LANDS:] == -1).all()
    sea, land = CLASS == SEA_KIND, (CLASS == LAND_KIND) | (np.arange(len(CLASS)) == FACTORY)
    assert not record.units[:LANDS][:, :, sea].any()
    assert not record.units[LANDS:][:, :, land].any()
    counted = np.zeros((SPACES, POWERS), int)
    for row in range(SHIPS):
        if record.ship_zone[row] >= 0:
            counted[record.ship_zone[row], record.ship_owner[row]] += 1
        else:
            assert (record.cargo_kind[row] < 0).all()
    assert (counted == record.units[:, :, TRANSPORT]).all()
    for space in range(LANDS):
        owner = int(record.owner[space])
        factories = record.units[space, :, FACTORY]
        assert factories.sum() <= 1
        assert not factories.any() or factories[owner] == 1
        for power in range(POWERS):
            strangers = owner < 0 or SIDE[owner] != SIDE[power]
            if strangers and record.units[space, power].any():
                assert power == record.power, "units stay in enemy land only during their own turn"
                assert record.phase not in (RESEARCH, BUY)
    assert sum(int(production(record, power)) for power in range(POWERS)) <= IPC.sum()


def peaceful(record: Any) -> None:
    """Check what holds at the beginning of a turn: no fighter without a deck, no aircraft over enemy land."""
    for zone in range(LANDS, SPACES):
        for side in range(2):
            members = [power for power in range(POWERS) if SIDE[power] == side]
            fighters = sum(int(record.units[zone, power, 2]) for power in members)
            assert fighters <= 2 * sum(int(record.units[zone, power, 7]) for power in members)
            assert not any(record.units[zone, power, 3] for power in members)


@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_random_games_stay_sane(options: Any, seed: int) -> None:
    match = Match(GAME, {**options, "rounds": 3}, seed)
    record, chance = match.state.record, new_chance(seed, "orders")
    out = np.empty(rules.MOVES, np.int64)
    last = int(record.power)
    while not rules.over(record):
        count = int(rules.moves(record, out))
        assert 0 < count < rules.MOVES
        assert len(set(out[:count].tolist())) == count
        rules.play(record, out[below(chance, count)], chance)
        sane(record)
        if record.power != last:
            last = int(record.power)
            peaceful(record)
    assert GAME.outcome(State(GAME, record)) is not None


@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_every_listed_order_is_legal_and_reads_back(options: Any, seed: int) -> None:
    record = GAME.start({**options, "rounds": 1}).record
    chance, out = new_chance(seed, "texts"), np.empty(rules.MOVES, np.int64)
    while not rules.over(record):
        count = int(rules.moves(record, out))
        for code in out[:count].tolist():
            assert check(record, code) == 0
            assert read_order(record, order_text(record, code)) == code
        rules.play(record, out[below(chance, count)], chance)


def wander(record: Any, space: int, steps: int, chance: Any) -> int:
    """The position after a number of random moves."""
    for _ in range(steps):
        near = NEIGHBOURS[record.graph, space, : DEGREE[record.graph, space]]
        space = int(near[below(chance, len(near))])
    return space


@pytest.mark.parametrize(("options", "seed"), GAMES[:4])
def test_every_legal_order_is_listed(options: Any, seed: int) -> None:
    """Random orders are listed if they are legal and name transports and ways as listings do."""
    record = GAME.start({**options, "rounds": 2}).record
    chance, out = new_chance(seed, "random orders"), np.empty(rules.MOVES, np.int64)
    found = 0
    while not rules.over(record):
        count = int(rules.moves(record, out))
        listed = set(out[:count].tolist())
        if record.phase in (2, 4):
            own = record.units[:, record.power]
            held = np.flatnonzero(own.any(axis=1))
            for _ in range(60 if len(held) else 0):
                src = int(held[below(chance, len(held))])
                units = np.flatnonzero(own[src])
                unit = int(units[below(chance, len(units))])
                via = -1 if below(chance, 2) else wander(record, src, 1, chance)
                dst = wander(record, src, int(below(chance, 4)) + 1, chance)
                code = int(order(3, 1, unit, src, via, dst, 0, 0, int(below(chance, 3))))
                if check(record, code) == 0:
                    found += 1
                    assert code in listed
        rules.play(record, out[below(chance, count)], chance)
    assert found > 0


@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_positions_read_back_exactly(options: Any, seed: int) -> None:
    state = GAME.start({**options, "rounds": 1})
    record, chance, out = state.record, new_chance(seed, "positions"), np.empty(rules.MOVES, np.int64)
    number = 0
    while True:
        number += 1
        if number % 7 == 0 or record.phase == COMBAT or rules.over(record):
            text = str(state)
            again = GAME.position(text, {**options, "rounds": 1})
            assert str(again) == text
            assert bytes(again) == bytes(state)
        if rules.over(record):
            return
        rules.play(record, out[below(chance, int(rules.moves(record, out)))], chance)


def test_views_are_json_and_text() -> None:
    match = Match(GAME, {"rounds": 1}, 11)
    chance = new_chance("views")
    while not match.state.over:
        moves = match.state.moves
        match.play(moves[int(below(chance, len(moves)))])
        view = match.state.view(0)
        shown = json.loads(json.dumps(view.display()))
        assert shown["phase"] == match.state.view(-1).display()["phase"]
        assert GAME.draw(view).startswith("Round")
    assert shown["victory"] is not None


def test_dice_and_phases_cannot_be_taken_back() -> None:
    match = Match(GAME, {}, 3)
    match.play("end")
    assert match.shown == [1] * 5
    match.play("buy 2 inf")
    match.play("buy 1 arm")
    assert match.shown == [1] * 5, "purchases can"
    match.play("end")
    match.play("5 inf Caucasus>Ukraine S.S.R.")
    assert match.shown == [4] * 5
    match.play("end")
    match.play("fight Ukraine S.S.R.")
    assert match.shown == [len(match.moves)] * 5


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("nonsense", "Line 1"),
        ("turn: germany, lunch", "Line 1"),
        ("round: 0", "Line 1"),
        ("round: 1\nAtlantis: germany", "Line 2: There is no space called 'Atlantis'"),
        ("Germany: germany; germany 4 dragons", "Line 1: 'dragons' is not a unit"),
        ("Germany: germany; germany 1 sub", "Line 1: sub cannot stand in Germany"),
        ("Baltic Sea: germany 1 inf", "Line 1: inf cannot stand in Baltic Sea"),
        ("transport 0: uk, Baltic Sea; uk arm, uk inf", "Line 1: a transport carries"),
        ("transport 0: uk, Baltic Sea", "Baltic Sea has 1 transports"),
        ("Germany: germany; uk 1 factory", "must belong to the power"),
        ("Germany: germany; uk 1 inf", "does not control"),
        ("turn: germany, over, everybody", "write the winner"),
        ("~battle: 200", "Line 1"),
        ("~wishes: 3", "Line 1"),
        ("~flown: Germany/0=1", "Line 1"),
        ("~flown: Germany/0/0=1", "more units can move"),
        ("cash: atlantis 3", "Line 1"),
        ("cash: germany lots", "Line 1"),
        ("techs: germany telepathy", "Line 1"),
    ],
)
def test_bad_positions_get_a_sentence(text: Any, complaint: Any) -> None:
    with pytest.raises(BadPosition, match=complaint) as error:
        GAME.position(text)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "attack",
        "3 inf",
        "3 inf Germany>",
        "buy 3",
        "3 elephants Germany>Poland",
        "fight Atlantis",
        "200 inf Germany>Western Europe",
        "tra 99 Baltic Sea>North Sea",
        "lose 1 pig",
    ],
)
def test_nonsense_is_no_order(text: Any) -> None:
    state = GAME.start()
    with pytest.raises(IllegalMove) as error:
        state.parse(text)
    assert str(error.value)


def test_french_names_are_read() -> None:
    state = Match(GAME, {"research": False}, 1).state
    state.play("end")
    assert read_order(state.record, "2 infanterie Caucase>Ukraine") == read_order(
        state.record, "2 inf Caucasus>Ukraine S.S.R."
    )
