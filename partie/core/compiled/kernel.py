"""Compiling rules and searches: the `jit` decorator and its cache on disk.

Compiled code is kept in the user's cache folder (or in `PARTIE_CACHE`), so the package itself may be
read-only. It is never stale: every entry is named by a hash of all the code and constants it was made from
(`core/compiled/reach.py`). Numba's own cache notices a change in the file of a function, but not in the files
of the functions it calls.

Only what Python calls is kept: a function that other compiled functions call is contained in them
(`core/compiled/numba_api.py`). Each entry is one file, written atomically. Numba's own cache has an index,
which two processes compiling at once can corrupt.

With `NUMBA_DISABLE_JIT=1` the same functions run as plain Python, for debuggers and coverage.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs

from partie.core.compiled import numba_api, reach
from partie.core.locking import exclusive

PYTHON_MODE = bool(numba.config.DISABLE_JIT)
if PYTHON_MODE:
    np.seterr(over="ignore")  # generators and hashes wrap around on purpose

_KEEP_DAYS = 60
_FORMAT = 2
"""Of the files; each number had its own."""
_VERSIONS: tuple[Any, ...] = (
    _FORMAT,
    numba.__version__,
    llvmlite.__version__,
    np.__version__,
    sys.version_info[:2],
    *(("quick",) if numba_api.QUICK else ()),
)


_used: set[str] = set()


def entries_used() -> frozenset[str]:
    """The names of the files in the cache that this process has loaded or written."""
    return frozenset(_used)


def machine() -> tuple[Any, ...]:
    """What all compiled code depends on besides its source: versions and the processor."""
    return (*_VERSIONS, numba_api.processor())


def cache_folder() -> Path:
    """The folder where compiled code is kept."""
    override = os.environ.get("PARTIE_CACHE")
    return Path(override) if override else Path(platformdirs.user_cache_dir("partie")) / "kernels"


class _KernelCache(numba_api.FunctionCache):  # type: ignore[misc]
    """A cache for one function, in the form Numba's dispatchers expect."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        function = dispatcher.py_func
        self._name = f"{function.__module__.removeprefix('partie.')}.{function.__qualname__}"

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def _path(self, signature: Any, codegen: Any) -> Path:
        facts = (self._name, str(signature), codegen.magic_tuple(), *_VERSIONS)
        digest = hashlib.sha256(repr(facts).encode())
        digest.update(reach.digest(self._dispatcher, signature))
        return cache_folder() / f"{self._name}-{digest.hexdigest()[:32]}.nbc"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        target_context.refresh()
        path = self._path(signature, target_context.codegen())
        try:
            result = numba_api.unpack(path.read_bytes(), target_context)
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        _used.add(path.name)
        return result

    @contextlib.contextmanager
    def alone(self, signature: Any, target_context: Any) -> Iterator[None]:
        """Wait while another process compiles the same, or, rarely, something else with the same lock."""
        path = self._path(signature, target_context.codegen())
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # what cannot be written, others cannot load
                path.parent.mkdir(parents=True, exist_ok=True)
                stack.enter_context(exclusive(path.with_name(f"compiling-{path.stem[-2:]}.lock")))
            yield

    def save_overload(self, signature: Any, compiled: Any) -> None:
        path = self._path(signature, compiled.codegen)
        payload = numba_api.pack(compiled)
        if payload is None:
            return
        if numba_api.is_unresolved(payload):
            warnings.warn(
                f"{self._name} calls itself with argument types other than those it was called with, so its "
                "compiled form cannot be cached: cast the arguments (np.int64) so that all calls have one "
                "signature",
                stacklevel=2,
            )
            return
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(payload)
            os.replace(file.name, path)
            _used.add(path.name)
            _prune(path.parent)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


@cache
def _prune(folder: Path) -> None:
    """Delete compiled code that has not been loaded for a long time; runs once in a process that compiles."""
    oldest = time.time() - _KEEP_DAYS * 86400
    for file in (*folder.glob("*.nbc"), *folder.glob("*.warm")):
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()


_Function = TypeVar("_Function", bound=Callable[..., Any])


def jit(function: _Function) -> _Function:
    """Compile a function. It runs without the GIL, and its compiled form is cached on disk."""
    return _compiled(function, counts_references=True)


def lean_jit(function: _Function) -> _Function:
    """Compile a function that makes no arrays, without reference counting.

    Counting references to its arguments would take longer than a move of a fast game. The compiler refuses a
    function that needs it."""
    return _compiled(function, counts_references=False)


def fast_jit(function: _Function) -> _Function:
    """Compile arithmetic whose last digits do not matter: sums may be computed in any order."""
    return _compiled(function, counts_references=True, fastmath=True)


def inline_jit(function: _Function) -> _Function:
    """Compile a function that makes no arrays into each of its callers.

    For the parts of a function that is called millions of times per second and would be too long in one
    piece."""
    return _compiled(function, counts_references=False, inlined=True)


def _compiled(
    function: _Function, counts_references: bool, fastmath: bool = False, inlined: bool = False
) -> _Function:
    if PYTHON_MODE:
        return function
    if function.__closure__ is not None:
        raise TypeError(
            f"{function.__qualname__} is a closure, which cannot be cached: "
            "define it at the top level of a module"
        )
    dispatcher: _Function = numba_api.compiled(
        function,
        counts_references=counts_references,
        fastmath=fastmath,
        inlined=inlined,
        cache=_KernelCache,
    )
    return dispatcher


class _Watcher(numba_api.Listener):  # type: ignore[misc]
    def __init__(self, notice: Callable[[str], None], done: Callable[[str], None]) -> None:
        self._notice, self._done = notice, done

    def on_start(self, occurrence: Any) -> None:
        self._notice(_function_name(occurrence))

    def on_end(self, occurrence: Any) -> None:
        self._done(_function_name(occurrence))


def _function_name(occurrence: Any) -> str:
    function = numba_api.function_of(occurrence)
    return f"{function.__module__}.{function.__qualname__}"


class NotCompiled(Exception):
    """Something would have to be compiled, which is forbidden here."""


@contextlib.contextmanager
def forbid_compiling() -> Iterator[None]:
    """Raise `NotCompiled` if this thread calls a function whose compiled form is not in the cache."""
    thread = threading.get_ident()

    def refuse(name: str) -> None:
        if threading.get_ident() == thread:
            raise NotCompiled(name)

    with watch_compilation(refuse):
        yield


@contextlib.contextmanager
def watch_compilation(
    notice: Callable[[str], None], done: Callable[[str], None] = lambda name: None
) -> Iterator[None]:
    """Call `notice(function name)` before a function has to be compiled, and `done` afterwards."""
    with numba_api.listening(_Watcher(notice, done)):
        yield
