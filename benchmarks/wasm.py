"""Measures native code and WebAssembly side by side, compares what a device decides and shows with native
Python, and writes the tables into docs/methods/webassembly.md.

    python benchmarks/wasm.py [--seconds 0.5] [--check 1000] [--shown 10000] [GAME…]

What is measured is kept in benchmarks/wasm.json, game by game, so that games can be measured one at a time.
With `--check 0` decisions are not compared, with `--shown 0` texts are not, with `--seconds 0` nothing is
measured.

Comparing can be interrupted: it goes on where it was, as long as the code on the device is the same. The
hash of that code is kept with the numbers, and what was found with other code is dropped."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from pages import DOCS, ROOT, fill, markdown

from partie.core import registry
from partie.core.game import Game
from partie.service.bundles import ROOTS, Written, games_for_devices, write
from partie.wasm.bench import is_sought, measure, ratio
from partie.wasm.build import build
from partie.wasm.checking import COMPARED, agreement, requests, shown_in, shown_requests
from partie.wasm.chromium import chromium, find_chromium
from partie.wasm.recording import specs
from partie.wasm.written import write_game

STORED = ROOT / "benchmarks" / "wasm.json"
PAGE = DOCS / "methods" / "webassembly.md"
LONG_GAMES = {"axisallies": 100}
"""Positions for each program where fewer have to do: in a war every position has much to compare."""
OF_NO_LEVEL = 252
"""Positions for a program that is no level: those it takes to hint, and searches that people may choose."""
LONG_DECISIONS = {"exact:survey=10000000": 102}
"""Positions for a program where fewer have to do: the hinter of Quarto thinks for seconds."""
_LEAST_MS = 0.5
"""Functions that take less than this natively are not shown: the way to them takes as long."""
_TOGETHER = 50
"""Requests after which what was found is kept."""


def speeds(game: Game, seconds: float) -> dict[str, Any]:
    """The seconds that the same work takes natively, in Node and, where it is installed, in Chromium."""
    built = build(game, ROOTS)
    with chromium() if find_chromium() else nullcontext() as browser:
        found = measure(game, built, seconds, browser)
    return {
        "module": built.sha256[:12],
        "load": os.getloadavg()[0],
        "rows": [[one.what, one.amount, one.native, one.node, one.chromium, one.is_rate] for one in found],
    }


def compare(game: Game, positions: int, known: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Compare the decisions of each program in at least so many positions, beginning after those known of the
    same code; gives all that is known, again and again."""
    with tempfile.TemporaryDirectory() as folder:
        (written,) = write(Path(folder), [game], [*ROOTS, COMPARED])
        code = _hash(written)
        if known.get("code") != code:
            known = {"code": code, "programs": {}}
        for spec in specs(game):
            asked = requests(game, spec, min(positions, _most_positions(game, spec)))
            one = known["programs"].setdefault(
                spec, {"requests": 0, "positions": 0, "equal": 0, "largest": 0.0, "different": []}
            )
            for first in range(one["requests"], len(asked), _TOGETHER):
                part = asked[first : first + _TOGETHER]
                found = agreement(Path(folder), game, spec, part)
                one["requests"] += len(part)
                one["positions"] += found.decisions
                one["equal"] += found.exact
                one["largest"] = max(one["largest"], found.largest)
                one["different"] += found.different
                yield known


def compare_shown(game: Game, positions: int, known: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Compare what is shown in at least so many positions of random games, beginning after those known of the
    same code; gives all that is known, again and again."""
    with tempfile.TemporaryDirectory() as folder:
        (written,) = write(Path(folder), [game], [*ROOTS, COMPARED])
        code = _hash(written)
        if known.get("code") != code:
            known = {"code": code, "games": 0, "positions": 0, "different": [], "native": 0.0, "device": 0.0}
        list(write_game(game, {}, "compiles", 3))
        while known["positions"] < positions:
            asked = shown_requests(game, known["games"])
            found = shown_in(Path(folder), game, asked)
            known["games"] += len(asked)
            known["positions"] += found.positions
            known["different"] += found.different
            known["native"] += found.native
            known["device"] += found.device
            yield known


def _most_positions(game: Game, spec: str) -> int:
    """The most positions in which a program is asked."""
    if spec in LONG_DECISIONS:
        return LONG_DECISIONS[spec]
    is_level = any(level.spec == spec for level in game.levels.values())
    return LONG_GAMES.get(game.name, sys.maxsize if is_level else OF_NO_LEVEL)


def _hash(written: Written) -> str:
    """A hash of what runs on a device: the module, the Python code and the files."""
    return hashlib.sha256(f"{written.bundle.built.sha256} {written.bundle.sha256}".encode()).hexdigest()[:12]


def speed_table(stored: dict[str, Any]) -> str:
    rows = []
    for name, found in stored.items():
        for what, amount, native, node, browser, is_rate in found.get("speeds", {}).get("rows", []):
            if not is_rate and 1000 * native < _LEAST_MS and not is_sought(registry.game(name), what):
                continue
            shown = [
                "–" if one is None else f"{amount / one:,.0f}/s" if is_rate else f"{1000 * one:,.1f} ms"
                for one in (native, node, browser)
            ]
            ratios = [ratio(native, node), ratio(native, browser)]
            rows.append([registry.game(name).title["en"], f"`{what}`", *shown, *ratios])
    head = ["game", "what", "native", "Node", "Chromium", "ratio in Node", "ratio in Chromium"]
    return markdown(head, rows)


def decision_table(stored: dict[str, Any]) -> str:
    rows = []
    for name, found in stored.items():
        game = registry.game(name)
        compared = found.get("decisions", {})
        for spec, one in compared.get("programs", {}).items():
            levels = ", ".join(level for level, each in game.levels.items() if each.spec == spec)
            different = len(one["different"])
            close = one["positions"] - one["equal"] - different
            by = f"{one['largest']:.0e}" if close else "–"
            figures = [str(one["positions"]), str(one["equal"]), str(close), by, str(different)]
            rows.append([game.title["en"], f"`{spec}`", levels or "–", *figures, f"`{compared['code']}`"])
    head = [
        "game",
        "program",
        "level",
        "positions",
        "equal",
        "but for last digits",
        "by at most",
        "different",
        "code",
    ]
    return markdown(head, rows)


def shown_table(stored: dict[str, Any]) -> str:
    rows = []
    for name, found in stored.items():
        if one := found.get("shown"):
            each = [f"{1000 * one[where] / one['positions']:.2f} ms" for where in ("native", "device")]
            different = len(one["different"])
            counts = [f"{one['games']:,}", f"{one['positions']:,}", f"{one['positions'] - different:,}"]
            rows.append([registry.game(name).title["en"], *counts, str(different), *each, f"`{one['code']}`"])
    head = ["game", "random games", "positions", "equal", "different", "Python", "device", "code"]
    return markdown(head, rows)


def _keep(stored: dict[str, Any]) -> None:
    new = STORED.with_suffix(".new")
    new.write_text(json.dumps(stored, indent=1) + "\n")
    new.replace(STORED)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="native processor time of a measurement")
    parser.add_argument("--check", type=int, default=0, metavar="N", help="positions for each program")
    parser.add_argument(
        "--shown", type=int, default=0, metavar="N", help="positions whose texts are compared"
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}
    for game in games_for_devices(asked.games):
        known = stored.setdefault(game.name, {})
        if asked.seconds:
            known["speeds"] = speeds(game, asked.seconds)
            _keep(stored)
        if asked.check:
            for found in compare(game, asked.check, known.get("decisions", {})):
                known["decisions"] = found
                _keep(stored)
        if asked.shown:
            for found in compare_shown(game, asked.shown, known.get("shown", {})):
                known["shown"] = found
                _keep(stored)
    fill(PAGE, "wasm-speed", speed_table(stored))
    fill(PAGE, "wasm-decisions", decision_table(stored))
    fill(PAGE, "wasm-shown", shown_table(stored))


if __name__ == "__main__":
    main()
