"""What is trained and stored under a name: genomes, weights, networks, models of behaviour.

Some of it comes with a game, the rest is made on this machine. What is shipped keeps its name for itself.
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
    """Things of one kind by name, each in a file: those that come with a game lie in the folder `shipped`, those of this machine in the user's data under `own`, such as `genomes/GAME`.

    `what` is what people call one of them, `maker` the command that makes one. `read` and `write` turn files into things and back."""

    what: str
    own: str
    shipped: Path
    suffix: str
    read: Callable[[Path], Thing]
    write: Callable[[Thing, Path], None]
    maker: str = ""

    @property
    def own_folder(self) -> Path:
        """Where those made on this machine are stored."""
        return platformdirs.user_data_path("partie") / self.own

    def files(self) -> dict[str, Path]:
        """Every file by the name of what it holds: those shipped, then those of this machine."""
        found: dict[str, Path] = {}
        for folder in (self.shipped, self.own_folder):
            for file in sorted(folder.glob(f"*{self.suffix}")):
                found.setdefault(file.stem, file)
        return found

    def find(self, name: str) -> Path | None:
        """The file of what has that name; None where nothing has it."""
        for folder in (self.shipped, self.own_folder):
            path = folder / f"{name}{self.suffix}"
            if _is_name(name) and path.is_file():
                return path
        return None

    def load(self, name: str) -> Thing:
        """What is stored under that name."""
        path = self.find(name)
        if path is None:
            known = ", ".join(self.files())
            there = f"there are: {known}" if known else "there is none yet"
            makes = f" `{self.maker}` makes one." if self.maker else ""
            raise BadSpec(f"There is no {self.what} called {name!r}; {there}.{makes}")
        thing: Thing = _read(self, path, path.stat().st_mtime_ns)
        return thing

    def check_name(self, name: str) -> None:
        """Complain about a name under which nothing can be kept: one that is none, or that something shipped has."""
        if not _is_name(name):
            raise PartieError(
                f"{name!r} cannot be the name of anything stored: use at most 64 small letters, digits and hyphens."
            )
        if (self.shipped / f"{name}{self.suffix}").exists():
            raise PartieError(
                f"{name!r} cannot be the name of anything of yours: what is shipped has it. Choose another."
            )

    def keep(self, thing: Thing, name: str) -> Path:
        """Keep something on this machine under a name; the file it is then in."""
        self.check_name(name)
        path = self.own_folder / f"{name}{self.suffix}"
        self.write(thing, path)
        return path


def _is_name(name: str) -> bool:
    """Whether something stored may be called so: a name that a file can have, never a path."""
    return re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", name) is not None


@lru_cache(maxsize=64)
def _read(store: Store[Any], path: Path, changed: int) -> Any:
    """What is in a file, read once for every time it changes."""
    return store.read(path)
