"""Limits on connections: how many there may be, and how long a client may take to send or receive."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from partie.core.errors import PartieError
from partie.service.answers import problem
from partie.service.callers import network_of
from partie.service.errors import STATUS, TooMany, TooSlow, Unavailable
from partie.service.reach import is_loopback

MAX_CONNECTIONS = 4096
MAX_PER_ADDRESS = 64
REQUEST_SECONDS = 20.0
"""Time from the connection, or the first byte of a request, to the last byte of its body."""
STALLED_SECONDS = 30.0
"""How long a client may stop reading a response while the send buffer is full."""


@dataclass(frozen=True)
class Admission:
    """Whose connections are limited.

    `public`: also those of this machine. `proxies`: addresses through which many people connect. `most`: how
    many connections there may be in all."""

    public: bool = False
    proxies: frozenset[str] = frozenset()
    most: int = MAX_CONNECTIONS

    def counts(self, address: str) -> bool:
        """Whether the connections of an address are limited separately."""
        return address not in self.proxies and (self.public or not is_loopback(address))


class BoundedProtocol(H11Protocol):
    """uvicorn's HTTP protocol with these limits. Create subclasses with `protocol`."""

    admission = Admission()
    _timer: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        refusal = self._refusal()
        if refusal is not None:
            self._refuse_and_close(refusal)
        else:
            self._expect_request()

    def _refusal(self) -> PartieError | None:
        address = self.client[0] if self.client else ""
        if len(self.connections) > self.admission.most:
            return Unavailable("Too many connections: try again in a moment.")
        if self.admission.counts(address):
            peers = (getattr(other, "client", None) for other in self.connections)
            network = network_of(address)
            same = sum(1 for peer in peers if peer and network_of(peer[0]) == network)
            if same > MAX_PER_ADDRESS:
                return TooMany("Too many connections from your address: close some of them.", seconds=1)
        return None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._cancel()
        elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._expect_request()
        else:
            self._cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        if self._stalled is not None:
            self._stalled.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._cancel()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()

    def _expect_request(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(REQUEST_SECONDS, self._too_slow)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.close()
        else:
            self._refuse_and_close(
                TooSlow(f"The request was not complete within {REQUEST_SECONDS:g} seconds.")
            )

    def _refuse_and_close(self, error: PartieError) -> None:
        """Send an error without the app, which has no request to answer, and close the connection."""
        body = json.dumps({"error": problem(error)}).encode()
        status = HTTPStatus(STATUS[error.code])
        retry = "" if isinstance(error, TooSlow) else "Retry-After: 1\r\n"
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"X-Content-Type-Options: nosniff\r\n{retry}Connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def protocol(admission: Admission) -> type[asyncio.Protocol]:
    """Return the protocol class for uvicorn that applies `admission`."""
    members: dict[str, Any] = {"admission": admission}
    return type("Bounded", (BoundedProtocol,), members)
