"""Compiles a game to a WebAssembly module, in a process of its own.

`python -m partie.wasm.compiling GAME FOLDER ROOTS AFTER [CACHE]` writes `module.key`, a hash of what the
module is made from; and unless the folder CACHE has a module with that key, `module.wasm`, not yet improved
by `wasm-opt`, and `module.json`, which says what it exports. ROOTS are what a device starts with:
`module:name,…`; AFTER is a text that differs for different ways to improve a module.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np
from numba import types

from partie.core import registry
from partie.core.compiled import reach
from partie.core.game import Game
from partie.core.rehearsal import rehearse
from partie.wasm import elementary, exports, recording, target
from partie.wasm.description import KEY
from partie.wasm.layout import layout
from partie.wasm.linker import link
from partie.wasm.shaking import NotOnDevice, Root, Shaken
from partie.wasm.signatures import NoTypes, annotated

_SEED = "wasm"
_REHEARSED = 80
"""The moves of each rehearsed game."""
_PREFIX = "partie_"
_OWN = {"allocate": f"{_PREFIX}allocate", "release": f"{_PREFIX}release"}
"""What every module exports besides the functions of its game."""
_MAKERS = ("compiling.py", "elementary.py", "exports.py", "layout.py", "linker.py", "runtime.ll", "target.py")
"""The files beside this one that a module's bytes depend on."""
Functions = dict[str, tuple[Any, tuple[Any, ...]]]
"""Functions with the types of their arguments, by the names they are exported by."""


class Chosen(NamedTuple):
    """The functions of a module, and the names of those whose types nobody has seen in a call."""

    functions: Functions
    guessed: frozenset[str]


def kernels(game: Game, roots: Iterable[Root]) -> Chosen:
    """The functions a game's module exports.

    The code that is reached from the roots names them. The game is rehearsed, and its programs are asked, to
    see with which types of arguments they are called; for what is not called then, annotations tell
    (`guessed`). The second version of a function, for other types, has the name of the first and `:2`."""
    with recording.recording(game) as found:
        rehearse(game, lambda: False, _REHEARSED)
        recording.ask_all(game, recording.positions(game, _SEED))
    calls = dict(found.kernels)
    called, guessed = set(calls.values()), set()
    for name, kernel in _named(game, roots).items():
        if kernel not in called:
            with contextlib.suppress(NoTypes):  # the bundle lists it as missing
                calls[name, annotated(kernel, game.dtype)] = kernel
                guessed.add(name)
    chosen: Functions = {}
    for name, signature in sorted(calls, key=lambda key: (key[0], str(key[1]))):
        kernel = calls[name, signature]
        number = 1 + sum(one is kernel for one, _ in chosen.values())
        chosen[name if number == 1 else f"{name}:{number}"] = kernel, signature
    return Chosen(chosen, frozenset(guessed))


def _named(game: Game, roots: Iterable[Root]) -> dict[str, Any]:
    """The compiled functions that the code on a device names."""
    shaken = Shaken(None)
    shaken.add_game(game, roots)
    if shaken.problems:
        raise NotOnDevice("\n".join(sorted(set(shaken.problems))))
    return shaken.kernels


def key(game: Game, chosen: Chosen, after: str) -> str:
    """A hash of everything the bytes of a module depend on."""
    tools = (numba.__version__, llvmlite.__version__, np.__version__, sys.version_info[:2], after)
    digest = hashlib.sha256(repr((tools, game.name, game.version, layout(game.dtype))).encode())
    for name in _MAKERS:
        digest.update(files("partie.wasm").joinpath(name).read_bytes())
    for name, (kernel, signature) in chosen.functions.items():
        digest.update(f"{name} {signature}".encode() + reach.digest(kernel, signature))
    return digest.hexdigest()[:32]


def build(game: Game, folder: Path, roots: Iterable[Root], after: str, cache: Path | None = None) -> None:
    """Write the key of a game's module, and unless the cache has it, the module and its description."""
    chosen = kernels(game, roots)
    found = key(game, chosen, after)
    (folder / KEY).write_text(found)
    if cache is None or not (cache / f"{game.name}-{found}.wasm").exists():
        _write(game, folder, chosen)


def _write(game: Game, folder: Path, chosen: Chosen) -> None:
    context = target.compile_for_wasm()
    results = dict(_compiled(chosen))
    chosen_names = {name: f"{_PREFIX}{number}" for number, name in enumerate(results)}
    parts = [files("partie.wasm").joinpath("runtime.ll").read_text()]
    parts += [exports.entry(context, result, chosen_names[name]) for name, result in results.items()]
    mathematics, texts = _mathematics()
    module = target.whole_module(context, [*results.values(), *mathematics], [*parts, *texts])
    provided = [
        "__multi3",
        *elementary.DOUBLE,
        *elementary.OF_TWO,
        *elementary.SINGLE,
    ]  # code generation may add calls of these
    target.optimise(context, module, [*_OWN.values(), *chosen_names.values(), *provided])
    (folder / "module.wasm").write_bytes(link(target.object_code(context, module), {**_OWN, **chosen_names}))
    (folder / "module.json").write_text(json.dumps(_description(game, results), indent=1))


def _compiled(chosen: Chosen) -> Iterator[tuple[str, Any]]:
    """The functions for WebAssembly, without those whose guessed types do not fit them."""
    for name, (kernel, signature) in chosen.functions.items():
        try:
            found = target.compiled(kernel, signature)
            exports.describe(found.fndesc.restype)
        except (
            target.NumbaError,
            KeyError,
            exports.NotExportable,
        ):  # KeyError: a field that a record does not have
            if name not in chosen.guessed:
                raise
        else:
            yield name, found


def _mathematics() -> tuple[list[Any], list[str]]:
    """The mathematical functions, compiled, and the LLVM text that gives them the names of the C library."""
    results, texts = [], []
    families = (
        (elementary.DOUBLE, 1, "double"),
        (elementary.OF_TWO, 2, "double"),
        (elementary.SINGLE, 1, "float"),
    )
    for names, count, width in families:
        for name, kernel in names.items():
            result = target.compiled(kernel, (types.float64,) * count)
            results.append(result)
            texts.append(target.renamed(result, name, width))
    return results, texts


def _description(game: Game, results: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "game": game.name,
        "version": game.version,
        "state": layout(game.dtype),
        "exports": {
            name: {
                "types": recording.types_of(result.fndesc.argtypes),
                "parameters": [exports.describe(kind) for kind in result.fndesc.argtypes],
                "result": exports.describe(result.fndesc.restype),
            }
            for name, result in results.items()
        },
    }


if __name__ == "__main__":
    name, folder, roots, after, *cache = sys.argv[1:]
    starts = [(module, what) for module, _, what in (root.partition(":") for root in roots.split(","))]
    build(registry.game(name), Path(folder), starts, after, *map(Path, cache))
