"""Several server processes on one PostgreSQL: what happens at one is known to all, and one may die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.postgres import postgres
from tests.processes import completed
from tests.service.client import PERSON, Follower, Json, Server, Visitor, next_message, program, until

ROOT = Path(__file__).resolve().parents[2]
WAIT = 300.0
"""Seconds for a process to end, on a machine that is very busy."""
THINKS = "ponder:seconds=0.05"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="module")
def pair(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two server processes on one database."""
    folder = tmp_path_factory.mktemp("processes")
    with ExitStack() as running:
        found = []
        for name in ("one", "two"):
            server = Server(database, folder / f"{name}.log", "--only", "quarto")
            running.callback(server.end)
            found.append(server)
        for server in found:
            until(partial(is_ready, server), "Quarto to be compiled", 300.0)
        yield found[0], found[1]


def is_ready(server: Server) -> bool:
    return bool(server.get("/games/quarto")["ready"])


def elsewhere(visitor: Visitor, server: Server) -> Visitor:
    """The same client, connected to another process."""
    return Visitor(server, visitor.id, visitor.secrets, visitor.table)


def table_of_two(here: Server, there: Server) -> tuple[Visitor, Visitor]:
    created = here.post("/tables", {"game": "quarto", "seats": [PERSON, {"kind": "person", "name": "Bob"}]})
    secrets = created["secrets"]
    ann = Visitor(here, created["id"], [secrets["0"]], created["table"])
    bob = Visitor(there, created["id"], [secrets["1"]], there.get(f"/tables/{created['id']}", secrets["1"]))
    return ann, bob


def presence(server: Server, visitor: Visitor) -> Json:
    found: Json = server.get(f"{visitor.path}/presence")
    return found


def are_here(server: Server, visitor: Visitor, expected: bool) -> bool:
    return all(one["here"] is expected for one in presence(server, visitor)["seats"])


def test_moves_reach_those_connected_to_another_process(pair: tuple[Server, Server]) -> None:
    ann, bob = table_of_two(*pair)
    with ann.live() as here, bob.live() as there:
        at_ann, at_bob = Follower(here), Follower(there)
        at_ann.next()
        at_bob.next()
        here.send('{"seq": 0, "move": "-0000"}')
        assert at_ann.next(lambda table: table["seq"] == 1)["moves"][0]["move"] == "-0000"
        assert at_bob.next(lambda table: table["seq"] == 1)["can"]["move"] is True
        there.send('{"seq": 1, "move": "a1-0001"}')
        at_bob.next(lambda table: table["seq"] == 2)
        at_ann.next(lambda table: table["seq"] == 2)
        # What is not stored is passed on, too: who is there, and what people say.
        for server in pair:
            until(partial(are_here, server, ann, True), "both here")
        bob.server.http.post(
            f"{bob.path}/words", json={"phrase": "hello"}, headers={"X-Seat-Secret": bob.secrets[0]}
        )
        assert next_message(here, lambda message: message["type"] == "word")["phrase"] == "hello"
    for server in pair:
        until(partial(are_here, server, ann, False), "both gone")


def test_a_program_thinks_once(pair: tuple[Server, Server]) -> None:
    """Both processes have the table in memory and see the program's turn; one of them decides."""
    here, there = pair
    ann = here.sit_down(PERSON, program("ponder:seconds=0.3"))
    guest = Visitor(there, ann.id, [], ann.table)
    with ann.live() as socket, guest.live() as other:
        follower, watcher = Follower(socket), Follower(other)
        follower.next()
        watcher.next()
        ann.move("-0000")
        assert watcher.next(lambda table: table["seq"] == 1)["thinking"] is True
        assert follower.next(lambda table: table["seq"] == 2)["can"]["move"] is True
        watcher.next(lambda table: table["seq"] == 2)
    begun = [begun_jobs(server) for server in pair]
    assert begun[0] == begun[1], "each shows the figures of both"
    assert "too late" not in here.log.read_text() + there.log.read_text()


def begun_jobs(server: Server) -> set[str]:
    text = httpx.get(f"{server.url}/metrics").text
    assert text.count("partie_up{") == 2
    return {line.partition("{")[0] for line in text.splitlines() if not line.startswith("#")}


def test_transfer_codes_work_at_every_process(pair: tuple[Server, Server]) -> None:
    here, there = pair
    made = here.post("/transfers", {"bundle": '{"device": "x"}'})
    assert there.post(f"/transfers/{made['code']}") == {"bundle": '{"device": "x"}'}
    assert here.refused(f"/transfers/{made['code']}", None) == (404, "not_found")


def test_one_of_two_at_once_wins(pair: tuple[Server, Server]) -> None:
    here, there = pair
    both = here.sit_down(PERSON, PERSON)
    twin = elsewhere(both, there)
    with both.live() as one, twin.live() as two:
        followers = Follower(one), Follower(two)
        for follower in followers:
            follower.next()
        one.send('{"seq": 0, "move": "-0001"}')
        two.send('{"seq": 0, "move": "-0010"}')
        answers = [
            next_message(socket, lambda message: message["type"] in ("update", "refused"))
            for socket in (one, two)
        ]
    kinds = sorted(answer["type"] for answer in answers)
    assert kinds in (["refused", "update"], ["update", "update"])
    assert len(both.look()["moves"]) == 1
    assert elsewhere(both, there).look()["moves"] == both.table["moves"]


def test_a_process_that_is_killed_leaves_its_work_to_the_other(
    database: str, pair: tuple[Server, Server], tmp_path: Path
) -> None:
    """The program it was thinking for moves, its clock is stopped, and its players are away."""
    here, _ = pair
    mortal = Server(database, tmp_path / "mortal.log", "--only", "quarto")
    until(lambda: mortal.get("/games/quarto")["ready"], "Quarto to be compiled", 300.0)
    ann = mortal.sit_down(PERSON, program("ponder:seconds=2"))
    hasty = mortal.post(
        "/tables",
        {
            "game": "quarto",
            "seats": [PERSON, {"kind": "person", "name": "Bob"}],
            "clock": {"kind": "game", "seconds": 5},
        },
    )
    with ann.live() as socket:
        Follower(socket).next()
        until(lambda: presence(here, ann)["seats"][0]["here"], "Ann to be seen from the other process")
        ann.move("-0000")
        assert ann.table["thinking"] is True
        mortal.kill()
    again = elsewhere(ann, here)
    assert len(again.wait_for_turn()["moves"]) == 2
    until(lambda: not presence(here, ann)["seats"][0]["here"], "Ann to be away")
    waiting = Visitor(here, hasty["id"], [], hasty["table"])
    assert (
        waiting.wait("the clock", lambda table: table["status"] == "over")["result"]["kind"] == "out_of_time"
    )
    again.move()


def test_thinking_in_a_process_of_its_own(database: str, tmp_path: Path) -> None:
    """A server that does not think leaves it to `partie think`, and shows how much waits."""
    server = Server(database, tmp_path / "server.log", "--only", "quarto", "--no-thinking")
    command = [sys.executable, "-m", "tests.service.thinker", "--server", database]
    with (tmp_path / "thinker.log").open("w") as log:
        thinker = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT)
    try:
        until(lambda: server.get("/games/quarto")["ready"], "Quarto to be compiled", 300.0)
        assert thinker.stdout is not None
        assert thinker.stdout.readline().startswith("Partie thinks")
        until(lambda: 'kind="think"' in httpx.get(f"{server.url}/metrics").text, "the thinker to be seen")
        ann = server.sit_down(PERSON, program(THINKS))
        ann.move("-0000")
        assert ann.table["thinking"] is True
        assert len(ann.wait_for_turn()["moves"]) == 2
        until(
            lambda: any(
                line.startswith("partie_jobs_total{") and 'lane="people"' in line and not line.endswith(" 0")
                for line in httpx.get(f"{server.url}/metrics").text.splitlines()
            ),
            "the thinker's figures",
        )
    finally:
        thinker.send_signal(signal.SIGTERM)
        assert thinker.wait(WAIT) == 0
        assert thinker.stdout is not None
        thinker.stdout.close()
        server.kill()


def test_workers_share_a_port_and_are_replaced(database: str, tmp_path: Path) -> None:
    """One that is killed is replaced; on SIGHUP all are, and somebody always answers."""
    command = [sys.executable, "-m", "tests.service.server", "--cold", "--workers", "2", "--port", "0"]
    with (tmp_path / "log").open("w") as log:
        parent = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
        )
    try:
        assert parent.stdout is not None
        url = parent.stdout.readline().split()[3].rstrip("/").replace("localhost", "127.0.0.1")
        children = workers_of(parent.pid)
        assert len(children) == 2
        os.kill(children[0], signal.SIGKILL)
        until(lambda: len(set(workers_of(parent.pid)) - {children[0]}) == 2, "a new process", 120.0)
        with httpx.Client(base_url=f"{url}/api", timeout=60) as http:
            assert http.get("/ready").json()["status"] == "ready"
        before = workers_of(parent.pid)
        parent.send_signal(signal.SIGHUP)
        until(lambda: set(workers_of(parent.pid)).isdisjoint(before), "new processes", 240.0)
        assert httpx.get(f"{url}/api/health", timeout=60).json()["status"] == "ok"
    finally:
        parent.send_signal(signal.SIGTERM)
        assert parent.wait(WAIT) == 0
        assert parent.stdout is not None
        parent.stdout.close()
    assert workers_of(parent.pid) == []


def workers_of(process: int) -> list[int]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except FileNotFoundError:
        return []
    return [int(one) for one in text.split() if "--listener" in command_of(int(one))]


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except FileNotFoundError:
        return ""


@pytest.mark.parametrize("module", ["serve", "think"])
def test_sqlite_is_for_one_process(module: str, tmp_path: Path) -> None:
    options = {"serve": ["--workers", "2", "--database"], "think": ["--server"]}[module]
    answer = completed([f"partie.service.{module}", *options, str(tmp_path / "tables.db")])
    assert answer.returncode == 1
    assert answer.stderr.startswith("SQLite is for one process")
    assert "postgresql://" in answer.stderr
