"""A server that is killed loses nothing it has accepted, and resumes after a restart."""

from __future__ import annotations

import random
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from partie.testing.amounts import amount
from tests.processes import completed
from tests.service.client import PERSON, Server, Visitor, program

ROUNDS = amount(1, 3)


@pytest.fixture(scope="module")
def mortals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("mortal")
    running = Server(folder / "tables.db", folder / "server.log")
    yield running
    if running.process.poll() is None:
        running.kill()


@pytest.fixture
def mortal(mortals: Server) -> Server:
    """A running server that a test may kill."""
    if mortals.process.poll() is not None:
        mortals.start()
    mortals.wait_until_ready()
    return mortals


def play_until_killed(server: Server, accepted: list[Visitor]) -> None:
    """Play one game after another; every visitor keeps the last table the server has confirmed."""
    try:
        while True:
            visitor = server.sit_down(PERSON, program("ponder:seconds=0.02"))
            accepted.append(visitor)
            visitor.play_to_the_end()
    except httpx.TransportError:
        return


def test_no_accepted_move_is_lost_when_the_server_is_killed(mortal: Server) -> None:
    moments = random.Random(8642)
    thinking = mortal.sit_down(PERSON, program("ponder:seconds=3"))
    thinking.move()
    for _ in range(ROUNDS):
        accepted: list[Visitor] = []
        plug = threading.Timer(moments.uniform(0.2, 0.8), mortal.process.kill)
        plug.start()
        play_until_killed(mortal, accepted)
        plug.join()
        mortal.kill()
        mortal.start()
        mortal.wait_until_ready()
        assert sum(visitor.table["seq"] for visitor in accepted) > 0, (
            "the server was killed before anything happened"
        )
        for visitor in accepted:
            confirmed = visitor.table
            now = visitor.look()
            assert now["moves"][: len(confirmed["moves"])] == confirmed["moves"]
            assert now["seq"] >= confirmed["seq"]
            assert now["seed_hash"] == confirmed["seed_hash"]
        if accepted[-1].wait_for_turn()["status"] != "over":
            accepted[-1].move()
        assert accepted[-1].play_to_the_end()["result"]
        assert mortal.post(f"{accepted[-1].path}/verify")["ok"] is True
    assert len(thinking.wait_for_turn()["moves"]) == 2, (
        "a program that was thinking when the server died never moved"
    )


def test_a_server_stops_at_once_while_a_program_thinks(mortal: Server) -> None:
    ann = mortal.sit_down(PERSON, program("ponder:seconds=3600"))
    with ann.live(since=0):
        ann.move()
        assert ann.table["thinking"] is True
        mortal.stop()  # times out unless the program is interrupted
    assert mortal.process.returncode in (0, -15)


def test_a_port_in_use_is_reported(server: Server, tmp_path: Path) -> None:
    port = server.url.rsplit(":", 1)[1]
    answer = run_server("--port", port, "--database", str(tmp_path / "other.db"))
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"Port {port} is used by another program: try --port ")


def run_server(*arguments: str) -> subprocess.CompletedProcess[str]:
    return completed(["partie.service.serve", *arguments])
