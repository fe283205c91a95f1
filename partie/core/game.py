"""`Game`, `State` and `View`: the friendly face of compiled rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.capabilities import Capabilities
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadOption, IllegalMove, not_a_move
from partie.core.parameters import Parameter, Text, Value, complete
from partie.core.phrases import Names, filled, numbered

PRESET = "preset"
"""Where options are given, this one names a preset."""


@dataclass(frozen=True)
class Level:
    """A named strength: an agent spec with a character."""

    name: str
    spec: str
    title: Text
    character: Text
    help: Text


@dataclass(frozen=True)
class Family:
    """A kind of agent: how to build one from its parameters. `build(game, seed, **parameters)`. `title` is what pages call it, `seats` are those it is made for, where it is not for all."""

    name: str
    build: Callable[..., Any]
    title: Text = field(default_factory=dict)
    help: Text = field(default_factory=dict)
    params: tuple[Parameter, ...] = ()
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Preset:
    """Options under a name: a way the game is usually played. What `options` leaves out has its default.

    `usual_in`: the languages whose players mean this one when they just say the name of the game."""

    name: str
    title: Text = field(default_factory=dict)
    help: Text = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)
    usual_in: tuple[str, ...] = ()


class Notation:
    """Moves and positions as text. A game's `notation.py` subclasses this; states are records of the game's dtype."""

    def move_text(self, state: Any, move: int) -> str:
        """A move as people write it; `IllegalMove` if the number stands for none."""
        raise NotImplementedError

    def read_move(self, state: Any, text: str) -> int:
        """The move written so, legal or not; `IllegalMove` if it makes no sense at all."""
        raise NotImplementedError

    def move_data(self, state: Any, move: int) -> Any:
        """A move as data, where a page would otherwise have to take its text apart; None: the text says all. Subclasses annotate the shape they return."""
        return None

    def legal_data(self, state: Any, moves: Sequence[int]) -> list[Any] | None:
        """The legal moves as data, in their order; one entry may stand for several, as its shape says. None: their texts say all."""
        return None

    def why_illegal(self, state: Any, move: int) -> str:
        """Why a readable move may not be played here, as a sentence."""
        return "This move is not allowed here."

    def refusal(self, state: Any, move: int, text: int | str) -> IllegalMove:
        """The error for a readable move that may not be played here; a game that gives its reasons in every language adds them as `sentence`."""
        return IllegalMove(self.why_illegal(state, move), move=text)

    def position_text(self, state: Any) -> str:
        """The whole position as text."""
        raise NotImplementedError

    def read_position(self, state: Any, text: str) -> None:
        """Fill a freshly started state (its options are set) from text; `BadPosition` with a sentence if that is impossible."""
        raise NotImplementedError


@dataclass(frozen=True)
class Game:
    """Everything the house knows about a game, as declared data. `rules` is the module of compiled verbs.

    `final(before, after, seat)`: whether the move between these two states has shown this seat something that it could not know and cannot
    unsee: dice, cards that came to it, a card from somebody else's hand. Where that seat is a person's, the move and what came before it
    cannot be taken back. A game with chance or hidden things declares it; the contract suite finds out when it says too little."""

    name: str
    version: int
    title: Text
    blurb: Text
    rules: ModuleType
    notation: Notation
    display: Callable[[View], Mapping[str, Any]]
    """A view as JSON for clients. Its annotation names a `Shape`, from which OpenAPI has a schema."""
    seats: tuple[int, int]
    draw: Callable[[View], str] = str
    """The view for a terminal. Without one: the position as text."""
    usual_seats: int | None = None
    teams: tuple[tuple[int, ...], ...] | None = None
    seat_titles: tuple[Text, ...] = ()
    """What seats are called where the seat matters more than who sits there, like the powers of a war."""
    team_titles: tuple[Text, ...] = ()
    """What the teams are called, in the plural and in the order of `teams`."""
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
    resignation: Callable[[int], tuple[str, dict[str, Any]]] | None = None
    """What is said, as a phrase, when a seat gives up."""
    final: Callable[[State, State, int], bool] | None = None
    secret: Callable[[State, int], bool] | None = None
    """Whether a move about to be played is hidden from the other seats until the game is over."""
    can: Capabilities = field(default_factory=Capabilities)

    @property
    def table_size(self) -> int:
        """How many sit down where nobody says otherwise."""
        return self.usual_seats or self.seats[0]

    @property
    def folder(self) -> Path:
        """The folder of its package, where its rules pages are."""
        file = Path(self.rules.__file__ or "")
        return file.parent.parent if file.name == "__init__.py" else file.parent

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record type of its states."""
        return self.rules.State

    def read_options(self, given: Mapping[str, Any] | None) -> dict[str, Value]:
        """All options with checked values. `preset` among those given names a preset, which the others change."""
        wanted = dict(given or {})
        if self.presets and PRESET in wanted:
            wanted = {**self.preset_options(str(wanted.pop(PRESET))), **wanted}
        return complete(self.options, wanted, self.title["en"])

    def preset_options(self, name: str) -> dict[str, Value]:
        """All options as the preset of that name sets them."""
        for preset in self.presets:
            if preset.name == name:
                return complete(self.options, preset.options, self.title["en"])
        known = ", ".join(preset.name for preset in self.presets)
        raise BadOption(f"{self.title['en']} has no preset called {name!r}; it knows: {known}.")

    def usual_preset(self, language: str) -> Preset | None:
        """What players who speak this language expect where nobody asks for anything else; None: the defaults."""
        return next((preset for preset in self.presets if language in preset.usual_in), None)

    def start(
        self,
        options: Mapping[str, Any] | None = None,
        chance: NDArray[np.uint64] | None = None,
        seats: int | None = None,
    ) -> State:
        """The first position. `chance` deals where there is something to deal."""
        seats = self.table_size if seats is None else seats
        if not self.seats[0] <= seats <= self.seats[1]:
            raise BadOption(
                f"{self.title['en']} is for {self.seats[0]} to {self.seats[1]} players, not {seats}."
            )
        values = self.read_options(options)
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
        """An empty record of this game's states."""
        return np.zeros(1, self.dtype).view(np.recarray)[0]

    def phrase(self, key: str, data: Mapping[str, Any], names: Names = numbered) -> dict[str, str]:
        """A sentence of the game's phrase book in every language. Data may hold words that are themselves translated, and seats, called as `names` says."""
        return filled(self.phrases[key], data, names)


def _or_fixed(chance: NDArray[np.uint64] | None) -> NDArray[np.uint64]:
    return new_chance("fixed") if chance is None else chance


def _number(move: int) -> int:
    """The number of a move, if it is one that compiled code can take."""
    number = int(move)
    if not -(1 << 63) <= number < 1 << 63:
        raise not_a_move(number)
    return number


class _Position:
    """What a state and a view have in common: a record that can be asked about the game."""

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
        """The legal moves, as numbers."""
        if self.over:
            return []
        out = np.empty(self.game.rules.MOVES, dtype=np.int64)
        return [int(move) for move in out[: verbs.moves(self.record, out)]]

    @property
    def scores(self) -> list[float]:
        """The score of every seat; higher is better."""
        return [float(verbs.score(self.record, seat)) for seat in range(self.seats)]

    def text(self, move: int) -> str:
        """A move in the game's notation."""
        return self.game.notation.move_text(self.record, _number(move))

    def parse(self, text: str) -> int:
        """The legal move written so; `IllegalMove` with the reason otherwise."""
        move = self.game.notation.read_move(self.record, text.strip())
        if not self.is_legal(move):
            raise self.game.notation.refusal(self.record, move, text.strip())
        return move

    def is_legal(self, move: int) -> bool:
        """Whether this number is among `moves`, found out without listing them where the game can."""
        return bool(verbs.legal(self.record, _number(move)))

    def __str__(self) -> str:
        return self.game.notation.position_text(self.record)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Position):
            return NotImplemented
        return type(self) is type(other) and self.game is other.game and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def _copied(self) -> Any:
        """The record again, copied as a whole: from Python that is many times faster than field by field."""
        twin = np.zeros(1, self.game.dtype).view(np.recarray)
        twin[0] = self.record
        return twin[0]

    def __bytes__(self) -> bytes:
        return bytes(self.record.tobytes())


class State(_Position):
    """Everything about a position, hidden things included. Only referees hold one.

    >>> from partie.core.registry import games
    >>> state = games()[0].start()
    >>> state.play(state.moves[0])
    >>> state.to_move, state.over
    (1, False)
    """

    def play(self, move: int | str, chance: NDArray[np.uint64] | None = None) -> None:
        """Play a move, a number or text. Dice and deals come from `chance`."""
        self.play_legal(self.legal(move), chance)

    def legal(self, move: int | str) -> int:
        """The number of a legal move; `IllegalMove` with the reason otherwise."""
        if isinstance(move, str):
            return self.parse(move)
        if not self.is_legal(move):
            raise self.game.notation.refusal(self.record, int(move), move)
        return int(move)

    def play_legal(self, move: int, chance: NDArray[np.uint64] | None = None) -> None:
        """Play a move that `legal` has found to be one, without looking again."""
        verbs.play(self.record, move, _or_fixed(chance))

    def view(self, seat: int) -> View:
        """What this seat may know; seat -1 is a spectator."""
        record = self.game.blank()
        verbs.observe(self.record, seat, record)
        return View(self.game, record, seat)

    def open_view(self, seat: int) -> View:
        """Everything, hidden things included, from the place of this seat; for games that nobody plays any more."""
        return View(self.game, self.copy().record, seat, is_open=True)

    def copy(self) -> State:
        return State(self.game, self._copied())


class View(_Position):
    """What one seat may know of a state: all an agent or a client ever gets. `is_open`: nothing is hidden, the game is over."""

    def __init__(self, game: Game, record: Any, seat: int, *, is_open: bool = False) -> None:
        super().__init__(game, record)
        self.seat = seat
        self.is_open = is_open

    def copy(self) -> View:
        """A view of one's own, to change."""
        return View(self.game, self._copied(), self.seat, is_open=self.is_open)

    def closed(self) -> View:
        """What the seat itself knows, where the view is an open one."""
        return State(self.game, self.record).view(self.seat)

    def sample(self, chance: NDArray[np.uint64], mind: int = 0) -> State:
        """A state this view is compatible with, the unknown filled in at random; with a `mind`, as an agent of that mind guesses it, who may forget or believe."""
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
    """Who wins and loses together: the teams, or every seat for itself."""
    return game.teams if game.teams is not None else [(seat,) for seat in range(seats)]
