"""Decisions of people in records of games, to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from partie.core.compiled import verbs
from partie.core.errors import PartieError
from partie.core.game import Game, View
from partie.core.record import Record, read_record

HELD_OUT = 5
"""Of this number of deals, the last is kept back to test what was learned."""


@dataclass(frozen=True)
class HumanMove:
    """What a person saw and played. `part` is the number of the deal, or game, it belongs to; `worth` what
    that was worth to them in the end."""

    view: View
    move: int
    part: int
    worth: float

    @property
    def is_held_out(self) -> bool:
        """Whether the move is kept back to test what was learned from the others."""
        return self.part % HELD_OUT == HELD_OUT - 1


def digest(record: Record) -> str:
    """A text that is different for every record."""
    return sha256(str(record).encode()).hexdigest()


def readable_record(game: Game, file: Path) -> Record | None:
    """The record in a file; None unless it is one of this game that can be replayed."""
    try:
        record = read_record(file.read_text(encoding="utf-8"))
    except (PartieError, OSError, UnicodeDecodeError):
        return None
    return record if record.game == game.name and record.seed is not None else None


def is_person(game: Game, name: str) -> bool:
    """Whether a name in a record is that of a person, not the spec of a program."""
    return name not in game.levels and name.partition(":")[0] not in game.families


def people_in(records: list[Record], game: Game) -> list[str]:
    """The names of people in records, in alphabetical order."""
    return sorted({name for record in records for name in record.seats if is_person(game, name)})


def read_folder(game: Game, folder: Path) -> list[Record]:
    """The records of a game in a folder and the folders in it, each once; an error if there is none."""
    if not folder.is_dir():
        raise PartieError(f"{folder} is not a folder of records.")
    found: dict[str, Record] = {}
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        record = readable_record(game, file)
        if record is not None:
            found.setdefault(digest(record), record)
    if not found:
        raise PartieError(f"There are no finished records of {game.title['en']} in {folder}.")
    return list(found.values())


def human_moves(records: list[Record], game: Game, name: str | None = None) -> list[HumanMove]:
    """The decisions with a choice that people took in finished deals, or one of them by `name`."""
    found: list[HumanMove] = []
    part = 0
    for record in records:
        for deal in _deals(record):
            taken = [
                HumanMove(view, move, part, worths[view.seat])
                for view, move, worths in deal
                if _is_of(record.seats[view.seat], game, name) and len(view.moves) > 1
            ]
            if taken:
                found += taken
                part += 1
    return found


def _is_of(seat: str, game: Game, name: str | None) -> bool:
    return is_person(game, seat) if name is None else seat == name


def _deals(record: Record) -> Iterator[list[tuple[View, int, list[float]]]]:
    """The finished deals of a record: every view and move, with the worth of the deal to each seat."""
    moves: list[tuple[View, int]] = []
    before: View | None = None
    for match, text in record.steps():
        if before is not None and text is not None:
            moves.append((before, before.parse(text)))
        state = match.state
        if moves and verbs.settled(state.record):
            worths = [float(verbs.worth(state.record, seat)) for seat in range(state.seats)]
            yield [(view, move, worths) for view, move in moves]
            moves = []
        before = None if state.over else match.view()
