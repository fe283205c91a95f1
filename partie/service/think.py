"""A process that only thinks: it takes the turns of programs from servers that share its database.

Start as many as you like, on any machine that reaches the database. Each turn is thought about once: a
process takes a lease on it, which another takes over when the first dies."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from types import FrameType

from partie.core.errors import PartieError
from partie.service import logs
from partie.service.service import Service
from partie.service.serving import MAX_SECONDS
from partie.service.storage import Storage
from partie.service.thinking import Limits

_SECONDS = 5.0
"""How long a program may think about a move, as on a server."""


def think(
    server: str | None = None,
    threads: int | None = None,
    max_seconds: float = MAX_SECONDS,
    max_memory: float | None = None,
    log_json: bool = False,
) -> None:
    """Think until SIGTERM or SIGINT. `server` is the URL of the servers' database."""
    logs.set_up(log_json)
    if server is not None and server.startswith(("http://", "https://")):
        raise PartieError(
            "Processes that think share the database of the servers: give its URL, postgresql://user@host/name."
        )
    storage = Storage(server)
    if not storage.is_shared:
        storage.close()
        raise PartieError(
            "SQLite is for one process, which thinks itself. Others can think for servers on PostgreSQL only: "
            "--server postgresql://user@host/name."
        )
    service = Service(storage, _SECONDS, threads, kind="think", limits=Limits(max_seconds, max_memory))
    ended = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    service.start()
    print("Partie thinks for the servers of this database — press Ctrl+C to stop.", flush=True)
    ended.wait()
    stopped = service.stop_thinking()
    service.close()
    if not stopped:
        os._exit(1)  # a program that did not stop still runs compiled code


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="partie think", description="Let programs think for servers.")
    parser.add_argument("--server", help="the database of the servers: postgresql://user@host/name")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--max-seconds", type=float, default=MAX_SECONDS)
    parser.add_argument("--max-memory", type=float)
    parser.add_argument("--log-json", action="store_true")
    chosen = parser.parse_args(arguments)
    try:
        think(chosen.server, chosen.threads, chosen.max_seconds, chosen.max_memory, chosen.log_json)
    except PartieError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
