"""`partie think`: lets programs think in a process of its own, for servers that share a database."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.service import think as thinker
from partie.service.serving import MAX_SECONDS


def think(
    server: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The PostgreSQL database of the servers (postgresql://user@host/name); "
            "default: PARTIE_DATABASE.",
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=2, help="Threads that compute; default: one per core.")
    ] = None,
    max_seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.05, help="Most time for a decision.")
    ] = MAX_SECONDS,
    max_memory: Annotated[
        float | None,
        typer.Option(
            metavar="MB", min=100, help="Memory above which agents that stay at tables are dropped."
        ),
    ] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="Log as JSON.")] = False,
) -> None:
    """Let programs think for servers elsewhere."""
    thinker.think(server, threads, max_seconds, max_memory, log_json)
