"""Kills server processes at random moments while people play: `python benchmarks/kills.py --kills 200`.

Several processes serve tables from one PostgreSQL, started for this; with `--sqlite`, several servers of one
process each serve tables from files of their own, and are started again. People play over WebSockets and
connect again when theirs is cut; who has finished a game begins another. A process is killed (with SIGKILL)
while people are connected to it, and not before a move was acknowledged since the last kill. After all kills
all tables are read: every move that was acknowledged must be there, and every secret must open its seat.
Exits with 1 if not.

A process that starts takes about two seconds of a core, and kills wait for it: 200 need a few minutes on two
cores. Games are compiled before the first kill."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from load import wait_until_ready
from pages import ROOT
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(ROOT))
from tests.postgres import postgres

_PATIENCE = 60.0
_LOOK_AGAIN = 0.02
_ESTABLISHED = "01"


@dataclass
class Place:
    """A table at which one client plays all seats, with the moves that the server has acknowledged."""

    id: str
    secrets: list[str]
    acknowledged: dict[int, str] = field(default_factory=dict)
    reconnected: int = 0


async def play(url: str, place: Place, pause: float, chance: random.Random, ended: asyncio.Event) -> None:
    """Play a game to its end, or until all is over; connect again whenever the connection is cut."""
    is_over = False
    while not (is_over or ended.is_set()):
        try:
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{place.id}/live"
            async with connect(address, open_timeout=_PATIENCE, compression=None, max_size=None) as socket:
                await socket.send(json.dumps({"secrets": place.secrets}))
                is_over = await _follow(socket, place, pause, chance, ended)
        except (OSError, WebSocketException, TimeoutError):
            place.reconnected += 1
            await asyncio.sleep(chance.uniform(0.05, 0.3))


async def _follow(
    socket: Any, place: Place, pause: float, chance: random.Random, ended: asyncio.Event
) -> bool:
    """Play over one connection; return whether the game is over."""
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "refused":
            return False  # connect again, to see why
        if message["type"] == "table":
            seen, now = message["table"]["moves"], message["table"]
        elif message["type"] == "update":
            seen, now = [one for one in message["events"] if one["kind"] == "move"], message["now"]
        else:
            continue
        place.acknowledged |= {one["seq"]: one["move"] for one in seen}
        if now["status"] == "over" or ended.is_set():
            return True
        await asyncio.sleep(pause)
        quiet = [move for move in now["legal"] if "-" in move]
        await socket.send(json.dumps({"seq": now["seq"], "move": chance.choice(quiet or now["legal"])}))
    return False


def workers_of(process: int) -> list[int]:
    """Return the server processes that a parent has started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(one) for one in children if b"--listener" in Path(f"/proc/{one}/cmdline").read_bytes()]


def has_visitors(process: int, port: int) -> bool:
    """Whether a client is connected to this port of a process."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    sockets = {
        f"socket:[{fields[9]}]"
        for fields in lines
        if fields[1].endswith(f":{port:04X}") and fields[3] == _ESTABLISHED
    }
    with suppress(OSError):
        return any(os.readlink(one) in sockets for one in Path(f"/proc/{process}/fd").iterdir())
    return False  # it has ended


async def new_place(http: httpx.AsyncClient) -> Place:
    """Create a table; ask again if the process that was asked is killed."""
    wanted = {"game": "quarto", "seats": [{"kind": "person"}, {"kind": "person"}]}
    while True:
        try:
            made = (await http.post("/api/tables", json=wanted)).raise_for_status().json()
        except httpx.HTTPError:
            await asyncio.sleep(0.1)
        else:
            return Place(made["id"], list(made["secrets"].values()))


async def play_on(
    url: str, places: list[Place], pause: float, chance: random.Random, ended: asyncio.Event
) -> None:
    """Play at one table after another until the end, and note all of them."""
    async with httpx.AsyncClient(base_url=url, timeout=_PATIENCE) as http:
        while not ended.is_set():
            places.append(await new_place(http))
            await play(url, places[-1], pause, chance, ended)


def moves_at(places: list[Place]) -> int:
    """Return how many moves have been acknowledged so far."""
    return sum(len(one.acknowledged) for one in places)


async def wait_for_moves(places: list[Place], every: float, chance: random.Random) -> None:
    """Wait for a random time, and until a move more has been acknowledged."""
    before = moves_at(places)
    await asyncio.sleep(chance.uniform(0, 2 * every))
    while moves_at(places) == before:
        await asyncio.sleep(_LOOK_AGAIN)


async def kill_at_random(
    parent: int, port: int, places: list[Place], chosen: argparse.Namespace, chance: random.Random
) -> None:
    """Kill processes to which people are connected."""
    for _ in range(chosen.kills):
        await wait_for_moves(places, chosen.every, chance)
        while not (found := [one for one in workers_of(parent) if has_visitors(one, port)]):
            await asyncio.sleep(_LOOK_AGAIN)
        os.kill(chance.choice(found), signal.SIGKILL)


async def check(url: str, places: list[Place]) -> list[str]:
    """Return what was lost."""
    lost = []
    async with httpx.AsyncClient(base_url=url, timeout=_PATIENCE) as http:
        for place in places:
            answer = None
            while answer is None:
                try:
                    answer = await http.get(
                        f"/api/tables/{place.id}", headers={"X-Seat-Secret": ",".join(place.secrets)}
                    )
                except httpx.HTTPError:
                    await asyncio.sleep(0.1)
            if not answer.is_success:
                lost.append(f"seats of {place.id}: {answer.text}")
                continue
            stored = {one["seq"]: one["move"] for one in answer.json()["moves"]}
            missing = {seq: move for seq, move in place.acknowledged.items() if stored.get(seq) != move}
            lost += [f"move {seq} {move} of {place.id}" for seq, move in missing.items()]
    return lost


def _environment() -> dict[str, str]:
    """Return the environment of servers, which keep Python's bytecode so that they start soon."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class House:
    """A server of one process with its own file, which is started again after it was killed."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "partie.service.serve", "--port", str(self._port)]
        self._process = subprocess.Popen(
            [*command, "--database", str(self._folder / "tables.db")], env=_environment(),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[3].rstrip("/").replace("localhost", "127.0.0.1")
        self._port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    async def kill_often(self, kills: int, places: list[Place], every: float, chance: random.Random) -> None:
        """Kill the process at random moments, and start it again."""
        for _ in range(kills):
            await wait_for_moves(places, every, chance)
            self.kill()
            await asyncio.to_thread(self.start)


async def run_houses(houses: list[House], chosen: argparse.Namespace) -> int:
    """Play at all houses and kill them; return how many things were lost."""
    each = -(-chosen.kills // len(houses))
    runs = []
    for number, house in enumerate(houses):
        places: list[Place] = []
        killing = house.kill_often(each, places, chosen.every, random.Random(number))
        runs.append(run(house.url, places, killing, chosen, each))
    return sum(await asyncio.gather(*runs))


async def run(
    url: str, places: list[Place], killing: Coroutine[Any, Any, None], chosen: argparse.Namespace, kills: int
) -> int:
    """Play and kill; return how many things were lost."""
    chance, ended = random.Random(chosen.seed), asyncio.Event()
    began = time.perf_counter()
    people = [
        asyncio.create_task(play_on(url, places, chosen.pause, chance, ended)) for _ in range(chosen.tables)
    ]
    await killing
    ended.set()
    await asyncio.wait(people, timeout=10)
    for person in people:
        person.cancel()
    seconds = time.perf_counter() - began
    lost = await check(url, places)
    print(
        f"{kills} kills in {seconds:.0f} s, {len(places)} tables, {moves_at(places)} acknowledged moves, "
        f"{sum(one.reconnected for one in places)} connections cut or refused: {len(lost)} lost"
    )
    for one in lost[:20]:
        print(one)
    return len(lost)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--workers", type=int, default=3, help="server processes")
    parser.add_argument("--tables", type=int, default=20, help="tables played at the same time")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between the moves of a table")
    parser.add_argument("--every", type=float, default=1.0, help="mean seconds between two kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sqlite", action="store_true", help="servers of one process, each with its file")
    chosen = parser.parse_args()
    if chosen.sqlite:
        with tempfile.TemporaryDirectory() as folder:
            folders = [Path(folder) / str(number) for number in range(chosen.workers)]
            for one in folders:
                one.mkdir()
            houses = [House(one) for one in folders]
            for house in houses:
                wait_until_ready(house.url)
            try:
                return 1 if asyncio.run(run_houses(houses, chosen)) else 0
            finally:
                for house in houses:
                    house.kill()
    with postgres() as database:
        command = [sys.executable, "-m", "partie.service.serve", "--port", "0", "--database", database]
        server = subprocess.Popen(
            [*command, "--workers", str(chosen.workers)], env=_environment(),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[3].rstrip("/").replace("localhost", "127.0.0.1")
            wait_until_ready(url)
            port = int(url.rpartition(":")[2])
            places: list[Place] = []
            killing = kill_at_random(server.pid, port, places, chosen, random.Random(chosen.seed))
            return 1 if asyncio.run(run(url, places, killing, chosen, chosen.kills)) else 0
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    sys.exit(main())
