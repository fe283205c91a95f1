"""The JSON shapes of companion mode."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from partie.core.routes import Option, Question, Words

Counts = dict[Annotated[str, Field(max_length=40)], Annotated[int, Field(ge=0, le=999)]]
"""Numbers of units by kind."""


class CompanionStart(Question):
    """`options` as for a table, `{"preset": "iron_blitz"}` for example."""

    options: dict[str, Option] = {}


class CompanionPosition(CompanionStart):
    """A position as text, and the options it is played with."""

    position: str = Field(max_length=60_000)


class CompanionPlan(CompanionPosition):
    """Ask a program, any agent or level of the game, for the orders of the phase. `seed` decides what its
    rules leave to chance.
    """

    program: str = Field(default="germany-2009", max_length=200)
    seed: int = Field(default=0, ge=0, le=2**31)


class CompanionApply(CompanionPosition):
    """Carry out orders one after another, all or none. `seed` determines the dice."""

    orders: list[Annotated[str, Field(max_length=300)]] = Field(max_length=400)
    seed: int = Field(default=0, ge=0, le=2**31)


class CompanionResult(Question):
    """The result of a battle: the units left, where the attackers retreated to, and the damage of a raid."""

    attackers: Counts = {}
    defenders: dict[Annotated[str, Field(max_length=20)], Counts] = {}
    retreat: str | None = Field(default=None, max_length=80)
    damage: int = Field(default=0, ge=0, le=999)


class CompanionBattle(CompanionPosition):
    """The end of the battle in `space`; without a result the server fights it with `seed`."""

    space: str = Field(max_length=80)
    result: CompanionResult | None = None
    seed: int = Field(default=0, ge=0, le=2**31)


class Expectation(BaseModel):
    """The odds of a battle: chances, mean numbers of units left, the defender's loss minus the attacker's in
    IPC, and the verdict.
    """

    take: float
    win: float
    draw: float
    loss: float
    attackers_left: float
    defenders_left: float
    swing: float
    exact: bool
    word: str
    title: Words


class PendingBattle(BaseModel):
    """A battle still to be fought. `ready` is false for a landing whose sea battle comes first; `retreats`
    are the spaces the attackers could retreat to.
    """

    space: str
    kind: Literal["raid", "sea", "land"]
    ready: bool
    attackers: dict[str, int]
    defenders: dict[str, dict[str, int]]
    gun: bool
    bombarding: int
    amphibious: bool
    odds: Expectation | None
    retreats: list[str]


class CompanionState(BaseModel):
    """A position: its text, the game's view of it, and the battles still to be fought. `events` describe what
    the request changed.
    """

    position: str
    view: dict[str, Any]
    battles: list[PendingBattle]
    events: list[Words] = []


class CompanionRule(BaseModel):
    name: str
    title: Words
    text: Words


class CompanionOrder(BaseModel):
    """One order: `text` is its notation, `sentence` is for people; `path` lists the spaces from first to
    last.
    """

    text: str
    sentence: Words
    kind: str
    count: int
    unit: str | None
    path: list[str]
    marks: list[str]
    rule: CompanionRule


class CompanionStep(BaseModel):
    """A rule that was considered: `fired`, `refused` or `waiting` (nothing in the position fits it), and
    why.
    """

    rule: str
    title: Words
    verdict: Literal["fired", "refused", "waiting"]
    reason: Words


class CompanionOrders(BaseModel):
    """The orders a program would give. `trace` is empty if the program keeps none."""

    power: int
    phase: str
    program: str
    orders: list[CompanionOrder]
    trace: list[CompanionStep]


class CompanionWhy(CompanionPosition):
    """Ask for the reasons for one of the orders of a phase, which begins in this position."""

    orders: list[Annotated[str, Field(max_length=300)]] = Field(max_length=400)
    index: int = Field(ge=0, lt=400)


class CompanionReason(BaseModel):
    """A part of an explanation under its own heading."""

    label: Words
    text: Words


class CompanionReasons(BaseModel):
    """The operation an order belongs to, and what speaks for it."""

    title: Words
    lines: list[CompanionReason]


class CompanionTurn(CompanionPosition):
    """A turn: the position in which it began, its orders, and the position after it."""

    orders: list[Annotated[str, Field(max_length=300)]] = Field(max_length=400)
    after: str = Field(max_length=60_000)


class CompanionStory(BaseModel):
    """A turn in three sentences."""

    text: Words
