"""Puts together what a game needs on a device: its module, its Python code, and the files it reads."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import re
import struct
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import safe_open

import partie
from partie.core.compiled import reach, verbs
from partie.core.game import Game
from partie.wasm.build import Built
from partie.wasm.exports import export_name
from partie.wasm.shaking import DEVICE, NotOnDevice, Root, Shaken, declaration

_PACKAGE = Path(partie.__file__).parent
_INLINE = 50_000
"""Texts with at most this many bytes travel with the code: what a game reads when it is imported is there."""
_DATA = {".npz", ".safetensors", ".toml", ".json"}
_COMMON = ("device.", "partie.__init__", "partie.core.", "partie.service.")
_CATALOGUE = re.compile(r"words\.(en|fr)\.json")
_VERBS = tuple(
    dict.fromkeys(name for name in (*verbs._REQUIRED, *verbs._defaults, *verbs._PART_OF) if name.islower())
)


@dataclass(frozen=True)
class Bundle:
    """The code of a game for a device, and its files by name."""

    game: str
    built: Built
    modules: dict[str, str] = field(repr=False)
    """The Python code, by the names of modules."""
    facts: dict[str, Any] = field(repr=False)
    """What a device has to know besides: the game's module, small files, the names of the others, verbs."""
    files: dict[str, bytes] = field(repr=False)
    first: tuple[str, ...]
    """The files that are needed at once."""
    interpreted: tuple[str, ...]
    """Compiled functions that the module does not export, and that run as plain Python."""
    missing: tuple[str, ...]
    """Compiled functions that the code names and that are not there: what needs one fails, and says so."""

    def code(self, known: Collection[str] = ()) -> bytes:
        """All of that but files as JSON, without modules that a device knows already."""
        modules = {name: text for name, text in self.modules.items() if name not in known}
        whole = {**self.facts, "modules": modules}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.code() + b"".join(self.files.values())).hexdigest()


def common_modules(bundles: Sequence[Bundle]) -> dict[str, str]:
    """The modules of core, service and device that are the same in all bundles and import no others.

    A device loads them before it is known which game is played: they read no files when they are imported."""
    one, *others = bundles
    found = {
        name: text
        for name, text in one.modules.items()
        if name.startswith(_COMMON) and all(bundle.modules.get(name) == text for bundle in others)
    }
    while strangers := [name for name in found if not _needed(found[name], one.modules) <= found.keys()]:
        for name in strangers:
            del found[name]
    return found


def _needed(source: str, known: Mapping[str, str]) -> set[str]:
    """The modules among `known` that are imported with this source; functions import when they are called."""
    found: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name for one in found for name in (one, f"{one}.__init__") if name in known}


def bundle(game: Game, built: Built, roots: Sequence[Root]) -> Bundle:
    """Put together the code that a game's tables, texts and programs need, from the names in `roots`."""
    exports = frozenset(name.partition(":")[0] for name in built.description["exports"])
    shaken = Shaken(exports, _verbs_of(game, exports))
    shaken.add_game(game, roots)
    if shaken.problems:
        raise NotOnDevice("\n".join(sorted(set(shaken.problems))))
    inline: dict[str, str] = {}
    files: dict[str, bytes] = {}
    code = shaken.modules()
    for path in sorted(_data_files(game, code)):
        name = str(path.relative_to(_PACKAGE.parent))
        contents = _converted(path)
        if len(contents) <= _INLINE and path.suffix in (".json", ".toml"):
            inline[name] = contents.decode()
        else:
            files[name] = contents
    for name, contents in sorted(shaken.arrays.items()):
        files[name] = contents
    facts = {
        "game": game.name,
        "module": declaration(game)[0],
        "files": inline,
        "fetched": sorted(files),
        "first": sorted(shaken.arrays),
        "verbs": _verb_names(exports),
    }
    return Bundle(
        game.name,
        built,
        {name: _compact(text) for name, text in {**code, **device_modules()}.items()},
        facts,
        files,
        tuple(sorted(shaken.arrays)),
        tuple(sorted(shaken.interpreted)),
        tuple(sorted(shaken.missing)),
    )


def device_modules() -> dict[str, str]:
    """The modules of the device itself, by name."""
    found = {}
    for path in sorted((DEVICE / "device").glob("*.py")):
        found[f"device.{path.stem}"] = _stripped(path.read_text(encoding="utf-8"))
    return found


def _stripped(source: str) -> str:
    """Source without the texts that only document it."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            node.body = [
                one
                for one in node.body
                if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
            ] or [ast.Pass()]
    return ast.unparse(tree) + "\n"


def _compact(source: str) -> str:
    """The same code with fewer bytes: indented by one space, without empty lines."""
    lines = (line for line in source.split("\n") if line.strip())
    shorter = "\n".join(" " * ((len(line) - len(line.lstrip(" "))) // 4) + line.lstrip(" ") for line in lines)
    same = ast.dump(ast.parse(shorter)) == ast.dump(ast.parse(source))
    return f"{shorter}\n" if same else source  # a text may have lines of its own


def _verbs_of(game: Game, exports: frozenset[str]) -> dict[str, str]:
    """The functions that the module exports as verbs of the game, by the names they have otherwise."""
    kernels = {verb: reach.kernel_of(game.dtype, verb) for verb in _VERBS if verb in exports}
    return {export_name(kernel): verb for verb, kernel in kernels.items() if hasattr(kernel, "py_func")}


def _verb_names(exports: Iterable[str]) -> dict[str, list[str]]:
    """For every verb, the functions that stand for it in records other than states of the game."""
    known = frozenset(exports)
    found: dict[str, list[str]] = {}
    for dtype in verbs._by_dtype:
        for verb in _VERBS:
            kernel = reach.kernel_of(dtype, verb)
            if kernel is None or not hasattr(kernel, "py_func"):
                continue
            name = export_name(kernel)
            if name in known and name not in found.setdefault(verb, []):
                found[verb].append(name)
    return {verb: names for verb, names in sorted(found.items()) if names}


def _data_files(game: Game, modules: Iterable[str]) -> set[Path]:
    """The files in the folders of the modules on the device, and below those of the game."""
    folders = {_PACKAGE.parent / Path(*name.split(".")[:-1]) for name in modules}
    found = {
        path for folder in folders for path in folder.glob("words.*.json") if _CATALOGUE.fullmatch(path.name)
    }
    for path in game.folder.rglob("*"):
        if path.suffix in _DATA and "__pycache__" not in path.parts:
            found.add(path)
    return found


def _converted(path: Path) -> bytes:
    """A file as the device reads it: TOML as JSON, arrays as they are in memory."""
    if path.suffix == ".toml":
        return json.dumps(tomllib.loads(path.read_text(encoding="utf-8"))).encode()
    if path.suffix == ".npz":
        with np.load(path) as stored:
            return packed_arrays({name: stored[name] for name in sorted(stored.files)}, {})
    if path.suffix == ".safetensors":
        with safe_open(path, "numpy") as stored:
            arrays = {name: stored.get_tensor(name) for name in sorted(stored.keys())}
            return packed_arrays(arrays, dict(stored.metadata() or {}))
    return path.read_bytes()


def packed_arrays(arrays: dict[str, Any], facts: dict[str, str]) -> bytes:
    """Arrays one after the other, after a description in JSON and its length.

    Of numbers with 16 bits all lower bytes come first, then all upper ones, which resemble each other: that
    way they compress better."""
    described, contents = {}, io.BytesIO()
    for name, array in arrays.items():
        data = np.ascontiguousarray(array).tobytes()
        if array.dtype == np.float16:
            data = data[::2] + data[1::2]
        described[name] = [array.dtype.str.lstrip("<|"), list(array.shape), contents.tell(), len(data)]
        contents.write(data + bytes(-len(data) % 8))
    text = json.dumps({"arrays": described, "facts": facts}).encode()
    return struct.pack("<I", len(text)) + text + contents.getvalue()
