"""Records: one game as one text file that replays bit for bit.

    partie record 1
    game: nim 1
    options: misere=off
    seat 0: Ann
    seat 1: expert
    seed: 5f1c
    1. a3
    2. c2
    result: unfinished

The last line is `result:` with the scores of all seats, `unfinished`, or `resigned` and the seat; a file without it was cut off. In the record of a game that is not over the seed is `secret`,
and so is a move the other seats have not seen: `?`; a line `table:` after the seed then says at which table the game goes on. A line `origin: handed in` there says that the server the record comes from did not see the game being played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from partie.core import registry
from partie.core.errors import BadRecord, PartieError
from partie.core.game import Game
from partie.core.match import Match
from partie.core.parameters import Value, parse_pairs

_FIRST_LINE = "partie record 1"
_UNKNOWN_SEED = "secret"
_UNKNOWN_MOVE = "?"
_HANDED_IN = "handed in"
LONGEST_SEED = 64
LONGEST_TABLE = 64
LONGEST_NAME = 300
"""A program is named by its spec, which may be long."""
LONGEST_MOVE = 1000

Origin = Literal["played", "handed_in"]
"""Whether whoever wrote the record saw the game being played, or was given it."""


@dataclass(frozen=True)
class Record:
    """Game, version, options, who sat where, seed and moves. `seed` is None while it is still secret, `scores` while unfinished."""

    game: str
    version: int
    options: Mapping[str, Value]
    seats: tuple[str, ...]
    seed: str | None
    moves: tuple[str, ...]
    scores: tuple[float, ...] | None = None
    resigned: int | None = None
    origin: Origin = "played"
    table: str | None = None
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        declared = {parameter.name: parameter for parameter in registry.game(self.game).options}
        options = ",".join(f"{name}={declared[name].text(value)}" for name, value in self.options.items())
        return "\n".join(
            [
                _FIRST_LINE,
                f"game: {self.game} {self.version}",
                f"options: {options}",
                *(f"seat {number}: {name}" for number, name in enumerate(self.seats)),
                f"seed: {self.seed if self.seed is not None else _UNKNOWN_SEED}",
                *([f"origin: {_HANDED_IN}"] if self.origin == "handed_in" else []),
                *([f"table: {self.table}"] if self.table is not None else []),
                *(f"{number}. {move}" for number, move in enumerate(self.moves, 1)),
                f"result: {self._result()}",
                "",
            ]
        )

    def _result(self) -> str:
        if self.resigned is not None:
            return f"resigned {self.resigned}"
        return "unfinished" if self.scores is None else " ".join(f"{score:g}" for score in self.scores)

    @property
    def is_replayable(self) -> bool:
        """Whether the moves tell the whole game: without the seed nobody knows what was dealt and thrown."""
        game = registry.game(self.game)
        return self.seed is not None or not (game.hidden or game.chance)

    def replay(self) -> Match:
        """The match with all its moves played again; `BadRecord` naming the line where something does not fit."""
        for match, _ in self.steps():
            last = match
        return last

    def steps(self) -> Iterator[tuple[Match, str | None]]:
        """The match at the start, with no move, then after each move; it is one match that moves on."""
        game = registry.game(self.game)
        match = Match(game, self.options, self.seed if self.seed is not None else 0, len(self.seats))
        yield match, None
        for index, move in enumerate(self.moves):
            if move == _UNKNOWN_MOVE:
                raise BadRecord(
                    f"{self._where(index)}: this move is still secret; the game can be replayed when it is over."
                )
            try:
                match.play(move)
            except PartieError as error:
                raise BadRecord(f"{self._where(index)}: {move!r} cannot be played: {error}") from None
            yield match, move
        self._check_end(match)

    def _where(self, index: int) -> str:
        return f"Line {self.lines[index]}" if index < len(self.lines) else f"Move {index + 1}"

    def _check_end(self, match: Match) -> None:
        if self.scores is None:
            return
        if not match.state.over:
            raise BadRecord("The last line gives a result, but the game is not over after the last move.")
        expected = " ".join(f"{score:g}" for score in match.state.scores)
        if self._result() != expected:
            raise BadRecord(f"The last line says {self._result()!r}, but the moves lead to {expected!r}.")


def record_of(
    match: Match,
    seats: list[str],
    *,
    secret: bool = False,
    resigned: int | None = None,
    origin: Origin = "played",
    table: str | None = None,
) -> Record:
    """The record of a match. With `secret` the seed is left out, and the moves that are hidden from other seats; `table` is then where the game goes on."""
    return Record(
        match.game.name,
        match.game.version,
        match.options,
        tuple(" ".join(name.split()) for name in seats),
        None if secret else str(match.seed),
        tuple(
            _UNKNOWN_MOVE if secret and hidden else move
            for move, hidden in zip(match.moves, match.hidden, strict=True)
        ),
        tuple(match.state.scores) if match.state.over else None,
        resigned,
        origin,
        table if secret else None,
    )


class _Reader:
    """The lines of a record file, one after another, with complaints that name the line."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.number = 0

    def next(self, expected: str) -> str:
        while self.number < len(self.lines):
            self.number += 1
            line = self.lines[self.number - 1].strip()
            if line:
                return line
        raise BadRecord(
            f"The file ends after line {self.number}, where {expected} should follow: it was cut off."
        )

    def field(self, name: str) -> str:
        line = self.next(f"'{name}:'")
        label, colon, value = line.partition(":")
        if not colon or label.strip() != name:
            raise self.wrong(f"expected '{name}: …', found {_quoted(line)}")
        return value.strip()

    def wrong(self, what: str) -> BadRecord:
        return BadRecord(f"Line {self.number}: {what}.", line=self.number)

    def bounded(self, text: str, most: int, what: str) -> str:
        """The text of this line; `BadRecord` where it is too long, or has characters nobody can see."""
        if len(text) > most:
            raise self.wrong(f"{what} has {len(text)} characters; at most {most} are read")
        if not text.isprintable():
            raise self.wrong(f"{what} has control characters in it")
        return text


def read_record(text: str) -> Record:
    """Read a record file. What is wrong is said in a sentence that names the line; nothing is replayed yet."""
    reader = _Reader(text)
    if reader.next(f"'{_FIRST_LINE}'") != _FIRST_LINE:
        raise reader.wrong(f"a record begins with {_FIRST_LINE!r}")
    game = _read_game(reader)
    try:
        options = game.read_options(parse_pairs(reader.field("options")))
    except PartieError as error:
        raise reader.wrong(str(error).rstrip(".")) from None
    seats: list[str] = []
    line = reader.next("'seat 0:'")
    while line.startswith("seat "):
        label, _, who = line.partition(":")
        if label != f"seat {len(seats)}":
            raise reader.wrong(f"expected 'seat {len(seats)}:', found {_quoted(line)}")
        if len(seats) == game.seats[1]:
            raise reader.wrong(f"{game.name} has at most {game.seats[1]} seats")
        seats.append(reader.bounded(who.strip(), LONGEST_NAME, "this name"))
        line = reader.next("'seed:'")
    if not game.seats[0] <= len(seats) <= game.seats[1]:
        raise reader.wrong(
            f"{game.name} needs {game.seats[0]} to {game.seats[1]} seats, here are {len(seats)}"
        )
    if not line.startswith("seed:"):
        raise reader.wrong(f"expected 'seed: …', found {_quoted(line)}")
    seed = reader.bounded(line.removeprefix("seed:").strip(), LONGEST_SEED, "the seed")
    origin = _read_origin(reader)
    table = _read_table(reader)
    moves, places = _read_moves(reader, game)
    scores, resigned = _read_result(reader, len(seats))
    return Record(
        game.name,
        game.version,
        options,
        tuple(seats),
        None if seed == _UNKNOWN_SEED else seed,
        moves,
        scores,
        resigned,
        origin,
        table,
        places,
    )


def _read_game(reader: _Reader) -> Game:
    name, _, version = reader.field("game").partition(" ")
    try:
        game = registry.game(name)
    except PartieError as error:
        raise reader.wrong(str(error).rstrip(".")) from None
    if version != str(game.version):
        raise reader.wrong(
            f"this is version {version or 'unknown'} of {name}; this program plays version {game.version}"
        )
    return game


def _read_optional(reader: _Reader, name: str) -> str | None:
    """What the line of that name says, where there is one."""
    here = reader.number
    line = reader.next("a move or 'result:'")
    if line.startswith(f"{name}:"):
        return line.removeprefix(f"{name}:").strip()
    reader.number = here
    return None


def _read_origin(reader: _Reader) -> Origin:
    origin = _read_optional(reader, "origin")
    if origin not in (None, _HANDED_IN):
        raise reader.wrong(f"expected 'origin: {_HANDED_IN}', found {_quoted(f'origin: {origin}')}")
    return "played" if origin is None else "handed_in"


def _read_table(reader: _Reader) -> str | None:
    """The table where the game goes on."""
    table = _read_optional(reader, "table")
    return table and reader.bounded(table, LONGEST_TABLE, "the table")


def _read_moves(reader: _Reader, game: Game) -> tuple[tuple[str, ...], tuple[int, ...]]:
    moves: list[str] = []
    places: list[int] = []
    while True:
        line = reader.next("another move or 'result:'")
        if line.startswith("result:"):
            return tuple(moves), tuple(places)
        number, dot, move = line.partition(". ")
        if not dot or number != str(len(moves) + 1):
            raise reader.wrong(f"expected '{len(moves) + 1}. <move>' or 'result: …', found {_quoted(line)}")
        if len(moves) == game.longest:
            raise reader.wrong(f"a game of {game.title['en']} has at most {game.longest} moves")
        moves.append(reader.bounded(move.strip(), LONGEST_MOVE, "this move"))
        places.append(reader.number)


def _read_result(reader: _Reader, seats: int) -> tuple[tuple[float, ...] | None, int | None]:
    words = reader.lines[reader.number - 1].strip().removeprefix("result:").split()
    if words == ["unfinished"]:
        return None, None
    try:
        if len(words) == 2 and words[0] == "resigned" and 0 <= int(words[1]) < seats:
            return None, int(words[1])
        if len(words) == seats:
            return tuple(float(word) for word in words), None
    except ValueError:
        pass
    raise reader.wrong("the result should be the scores of all seats, 'unfinished', or 'resigned <seat>'")


def _quoted(line: str) -> str:
    """A line as complaints quote it: not all of it where it is long."""
    return repr(line if len(line) <= 80 else f"{line[:80]}…")
