"""Measure the speed of Quarto: playouts compared with plain Python, and the solver by number of pieces.

    python benchmarks/quarto.py          # prints a table; writes benchmarks/results-quarto.md

Playouts are compared with `tests/games/quarto/oracle.py`, the same rules in straightforward Python (no
package on PyPI plays Quarto). The solver can be compared with a public C++ solver (8 board symmetries, cold
table), whose figures are quoted as published for a 2-core machine and not measured here: 11 ms with 6 pieces
on the board, 83 ms with 5, 2 s with 4.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import partie  # noqa: E402
from partie.core.compiled.chance import new_chance  # noqa: E402
from partie.games.quarto.lab.bench import bench_rows  # noqa: E402
from partie.search.kernels.playouts import playouts  # noqa: E402
from tests.games.quarto.oracle import Oracle  # noqa: E402


def plain_playouts(count: int) -> float:
    """Random games per second in plain Python."""
    source = random.Random(1)
    began = time.perf_counter()
    for _ in range(count):
        oracle = Oracle()
        while not oracle.over():
            oracle.play(source.choice(sorted(oracle.moves())))
    return count / (time.perf_counter() - began)


def compiled_playouts(count: int) -> float:
    """Random games per second in compiled code, one core."""
    state = partie.game("quarto").start()
    chance, stop = new_chance("bench"), np.zeros(1, np.uint8)
    playouts(state.record, 10, 0, chance, stop)
    began = time.perf_counter()
    playouts(state.record, count, 0, chance, stop)
    return count / (time.perf_counter() - began)


def main() -> None:
    plain, compiled = plain_playouts(100), compiled_playouts(300_000)
    rows = [
        ("playouts/s, plain Python (the oracle)", f"{plain:,.0f}"),
        ("playouts/s, compiled, one core", f"{compiled:,.0f}"),
        ("ratio", f"{compiled / plain:,.0f}×"),
        *bench_rows(),
    ]
    table = "\n".join(
        ["| what | measured |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows)]
    )
    print(table)
    (ROOT / "benchmarks" / "results-quarto.md").write_text(f"# Quarto\n\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
