"""Golden playthroughs: whole games in text files, move by move, with the position and a view.

A change of the rules, of the notation or of a view shows as a difference in a text file.

    class TestGolden(GoldenContract):
        game = NIM
        folder = Path(__file__).parent
        playthroughs = {"golden": Playthrough({"heaps": 3})}

After a deliberate change, look at the difference and write the files again: `PARTIE_GOLDEN=write pytest -k
golden`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from partie.core.errors import PartieError
from partie.core.game import Game
from partie.core.match import Match
from partie.testing.play import play_on

WRITE = "PARTIE_GOLDEN"
"""If this environment variable is `write`, golden files are written instead of compared."""


@dataclass(frozen=True)
class Playthrough:
    """The start of a golden game. Its moves are in its file; a new file gets random moves."""

    options: Mapping[str, Any] = field(default_factory=dict)
    seed: object = "golden"
    seats: int | None = None


class GoldenContract:
    """Checks that every game of `playthroughs` equals its file `NAME.txt` in `folder`.

    Subclass it and set these."""

    game: ClassVar[Game]
    folder: ClassVar[Path]
    playthroughs: ClassVar[Mapping[str, Playthrough]] = {"golden": Playthrough()}

    def test_golden_playthroughs(self) -> None:
        for name, begun in self.playthroughs.items():
            golden(self.folder / f"{name}.txt", self.game, begun)


def golden(file: Path, game: Game, begun: Playthrough | None = None) -> None:
    """Play the moves in a golden file again and compare the game with the file."""
    text = file.read_text("utf-8") if file.exists() else ""
    compare(file, "\n".join(story(game, begun or Playthrough(), moves_in(text))))


def compare(file: Path, text: str) -> None:
    """Compare a text with a golden file, or write the file if `PARTIE_GOLDEN` says so."""
    if os.environ.get(WRITE) == "write":
        file.write_text(text, "utf-8")
        return
    assert file.exists(), f"{file.name} is missing: run with {WRITE}=write, then look at the file"
    kept = file.read_text("utf-8")
    for number, (line, expected) in enumerate(zip(text.splitlines(), kept.splitlines(), strict=False), 1):
        assert line == expected, f"{file.name}, line {number}: run with {WRITE}=write if this is intended"
    assert text == kept, f"{file.name} ends differently: run with {WRITE}=write if this is intended"


def moves_in(text: str) -> list[str]:
    """The moves in the text of a golden file."""
    return re.findall(r"^move: (.+)$", text, re.MULTILINE)[1:]


def story(game: Game, begun: Playthrough, moves: list[str]) -> Iterator[str]:
    """The lines of a golden file: these moves as far as they can be played, then random moves to the end."""
    match = Match(game, begun.options, begun.seed, begun.seats)
    yield from _lines(match, None)
    for move in _play(match, moves):
        yield from _lines(match, move)


def _play(match: Match, moves: list[str]) -> Iterator[str]:
    for move in moves:
        try:
            match.play(move)
        except PartieError:
            break
        yield move
    while not match.state.over:
        play_on(match, 1, f"golden/{len(match.moves)}")
        yield match.moves[-1]


def _lines(match: Match, move: str | None) -> Iterator[str]:
    state = match.state
    yield f"move: {move}"
    yield f"position: {state}"
    yield f"to move: {state.to_move}  legal: {len(state.moves)}  over: {state.over}  scores: {state.scores}"
    yield f"view: {match.view(0).display()}"
    yield ""
