"""What is particular to Quarto's players: limited sight for the weaker levels, exact play for the strong ones, and reasons in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled import verbs
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.compiled.types import int64
from partie.core.game import Family, Game, State, View
from partie.core.levels import levels
from partie.core.parameters import integer, switch
from partie.core.words import all_described, read_words, titles
from partie.games.quarto.players.exact.solver import Solver
from partie.games.quarto.players.sight import seen
from partie.games.quarto.rules import ALL_TRAITS, DIAGONALS, NONE, count, dangerous
from partie.games.quarto.text.display import (
    describe,
    trait_words,
)
from partie.games.quarto.text.notation import (
    completed_lines,
    square_text,
)
from partie.search import agents as search
from partie.search.agents import AlphaBetaAgent

_EASY_TRAITS = (0b1000, 0b0001, 0b0100, 0b0010)
"""Traits from the easiest to see to the one people miss first: colour, shape, height, top."""


class SightAgent:
    """A person who looks at the board and does not see everything.

    He searches on the board as he sees it: without the diagonals, or without the traits he does not watch. With `depth` 0 he only looks for a win with the piece in hand and gives whatever comes; with 1 he also checks
    the piece he gives; with more he thinks ahead. A win he stumbles into without seeing it still wins.
    """

    def __init__(self, game: Game, seed: object, depth: int, diagonals: bool, traits: int) -> None:
        self._chance = new_chance(seed, "sight")
        self._ahead = AlphaBetaAgent(game, seed, depth) if depth else None
        self._hidden_lines = 0 if diagonals else DIAGONALS
        self._traits = sum(_EASY_TRAITS[:traits])

    def decide(self, view: View, budget: Budget) -> Decision:
        shown = self._seen(view)
        if self._ahead is not None:
            decision = self._ahead.decide(shown, budget)
        else:
            moves = shown.moves
            wins = [move for move in moves if move & 31 == NONE]
            choices = wins or moves
            decision = Decision(choices[int(below(self._chance, len(choices)))])
        candidates = {_real(view, c.move): c for c in reversed(decision.candidates)}
        ordered = tuple(
            Candidate(move, c.value, c.visits, c.exact) for move, c in reversed(candidates.items())
        )
        move = _real(view, decision.move)
        return Decision(move, ordered, explain(view, move, Why("quarto.sight")))

    def _seen(self, view: View) -> View:
        looked_at = view.copy()
        looked_at.record.lines &= ~self._hidden_lines
        if self._traits == ALL_TRAITS:
            return looked_at
        return View(view.game, seen(looked_at.record, self._traits), view.seat)


def _real(view: View, move: int) -> int:
    """The legal move meant by a move on the board as he sees it: where the placement wins unseen, nothing is given."""
    square = move >> 5
    alone = square << 5 | NONE
    return alone if square != NONE and alone in view.moves else move


_FOR_THE_PAST = 0.5
"""Share of the time for going through earlier moves."""


class ExactAgent:
    """Proves what the position is worth once `pieces` are on the board, within `nodes`; says so where it cannot, and plays by alpha-beta.

    A proven win is played. In a proven draw it plays, of the moves that draw, the one alpha-beta likes best, which sets the opponent most problems; likewise in a
    proven loss.

    Proofs found for one move help with the next (`Lasting`): within `nodes` more can be proven. So whoever takes a seat in the middle of a game first goes through the moves of that seat again."""

    def __init__(self, game: Game, seed: object, nodes: int, depth: int, pieces: int) -> None:
        self._game, self._seed, self._depth = game, seed, depth
        self._nodes, self._pieces = nodes, pieces
        self._ahead: AlphaBetaAgent | None = AlphaBetaAgent(game, seed, depth)
        self._solver = Solver()
        self._missed: list[View] = []

    def resume(self, turns: Sequence[View]) -> None:
        self._ahead = None  # one for each decision, from now on
        self._missed.extend(turns)

    @property
    def weight(self) -> int:
        return self._solver.nbytes

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running():
            missed, self._missed = self._missed, []
            if missed:
                with budget.part(_FOR_THE_PAST).running() as stop:
                    for turn in missed:
                        self._decide(turn, stop)
            return self._decide(view, budget.stop)

    def _decide(self, view: View, stop: NDArray[np.uint8]) -> Decision:
        ahead = self._ahead or AlphaBetaAgent(self._game, f"{self._seed}/{view}", self._depth)
        guess = ahead.decide(view, Budget(stop=stop))
        if view.record.placed < self._pieces:
            return Decision(guess.move, guess.candidates, explain(view, guess.move, Why("quarto.unproven")))
        return self._proven(view, guess, stop)

    def _proven(self, view: View, guess: Decision, stop: NDArray[np.uint8]) -> Decision:
        board, hand, squares = view.record.board, int(view.record.hand), _squares(view)
        solution = self._solver.solve(board, hand, squares, nodes=self._nodes, stop=stop)
        move = guess.move
        reason = {
            1: "quarto.proven_win",
            0: "quarto.proven_draw",
            -1: "quarto.proven_loss",
            None: "quarto.unproven",
        }
        if solution.value is not None and solution.value >= 0:
            move = solution.square << 5 | solution.gift
            if solution.value == 0:
                move = self._best_draw(view, guess, move, stop)
        candidates = _with_proof(guess.candidates, move, solution.value)
        return Decision(move, candidates, explain(view, move, Why(reason[solution.value])))

    def _best_draw(self, view: View, guess: Decision, sure: int, stop: NDArray[np.uint8]) -> int:
        """The move alpha-beta likes best among those proven to draw; `sure` is one of them."""
        board, hand, squares = view.record.board, int(view.record.hand), _squares(view)
        for candidate in sorted(guess.candidates, key=lambda c: (-c.value, c.move != guess.move)):
            move = candidate.move
            if stop[0]:
                break
            if (
                self._solver.value(board, hand, move >> 5, move & 31, squares, nodes=self._nodes, stop=stop)
                == 0
            ):
                return move
        return sure


def _with_proof(guesses: tuple[Candidate, ...], move: int, value: int | None) -> tuple[Candidate, ...]:
    """The candidates where the position is proven to be worth `value`, and `move` to reach it: no other move is worth more, whatever was guessed."""
    if value is None:
        return guesses
    others = [
        Candidate(c.move, min(c.value, float(value)), exact=value < 0) for c in guesses if c.move != move
    ]
    return (Candidate(move, float(value)), *sorted(others, key=lambda c: -c.value))


def _squares(view: View) -> bool:
    return int(view.record.lines) >> 10 != 0


def explain(view: View, move: int, otherwise: Why) -> Why:
    """Why a move is good: a win, a proof, or what the board shows about the piece given; else what the search says."""
    square, gift = move >> 5, move & 31
    after = State(view.game, view.game.blank())
    verbs.copy(view.record, after.record)
    verbs.play(after.record, move, new_chance("none"))
    if after.record.winner >= 0:
        _, ones, zeros = completed_lines(after.record)[0]
        piece = _piece(int(view.record.hand))
        return Why(
            "quarto.wins",
            {"square": square_text(square), "piece": piece, "traits": _joined(trait_words(ones, zeros))},
        )
    if gift == NONE or square == NONE or otherwise.key.startswith("quarto.proven"):
        return otherwise
    return _about_the_gift(after, gift)


def _about_the_gift(after: State, gift: int) -> Why:
    threats = int(dangerous(after.record))
    if not threats:
        return Why("quarto.calm")
    if threats >> gift & 1:
        return Why("quarto.forced", {"gift": _piece(gift)})
    safe = int(count(int64(after.record.left & ~threats)))
    if safe == 0:
        return Why("quarto.last_safe", {"gift": _piece(gift)})
    return Why("quarto.safe", {"gift": _piece(gift), "safe": safe})


def _piece(piece: int) -> dict[str, str]:
    return {language: describe(piece, language) for language in ("en", "fr")}


def _joined(words: list[dict[str, str]]) -> dict[str, str]:
    return {language: ", ".join(word[language] for word in words) for language in ("en", "fr")}


_WORDS = read_words("partie.search", "partie.games.quarto")
PLAYOUTS = titles(_WORDS, "playouts", "random", "careful")

SIGHT = Family(
    "sight",
    SightAgent,
    params=(integer("depth", 1, 0, 16), switch("diagonals", True), integer("traits", 4, 1, 4)),
)
EXACT = Family(
    "exact",
    ExactAgent,
    params=(
        integer("nodes", 2_000_000, 1, 1 << 40),
        integer("depth", 3, 1, 16),
        integer("pieces", 4, 0, 16),
    ),
)
FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        search.ALPHABETA,
        search.mcts(PLAYOUTS),
        search.ismcts(PLAYOUTS),
        search.monte_carlo(PLAYOUTS),
        *all_described(_WORDS, "family", SIGHT, EXACT),
    )
}

LEVELS = levels(
    _WORDS,
    {
        "beginner": "sight:depth=0,diagonals=off,traits=3",
        "intermediate": "sight:depth=1,diagonals=off",
        "expert": "sight:depth=2",
        "master": "exact",
    },
)
