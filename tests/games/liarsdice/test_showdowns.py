"""Replaying showdowns, and learning from them within one game."""

from __future__ import annotations

from typing import Any

import numpy as np

import partie
from partie.core.agent import Budget, Decision
from partie.core.game import View
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.games.liarsdice import rules
from partie.games.liarsdice.players.reader.agent import MODELS
from partie.games.liarsdice.players.reader.showdowns import (
    ShowdownLearner,
    shown_round,
)
from partie.games.liarsdice.rules.bids import CONTEST

GAME = partie.game("liarsdice")
MODEL = MODELS.load("reader")
GENERAL = MODEL.weights[MODEL.kinds.index(MODEL.card["general"])]


class Contester:
    """Never believes anybody: opens with one die of its best face, and contests."""

    def decide(self, view: View, budget: Budget) -> Decision:
        if CONTEST in view.moves:
            return Decision(CONTEST)
        return Decision(1 << 3 | int(np.argmax(view.record.cups[view.seat])))


def play_rounds(agents: list[Any], rounds: int, seed: object, options: dict[str, Any] | None = None) -> Any:
    """Play and yield, at every new round, the states and moves of the previous round and the view of seat
    0."""
    match = Match(GAME, options, seed, len(agents))
    made: list[tuple[bytes, int, int]] = []
    for _ in range(rounds):
        number = match.state.record.rounds
        while not match.state.over and match.state.record.rounds == number:
            view = match.view()
            move = agents[view.seat].decide(view, Budget()).move
            made.append((bytes(match.state), view.seat, move))
            match.play(move)
        if match.state.over:
            return
        yield made, match.view(0)
        made = []


def test_a_shown_round_is_what_was_played() -> None:
    agents = [build_agent(GAME, spec, i) for i, spec in enumerate(("odds", "random", "naive", "weighted"))]
    rounds = 0
    for options in ({}, {"wild": "ones"}):
        for made, view in play_rounds(agents, 8, f"shown {options}", options):
            states, seats, moves = shown_round(view)
            assert seats == [seat for _, seat, _ in made]
            assert moves == [move for _, _, move in made]
            for state, (before, _, _) in zip(states, made, strict=True):
                was = np.frombuffer(before, rules.State).view(np.recarray)[0]
                for field in ("cups", "dice", "named", "bids", "standing", "total", "left", "turn"):
                    assert (state[field] == was[field]).all(), field
            rounds += 1
    assert rounds > 8


def test_the_habits_of_a_table_are_learned_from_its_showdowns() -> None:
    seen, unseen = ShowdownLearner(GENERAL), ShowdownLearner(GENERAL)
    agents = [build_agent(GAME, "odds", 0), *(Contester() for _ in range(3))]
    assert seen.surprise(GENERAL) == 0.0
    for _, view in play_rounds(agents, 8, "ways"):
        seen.add(view)
    for _, view in play_rounds(agents, 8, "other dice"):
        unseen.add(view)
    assert unseen.surprise(seen.behaviour()) < unseen.surprise(GENERAL) - 0.3
