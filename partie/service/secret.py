"""Secrets of seats, ids of tables, and the promise made with a seed's hash."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 12


def new_id() -> str:
    """An id nobody can guess, of letters that nobody confuses when reading it aloud."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def derived_id(text: str) -> str:
    """The id that belongs to a text: the same text gives the same id."""
    number = int(fingerprint(text), 16)
    letters = []
    for _ in range(_ID_LENGTH):
        number, place = divmod(number, len(_ID_LETTERS))
        letters.append(_ID_LETTERS[place])
    return "".join(letters)


def is_id(text: str) -> bool:
    """Whether a text can be an id at all."""
    return len(text) == _ID_LENGTH and all(letter in _ID_LETTERS for letter in text)


def new_secret() -> str:
    """A secret for a seat. Only its `fingerprint` is ever stored."""
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    """The seed of a new table."""
    return secrets.token_hex(16)


def fingerprint(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def matching(fingerprints: Sequence[str | None], presented: Iterable[str]) -> list[int | None]:
    """For every secret presented, the seat it opens, or None. Takes the same time whatever matches."""
    return [_seat_of(fingerprints, fingerprint(secret)) for secret in presented]


def _seat_of(fingerprints: Sequence[str | None], wanted: str) -> int | None:
    found = None
    for seat, known in enumerate(fingerprints):
        if hmac.compare_digest(known or "", wanted):
            found = seat
    return found
