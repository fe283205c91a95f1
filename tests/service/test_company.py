"""What processes that share a database tell each other, without the database in between."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from partie.service import cluster
from partie.service.company import Company
from partie.service.service import Service
from partie.service.storage import Event, Storage
from partie.service.table import Seat, Table, Trouble
from tests.service.client import until

_BEATS = 5


class Process:
    """A service with a company of its own, whose messages `wire` delivers."""

    def __init__(self, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.service = Service(Storage(database), seconds=1, workers=1)
        monkeypatch.setattr(self.service.thinking, "_ready", lambda game: True)
        self.company = self.service.company = Company(self.service, "serve", dict)

    def table(self, table_id: str) -> Table:
        return self.service.tables.find(table_id)


def wire(monkeypatch: pytest.MonkeyPatch, one: Process, other: Process) -> None:
    """Let each hear at once what the other says."""
    for speaker, listener in ((one, other), (other, one)):

        def tell(kind: str, to: Process = listener, **facts: Any) -> None:
            to.company._hear({"kind": kind, "from": "x", **facts})

        monkeypatch.setattr(speaker.company.cluster, "tell", tell)


def test_a_process_that_missed_a_failure_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "tables.db")
    here, there = Process(database, monkeypatch), Process(database, monkeypatch)
    monkeypatch.setattr(there.service.thinking, "lease", lambda table, seq: False)  # it is taken
    monkeypatch.setattr(here.service.thinking, "thinks", False)
    made, _ = here.service.tables.create(
        "quarto", {}, [Seat("program", agent="random"), Seat("person")], "en"
    )
    made.trouble = Trouble(0, "random")
    waiting = there.table(made.id)
    until(lambda: there.service.thinking.elsewhere() == [(made.id, 0)], "the turn to be found taken")
    assert there.service.thinking.is_thinking(waiting)

    wire(monkeypatch, here, there)
    for _ in range(_BEATS):
        until(lambda: there.service.thinking.elsewhere(), "the turn to be found taken")
        there.company._beat()
    assert waiting.trouble == Trouble(0, "random")
    assert not there.service.thinking.is_thinking(waiting)
    for process in (here, there):
        process.service.stop_thinking()
        process.service.storage.close()


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_turn_that_was_forgotten_with_its_table_is_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_ours: bool
) -> None:
    process = Process(str(tmp_path / "tables.db"), monkeypatch)
    asked: list[str] = []
    monkeypatch.setattr(process.service.tables, "find", asked.append)
    monkeypatch.setattr(process.company.cluster, "has_lease", lambda table, seq: is_ours)
    process.company._hear({"kind": "doubt", "from": "x", "table": "t", "seq": 3})
    assert asked == (["t"] if is_ours else [])
    process.service.stop_thinking()
    process.service.storage.close()


def test_events_are_taken_from_the_message_unless_one_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "tables.db")
    here, there = Process(database, monkeypatch), Process(database, monkeypatch)
    made, _ = here.service.tables.create("quarto", {}, [Seat("person"), Seat("person")], "en")
    follows = there.table(made.id)
    said: list[list[list[Any]]] = []
    monkeypatch.setattr(cluster, "_notify", lambda _, message: said.append(message["news"]))
    here.service.storage.on_events = here.company.cluster._announce_events
    for _ in range(3):
        state = made.match.state
        here.service.tables.move(made, frozenset({state.to_move}), made.seq, state.text(state.moves[0]))
    assert [[table for table, *_ in news] for news in said] == [[made.id]] * 3

    reads: list[str] = []
    stored = there.service.storage.events

    def read(table: str, after: int) -> list[Event]:
        reads.append(table)
        return stored(table, after)

    monkeypatch.setattr(there.service.storage, "events", read)

    def hear(news: list[list[Any]]) -> None:
        there.company._hear({"kind": "events", "from": "x", "news": json.loads(json.dumps(news))})

    hear(said[0])
    assert (follows.seq, reads) == (1, [])
    hear(said[0])
    assert (follows.seq, reads) == (1, [])
    hear(said[2])
    assert (follows.seq, reads) == (3, [made.id])
    assert follows.match.moves == made.match.moves
    hear([[made.id]])
    assert reads == [made.id] * 2
    for process in (here, there):
        process.service.stop_thinking()
        process.service.storage.close()
