"""Records: a game as a text file from which it can be replayed exactly.

    partie record 1
    game: nim 1
    options: misere=off
    seat 0: Ann
    seat 1: expert
    seed: 5f1c
    1. a3
    2. c2
    result: unfinished

The last line is `result:` with the scores of all seats, or `unfinished`, or how the game was broken off:
`resigned`, `abandoned` or `out-of-time` with the seats that lost by it, or `drawn` by agreement. A file
without that line was cut off.

A seed of several parts is followed by them: `part server: 77ab` and, for every seat whose device sent one,
`part 0: 1c2d`. `mixed_seed` of `core/seeds.py` makes the seed of them; the SHA-256 hash of the server's part
was published before the others were known.

In the record of a game that is not over, the seed is `secret`, and a move that the other seats have not seen
is `?`. A line `table:` after the seed then names the table where the game continues. A line `origin: handed
in` there means that the server that wrote the record was given the game and did not see it being played;
`origin: on a device` means that it was played without a server. A line `moves 3,5: beginner` there means that
the program `beginner` made these moves: for a person who was away, or before another player had the seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from partie.core import registry
from partie.core.errors import BadRecord, PartieError
from partie.core.game import Game
from partie.core.match import Match
from partie.core.parameters import Value, parse_pairs
from partie.core.seeds import mixed_seed

_FIRST_LINE = "partie record 1"
_UNKNOWN_SEED = "secret"
_UNKNOWN_MOVE = "?"
_ORIGINS = {"handed_in": "handed in", "on_device": "on a device"}
LONGEST_SEED = 64
LONGEST_TABLE = 64
LONGEST_NAME = 300
"""Long enough for a program, which is named by its spec."""
LONGEST_MOVE = 1000
_LONGEST_LIST = 50_000
"""Long enough for the numbers of all moves of the longest game."""

Origin = Literal["played", "handed_in", "on_device"]
"""Whether the server that wrote the record saw the game being played, or was given it; or whether the game
was played on a device, without a server."""

EndKind = Literal["resigned", "abandoned", "out-of-time", "drawn"]
_END_KINDS: tuple[EndKind, ...] = ("resigned", "abandoned", "out-of-time", "drawn")


@dataclass(frozen=True)
class Ending:
    """How a game was broken off. Its `seats` lost by it; a draw by agreement has none."""

    kind: EndKind
    seats: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.kind, *map(str, self.seats)])


class MadeBy(NamedTuple):
    """A program, and the numbers of moves it made for the player named in the record."""

    agent: str
    moves: tuple[int, ...]

    def __str__(self) -> str:
        return f"moves {','.join(map(str, self.moves))}: {self.agent}"


@dataclass(frozen=True)
class Record:
    """A recorded game: its options, who sat where, its seed and its moves.

    `seed` is None while it is secret, `scores` is None while the game is unfinished, and where it was broken
    off; then `ending` says how. `made_by` lists moves that were not made by the player in the seat. `parts`
    are those of the seed, if it has several: the server's, and one of every seat, empty where it has none."""

    game: str
    version: int
    options: Mapping[str, Value]
    seats: tuple[str, ...]
    seed: str | None
    moves: tuple[str, ...]
    scores: tuple[float, ...] | None = None
    ending: Ending | None = None
    origin: Origin = "played"
    table: str | None = None
    made_by: tuple[MadeBy, ...] = ()
    parts: tuple[str, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Keep scores as they are written, so that a record equals what is read from its text."""
        if self.scores is not None:
            object.__setattr__(self, "scores", tuple(float(f"{score:g}") for score in self.scores))

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
                *_part_lines(self.parts),
                *([f"origin: {_ORIGINS[self.origin]}"] if self.origin in _ORIGINS else []),
                *([f"table: {self.table}"] if self.table is not None else []),
                *map(str, self.made_by),
                *(f"{number}. {move}" for number, move in enumerate(self.moves, 1)),
                f"result: {self._result()}",
                "",
            ]
        )

    def _result(self) -> str:
        if self.ending is not None:
            return str(self.ending)
        return "unfinished" if self.scores is None else " ".join(f"{score:g}" for score in self.scores)

    @property
    def seed_is_mixed(self) -> bool | None:
        """Whether the seed is made of the parts listed; None if it has only one."""
        if not self.parts:
            return None
        parts = {seat: part for seat, part in enumerate(self.parts[1:]) if part}
        return self.seed == mixed_seed(self.parts[0], parts)

    @property
    def is_replayable(self) -> bool:
        """Whether the game can be replayed: with chance or hidden information, that takes the seed."""
        game = registry.game(self.game)
        return self.seed is not None or not (game.hidden or game.chance)

    def replay(self) -> Match:
        """Play all moves again and return the match; raises `BadRecord` naming the line with an error."""
        for match, _ in self.steps():
            last = match
        return last

    def steps(self) -> Iterator[tuple[Match, str | None]]:
        """Yield the match at the start, with None, and then after each move, with that move.

        It is always the same object."""
        game = registry.game(self.game)
        match = Match(game, self.options, self.seed if self.seed is not None else 0, len(self.seats))
        yield match, None
        for index, move in enumerate(self.moves):
            if move == _UNKNOWN_MOVE:
                raise BadRecord(
                    f"{self._where(index)}: this move is still secret; "
                    "the game can be replayed once it is over."
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
            raise BadRecord("The last line has a result, but the game is not over after the last move.")
        expected = " ".join(f"{score:g}" for score in match.state.scores)
        if self._result() != expected:
            raise BadRecord(f"The last line says {self._result()!r}, but the moves lead to {expected!r}.")


def record_of(
    match: Match,
    seats: list[str],
    *,
    secret: bool = False,
    ending: Ending | None = None,
    origin: Origin = "played",
    table: str | None = None,
    made_by: tuple[MadeBy, ...] = (),
    parts: tuple[str, ...] = (),
) -> Record:
    """The record of a match.

    With `secret`, the seed and the moves hidden from other seats are left out, and `table` is where the game
    continues."""
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
        ending,
        origin,
        table if secret else None,
        made_by,
        parts,
    )


def _part_lines(parts: tuple[str, ...]) -> list[str]:
    """The lines of a record that list the parts of its seed."""
    names = ["server", *map(str, range(len(parts) - 1))]
    return [f"part {name}: {part}" for name, part in zip(names, parts, strict=False) if part]


class _Reader:
    """Reads a record file line by line and makes errors that name the line."""

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
        """Return the text; raises `BadRecord` if it is too long or contains control characters."""
        if len(text) > most:
            raise self.wrong(f"{what} has {len(text)} characters; at most {most} are allowed")
        if not text.isprintable():
            raise self.wrong(f"{what} contains control characters")
        return text


def read_record(text: str) -> Record:
    """Read a record file without replaying it; raises `BadRecord` with a sentence that names the line."""
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
            f"{game.name} needs {game.seats[0]} to {game.seats[1]} seats, but there are {len(seats)}"
        )
    if not line.startswith("seed:"):
        raise reader.wrong(f"expected 'seed: …', found {_quoted(line)}")
    seed = reader.bounded(line.removeprefix("seed:").strip(), LONGEST_SEED, "the seed")
    parts = _read_parts(reader, len(seats))
    origin = _read_origin(reader)
    table = _read_table(reader)
    made_by, listed_on = _read_made_by(reader), reader.number
    moves, places = _read_moves(reader, game)
    if any(number > len(moves) for one in made_by for number in one.moves):
        reader.number = listed_on
        raise reader.wrong(f"a line 'moves …:' names a move after the last one, which is {len(moves)}")
    scores, ending = _read_result(reader, len(seats))
    return Record(
        game.name,
        game.version,
        options,
        tuple(seats),
        None if seed == _UNKNOWN_SEED else seed,
        moves,
        scores,
        ending,
        origin,
        table,
        made_by,
        parts,
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
            f"this is a game of {name} version {version or 'unknown'}, "
            f"but version {game.version} is installed"
        )
    return game


def _read_optional(reader: _Reader, name: str) -> str | None:
    """The value of the next line if it has that name; otherwise None, and the line is read again."""
    here = reader.number
    line = reader.next("a move or 'result:'")
    if line.startswith(f"{name}:"):
        return line.removeprefix(f"{name}:").strip()
    reader.number = here
    return None


def _read_parts(reader: _Reader, seats: int) -> tuple[str, ...]:
    """The parts of the seed, if it has several."""
    names = ["server", *map(str, range(seats))]
    found = [_read_optional(reader, f"part {name}") or "" for name in names]
    if not any(found):
        return ()
    return tuple(reader.bounded(part, LONGEST_SEED, "this part of the seed") for part in found)


def _read_origin(reader: _Reader) -> Origin:
    origin = _read_optional(reader, "origin")
    if origin is None:
        return "played"
    if origin == _ORIGINS["on_device"]:
        return "on_device"
    if origin == _ORIGINS["handed_in"]:
        return "handed_in"
    known = " or ".join(f"'origin: {text}'" for text in _ORIGINS.values())
    raise reader.wrong(f"expected {known}, found {_quoted(f'origin: {origin}')}")


def _read_table(reader: _Reader) -> str | None:
    """The table where the game continues."""
    table = _read_optional(reader, "table")
    return table and reader.bounded(table, LONGEST_TABLE, "the table")


def _read_made_by(reader: _Reader) -> tuple[MadeBy, ...]:
    """The moves made by programs for other players."""
    found: list[MadeBy] = []
    while True:
        here = reader.number
        line = reader.next("a move or 'result:'")
        label, colon, agent = line.partition(":")
        if not label.startswith("moves "):
            reader.number = here
            return tuple(found)
        numbers = reader.bounded(label.removeprefix("moves "), _LONGEST_LIST, "this list").split(",")
        if not colon or not all(number.isdecimal() and int(number) for number in numbers):
            raise reader.wrong(f"expected 'moves 3,5: <program>', found {_quoted(line)}")
        name = reader.bounded(agent.strip(), LONGEST_NAME, "this name")
        found.append(MadeBy(name, tuple(int(number) for number in numbers)))


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


def _read_result(reader: _Reader, seats: int) -> tuple[tuple[float, ...] | None, Ending | None]:
    words = reader.lines[reader.number - 1].strip().removeprefix("result:").split()
    if words == ["unfinished"]:
        return None, None
    try:
        kind = next((kind for kind in _END_KINDS if words[:1] == [kind]), None)
        lost = tuple(int(word) for word in words[1:]) if kind else ()
        if kind and bool(lost) != (kind == "drawn") and all(0 <= seat < seats for seat in lost):
            return None, Ending(kind, lost)
        if not kind and len(words) == seats:
            return tuple(float(word) for word in words), None
    except ValueError:
        pass
    raise reader.wrong(
        "the result should be the scores of all seats, 'unfinished', 'resigned <seat>', 'abandoned <seat>', "
        "'out-of-time <seat>', or 'drawn'"
    )


def _quoted(line: str) -> str:
    """A line as quoted in errors: shortened if it is long."""
    return repr(line if len(line) <= 80 else f"{line[:80]}…")
