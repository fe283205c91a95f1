"""Games are compiled in the background, the one somebody opens first."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from partie.core import registry
from partie.core.compiled.kernel import watch_compilation
from partie.core.game import Game
from partie.service import warmup
from partie.service.warmup import Warmup
from tests import tiny
from tests.service.client import until


def test_the_game_somebody_opens_is_compiled_next(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    first, go_on = threading.Event(), threading.Event()

    def slow(game: Game, stopped: object) -> None:
        order.append(game.name)
        first.set()
        go_on.wait(60)

    monkeypatch.setattr(warmup, "warm", slow)
    monkeypatch.setattr(warmup, "_MAX_AT_ONCE", 1)
    games = [game.name for game in registry.games()]
    warming = Warmup(lambda game: None)
    warming.start()
    assert first.wait(60)
    assert warming.compiling == games[0]
    warming.prefer(games[-1])
    go_on.set()
    until(lambda: all(map(warming.ready, games)), "all games to be ready")
    assert order == [games[0], games[-1], *games[1:-1]]
    assert warming.compiling is None


def test_a_game_that_no_other_process_can_compile_is_compiled_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Another process does not know this one: it is registered by hand."""
    monkeypatch.setenv("PARTIE_CACHE", str(tmp_path))
    monkeypatch.setattr(registry, "games", lambda: [tiny.GAME])
    compiled: list[str] = []
    ready: list[str] = []
    warming = Warmup(ready.append)
    with watch_compilation(compiled.append):
        warming.start()
        until(lambda: ready, "the game to be ready", 300)
    assert ready == [tiny.GAME.name]
    assert warming.ready(tiny.GAME.name)
