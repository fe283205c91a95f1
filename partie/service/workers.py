"""Several server processes on one port: starts them, replaces those that die, and stops or renews them all.

The port is open as long as this runs; each process accepts connections from it. On SIGHUP the processes are
replaced one by one, so that somebody always answers; clients of the old ones connect again and resume."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from types import FrameType

from partie.core.errors import PartieError
from partie.service.serving import Serving

log = logging.getLogger(__name__)

_STOP_SECONDS = 15.0
_SPARE_FILES = 200


def allow_connections(number: int) -> None:
    """Let this process have as many files open as it may, for this number of connections."""
    if os.name == "nt":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = number + _SPARE_FILES
    if soft < needed:
        allowed = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def _module() -> str:
    """Return the module that serves: this program's, if it was started as a module that does."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    name = spec.name if spec is not None else ""
    return name if name.endswith(".server") else "partie.service.serve"


def _await_answer(process: subprocess.Popen[str]) -> None:
    """Wait until a process answers requests."""
    assert process.stdout is not None
    if process.stdout.readline().strip() != "ready":
        process.kill()
        raise PartieError("A process of the server does not start; its log says why.")


class Workers:
    """The processes of a server, which share the socket `listener`. `on_start` is called when all are up."""

    def __init__(self, serving: Serving, listener: int, on_start: Callable[[], None]) -> None:
        child = replace(serving, workers=1, open_browser=False, lan=False, listener=listener)
        self._command = [sys.executable, "-m", _module(), *child.arguments()]
        self._listener, self._number, self._on_start = listener, serving.workers, on_start
        self._processes: list[subprocess.Popen[str]] = []
        self._wanted: set[signal.Signals] = set()
        self._called = threading.Event()

    def run(self) -> None:
        """Run until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, self._note)
        try:
            self._processes = [self._spawn() for _ in range(self._number)]
            for process in self._processes:
                _await_answer(process)
            self._on_start()
            while not self._wanted & {signal.SIGTERM, signal.SIGINT}:
                self._called.wait()
                self._called.clear()
                if signal.SIGHUP in self._wanted:
                    self._wanted.discard(signal.SIGHUP)
                    self._renew()
                self._replace_dead()
        finally:
            self._stop(self._processes)

    def _note(self, number: int, _: FrameType | None) -> None:
        if number != signal.SIGCHLD:
            self._wanted.add(signal.Signals(number))
        self._called.set()

    def _spawn(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            pass_fds=[self._listener],
        )

    def _start(self) -> subprocess.Popen[str]:
        """Start a process, and wait until it answers."""
        process = self._spawn()
        _await_answer(process)
        return process

    def _replace_dead(self) -> None:
        """Start a new process for each that has ended."""
        for number, process in enumerate(self._processes):
            if process.poll() is not None and not self._wanted & {signal.SIGTERM, signal.SIGINT}:
                log.error(
                    "process %s of the server ended with %s: it is replaced", process.pid, process.returncode
                )
                if process.stdout is not None:
                    process.stdout.close()
                self._processes[number] = self._spawn()

    def _renew(self) -> None:
        """Replace every process by a new one, one after the other."""
        for number, old in enumerate(self._processes):
            try:
                self._processes[number] = self._start()
            except PartieError as error:
                log.error("the server was not renewed: %s", error)
                return
            self._stop([old])

    @staticmethod
    def _stop(processes: list[subprocess.Popen[str]]) -> None:
        for process in processes:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for process in processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - time.monotonic()))
            if process.poll() is None:
                process.kill()
                process.wait()
