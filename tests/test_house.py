"""The plan of the house: no layer but `games` knows a game, so one from another package has everything ours
have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from partie.core.registry import game as game_named
from tests.games import OURS

ROOT = Path(__file__).resolve().parents[1]
NEUTRAL = (
    "partie/core",
    "partie/search",
    "partie/learn",
    "partie/expert",
    "partie/arena",
    "partie/cli",
    "partie/service",
    "partie/testing",
    "partie/shell.py",
    "web/src/lib",
    "web/src/table",
)
"""Folders and files that must name no game: not in code, not in help texts, not in examples."""

BUILT = ROOT / "partie" / "service" / "static"
"""The browser app, boards of games included."""


def files(place: str) -> Iterator[Path]:
    path = ROOT / place
    yield from (
        [path] if path.is_file() else (file for file in sorted(path.rglob("*")) if BUILT not in file.parents)
    )


def names(game: str) -> re.Pattern[str]:
    """The name of a game and its titles."""
    words = {game, *game_named(game).title.values()}
    return re.compile("|".join(re.escape(word).replace("’", "[’']") for word in words), re.IGNORECASE)


@pytest.mark.parametrize("game", [game.name for game in OURS])
@pytest.mark.parametrize("place", NEUTRAL)
def test_no_game_is_named(place: str, game: str) -> None:
    looked_at = 0
    pattern = names(game)
    for file in files(place):
        if file.is_file() and file.suffix in (".py", ".ts", ".svelte", ".css", ".json", ".toml", ".md"):
            looked_at += 1
            found = pattern.search(f"{file.name}\n{file.read_text(encoding='utf-8')}")
            assert found is None, f"{file.relative_to(ROOT)} names {game}: {found and found[0]!r}"
    assert looked_at, f"there is nothing in {place}"


def test_a_name_would_be_found() -> None:
    assert names("liarsdice").search("a round of Liar's Dice")
    assert names("axisallies").search("from partie.games.axisallies import rules")
