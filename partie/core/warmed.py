"""Remembering that everything a game needs is compiled.

To find that out by asking every agent means loading all of it, whether anybody will play that game or not. So
the names of the files in the cache that were needed are written down in a *mark*, with a hash of every module
that was loaded by then, of the data beside these, and of this machine. If none of them has changed and the
files are there, the game is ready, and its code is loaded when it is first called. A module that was not
loaded (what draws plots, another game) does not matter, nor do the words of a game."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from partie.core import registry
from partie.core.compiled import kernel
from partie.core.game import Game

_DATA = {".json", ".toml", ".npz", ".safetensors"}
"""The suffixes of files that constants come from."""
_WORDS = "words.*.json"
_OURS = __name__.partition(".")[0]
_PACKAGE = "__init__.py"
"""The file that makes a folder a package."""


def is_warmed(game: Game) -> bool:
    """Whether everything that the agents of a game need is compiled, as far as is written down."""
    if kernel.PYTHON_MODE:
        return False
    try:
        return all((kernel.cache_folder() / name).is_file() for name in needed_by(game))
    except OSError:
        return False


def needed_by(game: Game) -> frozenset[str]:
    """The files that are written down for a game; raises `OSError` if there is no mark."""
    for mark in kernel.cache_folder().glob(f"{game.name}-*.warm"):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            written = json.loads(mark.read_text(encoding="utf-8"))
            files = written["files"]
            if written["machine"] == _machine() and files == _hashes(filter(_is_source, files)):
                return frozenset(written["needed"])
    raise FileNotFoundError(f"nothing is written down for {game.name} as it is now")


def remember(game: Game) -> None:
    """Write down the files that this process has needed until now, as those that the game needs."""
    if kernel.PYTHON_MODE:
        return
    files = _hashes(_loaded(game))
    facts = {"machine": _machine(), "files": files, "needed": sorted(kernel.entries_used())}
    version = hashlib.sha256(json.dumps([_machine(), files]).encode()).hexdigest()[:32]
    mark = kernel.cache_folder() / f"{game.name}-{version}.warm"
    with contextlib.suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=mark.parent, delete=False, encoding="utf-8") as file:
            json.dump(facts, file)
        os.replace(file.name, mark)


def _machine() -> str:
    return repr(kernel.machine())


def _is_source(name: str) -> bool:
    return name.endswith(".py")


def _loaded(game: Game) -> Iterator[str]:
    """The source files of ours and of the game's package that this process has loaded: `partie/core/game.py`.

    All games are loaded to be registered, but those of ours use nothing of each other."""
    package = game.rules.__name__.partition(".")[0]
    others = {_home(other) for other in registry.games()} - {_home(game)} if package == _OURS else ()
    for name, module in list(sys.modules.items()):
        root, file = name.partition(".")[0], getattr(module, "__file__", None)
        if (
            root in (_OURS, package)
            and file
            and not f"{name}.".startswith(tuple(f"{each}." for each in others))
        ):
            yield Path(file).relative_to(_above(root)).as_posix()


def _home(game: Game) -> str:
    """The package of a game."""
    return game.rules.__name__.rpartition(".")[0]


def _above(package: str) -> Path:
    """The folder that a package, or a module that is none, is in."""
    file = Path(sys.modules[package].__file__ or "")
    return file.parent.parent if file.name == _PACKAGE else file.parent


def _hashes(names: Iterable[str]) -> dict[str, str]:
    """The hashes of files, and of the data in the folders of those that make a folder a package."""
    found = {}
    for name in sorted(set(names)):
        above = _above(name.partition("/")[0].removesuffix(".py"))
        file = above / name
        for each in (file, *(_data_in(file.parent) if file.name == _PACKAGE else ())):
            found[each.relative_to(above).as_posix()] = _hash(each)
    return found


def _data_in(folder: Path) -> Iterator[Path]:
    """The files of data in a folder and in those below it that are no packages of their own."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not (path / _PACKAGE).exists():
            yield from _data_in(path)
        elif path.suffix in _DATA and not path.match(_WORDS):
            yield path


@cache
def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
