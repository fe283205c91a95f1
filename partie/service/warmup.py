"""Compiles every game in the background when the server starts, so that nobody waits at the first move.

What was compiled before is loaded. The rest is compiled in separate processes, several games at once: in this
process the compiler would delay every request."""

from __future__ import annotations

import logging
import os
import subprocess
import threading
from collections.abc import Callable

from partie.core import registry
from partie.core.compiled.kernel import (
    NotCompiled,
    forbid_compiling,
)
from partie.core.game import Game
from partie.core.warm import compile_in_subprocess, wait_for, warm

log = logging.getLogger(__name__)

_MAX_AT_ONCE = 4


class Warmup:
    """Tracks which games are compiled.

    `on_ready(game name)` is called from a background thread when one is."""

    def __init__(self, on_ready: Callable[[str], None]) -> None:
        self._on_ready = on_ready
        self._ready: set[str] = set()
        self._waiting: list[str] = []
        self._compiling: list[str] = []
        self._children: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._stop = False

    def start(self) -> None:
        self._waiting = [game.name for game in registry.games()]
        threading.Thread(target=self._run_all, name="warmup", daemon=True).start()

    def stop(self) -> None:
        """Start nothing more, and end the processes that compile."""
        with self._lock:
            self._stop = True
            for child in self._children:
                child.terminate()

    def ready(self, game: str) -> bool:
        return game in self._ready

    @property
    def compiling(self) -> str | None:
        """The game being compiled, the first if there are several."""
        with self._lock:
            return self._compiling[0] if self._compiling else None

    def prefer(self, game: str) -> None:
        """Compile this game next, because somebody wants to play it."""
        with self._lock:
            if game in self._waiting:
                self._waiting.remove(game)
                self._waiting.insert(0, game)

    def _run_all(self) -> None:
        """Compile the first game with all processors, so that people can play soon, then several at once."""
        if not self._run_next(alone=True):
            return
        for number in range(min(_MAX_AT_ONCE, os.cpu_count() or 1)):
            threading.Thread(target=self._run, name=f"warmup-{number}", daemon=True).start()

    def _run(self) -> None:
        while self._run_next():
            pass

    def _run_next(self, alone: bool = False) -> bool:
        """Compile the next game; returns whether there was one, and work goes on."""
        name = self._take()
        if name is None:
            return False
        try:
            self._warm(registry.game(name), alone)
        except Exception:
            log.exception("compiling %s failed", name)
        with self._lock:
            self._compiling.remove(name)
            if self._stop:
                return False
            self._ready.add(name)
        try:
            self._on_ready(name)
        except Exception:
            log.exception("resuming the tables of %s failed", name)
        return True

    def _take(self) -> str | None:
        with self._lock:
            if self._stop or not self._waiting:
                return None
            name = self._waiting.pop(0)
            self._compiling.append(name)
            return name

    def _warm(self, game: Game, alone: bool) -> None:
        try:
            with forbid_compiling():
                warm(game, lambda: self._stop)
        except NotCompiled:
            self._compile_elsewhere(game.name, alone and (os.cpu_count() or 1) > 1)
            warm(game, lambda: self._stop)

    def _compile_elsewhere(self, game: str, from_both_ends: bool) -> None:
        """Compile a game in a separate process, or in two, one of which begins with what the other does last.

        If that fails, for example because the cache cannot be written, the game is compiled in this one."""
        with self._lock:
            if self._stop:
                return
            children = [compile_in_subprocess(game)]
            if from_both_ends:
                children.append(compile_in_subprocess(game, backwards=True))
            self._children.update(children)
        for child in children:
            wait_for(child)
        with self._lock:
            self._children.difference_update(children)
