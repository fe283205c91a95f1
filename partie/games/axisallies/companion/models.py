"""The shapes of companion mode on the wire."""

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
    """Ask a program for the orders of the phase: any agent or level of the game. `seed` decides where a rule leaves something to luck."""

    program: str = Field(default="germany-2009", max_length=200)
    seed: int = Field(default=0, ge=0, le=2**31)


class CompanionApply(CompanionPosition):
    """Carry out orders one after another, all or none. `seed` throws the dice, where dice are thrown."""

    orders: list[Annotated[str, Field(max_length=300)]] = Field(max_length=400)
    seed: int = Field(default=0, ge=0, le=2**31)


class CompanionResult(Question):
    """What people have thrown: those left, where the attackers retreated to, and what a raid cost."""

    attackers: Counts = {}
    defenders: dict[Annotated[str, Field(max_length=20)], Counts] = {}
    retreat: str | None = Field(default=None, max_length=80)
    damage: int = Field(default=0, ge=0, le=999)


class CompanionBattle(CompanionPosition):
    """The end of a battle in `space`; without a result it is thrown with `seed`."""

    space: str = Field(max_length=80)
    result: CompanionResult | None = None
    seed: int = Field(default=0, ge=0, le=2**31)


class Expectation(BaseModel):
    """What to expect of a battle: chances, mean numbers of units left, IPC the defender loses more, and the word of the expert's scale."""

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
    """A battle still to be fought. `ready` is false for a landing whose sea battle comes first; `retreats` are the spaces attackers could go back to."""

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
    """A position: its text, the game's view of it, and battles to be fought. `events` are the sentences of what has just happened."""

    position: str
    view: dict[str, Any]
    battles: list[PendingBattle]
    events: list[Words] = []


class CompanionRule(BaseModel):
    name: str
    title: Words
    text: Words


class CompanionOrder(BaseModel):
    """One order: `text` is what the game reads, `sentence` what people read; `path` are the spaces from first to last."""

    text: str
    sentence: Words
    kind: str
    count: int
    unit: str | None
    path: list[str]
    marks: list[str]
    rule: CompanionRule


class CompanionStep(BaseModel):
    """A rule that was considered: `fired`, `refused` or `waiting` (nothing in the position fits it), and why."""

    rule: str
    title: Words
    verdict: Literal["fired", "refused", "waiting"]
    reason: Words


class CompanionOrders(BaseModel):
    """What a program would order. `trace` is empty where the program keeps none."""

    power: int
    phase: str
    program: str
    orders: list[CompanionOrder]
    trace: list[CompanionStep]
