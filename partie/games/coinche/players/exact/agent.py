"""Programs that sample many deals and solve them exactly; parameters for beliefs and manners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np

from partie.core.agent import Budget, Decision
from partie.core.compiled.bits import bit
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, choice, integer, switch
from partie.core.words import described, read_words, titles
from partie.games.coinche.players.beliefs import mind_of
from partie.games.coinche.players.exact.kernels import (
    TRICKS,
    SolvedSettings,
    solve_worlds,
)
from partie.games.coinche.players.exact.solver import new_memory
from partie.games.coinche.players.net.task import TASK
from partie.games.coinche.players.scores.kernels import (
    WEIGHTS,
    scored,
)
from partie.learn.net.beliefs import log_beliefs
from partie.search.agents import MonteCarloAgent, SamplingAgent, monte_carlo, sampling_reason, solver

BELIEFS = ("uniform", "weighted")
BY_NET = "net"
SHIPPED = "coinche"
"""The name of the belief network shipped with the game."""
_NOTHING = np.zeros((0, 3))
CANDIDATES = 4000
"""The total number of candidate deals from which worlds are drawn."""
FEWEST, MOST = 2, 60
"""The fewest and the most candidates per world."""
EXACT = "exact"
_TABLE_BITS = 16

_WORDS = read_words("partie.search", "partie.games.coinche")
BELIEF = described(_WORDS, "parameter", choice("belief", *BELIEFS))
BELIEF_OR_NET = described(_WORDS, "parameter", choice("belief", *BELIEFS, BY_NET))


def with_beliefs(family: Family) -> Family:
    """The same programs with a choice of how they estimate the others' hands."""

    def build(game: Game, seed: object, belief: str, mind: int = 0, **parameters: Any) -> Any:
        if belief == BY_NET:
            return family.build(game, seed, mind=mind, by_net=True, **parameters)
        if belief != BELIEFS[0]:
            candidates = min(max(CANDIDATES // _worlds(parameters), FEWEST), MOST)
            mind = mind_of(mind, candidates)
        return family.build(game, seed, mind=mind, **parameters)

    belief = BELIEF_OR_NET if family.build is SolvedAgent else BELIEF
    return replace(family, build=build, params=(*family.params, belief))


MANNERS = described(_WORDS, "parameter", switch("manners", False))
DOUBT = 60.0
"""In marks: the difference within which two cards count as equally good with one world; it falls with the
square root of the number of worlds.
"""


class PartnerFriendlyAgent:
    """A program that lets `scores` choose between cards its search cannot tell apart: points on partner's
    tricks, none on the opponents', even where it hardly matters.
    """

    def __init__(self, agent: Any, worlds: int) -> None:
        self._agent, self._doubt = agent, DOUBT / sqrt(worlds)

    def decide(self, view: View, budget: Budget) -> Decision:
        decision: Decision = self._agent.decide(view, budget)
        best = max((c.value for c in decision.candidates), default=0.0)
        equals = [c.move for c in decision.candidates if c.value >= best - self._doubt]
        if len(equals) < 2:
            return decision
        move = max(equals, key=lambda card: float(scored(view.record, bit(card), WEIGHTS)[1]))
        ordered = sorted(decision.candidates, key=lambda c: (c.move != move, -c.value))
        return replace(decision, move=move, candidates=tuple(ordered))


def with_manners(family: Family) -> Family:
    """The same programs with a choice of manners."""

    def build(game: Game, seed: object, manners: bool, **parameters: Any) -> Any:
        agent = family.build(game, seed, **parameters)
        return PartnerFriendlyAgent(agent, _worlds(parameters)) if manners else agent

    return replace(family, build=build, params=(*family.params, MANNERS))


def _worlds(parameters: Mapping[str, Any]) -> int:
    """The number of worlds a search with these parameters looks at."""
    return next(int(parameters[name]) for name in ("deals", "worlds", "iterations") if name in parameters)


class SolvedAgent(SamplingAgent):
    """Plays every card on in `deals` worlds, solves the last `tricks` tricks, and picks the best mean."""

    def __init__(
        self, game: Game, seed: object, deals: int, tricks: int, mind: int = 0, by_net: bool = False
    ) -> None:
        super().__init__(game, seed, "random")
        self._beliefs = TASK.beliefs.load(SHIPPED) if by_net else None
        self._settings = SolvedSettings(deals, tricks, mind)
        self._memory = new_memory(_TABLE_BITS)

    def decide(self, view: View, budget: Budget) -> Decision:
        logs = _NOTHING if self._beliefs is None else log_beliefs(TASK, self._beliefs, view)
        with budget.running() as stop:
            n, done = solve_worlds(
                view.record, view.seat, self._settings, logs, self._memory, self._answer, stop, self._chance
            )
        return self._decision(n, False, 0.0, 1.0, sampling_reason("search.endings", done))


def _monte_carlo(game: Game, seed: object, deals: int, replays: int, policy: str, mind: int = 0) -> Any:
    if policy == EXACT:
        return SolvedAgent(game, seed, deals, TRICKS, mind)
    return MonteCarloAgent(game, seed, deals, replays, policy, mind)


def _with(
    params: tuple[Parameter, ...], name: str, change: Callable[[Parameter], Parameter]
) -> tuple[Parameter, ...]:
    return tuple(change(one) if one.name == name else one for one in params)


PLAYOUTS = titles(_WORDS, "playouts", "random", "scores")
_PLAIN = monte_carlo(PLAYOUTS)
MONTE_CARLO = replace(
    _PLAIN,
    build=_monte_carlo,
    params=_with(
        _PLAIN.params,
        "policy",
        lambda policy: replace(policy, choices={**PLAYOUTS, **titles(_WORDS, "playouts", EXACT)}),
    ),
)
"""`montecarlo`, which can also solve every world exactly, without replays."""
_ENDINGS = solver(PLAYOUTS)
SOLVER = replace(
    _ENDINGS,
    build=SolvedAgent,
    params=(
        _ENDINGS.params[0],
        described(_WORDS, "parameter", integer("tricks", 5, 1, TRICKS)),
    ),
)
