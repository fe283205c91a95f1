"""Running a server: figures, logs, limits, backup and restore, databases of before, and a reverse proxy."""

from __future__ import annotations

import json
import shutil
import socket as sockets
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner
from websockets.sync.client import ClientConnection, connect

from partie import cli
from partie.service import memory
from partie.service.errors import Unavailable
from partie.service.memory import Memory
from partie.service.metrics import Metrics, is_allowed, written
from partie.service.pool import Pool
from partie.service.serving import Serving
from partie.service.storage import Storage
from partie.service.tables import Tables
from partie.service.thinking import Limits, Paces
from tests.service.client import PERSON, Visitor, next_message, program, until
from tests.service.conftest import Start

ROOT = Path(__file__).resolve().parents[2]
BEFORE = Path(__file__).with_name("before_processes.sql")
UNFINISHED, FINISHED = "98euxj98scu2", "qdjqa3ksaeu4"
SECRETS = ["80uWRex4_uHKeTGqfRv1Z9S2ofEKwbDR", "frJ7GW32uiVZbCG05p8dKDWnrzyidFIj"]


def test_figures_logs_and_limits_of_a_server(start: Start) -> None:
    server = start("--log-json", "--max-memory", "1", "--max-seconds", "0.1")
    both = server.sit_down(PERSON, PERSON)
    with both.live(since=0) as socket:
        socket.send('{"seq": 0, "move": "-0000"}')
        next_message(socket)
        socket.send('{"seq": 0, "move": "-0001"}')
        next_message(socket)
        figures = httpx.get(f"{server.url}/metrics").text
    lines = dict(line.rsplit(" ", 1) for line in figures.splitlines() if not line.startswith("#"))
    assert lines['partie_moves_total{process="1",result="played"}'] == "1"
    assert lines['partie_moves_total{process="1",result="out_of_date"}'] == "1"
    assert lines['partie_connections{process="1"}'] == "1"
    assert lines['partie_move_seconds_count{process="1"}'] == "1"
    assert lines['partie_jobs_waiting{process="1",lane="people"}'] == "0"
    assert server.get("/ready") == {"status": "ready"}
    answer = server.http.get("/health", headers={"X-Request-Id": "from-the-proxy"})
    assert answer.headers["X-Request-Id"] == "from-the-proxy"
    made_up = server.http.get("/health", headers={"X-Request-Id": "no\tgood"}).headers["X-Request-Id"]
    assert made_up not in ("", "no\tgood")
    # The process has far more than one megabyte: it begins nothing that needs more.
    assert server.refused("/tables", {"game": "quarto", "seats": [PERSON, program("random")]}) == (
        503,
        "unavailable",
    )
    server.stop()
    log = server.log.read_text()
    entries = [json.loads(line) for line in log.splitlines()]
    requests = [entry for entry in entries if entry["logger"] == "partie.access"]
    assert {"at", "level", "message", "request", "method", "route", "status", "seconds"} <= set(requests[0])
    assert any(entry["request"] == "from-the-proxy" for entry in requests)
    assert any(entry["route"] == "/api/tables/{table_id}/live" for entry in requests)
    for private in (*both.secrets, both.id, "Ann"):
        assert private not in log


def test_figures_in_the_format_of_prometheus() -> None:
    metrics = Metrics()
    metrics.count("partie_moves_total", result='a "quoted"\nword')
    metrics.observe("partie_move_seconds", 0.02)
    text = written({"here": metrics.samples(), "there": [("partie_connections", [], 3)]})
    assert "# TYPE partie_move_seconds histogram\n" in text
    assert r'partie_moves_total{process="here",result="a \"quoted\"\nword"} 1' in text
    assert 'partie_move_seconds_bucket{process="here",le="0.025"} 1\n' in text
    assert 'le="0.01"' not in text
    assert 'partie_move_seconds_bucket{process="here",le="+Inf"} 1\n' in text
    assert 'partie_connections{process="there"} 3\n' in text


@pytest.mark.parametrize(
    ("address", "expected"),
    [("127.0.0.1", True), ("10.1.2.3", True), ("192.0.2.1", False), ("::1", False), ("nonsense", False)],
)
def test_who_may_see_figures(address: str, expected: bool) -> None:
    assert is_allowed(address, ("127.0.0.0/8", "10.0.0.0/8")) is expected


def test_limits_of_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory.used_megabytes() > 1
    pool = Pool(2, Memory(200.0))
    monkeypatch.setattr(memory, "used_megabytes", lambda: 201.0)
    with pytest.raises(Unavailable, match="more than the 200 MB"):
        pool.require_room("ann")
    monkeypatch.setattr(memory, "used_megabytes", lambda: 199.0)
    Pool(2, Memory(200.0)).require_room("ann")
    assert pool.close()
    assert Limits(megabytes=400).kept_bytes == 100 << 20
    paces = Paces()
    paces.note(("quarto", "expert"), 4.0)
    paces.note(("quarto", "expert"), 4.0)
    assert paces.expected(("quarto", "expert")) == pytest.approx(4.0)
    assert paces.expected(("quarto", "unknown")) == 1.0


def test_options_are_passed_on_to_processes() -> None:
    serving = Serving(workers=3, database="postgresql://x", thinks=False, max_seconds=2.0, proxy="127.0.0.1")
    assert serving.arguments() == [
        *("--database", "postgresql://x"),
        *("--proxy", "127.0.0.1"),
        *("--workers", "3"),
        "--no-thinking",
        *("--max-seconds", "2.0"),
    ]


def test_a_backup_made_while_people_play_is_restored(start: Start, tmp_path: Path) -> None:
    """As documented: copied with SQLite's backup, put in the place of the file."""
    server = start()
    both = server.sit_down(PERSON, PERSON)
    both.move("-0000")
    before = both.move("a1-0001")
    copy = tmp_path / "backup.db"
    with closing(sqlite3.connect(server.database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    both.move("b1-0010")
    server.stop()
    assert isinstance(server.database, Path)
    for file in tmp_path.glob("tables.db*"):
        file.unlink()
    shutil.copy(copy, server.database)
    server.start()
    restored = Visitor(server, both.id, both.secrets, both.table)
    assert restored.look()["moves"] == before["moves"]
    restored.move("c1-0011")


def test_a_database_of_before_is_migrated(tmp_path: Path) -> None:
    """The file was written by the version before several processes: everything is there, and goes on."""
    file = tmp_path / "tables.db"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(BEFORE.read_text())
    storage = Storage(str(file))
    tables = Tables(storage)
    table = tables.find(UNFINISHED)
    assert table.match.moves == ["-0000", "a1-1111"]
    assert [seat.name for seat in table.seats] == ["Ann", "Bob"]
    assert table.times is not None
    assert table.seats_opened_by(SECRETS) == {0, 1}
    tables.move(table, frozenset({0}), table.seq, "b1-0010")
    assert tables.find(FINISHED).status == "over"
    assert [row.share for row, *_ in storage.results("quarto")] == [1.0, 0.0]
    storage.close()


@contextmanager
def nginx(folder: Path, port: int, upstream: str) -> Iterator[None]:
    """Run Debian's nginx with the configuration in the documents, on another port and for another server."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        subprocess.run(
            ["apt-get", "install", "-y", "-q", "nginx-light"], check=True, stdout=subprocess.DEVNULL
        )
    site = (ROOT / "examples" / "serving" / "nginx.conf").read_text()
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("127.0.0.1:8642", upstream)
    paths = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{\n    access_log off;\n{paths}{site}}}\n"
    )
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)


def test_behind_the_documented_proxy(start: Start, tmp_path: Path) -> None:
    server = start(
        "--public-url", "http://games.example.org", "--proxy", "127.0.0.1", "--public", "--log-json"
    )
    with sockets.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with nginx(tmp_path, port, server.url.removeprefix("http://")):
        headers = {"Host": "games.example.org"}
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as http:

            def answered() -> httpx.Response | None:
                try:
                    return http.get("/api/health")
                except httpx.TransportError:
                    return None

            answer = until(answered, "nginx")
            assert answer.json()["status"] == "ok"
            assert len(answer.headers["X-Request-Id"]) == 32, "the id of nginx"
            assert http.get("/metrics").status_code == 404
            made = http.post("/api/tables", json={"game": "quarto", "seats": [PERSON, PERSON]}).json()
        both = Visitor(server, made["id"], list(made["secrets"].values()), made["table"])
        server.url, direct = f"http://127.0.0.1:{port}", server.url
        with live_as(both, "games.example.org") as socket:
            socket.send('{"seq": 0, "move": "-0000"}')
            assert next_message(socket)["events"][0]["move"] == "-0000"
        server.url = direct


@contextmanager
def live_as(visitor: Visitor, host: str) -> Iterator[ClientConnection]:
    """Follow a table over a proxy that knows this name."""
    address = f"ws://{host}/api{visitor.path}/live"
    name, _, port = visitor.server.url.removeprefix("http://").partition(":")
    with (
        sockets.create_connection((name, int(port))) as connection,
        connect(address, sock=connection, proxy=None) as socket,
    ):
        socket.send(json.dumps({"secrets": visitor.secrets, "since": 0}))
        yield socket


def example_commands() -> dict[str, list[str]]:
    """Return the command lines of `partie` in the examples of serving, by the name of the file."""
    folder = ROOT / "examples" / "serving"
    units = {
        path.name: path.read_text().partition("ExecStart=/opt/partie/bin/partie ")[2].splitlines()[0].split()
        for path in folder.glob("*.service")
    }
    container = (folder / "Containerfile").read_text()
    run = container.partition("-v partie:/data partie serve")[2].splitlines()[0].split()
    command: list[str] = json.loads(container.rpartition("CMD ")[2])
    return {**units, "Containerfile": command, "Containerfile, for others": ["serve", *run]}


@pytest.mark.parametrize(("file", "words"), example_commands().items(), ids=list(example_commands()))
def test_example_commands_have_options_that_exist(file: str, words: list[str]) -> None:
    """A unit or a container with a wrong option would be started again and again."""
    answer = CliRunner().invoke(cli.app, [*words, "--help"])  # options are read before help is shown
    assert answer.exit_code == 0, f"{file}: {answer.output}"
    assert CliRunner().invoke(cli.app, [*words, "--wrong", "--help"]).exit_code == 2
