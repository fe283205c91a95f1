"""The agents that use the searches, as families that any game may offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled import verbs
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, Text, integer, number
from partie.core.words import described, read_words, titles
from partie.search.kernels.alphabeta import DEEPEST, Limits, alphabeta, new_ranking, new_table
from partie.search.kernels.answer import new_answer
from partie.search.kernels.endings import EndingsSettings, endings
from partie.search.kernels.isuct import IsuctSettings, hashed, isuct
from partie.search.kernels.maxn import new_memory
from partie.search.kernels.montecarlo import MonteCarloSettings, montecarlo
from partie.search.kernels.tree import new_nodes
from partie.search.kernels.uct import UctSettings, new_tree, uct

WORDS = read_words("partie.search")
"""Titles and help texts of the search families, and the reasons they give; part of every game's words."""

_NO_LIMIT = 1 << 62
_TABLE_BITS = 18
"""A transposition table of 6 MB: much larger than the number of positions that a one-second search meets
twice."""
_MEMORY_BITS = 16
"""A table for the positions of one ending: 3 MB, small enough for a processor's cache."""
_MOST_BRANCHES = 64
"""A tree has space for this many children per iteration. In positions with more moves, not every node can be
expanded, but then few nodes are visited twice."""
_FIRST_NODES = 64
"""Additional nodes for the children of the root, whatever the number of iterations."""
_SAME = 1e-6
"""Moves whose values differ by less than this count as equal; one of them is chosen at random."""


def pick(candidates: list[Candidate], chance: NDArray[np.uint64]) -> tuple[int, tuple[Candidate, ...]]:
    """Choose one of the best candidates at random.

    Returns its move and all candidates, best first, with the chosen one before its equals."""
    top = max(c.value for c in candidates)
    best = [c for c in candidates if c.exact and c.value >= top - _SAME] or [
        max(candidates, key=lambda c: c.value)
    ]
    move = best[int(below(chance, len(best)))].move
    ordered = sorted(candidates, key=lambda c: (c.move != move, -c.value, not c.exact, c.move))
    return move, tuple(ordered)


def sampling_reason(key: str, done: int, **data: Any) -> Why:
    """The reason for a move that did best in `done` games or worlds, or that there was no time for any."""
    return Why(key, {"count": int(done), **data}) if done else Why("search.no_time")


class RandomAgent:
    """Plays a random legal move, all equally likely."""

    def __init__(self, game: Game, seed: object) -> None:
        self._chance = new_chance(seed, "random")

    def decide(self, view: View, budget: Budget) -> Decision:
        moves = view.moves
        return Decision(moves[int(below(self._chance, len(moves)))], why=Why("search.random"))


class AlphaBetaAgent:
    """Alpha-beta search to `depth` moves ahead.

    Moves that are more than `margin` below the best get no exact value, only an upper bound."""

    def __init__(self, game: Game, seed: object, depth: int, nodes: int = 0, margin: float = _SAME) -> None:
        self._chance = new_chance(seed, "alphabeta")
        self._limits = Limits(depth, nodes or _NO_LIMIT, margin)
        self._table = new_table(_TABLE_BITS)

    def decide(self, view: View, budget: Budget) -> Decision:
        found = new_ranking(view.game.rules.MOVES)
        with budget.running() as stop:
            n, depth, _ = alphabeta(view.record, self._limits, self._table, found, stop, self._chance)
        candidates = [
            Candidate(int(found.order[i]), float(found.values[i]), 0, bool(found.exact[i])) for i in range(n)
        ]
        if depth == 0 or (depth > 1 and found.values[:n].max() <= verbs.worst(view.record)):
            why = Why("search.lost" if depth else "search.no_time")
            return Decision(candidates[0].move, tuple(candidates), why)
        move, ordered = pick(candidates, self._chance)
        won = ordered[0].value >= verbs.best(view.record)
        return Decision(move, ordered, Why("search.won" if won else "search.ahead", {"depth": depth}))


class SamplingAgent:
    """The common part of agents that search by playouts: arrays for the answer, and the decision.

    The `mind` of these agents is the number that the game's `guess` takes: what the agent forgets, how it
    weighs worlds."""

    def __init__(self, game: Game, seed: object, policy: str) -> None:
        self._chance = new_chance(seed, type(self).__name__)
        self._policy = verbs.policies(game.dtype).index(policy)
        self._answer = new_answer(game.rules.MOVES)

    def _decision(self, n: int, by_visits: bool, low: float, width: float, why: Why) -> Decision:
        order, visits, totals = self._answer
        candidates = [
            Candidate(int(order[i]), low + width * float(totals[i]) / max(1, int(visits[i])), int(visits[i]))
            for i in range(n)
            if visits[i]
        ] or [Candidate(int(order[i]), low + width / 2) for i in range(n)]
        if by_visits:
            candidates.sort(key=lambda c: (-c.visits, -c.value))
            return Decision(candidates[0].move, tuple(candidates), why)
        move, ordered = pick(candidates, self._chance)
        return Decision(move, ordered, why)

    def _by_reward(self, view: View, n: int, why: Why) -> Decision:
        """Decide on the most visited move; the totals are sums of rewards from 0 to 1."""
        low = float(verbs.worst(view.record))
        return self._decision(n, True, low, float(verbs.best(view.record)) - low, why)


class MctsAgent(SamplingAgent):
    """UCT with one tree for each of `worlds` sampled worlds. Plays the most visited move."""

    def __init__(
        self,
        game: Game,
        seed: object,
        iterations: int,
        c: float,
        worlds: int,
        depth: int,
        policy: str,
        mind: int = 0,
    ) -> None:
        super().__init__(game, seed, policy)
        worlds = worlds if game.hidden or game.chance else 1
        self._settings = UctSettings(worlds, iterations, float(c), self._policy, depth, mind)
        self._tree = new_tree(_FIRST_NODES + iterations * min(_MOST_BRANCHES, game.rules.MOVES))

    def decide(self, view: View, budget: Budget) -> Decision:
        return self._search(view, budget, None, "search.playouts")

    def _search(self, view: View, budget: Budget, advice: Any, reason: str) -> Decision:
        with budget.running() as stop:
            n, done = uct(
                view.record, view.seat, self._settings, self._tree, self._answer, advice, stop, self._chance
            )
        return self._by_reward(view, n, sampling_reason(reason, done))


class IsmctsAgent(SamplingAgent):
    """Information-set UCT with a new world for every iteration. Plays the most visited move."""

    def __init__(
        self, game: Game, seed: object, iterations: int, c: float, depth: int, policy: str, mind: int = 0
    ) -> None:
        super().__init__(game, seed, policy)
        self._settings = IsuctSettings(iterations, float(c), self._policy, depth, mind)
        self._nodes = new_nodes(iterations + 2)

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running() as stop:
            tree = hashed(self._nodes)
            n, done = isuct(view.record, view.seat, self._settings, tree, self._answer, stop, self._chance)
        return self._by_reward(view, n, sampling_reason("search.playouts", done))


class MonteCarloAgent(SamplingAgent):
    """Monte Carlo: playouts of every move in the same sampled worlds. Plays the best average."""

    def __init__(
        self, game: Game, seed: object, deals: int, replays: int, policy: str, mind: int = 0
    ) -> None:
        super().__init__(game, seed, policy)
        self._settings = MonteCarloSettings(deals, replays, self._policy, mind)

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running() as stop:
            n, done = montecarlo(view.record, view.seat, self._settings, self._answer, stop, self._chance)
        replays = self._settings.replays
        why = sampling_reason("search.worlds" if replays > 1 else "search.worlds_once", done, replays=replays)
        return self._decision(n, False, 0.0, 1.0, why)


class EndingsAgent(SamplingAgent):
    """Playouts of every move in the same sampled worlds, with their endings solved exactly.

    Plays the move with the best average."""

    def __init__(self, game: Game, seed: object, deals: int, plies: int, policy: str, mind: int = 0) -> None:
        super().__init__(game, seed, policy)
        self._settings = EndingsSettings(deals, plies, self._policy, mind)
        self._memory = new_memory(_MEMORY_BITS)

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running() as stop:
            n, done = endings(
                view.record, view.seat, self._settings, self._memory, self._answer, stop, self._chance
            )
        return self._decision(n, False, 0.0, 1.0, sampling_reason("search.endings", done))


def _iterations(default: int) -> Parameter:
    return _shared(integer("iterations", default, 1, 10_000_000, shared=500_000))


def _shared(parameter: Parameter) -> Parameter:
    """A parameter that several families have, with the same title and help in each."""
    return described(WORDS, "parameter", parameter)


def _family(name: str, build: Callable[..., Any], *params: Parameter) -> Family:
    return described(WORDS, "family", Family(name, build, params=params))


RANDOM_PLAYOUTS = titles(WORDS, "playouts", "random")


def _policy(playouts: Mapping[str, Text]) -> Parameter:
    return _shared(Parameter("policy", "choice", list(playouts)[-1], choices=playouts))


_C = _shared(number("c", 0.7, 0.0, 10.0))
_TREE_DEPTH = _shared(integer("depth", 64, 1, 1000))

RANDOM = _family("random", RandomAgent)
ALPHABETA = _family(
    "alphabeta",
    AlphaBetaAgent,
    integer("depth", 4, 1, DEEPEST),
    integer("nodes", 0, 0, 1 << 40, shared=1 << 40),  # on a server, time limits the search anyway
)


def mcts(playouts: Mapping[str, Text] = RANDOM_PLAYOUTS) -> Family:
    """The family `mcts` with the playout policies of a game; the last one is the default."""
    worlds = integer("worlds", 20, 1, 10_000, shared=1_000)
    return _family("mcts", MctsAgent, _iterations(2000), _C, worlds, _TREE_DEPTH, _policy(playouts))


def ismcts(playouts: Mapping[str, Text] = RANDOM_PLAYOUTS) -> Family:
    """The family `ismcts` with the playout policies of a game."""
    return _family("ismcts", IsmctsAgent, _iterations(2000), _C, _TREE_DEPTH, _policy(playouts))


def monte_carlo(playouts: Mapping[str, Text] = RANDOM_PLAYOUTS) -> Family:
    """The family `montecarlo` with the playout policies of a game."""
    return _family(
        "montecarlo",
        MonteCarloAgent,
        integer("deals", 20, 1, 1_000_000, shared=10_000),
        integer("replays", 5, 1, 1_000_000, shared=1_000),
        _policy(playouts),
    )


def solver(playouts: Mapping[str, Text] = RANDOM_PLAYOUTS) -> Family:
    """The family `solver` with the playout policies of a game that defines `plies_left`."""
    return _family(
        "solver",
        EndingsAgent,
        integer("deals", 40, 1, 1_000_000, shared=10_000),
        integer("plies", 12, 0, 24),
        _policy(playouts),
    )
