"""A game in progress, refereed: the match holds the complete state and the random numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from partie.core.agent import Agent, Budget, Decision, ask
from partie.core.compiled.chance import new_chance
from partie.core.errors import PartieError
from partie.core.external import ExternalAgent
from partie.core.game import Game, State, View


class Match:
    """A game in progress: its options, its seed and the moves so far.

    These determine everything else, so a move is taken back by replaying those before it. `shown[seat]` is
    the number of moves played when that seat was last shown something new; moves up to that point cannot be
    taken back.

    >>> from partie.core.registry import games
    >>> match = Match(games()[0], seed=7)
    >>> match.play(match.state.moves[0]); match.play(match.state.moves[0]); match.take_back()
    >>> len(match.moves), match.state.to_move
    (1, 1)
    """

    def __init__(
        self, game: Game, options: Mapping[str, Any] | None = None, seed: object = 0, seats: int | None = None
    ) -> None:
        self.game = game
        self.options = game.read_options(options)
        self.seed = seed
        self.moves: list[str] = []
        self.data: list[Any] = []
        """For every move, the move as data, or None if its text is enough."""
        self.movers: list[int] = []
        self.hidden: list[bool] = []
        """For every move, whether it is hidden from the other seats."""
        self._seats = seats
        self._restart()

    def _restart(self) -> None:
        self._chance = new_chance(self.seed, "referee")
        self.state: State = self.game.start(self.options, self._chance, self._seats)
        self.shown = [0] * self.state.seats

    def play(self, move: int | str) -> None:
        """Play a legal move, given as a number or as text, for the seat to move."""
        if self.state.over:
            raise PartieError("The game is over.")
        self.play_legal(self.state.legal(move))

    def play_legal(self, number: int) -> None:
        """Play a move that is known to be legal, without checking it again."""
        text, mover = self.state.text(number), self.state.to_move
        data = self.game.notation.move_data(self.state.record, number)
        final, secret = self.game.final, self.game.secret
        hidden = secret is not None and secret(self.state, number)
        before = self.state.copy() if final is not None else self.state
        self.state.play_legal(number, self._chance)
        self.moves.append(text)
        self.data.append(data)
        self.movers.append(mover)
        self.hidden.append(hidden)
        if final is not None:
            for seat in range(len(self.shown)):
                if final(before, self.state, seat):
                    self.shown[seat] = len(self.moves)

    def take_back(self, count: int = 1) -> None:
        """Undo the last `count` moves."""
        kept = self.moves[: len(self.moves) - count]
        self.moves, self.data, self.movers, self.hidden = [], [], [], []
        self._restart()
        for move in kept:
            self.play(move)

    def copy(self) -> Match:
        """An independent copy of the match as it stands."""
        other = copy(self)
        other.moves, other.movers, other.hidden = self.moves.copy(), self.movers.copy(), self.hidden.copy()
        other.data, other.shown = self.data.copy(), self.shown.copy()
        other.state, other._chance = self.state.copy(), self._chance.copy()
        return other

    def view(self, seat: int | None = None) -> View:
        """The current view of a seat, by default of the seat to move."""
        return self.state.view(self.state.to_move if seat is None else seat)

    def past(self, seat: int) -> list[View]:
        """The views of a seat before each of the moves so far."""
        return [state.view(seat) for _, state in self.replayed()]

    def turns(self, seat: int, since: int = 0) -> list[View]:
        """The views of a seat before each of its own moves, from move number `since` on."""
        if seat not in self.movers[since:]:
            return []
        return [
            state.view(seat)
            for number, state in self.replayed()
            if number >= since and self.movers[number] == seat
        ]

    def replayed(self) -> Iterator[tuple[int, State]]:
        """Yield the number of every move so far and the state before it. Moves are not checked again."""
        chance = new_chance(self.seed, "referee")
        state = self.game.start(self.options, chance, self._seats)
        for number, move in enumerate(self.moves):
            yield number, state
            state.play_legal(self.game.notation.read_move(state.record, move), chance)


@dataclass
class GameResult:
    """The result of a game: scores, moves, and each seat's thinking time and number of decisions."""

    scores: list[float]
    moves: list[str]
    seconds: list[float] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)


def play_out(
    match: Match,
    agents: Sequence[Agent],
    budget: Callable[[], Budget] = Budget,
    watch: Callable[[View, Decision], None] | None = None,
) -> GameResult:
    """Play the match to its end with one agent per seat."""
    seconds = [0.0] * len(agents)
    decisions = [0] * len(agents)
    for agent in agents:
        if isinstance(agent, ExternalAgent):
            agent.begin(match.options)
    while not match.state.over:
        view = match.view()
        began = time.perf_counter()
        decision = ask(agents[view.seat], view, budget())
        seconds[view.seat] += time.perf_counter() - began
        decisions[view.seat] += 1
        if watch is not None:
            watch(view, decision)
        match.play_legal(decision.move)  # `ask` has checked it
    return GameResult(match.state.scores, match.moves, seconds, decisions)
