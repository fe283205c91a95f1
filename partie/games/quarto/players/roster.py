"""Quarto's players: a search with limited vision for the weaker levels, proofs for the strongest; reasons."""

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
"""Traits from the easiest to notice to the most easily missed: colour, shape, height, top."""


class SightAgent:
    """Plays like a person who overlooks part of the board.

    It searches the board without the diagonals, or without the traits it does not watch. With `depth` 0 it
    only looks for a win with the piece in hand and gives any piece; with 1 it also checks the piece it gives;
    with more it looks ahead. A line it completes without noticing still wins.
    """

    def __init__(self, game: Game, seed: object, depth: int, diagonals: bool, traits: int) -> None:
        self._chance = new_chance(seed, "sight")
        self._ahead = AlphaBetaAgent(game, seed, depth) if depth else None
        self._hidden_lines = 0 if diagonals else DIAGONALS
        self._traits = sum(_EASY_TRAITS[:traits])

    def decide(self, view: View, budget: Budget) -> Decision:
        perceived = self._perceive(view)
        if self._ahead is not None:
            decision = self._ahead.decide(perceived, budget)
        else:
            moves = perceived.moves
            wins = [move for move in moves if move & 31 == NONE]
            choices = wins or moves
            decision = Decision(choices[int(below(self._chance, len(choices)))])
        candidates = {_real(view, c.move): c for c in reversed(decision.candidates)}
        ordered = tuple(
            Candidate(move, c.value, c.visits, c.exact) for move, c in reversed(candidates.items())
        )
        move = _real(view, decision.move)
        return Decision(move, ordered, explain(view, move))

    def _perceive(self, view: View) -> View:
        """The view without the lines and traits this player overlooks."""
        perceived = view.copy()
        perceived.record.lines &= ~self._hidden_lines
        if self._traits == ALL_TRAITS:
            return perceived
        return View(view.game, seen(perceived.record, self._traits), view.seat)


def _real(view: View, move: int) -> int:
    """The legal move for a move on the perceived board: without a gift where the placement wins unnoticed."""
    square = move >> 5
    alone = square << 5 | NONE
    return alone if square != NONE and alone in view.moves else move


_SHARE_FOR_EARLIER_TURNS = 0.5
"""Share of the time budget spent on solving the seat's earlier turns again."""


class ExactAgent:
    """Proves the value of the position once `pieces` are on the board; otherwise plays by alpha-beta.

    It plays a proven win. In a proven draw it picks, among the moves that draw, the one alpha-beta rates
    highest, which is the hardest for the opponent; likewise in a proven loss.

    Proofs found for one move help with the next (`Lasting`), so that more can be proven within `nodes`. An
    agent that takes a seat in the middle of a game therefore first solves that seat's earlier turns.
    """

    def __init__(self, game: Game, seed: object, nodes: int, depth: int, pieces: int) -> None:
        self._game, self._seed, self._depth = game, seed, depth
        self._nodes, self._pieces = nodes, pieces
        self._ahead: AlphaBetaAgent | None = AlphaBetaAgent(game, seed, depth)
        self._solver = Solver()
        self._missed: list[View] = []

    def resume(self, turns: Sequence[View]) -> None:
        self._ahead = None  # from now on, a new one for each decision
        self._missed.extend(turns)

    @property
    def weight(self) -> int:
        return self._solver.nbytes

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running():
            missed, self._missed = self._missed, []
            if missed:
                with budget.part(_SHARE_FOR_EARLIER_TURNS).running() as stop:
                    for turn in missed:
                        self._decide(turn, stop)
            return self._decide(view, budget.stop)

    def _decide(self, view: View, stop: NDArray[np.uint8]) -> Decision:
        ahead = self._ahead or AlphaBetaAgent(self._game, f"{self._seed}/{view}", self._depth)
        guess = ahead.decide(view, Budget(stop=stop))
        if view.record.placed < self._pieces:
            return Decision(guess.move, guess.candidates, explain(view, guess.move))
        return self._proven(view, guess, stop)

    def _proven(self, view: View, guess: Decision, stop: NDArray[np.uint8]) -> Decision:
        board, hand, squares = view.record.board, int(view.record.hand), _squares(view)
        solution = self._solver.solve(board, hand, squares, nodes=self._nodes, stop=stop)
        move = guess.move
        proofs = {
            1: "quarto.proven_win",
            0: "quarto.proven_draw",
            -1: "quarto.proven_loss",
        }
        if solution.value is not None and solution.value >= 0:
            move = solution.square << 5 | solution.gift
            if solution.value == 0:
                move = self._best_draw(view, guess, move, stop)
        proof = None if solution.value is None else proofs[solution.value]
        candidates = _with_proof(guess.candidates, move, solution.value)
        return Decision(move, candidates, explain(view, move, proof))

    def _best_draw(self, view: View, guess: Decision, sure: int, stop: NDArray[np.uint8]) -> int:
        """The move alpha-beta rates highest among those proven to draw; `sure` is one of them."""
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
    """The candidates of a position proven to be worth `value`, which `move` attains and no move exceeds."""
    if value is None:
        return guesses
    others = [
        Candidate(c.move, min(c.value, float(value)), exact=value < 0) for c in guesses if c.move != move
    ]
    return (Candidate(move, float(value)), *sorted(others, key=lambda c: -c.value))


def _squares(view: View) -> bool:
    return int(view.record.lines) >> 10 != 0


def explain(view: View, move: int, proof: str | None = None) -> Why:
    """Why a move is good: it wins, it is proven (`proof` is the phrase), or the piece it gives is safe."""
    square, gift = move >> 5, move & 31
    after = State(view.game, view.game.blank())
    verbs.copy(view.record, after.record)
    verbs.play(after.record, move, new_chance("none"))
    if after.record.winner >= 0:
        _, ones, zeros = completed_lines(after.record)[0]
        piece = _piece_words(int(view.record.hand))
        return Why(
            "quarto.wins",
            {"square": square_text(square), "piece": piece, "traits": _joined(trait_words(ones, zeros))},
        )
    if proof is not None:
        return Why(proof)
    return Why("quarto.last_piece") if gift == NONE else _explain_gift(after, gift)


def _explain_gift(after: State, gift: int) -> Why:
    threats = int(dangerous(after.record))
    if not threats:
        return Why("quarto.calm")
    safe = int(count(int64(after.record.left & ~threats)))
    if threats >> gift & 1:
        return Why("quarto.careless" if safe else "quarto.forced", {"gift": _piece_words(gift)})
    if safe == 0:
        return Why("quarto.last_safe", {"gift": _piece_words(gift)})
    return Why("quarto.safe", {"gift": _piece_words(gift), "safe": safe})


def _piece_words(piece: int) -> dict[str, str]:
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
