"""Remembering that everything a game needs is compiled.

To find that out by asking every agent means loading all of it, whether anybody will play that game or not. So
the names of the files that were needed are written down in a *mark*, under a hash of the package, of the
game's package and of this machine. If nothing has changed and the files are there, the game is ready, and
its code is loaded when it is first called."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

from partie.core.compiled import kernel
from partie.core.game import Game

_SUFFIXES = {".py", ".json", ".toml", ".npz", ".safetensors"}
"""Of the files that code and constants come from."""


def is_warmed(game: Game) -> bool:
    """Whether everything that the agents of a game need is compiled, as far as is written down."""
    if kernel.PYTHON_MODE:
        return False
    try:
        return all((kernel.cache_folder() / name).is_file() for name in needed_by(game))
    except (OSError, ValueError):
        return False


def needed_by(game: Game) -> frozenset[str]:
    """The files that are written down for a game; raises `OSError` or `ValueError` if there is no mark."""
    return frozenset(json.loads(_mark(game).read_text(encoding="utf-8")))


def remember(game: Game) -> None:
    """Write down the files that this process has needed until now, as those that the game needs."""
    if kernel.PYTHON_MODE:
        return
    mark = _mark(game)
    with contextlib.suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=mark.parent, delete=False, encoding="utf-8") as file:
            json.dump(sorted(kernel.entries_used()), file)
        os.replace(file.name, mark)


def _mark(game: Game) -> Path:
    package = game.rules.__name__.partition(".")[0]
    return kernel.cache_folder() / f"{game.name}-{_digest(package)}.warm"


@cache
def _digest(package: str) -> str:
    """A hash of the files of our package and of this one, and of what machine code is made for."""
    whole = hashlib.sha256(repr(kernel.machine()).encode())
    for name in dict.fromkeys((__name__.partition(".")[0], package)):
        file = Path(sys.modules[name].__file__ or "")
        files = file.parent.rglob("*") if file.name == "__init__.py" else [file]
        for path in sorted(path for path in files if path.suffix in _SUFFIXES):
            whole.update(f"\n{path.relative_to(file.parent)}\n".encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:32]
