"""One-time codes with which a person carries their seats and history to another device.

The bundle is what their browser keeps. It stays in memory for a few minutes, and is given out once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from partie.service import secret
from partie.service.errors import NotFound, Unavailable

SECONDS = 600.0
"""How long a code can be used."""
_MAX_BUNDLES = 200


class Transfers:
    """The bundles that wait to be fetched."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[str, tuple[float, str]] = {}

    def offer(self, bundle: str) -> str:
        """Keep a bundle for a while; return the code that fetches it."""
        code = secret.new_id()
        with self._lock:
            self._drop_old()
            if len(self._waiting) >= _MAX_BUNDLES:
                raise Unavailable("Too many people are changing devices now: try again in a few minutes.")
            self._waiting[code] = (self._clock() + self.seconds, bundle)
        return code

    def fetch(self, code: str) -> str:
        """Return the bundle of a code, once."""
        with self._lock:
            self._drop_old()
            found = self._waiting.pop(code, None)
        if found is None:
            raise NotFound("This code is unknown, was used already, or is too old: ask for a new one.")
        return found[1]

    def _drop_old(self) -> None:
        now = self._clock()
        self._waiting = {code: one for code, one in self._waiting.items() if one[0] > now}
