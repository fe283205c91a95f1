"""Checking that agents stop when they are told to, whatever their parameters."""

from __future__ import annotations

import contextlib
import itertools
import queue
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from partie.core.agent import Budget, Decision, ask
from partie.core.game import Family, Game, View
from partie.core.match import Match
from partie.core.parameters import Parameter
from partie.core.registry import build_agent
from partie.testing.amounts import THOROUGH
from partie.testing.play import play_on

THINKING = 0.03
"""The processor time, in seconds, after which an agent is stopped."""
PROMPT = 0.2
"""The processor time a stopped agent may still take. The aim is 0.05, but a busy processor is several times
slower than an idle one."""
_GIVEN_UP = 200.0
"""The processor time after which a test stops waiting for an agent, which may still have to be compiled."""
_ELSEWHERE = 0.25
"""The processor time that other threads, such as a timer, may use meanwhile, as a share of the agent's."""
_TRIES = 3
"""How often an agent is stopped in the same position before it counts as deaf: the first time code may have
to be compiled, the second time loaded."""


def largest_specs(family: Family) -> Iterator[str]:
    """Specs of a family with the largest parameters.

    First every number is at its maximum; then each parameter in turn is at its other extreme or another
    choice."""
    most = {
        p.name: int(p.high or 0) if p.kind == "integer" else p.high
        for p in family.params
        if p.kind in ("integer", "number")
    }
    yield _spec(family, most)
    for parameter in family.params:
        for value in _extremes(parameter):
            yield _spec(family, {**most, parameter.name: value})


def _extremes(parameter: Parameter) -> list[Any]:
    if parameter.kind in ("integer", "number"):
        low = parameter.low or 0
        return [int(low) if parameter.kind == "integer" else low]
    others = [True, False] if parameter.kind == "switch" else list(parameter.choices or ())
    return [value for value in others if value != parameter.default]


def _spec(family: Family, values: dict[str, Any]) -> str:
    texts = {p.name: p.text(values[p.name]) for p in family.params if p.name in values}
    return f"{family.name}:" + ",".join(f"{name}={text}" for name, text in texts.items())


@dataclass
class Stopping:
    """The answer of an agent that was stopped, and how long it took.

    `decision` is None if it never answered; `seconds` is the processor time its thread used after the flag
    was raised, 0 if it had finished before."""

    decision: Decision | None = None
    seconds: float = 0.0


def stop_thinking(game: Game, spec: str, view: View, thinking: float = THINKING) -> Stopping:
    """Let an agent decide, and raise the stop flag after `thinking` seconds of processor time."""
    budget, clock, answers = Budget(), queue.Queue[int](), list[tuple[Any, float]]()

    def work() -> None:
        clock.put(time.pthread_getcpuclockid(threading.get_ident()))
        try:
            answer: Any = ask(build_agent(game, spec, 7), view, budget)
        except Exception as error:
            answer = error
        answers.append((answer, time.thread_time()))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    number, raised = clock.get(), 0.0
    while thread.is_alive():
        with contextlib.suppress(OSError):  # the clock of a thread ends with it
            used = time.clock_gettime(number)
            if not raised and used >= thinking:
                budget.cancel()
                raised = used
            if raised and used > raised + _GIVEN_UP:
                return Stopping(None, used - raised)
        thread.join(0.001)
    answer, used = answers[0]
    if isinstance(answer, Exception):
        raise answer
    return Stopping(answer, max(0.0, used - raised) if raised else 0.0)


Case = tuple[Mapping[str, Any], int | None, int]
"""Options, number of seats, and number of moves played."""


class StoppingContract:
    """The contract of a game's agents: each uses its own thread only, and answers at once when stopped.

    It covers all families with extreme parameters. Subclass it and set `game`, and also `cases` if the
    default ones do not reach all the code of the agents."""

    game: ClassVar[Game]
    cases: ClassVar[tuple[Case, ...]] = (({}, None, 0), ({}, None, 9))

    def positions(self) -> Iterator[View]:
        """The views in which agents are stopped: one for each of `cases`."""
        for seed, (options, seats, plies) in enumerate(self.cases):
            match = Match(self.game, options, seed, seats)
            play_on(match, plies, seed)
            if not match.state.over:
                yield match.view()

    def test_every_agent_stops_when_told_to(self) -> None:
        late = []
        for spec, view in self._extreme_cases():
            taken = self._stopped(spec, view)
            if taken > PROMPT:
                late.append(f"{spec} in {view}: {1000 * taken:.0f} ms")
        assert not late, "these continued after they were told to stop:\n" + "\n".join(late)

    def _extreme_cases(self) -> Iterator[tuple[str, View]]:
        """Specs with extreme parameters, and positions for them.

        Specs take turns with the positions, unless the run is thorough: then each is tried in all."""
        views = list(self.positions())
        turns = itertools.cycle(views)
        for family in self.game.families.values():
            for spec in largest_specs(family):
                yield from ((spec, view) for view in (views if THOROUGH else [next(turns)]))

    def _stopped(self, spec: str, view: View) -> float:
        """The processor time an agent took to stop, the best of several tries."""
        best = float("inf")
        for _ in range(_TRIES):
            result = stop_thinking(self.game, spec, view)
            assert result.decision is not None, f"{spec} in {view} did not stop at all"
            assert result.decision.move in view.moves
            best = min(best, result.seconds)
            if best <= PROMPT:
                break
        return best

    def test_an_agent_stopped_beforehand_still_answers(self) -> None:
        for spec, view in self._extreme_cases():
            budget = Budget()
            budget.cancel()
            decision = ask(build_agent(self.game, spec, 7), view, budget)
            assert {c.move for c in decision.candidates} <= set(view.moves)
            if decision.why is not None:
                assert set(self.game.phrase(decision.why.key, decision.why.data)) == {"en", "fr"}

    def test_deciding_takes_no_other_threads(self) -> None:
        """An agent must not use other threads, such as those of a linear algebra library.

        On a busy machine such threads wait for each other."""
        for view in self.positions():
            for spec in [*self.game.levels, *self.game.families]:
                tries: list[float] = []
                while not tries or (tries[-1] >= _ELSEWHERE and len(tries) < _TRIES):
                    tries.append(self._elsewhere(spec, view))
                assert tries[-1] < _ELSEWHERE, (
                    f"{spec} in {view}: {tries} of its work is done by other threads"
                )

    def _elsewhere(self, spec: str, view: View) -> float:
        """The processor time of other threads while an agent decides, as a share of its own."""
        agent, budget = build_agent(self.game, spec, 7), Budget(0.2)
        process, own = time.process_time(), time.thread_time()
        ask(agent, view, budget)
        process, own = time.process_time() - process, time.thread_time() - own
        return max(0.0, process - own) / max(own, 0.02)
