"""Measures native code and WebAssembly side by side: the same calls, with the same data, in one run, in Node
and in Chromium.

What is measured is processor time, so that other work on the machine does not count. A page of a browser
cannot know it: there it is elapsed time, the least of several calls, and longer if the machine is busy."""

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
from partie.wasm import node
from partie.wasm.build import Built
from partie.wasm.chromium import Run
from partie.wasm.description import exported
from partie.wasm.exports import export_name
from partie.wasm.node import Request
from partie.wasm.recording import VERBS, Call, positions, recording, specs, types_of, whole_games

ROUNDS = 3
"""Each call is made at least this often; the shortest time counts."""
_WARM = 0.1
"""Short calls are repeated in a module for this many seconds: a browser's compiler needs a while to notice
which functions are worth its effort."""
_WARM_NATIVE = 0.02
"""Natively, a fifth of that is enough for the shortest time."""
_LEAST = 5e-4
"""Functions that take less time than this in all calls together, in seconds, are not shown, unless they are
what a game has programs for: searches and solvers (`is_sought`)."""
_SHORTEST = 1e-4
"""Functions whose calls take less time than this on average are not shown: natively the way to them takes as
long, and a page cannot measure it. Of searches and solvers, such calls are left out."""
_PLIES = (2, 5, 10)
_SEARCHES = "search.kernels."
"""How the names of searches begin: the last number that such a function returns counts what it has done,
iterations, deals or nodes."""
_MOST_CALLS = 100
"""Of more calls of a function than that, evenly spread ones are made: each brings its arguments along, a
whole network in some."""
_FIRST_GAMES = 8
_CALL = 0.004
"""The least seconds of a call that plays games: short enough to be seldom interrupted by other processes."""


@dataclass(frozen=True)
class Speed:
    """The seconds that the same work takes natively and in WebAssembly; `amount` of it."""

    what: str
    amount: int
    native: float
    node: float
    chromium: float | None = None
    is_rate: bool = False
    """Whether the work is shown as an amount per second, not as the time for all of it."""


def measure(game: Game, built: Built, seconds: float, browser: Run | None = None) -> list[Speed]:
    """Random games, and every function that the game's programs spend time in, on a few positions."""
    return [
        Speed(
            what,
            amount,
            native,
            _total(node.run, built, requests),
            browser and _total(browser, built, requests),
            is_rate,
        )
        for what, amount, native, requests, is_rate in (
            _games(game, built, seconds),
            *_programs(game, built, seconds),
        )
    ]


def ratio(native: float, wasm: float | None) -> str:
    """The speed of WebAssembly, where that of native code is 1, as it is shown."""
    return "–" if wasm is None else f"{native / wasm:.2f}"


def _total(run: Run, built: Built, requests: Sequence[Request]) -> float:
    return sum(reply.seconds for reply in run(built.path, requests))


_Work = tuple[str, int, float, list[Request], bool]
"""What is measured, how much of it, its native seconds, the same calls for a module, whether it is a rate."""


def _games(game: Game, built: Built, seconds: float) -> _Work:
    """Whole random games, again and again for `seconds`: as many in one call as take a few milliseconds."""
    count = _FIRST_GAMES
    play_games(*whole_games(game, 1))  # compiles
    while (took := _native_seconds(play_games, whole_games(game, count))) < _CALL:
        count *= 2
    rounds = max(ROUNDS, int(seconds / took))
    native = _native_seconds(play_games, whole_games(game, count), rounds)
    name = exported_name(built, play_games, whole_games(game, count))
    return "random games", count, native, [Request(name, whole_games(game, count), rounds)], True


def exported_name(built: Built, kernel: Any, arguments: tuple[Any, ...]) -> str:
    """The name by which a module exports a function for such arguments."""
    signature = types_of(kernel.typeof_pyval(argument) for argument in arguments)
    name = export_name(kernel)
    found = exported(built.description, name, signature)
    assert found is not None, f"{name} is not exported"
    return found


def _programs(game: Game, built: Built, seconds: float) -> Iterator[_Work]:
    """Every function that the programs call, in the calls that decisions in a few positions make; of searches
    how much they do per second.

    Calls of a function are left out once those before take `seconds` natively."""
    for what, calls in _calls(game).items():
        native, done, requests, sought = 0.0, 0, [], is_sought(game, what)
        for call in calls[:: -(-len(calls) // _MOST_CALLS)]:
            name = exported(built.description, call.name, types_of(call.signature))
            if name is not None and native < seconds:
                took = _native_seconds(call.kernel, call.before)
                took = min(
                    took, _native_seconds(call.kernel, call.before, int(_WARM_NATIVE / max(took, _SHORTEST)))
                )
                if sought and took < _SHORTEST:
                    continue
                native += took
                done += _done(call) if what.startswith(_SEARCHES) else 0
                requests.append(Request(name, call.before, max(ROUNDS, int(_WARM / max(took, _SHORTEST)))))
        if requests and (sought or native >= max(_LEAST, _SHORTEST * len(requests))):
            yield what, done or len(requests), native, requests, done > 0


def is_sought(game: Game, what: str) -> bool:
    """Whether a function is shown however little time it takes: a search, or a solver that the game
    declares."""
    return what.startswith(_SEARCHES) or what in {export_name(ref.load()) for ref in game.can.solvers}


def _done(call: Call) -> int:
    """How many iterations, deals or nodes a call of a search has."""
    answered = call.kernel(*_writable(call.before))
    return int(answered[-1]) if isinstance(answered, tuple) else 0


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


def _native_seconds(kernel: Any, arguments: tuple[Any, ...], rounds: int = 0) -> float:
    """The least processor time of a native call with these arguments, copied anew for each round."""
    shortest = float("inf")
    for _ in range(rounds or ROUNDS):
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
