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
    "partie/cards",
    "partie/cli",
    "partie/service",
    "partie/testing",
    "partie/wasm",
    "partie/shell.py",
    "web/src/lib",
    "web/src/table",
)
"""Folders and files that must name no game: not in code, not in help texts, not in examples."""
SUFFIXES = (".py", ".ts", ".mjs", ".svelte", ".css", ".json", ".toml", ".md")

EXAMPLES = {ROOT / "partie" / "wasm" / "device" / "README.md"}
"""Pages with an example that needs the name of some game."""
SUIT = re.compile(r"(?<![\w.'\"])hearts\b|\bHEARTS\b")
"""The suit of cards that has the name of a game; not the name of a package or of a game."""

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
        if file.suffix in SUFFIXES and file.is_file() and file not in EXAMPLES:
            looked_at += 1
            text = file.read_text(encoding="utf-8")
            if place == "partie/cards":
                text = SUIT.sub("", text)
            found = pattern.search(f"{file.name}\n{text}")
            assert found is None, f"{file.relative_to(ROOT)} names {game}: {found and found[0]!r}"
    assert looked_at, f"there is nothing in {place}"


def test_a_name_would_be_found() -> None:
    assert names("liarsdice").search("a round of Liar's Dice")
    assert names("axisallies").search("from partie.games.axisallies import rules")
    assert names("hearts").search(SUIT.sub("", "the hearts of Hearts"))
    assert names("hearts").search(SUIT.sub("", "from partie.games.hearts import rules"))
    assert names("hearts").search(SUIT.sub("", "all clubs and hearts")) is None
