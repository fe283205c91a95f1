"""SQLite: what is committed is in the log at once, and on the disk soon after."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from partie.service import sqlite
from partie.service.storage import Storage
from tests.service.client import until


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(str(tmp_path / "tables.db"))


def notes(file: Path) -> list[str]:
    database = sqlite3.connect(file)
    try:
        return [content for (content,) in database.execute("SELECT content FROM notes")]
    except sqlite3.Error:  # not there yet, or copied while it was written
        return []
    finally:
        database.close()


def note(storage: Storage, content: str) -> None:
    with storage.engine.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS notes (content TEXT)"))
        connection.execute(text("INSERT INTO notes VALUES (:content)"), {"content": content})


def without_its_log(file: Path) -> Path:
    """A copy of the database as it is without what is only in the log."""
    return Path(shutil.copy(file, file.with_name("copy.db")))


def test_a_commit_does_not_wait_for_the_disk_and_survives_the_process(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_SYNC_SECONDS", 3600.0)
    child = os.fork()
    if child == 0:
        storage.engine.dispose(close=False)
        note(storage, "e4")
        os._exit(0)  # closes nothing, as if killed
    os.waitpid(child, 0)
    file = tmp_path / "tables.db"
    assert notes(without_its_log(file)) == []
    assert notes(file) == ["e4"]


def test_what_is_committed_is_soon_on_the_disk(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_SYNC_SECONDS", 0.01)
    for content in ("e4", "e5"):
        note(storage, content)
        until(lambda content=content: content in notes(without_its_log(tmp_path / "tables.db")), content)  # type: ignore[misc]
    storage.close()


def test_a_disk_that_fails_is_said_and_does_no_harm(
    storage: Storage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    note(storage, "e4")
    with monkeypatch.context() as patched:
        patched.setattr(storage.engine, "raw_connection", fails)
        assert storage._syncing is not None
        storage._syncing._sync()
    assert "not on the disk yet: disk I/O error" in caplog.text
    note(storage, "e5")
    storage.close()
