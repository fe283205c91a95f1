"""The service: the referee of all tables, with its database, its thread pool and its watchers."""

from __future__ import annotations

from partie.service import results
from partie.service.live import Hub
from partie.service.referee import Referee
from partie.service.storage import Storage
from partie.service.table import Table
from partie.service.tables import Tables
from partie.service.thinking import Thinking
from partie.service.warmup import Warmup


class Service(Referee):
    """Everything the API offers."""

    def __init__(self, storage: Storage, seconds: float, workers: int | None) -> None:
        self.storage = storage
        self.hub = Hub()
        self.warmup = Warmup(self._resume)
        tables = Tables(storage)
        self.thinking = Thinking(
            tables, self.warmup.ready, self.publish_thinking, self.publish_change, seconds, workers
        )
        super().__init__(tables, self.thinking, self.hub, self.warmup.prefer, storage)
        self.tables.on_change = self._on_change

    def stop_thinking(self) -> bool:
        """Stop all programs and tell those who wait for one; return whether all of them stopped."""
        self.warmup.stop()
        return self.thinking.close()

    def close(self) -> None:
        """Stop all programs and close the database."""
        self.stop_thinking()
        self.storage.close()

    def _on_change(self, table: Table) -> None:
        self.thinking.schedule(table)
        results.keep(self.storage, table)
        self.publish_change(table)

    def _resume(self, game: str) -> None:
        """Let programs whose turn it is think, now that their game is compiled."""
        for table in self.tables.recently_active(game):
            with table.lock:
                self.thinking.schedule(table)
