"""All commands, and those on the documentation pages, split into words by a shell."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import click

from partie.cli import COMMANDS as NAMES
from partie.cli import load, load_declared
from partie.cli.games import abilities
from partie.core import registry
from partie.core.game import Game
from tests.games import OURS
from tests.pages import PAGES

HOUSE = "the house"
"""In place of a game, for commands about none."""
TUTORIAL = "heaps"
"""The game that a reader of the tutorial writes: tests/test_tutorial.py runs its commands."""
_ABOUT = {
    name: game.name
    for game in OURS
    for name in (*game.can.commands, *game.can.experiments, *game.can.trainings)
}
"""Commands that belong to a game without naming it."""
_WORD, _END, _LINE = "\x1f", "\x1e", "\x1d"
_SHELL = f"""say() {{ printf '%s{_WORD}' "$@"; printf '{_END}'; }}
partie() {{ say partie "$@"; }}
python() {{ say python "$@"; }}
make() {{ say make "$@"; }}
for line; do (eval "$line") || exit; printf '{_LINE}'; done
"""


@dataclass(frozen=True)
class Example:
    """A command on a page: its words, starting with the program."""

    page: str
    words: tuple[str, ...]
    shown: bool
    """Whether it is shown after a prompt, or only mentioned in a sentence."""

    @property
    def program(self) -> str:
        return self.words[0]

    @property
    def arguments(self) -> list[str]:
        return list(self.words[1:])

    @property
    def game(self) -> str:
        """The game the command is about."""
        names = {game.name: game.name for game in OURS} | _ABOUT | {TUTORIAL: TUTORIAL}
        return next((names[word] for word in self.words if word in names), HOUSE)


def _lines(page: Path) -> Iterator[tuple[str, bool]]:
    """Yield the commands after a prompt, and those mentioned in sentences."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for line in re.findall(r"^\$ ((?:partie|python|make|for) .*)$", block, re.MULTILINE):
            yield line, True
    for code in re.findall(r"`(partie [^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        yield code, False


@cache
def examples() -> list[Example]:
    """Return every command on every page, in order, with loops unrolled."""
    lines = [(page.name, *line) for page in PAGES for line in _lines(page)]
    typed = [line for _, line, _ in lines]
    output = subprocess.run(
        ["bash", "-c", _SHELL, "bash", *typed], capture_output=True, text=True, check=True
    )
    return [
        Example(page, tuple(command.split(_WORD)[:-1]), shown)
        for (page, _, shown), commands in zip(lines, output.stdout.split(_LINE)[:-1], strict=True)
        for command in filter(None, commands.split(_END))
    ]


def pages_about(game: str) -> dict[str, list[Example]]:
    """Return the commands about a game that are shown after a prompt, by page."""
    found: dict[str, list[Example]] = {}
    for example in examples():
        if example.shown and example.program == "partie" and example.game == game:
            found.setdefault(example.page, []).append(example)
    return found


def commands(group: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    """Return every command by its words."""
    if not hasattr(group, "commands"):
        return {path: group}
    context = click.Context(group, info_name=path[-1])
    return {
        words: command
        for name in group.list_commands(context)
        for words, command in commands(group.get_command(context, name), (*path, name)).items()
    }


def uses(words: tuple[str, ...], games: Iterable[Game]) -> bool:
    """Whether one of these games declares what a command uses."""
    declared = (tuple(ability.split()) for game in games for ability in abilities(game.name, game.can))
    return any(ability[: len(words)] == words for ability in declared)


OTHERS = [game for game in registry.games() if game not in OURS]
"""Games of the tests."""
COMMANDS = {
    words: command
    for name in NAMES
    for words, command in commands(load(name), (name,)).items()
    if uses(words, OURS) or not uses(words, OTHERS)
} | {(name,): load_declared(name) for game in OURS for name in game.can.commands}


def command_of(example: Example) -> tuple[str, ...]:
    """Return the words of the command that an example uses."""
    return next((words for words in COMMANDS if tuple(example.arguments[: len(words)]) == words), ())


def parse(example: Example) -> None:
    """Let the command read the words of an example without running it; wrong ones raise an error."""
    words = command_of(example)
    COMMANDS[words].make_context(words[-1], example.arguments[len(words) :])
