"""Programs that look at many deals: exact solving of each, and the choice of how probable deals are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from partie.core.agent import Budget, Decision, Why
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, integer
from partie.games.coinche.exact import TRICKS, solved
from partie.games.coinche.rules import POLICIES
from partie.games.coinche.solver import new_memory
from partie.search.agents import MonteCarloAgent, SamplingAgent, monte_carlo, solver

BELIEFS = ("uniform", "weighted")
CANDIDATES = 4000
"""How many deals are dealt, all in all, for worlds to be picked from,"""
FEWEST, MOST = 2, 60
"""but at least and at most so many for each world."""
EXACT = "exact"
_TABLE_BITS = 16

BELIEF = Parameter(
    "belief",
    "choice",
    BELIEFS[0],
    {"en": "Guessing hands", "fr": "Estimation des mains"},
    {
        "en": "Whether all deals that fit count alike, or more where they explain the calls and cards of the others (weighted).",
        "fr": "Toutes les donnes possibles comptent autant, ou davantage celles qui expliquent les annonces et les cartes des autres (weighted).",
    },
    choices=BELIEFS,
)


class Believer:
    """A program whose worlds are weighed by what the others have called and played."""

    def __init__(self, agent: Any, worlds: int) -> None:
        self._agent = agent
        self._candidates = min(max(CANDIDATES // worlds, FEWEST), MOST)

    def decide(self, view: View, budget: Budget) -> Decision:
        view = view.copy()
        view.record.belief = self._candidates
        decision: Decision = self._agent.decide(view, budget)
        return decision


def believing(family: Family) -> Family:
    """The same programs, with a choice of how they guess the hands of the others."""

    def build(game: Game, seed: object, belief: str, **parameters: Any) -> Any:
        agent = family.build(game, seed, **parameters)
        worlds = next(
            int(parameters[name]) for name in ("deals", "worlds", "iterations") if name in parameters
        )
        return agent if belief == BELIEFS[0] else Believer(agent, worlds)

    return replace(family, build=build, params=(*family.params, BELIEF))


class SolvedAgent(SamplingAgent):
    """In each of `deals` worlds plays every card on, solves the last `tricks` tricks, and takes the best average."""

    def __init__(self, game: Game, seed: object, deals: int, tricks: int) -> None:
        super().__init__(game, seed, POLICIES[0])
        self._deals, self._tricks = deals, tricks
        self._memory = new_memory(_TABLE_BITS)

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running() as stop:
            n, done = solved(
                view.record, view.seat, self._deals, self._tricks, self._memory,
                self._order, self._visits, self._totals, stop, self._chance,
            )  # fmt: skip
        return self._decision(n, False, 0.0, 1.0, Why("search.endings", {"count": int(done)}))


def _monte_carlo(game: Game, seed: object, deals: int, replays: int, policy: str) -> Any:
    if policy == EXACT:
        return SolvedAgent(game, seed, deals, TRICKS)
    return MonteCarloAgent(game, seed, deals, replays, policy)


def _with(
    params: tuple[Parameter, ...], name: str, change: Callable[[Parameter], Parameter]
) -> tuple[Parameter, ...]:
    return tuple(change(one) if one.name == name else one for one in params)


_PLAIN = monte_carlo(POLICIES)
MONTE_CARLO = replace(
    _PLAIN,
    build=_monte_carlo,
    params=_with(_PLAIN.params, "policy", lambda policy: replace(policy, choices=(*POLICIES, EXACT))),
)
"""`montecarlo`, which may also solve every world exactly; then it needs no replays."""
_ENDINGS = solver(POLICIES)
SOLVER = replace(
    _ENDINGS,
    build=SolvedAgent,
    params=(
        _ENDINGS.params[0],
        integer(
            "tricks",
            5,
            1,
            TRICKS,
            ("Exact tricks", "Plis exacts"),
            (
                "How many tricks before the end every world is solved.",
                "À combien de plis de la fin chaque monde est résolu.",
            ),
        ),
    ),
)
