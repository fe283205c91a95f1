"""Compiling rules and searches: the `jit` decorator and its cache on disk.

Compiled code is kept in the user's cache folder (`PARTIE_CACHE` overrides it), so the package itself may be read-only. It can never
be stale: Numba's own cache notices a change in the file of a function but not in the files of what it calls, so ours names every entry
by a hash of all sources the code may have been made from, namely

- the shared folders `core`, `search`, `learn` and the modules lying directly in `games`;
- the folder of the function itself;
- the folder of the rules registered for every record type in the function's signature.

One entry is one file, written atomically: Numba numbers its files through an index, which two processes compiling at once can corrupt.

With `NUMBA_DISABLE_JIT=1` the same functions run as plain Python, for debuggers and coverage.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import event, types
from numba.core.caching import CompileResultCacheImpl, _Cache

PYTHON_MODE = bool(numba.config.DISABLE_JIT)
if PYTHON_MODE:
    np.seterr(over="ignore")  # generators and hashes wrap around on purpose

_PACKAGE = Path(__file__).resolve().parent.parent
_SHARED = [_PACKAGE / "core", _PACKAGE / "search", _PACKAGE / "learn"]
_SOURCE_SUFFIXES = {".py", ".json", ".toml"}
_KEEP_DAYS = 60

record_folders: dict[Any, Path] = {}
"""For every registered record type, the folder its rules live in (filled by `core.verbs.register`)."""


def cache_folder() -> Path:
    """Where compiled code is kept."""
    override = os.environ.get("PARTIE_CACHE")
    return Path(override) if override else Path(platformdirs.user_cache_dir("partie")) / "kernels"


@cache
def _folder_digest(folder: Path, recursive: bool = True) -> bytes:
    digest = hashlib.sha256()
    files = folder.rglob("*") if recursive else folder.glob("*")
    for file in sorted(files):
        if file.suffix in _SOURCE_SUFFIXES and file.is_file():
            digest.update(file.relative_to(folder).as_posix().encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.digest()


@cache
def _shared_digest() -> bytes:
    parts = [_folder_digest(folder) for folder in _SHARED if folder.is_dir()]
    return hashlib.sha256(b"".join([*parts, _folder_digest(_PACKAGE / "games", recursive=False)])).digest()


class _KernelCache(_Cache):  # type: ignore[misc]
    """A cache for one function, in the form Numba's dispatchers expect."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
        self._home = Path(function.__code__.co_filename).resolve().parent

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def _path(self, signature: Any, codegen: Any) -> Path:
        digest = hashlib.sha256(_shared_digest())
        folders = {self._home} | {
            folder for record, folder in record_folders.items() if _mentions(signature, record)
        }
        for folder in sorted(folders):
            digest.update(_folder_digest(folder))
        facts = (
            str(self._home),
            self._function.__code__.co_firstlineno,
            str(signature),
            codegen.magic_tuple(),
            numba.__version__,
            llvmlite.__version__,
            sys.version_info[:2],
        )
        digest.update(repr(facts).encode())
        return cache_folder() / f"{self._name}-{digest.hexdigest()[:32]}.nbc"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        target_context.refresh()
        path = self._path(signature, target_context.codegen())
        try:
            payload = pickle.loads(path.read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return CompileResultCacheImpl.rebuild(None, target_context, payload)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        if compiled.library.has_dynamic_globals or any(not part.can_cache for part in compiled.lifted):
            return
        path = self._path(signature, compiled.codegen)
        payload = pickle.dumps(CompileResultCacheImpl.reduce(None, compiled))
        if b".numba.unresolved$" in payload:
            warnings.warn(
                f"{self._name} calls itself with arguments of other types than it was called with, so its compiled form cannot be "
                "kept: cast the arguments (np.int64) so that every call has one signature",
                stacklevel=2,
            )
            return
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(payload)
            os.replace(file.name, path)
            _prune(path.parent)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def _mentions(signature: Any, record: Any) -> bool:
    return any(
        argument == record or (isinstance(argument, types.Array) and argument.dtype == record)
        for argument in signature
    )


@cache
def _prune(folder: Path) -> None:
    """Once per process that compiles, forget code nobody has loaded for a long time."""
    oldest = time.time() - _KEEP_DAYS * 86400
    for file in folder.glob("*.nbc"):
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function of rules or search: no GIL held, cached on disk."""
    return _compiled(function, counts_references=True)


def lean_jit(function: Callable[..., Any]) -> Any:
    """Compile a function that makes no arrays. It does not count references to those it is given, which costs more than a move of a fast game;
    the compiler refuses one that would have to."""
    return _compiled(function, counts_references=False)


def fast_jit(function: Callable[..., Any]) -> Any:
    """Compile arithmetic whose last digits do not matter: sums may be taken in another order, several at once."""
    return _compiled(function, counts_references=True, fastmath=True)


def _compiled(function: Callable[..., Any], counts_references: bool, fastmath: bool = False) -> Any:
    if PYTHON_MODE:
        return function
    if function.__closure__ is not None:
        raise TypeError(
            f"{function.__qualname__} is a closure: compiled functions must be top-level to be cached"
        )
    dispatcher = numba.njit(nogil=True, fastmath=fastmath, _nrt=counts_references)(function)
    dispatcher._cache = _KernelCache(function)
    return dispatcher


class _Watcher(event.Listener):  # type: ignore[misc]
    def __init__(self, notice: Callable[[str], None]) -> None:
        self._notice = notice

    def on_start(self, occurrence: event.Event) -> None:
        self._notice(occurrence.data["dispatcher"].py_func.__qualname__)

    def on_end(self, occurrence: event.Event) -> None: ...


@contextlib.contextmanager
def watch_compilation(notice: Callable[[str], None]) -> Iterator[None]:
    """Call `notice(function name)` each time something has to be compiled because the cache has no copy of it."""
    watcher = _Watcher(notice)
    event.register("numba:compile", watcher)
    try:
        yield
    finally:
        event.unregister("numba:compile", watcher)
