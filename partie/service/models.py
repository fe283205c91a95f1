"""The shapes of what goes over the wire: the contract that OpenAPI publishes and TypeScript types are generated from."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field
from typing_extensions import TypeAliasType

from partie.core.routes import Option, OptionValues, Question
from partie.core.routes import Words as Words

View = TypeAliasType("View", dict[str, Any])
"""What a game shows of a position. `contract` publishes the shapes that games declare for these three."""
MoveData = TypeAliasType("MoveData", dict[str, Any])
"""A move as data, in games whose moves are more than a word."""
LegalData = TypeAliasType("LegalData", dict[str, Any])
"""One or several legal moves as data."""


class Choice(BaseModel):
    """A word that an option may have as its value, and what to call it."""

    name: str
    title: Words


class Setting(BaseModel):
    """A declared option of a game, or parameter of an agent. `group` is the heading it stands under where there are many."""

    name: str
    kind: Literal["switch", "integer", "number", "choice", "text"]
    default: Option
    choices: list[Choice] | None
    low: float | None
    high: float | None
    title: Words
    help: Words
    group: Words | None = None


class Preset(BaseModel):
    """Options under a name. `options` has the value of every option of the game; `usual_in` are the languages whose players expect this preset."""

    name: str
    title: Words
    help: Words
    options: dict[str, Option]
    usual_in: list[str]


class Level(BaseModel):
    name: str
    spec: str
    title: Words
    character: Words
    help: Words


class AgentFamily(BaseModel):
    """A kind of agent. `seats` are those it is made for, null where it plays any."""

    name: str
    title: Words
    help: Words
    params: list[Setting]
    seats: list[int] | None = None


class SeatRange(BaseModel):
    min: int
    max: int
    usual: int


class Game(BaseModel):
    """What there is to know about a game. `ready` is false while it is being compiled; `board` is the script of the board it brings, null where the pages have one or there is none."""

    name: str
    version: int
    title: Words
    blurb: Words
    seats: SeatRange
    teams: list[list[int]] | None
    hidden: bool
    chance: bool
    ready: bool
    options: list[Setting]
    presets: list[Preset]
    levels: list[Level]
    agents: list[AgentFamily]
    board: str | None


class Rules(BaseModel):
    lang: str
    markdown: str


class Reason(BaseModel):
    """A reason as a key with data, for programs, and as a sentence, for people."""

    key: str
    data: dict[str, Any]
    text: Words


class Candidate(BaseModel):
    """A move that was considered. Where `exact` is false, `value` is only an upper bound."""

    move: str
    data: MoveData | None = None
    value: float | None
    visits: int
    exact: bool


class Decision(BaseModel):
    """What an agent would do. `value` is the expected score of the seat to move, null where the agent has no idea."""

    move: str
    data: MoveData | None = None
    value: float | None
    agent: str
    seconds: float
    candidates: list[Candidate]
    why: Reason | None


class Seat(BaseModel):
    """A place at the table. `kept_for`: while it is open, the seat at the table before whose player it waits for. `title` is what the place itself is called, where the game names its places (`Germany`)."""

    seat: int
    kind: Literal["person", "open", "program"]
    name: str | None
    agent: str | None
    you: bool
    kept_for: int | None
    title: Words | None = None


class PlayedMove(BaseModel):
    """A move that stands. `move` is null while it is hidden from whoever looks; `data` is the same as data, in games whose moves are more than a word."""

    seq: int
    seat: int
    move: str | None
    data: MoveData | None = None


class Result(BaseModel):
    """How a game ended. `side` is what the winning team is called, in the plural, where the game names its teams (`The Allies`)."""

    kind: Literal["win", "draw", "resigned"]
    winners: list[int]
    reason: Reason | None
    side: Words | None = None


class Can(BaseModel):
    """What the seats of the secrets sent may do now."""

    move: bool
    takeback: bool
    hint: bool
    resign: bool


class Trouble(BaseModel):
    """A program that failed: its seat can be taken over."""

    seat: int
    text: Words


Origin = Literal["played", "handed_in"]


class TableHint(BaseModel):
    """What a program advised the seat to move, where everybody hears it."""

    seat: int
    decision: Decision


class TableState(BaseModel):
    """How a table is after event `seq`, as one seat, or a spectator, sees it: all that can change but the moves, of which `plies` stand."""

    seq: int
    seat: int | None
    seats: list[Seat]
    status: Literal["waiting", "playing", "over"]
    to_move: int | None
    thinking: bool
    turn_since: datetime
    plies: int
    legal: list[str]
    legal_data: list[LegalData] | None
    view: View
    scores: list[float] | None
    result: Result | None
    seed: str | None
    position: str
    can: Can
    hint: TableHint | None
    next: str | None
    trouble: Trouble | None


class Table(TableState):
    """A table with all its moves. `origin`: whether the game was played here, or handed in as a record."""

    id: str
    game: str
    version: int
    origin: Origin
    options: dict[str, Option]
    created: datetime
    moves: list[PlayedMove]
    seed_hash: str
    hints: Literal["off", "own", "all"]
    previous: str | None


class MoveEvent(PlayedMove):
    """A seat moved. `move` is null where it is hidden from whoever looks, and where it was taken back since."""

    kind: Literal["move"] = "move"


class TakebackEvent(BaseModel):
    """The last `count` moves were taken back: they no longer stand."""

    kind: Literal["takeback"] = "takeback"
    seq: int
    seat: int
    count: int


class ResignEvent(BaseModel):
    kind: Literal["resign"] = "resign"
    seq: int
    seat: int


class SitEvent(BaseModel):
    """Somebody sat down."""

    kind: Literal["sit"] = "sit"
    seq: int
    seat: int
    name: str | None


class NextEvent(BaseModel):
    """The next game was set up, at another table."""

    kind: Literal["next"] = "next"
    seq: int
    seat: int
    table: str


TableEvent = Annotated[
    MoveEvent | TakebackEvent | ResignEvent | SitEvent | NextEvent, Field(discriminator="kind")
]


class Update(BaseModel):
    """What happened at a table after event `since`, and how it is now. `revised`: earlier moves that are shown from now on, or no longer: at the end, and where the next seat of the same device looks."""

    since: int
    events: list[TableEvent]
    revised: list[PlayedMove]
    now: TableState


class Created(BaseModel):
    """A new table. `secrets` has one for every seat where a person sits; they are never shown again."""

    id: str
    secrets: dict[str, str]
    table: Table


class Seated(BaseModel):
    secret: str
    table: Table


class Step(BaseModel):
    """A position of a replay, after the move of that seat; the first has neither."""

    ply: int
    seat: int | None
    move: str | None
    position: str
    view: View


class Replay(BaseModel):
    """A table, and positions of its game in order. They may be fewer than were asked for, where they take much room: the rest is asked for again. `seen_by`: the seat whose view is shown, null where everything is."""

    seen_by: int | None
    table: Table
    steps: list[Step]


class Verification(BaseModel):
    """`ok`: the game was played here, its seed is the one promised, and its moves follow from it. For a record that was handed in nothing was promised: `seed_matches` is null, and nobody here can say who played."""

    ok: bool
    origin: Origin
    seed_matches: bool | None
    replay_matches: bool
    plies: int


class Problem(BaseModel):
    """What went wrong: a stable code, an English sentence, and data to fill translations."""

    code: str
    message: str
    data: dict[str, Any]


class Health(BaseModel):
    """`degraded`: the server is up but cannot do everything; `reason` says why."""

    status: Literal["ok", "degraded"]
    version: str
    compiling: str | None
    reason: Problem | None


class Server(BaseModel):
    """From where the server can be reached: from its own machine only, from its network, or at a public address. `addresses`: where others find it, the best first."""

    reach: Literal["machine", "network", "public"]
    addresses: list[str]


class ErrorAnswer(BaseModel):
    error: Problem


def _clean(name: str) -> str | None:
    """A name on one line: no control or invisible characters, which would break records and lists of names."""
    words = "".join(letter if letter.isprintable() else " " for letter in name).split()
    return " ".join(words) or None


Name = Annotated[str, Field(max_length=40), AfterValidator(_clean)]
AgentSpec = Annotated[str, Field(min_length=1, max_length=300)]
Seconds = Annotated[float, Field(ge=0.05, le=20.0, allow_inf_nan=False)]


class SeatRequest(Question):
    kind: Literal["person", "open", "program"]
    name: Name | None = None
    agent: AgentSpec | None = None
    kept_for: Annotated[int, Field(ge=0, le=15)] | None = None


class TableRequest(Question):
    game: Annotated[str, Field(max_length=64)]
    options: OptionValues = {}
    lang: Annotated[str, Field(max_length=16)] = "en"
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=16)]
    hints: Literal["off", "all"] | None = None
    after: Annotated[str, Field(max_length=64)] | None = None


class Hello(Question):
    """What a client says first on a WebSocket: the secrets of its seats, and the last event it has seen."""

    secrets: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=16)] = []
    since: int | None = None


class LiveTable(BaseModel):
    """The whole table, for a client that has not seen it yet, or too long ago."""

    type: Literal["table"] = "table"
    table: Table


class LiveUpdate(Update):
    """What happened since the message before; without events, that a program failed or gave a hint to all."""

    type: Literal["update"] = "update"


class LiveHint(BaseModel):
    """A player was given a hint, where hints are for all."""

    type: Literal["hint"] = "hint"
    hint: TableHint


class LiveThinking(BaseModel):
    """A program began to think, or stopped."""

    type: Literal["thinking"] = "thinking"
    seat: int
    on: bool


class LiveError(BaseModel):
    """The last message before the server closes the connection."""

    type: Literal["error"] = "error"
    error: Problem


class LivePing(BaseModel):
    """Nothing happened, and the line is not cut."""

    type: Literal["ping"] = "ping"


LiveMessage = Annotated[
    LiveTable | LiveUpdate | LiveHint | LiveThinking | LiveError | LivePing, Field(discriminator="type")
]
"""What the server sends on the WebSocket of a table."""


class SitRequest(Question):
    name: Name | None = None


class MoveRequest(Question):
    seq: int
    move: Annotated[str, Field(max_length=1000)]


class SeqRequest(Question):
    seq: int


class HintRequest(Question):
    agent: AgentSpec | None = None
    seconds: Seconds = 2.0


class AdviceRequest(Question):
    position: Annotated[str, Field(max_length=20_000)]
    options: OptionValues = {}
    names: Annotated[list[Name | None], Field(max_length=16)] = []
    agent: AgentSpec | None = None
    seconds: Seconds = 2.0


PLIES = r"^[0-9]{1,7}(-[0-9]{1,7})?(,[0-9]{1,7}(-[0-9]{1,7})?)*$"
"""Which positions of a replay: numbers and ranges."""


class RecordRequest(Question):
    """A record as text. `plies` as for the replay of a table."""

    record: Annotated[str, Field(max_length=256 * 1024)]
    keep: bool = False
    seen_by: Annotated[int, Field(ge=0, le=15)] | None = None
    plies: Annotated[str, Field(max_length=2000, pattern=PLIES)] | None = None
