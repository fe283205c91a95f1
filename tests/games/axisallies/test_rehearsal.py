"""When the game is ready, nobody waits for a compiler in any phase of a turn."""

from __future__ import annotations

import sys

import pytest

from partie.core import registry, warmed
from partie.core.agent import Budget, ask
from partie.core.compiled import kernel
from partie.core.match import Match
from partie.core.warm import warm
from tests.pages import ROOT
from tests.processes import completed


@pytest.mark.slow
def test_what_a_round_needs_is_compiled_beforehand() -> None:
    """In a process of its own, which has loaded nothing else; every level plays there."""
    done = completed([__name__, *registry.game("axisallies").levels], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


def missing(level: str) -> list[str]:
    """What a level, or one that has played before, loads or compiles in a round and a half, and nobody has
    written down as needed."""
    game = registry.game("axisallies")
    warm(game)
    match = Match(game, seed="visitors")
    players = [registry.build_agent(game, level, seat) for seat in range(match.state.seats)]
    for _ in range(200):
        view = match.view()
        match.play(ask(players[view.seat], view, Budget(0.5)).move)
    assert int(match.state.record.round_number) > 1
    return sorted(kernel.entries_used() - warmed.needed_by(game))


if __name__ == "__main__":
    print(*(f"{name}, by {level}" for level in sys.argv[1:] for name in missing(level)), sep="\n", end="")
