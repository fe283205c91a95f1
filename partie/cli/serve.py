"""`partie serve`: serves the games to browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from partie.service import serve as server
from partie.service.connections import MAX_CONNECTIONS
from partie.service.presence import GRACE_SECONDS
from partie.service.serving import MAX_SECONDS, METRICS_FOR, Serving
from partie.service.spectators import DELAY_SECONDS


# Long, since every option of the command is an argument with its help.
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8642,
    database: Annotated[
        str | None, typer.Option(help="Database URL or file; default: SQLite in your data folder.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Accept connections from your local network, and show the address.")
    ] = False,
    public: Annotated[
        bool, typer.Option("--public", help="Apply rate limits to every address, including this machine.")
    ] = False,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The address people use, if the server is behind a proxy."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESSES", help="Trusted proxies, comma-separated, whose forwarding headers are used."
        ),
    ] = None,
    workshop: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder whose tournaments/ and runs/ pages show; default: tournaments in your data folder, "
            "runs in this one.",
        ),
    ] = None,
    grace: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", min=0.0, help="How long players may be away before the others may go on."
        ),
    ] = GRACE_SECONDS,
    delay: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0.0,
            help="By how much spectators see a game later that hides hands or dice.",
        ),
    ] = DELAY_SECONDS,
    workers: Annotated[
        int, typer.Option(min=1, help="Number of processes; more than one need PostgreSQL.")
    ] = 1,
    threads: Annotated[
        int | None,
        typer.Option(min=2, help="Threads that compute in each process; default: one per core."),
    ] = None,
    no_thinking: Annotated[
        bool, typer.Option("--no-thinking", help="Let programs think in `partie think` only.")
    ] = False,
    max_seconds: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", min=0.05, help="Most time for a decision, whatever visitors ask for."
        ),
    ] = MAX_SECONDS,
    max_memory: Annotated[
        float | None,
        typer.Option(
            metavar="MB", min=100, help="Memory of a process above which it refuses what needs more."
        ),
    ] = None,
    max_connections: Annotated[
        int, typer.Option(min=1, help="Connections that each process holds at the same time.")
    ] = MAX_CONNECTIONS,
    metrics_for: Annotated[
        str, typer.Option(metavar="NETWORKS", help="Who may see /metrics, comma-separated.")
    ] = METRICS_FOR,
    sites: Annotated[
        str | None,
        typer.Option(
            metavar="URLS", help="Sites of plain files, comma-separated, whose pages may hand in games."
        ),
    ] = None,
    no_compression: Annotated[
        bool, typer.Option("--no-compression", help="Do not compress live messages: less computing.")
    ] = False,
    log_json: Annotated[
        bool, typer.Option("--log-json", help="Log everything, requests included, as JSON.")
    ] = False,
) -> None:
    """Serve the games to browsers."""
    server.serve(
        Serving(
            host,
            port,
            database,
            open_browser,
            lan=lan,
            public=public,
            public_url=public_url,
            proxy=proxy,
            workshop=workshop,
            grace=grace,
            delay=delay,
            workers=workers,
            threads=threads,
            thinks=not no_thinking,
            max_seconds=max_seconds,
            max_memory=max_memory,
            max_connections=max_connections,
            metrics_for=metrics_for,
            sites=sites,
            compress=not no_compression,
            log_json=log_json,
        )
    )
