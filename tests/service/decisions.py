"""Prints what programs decide at tables: `python -m tests.service.decisions GAME…`.

It plays one table for every level of every game, with an agent built for each decision."""

from __future__ import annotations

import json
import sys
from typing import Any

from partie.core import registry
from partie.core.agent import Budget, Decision
from partie.core.match import Match
from partie.service.seats import GameSoFar, Seats
from partie.service.thinking import Question, decide, table_seed

SHORT: dict[str, tuple[dict[str, Any], int]] = {
    "quarto": ({}, 9),
    "liarsdice": ({"dice": 2}, 25),
    "hearts": ({}, 12),
    "coinche": ({}, 12),
    "axisallies": ({}, 42),
}
"""Options and number of moves, chosen so that proofs, plans and memories matter."""


def begun(game: str, seed: str) -> Match:
    """Return a match without moves."""
    return Match(registry.game(game), SHORT[game][0], seed)


def decided(match: Match, agent: str, seats: Seats, *, adviser: bool = False) -> Decision:
    """Return a program's decision at this table, whose name is its seed."""
    table, view = str(match.seed), match.view()
    question = Question(view, agent, GameSoFar(table, match.copy(), tuple(range(len(match.moves)))))
    return decide(seats, question, table_seed(table, view.seat, len(match.moves)), Budget(), adviser=adviser)


def written(decision: Decision) -> str:
    """Return a decision as text, with its candidates and reason."""
    return repr((decision.move, decision.candidates, decision.why))


def alone(game: str, level: str) -> list[str]:
    """Return the decisions at one table, each by an agent built for it."""
    match, found = begun(game, "one"), list[str]()
    while not match.state.over and len(found) < SHORT[game][1]:
        decision = decided(match, level, Seats())
        found.append(written(decision))
        match.play(decision.move)
    return found


if __name__ == "__main__":
    found = {
        name: {level: alone(name, level) for level in registry.game(name).levels} for name in sys.argv[1:]
    }
    print(json.dumps(found))
