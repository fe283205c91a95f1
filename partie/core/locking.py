"""Work that only one process of this machine does at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def exclusive(lock: Path) -> Iterator[None]:
    """Wait until no other process holds the lock file; one that ends, however it ends, holds it no longer.

    Where files cannot be locked, nobody waits, and both do the work."""
    if fcntl is None:
        yield
        return
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
