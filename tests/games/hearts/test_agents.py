"""Searches value the current deal, and play it better than random players."""

from __future__ import annotations

import numpy as np
import pytest

import partie
from partie.core.agent import ask
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.games.hearts import rules
from partie.games.hearts.players import searching
from partie.search.kernels.playouts import playouts

HEARTS = partie.game("hearts")
STOP = np.zeros(1, np.uint8)


def later_deal(deal: int, **options: object) -> Match:
    match = Match(HEARTS, options, seed=11)
    while match.state.record.number < deal:
        match.play(match.state.moves[0])
    return match


def test_playouts_end_with_the_deal_and_count_its_points_only() -> None:
    match = later_deal(2, slam="none")
    assert any(match.state.scores)
    totals, games, plies = playouts(match.state.record, 50, 0, new_chance("deal"), STOP)
    assert (totals.sum(), games, plies) == (-40 * 50, 50, 32 * 50)


@pytest.mark.parametrize(
    "options", [{}, {"slam": "none"}, {"rules": "classic"}, {"rules": "classic", "jack_of_diamonds": True}]
)
def test_worth_has_bounds(options: dict[str, object]) -> None:
    state = HEARTS.start(options)
    low, high = verbs.worst(state.record), verbs.best(state.record)
    assert rules.WORST <= low < high <= rules.BEST
    chance = new_chance("bounds")
    for _ in range(100):
        state = HEARTS.start(options, chance)
        while not verbs.settled(state.record):
            state.play(int(searching.choose(state.record, 0, np.empty(1, np.int64), chance)), chance)
        assert all(low <= verbs.worth(state.record, seat) <= high for seat in range(4))


@pytest.mark.parametrize("spec", ["mcts:iterations=200", "ismcts:iterations=200", "montecarlo:deals=10"])
def test_values_are_points_of_this_deal(spec: str) -> None:
    match = later_deal(3, length="8")
    decision = ask(build_agent(HEARTS, spec), match.view())
    assert decision.candidates
    assert all(rules.WORST <= candidate.value <= rules.BEST for candidate in decision.candidates)


def test_a_forced_move_is_played_without_search() -> None:
    match = Match(HEARTS, seed=2)
    while match.state.record.phase == rules.PLAY:
        match.play(match.state.moves[0])
    decision = ask(build_agent(HEARTS, "montecarlo:deals=1000000,replays=1000000"), match.view())
    assert match.state.text(decision.move) == "deal"
    assert decision.why is not None
    assert HEARTS.phrase(decision.why.key, decision.why.data)["en"] == "The next hand has to be dealt."


@pytest.mark.parametrize("options", [{"slam": "none"}, {"rules": "classic"}])
@pytest.mark.parametrize(
    "spec", ["mcts:iterations=300", "ismcts:iterations=300", "montecarlo:deals=20,replays=1"]
)
def test_searches_take_fewer_points_than_random_players(spec: str, options: dict[str, object]) -> None:
    scores = np.zeros(4)
    for seed in range(15):
        match = Match(HEARTS, {**options, "length": "1"}, seed)
        agents = [build_agent(HEARTS, spec if seat == seed % 4 else "random", seed) for seat in range(4)]
        scores += np.roll(play_out(match, agents).scores, -(seed % 4))
    assert scores[0] > scores[1:].mean() / 1.3, "fixed seeds"
