"""One process among others, without a database."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime
from typing import Any

import pytest

from partie.service import cluster
from partie.service.cluster import Cluster
from partie.service.storage import Event, NewEvents


class NoDatabase:
    """Stands for a storage whose transactions begin when `go_on` is set, and do nothing."""

    def __init__(self) -> None:
        self.engine, self.began, self.go_on = self, threading.Event(), threading.Event()

    def begin(self) -> NoDatabase:
        return self

    def __enter__(self) -> NoDatabase:
        self.began.set()
        assert self.go_on.wait(60)
        return self

    def __exit__(self, *_: object) -> None: ...


def test_what_was_said_before_the_end_is_sent_and_the_end_is_not_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(cluster, "_notify", lambda connection, message: sent.append(message["kind"]))
    storage: Any = NoDatabase()
    one = Cluster(storage, "serve")
    speaking = threading.Thread(target=one._speak, daemon=True)
    speaking.start()
    one.tell("first")
    assert storage.began.wait(60)
    one.tell("second")
    one._outgoing.put(None)  # as `close` does, while the first is being sent
    storage.go_on.set()
    speaking.join(60)
    assert not speaking.is_alive()
    assert sent == ["first", "second"]


def test_what_happened_is_told_in_as_few_messages_as_hold_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(cluster, "_notify", lambda connection, message: sent.append(message))
    storage: Any = NoDatabase()
    now = datetime.now(UTC)

    def news(table: int, text: str = "a1-3") -> NewEvents:
        return NewEvents(f"{table:012d}", [Event(7, "move", 0, {"move": text}, now)])

    Cluster(storage, "serve")._announce_events(storage, [news(table) for table in range(200)])
    assert all(len(json.dumps(message).encode()) < 8_000 for message in sent)
    assert len(sent) < 5
    assert [table for message in sent for table, event in message["news"]] == [
        f"{table:012d}" for table in range(200)
    ]
    sent.clear()
    Cluster(storage, "serve")._announce_events(storage, [news(1, "é" * 2_000), news(2)])
    assert [len(one) for one in sent[0]["news"]] == [1, 2]
