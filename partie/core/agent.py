"""Agents, which choose a move from a view, their decisions, and the budget they think under."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from partie.core.errors import IllegalMove, Unavailable

if TYPE_CHECKING:
    from partie.core.game import View


_DEPTH = 8
"""How deep parts of budgets may be nested and still have a flag of their own."""


def new_flags() -> NDArray[np.uint8]:
    """Return the flags of a budget, none of them raised."""
    return np.zeros(_DEPTH, dtype=np.uint8)


@dataclass(frozen=True)
class Budget:
    """How long an agent may think.

    An agent's own parameters count nodes or iterations; `seconds` limits the time as well. `stop[0]` is the
    flag that ends a search at once, from any thread: it answers with the best move it has found. The other
    elements of `stop` are the flags of the budget's parts, of their parts, and so on, so that whoever raises
    all of them, the first one first, stops everything under this budget."""

    seconds: float | None = None
    stop: NDArray[np.uint8] = field(default_factory=new_flags)

    @contextmanager
    def running(self) -> Iterator[NDArray[np.uint8]]:
        """Yield the stop flag, which is raised when the time is up."""
        if self.seconds is None:
            yield self.stop
            return
        timer = threading.Timer(self.seconds, self.cancel)
        timer.daemon = True
        timer.start()
        try:
            yield self.stop
        finally:
            timer.cancel()

    def cancel(self) -> None:
        """Stop every search that runs under this budget: it answers at once."""
        self.stop[:] = 1

    def part(self, share: float) -> Budget:
        """A budget with a share of the seconds; it is stopped together with this one, but not the other way
        round.

        A budget has one part at a time: the next has the same flag, lowered."""
        seconds = None if self.seconds is None else share * self.seconds
        if len(self.stop) == 1:
            return Budget(seconds, self.stop)  # nested too deep for flags: this one stops, too
        part = Budget(seconds, self.stop[1:])
        part.stop[:] = 0
        if self.stop[0]:
            part.cancel()
        return part


def check_budget(budget: Budget) -> None:
    """Raise `Unavailable` if the budget has been stopped; call it between the steps of a computation."""
    if budget.stop[0]:
        raise Unavailable("This took longer than the time allowed and was stopped: ask for less at a time.")


@dataclass(frozen=True)
class Candidate:
    """A move that was considered.

    `value` is the expected score of the seat to move. If it is not `exact`, it is only an upper bound."""

    move: int
    value: float
    visits: int = 0
    exact: bool = True


SAID = "said"
"""The key of a reason that is already a text, in one language: `data["text"]`."""


@dataclass(frozen=True)
class Why:
    """The reason for a move: a key of the game's phrases and the data that fills in the phrase."""

    key: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """An agent's answer: the move, the alternatives with their values (best first), and why."""

    move: int
    candidates: tuple[Candidate, ...] = ()
    why: Why | None = None

    @property
    def value(self) -> float | None:
        """The expected score of the chosen move, or None if the agent gave none."""
        return next((c.value for c in self.candidates if c.move == self.move), None)


@runtime_checkable
class Agent(Protocol):
    """Anything that has this method.

    It may also return a bare move (a number or text) instead of a `Decision`.

    An agent that learns during a game may also have a method `remember(views)`. When an agent is built in the
    middle of a game, `remember` is called first, with what its seat could see before each move so far."""

    def decide(self, view: View, budget: Budget) -> Decision: ...


@runtime_checkable
class Lasting(Agent, Protocol):
    """An agent that keeps something from one decision to the next, and so may stay at a table.

    It may keep a plan, for example, or proofs.

    Its decisions still depend on the table alone: a newly built agent with the same seed decides the same
    once `resume` has been called."""

    def resume(self, turns: Sequence[View]) -> None:
        """Catch up with the moves of its seat since its last decision, or with all if it was just built.

        Called before each decision at a table. `turns` has what the seat saw before each of these moves. The
        agent then decides as if it had been asked in every one of these views, whatever was played there; its
        random numbers come from its seed and from the view it decides in, not from what it drew before."""

    @property
    def weight(self) -> int:
        """The approximate number of bytes it keeps between decisions."""


def ask(agent: Agent, view: View, budget: Budget | None = None) -> Decision:
    """Ask an agent for its decision and check it.

    A bare move is wrapped; an illegal one raises `IllegalMove`."""
    answer: Any = agent.decide(view, budget or Budget())
    if isinstance(answer, str):
        return Decision(view.parse(answer))
    decision = answer if isinstance(answer, Decision) else Decision(int(answer))
    if not view.is_legal(decision.move):
        raise IllegalMove(f"{type(agent).__name__} answered {decision.move}, which is not a legal move here.")
    return decision
