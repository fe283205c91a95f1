"""The commands our pages show, as a shell would pass them on."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.games import OURS
from tests.pages import PAGES

HOUSE = "the house"
"""Whose commands those are that are about no game."""
TUTORIAL = "heaps"
"""The game that a reader of the tutorial writes: tests/test_tutorial.py runs its commands."""
_ABOUT = {
    name: game.name
    for game in OURS
    for name in (*game.can.commands, *game.can.experiments, *game.can.trainings)
}
"""Commands that are about a game without naming it."""
_WORD, _END = "\x1f", "\x1e"
_SHELL = f"""say() {{ printf '%s{_WORD}' "$@"; printf '{_END}'; }}
partie() {{ say partie "$@"; }}
python() {{ say python "$@"; }}
make() {{ say make "$@"; }}
"""


@dataclass(frozen=True)
class Example:
    """One command on a page: its words, the program first."""

    page: str
    words: tuple[str, ...]
    shown: bool
    """Shown after a prompt, to be typed; else only named in a sentence."""

    @property
    def program(self) -> str:
        return self.words[0]

    @property
    def arguments(self) -> list[str]:
        return list(self.words[1:])

    @property
    def game(self) -> str:
        """The game it is about."""
        names = {game.name: game.name for game in OURS} | _ABOUT | {TUTORIAL: TUTORIAL}
        return next((names[word] for word in self.words if word in names), HOUSE)


def _lines(page: Path) -> Iterator[tuple[str, bool]]:
    """What stands after a prompt, and commands named within sentences."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for line in re.findall(r"^\$ ((?:partie|python|make|for) .*)$", block, re.MULTILINE):
            yield line, True
    for code in re.findall(r"`(partie [^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        yield code, False


@cache
def examples() -> list[Example]:
    """Every command on every page, in order; loops are unrolled."""
    found = []
    for page in PAGES:
        for line, shown in _lines(page):
            said = subprocess.run(
                ["bash", "-c", _SHELL + line], capture_output=True, text=True, check=True
            ).stdout
            for command in filter(None, said.split(_END)):
                found.append(Example(page.name, tuple(command.split(_WORD)[:-1]), shown))
    return found


def pages_about(game: str) -> dict[str, list[Example]]:
    """The commands about a game that are there to be typed, by page."""
    found: dict[str, list[Example]] = {}
    for example in examples():
        if example.shown and example.program == "partie" and example.game == game:
            found.setdefault(example.page, []).append(example)
    return found
