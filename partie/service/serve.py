"""Runs the server: `partie serve`, or `python -m partie.service.serve`."""

from __future__ import annotations

import argparse
import errno
import logging
import os
import socket
import sys
import webbrowser

import uvicorn

from partie.core.errors import PartieError
from partie.service.app import Settings, create_app

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8642
_LONGEST_MESSAGE = 4096
_GOODBYE_SECONDS = 3


class _Server(uvicorn.Server):
    """Says where it is as soon as it answers."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._address, self._open_browser = address, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Partie is at {self._address} — press Ctrl+C to stop.", flush=True)
            if self._open_browser:
                webbrowser.open(self._address)


def serve(
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    database: str | None = None,
    open_browser: bool = False,
) -> None:
    """Run the server until it is stopped. Port 0 takes any free one. `PartieError` if it cannot start."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with _listen(host, port) as listener:
        app = create_app(Settings(database))
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            ws_max_size=_LONGEST_MESSAGE,
            timeout_graceful_shutdown=_GOODBYE_SECONDS,
        )
        _Server(config, _address(host, listener), open_browser).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        if os.name != "nt":  # there it would let two servers share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
        return listener
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PartieError(
                f"Port {port} is taken by another program: try --port {_free_port(host, port)}."
            ) from None
        raise PartieError(f"The server cannot listen on {host} port {port}: {error.strerror}.") from None
    except OverflowError:
        raise PartieError(f"A port is a number from 0 to 65535, not {port}.") from None


def _free_port(host: str, port: int) -> int:
    """A free port, if possible one of the next."""
    for candidate in [*range(port + 1, min(port + 20, 65536)), 0]:
        with socket.socket() as probe:
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            found: int = probe.getsockname()[1]
            return found
    return port + 1


def _address(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::", "") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="partie serve", description="Run the Partie server.")
    parser.add_argument("--host", default=DEFAULT_HOST)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--database", help="a file, or a URL such as postgresql+psycopg://…")
    parser.add_argument("--open", action="store_true", help="open the browser")
    wanted = parser.parse_args(arguments)
    try:
        serve(wanted.host, wanted.port, wanted.database, wanted.open)
    except PartieError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
