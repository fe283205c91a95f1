"""Measure the size of live messages per move, in the first and in the eighth round of a war.

    python benchmarks/messages.py before=/path/to/an/older/checkout now=.

Programs play a war of Axis & Allies on a real server of each of these checkouts, with a spectator who
receives every event. The table goes into docs/serving.md."""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from pages import DOCS, fill, markdown
from websockets.sync.client import connect

ROUNDS = (1, 8)
PAGE = DOCS / "serving.md"
SEATS = 5
"""The number of powers in a war."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Server:
    """A server that runs the checkout in `tree`."""

    def __init__(self, tree: Path, folder: Path) -> None:
        port = free_port()
        database = str(folder / "tables.db")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "partie", "serve", "--port", str(port), "--database", database],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.process.stdout.readline()
        self.address = f"127.0.0.1:{port}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def sizes(server: Server, last_round: int) -> dict[int, list[int]]:
    """Play a war and return the sizes in bytes of all messages about events, by round."""
    seats = [{"kind": "program", "agent": "greedy"}] * SEATS
    http = httpx.Client(base_url=f"http://{server.address}/api", timeout=60.0)
    made = http.post("/tables", json={"game": "axisallies", "seats": seats}).json()
    found: dict[int, list[int]] = defaultdict(list)
    with connect(f"ws://{server.address}/api/tables/{made['id']}/live", max_size=None) as line:
        line.send(json.dumps({"secrets": [], "since": None}))
        while True:
            text = line.recv()
            message: dict[str, Any] = json.loads(text)
            state = message.get("now") or message.get("table")
            if state is None:
                continue
            number = state["view"]["round"]
            if number > last_round or state["status"] == "over":
                return found
            if state["seq"] > 0:
                found[number].append(len(text.encode()))


def measure(tree: Path) -> dict[int, list[int]]:
    """The sizes of messages from a server that runs this checkout."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(tree.resolve(), Path(folder))
        try:
            return sizes(server, ROUNDS[-1])
        finally:
            server.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="+", metavar="NAME=FOLDER")
    trees = dict(given.split("=", 1) for given in parser.parse_args().trees)
    with ThreadPoolExecutor(len(trees)) as pool:
        measured = pool.map(measure, map(Path, trees.values()))
        rows = [
            _row(name, number, found[number])
            for name, found in zip(trees, measured, strict=True)
            for number in ROUNDS
        ]
    table = markdown(["", "round", "messages", "median", "largest"], rows)
    print(table)
    fill(PAGE, "messages", table)


def _row(name: str, number: int, found: list[int]) -> list[str]:
    return [
        name,
        str(number),
        str(len(found)),
        f"{statistics.median(found):,.0f} bytes",
        f"{max(found):,} bytes",
    ]


if __name__ == "__main__":
    main()
