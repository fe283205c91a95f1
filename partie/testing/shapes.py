"""Checking that what a game shows has the shapes it declares."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from partie.core.game import Game, State, View
from partie.core.shapes import shapes_of


@cache
def _checkers(name: str, *shapes: tuple[str, Any]) -> dict[str, TypeAdapter[Any]]:
    return {what: TypeAdapter(shape) for what, shape in shapes}


def check_shape(game: Game, what: str, shown: Any) -> None:
    """Raise an error unless a `view`, `move` or entry of `legal` has its declared shape and is plain JSON."""
    checkers = _checkers(game.name, *shapes_of(game).items())
    if what in checkers:
        checkers[what].validate_python(shown, strict=True)
    json.dumps(shown)


def check_shown(state: State) -> None:
    """Check a position as shown to each seat, to a spectator, and with nothing hidden."""
    for seat in range(-1, state.seats):
        check_shape(state.game, "view", state.view(seat).display())
    check_shape(state.game, "view", state.open_view(-1).display())
    if not state.over:
        _check_moves(state.view(state.to_move))


def _check_moves(view: View) -> None:
    game, moves = view.game, view.moves
    for move in moves:
        data = game.notation.move_data(view.record, move)
        if data is not None:
            check_shape(game, "move", data)
    for entry in game.notation.legal_data(view.record, moves) or ():
        check_shape(game, "legal", entry)
