"""Measures native code and WebAssembly side by side, compares decisions on a device with native ones, and
writes both tables into docs/methods/webassembly.md.

    python benchmarks/wasm.py [--seconds 0.5] [--check 1000] [GAME…]

What is measured is kept in benchmarks/wasm.json, game by game, so that games can be measured one at a time.
With `--check 0` decisions are not compared, with `--seconds 0` nothing is measured."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from pages import DOCS, ROOT, fill, markdown

from partie.core import registry
from partie.core.game import Game
from partie.service.bundles import ROOTS, games_for_devices, write
from partie.wasm.bench import measure
from partie.wasm.build import build
from partie.wasm.checking import COMPARED, decisions

STORED = ROOT / "benchmarks" / "wasm.json"
PAGE = DOCS / "methods" / "webassembly.md"
_LEAST_MS = 1.0
"""Functions that take less than this natively are not shown: the way to them takes as long."""


def speeds(game: Game, seconds: float) -> dict[str, Any]:
    """The seconds of processor time that the same work takes natively and in Node."""
    found = measure(game, build(game, ROOTS), seconds)
    return {
        "load": os.getloadavg()[0],
        "rows": [[one.what, one.amount, one.native, one.wasm, one.is_rate] for one in found],
    }


def agreements(game: Game, positions: int) -> list[list[Any]]:
    """How many decisions of each program are equal on a device."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), [game], [*ROOTS, COMPARED])
        return [
            [one.spec, one.decisions, one.exact, len(one.different), one.largest]
            for one in decisions(Path(folder), game, positions)
        ]


def speed_table(stored: dict[str, Any]) -> str:
    rows = []
    for name, found in stored.items():
        for what, amount, native, wasm, is_rate in found.get("speeds", {}).get("rows", []):
            if is_rate:
                shown = [f"{amount / native:,.0f}/s", f"{amount / wasm:,.0f}/s"]
            elif 1000 * native < _LEAST_MS:
                continue
            else:
                shown = [f"{1000 * native:,.1f} ms", f"{1000 * wasm:,.1f} ms"]
            rows.append([registry.game(name).title["en"], f"`{what}`", *shown, f"{native / wasm:.2f}"])
    return markdown(["game", "what", "native", "WebAssembly (Node)", "ratio"], rows)


def decision_table(stored: dict[str, Any]) -> str:
    rows = []
    for name, found in stored.items():
        game = registry.game(name)
        for spec, positions, exact, different, largest in found.get("decisions", []):
            levels = ", ".join(level for level, one in game.levels.items() if one.spec == spec)
            close = positions - exact - different
            by = f"{largest:.0e}" if close else "–"
            figures = [str(positions), str(exact), str(close), by, str(different)]
            rows.append([game.title["en"], f"`{spec}`", levels or "–", *figures])
    head = [
        "game",
        "program",
        "level",
        "positions",
        "equal",
        "but for last digits",
        "by at most",
        "different",
    ]
    return markdown(head, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="native processor time of a measurement")
    parser.add_argument("--check", type=int, default=0, metavar="N", help="positions for each program")
    parser.add_argument("games", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}
    for game in games_for_devices(asked.games):
        known = stored.setdefault(game.name, {})
        if asked.seconds:
            known["speeds"] = speeds(game, asked.seconds)
        if asked.check:
            known["decisions"] = agreements(game, asked.check)
        STORED.write_text(json.dumps(stored, indent=1) + "\n")
    fill(PAGE, "wasm-speed", speed_table(stored))
    fill(PAGE, "wasm-decisions", decision_table(stored))


if __name__ == "__main__":
    main()
