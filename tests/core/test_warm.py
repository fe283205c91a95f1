"""A game is ready at once if everything it needs is known to be compiled, and nothing has changed since."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from partie.core import registry, warmed
from partie.core import warm as warming
from partie.core.compiled import kernel
from partie.core.compiled.kernel import jit
from partie.core.game import Game
from partie.testing.amounts import THOROUGH
from tests.games import OURS
from tests.service.client import until
from tests.tiny import GAME


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The games whose agents were asked; each needs one file, which is there."""
    games: list[str] = []

    def call_everything(game: object, stopped: object, backwards: bool) -> bool:
        games.append(GAME.name)
        return True

    monkeypatch.setenv("PARTIE_CACHE", str(tmp_path))
    monkeypatch.setattr(kernel, "_used", {"needed.nbc"})
    monkeypatch.setattr(warming, "_call_everything", call_everything)
    (tmp_path / "needed.nbc").touch()
    return games


def test_what_is_compiled_is_not_loaded_to_find_out(asked: list[str]) -> None:
    warming.warm(GAME)
    warming.warm(GAME)
    assert asked == [GAME.name]


def test_a_file_that_is_missing_is_noticed(asked: list[str], tmp_path: Path) -> None:
    warming.warm(GAME)
    (tmp_path / "needed.nbc").unlink()
    warming.warm(GAME)
    assert len(asked) == 2


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package that has code, data, words and a part that nobody loads, in place of that of the tests."""
    folder = tmp_path / "warmed_outside"
    for name in ("__init__.py", "table.json", "words.en.json", "plots/__init__.py", "plots/colours.json"):
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("1")
    monkeypatch.syspath_prepend(tmp_path)
    __import__(folder.name)
    monkeypatch.setattr(warmed, "_OURS", folder.name)
    yield folder
    del sys.modules[folder.name]


@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("__init__.py", True),
        ("table.json", True),
        ("models/new.npz", True),
        ("words.en.json", False),
        ("plots/__init__.py", False),
        ("plots/colours.json", False),
    ],
)
def test_a_change_is_noticed_if_it_can_matter(
    asked: list[str], package: Path, name: str, matters: bool
) -> None:
    """What is in a module that no program has loaded, or in words, cannot."""
    warming.warm(GAME)
    (package / name).parent.mkdir(exist_ok=True)
    (package / name).write_text("2")
    warmed._hash.cache_clear()
    warming.warm(GAME)
    assert len(asked) == 1 + matters


def test_the_versions_of_a_package_do_not_forget_each_other(asked: list[str], package: Path) -> None:
    for text in "1", "2", "1", "2":
        (package / "table.json").write_text(text)
        warmed._hash.cache_clear()
        warming.warm(GAME)
    assert len(asked) == 2


def test_another_machine_is_noticed(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    warming.warm(GAME)
    monkeypatch.setattr(kernel, "machine", lambda: ("another",))
    warming.warm(GAME)
    assert len(asked) == 2


def test_what_was_left_out_is_not_written_down(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "_call_everything", lambda game, stopped, backwards: False)
    warming.warm(GAME)
    assert not warmed.is_warmed(GAME)


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_program_answers_with_every_preset(game: Game) -> None:
    """And what tables, pages, records and routes call runs without an error.

    A game is only known to be compiled if all of it has run so, which `make compile` has just done."""
    is_known = not THOROUGH and warmed.is_warmed(game)
    assert is_known or warming._call_everything(game, lambda: False)


def test_what_had_to_be_compiled_is_asked_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A search that was compiled first may have had no time for what it calls later."""
    monkeypatch.setenv("PARTIE_CACHE", str(tmp_path))
    calls: list[float] = []

    def search() -> None:
        calls.append(_thrice(float(len(calls))))
        if len(calls) == 2:
            _thrice(len(calls))  # compiled for integers

    assert warming._succeeds(search, "search")
    assert len(calls) == 3


@jit
def _thrice(number: Any) -> Any:
    return number * 3


class _Compiling:
    """In place of a process that compiles: ends when it is told to."""

    stdin = None

    def __init__(self) -> None:
        self.ended = threading.Event()

    def wait(self) -> None:
        self.ended.wait(60)


def test_a_core_without_a_game_helps_with_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game takes until all others are done, and one core helps with it, once."""
    started: list[tuple[str, bool]] = []
    first = _Compiling()

    def compile_elsewhere(game: str, backwards: bool) -> _Compiling:
        started.append((game, backwards))
        if len(started) == 1:
            return first
        if backwards:
            first.ended.set()
        other = _Compiling()
        other.ended.set()
        return other

    monkeypatch.setattr(warming, "compile_in_subprocess", compile_elsewhere)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    warming._compile_all()
    names = [game.name for game in registry.games()]
    assert started == [*((name, False) for name in reversed(names)), (names[-1], True)]


def test_two_processes_begin_at_different_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(warming, "_ask", lambda game, spec, view: asked.append(str(view)))
    warming._call_everything(GAME, lambda: False)
    positions = list(dict.fromkeys(asked))
    asked.clear()
    warming._call_everything(GAME, lambda: False, backwards=True)
    assert list(dict.fromkeys(asked)) == positions[::-1]
    assert len(positions) > 1


_STARTS_A_COMPILER = """
from partie.core.warm import compile_in_subprocess
compiler = compile_in_subprocess("quarto")
print(compiler.pid, flush=True)
compiler.wait()
"""


def _runs(process: int) -> bool:
    """Whether a process has not ended; one that nobody has asked for its end counts as ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_a_compiler_ends_with_the_process_that_has_started_it(tmp_path: Path) -> None:
    """A server that is killed again and again would leave compilers behind until the machine stands still."""
    server = subprocess.Popen(
        [sys.executable, "-c", _STARTS_A_COMPILER],
        stdout=subprocess.PIPE,
        env={**os.environ, "PARTIE_CACHE": str(tmp_path)},
    )
    with server:
        assert server.stdout is not None
        compiler = int(server.stdout.readline())
        assert _runs(compiler)
        server.send_signal(signal.SIGKILL)
    until(lambda: not _runs(compiler), "the compiler to end", 60)


def test_one_process_at_a_time_compiles_a_game_from_the_same_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARTIE_CACHE", str(tmp_path / "new"))
    begun, go_on = threading.Semaphore(0), threading.Semaphore(0)

    def compile_slowly(game: Game, backwards: bool) -> None:
        begun.release()
        assert go_on.acquire(timeout=60)

    monkeypatch.setattr(warming, "warm", compile_slowly)
    ends = [False, False, True]
    threads = [threading.Thread(target=warming._compile_here, args=(GAME, end)) for end in ends]
    for thread in threads:
        thread.start()
    for _ in set(ends):
        assert begun.acquire(timeout=60)
    assert not begun.acquire(timeout=0.2)
    for _ in ends:
        go_on.release()
    for thread in threads:
        thread.join(60)
    assert begun.acquire(timeout=60)
