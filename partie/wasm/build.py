"""Builds the WebAssembly modules of games, and keeps them until their sources change.

A module is compiled in a process of its own (`compiling.py`) and then improved by `wasm-opt`, which inlines
and simplifies across functions that LLVM keeps apart. The same sources give the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import partie
from partie.core.compiled.kernel import cache_folder
from partie.core.errors import PartieError
from partie.core.game import Game
from partie.wasm.description import read_description

_PACKAGE = Path(partie.__file__).parent
_SHARED = ("core", "cards", "search", "learn", "expert", "wasm")
"""The parts of the package that the code of every game may come from."""
_USERS = {
    "bench.py",
    "bundle.py",
    "comparing.py",
    "description.py",
    "host.mjs",
    "lowering.py",
    "node.py",
    "replay.mjs",
    "same.py",
    "shaking.py",
}
"""Files beside this one that use modules, so that modules do not depend on them."""
_TOOLS = ("numba", "llvmlite", "numpy")
_OPTIMISER = "wasm-opt"
_FEATURES = ("simd", "bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals")
_PASSES = ("-O3",)


class MissingTool(PartieError):
    """A tool that building needs is not installed."""


@dataclass(frozen=True)
class Built:
    """A module that has been built. Its description lies beside it."""

    game: str
    path: Path

    @cached_property
    def description(self) -> dict[str, Any]:
        """What the module exports, and the layout of the game's states."""
        return read_description(self.path.with_suffix(".json"))

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    @cached_property
    def compressed(self) -> int:
        """Its size as a web server sends it, compressed by gzip."""
        return len(gzip.compress(self.path.read_bytes(), 9, mtime=0))

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


def build(game: Game) -> Built:
    """The module of a game, from the cache if nothing it is made from has changed."""
    folder = cache_folder().parent / "wasm"
    path = folder / f"{game.name}-{_key(game)}.wasm"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as room:
            made = build_into(game, Path(room))
            os.replace(made.path.with_suffix(".json"), path.with_suffix(".json"))
            os.replace(made.path, path)
    return Built(game.name, path)


def build_into(game: Game, folder: Path) -> Built:
    """Build the module of a game in this folder, whether or not it has been built before."""
    optimiser = _find_optimiser()
    _run([sys.executable, "-m", "partie.wasm.compiling", game.name, str(folder)], PYTHONHASHSEED="0")
    plain, path = folder / "module.wasm", folder / f"{game.name}.wasm"
    features = [f"--enable-{feature}" for feature in _FEATURES]
    _run([str(optimiser), *_PASSES, *features, str(plain), "-o", str(path)])
    plain.unlink()
    os.replace(folder / "module.json", path.with_suffix(".json"))
    return Built(game.name, path)


def _run(command: list[str], **environment: str) -> None:
    answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    if answer.returncode:
        reason = (answer.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise PartieError(f"{Path(command[0]).name} failed: {reason}")


def _find_optimiser() -> Path:
    """The program `wasm-opt`: that of the browser app's packages, or one that is installed."""
    own = _PACKAGE.parent / "web" / "node_modules" / ".bin" / _OPTIMISER
    found = str(own) if own.exists() else shutil.which(_OPTIMISER)
    if found is None:
        raise MissingTool(
            f"Building modules needs {_OPTIMISER} (Binaryen): run `npm ci` in web/, or install it with "
            "`npm install --global binaryen`."
        )
    return Path(found)


def _key(game: Game) -> str:
    """A hash of everything a module is made from: the game's package, what games share, and the tools."""
    digest = hashlib.sha256(repr([(tool, version(tool)) for tool in _TOOLS]).encode())
    digest.update(repr((sys.version_info[:2], _PASSES, _FEATURES)).encode())
    digest.update(_find_optimiser().resolve().read_bytes())
    for path in _sources(game):
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _sources(game: Game) -> Iterator[Path]:
    for folder in (*(_PACKAGE / part for part in _SHARED), game.folder):
        yield from sorted(
            path
            for path in folder.rglob("*")
            if path.is_file() and not {"__pycache__", "device"} & set(path.parts) and path.name not in _USERS
        )
