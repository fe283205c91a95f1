"""Compiles every game in the background when the server starts, so that nobody waits for it at his first move."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.errors import PartieError
from partie.core.game import Game

log = logging.getLogger(__name__)

_SECONDS = 0.05


class Warmup:
    """Which games are ready. `on_ready(game name)` is called when one is, from the thread that compiles."""

    def __init__(self, on_ready: Callable[[str], None]) -> None:
        self._on_ready = on_ready
        self._ready: set[str] = set()
        self._stop = False
        self.compiling: str | None = None

    def start(self) -> None:
        threading.Thread(target=self._run, name="warmup", daemon=True).start()

    def stop(self) -> None:
        """Do not begin with another agent; what is being compiled now cannot be interrupted."""
        self._stop = True

    def ready(self, game: str) -> bool:
        return game in self._ready

    def _run(self) -> None:
        for game in registry.games():
            self.compiling = game.name
            try:
                self._warm(game)
            except Exception:
                log.exception("warming up %s failed", game.name)
            if self._stop:
                return
            self._ready.add(game.name)
            self.compiling = None
            try:
                self._on_ready(game.name)
            except Exception:
                log.exception("resuming the tables of %s failed", game.name)

    def _warm(self, game: Game) -> None:
        state = game.start()
        view = state.view(state.to_move)
        state.view(-1).display()
        state.play(view.moves[0])
        for spec in dict.fromkeys([game.hinter, *game.levels, *game.families]):
            if self._stop:
                return
            try:
                ask(registry.build_agent(game, spec), view, Budget(_SECONDS))
            except PartieError as error:
                log.warning("warming up %s of %s failed: %s", spec, game.name, error)
            except Exception:
                log.exception("warming up %s of %s failed", spec, game.name)
