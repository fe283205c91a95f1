"""Trained things stored under a name: genomes, weights, networks, models of behaviour.

Some are shipped with a game, the others were made on this machine. The name of a shipped one cannot be used
again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import platformdirs

from partie.core.errors import BadSpec, PartieError

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Store(Generic[Thing]):
    """Things of one kind by name, each in a file.

    Those shipped with a game are in the folder `shipped`, those made on this machine in the user's data
    folder under `own`, such as `genomes/GAME`. `what` is the noun for one of them in messages, `maker` the
    command that makes one. `read` and `write` convert between files and things."""

    what: str
    own: str
    shipped: Path
    suffix: str
    read: Callable[[Path], Thing]
    write: Callable[[Thing, Path], None]
    maker: str = ""

    @property
    def own_folder(self) -> Path:
        """The folder of those made on this machine."""
        return platformdirs.user_data_path("partie") / self.own

    def files(self) -> dict[str, Path]:
        """All files by name: those shipped, then those made on this machine."""
        found: dict[str, Path] = {}
        for folder in (self.shipped, self.own_folder):
            for file in sorted(folder.glob(f"*{self.suffix}")):
                found.setdefault(file.stem, file)
        return found

    def find(self, name: str) -> Path | None:
        """The file of that name, or None."""
        for folder in (self.shipped, self.own_folder):
            path = folder / f"{name}{self.suffix}"
            if _is_name(name) and path.is_file():
                return path
        return None

    def load(self, name: str) -> Thing:
        """Load what is stored under that name."""
        path = self.find(name)
        if path is None:
            known = ", ".join(self.files())
            there = f"there are: {known}" if known else "there is none yet"
            makes = f" `{self.maker}` makes one." if self.maker else ""
            raise BadSpec(f"There is no {self.what} called {name!r}; {there}.{makes}")
        thing: Thing = _read(self, path, path.stat().st_mtime_ns)
        return thing

    def check_name(self, name: str) -> None:
        """Raise `PartieError` if a name is not valid or is that of something shipped."""
        if not _is_name(name):
            raise PartieError(
                f"{name!r} cannot be the name of a {self.what}: use at most 64 lower-case letters, "
                "digits and hyphens."
            )
        if (self.shipped / f"{name}{self.suffix}").exists():
            raise PartieError(
                f"{name!r} cannot be the name of a new {self.what}: one that is shipped with the game "
                "has it. Choose another one."
            )

    def keep(self, thing: Thing, name: str) -> Path:
        """Store something on this machine under a name and return its file."""
        self.check_name(name)
        path = self.own_folder / f"{name}{self.suffix}"
        self.write(thing, path)
        return path


def _is_name(name: str) -> bool:
    """Whether a name is valid: something that can be a file name and never a path."""
    return re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", name) is not None


@lru_cache(maxsize=64)
def _read(store: Store[Any], path: Path, changed: int) -> Any:
    """Read a file, once for each modification time."""
    return store.read(path)
