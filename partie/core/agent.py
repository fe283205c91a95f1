"""What an agent is: something that chooses a move from a view."""

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


def _stop_flag() -> NDArray[np.uint8]:
    return np.zeros(1, dtype=np.uint8)


@dataclass(frozen=True)
class Budget:
    """How long an agent may think. An agent's own parameters count nodes or iterations; `seconds` bounds them for people in a hurry.

    Setting `stop[0]` from any thread ends a search at once; it answers with the best it has."""

    seconds: float | None = None
    stop: NDArray[np.uint8] = field(default_factory=_stop_flag)
    _parts: list[Budget] = field(default_factory=list, init=False, repr=False, compare=False)

    @contextmanager
    def running(self) -> Iterator[NDArray[np.uint8]]:
        """The stop flag, raised when the time is up."""
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
        """Make whoever thinks under this budget answer now."""
        self.stop[0] = 1
        for part in self._parts:
            part.cancel()

    def part(self, share: float) -> Budget:
        """A budget of its own with a share of the seconds, cancelled with this one."""
        part = Budget(None if self.seconds is None else share * self.seconds)
        self._parts.append(part)
        if self.stop[0]:
            part.cancel()
        return part


def keep_going(budget: Budget) -> None:
    """Called between the steps of a long job: `Unavailable` when its time is up, or nobody waits for it."""
    if budget.stop[0]:
        raise Unavailable("This took longer than it may, and was given up: ask for less at a time.")


@dataclass(frozen=True)
class Candidate:
    """A move that was considered. `value` is the expected score of the seat to move; not `exact`: it is only an upper bound."""

    move: int
    value: float
    visits: int = 0
    exact: bool = True


@dataclass(frozen=True)
class Why:
    """A reason as a key of the game's phrase book and the data that fills it."""

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
        """The expected score of the move chosen, where the agent has one."""
        return next((c.value for c in self.candidates if c.move == self.move), None)


@runtime_checkable
class Agent(Protocol):
    """Anything with this method plays. It may also return a bare move (a number or text) in place of a `Decision`.

    An agent that learns within a game may have a method `remember(views)` as well: what its seat could see before each move so far. Whoever builds an agent in the middle of a game calls it first."""

    def decide(self, view: View, budget: Budget) -> Decision: ...


@runtime_checkable
class Lasting(Agent, Protocol):
    """An agent that takes something from one decision to the next, a plan or proofs, and may stay at a table for it.

    What it decides at a table still depends on the table alone: an agent built this moment, from the same seed, decides the same once it has resumed."""

    def resume(self, turns: Sequence[View]) -> None:
        """Called before each decision at a table with what its seat saw before each of its own moves since the last decision; all of them if it was just built.

        It then decides as if it had been asked in every one of these views, whatever was played there; its chance comes from its seed and the view it decides in, not from what it drew before."""

    @property
    def weight(self) -> int:
        """About how many bytes it keeps between decisions."""


def ask(agent: Agent, view: View, budget: Budget | None = None) -> Decision:
    """The agent's decision, checked: a bare move is wrapped, an illegal one is refused."""
    answer: Any = agent.decide(view, budget or Budget())
    if isinstance(answer, str):
        return Decision(view.parse(answer))
    decision = answer if isinstance(answer, Decision) else Decision(int(answer))
    if not view.is_legal(decision.move):
        raise IllegalMove(f"{type(agent).__name__} answered {decision.move}, which is not a legal move here.")
    return decision
