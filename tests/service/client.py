"""A client of the API for tests: a real server process, real HTTP, real WebSockets."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.processes import Forked

PATIENCE = 180.0
_ROOT = Path(__file__).resolve().parents[2]
PERSON = {"kind": "person", "name": "Ann"}
Json = dict[str, Any]


def until(condition: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Return the first true value of `condition`, polled less and less often."""
    deadline = time.monotonic() + patience
    pause, seconds = threading.Event(), 0.005
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        pause.wait(seconds)
        seconds = min(2 * seconds, 0.1)
    raise AssertionError(f"timed out waiting for {what}")


def http_client(url: str) -> httpx.Client:
    """Return a client of the API of a server.

    It keeps no connection: a server closes one that has been idle for a while, which may happen just when the
    next request is sent. Browsers then send it again."""
    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(base_url=f"{url}/api", timeout=PATIENCE, limits=limits)


LATE = "not rehearsed: "
"""Begins the lines of a server's log that name what it had to load or compile while somebody waited."""


class Server:
    """A server process on a free port. It can be killed, and started again on the same database and port.

    With the argument `--cold` it compiles no game, for tests that do not play; with `--only GAME` just this
    one."""

    def __init__(self, database: Path | str, log: Path, *arguments: str) -> None:
        self.database, self.log, self._arguments = database, log, arguments
        self._port = 0
        self.start()

    def start(self) -> None:
        command = [
            "tests.service.server",
            *("--port", str(self._port)),
            *("--database", str(self.database)),
            *("--workshop", str(self.log.parent)),
            *("--grace", "3600"),  # players that a test moves by requests are not away
            *self._arguments,
        ]
        self.process = Forked(command, self.log, cwd=_ROOT)
        line = self.process.stdout.readline()
        assert line.startswith("Partie is at http://"), f"{line!r}\n{self.log.read_text()}"
        self.url = line.split()[3].rstrip("/").replace("localhost", "127.0.0.1")
        self._port = int(self.url.rpartition(":")[2])
        self.http = http_client(self.url)

    def wait_until_ready(self) -> None:
        until(lambda: all(game["ready"] for game in self.get("/games")), "the games to be compiled", 600.0)

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self._clean_up()

    def end(self) -> None:
        """Kill the process, unless it has ended."""
        if self.process.poll() is None:
            self.kill()

    def stop(self) -> None:
        """Ask the server to stop, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        self._clean_up()

    def _clean_up(self) -> None:
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.http.close()

    def get(self, path: str, *secrets: str) -> Any:
        return self._checked(self.http.get(path, headers=_headers(secrets)))

    def post(self, path: str, body: Any = None, *secrets: str) -> Any:
        return self._checked(self.http.post(path, json=body, headers=_headers(secrets)))

    def refused(self, path: str, body: Any, *secrets: str) -> tuple[int, str]:
        """Return the status and error code of a POST that is refused."""
        answer = self.http.post(path, json=body, headers=_headers(secrets))
        return answer.status_code, error_of(answer)["code"]

    @staticmethod
    def _checked(answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json()

    def sit_down(self, *seats: Json, game: str = "quarto", **options: Any) -> Visitor:
        """Create a table; return a visitor with the secrets of its person seats."""
        created = self.post("/tables", {"game": game, "options": options, "seats": list(seats)})
        return Visitor(self, created["id"], list(created["secrets"].values()), created["table"])


class Visitor:
    """A client at a table, with its secrets. `table` is the table as it was last seen."""

    def __init__(self, server: Server, table_id: str, secrets: list[str], table: Json) -> None:
        self.server, self.id, self.secrets, self.table = server, table_id, secrets, table

    @property
    def path(self) -> str:
        return f"/tables/{self.id}"

    def look(self) -> Json:
        self.table = self.server.get(self.path, *self.secrets)
        return self.table

    def do(self, what: str, /, **body: Any) -> Json:
        update = self.server.post(f"{self.path}/{what}", {"seq": self.table["seq"], **body}, *self.secrets)
        self.table = updated(self.table, update)
        return self.table

    def move(self, text: str | None = None) -> Json:
        return self.do("moves", move=text or self.table["legal"][0])

    def refused(self, what: str, /, **body: Any) -> tuple[int, str]:
        return self.server.refused(f"{self.path}/{what}", {"seq": self.table["seq"], **body}, *self.secrets)

    def wait(self, what: str, condition: Callable[[Json], bool]) -> Json:
        until(lambda: condition(self.look()), what)
        return self.table

    def wait_for_turn(self) -> Json:
        return self.wait("my turn", lambda table: table["can"]["move"] or table["status"] == "over")

    def play_to_the_end(self) -> Json:
        while self.wait_for_turn()["status"] != "over":
            self.move()
        return self.table

    @contextmanager
    def live(self, since: int | None = None) -> Iterator[ClientConnection]:
        address = self.server.url.replace("http", "ws") + f"/api{self.path}/live"
        with connect(address, open_timeout=PATIENCE, max_size=None) as socket:
            socket.send(json.dumps({"secrets": self.secrets, "since": since}))
            yield socket


def updated(table: Json, update: Json) -> Json:
    """Return a table after an update, as a client computes it."""
    assert update["since"] == table["seq"], "the update does not follow the table"
    moves = [dict(move) for move in table["moves"]]
    for event in update["events"]:
        if event["kind"] == "move":
            moves.append({name: event[name] for name in ("seq", "seat", "move", "data", "agent")})
        elif event["kind"] == "takeback":
            del moves[-event["count"] :]
    revised = {move["seq"]: move for move in update["revised"]}
    moves = [revised.get(move["seq"], move) for move in moves]
    assert len(moves) == update["now"]["plies"]
    return {**table, **update["now"], "moves": moves}


class Follower:
    """A client that keeps a table and applies the live messages about it."""

    def __init__(self, socket: ClientConnection, table: Json | None = None) -> None:
        self._socket, self.table = socket, table or {}

    def receive(self) -> Json:
        """Receive the next message and apply it to the table."""
        message = next_message(self._socket)
        if message["type"] == "table":
            self.table = message["table"]
        elif message["type"] == "update":
            self.table = updated(self.table, message)
        return message

    def next(self, condition: Callable[[Json], Any] = lambda table: True) -> Json:
        """Receive messages until the table meets the condition; return the table."""
        while True:
            if self.receive()["type"] in ("table", "update") and condition(self.table):
                return self.table


def is_about_the_game(message: Json) -> bool:
    return bool(message["type"] != "presence")


def next_message(socket: ClientConnection, matches: Callable[[Json], bool] = is_about_the_game) -> Json:
    """Return the next live message that matches, by default one that is not about who is there."""
    while True:
        message: Json = json.loads(socket.recv(timeout=PATIENCE))
        if matches(message):
            return message


def program(agent: str) -> Json:
    return {"kind": "program", "agent": agent}


def error_of(answer: httpx.Response) -> Json:
    """Return the error of a response, and check its structure."""
    body = answer.json()
    assert set(body) == {"error"}, body
    assert set(body["error"]) == {"code", "message", "data"}, body
    assert body["error"]["message"].strip()
    error: Json = body["error"]
    return error


def _headers(secrets: tuple[str, ...]) -> dict[str, str]:
    return {"X-Seat-Secret": ",".join(secrets)} if secrets else {}
