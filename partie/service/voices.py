"""How often players may speak: a table is no place to shout."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from partie.service.errors import TooMany

PAUSE_SECONDS = 1.0
_MAX_KEYS = 10_000


class Voices:
    """Remembers when each speaker last said something."""

    def __init__(self, pause: float = PAUSE_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._pause, self._clock = pause, clock
        self._last: dict[str, float] = {}
        self._lock = threading.Lock()

    def require_pause(self, speaker: str) -> None:
        """Note that somebody speaks; raise `TooMany` if they have just done so."""
        now = self._clock()
        with self._lock:
            missing = self._last.get(speaker, -math.inf) + self._pause - now
            if missing > 0:
                seconds = math.ceil(missing)
                raise TooMany(f"You have just said something: wait {seconds} s.", seconds=seconds)
            self._last.pop(speaker, None)  # inserted again, so that the oldest come first
            self._last[speaker] = now
            while len(self._last) > _MAX_KEYS:
                del self._last[next(iter(self._last))]
