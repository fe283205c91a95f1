"""Which compiled functions a game's programs call from Python, with which arguments: found by asking them.

A program is plain Python around compiled functions. Those it calls are the ones a module must export. Nobody
has to list them: a game declares its levels, its hinter and further programs (`Capabilities.offline`), and
these are asked for decisions here while every call is noted. With counted budgets and fixed seeds the calls
are the same each time, so they also serve to compare a module with native code (`same.py`).
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from partie.core import registry
from partie.core.agent import ask
from partie.core.compiled import reach, verbs
from partie.core.compiled.chance import new_chance
from partie.core.compiled.numba_api import Dispatcher
from partie.core.game import Game, State
from partie.core.walks import option_sets, random_positions
from partie.search.kernels.games import play_games
from partie.wasm.exports import export_name, flat

VERBS = (
    "start",
    "to_move",
    "moves",
    "legal",
    "play",
    "over",
    "score",
    "settled",
    "worth",
    "worst",
    "best",
    "seats",
    "observe",
    "determinise",
)
"""The verbs that the referee of a table and the glue of programs call."""
PLIES = (0, 1, 4, 9, 16, 22, 28, 33, 38, 44, 50, 56)
"""The numbers of moves after which programs are asked: to bid, to pass cards or to solve an ending a program
may use other code than in the opening. They reach beyond the first deal of a card game."""
LATE = (12, 5, 2)
"""The numbers of moves before the end of a game at which programs are asked, too."""
_LONGEST_GAME = 300
"""The most moves of a game that is played to its end."""


@dataclass(frozen=True)
class Call:
    """A call of a compiled function: its arguments before and after, and its result."""

    name: str
    kernel: Any
    signature: tuple[Any, ...]
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    result: Any
    addresses: frozenset[int] = frozenset()
    """Where its arrays were: a function may store such an address, which is another one elsewhere."""


class Recorder:
    """The calls of compiled functions while it is active; with `keeps`, also their arguments and results."""

    def __init__(self, game: Game, keeps: bool = False) -> None:
        self._keeps = keeps
        self._verbs = {reach.kernel_of(game.dtype, name): name for name in VERBS}
        self.calls: list[Call] = []
        self.kernels: dict[tuple[str, tuple[Any, ...]], Any] = {}
        """The functions called, by name and types of arguments."""

    def called(self, kernel: Any, arguments: tuple[Any, ...], call: Any) -> Any:
        signature = tuple(_type_of(kernel, argument) for argument in arguments)
        name = self._verbs.get(kernel) or export_name(kernel)
        self.kernels[name, signature] = kernel
        if not self._keeps:
            return call(kernel, *arguments)
        before = _copy(arguments)
        result = call(kernel, *arguments)
        addresses = frozenset(part.ctypes.data for part in flat(arguments) if isinstance(part, np.ndarray))
        self.calls.append(Call(name, kernel, signature, before, _copy(arguments), _copy(result), addresses))
        return result


_record_types: dict[np.dtype[Any], Any] = {}


def _type_of(kernel: Any, argument: Any) -> Any:
    """The type of an argument. That of a record is remembered: Numba makes it anew, field by field."""
    if not isinstance(argument, np.void):
        return kernel.typeof_pyval(argument)
    if argument.dtype not in _record_types:
        _record_types[argument.dtype] = kernel.typeof_pyval(argument)
    return _record_types[argument.dtype]


def types_of(signature: Iterable[Any]) -> str:
    """A short text that differs for different types of arguments."""
    return hashlib.sha256(", ".join(map(str, signature)).encode()).hexdigest()[:12]


def _copy(value: Any) -> Any:
    """A copy with the same bytes, those between the fields of a record included: hashes depend on them."""
    if isinstance(value, tuple):
        parts = [_copy(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, np.void):
        return np.frombuffer(bytes(value.data), value.dtype)[0]
    if isinstance(value, np.ndarray):
        return np.frombuffer(value.tobytes(), value.dtype).reshape(value.shape)
    return value


@contextmanager
def recording(game: Game, keeps: bool = False) -> Iterator[Recorder]:
    """Note every call of a compiled function from Python."""
    recorder = Recorder(game, keeps)
    kind: Any = Dispatcher
    original = kind.__call__

    def noted(kernel: Any, *arguments: Any) -> Any:
        return recorder.called(kernel, arguments, original)

    kind.__call__ = noted
    try:
        yield recorder
    finally:
        del kind.__call__


def specs(game: Game) -> list[str]:
    """The programs that a module must be able to run: hinter, levels, and what the game declares besides."""
    levels = [level.spec for level in game.levels.values()]
    return list(dict.fromkeys([*levels, game.hinter, *game.can.offline]))


def positions(game: Game, seed: str, plies: Iterable[int] = PLIES) -> Iterator[State]:
    """Positions of one random game with each of the game's presets, and a few shortly before its end."""
    chosen = set(plies)
    for options in option_sets(game):
        late: deque[State] = deque(maxlen=max(LATE))
        for ply, state in enumerate(random_positions(game, seed, range(_LONGEST_GAME), options)):
            late.append(state.copy())
            if ply in chosen:
                yield late[-1]
        if state.over:
            yield from (late[-left] for left in LATE if max(chosen) <= ply - left)


def ask_all(game: Game, states: Iterable[State], agents: Sequence[str] | None = None) -> None:
    """Ask the programs of a module in these positions, and call every verb. A whole game is played by
    `play_games`, which every module has for measuring and comparing."""
    play_games(*whole_games(game, 1))
    for state in states:
        view = state.view(state.to_move)
        _call_verbs(state)
        for spec in specs(game) if agents is None else agents:
            ask(registry.build_agent(game, spec), view)


def _call_verbs(state: State) -> None:
    state.is_legal(state.moves[0])
    state.scores  # noqa: B018
    state.view(-1).sample(new_chance("sample"))
    record = state.record
    for verb in (verbs.settled, verbs.worst, verbs.best):
        verb(record)
    verbs.worth(record, 0)


def whole_games(game: Game, count: int, seed: object = "games") -> tuple[Any, ...]:
    """The arguments of `play_games` for games with the usual options."""
    values = game.read_options({})
    codes = [parameter.code(values[parameter.name]) for parameter in game.options]
    seats = game.table_size_with(values)
    return (
        game.blank(),
        np.array([*codes, seats], np.int64),
        count,
        0,
        np.empty(game.rules.MOVES, np.int64),
        np.zeros(seats),
        new_chance(seed),
    )
