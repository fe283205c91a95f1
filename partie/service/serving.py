"""How a server is run: the options of `partie serve`."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from pathlib import Path

from partie.core.errors import PartieError
from partie.service.app import Settings
from partie.service.connections import MAX_CONNECTIONS, Admission
from partie.service.presence import GRACE_SECONDS
from partie.service.reach import EVERYWHERE, LOOPBACK, Reach, is_loopback
from partie.service.sites import origin_of
from partie.service.spectators import DELAY_SECONDS
from partie.service.storage import database_url
from partie.service.thinking import Limits

DEFAULT_HOST = LOOPBACK
DEFAULT_PORT = 8642
MAX_SECONDS = 20.0
METRICS_FOR = "127.0.0.0/8,::1"


@dataclass(frozen=True)
class Serving:
    """How a server is run.

    `lan`: accept connections from the local network. `public`: limits apply to this machine too.
    `public_url`: the address people use, if the server is behind a proxy. `proxy`: addresses of trusted
    proxies, separated by commas, whose forwarding headers are used. `workshop`: the folder with tournaments
    and training runs to show. `grace`: how many seconds a player may be away before the others may go on.
    `delay`: by how many seconds spectators see a game later that hides hands or dice.

    `workers`: number of processes, `threads`: of threads that compute in each, by default one per core.
    `thinks`: whether programs think here, or only in processes of their own. `max_seconds`: for a decision of
    a program, whatever a visitor asks for. `max_memory`: megabytes a process may use before it refuses what
    needs more. `metrics_for`: networks that may see `/metrics`. `sites`: addresses of sites of plain files,
    separated by commas, whose pages may hand in records. `compress`: compress live messages.
    `listener`: the number of a socket that another process has opened."""

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    database: str | None = None
    open_browser: bool = False
    lan: bool = False
    public: bool = False
    public_url: str | None = None
    proxy: str | None = None
    workshop: Path | None = None
    grace: float = GRACE_SECONDS
    delay: float = DELAY_SECONDS
    workers: int = 1
    threads: int | None = None
    thinks: bool = True
    max_seconds: float = MAX_SECONDS
    max_memory: float | None = None
    max_connections: int = MAX_CONNECTIONS
    metrics_for: str = METRICS_FOR
    sites: str | None = None
    compress: bool = True
    log_json: bool = False
    listener: int | None = None

    def check(self) -> None:
        """Raise `PartieError` if several processes are asked for that cannot work together, or an address
        of a site is none."""
        for site in _listed(self.sites):
            origin_of(site)  # raises for a bad address before a port is opened
        is_file = database_url(self.database).startswith("sqlite")
        if self.workers < 1:
            raise PartieError(f"A server has at least one process, not {self.workers}.")
        if self.workers > 1 and os.name == "nt":
            raise PartieError("Several processes on one port need Linux or macOS.")
        if is_file and (self.workers > 1 or not self.thinks):
            raise PartieError(
                "SQLite is for one process. Several of them need PostgreSQL: "
                "--database postgresql://user@host/name."
            )

    def everywhere(self) -> Serving:
        """Return the options of a server that listens on the network."""
        return replace(self, host=EVERYWHERE) if is_loopback(self.host) else self

    def settings(self, reach: Reach) -> Settings:
        """Return the settings of the application, which is reached so."""
        return Settings(
            self.database,
            workers=self.threads,
            reach=reach,
            public=self.public,
            workshop=self.workshop,
            grace=self.grace,
            delay=self.delay,
            thinks=self.thinks,
            limits=Limits(self.max_seconds, self.max_memory),
            metrics_for=tuple(_listed(self.metrics_for)),
            sites=frozenset(map(origin_of, _listed(self.sites))),
        )

    def admission(self) -> Admission:
        """Return whose connections are limited."""
        return Admission(self.public, frozenset(_listed(self.proxy)), self.max_connections)

    def arguments(self) -> list[str]:
        """Return the options as they are given on a command line."""
        found = []
        for one in fields(self):
            value = getattr(self, one.name)
            if value == one.default:
                continue
            name = _NAMES.get(one.name, f"--{one.name.replace('_', '-')}")
            found += [name] if isinstance(value, bool) else [name, str(value)]
        return found


_NAMES = {"open_browser": "--open", "thinks": "--no-thinking", "compress": "--no-compression"}


def _listed(text: str | None) -> list[str]:
    return [one.strip() for one in (text or "").split(",") if one.strip()]
