"""Measure the speed of battle odds with ten units on each side.

python benchmarks/axisallies_odds.py          # prints a table; writes benchmarks/results-axisallies-odds.md

The table has simulated battles per second on one core, milliseconds per exact calculation, and the same for
the oracle in plain Python.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from partie.games.axisallies.lab.odds_bench import TEN_AGAINST_TEN, odds_rows  # noqa: E402
from tests.games.axisallies.battle_oracle import Oracle  # noqa: E402


def oracle_row() -> tuple[str, str]:
    """The time plain Python takes for the exact odds of the first battle."""
    name, battle = next(iter(TEN_AGAINST_TEN.items()))
    began = time.thread_time()
    Oracle(battle)
    return f"{name}, plain Python (the oracle)", f"exact in {1e3 * (time.thread_time() - began):,.0f} ms"


def main() -> None:
    rows = [*odds_rows(), oracle_row()]
    table = "\n".join(
        ["| what | measured |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows)]
    )
    print(table)
    file = ROOT / "benchmarks" / "results-axisallies-odds.md"
    file.write_text(f"# Axis & Allies: odds of battles\n\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
