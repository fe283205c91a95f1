"""Runs the server: `partie serve`, or `python -m partie.service.serve`."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import uvicorn

from partie.core.errors import PartieError
from partie.service import invite, logs
from partie.service.app import create_app
from partie.service.connections import protocol
from partie.service.reach import EVERYWHERE, Reach, address_of, is_loopback
from partie.service.service import Service
from partie.service.serving import DEFAULT_HOST, DEFAULT_PORT, Serving
from partie.service.workers import Workers, allow_connections

_LONGEST_MESSAGE = 4096
_SHUTDOWN_SECONDS = 3
_COLLECTIONS = (100_000, 10, 500)
"""Of the garbage collector: so many new objects, and collections of one generation before the next one's."""


class _Server(uvicorn.Server):
    """Prints its address once it is up, and stops programs before it shuts down."""

    def __init__(self, config: uvicorn.Config, service: Service, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._service, self._on_start = service, on_start

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.to_thread(self._service.stop_thinking)
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_start()


def serve(serving: Serving) -> None:
    """Run the server until it is stopped. Raise `PartieError` if it cannot start.

    Port 0 takes any free port."""
    logs.set_up(serving.log_json)
    serving = serving.everywhere() if serving.lan else serving
    Reach(serving.host, serving.port, serving.public_url)  # raises for a bad address before a port is opened
    allow_connections(serving.max_connections)
    if serving.listener is not None:  # one of several processes
        with socket.socket(fileno=serving.listener) as listener:
            _run(serving, listener, lambda: print("ready", flush=True))
        return
    serving.check()
    with _listen(serving.host, serving.port) as listener:
        serving = replace(serving, port=listener.getsockname()[1])
        if serving.workers == 1:
            _run(serving, listener, lambda: _greet(serving))
        else:
            listener.set_inheritable(True)
            Workers(serving, listener.fileno(), lambda: _greet(serving)).run()


def _greet(serving: Serving) -> None:
    """Say where the server is."""
    reach = Reach(serving.host, serving.port, serving.public_url)
    own = _own_address(reach)
    print(f"Partie is at {own} — press Ctrl+C to stop.", flush=True)
    print(_invitation(reach), end="", flush=True)
    if serving.open_browser:
        webbrowser.open(own)


def _collect_rarely() -> None:
    """Let Python look through all objects for garbage rarely, and not through those that are there now.

    With a thousand tables that stops everybody for half a second; most garbage is young, and is still
    found often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTIONS)


def _run(serving: Serving, listener: socket.socket, on_start: Callable[[], None]) -> None:
    """Serve in this process."""
    reach = Reach(serving.host, listener.getsockname()[1], serving.public_url)
    app = create_app(serving.settings(reach))
    config = uvicorn.Config(
        app,
        http=protocol(serving.admission()),
        proxy_headers=serving.proxy is not None,
        forwarded_allow_ips=serving.proxy,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=_LONGEST_MESSAGE,
        ws_per_message_deflate=serving.compress,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )
    service: Service = app.state.service
    _collect_rarely()
    try:
        _Server(config, service, on_start).run(sockets=[listener])
    finally:
        if not service.stop_thinking():
            # A program that did not stop still runs compiled code, which a normal exit would unload under
            # it.
            os._exit(1)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        if os.name != "nt":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
        return listener
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PartieError(
                f"Port {port} is used by another program: try --port {_free_port(host, port)}."
            ) from None
        raise PartieError(f"The server cannot listen on {host} port {port}: {error.strerror}.") from None
    except OverflowError:
        raise PartieError(f"A port is a number from 0 to 65535, not {port}.") from None


def _free_port(host: str, port: int) -> int:
    """Return a free port, close to `port` if possible."""
    for candidate in [*range(port + 1, min(port + 20, 65536)), 0]:
        with socket.socket() as probe:
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            found: int = probe.getsockname()[1]
            return found
    return port + 1


def _own_address(reach: Reach) -> str:
    """Return the address for a browser on this machine."""
    here = is_loopback(reach.host) or reach.host in (EVERYWHERE, "::", "")
    return f"{address_of('localhost' if here else reach.host, reach.port)}/"


def _invitation(reach: Reach) -> str:
    """Return what to print about access from other machines."""
    if reach.scope == "machine":
        return ""
    if not reach.addresses:
        return "No network found: only this machine can connect.\n"
    lines = "".join(f"Others find it at {address}/\n" for address in reach.addresses)
    return f"{lines}{invite.blocks(f'{reach.addresses[0]}/', sys.stdout)}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="partie serve", description="Run the Partie server.")
    parser.add_argument("--host", default=DEFAULT_HOST)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--database", help="a file or a URL such as postgresql://…")
    parser.add_argument("--open", action="store_true", dest="open_browser", help="open the browser")
    parser.add_argument("--lan", action="store_true", help="accept connections from your local network")
    parser.add_argument("--public", action="store_true", help="apply rate limits to this machine too")
    parser.add_argument("--public-url", help="the address people use, if the server is behind a proxy")
    parser.add_argument("--proxy", help="addresses of trusted proxies, whose forwarding headers are used")
    parser.add_argument("--workshop", type=Path, help="folder with tournaments and training runs to show")
    parser.add_argument("--grace", type=float, help="seconds before others may go on without a player")
    parser.add_argument("--delay", type=float, help="seconds by which spectators see hidden games later")
    parser.add_argument("--workers", type=int, help="number of processes, which need PostgreSQL")
    parser.add_argument("--threads", type=int, help="threads that compute in each process")
    parser.add_argument("--no-thinking", action="store_false", dest="thinks", help="leave it to partie think")
    parser.add_argument("--max-seconds", type=float, help="most seconds a program may think")
    parser.add_argument("--max-memory", type=float, help="megabytes a process may use")
    parser.add_argument("--max-connections", type=int, help="connections held at the same time")
    parser.add_argument("--metrics-for", help="networks that may see /metrics, separated by commas")
    parser.add_argument("--sites", help="sites of plain files whose pages may hand in games")
    parser.add_argument("--no-compression", action="store_false", dest="compress", help="of live messages")
    parser.add_argument("--log-json", action="store_true", help="log everything, as JSON")
    parser.add_argument("--listener", type=int, help=argparse.SUPPRESS)
    chosen = {name: value for name, value in vars(parser.parse_args(arguments)).items() if value is not None}
    try:
        serve(Serving(**chosen))
    except PartieError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
