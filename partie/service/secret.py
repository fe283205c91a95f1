"""Secrets of seats, ids of tables, and fingerprints."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 12
_CODE_LENGTH = 6


def new_id() -> str:
    """Return a random id that cannot be guessed, made of letters that are hard to confuse."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def derived_id(text: str) -> str:
    """Return an id derived from a text: the same text gives the same id."""
    number = int(fingerprint(text), 16)
    letters = []
    for _ in range(_ID_LENGTH):
        number, place = divmod(number, len(_ID_LETTERS))
        letters.append(_ID_LETTERS[place])
    return "".join(letters)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return len(text) == _ID_LENGTH and all(letter in _ID_LETTERS for letter in text)


def new_code() -> str:
    """Return a short code for a table, which is easy to say and to type."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_CODE_LENGTH))


def read_code(text: str) -> str:
    """Return a code as it is stored, however it was typed."""
    return "".join(letter for letter in text.lower() if letter in _ID_LETTERS)[:_ID_LENGTH]


def new_secret() -> str:
    """Return a new secret for a seat. Only its `fingerprint` is ever stored."""
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    """Return the seed of a new table."""
    return secrets.token_hex(16)


def fingerprint(text: str) -> str:
    """Return the SHA-256 hash of a text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def player_key(device: str, name: str | None) -> str:
    """Return the key of a person: a name on a device, so that nobody elsewhere can play under it."""
    return fingerprint(f"{device}/{name or ''}")


def matching(fingerprints: Sequence[str | None], presented: Iterable[str]) -> list[int | None]:
    """Return, for every secret presented, the seat it belongs to, or None.

    Takes the same time whether it matches."""
    return [_seat_of(fingerprints, fingerprint(secret)) for secret in presented]


def _seat_of(fingerprints: Sequence[str | None], presented: str) -> int | None:
    found = None
    for seat, known in enumerate(fingerprints):
        if hmac.compare_digest(known or "", presented):
            found = seat
    return found
