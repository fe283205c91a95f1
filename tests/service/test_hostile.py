"""An anonymous caller asks for too much: others are served, and the server stops when asked to."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from anyio.from_thread import start_blocking_portal

from partie.testing.amounts import amount
from tests.service.client import PATIENCE, PERSON, Server, error_of, program, until

EMPTY = "................ -"
SLOW = {"position": EMPTY, "agent": "ponder:seconds=60", "seconds": 20}
CALLERS = 42
STUBBORN = "stubborn:seconds=4"
"""At a table it has a second before it is asked to stop (`--max-seconds`)."""


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("besieged")
    running = Server(folder / "tables.db", folder / "server.log")
    running.wait_until_ready()
    yield running
    if running.process.poll() is None:
        running.stop()
    assert "Exception in ASGI application" not in (folder / "server.log").read_text()


@contextmanager
def flood(server: Server, path: str, body: Any, callers: int = CALLERS) -> Iterator[list[httpx.Response]]:
    """Send many requests at once. Those without an answer are cancelled when the block ends."""
    answers: list[httpx.Response] = []

    async def ask(client: httpx.AsyncClient) -> None:
        with suppress(httpx.TransportError):  # the server is gone
            answers.append(await client.post(path, json=body))

    async def ask_all() -> None:
        limits = httpx.Limits(max_connections=callers)
        async with httpx.AsyncClient(
            base_url=f"{server.url}/api", timeout=PATIENCE * 3, limits=limits
        ) as client:
            await asyncio.gather(*(ask(client) for _ in range(callers)))

    with start_blocking_portal() as portal:
        asked = portal.start_task_soon(ask_all)
        try:
            yield answers
        finally:
            asked.cancel()


def wait_for(answers: list[httpx.Response], count: int = CALLERS) -> None:
    until(lambda: len(answers) >= count, f"{count} answers", PATIENCE * 3)


def serves_others(server: Server) -> None:
    """Check that another client can play a move and a program answers."""
    assert server.get("/health")["status"] == "ok"
    ann = server.sit_down(PERSON, program("ponder:seconds=0.01"))
    ann.move()
    assert len(ann.wait_for_turn()["moves"]) == 2
    assert server.get("/health")["status"] == "ok"


def test_a_flood_of_huge_battles_is_refused(besieged: Server) -> None:
    battle = {"text": "100 inf, 30 arm -> 100 inf, 30 ftr"}
    with flood(besieged, "/games/axisallies/odds", {"battles": [battle] * 40}) as answers:
        serves_others(besieged)
        until(lambda: len(answers) == CALLERS, "all answers")
    assert {answer.status_code for answer in answers} == {422}
    error = error_of(answers[0])
    assert error["message"] == "There are 10400 units in these battles: ask about at most 5000 at a time."
    assert set(error["data"]["sentence"]) == {"en", "fr"}


def test_a_flood_of_battles_waits_its_turn(besieged: Server) -> None:
    """The largest requests allowed, all different so that no result can be reused; every day smaller ones."""
    battles = amount(8, 30)
    bodies = [
        {"battles": [{"text": f"{20 + one} inf, {12 + i} arm -> 30 inf, 20 arm"} for i in range(battles)]}
        for one in range(CALLERS)
    ]
    with (
        httpx.Client(base_url=f"{besieged.url}/api", timeout=PATIENCE * 3) as client,
        ThreadPoolExecutor(CALLERS) as pool,
    ):
        asked = [pool.submit(client.post, "/games/axisallies/odds", json=body) for body in bodies]
        serves_others(besieged)
        wait(asked, PATIENCE * 3)
        answers = [one.result() for one in asked]
    assert {answer.status_code for answer in answers} <= {200, 503}
    served = [answer.json()["odds"] for answer in answers if answer.status_code == 200]
    assert served
    assert all(len(odds) == battles for odds in served)


def test_a_spec_cannot_ask_for_more_than_a_share(besieged: Server) -> None:
    greedy = {"position": EMPTY, "agent": "montecarlo:deals=1,replays=1000000", "seconds": 0.05}
    answer = besieged.http.post("/games/quarto/advice", json=greedy)
    assert answer.status_code == 422
    assert "replays may be at most 1000 on a server" in error_of(answer)["message"]
    seats = [PERSON, program("mcts:iterations=10000000")]
    refused = besieged.http.post("/tables", json={"game": "quarto", "seats": seats})
    assert "iterations may be at most" in error_of(refused)["message"]
    agents = besieged.get("/games/quarto")["agents"]
    largest = {
        f"{family['name']}:" + ",".join(f"{param['name']}={param['high']:.0f}" for param in family["params"] if param["high"])
        for family in agents
        if family["name"] in ("montecarlo", "mcts", "ismcts", "alphabeta")
    }  # fmt: skip
    for spec in largest:
        with flood(besieged, "/games/quarto/advice", greedy | {"agent": spec}, callers=2) as answers:
            serves_others(besieged)
            wait_for(answers, 2)
        assert [answer.status_code for answer in answers] == [200, 200], spec


def test_nobody_waits_for_a_caller_with_many_requests(besieged: Server) -> None:
    """Slow questions of one caller: people's tables come first, then callers take turns."""
    with flood(besieged, "/games/quarto/advice", SLOW) as answers:
        until(lambda: answers, "the first refusal")
        assert answers[0].status_code == 503
        assert "wait for one to finish" in error_of(answers[0])["message"]
        serves_others(besieged)
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=f"{besieged.url}/api", timeout=PATIENCE * 2, transport=elsewhere) as other:
            quick = SLOW | {"agent": "ponder:seconds=0.01"}
            assert other.post("/games/quarto/advice", json=quick).status_code == 200


def test_work_ends_when_its_client_leaves(besieged: Server) -> None:
    """Each of these would take twenty seconds, all of them together longer than the timeout."""
    for _ in range(12):
        address = besieged.url.removeprefix("http://").split(":")
        with socket.create_connection((address[0], int(address[1])), PATIENCE) as left:
            body = httpx.Request("POST", besieged.url, json=SLOW).read()
            head = f"POST /api/games/quarto/advice HTTP/1.1\r\nHost: {':'.join(address)}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            left.sendall(head.encode() + body)
            serves_others(besieged)
    quick = SLOW | {"agent": "ponder:seconds=0.01"}
    assert besieged.post("/games/quarto/advice", quick)["agent"] == quick["agent"]


def longest_record() -> str:
    """Return a record of Liar's Dice with every possible bid in every round: 7,084 moves."""
    moves = []
    for dice in range(48, 2, -1):
        moves += [f"{quantity}x{face}" for quantity in range(1, dice + 1) for face in range(1, 7)] + ["liar"]
    seats = "".join(f"seat {seat}: somebody\n" for seat in range(8))
    lines = "".join(f"{number}. {move}\n" for number, move in enumerate(moves, 1))
    return f"partie record 1\ngame: liarsdice 1\noptions: dice=6\n{seats}seed: 1\n{lines}result: unfinished\n"


def test_a_long_record_comes_in_parts(besieged: Server) -> None:
    record = longest_record()
    with flood(besieged, "/records", {"record": record}, callers=4) as answers:
        serves_others(besieged)
        until(lambda: len(answers) == 4, "the first parts", PATIENCE * 3)
    for answer in answers:
        assert answer.status_code == 200, answer.text
        assert len(answer.content) < 3_000_000
        assert [step["ply"] for step in answer.json()["steps"]] == list(range(len(answer.json()["steps"])))
    table = answers[0].json()["table"]
    assert len(table["moves"]) == 7084
    assert table["status"] == "over"
    asked = {"record": record, "plies": "0,289,7080-9999999"}
    steps = besieged.post("/records", asked)["steps"]
    assert [step["ply"] for step in steps] == [0, 289, 7080, 7081, 7082, 7083, 7084]
    assert steps[1]["move"] == "liar"
    assert steps[-1]["position"] == table["position"]


@contextmanager
def begun_strict(folder: Path, *more: str) -> Iterator[Server]:
    """A server that abandons a program which computes for half a second too long."""
    server = Server(folder / "tables.db", folder / "server.log", "--only", "quarto", "--strict", *more)
    until(lambda: server.get("/games/quarto")["ready"], "Quarto", 600.0)
    yield server
    server.end()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    with begun_strict(tmp_path) as server:
        yield server


@pytest.fixture
def hurried(tmp_path: Path) -> Iterator[Server]:
    """A strict server that gives programs a second for a decision."""
    with begun_strict(tmp_path, "--max-seconds", "1") as server:
        yield server


def test_a_program_that_does_not_stop_is_abandoned(hurried: Server) -> None:
    ann = hurried.sit_down(PERSON, program(STUBBORN))
    stubborn = {"position": EMPTY, "agent": "stubborn:seconds=1.5", "seconds": 0.05}
    with flood(hurried, "/games/quarto/advice", stubborn, callers=4) as answers:
        until(lambda: len(answers) == 4, "the refusals")
    assert {answer.status_code for answer in answers} == {503}
    assert "abandoned" in error_of(answers[0])["message"]
    ann.move()
    assert ann.wait("trouble", lambda table: table["trouble"] is not None)["trouble"]["seat"] == 1
    serves_others(hurried)


@pytest.mark.parametrize("agent", ["ponder:seconds=60", "stubborn:seconds=60"])
def test_a_server_stops_while_programs_think(strict: Server, agent: str) -> None:
    server = strict
    with flood(server, "/games/quarto/advice", SLOW | {"agent": agent}) as answers:
        until(lambda: answers, "the first refusal")
        server.stop()
    assert server.process.returncode in (0, -15)
    assert {answer.status_code for answer in answers} <= {200, 503}
