"""The caller of a request: the address it comes from, available wherever the request is processed."""

from __future__ import annotations

from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

CALLER: ContextVar[str] = ContextVar("caller", default="")
"""The address of the current request; empty for work that the server starts itself."""


class NoteCaller:
    """Sets `CALLER` for every request and WebSocket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        CALLER.set(network_of((scope.get("client") or ("", 0))[0]))
        await self._app(scope, receive, send)


@lru_cache(maxsize=20_000)
def network_of(address: str) -> str:
    """Return the network an address belongs to.

    In IPv6 a single user has a whole network (the first 64 bits)."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(ip_network((parsed, 64), strict=False))
    return str(parsed if isinstance(parsed, IPv4Address) else parsed.ipv4_mapped)
