"""Runs the server: `partie serve`, or `python -m partie.service.serve`."""

from __future__ import annotations

import argparse
import asyncio
import errno
import logging
import os
import socket
import sys
import webbrowser
from pathlib import Path

import uvicorn

from partie.core.errors import PartieError
from partie.service import invite
from partie.service.app import Settings, create_app
from partie.service.connections import Admission, protocol
from partie.service.presence import GRACE_SECONDS
from partie.service.reach import EVERYWHERE, LOOPBACK, Reach, address_of, is_loopback
from partie.service.service import Service
from partie.service.spectators import DELAY_SECONDS

DEFAULT_HOST = LOOPBACK
DEFAULT_PORT = 8642
_LONGEST_MESSAGE = 4096
_SHUTDOWN_SECONDS = 3


class _Server(uvicorn.Server):
    """Prints its address once it is up, and stops programs before it shuts down."""

    def __init__(self, config: uvicorn.Config, service: Service, reach: Reach, open_browser: bool) -> None:
        super().__init__(config)
        self._service, self._reach, self._open_browser = service, reach, open_browser

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.to_thread(self._service.stop_thinking)
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            own = _own_address(self._reach)
            print(f"Partie is at {own} — press Ctrl+C to stop.", flush=True)
            print(_invitation(self._reach), end="", flush=True)
            if self._open_browser:
                webbrowser.open(own)


def serve(
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    database: str | None = None,
    open_browser: bool = False,
    *,
    lan: bool = False,
    public: bool = False,
    public_url: str | None = None,
    proxy: str | None = None,
    workshop: Path | None = None,
    grace: float = GRACE_SECONDS,
    delay: float = DELAY_SECONDS,
) -> None:
    """Run the server until it is stopped. Port 0 takes any free port. Raise `PartieError` if it cannot start.

    `lan`: accept connections from the local network. `public`: limits apply to this machine too.
    `public_url`: the address people use, if the server is behind a proxy. `proxy`: addresses of trusted
    proxies, separated by commas, whose forwarding headers are used. `workshop`: the folder with tournaments
    and training runs to show. `grace`: how many seconds a player may be away before the others may go on.
    `delay`: by how many seconds spectators see a game later that hides hands or dice."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    if lan and is_loopback(host):
        host = EVERYWHERE
    Reach(host, port, public_url)  # raises for a bad address before a port is opened
    with _listen(host, port) as listener:
        reach = Reach(host, listener.getsockname()[1], public_url)
        app = create_app(
            Settings(database, reach=reach, public=public, workshop=workshop, grace=grace, delay=delay)
        )
        config = uvicorn.Config(
            app,
            http=protocol(
                Admission(public, frozenset(one.strip() for one in (proxy or "").split(",")) - {""})
            ),
            proxy_headers=proxy is not None,
            forwarded_allow_ips=proxy,
            log_config=None,
            access_log=False,
            server_header=False,
            ws_max_size=_LONGEST_MESSAGE,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        )
        service: Service = app.state.service
        try:
            _Server(config, service, reach, open_browser).run(sockets=[listener])
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
    parser.add_argument("--database", help="a file or a URL such as postgresql+psycopg://…")
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument("--lan", action="store_true", help="accept connections from your local network")
    parser.add_argument("--public", action="store_true", help="apply rate limits to this machine too")
    parser.add_argument("--public-url", help="the address people use, if the server is behind a proxy")
    parser.add_argument("--proxy", help="addresses of trusted proxies, whose forwarding headers are used")
    parser.add_argument("--workshop", type=Path, help="folder with tournaments and training runs to show")
    parser.add_argument(
        "--grace", type=float, default=GRACE_SECONDS, help="seconds before others may go on without a player"
    )
    parser.add_argument(
        "--delay",
        type=float,
        default=DELAY_SECONDS,
        help="seconds by which spectators see hidden games later",
    )
    chosen = parser.parse_args(arguments)
    try:
        serve(
            chosen.host,
            chosen.port,
            chosen.database,
            chosen.open,
            lan=chosen.lan,
            public=chosen.public,
            public_url=chosen.public_url,
            proxy=chosen.proxy,
            workshop=chosen.workshop,
            grace=chosen.grace,
            delay=chosen.delay,
        )
    except PartieError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
