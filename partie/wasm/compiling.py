"""Compiles a game to a WebAssembly module, in a process of its own.

`python -m partie.wasm.compiling GAME FOLDER` writes `module.wasm`, not yet improved by `wasm-opt`, and
`module.json`, which says what it exports.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from numba import types

from partie.core import registry
from partie.core.game import Game
from partie.wasm import elementary, exports, recording, target
from partie.wasm.layout import layout
from partie.wasm.linker import link

_SEED = "wasm"
_PREFIX = "partie_"
_OWN = {"allocate": f"{_PREFIX}allocate", "release": f"{_PREFIX}release"}
"""What every module exports besides the functions of its game."""


def kernels(game: Game) -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """The functions a game's module exports, with their types, by the name they are exported by.

    The second version of a function, for other types, has the name of the first and `:2`."""
    with recording.recording(game) as found:
        recording.ask_all(game, recording.positions(game, _SEED))
    named: dict[str, tuple[Any, tuple[Any, ...]]] = {}
    for name, signature in sorted(found.kernels, key=lambda key: (key[0], str(key[1]))):
        kernel = found.kernels[name, signature]
        number = 1 + sum(one is kernel for one, _ in named.values())
        named[name if number == 1 else f"{name}:{number}"] = kernel, signature
    return named


def build(game: Game, folder: Path) -> None:
    """Write the module of a game and its description."""
    chosen = kernels(game)
    context = target.compile_for_wasm()
    results = {name: target.compiled(kernel, signature) for name, (kernel, signature) in chosen.items()}
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
    build(registry.game(sys.argv[1]), Path(sys.argv[2]))
