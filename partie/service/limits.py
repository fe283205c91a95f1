"""Rate limits per address and per person. Each kind of request has its own rate, because costs differ."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from partie.service.callers import network_of
from partie.service.connections import MAX_PER_ADDRESS
from partie.service.errors import TooMany
from partie.service.guard import refuse
from partie.service.headers import is_api
from partie.service.reach import is_loopback
from partie.service.secret import fingerprint


@dataclass(frozen=True)
class Rate:
    """Up to `burst` requests at once, then one every `seconds`."""

    burst: int
    seconds: float


RATES = {
    "tables": Rate(20, 15.0),
    "tournaments": Rate(5, 60.0),
    "thinking": Rate(60, 1.0),
    "records": Rate(20, 3.0),
    "live": Rate(40, 2.0),
    "moves": Rate(60, 0.1),
    "codes": Rate(20, 5.0),
    "other": Rate(300, 0.05),
}
"""For one address, which a whole family may share, and for one person, who may have many addresses; `moves`
for one live connection."""
_THINKING = frozenset({"advice", "hint", "qr"})
_RECORDS = frozenset(
    {
        *("records", "record", "replay", "verify", "results.csv", "results.jsonl", "runs"),
        *("me", "forget", "forget-memories", "lobby"),
    }
)
_MAX_KEYS = 20_000


class Meter:
    """Counts requests with one number for each address and kind.

    The number is the time by which all requests granted so far would have been allowed one by one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._earned: dict[tuple[str, str], float] = {}

    def wait(self, address: str, kind: str) -> float:
        """Grant a request and return 0, or return how many seconds to wait."""
        now, rate, key = self._clock(), RATES[kind], (address, kind)
        earned = max(self._earned.get(key, 0.0), now)
        missing = earned - rate.seconds * (rate.burst - 1) - now
        if missing > 0:
            return missing
        self._earned.pop(key, None)  # inserted again, so that the oldest come first
        self._earned[key] = earned + rate.seconds
        if len(self._earned) > _MAX_KEYS:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        owing = {key: earned for key, earned in self._earned.items() if earned > now}
        self._earned = dict(list(owing.items())[-_MAX_KEYS // 2 :])


def too_often(what: str, missing: float) -> TooMany:
    """Return the error for a request that came so many seconds too early."""
    seconds = math.ceil(missing)
    return TooMany(f"{what}: try again in {seconds} s.", seconds=seconds)


class LimitRates:
    """Refuses requests of an address that asks too often.

    `public`: this machine is limited too. `computing`: routes whose responses take computing time."""

    def __init__(self, app: ASGIApp, public: bool, computing: Container[str] = ()) -> None:
        self._app, self._public, self._computing, self._meter = app, public, computing, Meter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = kind_of(scope, self._computing)
        address = str((scope.get("client") or ["unknown"])[0])
        if kind is not None and (self._public or not is_loopback(address)):
            missing = self._meter.wait(network_of(address), kind)
            if missing > 0:
                error = too_often("Too many requests from your address", missing)
                await refuse(error, scope, receive, send, {"Retry-After": str(error.data["seconds"])})
                return
        await self._app(scope, receive, send)


class Persons:
    """Refuses requests of a person who asks too often, whatever address they come from.

    `public`: people are counted; on a private server nobody is. Safe to use from any thread."""

    def __init__(self, public: bool) -> None:
        self._public, self._meter, self._lock = public, Meter(), threading.Lock()

    def require_pause(self, secrets: Iterable[str], kind: str) -> None:
        """Raise `TooMany` if who has these secrets, of a browser or of seats, asks too often."""
        if not self._public:
            return
        with self._lock:
            missing = max((self._meter.wait(fingerprint(secret), kind) for secret in secrets), default=0.0)
        if missing > 0:
            raise too_often("You ask too often", missing)


class LiveConnections:
    """Counts the live connections of every address; behind a proxy, nothing else does.

    `public`: there is a limit. Use on the event loop."""

    def __init__(self, public: bool) -> None:
        self._public = public
        self._held: Counter[str] = Counter()

    @contextmanager
    def held(self, address: str) -> Iterator[None]:
        """Count a connection of an address while it lasts; raises `TooMany` if there are too many."""
        if self._public and self._held[address] >= MAX_PER_ADDRESS:
            raise TooMany("Too many live connections from your address: close some pages.", seconds=5)
        self._held[address] += 1
        try:
            yield
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]


def kind_of(scope: Scope, computing: Container[str] = ()) -> str | None:
    """Return which rate applies to a request; None for pages, which are not limited."""
    if scope["type"] == "websocket":
        return "live"
    if scope["type"] != "http" or not is_api(scope):
        return None
    parts = str(scope["path"]).strip("/").split("/")
    if scope["method"] == "POST" and parts == ["api", "tables"]:
        return "tables"
    if scope["method"] == "POST" and parts == ["api", "arena", "tournaments"]:
        return "tournaments"
    if scope["method"] == "POST" and parts[:2] == ["api", "transfers"]:
        return "tables"
    if parts[-1] in _THINKING or scope["path"] in computing:
        return "thinking"
    if parts[:2] == ["api", "codes"]:
        return "codes"
    return "records" if parts[-1] in _RECORDS else "other"
