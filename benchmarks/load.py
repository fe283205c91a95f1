"""Measures how many tables of people a server holds: `python benchmarks/load.py --tables 50,200`.

Every table has two people, each with a WebSocket of their own, who move in turn: at each table a move every
`--every` seconds. A move counts as acknowledged when the connection that sent it gets the update. Server and
clients are on this machine and talk over its loopback interface; processor time is that of the server's
processes (the client and PostgreSQL are counted apart). `--write` puts the figures into docs/serving.md.

`python benchmarks/load.py --all --check --write` measures all that the page shows: one process with SQLite,
and one and two that share a PostgreSQL. Nothing else should run meanwhile: `--check` makes sure."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from pages import DOCS, ROOT, fill, markdown
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(ROOT))
from tests.postgres import postgres

_TICKS = os.sysconf("SC_CLK_TCK")
_OPEN_AT_ONCE = 40
_PATIENCE = 60.0
_ANSWERS = 40
"""Ready answers in a row after which all processes count as ready."""
_BUSY = 0.1
"""Share of the processors that others may use while figures are taken that are to be kept."""


@dataclass(frozen=True)
class Run:
    """What to measure: so many server processes with a database, and so many tables."""

    workers: int
    postgres: bool
    tables: int


_ALL = [
    *(Run(1, False, tables) for tables in (50, 200, 500, 1000)),
    *(Run(workers, True, tables) for workers in (1, 2) for tables in (200, 1000)),
]
"""What the page about serving shows."""


@dataclass
class Figures:
    """What was measured with a number of tables."""

    workers: int
    database: str
    tables: int
    waits: list[float] = field(default_factory=list)
    refused: int = 0
    seconds: float = 0.0
    server: float = 0.0
    client: float = 0.0
    database_seconds: float = 0.0
    megabytes: float = 0.0
    base_megabytes: float = 0.0

    def percentile(self, share: float) -> float:
        """Return the wait in milliseconds that this share of moves did not exceed."""
        ordered = sorted(self.waits)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")

    def row(self) -> list[str]:
        """Return the figures as a row of the table."""
        moves = max(1, len(self.waits))
        busy = self.server + self.client + self.database_seconds
        return [
            str(self.workers),
            self.database,
            f"{self.tables:,}",
            f"{len(self.waits) / self.seconds:,.0f}",
            f"{self.percentile(0.5):,.1f} ms",
            f"{self.percentile(0.99):,.1f} ms",
            f"{1000 * self.server / moves:.2f} ms",
            f"{1000 * self.database_seconds / moves:.2f} ms" if self.database != "SQLite" else "–",
            f"{busy / self.seconds:.2f}",
            f"{1024 * (self.megabytes - self.base_megabytes) / max(1, self.tables - 1):,.0f} KB",
        ]


HEAD = [
    "processes",
    "database",
    "tables",
    "moves per second",
    "median",
    "99th percentile",
    "processor time per move",
    "of the database",
    "cores busy, client included",
    "memory per table",
]


class Seat:
    """A person at a table, with a WebSocket."""

    def __init__(self, address: str, secret: str, seed: int) -> None:
        self._address, self._secret, self._chance = address, secret, random.Random(seed)
        self._sent: tuple[int, float] | None = None

    async def play(
        self, every: float, figures: Figures, begun: asyncio.Event, opened: asyncio.Semaphore
    ) -> None:
        """Follow a table, and move when it is this seat's turn, `every` seconds after the last move."""
        async with opened:
            socket = await connect(self._address, open_timeout=_PATIENCE, compression=None, max_size=None)
            await socket.send(json.dumps({"secrets": [self._secret]}))
        pause = self._chance.uniform(0, every)  # tables do not move in step
        async with socket:
            async for text in socket:
                heard = time.perf_counter()
                message = json.loads(text)
                figures.refused += message["type"] == "refused"
                if message["type"] not in ("table", "update"):
                    continue
                now = message["table" if message["type"] == "table" else "now"]
                if self._sent and now["seq"] > self._sent[0]:
                    figures.waits.append(heard - self._sent[1])
                    self._sent = None
                if now["status"] == "over":
                    return
                if now["can"]["move"]:
                    moving = asyncio.create_task(self._move(socket, now, pause, begun))
                    moving.add_done_callback(lambda done: done.cancelled() or done.exception())
                    pause = every

    async def _move(self, socket: ClientConnection, now: Any, pause: float, begun: asyncio.Event) -> None:
        await begun.wait()
        await asyncio.sleep(pause)
        quiet = [move for move in now["legal"] if "-" in move]  # games last longer if nobody wins at once
        move = self._chance.choice(quiet or now["legal"])
        self._sent = (now["seq"], time.perf_counter())
        await socket.send(json.dumps({"seq": now["seq"], "move": move}))


def processor_seconds(processes: list[int]) -> float:
    """Return the processor time that processes have used so far."""
    total = 0.0
    for number in processes:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / _TICKS
    return total


def megabytes(processes: list[int]) -> float:
    """Return the memory of processes; a page that several share counts once."""
    total = 0
    for number in processes:
        lines = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def family(process: int) -> list[int]:
    """Return a process and those it has started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in children for one in family(int(child)))]


def database_processes() -> list[int]:
    """Return the processes of PostgreSQL on this machine."""
    found = []
    for name in Path("/proc").glob("[0-9]*/comm"):
        try:
            if name.read_text().strip() == "postgres":
                found.append(int(name.parent.name))
        except OSError:
            continue  # it has ended
    return found


async def load(url: str, process: int, figures: Figures, every: float, seconds: float) -> None:
    """Set up tables, let people play there for a while, and measure."""
    servers = family(process)
    live = url.replace("http", "ws", 1)
    begun, opened = asyncio.Event(), asyncio.Semaphore(_OPEN_AT_ONCE)
    people: list[asyncio.Task[None]] = []

    async def table(http: httpx.AsyncClient, number: int) -> None:
        wanted = {"game": "quarto", "seats": [{"kind": "person", "name": name} for name in ("Ann", "Bob")]}
        async with opened:
            created = (await http.post("/api/tables", json=wanted)).raise_for_status().json()
        address = f"{live}/api/tables/{created['id']}/live"
        for seat, secret in enumerate(created["secrets"].values()):
            person = Seat(address, secret, 2 * number + seat)
            people.append(asyncio.create_task(person.play(every, figures, begun, opened)))

    async with httpx.AsyncClient(base_url=url, timeout=_PATIENCE) as http:
        await table(http, 0)
        await asyncio.sleep(2.0)
        figures.base_megabytes = megabytes(servers)  # with what is loaded for the first table
        await asyncio.gather(*(table(http, number) for number in range(1, figures.tables)))
    while opened.locked():
        await asyncio.sleep(0.1)
    await asyncio.sleep(2.0)
    databases = [] if figures.database == "SQLite" else database_processes()
    figures.megabytes = megabytes(servers)
    before = processor_seconds(servers), time.process_time(), processor_seconds(databases)
    began = time.perf_counter()
    begun.set()
    await asyncio.sleep(seconds)
    figures.seconds = time.perf_counter() - began
    figures.server = processor_seconds(servers) - before[0]
    figures.client = time.process_time() - before[1]
    figures.database_seconds = processor_seconds(databases) - before[2]
    for person in people:
        person.cancel()
    ended = await asyncio.gather(*people, return_exceptions=True)
    failures = [one for one in ended if isinstance(one, Exception)]
    if failures:
        print(f"{len(failures)} connections failed: {failures[0]!r}", file=sys.stderr)


def measure(tables: int, workers: int, database: str | None, every: float, seconds: float) -> Figures:
    """Start a server, load it with a number of tables, and stop it."""
    figures = Figures(workers, "PostgreSQL" if database else "SQLite", tables)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "partie.service.serve", "--port", "0", "--max-connections", "20000"]
        command += ["--database", database or f"{folder}/tables.db", "--workers", str(workers)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[3].rstrip("/").replace("localhost", "127.0.0.1")
            wait_until_ready(url)
            asyncio.run(load(url, server.pid, figures, every, seconds))
        finally:
            server.terminate()
            server.wait(30)
    return figures


def wait_until_ready(url: str) -> None:
    """Wait until all games are compiled, in every process: each question is a connection of its own, which
    any of them may answer."""
    answers = 0
    while answers < _ANSWERS:
        with httpx.Client(base_url=f"{url}/api", timeout=_PATIENCE) as http:
            is_ready = (
                http.get("/games/quarto").json()["ready"] and not http.get("/health").json()["compiling"]
            )
        answers = answers + 1 if is_ready else 0
        if not is_ready:
            time.sleep(0.5)


def busy_share(seconds: float = 3.0) -> float:
    """Return the share of the processors that is used now."""
    before = _used()
    time.sleep(seconds)
    return (_used() - before) / (seconds * (os.cpu_count() or 1))


def _used() -> float:
    """Return the processor time used since the machine was started."""
    user, nice, system = Path("/proc/stat").read_text().split()[1:4]
    return (int(user) + int(nice) + int(system)) / _TICKS


def runs(chosen: argparse.Namespace) -> list[Run]:
    """Return what was asked for."""
    if chosen.all:
        return _ALL
    workers, tables = (
        [int(one) for one in text.split(",") if one] for text in (chosen.workers, chosen.tables)
    )
    return [Run(processes, chosen.postgres, count) for processes in workers for count in tables]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", default="50,200", help="numbers of tables, separated by commas")
    parser.add_argument("--workers", default="1", help="numbers of server processes, separated by commas")
    parser.add_argument("--postgres", action="store_true", help="use a PostgreSQL, started for this")
    parser.add_argument("--all", action="store_true", help="measure all that docs/serving.md shows")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the moves of a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure")
    parser.add_argument("--rows", type=Path, help="file with rows of earlier runs, to which these are added")
    parser.add_argument("--write", action="store_true", help="write all rows into docs/serving.md")
    parser.add_argument("--check", action="store_true", help="measure nothing while the machine is busy")
    chosen = parser.parse_args()
    busy = busy_share()
    if chosen.check and busy > _BUSY:
        sys.exit(f"Other programs use {busy:.0%} of the processors: the figures would be wrong.")
    gc.disable()  # or the client's own pauses would count as the server's
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows = json.loads(chosen.rows.read_text()) if chosen.rows and chosen.rows.exists() else []
    # Commits wait for the disk, as they do for people.
    durable = {"fsync": "on", "synchronous_commit": "on"}
    for one in runs(chosen):
        with postgres(durable) if one.postgres else nullcontext(None) as database:
            figures = measure(one.tables, one.workers, database, chosen.every, chosen.seconds)
        rows.append(figures.row())
        print(markdown(HEAD, rows[-1:]), f"({figures.refused} refused)", flush=True)
        if chosen.rows:
            chosen.rows.write_text(json.dumps(rows))
    print(markdown(HEAD, rows))
    if chosen.write:
        fill(DOCS / "serving.md", "load", markdown(HEAD, rows))


if __name__ == "__main__":
    main()
