"""All uses of Numba's undocumented interfaces, which may change from one version to the next.

The tests run with one version, the one in `requirements.lock` (`TESTED`). The versions in `ACCEPTED` may be
installed as well: the older ones among them are not tested, and may fail at import or while compiling. Any
other version is refused with a sentence, because it might misread cached code;
`tests/core/compiled/test_numba_api.py` says how to accept one more.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numba
import numba.extending

from partie.core.errors import PartieError

TESTED = (0, 68)
"""The version (its first two numbers) that the tests run with; `requirements.lock` has the same."""
ACCEPTED = ((0, 61), TESTED)
"""The oldest and the newest version that is not refused; `pyproject.toml` requires the same."""


class UnknownNumba(PartieError):
    """A version of Numba that Partie does not accept."""


def check_version(installed: str) -> None:
    """Raise `UnknownNumba` unless this version of Numba is accepted."""
    first, last = ACCEPTED
    numbers = installed.split(".")[:2]
    if all(number.isdigit() for number in numbers) and first <= tuple(map(int, numbers)) <= last:
        return
    oldest, newest = (".".join(map(str, version)) for version in ACCEPTED)
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
"""The base class of a cache for one function."""
Listener: Any = event.Listener
"""The base class of what is notified when compiling begins and ends: `on_start(event)`, `on_end(event)`."""

_Resolver = TypeVar("_Resolver", bound=Callable[..., Any])


def compiled(
    function: Callable[..., Any],
    *,
    counts_references: bool,
    fastmath: bool,
    inlined: bool,
    cache: Callable[[Any], Any],
) -> Any:
    """Make a function that is compiled when it is first called. `cache(dispatcher)` makes its cache."""
    inlining = {"forceinline": True} if inlined else {}
    dispatcher = numba.njit(nogil=True, fastmath=fastmath, _nrt=counts_references, **inlining)(function)
    dispatcher._cache = cache(dispatcher)
    return dispatcher


def intrinsic(definition: Callable[..., Any]) -> Any:
    """Numba's `intrinsic`, with a type. The result is called without the first argument of the definition."""
    return numba.extending.intrinsic(definition)


def overload(stub: Callable[..., Any], **options: Any) -> Callable[[_Resolver], _Resolver]:
    """Numba's `overload`, with a type: decorates the function that says what a stub is in compiled code."""
    decorate: Callable[[_Resolver], _Resolver] = numba.extending.overload(stub, strict=False, **options)
    return decorate


def lean_overload(stub: Callable[..., Any]) -> Callable[[_Resolver], _Resolver]:
    """Like `overload`, for code that need not count references to its arguments."""
    return overload(stub, jit_options={"_nrt": False})


def options(dispatcher: Any) -> dict[str, Any]:
    """The options a function is compiled with."""
    settings: dict[str, Any] = dispatcher.targetoptions
    return settings


def definition(intrinsic: Any) -> Callable[..., Any]:
    """The Python function that defines an intrinsic."""
    function: Callable[..., Any] = intrinsic._defn
    return function


def retype_calls(dispatcher: Any, change: Callable[[Any], Any]) -> None:
    """Pass the argument types of compiled callers through `change` before the function is resolved."""
    resolve = dispatcher.get_call_template

    def changed(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return resolve(tuple(map(change, arguments)), keywords)

    dispatcher.get_call_template = changed
    dispatcher.retyped_by = change  # found by `reach`, because the code depends on it


def pack(result: Any) -> bytes | None:
    """A compiled form as bytes, or None if it cannot be cached.

    `is_unresolved` says whether the bytes are usable."""
    if result.library.has_dynamic_globals or any(not part.can_cache for part in result.lifted):
        return None
    return pickle.dumps(CompileResultCacheImpl.reduce(None, result))


def is_unresolved(packed: bytes) -> bool:
    """Whether a compiled form calls a function that it does not contain, and so cannot be used."""
    return b".numba.unresolved$" in packed


def unpack(packed: bytes, target_context: Any) -> Any:
    """The compiled form from the bytes that `pack` made."""
    return CompileResultCacheImpl.rebuild(None, target_context, pickle.loads(packed))


@contextmanager
def listening(listener: Any) -> Iterator[None]:
    """Notify a listener of every function that is compiled."""
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


def function_of(occurrence: Any) -> Any:
    """The function that a compilation event is about."""
    return occurrence.data["dispatcher"].py_func
