"""Orders as data: every legal order once, in the order of the list, with the fields its text has."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from partie.core.match import Match
from partie.games.axisallies import GAME
from partie.games.axisallies.rules.board import POWER_IDS, SPACE_IDS, SPACE_NAMES, TECH_IDS
from partie.games.axisallies.rules.orders import ORDER_KINDS
from partie.games.axisallies.rules.state import PHASES, THROWERS
from partie.games.axisallies.rules.units import UNIT_IDS
from partie.games.axisallies.text import shapes
from partie.games.axisallies.text.names import SHORT
from partie.testing.play import play_on

SPACES = {identity: SPACE_NAMES[number]["en"] for number, identity in enumerate(SPACE_IDS)}
UNITS = dict(zip(UNIT_IDS, SHORT, strict=True))


def test_the_shapes_have_the_names_of_the_board() -> None:
    assert get_args(shapes.Unit) == UNIT_IDS
    assert tuple(shapes.Army.__annotations__) == UNIT_IDS
    assert get_args(shapes.Power) == tuple(shapes.Forces.__annotations__) == POWER_IDS
    assert get_args(shapes.Tech) == TECH_IDS
    assert get_args(shapes.Phase) == PHASES
    assert len(get_args(shapes.OrderKind)) == ORDER_KINDS
    assert set(get_args(shapes.Dice.__annotations__["by"].__forward_arg__)) <= set(THROWERS)


def expanded(entries: list[Any]) -> list[dict[str, Any]]:
    """The single orders that entries stand for, as the shape says."""
    found = []
    for entry in entries:
        alike = {name: value for name, value in entry.items() if name not in ("n", "most", "to")}
        for to in entry.get("to", [None]):
            for n in range(entry["n"], entry.get("most", entry["n"]) + 1) if "n" in entry else [None]:
                fields = {**alike, "to": to, "n": n}
                found.append({name: value for name, value in fields.items() if value is not None})
    return found


def listed(order: Any) -> dict[str, Any]:
    """An order as it is listed: what its transport is and has aboard is in the view."""
    left_out = ("cargo", "power") if "cargo" in order else ()
    return {name: value for name, value in order.items() if name not in left_out}


def written(order: dict[str, Any]) -> set[str]:
    """Words that are in the text of this order."""
    words = {SPACES[order[name]] for name in ("via", "to") if name in order}
    if "from" in order:
        words.add(SPACES[order["from"]])
    if "n" in order:
        words.add(str(order["n"]))
    if "unit" in order and order["kind"] != "sail":
        words.add(UNITS[order["unit"]])
    if "row" in order:
        words.add(f"tra {order['row']}")
    return words | {order[name] for name in ("way", "power") if name in order and "cargo" not in order}


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_order_is_there_once_and_says_what_its_text_says(seed: int) -> None:
    match = Match(GAME, seed=seed)
    kinds: set[str] = set()
    while not match.state.over and len(match.moves) < 400:
        view, moves = match.view(), match.state.moves
        singles = expanded(GAME.notation.legal_data(view.record, moves) or [])
        data = [GAME.notation.move_data(view.record, move) for move in moves]
        assert singles == [listed(one) for one in data]
        for move, one in zip(moves, data, strict=True):
            text = view.text(move)
            assert all(word in text for word in written(one)), (text, one)
            kinds.add(one["kind"])
        play_on(match, 1, f"{seed}/{len(match.moves)}")
    assert len(match.data) == len(match.moves)
    assert {"move", "buy", "end", "fight", "place"} <= kinds


def test_a_played_order_remembers_what_the_transport_had_aboard() -> None:
    match = Match(GAME, seed=1)
    while not match.data or "cargo" not in match.data[-1]:
        play_on(match, 1, f"cargo/{len(match.moves)}")
    order, text = match.data[-1], match.moves[-1]
    aboard = [f"{n} {UNITS[unit]}" for army in order["cargo"].values() for unit, n in army.items()]
    assert all(words in text for words in aboard)
    match.take_back()
    assert len(match.data) == len(match.moves)
