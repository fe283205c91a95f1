"""Models of requests and responses, from which OpenAPI and the TypeScript types are generated."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field
from typing_extensions import TypeAliasType

from partie.core.routes import Option, OptionValues, Question
from partie.core.routes import Words as Words

View = TypeAliasType("View", dict[str, Any])
"""What a game shows of a position. `contract` publishes the models that games declare for these three."""
MoveData = TypeAliasType("MoveData", dict[str, Any])
"""A move as data, in games whose moves have structure."""
LegalData = TypeAliasType("LegalData", dict[str, Any])
"""One or several legal moves as data."""


class Choice(BaseModel):
    """A possible value of an option, and its title."""

    name: str
    title: Words


class Setting(BaseModel):
    """An option of a game or a parameter of an agent. `group` is the heading under which it is listed."""

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
    """A named set of options.

    `options` has a value for every option of the game; `usual_in` lists the languages whose players expect
    this preset."""

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
    """A kind of agent. `seats` are those it can play, null if all."""

    name: str
    title: Words
    help: Words
    params: list[Setting]
    seats: list[int] | None = None


class SeatsBy(BaseModel):
    """An option that fixes the number of seats: the seats by its value."""

    option: str
    seats: dict[str, int]


class SeatRange(BaseModel):
    min: int
    max: int
    usual: int
    by: SeatsBy | None = None


class Game(BaseModel):
    """A game.

    `out_of_time`: what happens to somebody whose clock runs out: they lose, or a program moves for them.
    `ready` is false while it is being compiled; `board` is the script of the board in its package, null if
    there is none."""

    name: str
    version: int
    title: Words
    blurb: Words
    seats: SeatRange
    teams: list[list[int]] | None
    hidden: bool
    chance: bool
    out_of_time: Literal["lost", "program"]
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
    """A reason: a key with data for programs, and a sentence for people."""

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
    """An agent's choice.

    `value` is the expected score of the seat to move, null if the agent has no estimate."""

    move: str
    data: MoveData | None = None
    value: float | None
    agent: str
    seconds: float
    candidates: list[Candidate]
    why: Reason | None


class StandIn(BaseModel):
    """A program that plays for a person who is away or whose time is up: until they return, for one move, or
    to the end of the game."""

    agent: str
    until: Literal["return", "move", "end"]


class Seat(BaseModel):
    """A seat.

    `stand_in` is the program that plays for a person, null if they play themselves. `kept_for`: the seat at
    the previous table for whose player this open seat is reserved. `colour` is the one a person has chosen.
    `title` is the name of the seat itself, in
    games that name their seats (`Germany`)."""

    seat: int
    kind: Literal["person", "open", "program"]
    name: str | None
    agent: str | None
    you: bool
    kept_for: int | None
    stand_in: StandIn | None = None
    colour: str | None = None
    title: Words | None = None


class PlayedMove(BaseModel):
    """A move that was not taken back.

    `move` is null while it is hidden from this seat; `data` is the move as data, in games whose moves have
    structure; `agent` is the program that made it, null for a person."""

    seq: int
    seat: int
    move: str | None
    data: MoveData | None = None
    agent: str | None = None


class Result(BaseModel):
    """How a game ended.

    `side` is the name of the winning team, in games that name their teams (`The Allies`)."""

    kind: Literal["win", "draw", "resigned", "abandoned", "out_of_time"]
    winners: list[int]
    reason: Reason | None
    side: Words | None = None


What = Literal["takeback", "draw", "pause", "level"]
"""What a person may ask of the other people: to take moves back, for a draw, for a pause, or to change the
level of a program."""
Pending = Literal["takeback", "draw", "pause", "level", "resign"]
"""What may wait for an answer: also that a side resigns, which its people must agree on."""


class Can(BaseModel):
    """What the seats of the secrets in the request may do now. `ask`: what they may ask of the other people;
    where there are none, it is done at once. `doors`: open the table to spectators, or close it."""

    move: bool
    takeback: bool
    hint: bool
    resign: bool
    ask: list[What]
    doors: bool


class SeedPart(BaseModel):
    """A part of the seed: that of a seat's device, or the server's, where `seat` is null."""

    seat: int | None
    part: str


class Asked(BaseModel):
    """A request that is not decided yet: made by `seat` with event `seq`, and to be answered by the seats
    `needed`.

    For `level`, `program` is the seat of the program to change and `agent` its new level."""

    seq: int
    seat: int
    what: Pending
    needed: list[int]
    program: int | None = None
    agent: str | None = None


class Clock(BaseModel):
    """How much time people have: `seconds` for every move, or for the whole game and `increment` for every
    move. `out_of_time`: what happens when it is up."""

    kind: Literal["move", "game"]
    seconds: float
    increment: float
    out_of_time: Literal["lost", "program"]


class TimeLeft(BaseModel):
    """The seconds each seat has left, null for programs, as they were at `turn_since`; since then the clock
    of the seat `running` runs."""

    seconds: list[float | None]
    running: int | None


class Trouble(BaseModel):
    """A program that failed: its seat can be taken over."""

    seat: int
    text: Words


Origin = Literal["played", "handed_in", "on_device"]


class TableHint(BaseModel):
    """A program's advice to the seat to move, shown to everybody."""

    seat: int
    decision: Decision


class TableState(BaseModel):
    """The state of a table after event `seq`, as one seat or a spectator sees it.

    It has everything that can change, except the list of moves; `plies` is their number. `turn` is the event
    with which the turn began: later ones are beside the game. `awaited` are the seats whose devices have not
    sent their part of the seed: nothing is dealt before. `seed_parts` are those sent, with the server's once
    the game is over. `closed`: nobody may watch."""

    seq: int
    turn: int
    seat: int | None
    seats: list[Seat]
    status: Literal["waiting", "playing", "over"]
    to_move: int | None
    thinking: bool
    paused: bool
    turn_since: datetime
    time_left: TimeLeft | None
    asked: Asked | None
    plies: int
    legal: list[str]
    legal_data: list[LegalData] | None
    view: View
    scores: list[float] | None
    result: Result | None
    seed: str | None
    awaited: list[int]
    seed_parts: list[SeedPart]
    closed: bool
    position: str
    can: Can
    hint: TableHint | None
    next: str | None
    trouble: Trouble | None


class Table(TableState):
    """A table with all its moves.

    `origin` tells whether the game was played here, handed in as a record, or handed in by the device on
    which it was played without a server. `delay`: a spectator sees everything this many seconds later."""

    id: str
    game: str
    version: int
    origin: Origin
    options: dict[str, Option]
    created: datetime
    moves: list[PlayedMove]
    seed_hash: str
    hints: Literal["off", "own", "all"]
    clock: Clock | None
    previous: str | None
    delay: float


class MoveEvent(PlayedMove):
    """A seat moved. `move` is null if it is hidden from this seat, or was taken back since."""

    kind: Literal["move"] = "move"


class TakebackEvent(BaseModel):
    """The last `count` moves were taken back."""

    kind: Literal["takeback"] = "takeback"
    seq: int
    seat: int
    count: int


class ResignEvent(BaseModel):
    kind: Literal["resign"] = "resign"
    seq: int
    seat: int


class SitEvent(BaseModel):
    """Somebody took a seat."""

    kind: Literal["sit"] = "sit"
    seq: int
    seat: int
    name: str | None


class NextEvent(BaseModel):
    """The rematch was set up, at another table."""

    kind: Literal["next"] = "next"
    seq: int
    seat: int
    table: str


class StandInEvent(BaseModel):
    """A program plays for seat `away`, whose player has left, because `seat` asked for it."""

    kind: Literal["stand_in"] = "stand_in"
    seq: int
    seat: int
    away: int
    agent: str


class ReturnEvent(BaseModel):
    """A person plays again, and not a program for them."""

    kind: Literal["return"] = "return"
    seq: int
    seat: int


class ClaimEvent(BaseModel):
    """The game was won against the seats `away`, whose players have left."""

    kind: Literal["claim"] = "claim"
    seq: int
    seat: int
    away: list[int]


class AskEvent(Asked):
    """Somebody asked the others for something."""

    kind: Literal["ask"] = "ask"


class AnswerEvent(BaseModel):
    """Somebody agreed to a request, refused it, or withdrew their own."""

    kind: Literal["answer"] = "answer"
    seq: int
    seat: int
    yes: bool


class TableChangeEvent(BaseModel):
    """The game was drawn, paused or resumed."""

    kind: Literal["draw", "pause", "resume"]
    seq: int
    seat: int


class LevelEvent(BaseModel):
    """The program in seat `program` plays at another level."""

    kind: Literal["level"] = "level"
    seq: int
    seat: int
    program: int
    agent: str


class TimeoutEvent(BaseModel):
    """The time of a seat was up: a program moves, or without `agent` the game is lost."""

    kind: Literal["timeout"] = "timeout"
    seq: int
    seat: int
    agent: str | None


class PartEvent(BaseModel):
    """The device of a seat sent its part of the seed."""

    kind: Literal["part"] = "part"
    seq: int
    seat: int


class FillEvent(BaseModel):
    """A program took a seat for which nobody had come."""

    kind: Literal["fill"] = "fill"
    seq: int
    seat: int
    agent: str
    name: str


class DoorsEvent(BaseModel):
    """The table was opened to spectators, or closed."""

    kind: Literal["doors"] = "doors"
    seq: int
    seat: int
    open: bool


TableEvent = Annotated[
    MoveEvent
    | TakebackEvent
    | ResignEvent
    | SitEvent
    | NextEvent
    | StandInEvent
    | ReturnEvent
    | ClaimEvent
    | AskEvent
    | AnswerEvent
    | TableChangeEvent
    | LevelEvent
    | TimeoutEvent
    | PartEvent
    | FillEvent
    | DoorsEvent,
    Field(discriminator="kind"),
]


class SeatPresence(BaseModel):
    """Whether the person in a seat is here; otherwise since when they have been away, and for how many
    seconds."""

    seat: int
    here: bool
    away_since: datetime | None = None
    seconds: float = 0.0


class Presence(BaseModel):
    """Who is at a table `now`: its people, and the number of spectators. After `grace` seconds without a
    player the others may go on."""

    seats: list[SeatPresence]
    watchers: int
    grace: float
    now: datetime


class Update(BaseModel):
    """What happened at a table after event `since`, and its state now.

    `revised` lists earlier moves that are now visible, or no longer: when the game is over, and when another
    seat of the same device is to move."""

    since: int
    events: list[TableEvent]
    revised: list[PlayedMove]
    now: TableState


class Created(BaseModel):
    """A new table. `secrets` has one secret for each person's seat; they are not sent again."""

    id: str
    secrets: dict[str, str]
    table: Table


class Seated(BaseModel):
    secret: str
    table: Table


class Step(BaseModel):
    """A position of a replay, after `move` by `seat`; both are null for the first."""

    ply: int
    seat: int | None
    move: str | None
    position: str
    view: View


class Replay(BaseModel):
    """A table and positions of its game, in order.

    There may be fewer than requested if they are large: request the rest again. `seen_by` is the seat whose
    view is shown, null if nothing is hidden."""

    seen_by: int | None
    table: Table
    steps: list[Step]


class Remark(BaseModel):
    """A comment on the moves from `first` to `last`, both included; `seat` is whose moves they mainly are,
    `turn` by how much its chances changed with them, from -1 to 1."""

    first: int
    last: int
    seat: int
    text: Words
    turn: float


class Commentary(BaseModel):
    """Comments on a game, in order."""

    remarks: list[Remark]


class ExplanationLine(BaseModel):
    """A part of an explanation under its own heading."""

    label: Words
    text: Words


class Explanation(BaseModel):
    """Why a move was played: what it belongs to, and what speaks for it."""

    title: Words
    lines: list[ExplanationLine]


class Verification(BaseModel):
    """The result of a verification.

    `ok`: the game was played here, its seed matches the hash published at the start, and replaying it gives
    the same game. For a record that was handed in, no hash was published: `seed_matches` is null, and this
    server cannot vouch for the players."""

    ok: bool
    origin: Origin
    seed_matches: bool | None
    replay_matches: bool
    plies: int


class Problem(BaseModel):
    """An error: a stable code, an English sentence, and data for translations."""

    code: str
    message: str
    data: dict[str, Any]


class Health(BaseModel):
    """The health of the server. `degraded`: it is up but cannot do everything; `reason` says why."""

    status: Literal["ok", "degraded"]
    version: str
    compiling: str | None
    reason: Problem | None


class Ready(BaseModel):
    """The server can be sent requests."""

    status: Literal["ready"]


class Server(BaseModel):
    """From where the server can be reached: its own machine, its network, or anywhere.

    `addresses` are those for others, the best first."""

    reach: Literal["machine", "network", "public"]
    addresses: list[str]


class ErrorAnswer(BaseModel):
    error: Problem


def clean_name(name: str) -> str | None:
    """Return a name on one line, without control or invisible characters."""
    words = "".join(letter if letter.isprintable() else " " for letter in name).split()
    return " ".join(words) or None


Name = Annotated[str, Field(max_length=40), AfterValidator(clean_name)]
AgentSpec = Annotated[str, Field(min_length=1, max_length=300)]
Seconds = Annotated[float, Field(ge=0.05, le=20.0, allow_inf_nan=False)]


DeclaredLevel = Literal["beginner", "intermediate", "expert"]
"""What people say of their own strength."""
Device = Annotated[str, Field(min_length=16, max_length=200)]
"""A secret of a browser, by which its players are recognised. Only a hash of it is stored."""


Colour = Literal["red", "orange", "olive", "green", "teal", "blue", "violet", "pink"]
"""The colours people may choose for themselves."""
Part = Annotated[str, Field(min_length=16, max_length=64, pattern="^[0-9a-f]+$")]
"""A device's part of the seed: random hexadecimal digits."""


class SeatRequest(Question):
    """A seat of a new table. `level`, `device` and `colour` are about a person, and optional. `known`:
    programs may remember this person from earlier games, and for later ones."""

    kind: Literal["person", "open", "program"]
    name: Name | None = None
    agent: AgentSpec | None = None
    kept_for: Annotated[int, Field(ge=0, le=15)] | None = None
    level: DeclaredLevel | None = None
    device: Device | None = None
    colour: Colour | None = None
    known: bool | None = None


class ClockRequest(Question):
    """How much time people have: `seconds` for every move (`move`), or for all of the game (`game`) and
    `increment` more for every move."""

    kind: Literal["move", "game"]
    seconds: Annotated[float, Field(ge=1, le=30 * 86_400, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)] = 0.0


class LobbyRequest(Question):
    """A table in the lobby. After `seconds` the program `agent` takes the seats that are still open."""

    seconds: Annotated[float, Field(ge=1, le=86_400, allow_inf_nan=False)] | None = None
    agent: AgentSpec | None = None


class TableRequest(Question):
    """A new table.

    `mixed`: the device will send a part of the seed, and nothing is dealt before. `closed`: nobody may watch.
    `lobby`: others find the table in the lobby. `after`: the finished table of which this is the rematch."""

    game: Annotated[str, Field(max_length=64)]
    options: OptionValues = {}
    lang: Annotated[str, Field(max_length=16)] = "en"
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=16)]
    hints: Literal["off", "all"] | None = None
    clock: ClockRequest | None = None
    after: Annotated[str, Field(max_length=64)] | None = None
    mixed: bool | None = None
    closed: bool | None = None
    lobby: LobbyRequest | None = None


class Hello(Question):
    """The first message of a client: the secrets of its seats, and the last event it has seen."""

    secrets: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=16)] = []
    since: int | None = None


class LiveTable(BaseModel):
    """The whole table, for a client that has not seen it, or not recently."""

    type: Literal["table"] = "table"
    table: Table


class LiveUpdate(Update):
    """What happened since the last message. Without events: a program failed, or there is a hint for all."""

    type: Literal["update"] = "update"


class LiveHint(BaseModel):
    """A hint for a player, at a table where hints are for all."""

    type: Literal["hint"] = "hint"
    hint: TableHint


class LivePresence(Presence):
    """Somebody has come or gone. Sent once at the beginning, too."""

    type: Literal["presence"] = "presence"


Phrase = Literal[
    "hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "good_game",
    "thumbs_up", "applause", "smile", "surprise",
]  # fmt: skip
"""What players may say to each other: a few phrases and signs, which pages translate."""


class LiveWord(BaseModel):
    """A player says something. It is sent once and not stored."""

    type: Literal["word"] = "word"
    seat: int
    phrase: Phrase


class LiveThinking(BaseModel):
    """A program started or stopped thinking."""

    type: Literal["thinking"] = "thinking"
    seat: int
    on: bool


class LiveError(BaseModel):
    """The last message before the server closes the connection."""

    type: Literal["error"] = "error"
    error: Problem


class LiveRefused(BaseModel):
    """A move sent over this connection was not played; without `seq` and `move` if it was not understood."""

    type: Literal["refused"] = "refused"
    seq: int | None = None
    move: str | None = None
    error: Problem


class LivePing(BaseModel):
    """Nothing happened, and the connection is alive."""

    type: Literal["ping"] = "ping"


LiveMessage = Annotated[
    LiveTable
    | LiveUpdate
    | LiveHint
    | LivePresence
    | LiveWord
    | LiveThinking
    | LiveRefused
    | LiveError
    | LivePing,
    Field(discriminator="type"),
]
"""What the server sends on the WebSocket of a table."""


class SitRequest(Question):
    """Who sits down. `level` is what they say of their own strength, `device` a secret of their browser,
    `part` its part of the seed. `known`: programs may remember them."""

    name: Name | None = None
    level: DeclaredLevel | None = None
    device: Device | None = None
    colour: Colour | None = None
    part: Part | None = None
    known: bool | None = None


class PartRequest(Question):
    """A device's part of the seed."""

    part: Part


class DoorsRequest(Question):
    """Whether spectators may watch."""

    open: bool


class MoveRequest(Question):
    """A move in answer to the last event that a client has seen: a request, or a message on a WebSocket."""

    seq: int
    move: Annotated[str, Field(max_length=1000)]


class SeqRequest(Question):
    seq: int


class StandInRequest(SeqRequest):
    """The program that shall play for a person who is away."""

    agent: AgentSpec


class AskRequest(SeqRequest):
    """Something to ask of the other people.

    For `level`, `program` is the seat of the program and `agent` its new level; it then has the name of that
    level's character in the language `lang`."""

    what: What
    program: Annotated[int, Field(ge=0, le=15)] | None = None
    agent: AgentSpec | None = None
    lang: Annotated[str, Field(max_length=16)] = "en"


class WordRequest(Question):
    """A phrase to say to everybody at the table."""

    phrase: Phrase


class AnswerRequest(SeqRequest):
    yes: bool


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
"""Pattern of a selection of positions: numbers and ranges."""


class RecordRequest(Question):
    """A record as text. `plies` works as for the replay of a table.

    `device`: the secret of the browser that hands in a game played on a device; with `keep`, the results of
    its people are theirs."""

    record: Annotated[str, Field(max_length=256 * 1024)]
    keep: bool = False
    device: Device | None = None
    seen_by: Annotated[int, Field(ge=0, le=15)] | None = None
    plies: Annotated[str, Field(max_length=2000, pattern=PLIES)] | None = None
