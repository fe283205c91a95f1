"""Locks between processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from partie.core import locking

fcntl = pytest.importorskip("fcntl", reason="files cannot be locked here")

HOLDING = """
import sys
from pathlib import Path
from partie.core.locking import exclusive
with exclusive(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
    print("let go", flush=True)
"""


def holder(lock: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLDING, str(lock)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def is_free(lock: Path) -> bool:
    """Whether nobody holds a lock, asked without waiting."""
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def test_one_process_at_a_time_holds_a_lock(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with holder(lock) as first:
        assert first.stdout is not None
        assert first.stdin is not None
        assert first.stdout.readline() == "held\n"
        assert not is_free(lock)
        with holder(lock) as second:
            assert second.stdout is not None
            first.stdin.close()
            assert first.stdout.readline() == "let go\n"
            assert second.stdout.readline() == "held\n"
            assert not is_free(lock)


def test_who_is_killed_holds_no_lock(tmp_path: Path) -> None:
    with holder(tmp_path / "lock") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        process.kill()
        process.wait()
    with locking.exclusive(tmp_path / "lock"):
        assert not is_free(tmp_path / "lock")
    assert is_free(tmp_path / "lock")


def test_an_error_lets_go(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="broken"), locking.exclusive(tmp_path / "lock"):
        raise ValueError("broken")
    assert is_free(tmp_path / "lock")


def test_where_files_cannot_be_locked_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "fcntl", None)
    with locking.exclusive(tmp_path / "lock"), locking.exclusive(tmp_path / "lock"):
        assert not (tmp_path / "lock").exists()
