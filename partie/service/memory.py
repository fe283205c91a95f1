"""How much memory this process uses, and whether that is too much."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

_PAUSE = 1.0
_STATM = Path("/proc/self/statm")


def used_megabytes() -> float:
    """Return the memory this process uses now; where the system does not say, the most it has used, or 0."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 1024


class Memory:
    """Whether the process uses more than `most` megabytes; None for any. Looked up once a second."""

    def __init__(self, most: float | None) -> None:
        self.most = most
        self._until, self._is_short = 0.0, False

    @property
    def is_short(self) -> bool:
        """Whether nothing that needs much memory should begin."""
        if self.most is not None and time.monotonic() >= self._until:
            self._until = time.monotonic() + _PAUSE
            self._is_short = used_megabytes() > self.most
        return self._is_short
