"""Modules in Chromium, where `partie bench wasm` measures them: the same games as natively."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from partie.core import registry
from partie.core.errors import PartieError
from partie.search.kernels.games import play_games
from partie.service import bundles
from partie.wasm.bench import exported_name
from partie.wasm.build import build
from partie.wasm.chromium import chromium
from partie.wasm.node import Request, expected
from partie.wasm.recording import whole_games
from tests.kinds import one_of
from tests.service.client import until


@pytest.mark.parametrize("name", one_of(["quarto", "hearts"]))
def test_random_games_are_the_same_and_failures_are_told(name: str) -> None:
    game = registry.game(name)
    built = build(game, bundles.ROOTS)
    arguments = whole_games(game, 200)
    games = exported_name(built, play_games, arguments)
    with chromium() as run:
        (reply,) = run(built.path, [Request(games, arguments, rounds=2)])
        with pytest.raises(PartieError, match="nothing"):
            run(built.path, [Request("nothing", ())])
        assert run(built.path, [Request(games, arguments)])[0].results == reply.results
    until(lambda: not _browsers(), "the browser to end with all its processes")
    result = play_games(*arguments)
    assert (reply.results, reply.contents) == expected(arguments, result)
    assert reply.seconds > 0


def _browsers() -> list[str]:
    """The command lines of browsers that were started here."""
    lines = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            lines.append(file.read_text(errors="replace"))
    return [line for line in lines if "partie-chromium-" in line]
