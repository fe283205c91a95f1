"""The verbs: the functions that every game defines for its states.

A search is written once in terms of verbs and compiled for each game.

When compiled code calls a verb, the record type of the first argument decides at compile time which game's
kernel is called (static polymorphism, no function pointers). When plain Python calls it, the kernel is looked
up by dtype.

A game registers its kernels for the dtype of its state, in up to three modules, before anything is compiled
for that dtype:

- *rules*: defines `start`, `to_move`, `moves`, `play`, `over`, `score`, and the constants `SEATS` (most
  seats), `MOVES` (most legal moves in a position), `LOWEST` and `HIGHEST` (bounds of a score). A game with
  hidden information also defines `observe` and `determinise`. A game of several parts, such as the deals of a
  card game, defines `settled`, `worth`, `worst` and `best`, so that a search stops at the end of the part.
  `legal` (a faster test of one move), `seats`, `key`, `distinct` and `plies_left` are optional;
- *search*: what agents need beyond the rules, all optional: `choose` with the names of its playout policies
  in `POLICIES`, `guess`, `draw`, `heuristic` and `prior`. What an agent forgets, overlooks or believes is
  given by a number, its `mind`, which these verbs take as an argument; it is not part of the state;
- *net*: what networks need: `encode`, `output_of`, `priors`, `stake` and `locations`.

A small game may define all of them in its rules module.
"""
# A verb is a signature with a docstring and no body.
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
from partie.core.compiled.memory import copy as copy
from partie.core.compiled.memory import hash_bytes as hash_bytes
from partie.core.compiled.memory import mix as mix
from partie.core.compiled.memory import records as records
from partie.core.compiled.numba_api import delegate, overload
from partie.core.compiled.types import (
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
    "net": ("encode", "output_of", "priors", "stake", "locations"),
}
"""The names that are looked up in another module first, and then in the rules."""
_PART_OF = {name: part for part, names in _OWNERS.items() for name in names}
_defaults: dict[str, Any] = {"POLICIES": ("random",)}


class _Registered:
    """The modules registered for one dtype."""

    def __init__(self) -> None:
        self.parts: dict[str, ModuleType] = {}
        self.is_used = False
        """Whether a verb has been resolved for compiled code: after that its meaning must not change."""

    @property
    def name(self) -> str:
        return self.parts["rules"].__name__

    def add(self, part: str, module: ModuleType) -> None:
        known = self.parts.get(part)
        if known is module:
            return
        if known is not None and known.__name__ != module.__name__:
            raise TypeError(
                f"The states of {module.__name__} and {known.__name__} have the same fields, "
                "so the compiler cannot tell them apart: rename a field of one of them"
            )
        if self.is_used:
            raise TypeError(
                f"{module.__name__} is registered too late: code has been compiled for {self.name} already"
            )
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
_known_kernels: list[dict[np.dtype[Any], Callable[..., Any]]] = []
"""For every verb, the kernels that plain Python has looked up."""


def register(
    dtype: np.dtype[Any],
    rules: ModuleType | None = None,
    *,
    search: ModuleType | None = None,
    net: ModuleType | None = None,
) -> None:
    """Register the modules that define the verbs for states of this dtype.

    The rules must be registered first, or in the same call; the other modules may follow in later calls."""
    _check_fields(dtype)
    record = numba.from_dtype(dtype)
    registered = _by_record.get(record, _Registered())
    if rules is not None:
        missing = [name for name in _REQUIRED if not hasattr(rules, name)]
        if missing:
            raise TypeError(f"The rules module {rules.__name__} lacks {', '.join(missing)}")
        registered.add("rules", rules)
    elif "rules" not in registered.parts:
        raise TypeError("Register the rules of a state before its search and net modules.")
    for part, module in (("search", search), ("net", net)):
        if module is None:
            continue
        if not any(hasattr(module, name) for name in _OWNERS[part]):
            raise TypeError(f"{module.__name__} defines none of {', '.join(_OWNERS[part])}")
        registered.add(part, module)
    _by_record[record] = registered
    _by_dtype[dtype] = registered
    for known in _known_kernels:
        known.clear()
    reach.add_record(dtype, record, registered.compiled_from)


def _check_fields(dtype: np.dtype[Any]) -> None:
    """Raise `TypeError` for a field that is hidden by an attribute of NumPy's records."""
    hidden = [name for name in dtype.names or () if hasattr(np.record, name)]
    if hidden:
        raise TypeError(
            f"A state must not have a field called {' or '.join(map(repr, hidden))}: NumPy records have "
            "an attribute of the same name, which hides the field in plain Python. Rename the field"
        )


def policies(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The names of a game's playout policies, in the order in which its `choose` numbers them."""
    return tuple(_by_dtype[dtype].found("POLICIES"))


def _verb(stub: _Stub) -> _Stub:
    """Turn a signature with a docstring into a verb."""
    name = stub.__name__

    known: dict[np.dtype[Any], Callable[..., Any]] = {}
    _known_kernels.append(known)

    def call(state: Record, *rest: Any) -> Any:
        kernel = known.get(state.dtype)
        if kernel is None:
            kernel = known[state.dtype] = _by_dtype[state.dtype].kernel(name)
        return kernel(state, *rest)

    call.__name__, call.__doc__ = name, stub.__doc__
    call.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]
    setattr(call, reach.VERB, name)
    if not PYTHON_MODE:
        delegate(call, lambda state: _kernel_for(state, name))

    return cast("_Stub", call)


def _kernel_for(state: Any, verb: str) -> Any:
    """The kernel of a verb for arguments of this type, or None if it is no record."""
    if not isinstance(state, types.Record):
        return None
    if state not in _by_record:
        raise numba.errors.TypingError(f"no rules are registered for the record {state}")
    _by_record[state].is_used = True
    return _by_record[state].kernel(verb)


def _constant(name: str, attribute: str) -> Callable[[Record], Any]:
    """A verb that returns a constant of the rules module."""

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
    """Set up the starting position in place.

    `options` is an int64 array of the options, in the order the game declares them, and the number of seats.
    """


@_verb
def to_move(state: Record) -> int:
    """The seat whose turn it is."""


@_verb
def moves(state: Record, out: Moves) -> int:
    """Write the legal moves into `out` and return how many there are."""


@_verb
def legal(state: Record, move: int) -> bool:
    """Whether a number, which may be any number, is a legal move here: whether `moves` lists it."""


@_verb
def play(state: Record, move: int, chance: Chance) -> None:
    """Play a legal move in place. Dice and deals are drawn from `chance`."""


@_verb
def over(state: Record) -> bool:
    """Whether the game is over."""


@_verb
def score(state: Record, seat: int) -> float:
    """The score of a seat; higher is better. It is final when the game is over."""


@_verb
def settled(state: Record) -> bool:
    """Whether a search may stop here: the game is over, or a part of it, such as a deal."""


@_verb
def worth(state: Record, seat: int) -> float:
    """The value of a settled state that a search maximises for a seat. Default: the score."""


@_verb
def worst(state: Record) -> float:
    """The lowest possible `worth`. Default: the lowest score."""


@_verb
def best(state: Record) -> float:
    """The highest possible `worth`. Default: the highest score."""


@_verb
def seats(state: Record) -> int:
    """The number of seats in this game."""


@_verb
def observe(state: Record, seat: int, out: Record) -> None:
    """Write the view of a seat into `out`: the state without what the seat may not know.

    Seat -1 is a spectator."""


@_verb
def determinise(view: Record, seat: int, chance: Chance, out: Record) -> None:
    """Write a determinization into `out`: a random state among those that a view allows.

    States must have the right probabilities."""


@_verb
def guess(view: Record, seat: int, mind: int, chance: Chance, out: Record) -> None:
    """Write into `out` a state as an agent with this `mind` would guess it.

    The agent may forget things, or believe some states more than others. Mind 0, and the default: as
    `determinise`."""


@_verb
def draw(view: Record, seat: int, mind: int, chance: Chance, out: Records, stop: Stop) -> None:
    """Fill the array `out` with worlds as `guess` gives them.

    A game that selects probable worlds among many candidates does this better for many worlds at once. Once
    `stop[0]` is set it must finish at once, and some worlds may be equal."""


@_verb
def heuristic(state: Record, seat: int) -> float:
    """An estimate of the final score of a seat, for a search that stops early.

    Default: the middle of the range."""


@_verb
def key(state: Record) -> np.uint64:
    """A 64-bit hash, equal for positions that a search may treat as the same. Default: of all fields."""


@_verb
def prior(state: Record, move: int) -> float:
    """How promising a move looks before any search. Moves with higher numbers are searched first."""


@_verb
def distinct(state: Record, out: Moves) -> int:
    """Like `moves`, but with only one of several moves that are equivalent when nothing is hidden."""


@_verb
def plies_left(state: Record) -> int:
    """An upper bound of the number of moves until the state is settled. Default: a very large number."""


@_verb
def priors(state: Record, moves: Moves, count: int, advice: Any, out: Floats) -> None:
    """Write into `out` the prior probabilities of the first `count` of `moves`, the legal ones.

    They sum to 1. `advice` is whatever the game's adviser needs, in a form that compiled code can use."""


@_verb
def encode(state: Record, encoding: int, out: NDArray[Any]) -> None:
    """Write into `out` what the seat to move knows, as inputs of a network: integers from -1 to 1.

    `encoding` is the number of the encoding. Nothing that the view of that seat hides may be used."""


@_verb
def output_of(state: Record, move: int) -> int:
    """The index of the network output that stands for a move. Default: the move itself.

    A move may stand for several outputs, whose sum is its value: the index of the first, plus one more than
    each of the others in the next ten bits of the number."""


@_verb
def stake(state: Record, seat: int) -> float:
    """What a network learns to maximize: the value of the part of the game being played. Default: `worth`."""


@_verb
def locations(state: Record, seat: int, out: NDArray[Any]) -> None:
    """Write into `out` for every card, in the order networks see them, which of the others holds it.

    The seat to the left of `seat`, which is to move, is 0; -1: none of the others holds the card."""


@_verb
def choose(state: Record, policy: int, out: Moves, chance: Chance) -> int:
    """A move for a playout under the policy with this number.

    `out` is space for the legal moves. Default: random."""


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
def _default_stake(state: Record, seat: int) -> float:
    return worth(state, seat)


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
    stake=_default_stake,
    key=_default_key,
    choose=_default_choose,
)
