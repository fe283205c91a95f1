"""Builds the WebAssembly modules of games, and keeps them in the cache of compiled code.

A module is compiled in a process of its own (`compiling.py`) and then improved by `wasm-opt`, which inlines
and simplifies across functions that LLVM keeps apart. The same sources give the same bytes.

A module is named by a hash of the compiled functions in it, and of the tools: a change that reaches none of
them builds nothing. A note beside it, named by a hash of all files that could matter, says which module they
give, so that usually nobody has to ask the game. Processes that need the same game wait for the first.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import partie
from partie.core.compiled.kernel import cache_folder
from partie.core.errors import PartieError
from partie.core.game import Game
from partie.core.locking import exclusive
from partie.wasm.description import KEY, read_description
from partie.wasm.shaking import Root

_PACKAGE = Path(partie.__file__).parent
_SHARED = ("core", "cards", "search", "learn", "expert", "wasm", "service")
"""The parts of the package that the code on every device may come from."""
_SUFFIXES = {".py", ".json", ".toml", ".npz", ".safetensors", ".ll"}
"""Of the files that code and constants come from."""
_TOOLS = ("numba", "llvmlite", "numpy")
_OPTIMISER = "wasm-opt"
_FEATURES = ("simd", "bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals")
_PASSES = ("-O3", "--low-memory-unused")
"""Nothing is in the first kilobyte of memory but the end of a full stack: that lets sums of an address and a
small number become part of the instruction that uses them, and modules get smaller by a thirtieth."""
_MINIFIER = "terser"
_MINIFIED = ("--module", "--compress", "passes=2", "--mangle")
_REASON = 12
"""The most lines of an error message that are shown."""


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


def build(game: Game, roots: Sequence[Root]) -> Built:
    """The module of a game, from the cache if nothing it is made from has changed.

    `roots`: what a device starts with; the module exports what the code reached from there calls."""
    folder = _cache()
    note = folder / f"{game.name}-{_sources_key(game, roots)}.key"
    with exclusive(folder / f"{game.name}.lock"):
        known = _noted(game, note)
        if known is None:
            with tempfile.TemporaryDirectory(dir=folder) as room:
                known = _built(game, roots, Path(room), folder)
                os.replace(Path(room) / KEY, note)
    return known


def _cache() -> Path:
    """The folder where modules are kept."""
    folder = cache_folder().parent / "wasm"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def build_into(game: Game, roots: Sequence[Root], folder: Path) -> Built:
    """Build the module of a game in this folder, whether or not it has been built before."""
    _find_optimiser()  # before what takes long
    _compile(game, roots, folder)
    return _optimised(game, folder)


def _noted(game: Game, note: Path) -> Built | None:
    """The module that a note names, if both are there."""
    if note.exists():
        path = note.with_name(f"{game.name}-{note.read_text()}.wasm")
        if path.exists():
            return Built(game.name, path)
    return None


def _built(game: Game, roots: Sequence[Root], room: Path, cache: Path) -> Built:
    """The module of a game, built in `room` and moved to the cache, unless the cache has it."""
    _find_optimiser()  # before what takes long
    _compile(game, roots, room, cache)
    path = cache / f"{game.name}-{(room / KEY).read_text()}.wasm"
    if not path.exists():
        made = _optimised(game, room)
        os.replace(made.path.with_suffix(".json"), path.with_suffix(".json"))
        os.replace(made.path, path)
    return Built(game.name, path)


def _compile(game: Game, roots: Sequence[Root], folder: Path, *cache: Path) -> None:
    """Compile a module into `folder`, unless the cache has it; in any case, write its key there."""
    named = [f"{module}:{name}" for module, name in roots]
    command = [sys.executable, "-m", "partie.wasm.compiling", game.name, str(folder), ",".join(named)]
    _run([*command, _improvement(), *map(str, cache)], PYTHONHASHSEED="0")


def improve(module: Path, out: Path, options: Sequence[str]) -> None:
    """Improve a module that is none of ours with `wasm-opt`, given its options; from the cache if that has
    been done before."""
    _make_once(module, out, (tuple(options), _improvement()), lambda made: _optimise(module, made, options))


def minify(script: Path, out: Path) -> None:
    """Write a JavaScript module without what browsers do not need: comments, spaces, and its long names; from
    the cache if that has been done before."""
    tool = _find_tool(_MINIFIER, "terser")
    how = (_MINIFIED, (tool.resolve().parents[1] / "package.json").read_text())  # says the version
    _make_once(
        script, out, how, lambda made: _run([str(tool), str(script), *_MINIFIED, "--output", str(made)])
    )


def _make_once(source: Path, out: Path, how: object, make: Callable[[Path], None]) -> None:
    """Write what is made of a file, from the cache if it has been made before in the same way."""
    digest = hashlib.sha256(source.read_bytes())
    digest.update(repr(how).encode())
    folder = _cache()
    kept = folder / f"{source.stem}-{digest.hexdigest()[:32]}{source.suffix}"
    with exclusive(folder / f"{source.name}.lock"):
        if not kept.exists():
            with tempfile.TemporaryDirectory(dir=folder) as room:
                made = Path(room) / source.name
                make(made)
                os.replace(made, kept)
    shutil.copyfile(kept, out)


def _optimise(module: Path, out: Path, options: Sequence[str]) -> None:
    _run([str(_find_optimiser()), *options, str(module), "-o", str(out)])


def _optimised(game: Game, folder: Path) -> Built:
    plain, path = folder / "module.wasm", folder / f"{game.name}.wasm"
    _optimise(plain, path, [*_PASSES, *(f"--enable-{feature}" for feature in _FEATURES)])
    plain.unlink()
    os.replace(folder / "module.json", path.with_suffix(".json"))
    return Built(game.name, path)


def _run(command: list[str], **environment: str) -> None:
    answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    if answer.returncode:
        reason = "\n".join(answer.stderr.strip().splitlines()[-_REASON:])
        raise PartieError(f"{Path(command[0]).name} failed: {reason or 'no reason given'}")


def _find_optimiser() -> Path:
    return _find_tool(_OPTIMISER, "binaryen")


def _find_tool(name: str, package: str) -> Path:
    """A program of the browser app's packages, or one that is installed."""
    own = _PACKAGE.parent / "web" / "node_modules" / ".bin" / name
    found = str(own) if own.exists() else shutil.which(name)
    if found is None:
        raise MissingTool(
            f"Building games for devices needs {name}: run `npm ci` in web/, or install it with "
            f"`npm install --global {package}`."
        )
    return Path(found)


def _improvement() -> str:
    """A hash of what is done to a module after compiling."""
    digest = hashlib.sha256(repr((_PASSES, _FEATURES)).encode())
    digest.update(_find_optimiser().resolve().read_bytes())
    return digest.hexdigest()[:16]


def _sources_key(game: Game, roots: Sequence[Root]) -> str:
    """A hash of everything a module may depend on: the game's package, what games share, and the tools."""
    digest = hashlib.sha256(repr([(tool, version(tool)) for tool in _TOOLS]).encode())
    digest.update(repr((sys.version_info[:2], tuple(roots), _improvement())).encode())
    for path in _sources(game):
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _sources(game: Game) -> Iterator[Path]:
    for folder in (*(_PACKAGE / part for part in _SHARED), game.folder):
        yield from sorted(
            path
            for path in folder.rglob("*")
            if path.suffix in _SUFFIXES and "static" not in path.relative_to(folder).parts
        )
