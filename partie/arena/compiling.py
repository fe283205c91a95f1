"""Measuring how long it takes to compile a game on this machine, and where the time goes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import asdict, dataclass

from partie.core import registry
from partie.core.compiled.kernel import watch_compilation
from partie.core.errors import PartieError
from partie.core.warm import warm


@dataclass(frozen=True)
class Compilation:
    """The processor time to compile a game with an empty cache.

    `functions` has the seconds of each function, without those it calls, longest first."""

    game: str
    seconds: float
    compiled: int
    functions: list[tuple[str, float]]


def measure(game: str) -> Compilation:
    """Compile everything a game needs in a separate process with an empty cache, and measure it."""
    with tempfile.TemporaryDirectory(prefix="partie-compile-") as folder:
        answer = subprocess.run(
            [sys.executable, "-m", "partie.arena.compiling", game],
            env={**os.environ, "PARTIE_CACHE": folder},
            capture_output=True,
            text=True,
        )
    if answer.returncode:
        raise PartieError(f"{game} could not be compiled: {answer.stderr.strip().splitlines()[-1]}")
    found = json.loads(answer.stdout)
    return Compilation(**{**found, "functions": [(name, own) for name, own in found["functions"]]})


class _Times:
    """Adds up the compile time of every function, without the time of those compiled in between."""

    def __init__(self) -> None:
        self.own: defaultdict[str, float] = defaultdict(float)
        self.compiled = 0
        self._since = 0.0
        self._open: list[str] = []

    def begin(self, name: str) -> None:
        self._add_time()
        self._open.append(name)
        self.compiled += 1

    def end(self, name: str) -> None:
        self._add_time()
        self._open.pop()

    def _add_time(self) -> None:
        now = time.process_time()
        if self._open:
            self.own[self._open[-1]] += now - self._since
        self._since = now


def _measure_here(game: str) -> Compilation:
    times = _Times()
    began = time.process_time()
    with watch_compilation(times.begin, times.end):
        warm(registry.game(game))
    functions = [(name, round(own, 3)) for name, own in sorted(times.own.items(), key=lambda item: -item[1])]
    return Compilation(game, round(time.process_time() - began, 1), times.compiled, functions)


if __name__ == "__main__":
    print(json.dumps(asdict(_measure_here(sys.argv[1]))))
