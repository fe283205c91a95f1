"""One-time codes with which a person carries their seats and history to another device.

The bundle is what their browser keeps. It waits in the database for a few minutes, so that any process can
give it out, once. It is stored under a hash of its code and encrypted with it: who reads the database cannot
read the bundle."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, select

from partie.service import secret
from partie.service.errors import NotFound, Unavailable
from partie.service.storage import Storage, TransferRow

SECONDS = 600.0
"""How long a code can be used."""
_MAX_BUNDLES = 200


def _now() -> datetime:
    return datetime.now(UTC)


class Transfers:
    """The bundles that wait to be fetched."""

    def __init__(
        self, storage: Storage, seconds: float = SECONDS, now: Callable[[], datetime] = _now
    ) -> None:
        self._storage, self.seconds, self._now = storage, seconds, now

    def offer(self, bundle: str) -> str:
        """Keep a bundle for a while; return the code that fetches it."""
        code = secret.new_id()
        until = self._now() + timedelta(seconds=self.seconds)
        row = TransferRow(name=_name(code), bundle=_crypted(code, bundle.encode()), until=until)
        with self._storage.session(write=True) as session:
            session.execute(delete(TransferRow).where(TransferRow.until <= self._now()))
            if (session.scalar(select(func.count()).select_from(TransferRow)) or 0) >= _MAX_BUNDLES:
                raise Unavailable("Too many people are changing devices now: try again in a few minutes.")
            session.add(row)
        return code

    def fetch(self, code: str) -> str:
        """Return the bundle of a code, once."""
        with self._storage.session(write=True) as session:
            # Deleting is what happens once, even if two ask at the same time.
            found = session.execute(
                delete(TransferRow)
                .where(TransferRow.name == _name(code))
                .returning(TransferRow.bundle, TransferRow.until)
            ).first()
        if found is None or found.until <= self._now():
            raise NotFound("This code is unknown, was used already, or is too old: ask for a new one.")
        return _crypted(code, found.bundle).decode()


def _name(code: str) -> str:
    return hashlib.sha256(f"transfer/{code}".encode()).hexdigest()


def _crypted(code: str, data: bytes) -> bytes:
    """Encrypt data with a code, or decrypt it: a key stream that is used once, and never stored."""
    key = hmac.digest(b"partie transfer", code.encode(), "sha256")
    stream = hashlib.shake_256(key).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, stream, strict=True))
