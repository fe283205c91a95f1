"""Seeds that nobody can choose: made of a part of the server and one of every person's device.

The server publishes the SHA-256 hash of its part when a table is created, before it knows any other part; the
devices then send theirs without knowing the server's. Nothing is dealt before all parts are there. So neither
the server nor a player can steer the dice or the cards, and after the game anybody can compute it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

_LETTERS = 32


def mixed_seed(server: str, parts: Mapping[int, str]) -> str:
    """Return the seed made of the server's part and the parts of seats; the server's part if there are none.

    >>> mixed_seed("a1", {})
    'a1'
    >>> mixed_seed("a1", {0: "b2", 2: "c3"})
    '8168d9c8ff0d303635b709f557e7445d'
    """
    if not parts:
        return server
    text = "/".join([server, *(f"{seat}:{parts[seat]}" for seat in sorted(parts))])
    return hashlib.sha256(text.encode()).hexdigest()[:_LETTERS]
