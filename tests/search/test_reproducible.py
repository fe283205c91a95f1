"""The same seed gives exactly the same decision from one version to the next.

If a change is meant to alter decisions, run this file to write `decisions.json` again, and mention it in the
changelog."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import partie
from partie.core.agent import ask
from partie.core.compiled.chance import below, new_chance
from partie.core.game import Game, View
from partie.core.match import Match
from tests.tiny import GAME as CUPS

FILE = Path(__file__).parent / "decisions.json"
SPECS = {
    "quarto": (
        "alphabeta:depth=2",
        "mcts:iterations=300",
        "mcts:iterations=200,policy=random,c=1.3,depth=4",
        "ismcts:iterations=300",
        "montecarlo:deals=2,replays=20",
    ),
    "cups": ("mcts:iterations=200,worlds=7", "ismcts:iterations=200", "montecarlo:deals=9,replays=3"),
    "hearts": (
        "mcts:iterations=200,worlds=3",
        "mcts:iterations=200,worlds=3,prior=net",
        "solver:deals=4,plies=8",
    ),
}
OPTIONS: dict[str, dict[str, object]] = {"hearts": {"rules": "coeurs"}}
PLIES = {"quarto": (3, 7), "cups": (0, 3), "hearts": (2, 13)}
ALL = [(game, spec) for game, specs in SPECS.items() for spec in specs]


def _game(name: str) -> Game:
    return CUPS if name == "cups" else partie.game(name)


def _view(name: str, ply: int) -> View:
    """The view of the seat to move after `ply` random moves."""
    match, chance = Match(_game(name), OPTIONS.get(name), 11), new_chance("reproducible", name)
    while len(match.moves) < ply:
        match.play(match.state.moves[int(below(chance, len(match.state.moves)))])
    return match.view()


def _decisions(name: str, spec: str) -> list[Any]:
    """The decisions of an agent at each ply: the move, and every candidate with its value and visits."""
    agent = partie.build_agent(_game(name), spec, 7)
    decided = [ask(agent, _view(name, ply)) for ply in PLIES[name]]
    return [[d.move, [[c.move, c.value, c.visits, c.exact] for c in d.candidates]] for d in decided]


@pytest.mark.parametrize(("name", "spec"), ALL)
def test_a_search_decides_as_recorded(name: str, spec: str) -> None:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    assert _decisions(name, spec) == stored[f"{name} {spec}"]


if __name__ == "__main__":
    lines = [f"{json.dumps(f'{name} {spec}')}: {json.dumps(_decisions(name, spec))}" for name, spec in ALL]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
