"""The verbs every game has. Searches are written once against them and compiled for each game.

A verb called from compiled code is resolved while compiling, by the record type of its first argument, to the game's own kernel: static
polymorphism, no function pointers. Called from plain Python it looks the kernel up by dtype.

What a game brings is registered for the dtype of its state, each part by itself and before anything is compiled for it:

- its *rules*, a module that defines `start`, `to_move`, `moves`, `play`, `over`, `score`, and the constants `SEATS` (most seats), `MOVES` (most legal moves a position can have), `LOWEST` and `HIGHEST` (bounds of a score). A game with hidden information defines `observe` and `determinise`;
  the optional `legal` says of one move, faster than by listing them all, whether it may be played. A game of several parts, such as the deals of a card game, defines `settled` and `worth`, so that a search looks no further than the end of the part, and `worst` and `best`; `seats`, `key`, `distinct` and `plies_left` are optional;
- what its players add for *search*: `choose` with the names of the playout policies in `POLICIES`, `guess` and `draw`, `heuristic`, `prior`, all optional. What an agent forgets, overlooks or believes is a number of its own, its `mind`, which these take and a state does not hold;
- what they add for a *net* that is trained here: `encode`, `output_of`, `priors`.

A small game may have all of it in its rules module.
"""
# A verb is a signature with a docstring: it has no body.
# mypy: disable-error-code="empty-body"

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from partie.core.compiled import reach
from partie.core.compiled.chance import below
from partie.core.compiled.kernel import (
    PYTHON_MODE,
    jit,
)
from partie.core.compiled.numba_api import cgutils, intrinsic, lean_overload, overload
from partie.core.compiled.types import (
    Bytes,
    Chance,
    Floats,
    Ints,
    Moves,
    Record,
    Records,
    Stop,
    int64,
)

_Stub = TypeVar("_Stub", bound=Callable[..., Any])

_REQUIRED = ("start", "to_move", "moves", "play", "over", "score", "SEATS", "MOVES", "LOWEST", "HIGHEST")
_OWNERS = {
    "search": ("choose", "guess", "draw", "heuristic", "prior", "POLICIES"),
    "net": ("encode", "output_of", "priors"),
}
"""The names that are looked up in another part first than in the rules."""
_PART_OF = {name: part for part, names in _OWNERS.items() for name in names}
_defaults: dict[str, Any] = {"POLICIES": ("random",)}


class _Registered:
    """The modules registered for one dtype."""

    def __init__(self) -> None:
        self.parts: dict[str, ModuleType] = {}
        self.is_used = False
        """Whether a verb has been looked up for compiling: what is compiled then must not change its meaning."""

    @property
    def name(self) -> str:
        return self.parts["rules"].__name__

    def add(self, part: str, module: ModuleType) -> None:
        known = self.parts.get(part)
        if known is module:
            return
        if known is not None and known.__name__ != module.__name__:
            raise TypeError(
                f"{module.__name__} and {known.__name__} have states with the same fields, which are one type to the compiler: "
                "rename a field of one of them"
            )
        if self.is_used:
            raise TypeError(f"{module.__name__} is registered too late: {self.name} has been compiled for")
        self.parts[part] = module

    def found(self, name: str) -> Any:
        for part in (_PART_OF.get(name, "rules"), "rules"):
            if part in self.parts and hasattr(self.parts[part], name):
                return getattr(self.parts[part], name)
        return _defaults.get(name)

    def compiled_from(self, name: str) -> Any:
        self.is_used = True
        return self.found(name)

    def kernel(self, name: str) -> Callable[..., Any]:
        kernel: Callable[..., Any] | None = self.found(name)
        if kernel is None:
            raise TypeError(f"{self.name} does not define {name}")
        return kernel


_by_dtype: dict[np.dtype[Any], _Registered] = {}
_by_record: dict[Any, _Registered] = {}


def register(
    dtype: np.dtype[Any],
    rules: ModuleType | None = None,
    *,
    search: ModuleType | None = None,
    net: ModuleType | None = None,
) -> None:
    """Make these modules the rules of states of this dtype, what searches need beyond them, and what networks need. The rules come first; the rest may follow in calls of its own."""
    record = numba.from_dtype(dtype)
    registered = _by_record.get(record, _Registered())
    if rules is not None:
        missing = [name for name in _REQUIRED if not hasattr(rules, name)]
        if missing:
            raise TypeError(f"{rules.__name__} lacks {', '.join(missing)}")
        registered.add("rules", rules)
    elif "rules" not in registered.parts:
        raise TypeError("Register the rules of a state before what its players add.")
    for part, module in (("search", search), ("net", net)):
        if module is None:
            continue
        if not any(hasattr(module, name) for name in _OWNERS[part]):
            raise TypeError(f"{module.__name__} defines none of {', '.join(_OWNERS[part])}")
        registered.add(part, module)
    _by_record[record] = registered
    _by_dtype[dtype] = registered
    reach.add_record(dtype, record, registered.compiled_from)


def policies(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The names of a game's playout policies, in the order its `choose` numbers them."""
    return tuple(_by_dtype[dtype].found("POLICIES"))


def _verb(stub: _Stub) -> _Stub:
    """Turn a signature with a docstring into a verb."""
    name = stub.__name__

    def call(state: Record, *rest: Any) -> Any:
        return _by_dtype[state.dtype].kernel(name)(state, *rest)

    call.__name__, call.__doc__ = name, stub.__doc__
    call.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]
    setattr(call, reach.VERB, name)
    if not PYTHON_MODE:
        # Passing on arguments needs no counting of references to them, which would cost more than a move of a fast game.
        @lean_overload(call)
        def resolve(state: Any, *rest: Any) -> Any:
            if not isinstance(state, types.Record):
                return None
            if state not in _by_record:
                raise numba.errors.TypingError(f"no rules are registered for the record {state}")
            _by_record[state].is_used = True
            kernel = _by_record[state].kernel(name)
            return lambda state, *rest: kernel(state, *rest)

    return cast("_Stub", call)


def _constant(name: str, attribute: str) -> Callable[[Record], Any]:
    """A verb whose answer is a constant of the rules module."""

    def call(state: Record) -> Any:
        return _by_dtype[state.dtype].found(attribute)

    call.__name__ = name
    setattr(call, reach.VERB, attribute)
    if not PYTHON_MODE:

        @overload(call)
        def resolve(state: Any) -> Any:
            value = _by_record[state].found(attribute)
            return lambda state: value

    return call


@_verb
def start(state: Record, options: Ints, chance: Chance) -> None:
    """Set up the first position in place. `options` is an int64 array in the order the game declares its options."""


@_verb
def to_move(state: Record) -> int:
    """The seat whose turn it is."""


@_verb
def moves(state: Record, out: Moves) -> int:
    """Write the legal moves into `out` and return how many there are."""


@_verb
def legal(state: Record, move: int) -> bool:
    """Whether any number is a legal move here: whether `moves` lists it."""


@_verb
def play(state: Record, move: int, chance: Chance) -> None:
    """Play a legal move in place; dice and deals are drawn from `chance`."""


@_verb
def over(state: Record) -> bool:
    """Whether the game has ended."""


@_verb
def score(state: Record, seat: int) -> float:
    """The score of a seat; higher is better. Final when the game is over."""


@_verb
def settled(state: Record) -> bool:
    """Whether a search may stop here: the game is over, or a part of it that can be judged on its own, such as a deal, has ended."""


@_verb
def worth(state: Record, seat: int) -> float:
    """What a search maximises for a seat where it stops. Without one: the score."""


@_verb
def worst(state: Record) -> float:
    """The lowest worth a seat can have. Without one: the lowest score."""


@_verb
def best(state: Record) -> float:
    """The highest worth a seat can have. Without one: the highest score."""


@_verb
def seats(state: Record) -> int:
    """How many seats are taken in this game."""


@_verb
def observe(state: Record, seat: int, out: Record) -> None:
    """Write into `out` what this seat may know: the state with the rest blanked. Seat -1 is a spectator."""


@_verb
def determinise(view: Record, seat: int, chance: Chance, out: Record) -> None:
    """Write into `out` a state drawn at random among those this view is compatible with, with the right probabilities."""


@_verb
def guess(view: Record, seat: int, mind: int, chance: Chance, out: Record) -> None:
    """Write into `out` a state as an agent takes it to be that has this `mind`: it may forget, or believe some things more than others. Mind 0, and a game without one: as `determinise`."""


@_verb
def draw(view: Record, seat: int, mind: int, chance: Chance, out: Records, stop: Stop) -> None:
    """Fill the array `out` with worlds as `guess` gives them. A game that picks probable worlds out of many candidates does it better for many at once. Once `stop[0]` is set it hurries: some worlds may be the same."""


@_verb
def heuristic(state: Record, seat: int) -> float:
    """An estimate of the final score of a seat, where a search stops early. Without one: the middle of the scale."""


@_verb
def key(state: Record) -> np.uint64:
    """A 64-bit hash, equal for positions a search may treat as one."""


@_verb
def prior(state: Record, move: int) -> float:
    """How promising a move looks before any search; larger is searched first."""


@_verb
def distinct(state: Record, out: Moves) -> int:
    """Like `moves`, but of moves that come to the same where nothing is hidden only one is written."""


@_verb
def plies_left(state: Record) -> int:
    """How many moves at most until the state is settled. Without one: very many."""


@_verb
def priors(state: Record, moves: Moves, count: int, advice: Any, out: Floats) -> None:
    """Write into `out` the shares, which sum to 1, that an adviser gives to the first `count` of `moves`, the legal ones. `advice` is whatever the game's adviser needs, as compiled code takes it."""


@_verb
def encode(state: Record, encoding: int, out: NDArray[Any]) -> None:
    """Write into `out` what the seat to move knows, as numbers for a network: integers from -1 to 1, in the numbered encoding. Nothing that a view hides may be read."""


@_verb
def output_of(state: Record, move: int) -> int:
    """The output of a network that stands for a move. Without one: the move itself."""


@_verb
def choose(state: Record, policy: int, out: Moves, chance: Chance) -> int:
    """A move for a playout under the numbered policy (0 is random). `out` is room for the legal moves."""


most_seats: Callable[[Record], int] = _constant("most_seats", "SEATS")
most_moves: Callable[[Record], int] = _constant("most_moves", "MOVES")
lowest: Callable[[Record], float] = _constant("lowest", "LOWEST")
highest: Callable[[Record], float] = _constant("highest", "HIGHEST")


@jit
def _default_seats(state: Record) -> int:
    return most_seats(state)


@jit
def _default_legal(state: Record, move: int) -> bool:
    if over(state):
        return False
    out = np.empty(most_moves(state), np.int64)
    return bool(np.any(out[: moves(state, out)] == move))


@jit
def _default_settled(state: Record) -> bool:
    return over(state)


@jit
def _default_worth(state: Record, seat: int) -> float:
    return score(state, seat)


@jit
def _default_worst(state: Record) -> float:
    return lowest(state)


@jit
def _default_best(state: Record) -> float:
    return highest(state)


@jit
def _default_observe(state: Record, seat: int, out: Record) -> None:
    copy(state, out)


@jit
def _default_determinise(view: Record, seat: int, chance: Chance, out: Record) -> None:
    copy(view, out)


@jit
def _default_guess(view: Record, seat: int, mind: int, chance: Chance, out: Record) -> None:
    determinise(view, seat, chance, out)


@jit
def _default_draw(view: Record, seat: int, mind: int, chance: Chance, out: Records, stop: Stop) -> None:
    for number in range(len(out)):
        if number > 0 and stop[0]:
            copy(out[0], out[number])
        else:
            guess(view, seat, mind, chance, out[number])


@jit
def _default_heuristic(state: Record, seat: int) -> float:
    return 0.5 * (lowest(state) + highest(state))


@jit
def _default_prior(state: Record, move: int) -> float:
    return 0.0


@jit
def _default_distinct(state: Record, out: Moves) -> int:
    return moves(state, out)


@jit
def _default_plies_left(state: Record) -> int:
    return int64(1) << int64(40)


@jit
def _default_output_of(state: Record, move: int) -> int:
    return move


@jit
def _default_key(state: Record) -> np.uint64:
    return hash_bytes(state)


@jit
def _default_choose(state: Record, policy: int, out: Moves, chance: Chance) -> int:
    return out[below(chance, moves(state, out))]


_defaults.update(
    seats=_default_seats,
    legal=_default_legal,
    settled=_default_settled,
    worth=_default_worth,
    worst=_default_worst,
    best=_default_best,
    observe=_default_observe,
    determinise=_default_determinise,
    guess=_default_guess,
    draw=_default_draw,
    heuristic=_default_heuristic,
    prior=_default_prior,
    distinct=_default_distinct,
    plies_left=_default_plies_left,
    output_of=_default_output_of,
    key=_default_key,
    choose=_default_choose,
)


def records(state: Record, count: int) -> Records:
    """An array of `count` blank states of the same kind as `state`.

    In compiled code a record is a bare pointer into its array, and an array is freed after its last use: write `pool[0]` wherever the state is
    needed, never `state = records(…)[0]`, which points into freed memory."""
    return np.zeros(count, state.dtype).view(np.recarray)


def _bytes(state: Record) -> Bytes:
    """The bytes of a state, as an array that shares its memory."""
    return np.frombuffer(state.data, np.uint8)


def copy(source: Record, target: Record) -> None:
    """Overwrite a state with another."""
    for field in source.dtype.names:
        target[field] = source[field]


if not PYTHON_MODE:

    @overload(records)
    def _records(state: Any, count: Any) -> Any:
        dtype = state.dtype
        return lambda state, count: np.zeros(count, dtype)

    @intrinsic
    def _address(context: Any, state: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], cgutils.voidptr_t)

        return types.voidptr(state), generate

    @overload(_bytes)
    def _bytes_of(state: Any) -> Any:
        size = state.size
        return lambda state: numba.carray(_address(state), size, dtype=np.uint8)

    @intrinsic
    def _copy_bytes(context: Any, source: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = context.get_constant(types.intp, source.size)
            cgutils.raw_memcpy(builder, arguments[1], arguments[0], size, 1)
            return context.get_dummy_value()

        return types.none(source, target), generate

    @lean_overload(copy)
    def _copy(source: Any, target: Any) -> Any:
        return lambda source, target: _copy_bytes(source, target)


@jit
def mix(word: np.uint64) -> np.uint64:
    """Spread the bits of a 64-bit word (the finaliser of MurmurHash3)."""
    word ^= word >> np.uint64(33)
    word *= np.uint64(0xFF51AFD7ED558CCD)
    word ^= word >> np.uint64(33)
    word *= np.uint64(0xC4CEB9FE1A85EC53)
    return word ^ (word >> np.uint64(33))


@jit
def hash_bytes(state: Record) -> np.uint64:
    """A hash of everything in the state: FNV-1a, then mixed."""
    word = np.uint64(0xCBF29CE484222325)
    for byte in _bytes(state):
        word = (word ^ np.uint64(byte)) * np.uint64(0x100000001B3)
    return mix(word)
