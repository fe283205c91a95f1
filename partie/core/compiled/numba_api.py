"""The parts of Numba that it does not document, and may change from one version to the next: everything else here uses its public ones.

They are tried with the versions in `TESTED`. Another version might compile wrong code from a cache it does not understand, so it is refused with a
sentence rather than tried; `tests/core/compiled/test_numba_api.py` says what to do to allow one more.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numba
import numba.extending

from partie.core.errors import PartieError

TESTED = ((0, 61), (0, 68))
"""The first and the last version (its first two numbers) that the tests have passed with. `pyproject.toml` asks for the same."""


class UnknownNumba(PartieError):
    """A version of Numba we have not tried."""


def check_version(installed: str) -> None:
    """Raise `UnknownNumba` unless this version of Numba is one we know."""
    first, last = TESTED
    numbers = installed.split(".")[:2]
    if all(number.isdigit() for number in numbers) and first <= tuple(map(int, numbers)) <= last:
        return
    oldest, newest = (".".join(map(str, version)) for version in TESTED)
    above = f"{last[0]}.{last[1] + 1}"
    raise UnknownNumba(
        f"Numba {installed} is installed, but Partie works with {oldest} to {newest}: "
        f"install one with: pip install 'numba>={oldest},<{above}'"
    )


check_version(numba.__version__)

from numba.core import cgutils, event  # noqa: E402
from numba.core.caching import CompileResultCacheImpl, _Cache  # noqa: E402
from numba.core.dispatcher import Dispatcher  # noqa: E402
from numba.core.extending import _Intrinsic as Intrinsic  # noqa: E402

__all__ = [
    "Dispatcher",
    "FunctionCache",
    "Intrinsic",
    "Listener",
    "cgutils",
    "compiled",
    "definition",
    "function_of",
    "intrinsic",
    "is_unresolved",
    "lean_overload",
    "listening",
    "options",
    "overload",
    "pack",
    "retype_calls",
    "unpack",
]

FunctionCache: Any = _Cache
"""What the cache of one function is derived from."""
Listener: Any = event.Listener
"""What is told when compiling begins and ends: `on_start(event)`, `on_end(event)`."""

_Resolver = TypeVar("_Resolver", bound=Callable[..., Any])


def compiled(
    function: Callable[..., Any],
    *,
    counts_references: bool,
    fastmath: bool,
    inlined: bool,
    cache: Callable[[Any], Any],
) -> Any:
    """A function that is compiled when it is first called; `cache(it)` keeps its compiled forms."""
    inlining = {"forceinline": True} if inlined else {}
    dispatcher = numba.njit(nogil=True, fastmath=fastmath, _nrt=counts_references, **inlining)(function)
    dispatcher._cache = cache(dispatcher)
    return dispatcher


def intrinsic(definition: Callable[..., Any]) -> Any:
    """Numba's `intrinsic`, with a type: what it makes is called with one argument less."""
    return numba.extending.intrinsic(definition)


def overload(stub: Callable[..., Any], **options: Any) -> Callable[[_Resolver], _Resolver]:
    """Numba's `overload`, with a type: what the stub stands for in compiled code."""
    decorate: Callable[[_Resolver], _Resolver] = numba.extending.overload(stub, strict=False, **options)
    return decorate


def lean_overload(stub: Callable[..., Any]) -> Callable[[_Resolver], _Resolver]:
    """The same where compiled code need not count references to the arguments."""
    return overload(stub, jit_options={"_nrt": False})


def options(dispatcher: Any) -> dict[str, Any]:
    """What a function is compiled with."""
    settings: dict[str, Any] = dispatcher.targetoptions
    return settings


def definition(intrinsic: Any) -> Callable[..., Any]:
    """The Python function that an intrinsic was made of."""
    function: Callable[..., Any] = intrinsic._defn
    return function


def retype_calls(dispatcher: Any, change: Callable[[Any], Any]) -> None:
    """Let compiled callers call this function with arguments of the types that `change` makes of theirs."""
    resolve = dispatcher.get_call_template

    def changed(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return resolve(tuple(map(change, arguments)), keywords)

    dispatcher.get_call_template = changed
    dispatcher.retyped_by = change  # where `reach` finds it: the code depends on it


def pack(result: Any) -> bytes | None:
    """A compiled form as bytes, or None where it cannot be kept. `is_unresolved` says whether they could be used."""
    if result.library.has_dynamic_globals or any(not part.can_cache for part in result.lifted):
        return None
    return pickle.dumps(CompileResultCacheImpl.reduce(None, result))


def is_unresolved(packed: bytes) -> bool:
    """Whether a compiled form calls something that it does not contain."""
    return b".numba.unresolved$" in packed


def unpack(packed: bytes, target_context: Any) -> Any:
    """The compiled form that `pack` made these bytes of."""
    return CompileResultCacheImpl.rebuild(None, target_context, pickle.loads(packed))


@contextmanager
def listening(listener: Any) -> Iterator[None]:
    """Tell a listener about every function that is compiled."""
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


def function_of(occurrence: Any) -> Any:
    """The function that an event is about."""
    return occurrence.data["dispatcher"].py_func
