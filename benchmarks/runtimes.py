"""Measure two ways to run the games' Python in a browser: ours, with MicroPython, and Pyodide.

    npm pack pyodide && tar xzf pyodide-*.tgz    # anywhere; makes the folder package
    python benchmarks/runtimes.py package build/device [--runs 5] [--write]

The sizes are those of the files that a start needs, compressed with Brotli; the times are processor time in
Node, of all threads, each start in a process of its own (`runtimes.mjs`). Ours ends when a table of Quarto
has been rendered, with the game's module and code loaded in two workers; Pyodide's when it has computed
6 * 7. NumPy, without which none of our games would run there, is not among the npm packages of Pyodide, and
not measured."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from pathlib import Path

from pages import DOCS, ROOT, fill, markdown

from partie.wasm.node import brotli_sizes, find_node

PAGE = DOCS / "methods" / "webassembly.md"
SCRIPT = Path(__file__).with_suffix(".mjs")
OURS = ("micropython.mjs", "micropython.wasm")
THEIRS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
PORTS = (
    "layouts from the dtypes, and TypeScript ports",
    "0 (not built)",
    "–",
    "every notation, display, phrase, agent and the referee written twice, and kept equal",
)


def start(kind: str, folder: Path, runs: int) -> float:
    """Seconds of processor time that a start takes, the median of several."""
    command = [find_node(), str(SCRIPT), kind, str(folder.resolve())]
    found = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(runs)]
    return statistics.median(json.loads(text)["processor"] for text in found)


def megabytes(folder: Path, names: tuple[str, ...]) -> str:
    return f"{sum(brotli_sizes(folder, names).values()) / 1e6:.2f} MB"


def version(package: Path) -> str:
    return str(json.loads((package / "package.json").read_text())["version"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pyodide", type=Path, help="folder of the npm package pyodide")
    parser.add_argument(
        "device", type=Path, help="folder that `partie build device` has written, with Quarto"
    )
    parser.add_argument("--runs", type=int, default=5, help="starts of each; the median is shown")
    parser.add_argument("--write", action="store_true", help="write the table into the documentation")
    asked = parser.parse_args()
    ours = version(ROOT / "web" / "node_modules" / "@micropython" / "micropython-webassembly-pyscript")
    rows = [
        (
            f"MicroPython ({ours}) and lowering",
            megabytes(asked.device, OURS),
            f"{start('device', asked.device, asked.runs):.1f} s, until a table of Quarto is rendered",
            "none; helpers that know no game",
        ),
        (
            f"Pyodide ({version(asked.pyodide)}), without NumPy",
            megabytes(asked.pyodide, THEIRS),
            f"{start('pyodide', asked.pyodide, asked.runs):.1f} s, until it has computed 6 * 7",
            "none",
        ),
        PORTS,
    ]
    head = ("way", "before any code of a game, compressed", "processor time to start", "second truth")
    table = markdown(head, rows)
    print(table)
    if asked.write:
        fill(PAGE, "wasm-runtimes", table)


if __name__ == "__main__":
    main()
