"""Questions that are answered natively and on a device, to compare the answers (`checking.py`)."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import count, islice
from typing import Any

from partie.core.game import Game, State
from partie.core.walks import random_positions
from partie.wasm.written import write_decision, write_game


def answer(game: Game, request: Mapping[str, Any]) -> list[Any]:
    """Everything shown in a random game, or what a program decides in positions of some.

    A request has the options and the seed of the game, its greatest length and the number of moves between
    two positions; to ask a program, also its spec, the number of moves before the first position, and the
    number of positions. Or it has a function, by its module and name, to be called with some arguments."""
    if "call" in request:
        function = getattr(import_module(request["call"][0]), request["call"][1])
        return [exact(function(*request["arguments"]))]
    options, seed, longest = request["options"], request["seed"], request["longest"]
    if "spec" not in request:
        return list(write_game(game, options, seed, longest, request["every"]))
    plies = range(request["first"], longest, request["every"])
    found = islice(positions(game, options, seed, plies), request["count"])
    return [exact(write_decision(state, request["spec"], seed)) for state in found]


def positions(game: Game, options: Mapping[str, Any], seed: str, plies: range) -> Iterator[State]:
    """Positions of one random game after the other, after these numbers of moves, without an end."""
    for number in count():
        yield from random_positions(game, f"{seed}/{number}", plies, options)


def exact(value: Any) -> Any:
    """JSON in which a number that is not an integer is written as its bits: no two machines round alike."""
    if isinstance(value, float):
        return {"bits": str(int.from_bytes(struct.pack(">d", value), "big"))}
    if isinstance(value, Mapping):
        return {name: exact(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [exact(part) for part in value]
    return value
