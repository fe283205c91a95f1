"""Tournaments and studies as TOML files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from partie.core.errors import BadOption, PartieError


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a file; `PartieError` says why it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PartieError(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PartieError(f"{path} is not TOML: {error}.") from None


def check_keys(what: str, keys: Iterable[str], kind: type) -> None:
    """Raise `BadOption` for a key that is no field of this dataclass."""
    known = [one.name for one in fields(kind)]
    for key in keys:
        if key not in known:
            raise BadOption(f"{what} has no key {key!r}; it has: {', '.join(known)}.")
