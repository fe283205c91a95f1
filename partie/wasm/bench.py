"""Measures native code and WebAssembly side by side: the same calls, with the same data, in one run.

What is measured is processor time, so that other work on the machine does not count."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from partie.core import registry
from partie.core.agent import ask
from partie.core.game import Game
from partie.search.kernels.games import play_games
from partie.wasm.build import Built
from partie.wasm.description import exported
from partie.wasm.exports import export_name
from partie.wasm.node import Request, run
from partie.wasm.recording import VERBS, Call, positions, recording, specs, types_of, whole_games

ROUNDS = 3
"""Each call is made at least this often; the shortest time counts."""
_WARM = 0.1
"""Short calls are repeated in a module for this many seconds: a browser's compiler needs a while to notice
which functions are worth its effort."""
_LEAST = 5e-4
"""Functions that take less time than this in all calls together, in seconds, are not shown."""
_SHORTEST = 1e-4
_PLIES = (2, 10)
_FIRST_GAMES = 8


@dataclass(frozen=True)
class Speed:
    """The seconds of processor time that the same work takes natively and in WebAssembly; `amount` of it."""

    what: str
    amount: int
    native: float
    wasm: float
    is_rate: bool = False
    """Whether the work is shown as an amount per second, not as the time for all of it."""

    @property
    def ratio(self) -> float:
        """The speed of WebAssembly, where that of native code is 1."""
        return self.native / self.wasm


def measure(game: Game, built: Built, seconds: float) -> list[Speed]:
    """Random games, and every function that the game's programs spend time in, on a few positions."""
    return [_games(game, built, seconds), *_programs(game, built, seconds)]


def _games(game: Game, built: Built, seconds: float) -> Speed:
    """Whole random games: as many as take `seconds` natively."""
    count, took = _FIRST_GAMES, 0.0
    play_games(*whole_games(game, 1))  # compiles
    while True:
        took = _native_seconds(play_games, whole_games(game, count))
        if took > seconds / 2:
            break
        count *= 2
    call = Request(
        exported_name(built, play_games, whole_games(game, count)), whole_games(game, count), ROUNDS
    )
    return Speed("random games", count, took, run(built.path, [call])[0].seconds, True)


def exported_name(built: Built, kernel: Any, arguments: tuple[Any, ...]) -> str:
    """The name by which a module exports a function for such arguments."""
    signature = types_of(kernel.typeof_pyval(argument) for argument in arguments)
    name = export_name(kernel)
    found = exported(built.description, name, signature)
    assert found is not None, f"{name} is not exported"
    return found


def _programs(game: Game, built: Built, seconds: float) -> Iterator[Speed]:
    """Every function that the programs call, in the calls that decisions in a few positions make.

    Calls of a function are left out once those before take `seconds` natively."""
    for what, calls in _calls(game).items():
        native, requests = 0.0, []
        for call in calls:
            name = exported(built.description, call.name, types_of(call.signature))
            if name is not None and native < seconds:
                took = _native_seconds(call.kernel, call.before)
                native += took
                requests.append(Request(name, call.before, max(ROUNDS, int(_WARM / max(took, _SHORTEST)))))
        if native >= _LEAST:
            wasm = sum(reply.seconds for reply in run(built.path, requests))
            yield Speed(what, len(requests), native, wasm)


def _calls(game: Game) -> dict[str, list[Call]]:
    """The calls of each function but the verbs, in the decisions of every program, by the function's name.

    A verb is called for its answer, not for its speed, and takes less time than the way to it."""
    found: dict[str, list[Call]] = defaultdict(list)
    for spec in specs(game):
        with recording(game, keeps=True) as recorder:
            for state in positions(game, "bench", _PLIES):
                ask(registry.build_agent(game, spec), state.view(state.to_move))
        for call in recorder.calls:
            if call.name not in VERBS:
                found[call.name].append(call)
    return found


def _native_seconds(kernel: Any, arguments: tuple[Any, ...]) -> float:
    """The least processor time of a native call with these arguments, copied anew for each round."""
    shortest = float("inf")
    for _ in range(ROUNDS):
        fresh = _writable(arguments)
        began = time.thread_time()
        kernel(*fresh)
        shortest = min(shortest, time.thread_time() - began)
    return shortest


def _writable(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_writable_one(argument) for argument in arguments)


def _writable_one(value: Any) -> Any:
    if isinstance(value, tuple):
        parts: Sequence[Any] = [_writable_one(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, np.void):
        return np.frombuffer(bytearray(value.data), value.dtype).view(np.recarray)[0]
    if isinstance(value, np.ndarray):
        copy = np.frombuffer(bytearray(value.tobytes()), value.dtype).reshape(value.shape)
        return copy.view(np.recarray) if value.dtype.names else copy
    return value
