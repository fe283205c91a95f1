"""Questions that are answered natively and on a device, to compare the answers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from partie.core.game import Game
from partie.wasm.written import walk, write_decision, write_game


def answer(game: Game, request: Mapping[str, Any]) -> Any:
    """Everything shown in a random game, or what programs decide in positions of one.

    A request has the options and the seed of the game and its greatest length; to ask programs, also their
    specs, and the number of moves between two positions."""
    options, seed, longest = request["options"], request["seed"], request["longest"]
    if "specs" not in request:
        return list(write_game(game, options, seed, longest))
    return [
        write_decision(match.state, spec, f"{seed}/{number}")
        for number, match in enumerate(islice(walk(game, options, seed, longest), 0, None, request["every"]))
        for spec in request["specs"]
        if not match.state.over
    ]
