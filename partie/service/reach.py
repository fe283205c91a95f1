"""How a server can be reached: its addresses and host names."""

from __future__ import annotations

import contextlib
import socket
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from partie.core.errors import PartieError

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
Scope = Literal["machine", "network", "public"]


@dataclass(frozen=True)
class Reach:
    """Where a server listens. `public_url` is the address people use, if it is behind a proxy or a tunnel."""

    host: str = LOOPBACK
    port: int = 0
    public_url: str | None = None

    def __post_init__(self) -> None:
        if self.public_url is not None:
            _check_public_url(self.public_url)

    @property
    def scope(self) -> Scope:
        """Who can reach the server: this machine, its local network, or everybody with the public address."""
        if self.public_url:
            return "public"
        return "machine" if is_loopback(self.host) else "network"

    @cached_property
    def addresses(self) -> list[str]:
        """Addresses that others can open, the best first; none if only this machine can reach the server."""
        if self.public_url:
            return [self.public_url.rstrip("/")]
        if self.scope == "machine":
            return []
        hosts = lan_addresses() if _is_unspecified(self.host) else [self.host]
        return [address_of(host, self.port) for host in hosts]

    @cached_property
    def _names(self) -> frozenset[str]:
        """Host names of this server, besides IP addresses."""
        names = {"localhost", self.host.lower()}
        if self.scope == "network":
            machine = socket.gethostname().lower()
            names |= {machine, f"{machine}.local"}
        if self.public_url:
            names.add(urlsplit(self.public_url).hostname or "")
        return frozenset(names)

    def is_own_host(self, host: str, arrived_at: str | None) -> bool:
        """Whether a `Host` header names this server. `arrived_at` is the local address of the connection.

        This stops DNS rebinding: a page of another server whose name was made to resolve to this one."""
        return self._is_own_name(name_in(host), arrived_at)

    def _is_own_name(self, name: str, arrived_at: str | None) -> bool:
        return name in self._names or is_loopback(name) or name == arrived_at

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Whether a page was loaded from the address it now calls, or from the public one."""
        own = f"http://{host}".lower(), f"https://{host}".lower(), (self.public_url or "").rstrip("/").lower()
        return bool(origin) and origin.lower() in own

    def leads_here(self, link: str, arrived_at: str | None) -> bool:
        """Whether a link leads to this server."""
        try:
            parts = urlsplit(link)
            name, _ = parts.hostname or "", parts.port  # `port` raises if it is not a number
        except ValueError:
            return False
        plain = parts.scheme in ("http", "https") and "@" not in parts.netloc
        known = {urlsplit(address).hostname for address in self.addresses}
        return plain and (name in known or self._is_own_name(name, arrived_at))


def address_of(host: str, port: int) -> str:
    """Return an address as people type it, without a trailing slash."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def name_in(host: str) -> str:
    """Return the host name or IP address in a `Host` header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().rstrip(".")


def is_loopback(host: str) -> bool:
    """Whether a host name or address always means the same machine."""
    if host == "localhost":
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def _is_unspecified(host: str) -> bool:
    return host in ("", EVERYWHERE, "::")


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine, the one used for outgoing connections first."""
    found: list[str] = []
    # Connecting a datagram socket sends nothing; it only selects the local address.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [host for host in dict.fromkeys(found) if not is_loopback(host) and not _is_unspecified(host)]


def _check_public_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    plain = parts.path in ("", "/") and not parts.query and not parts.fragment and not parts.username
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain or port == 0:
        raise PartieError(
            f"{url} cannot be the public address: use one like https://games.example.org, without a path."
        )
