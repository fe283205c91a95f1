from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.service.client import Server

Start = Callable[..., Server]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not stop it. At the end its log must have no unexpected errors."""
    folder = tmp_path_factory.mktemp("service")
    running = Server(folder / "tables.db", folder / "server.log", "--delay", "0")
    running.wait_until_ready()
    yield running
    running.stop()
    log = (folder / "server.log").read_text()
    assert "Exception in ASGI application" not in log, log


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers with extra options, which compile no game."""
    with ExitStack() as running:

        def started(*arguments: str) -> Server:
            server = Server(tmp_path / "tables.db", tmp_path / "server.log", "--cold", *arguments)
            running.callback(server.kill)
            return server

        yield started
