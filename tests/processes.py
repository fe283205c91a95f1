"""Processes that run a module, each a fork of one that has imported the package.

Importing it takes 1 to 2 seconds of processor time, and the tests start hundreds of processes. Otherwise they
are as if they had been started by `python -m`."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from partie.arena import pool

_IMPORTED = ("partie.service.serve", "partie.cli", "partie.games", "alembic.command")
"""What most of them need. No module of the tests: some add games."""
_forks = multiprocessing.get_context("forkserver")
pool.FORKED = ["__main__", *_IMPORTED]  # all processes of a test process are forks of the same one
_forks.set_forkserver_preload(pool.FORKED)
_started: list[Forked] = []


class Forked:
    """A process that runs a module; used like `subprocess.Popen`. What it prints is read from `stdout`."""

    def __init__(
        self,
        command: Sequence[str],
        errors: Path,
        typed: Path = Path(os.devnull),
        cwd: Path | None = None,
        env: Mapping[str, str] = os.environ,
    ) -> None:
        reading, writing = _forks.Pipe(duplex=False)
        arguments = (tuple(command), dict(env), cwd or Path.cwd(), typed, writing, errors)
        self._process = _forks.Process(target=_run, args=arguments)
        self._process.start()
        writing.close()
        self.stdout = open(os.dup(reading.fileno()), encoding="utf-8")  # noqa: SIM115
        reading.close()
        _started.append(self)

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def keep_running(self) -> None:
        """Let this process exit only when that one has ended: others still use it."""
        _started.remove(self)


def completed(
    command: Sequence[str], typed: str = "", cwd: Path | None = None, env: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    """Run a module with arguments to its end, like `subprocess.run` with captured output."""
    with tempfile.TemporaryDirectory() as folder:
        answers, errors = Path(folder, "typed"), Path(folder, "errors")
        answers.write_text(typed, encoding="utf-8")
        process = Forked(command, errors, answers, cwd, env)
        with process.stdout:
            printed = process.stdout.read()
        return subprocess.CompletedProcess(
            list(command), process.wait(), printed, errors.read_text(encoding="utf-8")
        )


def _run(
    command: tuple[str, ...],
    environment: dict[str, str],
    folder: Path,
    typed: Path,
    printed: Connection,
    errors: Path,
) -> None:
    """In the new process: run the module."""
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:0] = environment.get("PYTHONPATH", "").split(os.pathsep)
    os.chdir(folder)
    sys.stdout.flush()
    os.dup2(os.open(typed, os.O_RDONLY), 0)
    os.dup2(printed.fileno(), 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    printed.close()
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    module, *arguments = command
    sys.argv[1:] = arguments
    sys.modules.pop(module, None)  # it is run now, and imported again by whoever asks for it
    runpy.run_module(module, run_name="__main__", alter_sys=True)


@atexit.register
def _end_all() -> None:
    """Kill what is left, which Python would wait for."""
    for process in _started:
        process.kill()
