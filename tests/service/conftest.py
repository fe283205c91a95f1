from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.client import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it. It must not have met anything unexpected in the end."""
    folder = tmp_path_factory.mktemp("service")
    running = Server(folder / "tables.db", folder / "server.log")
    running.wait_until_ready()
    yield running
    running.stop()
    log = (folder / "server.log").read_text()
    assert "Exception in ASGI application" not in log, log
