"""Group commit: what several threads store at the same time is written in one transaction.

A commit waits for the disk. While one thread waits, others queue; the next of them writes for all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(eq=False)
class Entry(Generic[T]):
    """Something to store. `error` says why it was not; it is set when the entry is settled."""

    item: T
    error: Exception | None = field(default=None)
    settled: bool = field(default=False)

    def settle(self, error: Exception | None = None) -> None:
        self.error, self.settled = error, True


class GroupCommit(Generic[T]):
    """Passes entries to `write`, all that wait at once; `write` settles each of them.

    Safe to use from any thread. Only one thread writes at a time."""

    def __init__(self, write: Callable[[Sequence[Entry[T]]], None]) -> None:
        self._write = write
        self._lock, self._turn = threading.Lock(), threading.Lock()
        self._waiting: list[Entry[T]] = []

    def store(self, items: Sequence[T]) -> list[Entry[T]]:
        """Store these items; return them when all are settled. The order of calls of a thread is kept."""
        entries = [Entry(item) for item in items]
        with self._lock:
            self._waiting += entries
        with self._turn:
            if not all(entry.settled for entry in entries):
                with self._lock:
                    batch, self._waiting = self._waiting, []
                self._write_all(batch)
        return entries

    def _write_all(self, batch: Sequence[Entry[T]]) -> None:
        try:
            self._write(batch)
        except Exception as error:
            for entry in batch:
                if not entry.settled:
                    entry.settle(error)
