"""Writes the folder from which browsers play games without a server (`wasm/device/README.md`)."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import partie
from partie.core import registry
from partie.core.game import Game
from partie.service import show
from partie.wasm.build import MissingTool, build, improve, minify
from partie.wasm.bundle import Bundle, bundle, common_modules
from partie.wasm.node import brotli_sizes
from partie.wasm.shaking import Root

_EVERYWHERE = {
    "partie.core.commentary": ("Explanation", "Line", "Remark"),
    "partie.core.compiled.chance": ("uniform",),
    "partie.core.compiled.verbs": (
        "best",
        "copy",
        "distinct",
        "encode",
        "output_of",
        "plies_left",
        "policies",
        "settled",
        "stake",
        "worst",
    ),
    "partie.core.game": ("Preset", "SeatsBy"),
    "partie.core.parameters": ("choice",),
    "partie.core.routes": ("Route",),
    "partie.core.words": ("section", "titles"),
}
"""What only some games need of modules that all need: with it, these modules are the same for all games, and
loaded before it is known which one is played."""
ROOTS: tuple[Root, ...] = (
    ("partie.service.device", "Device"),
    ("partie.service.device", "Thinker"),
    *((module, name) for module, names in _EVERYWHERE.items() for name in names),
)
"""What the workers of a device start with."""
_COMMON = "common.json"
_INTERPRETER = Path("@micropython") / "micropython-webassembly-pyscript"
_INTERPRETER_FILES = ("micropython.mjs", "micropython.wasm")
_OF_INTERPRETER = ("-Os", "--all-features", "--strip-debug", "--strip-producers")
_SCRIPTS = ("device/worker.mjs", "device/thinkers.mjs", "device/runtime.mjs", "host.mjs")
_LANGUAGES = ("en", "fr")
_EFFORT = 6
"""Of gzip: 5 % more bytes than with 9 for the largest tables, in a twelfth of the time."""


@dataclass(frozen=True)
class Written:
    """A game that was written, and the sizes of its files as they are sent, by name: compressed with Brotli,
    unless they are compressed already.

    `shared` are the sizes of what all games need."""

    bundle: Bundle
    sizes: dict[str, int]
    shared: dict[str, int]

    @property
    def at_start(self) -> int:
        """The bytes that a first visit transfers before a table is shown, without the pages."""
        first = (f"files/{file_name(name)}" for name in self.bundle.first)
        needed = ("game.wasm", "game.json", "code.json", *first)
        return sum(self.shared.values()) + sum(self.sizes[name] for name in needed)


def games_for_devices(names: Sequence[str] = ()) -> list[Game]:
    """The games of these names; without a name, all that can be played on a device."""
    if names:
        return [registry.game(name) for name in names]
    return [game for game in registry.games() if game.can.on_device]


def write(folder: Path, games: Iterable[Game], roots: Iterable[Root] = ROOTS) -> list[Written]:
    """Write these games, and what runs them, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    interpreter = _find_interpreter()
    script, module = _INTERPRETER_FILES
    minify(interpreter / script, folder / script)
    improve(interpreter / module, folder / module, _OF_INTERPRETER)
    for name in _SCRIPTS:
        with as_file(files("partie.wasm").joinpath(name)) as source:
            minify(source, folder / source.name)
    chosen = list(games)
    bundled = [bundle(game, build(game, ROOTS), list(roots)) for game in chosen]
    common = common_modules(bundled)
    _write_json(folder / _COMMON, common)
    shared = brotli_sizes(folder, [*_INTERPRETER_FILES, *(Path(name).name for name in _SCRIPTS), _COMMON])
    written = [
        _write_game(folder / game.name, game, made, common.keys(), shared)
        for game, made in zip(chosen, bundled, strict=True)
    ]
    listed = [show.render_game(game, True).model_dump(mode="json") for game in chosen]
    _write_json(folder / "games.json", listed)
    _write_json(folder / "sizes.json", shared)
    return written


def _write_game(
    folder: Path, game: Game, made: Bundle, known: Collection[str], shared: dict[str, int]
) -> Written:
    contents: dict[str, bytes] = {
        "game.wasm": made.built.path.read_bytes(),
        "game.json": json.dumps(made.built.description, separators=(",", ":")).encode(),
        "code.json": made.code(known),
    }
    for name, data in made.files.items():
        contents[f"files/{file_name(name)}"] = gzip.compress(data, _EFFORT, mtime=0)
    for language in _LANGUAGES:
        page = show.render_rules(game, language)
        contents[f"rules.{language}.json"] = _json(page.model_dump(mode="json"))
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    packed = {name: len(data) for name, data in contents.items() if name.endswith(".gz")}
    sizes = {**brotli_sizes(folder, [name for name in contents if name not in packed]), **packed}
    _write_json(folder / "sizes.json", sizes)
    return Written(made, sizes, shared)


def file_name(path: str) -> str:
    """The name of a fetched file in the folder of its game: a flat one, and compressed on every web host."""
    return f"{path.replace('/', '__')}.gz"


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _write_json(path: Path, value: Any) -> None:
    path.write_bytes(_json(value))


def _find_interpreter() -> Path:
    """The folder of MicroPython among the packages of the browser app."""
    found = Path(partie.__file__).parent.parent / "web" / "node_modules" / _INTERPRETER
    if not (found / _INTERPRETER_FILES[0]).is_file():
        raise MissingTool("Playing without a server needs MicroPython: run `npm ci` in web/.")
    return found
