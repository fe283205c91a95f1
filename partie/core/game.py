"""`Game`, `State` and `View`: a convenient Python interface to compiled rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import SAID
from partie.core.capabilities import Capabilities
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadOption, IllegalMove, illegal, not_a_move
from partie.core.parameters import Parameter, Text, Value, complete
from partie.core.phrases import Names, filled, numbered

PRESET = "preset"
"""The name that, among options, selects a preset."""


@dataclass(frozen=True)
class Level:
    """A named strength: an agent spec with a title and a character."""

    name: str
    spec: str
    title: Text
    character: Text
    help: Text


@dataclass(frozen=True)
class Family:
    """A kind of agent. `build(game, seed, **parameters)` makes one.

    `title` is what pages call it. `seats` lists the seats it can play, or is None if it can play all of them.
    """

    name: str
    build: Callable[..., Any]
    title: Text = field(default_factory=dict)
    help: Text = field(default_factory=dict)
    params: tuple[Parameter, ...] = ()
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Preset:
    """A named set of options: a way in which the game is often played.

    Options that are left out have their defaults.

    `usual_in` lists the languages whose speakers expect this preset when they name the game and nothing else.
    """

    name: str
    title: Text = field(default_factory=dict)
    help: Text = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)
    usual_in: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeatsBy:
    """An option that fixes the number of seats, such as the choice of a board: the seats for each value."""

    option: str
    seats: Mapping[Value, int]


class Notation:
    """Moves and positions as text.

    A game's `notation.py` subclasses this. A `state` here is a record of the game's dtype."""

    def move_text(self, state: Any, move: int) -> str:
        """The text of a move; raises `IllegalMove` if the number is no move of the game."""
        raise NotImplementedError

    def read_move(self, state: Any, text: str) -> int:
        """Parse the text of a move, legal or not; raises `IllegalMove` if it cannot be understood."""
        raise NotImplementedError

    def move_data(self, state: Any, move: int) -> Any:
        """The move as data, for pages that would otherwise parse its text; None if the text is enough.

        Subclasses annotate the shape they return."""
        return None

    def legal_data(self, state: Any, moves: Sequence[int]) -> list[Any] | None:
        """The legal moves as data, in order, or None if their texts are enough.

        One entry may stand for several moves if its shape says so."""
        return None

    def why_illegal(self, state: Any, move: int) -> str | Text:
        """A sentence that says why this move is not legal here, in English or in every language."""
        return "This move is not allowed here."

    def refusal(self, state: Any, move: int, text: int | str) -> IllegalMove:
        """The error for a move that is not legal here."""
        return illegal(self.why_illegal(state, move), text)

    def position_text(self, state: Any) -> str:
        """The whole position as text."""
        raise NotImplementedError

    def read_position(self, state: Any, text: str) -> None:
        """Fill a newly started state, whose options are set, from text.

        Raises `BadPosition` with the reason if the text is wrong."""
        raise NotImplementedError


@dataclass(frozen=True)
class Game:
    """The declaration of a game: all that the rest of Partie knows about it.

    `rules` is the module of compiled verbs.

    `final(before, after, seat)` says whether the move between these two states has shown this seat something
    that it did not know before, such as dice, cards dealt to it, or a card from another hand. If a person has
    that seat, this move and those before it cannot be taken back. A game with chance or hidden information
    must declare `final`; the contract suite reports cases it misses."""

    name: str
    version: int
    title: Text
    blurb: Text
    rules: ModuleType
    notation: Notation
    display: Callable[[View], Mapping[str, Any]]
    """Returns a view as JSON for clients; where nothing is `hidden`, the same for every seat. Its return
    annotation names a `Shape`, from which the OpenAPI schema is made."""
    seats: tuple[int, int]
    draw: Callable[[View], str] = str
    """Returns a view as text for a terminal; by default, the position in the game's notation."""
    usual_seats: int | None = None
    seats_by: SeatsBy | None = None
    """The option that fixes the number of seats, if one does."""
    teams: tuple[tuple[int, ...], ...] | None = None
    seat_titles: tuple[Text, ...] = ()
    """Names of the seats in games where the seat matters more than the person in it, such as the powers of a
    war."""
    team_titles: tuple[Text, ...] = ()
    """Names of the teams, in the plural, in the order of `teams`."""
    hidden: bool = False
    chance: bool = False
    longest: int = 1000
    options: tuple[Parameter, ...] = ()
    presets: tuple[Preset, ...] = ()
    families: Mapping[str, Family] = field(default_factory=dict)
    levels: Mapping[str, Level] = field(default_factory=dict)
    hinter: str = "random"
    phrases: Mapping[str, Text] = field(default_factory=dict)
    outcome: Callable[[State], tuple[str, dict[str, Any]] | None] = lambda state: None
    resignation: Callable[[State, int], tuple[str, dict[str, Any]]] | None = None
    """Returns the phrase, as a key and its data, for a seat that resigns in a position."""
    draws: bool = False
    """Whether players may agree on a draw."""
    out_of_time: Literal["lost", "program"] = "program"
    """What happens where players have a clock and theirs runs out: they lose, or a program moves for them."""
    rounds: Callable[[State], int] | None = None
    """How many deals or rounds have begun, in a game that consists of several."""
    final: Callable[[State, State, int], bool] | None = None
    secret: Callable[[State, int], bool] | None = None
    """Whether a move about to be played is hidden from the other seats until the game is over."""
    can: Capabilities = field(default_factory=Capabilities)

    @property
    def table_size(self) -> int:
        """The default number of seats."""
        return self.usual_seats or self.seats[0]

    def table_size_with(self, options: Mapping[str, Value]) -> int:
        """The usual number of seats with these options, which are all of them."""
        return (
            self.table_size if self.seats_by is None else self.seats_by.seats[options[self.seats_by.option]]
        )

    def _seats_reason(self, options: Mapping[str, Value]) -> str:
        return (
            "" if self.seats_by is None else f" with {self.seats_by.option}={options[self.seats_by.option]}"
        )

    @property
    def folder(self) -> Path:
        """The folder of the game's package, which contains its rules pages."""
        file = Path(self.rules.__file__ or "")
        return file.parent.parent if file.name == "__init__.py" else file.parent

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record type of the game's states."""
        return self.rules.State

    def read_options(self, given: Mapping[str, Any] | None) -> dict[str, Value]:
        """Check the given options and add the defaults of all others.

        `preset` among them names a preset, which the other given options modify."""
        chosen = dict(given or {})
        if self.presets and PRESET in chosen:
            chosen = {**self.preset_options(str(chosen.pop(PRESET))), **chosen}
        return complete(self.options, chosen, self.title["en"])

    def preset_options(self, name: str) -> dict[str, Value]:
        """The values of all options under the preset of that name."""
        for preset in self.presets:
            if preset.name == name:
                return complete(self.options, preset.options, self.title["en"])
        known = ", ".join(preset.name for preset in self.presets)
        raise BadOption(f"{self.title['en']} has no preset called {name!r}; it knows: {known}.")

    def usual_preset(self, language: str) -> Preset | None:
        """The preset that speakers of this language expect by default, or None."""
        return next((preset for preset in self.presets if language in preset.usual_in), None)

    def start(
        self,
        options: Mapping[str, Any] | None = None,
        chance: NDArray[np.uint64] | None = None,
        seats: int | None = None,
    ) -> State:
        """The starting position. Anything that has to be dealt or rolled is drawn from `chance`."""
        values = self.read_options(options)
        seats = self.table_size_with(values) if seats is None else seats
        low, high = self.seats if self.seats_by is None else (self.table_size_with(values),) * 2
        if not low <= seats <= high:
            number = f"{low} to {high}" if low < high else low
            raise BadOption(
                f"{self.title['en']}{self._seats_reason(values)} is for {number} players, not {seats}."
            )
        codes = [parameter.code(values[parameter.name]) for parameter in self.options]
        state = State(self, self.blank())
        verbs.start(state.record, np.array([*codes, seats], dtype=np.int64), _or_fixed(chance))
        return state

    def position(
        self, text: str, options: Mapping[str, Any] | None = None, seats: int | None = None
    ) -> State:
        """The position written in `text`."""
        state = self.start(options, seats=seats)
        self.notation.read_position(state.record, text)
        return state

    def blank(self) -> Any:
        """A blank state record."""
        return np.zeros(1, self.dtype).view(np.recarray)[0]

    def phrase(self, key: str, data: Mapping[str, Any], names: Names = numbered) -> dict[str, str]:
        """One of the game's phrases in every language, with its data filled in.

        Data may contain words that are themselves translated, and seats, which `names` turns into names."""
        if key == SAID:
            return dict.fromkeys(self.title, str(data["text"]))
        return filled(self.phrases[key], data, names)


def _or_fixed(chance: NDArray[np.uint64] | None) -> NDArray[np.uint64]:
    return new_chance("fixed") if chance is None else chance


def _number(move: int) -> int:
    """The move as a Python integer; raises `IllegalMove` if it does not fit into 64 bits."""
    number = int(move)
    if not -(1 << 63) <= number < 1 << 63:
        raise not_a_move(number)
    return number


class _Position:
    """What states and views have in common: a record, and questions about the position in it."""

    def __init__(self, game: Game, record: Any) -> None:
        self.game = game
        self.record = record

    @property
    def to_move(self) -> int:
        return int(verbs.to_move(self.record))

    @property
    def over(self) -> bool:
        return bool(verbs.over(self.record))

    @property
    def seats(self) -> int:
        return int(verbs.seats(self.record))

    @property
    def moves(self) -> list[int]:
        """The numbers of the legal moves."""
        if self.over:
            return []
        out = np.empty(self.game.rules.MOVES, dtype=np.int64)
        listed: list[int] = out[: verbs.moves(self.record, out)].tolist()
        return listed

    @property
    def scores(self) -> list[float]:
        """The score of every seat; higher is better."""
        return [float(verbs.score(self.record, seat)) for seat in range(self.seats)]

    def text(self, move: int) -> str:
        """A move in the game's notation."""
        return self.game.notation.move_text(self.record, _number(move))

    def texts(self, moves: Iterable[int]) -> list[str]:
        """Moves that are among `moves` in the game's notation."""
        text, record = self.game.notation.move_text, self.record
        return [text(record, move) for move in moves]

    def parse(self, text: str) -> int:
        """Parse the text of a legal move; raises `IllegalMove` with the reason if it is not legal."""
        move = self.game.notation.read_move(self.record, text.strip())
        if not self.is_legal(move):
            raise self.game.notation.refusal(self.record, move, text.strip())
        return move

    def is_legal(self, move: int) -> bool:
        """Whether this number is among `moves`. Does not list them all if the game has a faster test."""
        return bool(verbs.legal(self.record, _number(move)))

    def __str__(self) -> str:
        return self.game.notation.position_text(self.record)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Position):
            return NotImplemented
        return type(self) is type(other) and self.game is other.game and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def _copy_record(self) -> Any:
        """A copy of the record, made as a whole: in Python that is much faster than field by field."""
        twin = np.zeros(1, self.game.dtype).view(np.recarray)
        twin[0] = self.record
        return twin[0]

    def __bytes__(self) -> bytes:
        return bytes(self.record.tobytes())


class State(_Position):
    """A complete position, including what is hidden from players. Only the referee has one.

    >>> from partie.core.registry import games
    >>> state = games()[0].start()
    >>> state.play(state.moves[0])
    >>> state.to_move, state.over
    (1, False)
    """

    def play(self, move: int | str, chance: NDArray[np.uint64] | None = None) -> None:
        """Play a move given as a number or as text. Dice and deals are drawn from `chance`."""
        self.play_legal(self.legal(move), chance)

    def legal(self, move: int | str) -> int:
        """The number of a legal move given as a number or as text; raises `IllegalMove` with the reason."""
        if isinstance(move, str):
            return self.parse(move)
        if not self.is_legal(move):
            raise self.game.notation.refusal(self.record, int(move), move)
        return int(move)

    def play_legal(self, move: int, chance: NDArray[np.uint64] | None = None) -> None:
        """Play a move that `legal` has checked, without checking it again."""
        verbs.play(self.record, move, _or_fixed(chance))

    def view(self, seat: int) -> View:
        """The view of a seat: what it may know. Seat -1 is a spectator."""
        record = self.game.blank()
        verbs.observe(self.record, seat, record)
        return View(self.game, record, seat)

    def open_view(self, seat: int) -> View:
        """The complete position as a view of this seat, with nothing hidden; for games that are over."""
        return View(self.game, self.copy().record, seat, is_open=True)

    def copy(self) -> State:
        return State(self.game, self._copy_record())


class View(_Position):
    """What one seat may know of a state. Agents and clients never get more than this.

    With `is_open` nothing is hidden, because the game is over."""

    def __init__(self, game: Game, record: Any, seat: int, *, is_open: bool = False) -> None:
        super().__init__(game, record)
        self.seat = seat
        self.is_open = is_open

    def copy(self) -> View:
        """An independent copy, which may be changed."""
        return View(self.game, self._copy_record(), self.seat, is_open=self.is_open)

    def closed(self) -> View:
        """This view with everything hidden again that the seat does not know."""
        return State(self.game, self.record).view(self.seat)

    def sample(self, chance: NDArray[np.uint64], mind: int = 0) -> State:
        """Draw a state that is compatible with this view, with everything unknown filled in at random.

        With a `mind`, draw it as an agent with that mind would guess it: such an agent may forget things or
        hold beliefs."""
        record = self.game.blank()
        if mind:
            verbs.guess(self.record, self.seat, mind, chance, record)
        else:
            verbs.determinise(self.record, self.seat, chance, record)
        return State(self.game, record)

    def display(self) -> dict[str, Any]:
        """The view as JSON for clients."""
        return dict(self.game.display(self))


def sides(game: Game, seats: int) -> Sequence[tuple[int, ...]]:
    """The groups of seats that win and lose together: the teams, without seats that are not taken, or each
    seat alone."""
    if game.teams is None:
        return [(seat,) for seat in range(seats)]
    return tuple(tuple(seat for seat in team if seat < seats) for team in game.teams)
