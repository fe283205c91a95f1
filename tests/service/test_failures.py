"""A database that is full, damaged, locked, read-only or lost: errors and `/health` say which."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DataError, OperationalError

from partie.service.failures import (
    Damaged,
    DiskFull,
    Locked,
    Lost,
    ReadOnly,
    StorageFailure,
    ValueTooLong,
    diagnosis,
)
from partie.service.storage import Storage
from partie.service.table import Seat, Table
from partie.service.tables import Tables
from tests.service.client import PERSON, Server, error_of, until

TABLE = {"game": "quarto", "seats": [PERSON, PERSON]}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def new_table(storage: Storage) -> Table:
    return Tables(storage).create("quarto", {}, [Seat("person"), Seat("person")], "en")[0]


def with_pragma(storage: Storage, pragma: str) -> None:
    """Set a pragma on every new connection."""
    event.listen(storage._engine, "connect", lambda database, _: database.execute(f"PRAGMA {pragma}"))
    storage._engine.dispose()


def test_a_full_disk(file: Path) -> None:
    storage = Storage(str(file))
    table = new_table(storage)
    assert storage.trouble() is None
    with storage._engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar()
    with_pragma(storage, f"max_page_count={pages}")

    def full() -> bool:
        new_table(storage)
        return False

    with pytest.raises(DiskFull, match="disk is full"):
        until(full, "the disk to be full")
    trouble = storage.trouble()
    assert trouble is not None
    assert trouble.code == "disk_full"
    assert Tables(storage).find(table.id).id == table.id, "what was stored can still be read"
    event.listen(
        storage._engine, "connect", lambda database, _: database.execute("PRAGMA max_page_count=100000")
    )
    storage._engine.dispose()
    new_table(storage)
    assert storage.trouble() is None, "there is room again"
    storage.close()


def test_a_read_only_database(file: Path) -> None:
    storage = Storage(str(file))
    with_pragma(storage, "query_only=ON")
    with pytest.raises(ReadOnly, match="read-only"):
        new_table(storage)
    assert isinstance(storage.trouble(), ReadOnly)
    storage.close()


def test_a_locked_database(file: Path) -> None:
    storage = Storage(str(file))
    with_pragma(storage, "busy_timeout=1")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Locked, match="try again"):
        new_table(storage)
    assert isinstance(storage.trouble(), Locked)
    other.execute("ROLLBACK")
    new_table(storage)
    assert storage.trouble() is None
    other.close()
    storage.close()


def damage(file: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = database.execute("PRAGMA page_size").fetchone()[0]
        page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    database.close()
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xa5" * size)


def test_damaged_pages(file: Path) -> None:
    storage = Storage(str(file))
    table = new_table(storage)
    Tables(storage).move(table, frozenset({0, 1}), 0, "-0000")
    storage.close()
    damage(file, "events")
    storage = Storage(str(file))
    with pytest.raises(Damaged, match="repair"):
        Tables(storage).find(table.id)
    new_table(storage)
    assert isinstance(storage.trouble(), Damaged), "a success elsewhere repairs nothing"
    storage.close()


@pytest.mark.parametrize("junk", ["'{\"squares\":'", "CAST(x'ff00fe' AS TEXT)"])
def test_damaged_content(file: Path, junk: str) -> None:
    storage = Storage(str(file))
    table = new_table(storage)
    with storage._engine.begin() as connection:
        connection.execute(text(f"UPDATE tables SET options = {junk}"))
    with pytest.raises(Damaged):
        storage.table(table.id)
    storage.close()


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("22001", ValueTooLong),
        ("53100", DiskFull),
        ("53300", Lost),
        ("25006", ReadOnly),
        ("08006", Lost),
        ("57P01", Lost),
        ("XX001", Damaged),
        ("55P03", Locked),
        ("42601", StorageFailure),
    ],
)
def test_error_codes_of_postgresql(state: str, kind: type[StorageFailure]) -> None:
    cause = type("Cause", (Exception,), {"sqlstate": state})()
    assert type(diagnosis(DataError("INSERT", {}, cause))) is kind


def test_no_connection_at_all() -> None:
    assert type(diagnosis(OperationalError(None, None, Exception("connection refused")))) is Lost
    assert diagnosis(OperationalError(None, None, SimpleNamespace())).code == "database_lost"  # type: ignore[arg-type]


def test_the_server_reports_a_full_disk_and_stays_up(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", tmp_path / "server.log", "--cold", "--full", "24")
    try:
        first = server.sit_down(PERSON, PERSON)
        assert server.get("/health")["status"] == "ok"

        def refusal() -> object:
            answer = server.http.post("/tables", json=TABLE)
            return None if answer.is_success else answer

        answer = until(refusal, "the disk to be full")
        assert answer.status_code == 507
        error = error_of(answer)
        assert error["code"] == "disk_full"
        health = server.get("/health")
        assert (health["status"], health["reason"]["code"]) == ("degraded", "disk_full")
        assert health["reason"]["message"] == error["message"]
        assert first.look()["status"] == "playing"
        with first.live() as socket:
            assert '"table"' in str(socket.recv(timeout=60))
    finally:
        server.kill()


def test_the_server_reports_a_damaged_database(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", tmp_path / "server.log", "--cold")
    try:
        table = server.sit_down(PERSON, PERSON)
        server.stop()
        damage(Path(server.database), "tables")
        server.start()
        answer = server.http.get(table.path)
        assert (answer.status_code, error_of(answer)["code"]) == (500, "database_damaged")
        assert server.get("/health")["reason"]["code"] == "database_damaged"
        with table.live() as socket:
            assert "database_damaged" in str(socket.recv(timeout=60))
    finally:
        server.kill()
