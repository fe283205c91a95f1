"""A server that several test processes share: the first one starts it, the last one stops it."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import pytest

from tests.service.client import LATE, Server, http_client, until

_started: list[Server] = []
"""The server this process has started, if any: it may outlive its own tests."""


def shared_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder that all processes of a test run have in common."""
    folder = factory.getbasetemp()
    return (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / name


def simple(*arguments: str) -> Callable[[Path], Server]:
    """Starts a server with these arguments."""
    return lambda folder: Server(folder / "tables.db", folder / "server.log", *arguments)


class SharedServer(Server):
    """A server in `folder`, which `begin` starts there. It cannot be killed: others may be using it.

    A locked file has its address, its process and the number of its users."""

    def __init__(self, folder: Path, begin: Callable[[Path], Server]) -> None:
        folder.mkdir(exist_ok=True)
        self._folder, self._begin = folder, begin

    def __enter__(self) -> Self:
        with self._state() as state:
            if not state:
                first = self._begin(Path(tempfile.mkdtemp(dir=self._folder)))
                first.http.close()
                first.process.keep_running()
                _started.append(first)
                state.update(url=first.url, pid=first.process.pid, users=0, log=str(first.log))
            state["users"] += 1
            self.url = state["url"]
        self.http = http_client(self.url)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        late: list[str] = []
        with self._state() as state:
            state["users"] -= 1
            if state["users"] == 0:
                os.kill(state["pid"], signal.SIGTERM)
                until(self._is_gone, "the server to stop")
                late = [line for line in Path(state["log"]).read_text().splitlines() if line.startswith(LATE)]
                state.clear()
        self.http.close()
        assert late == [], f"what pages call is compiled before a game is ready: {late}"

    def kill(self) -> None:
        raise AssertionError("other tests are using this server")

    stop = start = kill

    def _is_gone(self) -> bool:
        try:
            self.http.get("/health")
        except httpx.TransportError:
            return True
        return False

    @contextmanager
    def _state(self) -> Iterator[dict[str, Any]]:
        with (self._folder / "state.json").open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            state: dict[str, Any] = json.loads(file.read() or "{}")
            yield state
            file.truncate(0)
            file.write(json.dumps(state))
