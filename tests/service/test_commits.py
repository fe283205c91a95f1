"""Group commit: what several threads store at once is written together, and one conflict spoils nothing."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import event

from partie.service.commits import Entry, GroupCommit
from partie.service.following import Follower, TableChange
from partie.service.presence import Presence, Visit, Visits
from partie.service.storage import Event, NewEvents, SeqTaken, Storage
from partie.service.table import Seat, Table
from partie.service.tables import Tables

BOTH = frozenset({0, 1})


def test_what_waits_is_written_together() -> None:
    writing, go_on = threading.Event(), threading.Event()
    batches: list[list[int]] = []

    def write(batch: Sequence[Entry[int]]) -> None:
        batches.append([entry.item for entry in batch])
        if len(batches) == 1:
            writing.set()
            assert go_on.wait(60)
        for entry in batch:
            entry.settle(ValueError("odd") if entry.item % 2 else None)

    commits = GroupCommit(write)
    results: dict[int, Exception | None] = {}

    def store(item: int) -> None:
        results[item] = commits.store([item])[0].error

    threads = [threading.Thread(target=store, args=[item]) for item in range(6)]
    threads[0].start()
    assert writing.wait(60)
    for thread in threads[1:]:
        thread.start()
    while len(commits._waiting) < 5:
        threading.Event().wait(0.001)
    go_on.set()
    for thread in threads:
        thread.join(60)
    assert [sorted(batch) for batch in batches] == [[0], [1, 2, 3, 4, 5]]
    assert {item for item, error in results.items() if error} == {1, 3, 5}


def test_a_writer_that_fails_fails_all_that_waited() -> None:
    def write(batch: Sequence[Entry[int]]) -> None:
        raise OSError("no disk")

    (entry,) = GroupCommit(write).store([1])
    assert isinstance(entry.error, OSError)


def test_a_conflict_at_one_table_does_not_spoil_the_others(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "tables.db"))
    tables = [table_of_two(storage)[0].id for _ in range(3)]
    commits = 0

    @event.listens_for(storage.engine, "commit")
    def count(connection: object) -> None:
        nonlocal commits
        commits += 1

    assert storage.append_all([move(table, 1) for table in tables]) == [None] * 3
    assert commits == 1, "three moves, one transaction"
    errors = storage.append_all([move(tables[0], 2), move(tables[1], 1), move(tables[2], 2)])
    assert errors[0] is None
    assert isinstance(errors[1], SeqTaken)
    assert errors[2] is None
    assert [len(storage.events(table, 0)) for table in tables] == [2, 1, 2]
    storage.close()


def table_of_two(storage: Storage) -> tuple[Table, dict[int, str]]:
    return Tables(storage).create("quarto", {}, [Seat("person"), Seat("person")], "en")


def move(table: str, seq: int) -> NewEvents:
    return NewEvents(table, [Event(seq, "move", 0, {"move": "-0000"}, datetime.now(UTC))])


def test_a_change_is_rendered_once_for_all_who_may_see_the_same(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "tables.db"))
    tables = Tables(storage)
    table, secrets = tables.create("quarto", {}, [Seat("person"), Seat("person")], "en")
    followers = [Follower([], None), Follower([], None), Follower([secrets[0]], None)]
    for follower in followers:
        follower.catch_up(table, False)
    tables.move(table, BOTH, 0, "-0000")
    change = TableChange(table, False)
    texts = [change.text_for(follower) for follower in followers]
    assert texts[0] is texts[1]
    assert texts[2] != texts[0]
    assert change.text_for(followers[0]) is None, "it knows"
    storage.close()


def test_who_is_there_in_other_processes() -> None:
    presence, told = Presence(), list[str]()
    presence.on_change = told.append
    presence.arrive(Visit("t", frozenset({0})))
    presence.arrive(Visit("t", frozenset()))
    assert presence.visits("t") == Visits({0: 1}, 1)
    assert presence.tables() == ["t"]
    presence.hear("other", "t", Visits({1: 2}, 3))
    assert presence.is_here("t", 1)
    assert presence.watchers("t") == 4
    presence.hear("other", "t", Visits({}, 1))
    assert not presence.is_here("t", 1)
    assert presence.away_since("t", 1) is not None
    presence.hear("other", "t", Visits({1: 1}, 0))
    assert presence.lose("other") == ["t"]
    assert not presence.is_here("t", 1)
    assert presence.is_here("t", 0)
    presence.leave(Visit("t", frozenset({0})))
    assert told == ["t", "t", "t"]
