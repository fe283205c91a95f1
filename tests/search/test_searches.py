"""Every search compared with something simpler, on Quarto endings and on a game with hidden dice."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import partie
from partie.core.agent import Budget, ask
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import State
from partie.core.match import Match
from partie.search.kernels.alphabeta import Limits, alphabeta, new_ranking, new_table
from tests.search import parts
from tests.tiny import GAME as CUPS

QUARTO = partie.game("quarto")
SAMPLERS = ["mcts:iterations=3000", "ismcts:iterations=3000", "montecarlo:deals=30,replays=10"]


def minimax(state: State) -> float:
    """The value for the seat to move, by exhaustive search."""
    best = -2.0
    for move in state.moves:
        after = state.copy()
        after.play(move)
        sign = 1 if after.over or after.to_move == state.to_move else -1
        value = after.scores[state.to_move] if after.over else sign * minimax(after)
        best = max(best, value)
        if best == 1:
            break
    return best


def endings(count: int, left: int) -> list[State]:
    """Positions in which `left` pieces are still to be given."""
    found: list[State] = []
    for seed in range(10_000):
        match = Match(QUARTO, {"squares": seed % 3 == 0}, seed)
        chance = new_chance("endings", seed)
        while not match.state.over and match.state.record.placed < 15 - left:
            match.play(match.state.moves[int(below(chance, len(match.state.moves)))])
        if not match.state.over:
            found.append(match.state)
        if len(found) == count:
            return found
    raise AssertionError("not enough endings")


def search(state: State, depth: int, limit: int = 1 << 60, margin: float = 9.0) -> dict[int, float]:
    found = new_ranking(240)
    limits = Limits(depth, limit, margin)
    n, done, _ = alphabeta(state.record, limits, new_table(12), found, np.zeros(1, np.uint8), new_chance(0))
    assert done >= 1
    return {int(found.order[i]): float(found.values[i]) for i in range(n)}


def test_alphabeta_to_the_end_is_minimax() -> None:
    for state in endings(40, left=3):
        values = search(state, 8)
        assert max(values.values()) == minimax(state)


def test_alphabeta_with_a_wide_margin_gives_every_move_its_value() -> None:
    for state in endings(10, left=2):
        if minimax(state) == 1:
            continue  # the search stops as soon as a win is proven
        for move, value in search(state, 8).items():
            after = state.copy()
            after.play(move)
            assert value == (after.scores[state.to_move] if after.over else -minimax(after))


@pytest.mark.parametrize("spec", ["alphabeta:depth=2", *SAMPLERS])
def test_every_search_takes_a_win_and_gives_no_loss(spec: str) -> None:
    win = QUARTO.position("013............. 7")
    decision = ask(partie.build_agent(QUARTO, spec, 1), win.view(win.to_move))
    assert win.text(decision.move) == "d1"
    # Row 1 lacks one piece with colour 0: every piece but the blue ones loses at once.
    threat = QUARTO.position("013............. f")
    decision = ask(partie.build_agent(QUARTO, spec, 1), threat.view(threat.to_move))
    after = threat.copy()
    after.play(decision.move)
    replies = {after.text(move) for move in after.moves}
    assert not replies & {"a1", "b1", "c1", "d1"}, "the opponent cannot win at once"


@pytest.mark.parametrize(
    "spec", ["mcts:iterations=2000,worlds=20", "ismcts:iterations=2000", "montecarlo:deals=200,replays=5"]
)
def test_sampling_searches_evaluate_dice_and_hidden_information(spec: str) -> None:
    """With two cups and one decision left, rolling is right with a low die and wrong with a high one."""
    for die, best in ((1, "roll"), (6, "keep")):
        state = CUPS.position(f"3{die} 3", seats=2)
        view = state.view(1)
        decision = ask(partie.build_agent(CUPS, spec, 1), view)
        assert view.text(decision.move) == best
    # Keeping a six against an unknown die wins 5 times in 6 and ties once.
    assert decision.value == pytest.approx(5 / 6, abs=0.08)


@pytest.mark.parametrize(
    "spec",
    [
        "alphabeta:depth=16",
        "mcts:iterations=10000000",
        "ismcts:iterations=1000000",
        "montecarlo:deals=1000000,replays=100",
    ],
)
def test_every_search_stops_when_told(spec: str) -> None:
    state = QUARTO.position("0.3............. 5")
    agent = partie.build_agent(QUARTO, spec, 1)
    ask(agent, state.view(state.to_move), Budget(seconds=0.05))
    budget = Budget()
    answer: list[int] = []
    thinker = threading.Thread(
        target=lambda: answer.append(ask(agent, state.view(state.to_move), budget).move)
    )
    thinker.start()
    budget.cancel()
    thinker.join()
    assert answer[0] in state.moves


@pytest.mark.parametrize("matches", range(1, 10))
def test_alphabeta_looks_no_further_than_the_end_of_a_part(matches: int) -> None:
    """With a multiple of four matches every move loses the part; what comes after it is not searched."""
    state = np.zeros(1, parts.State).view(np.recarray)[0]
    parts.start(state, np.array([matches]), new_chance(0))
    found = new_ranking(parts.MOVES)
    stop, chance = np.zeros(1, np.uint8), new_chance(0)
    n, _, _ = alphabeta(state, Limits(20, 1 << 60, 9.0), new_table(8), found, stop, chance)
    assert found.values[:n].max() == (-1.0 if matches % 4 == 0 else 1.0)
    assert found.values[:n].min() >= -1.0


def test_node_limits_are_kept_and_reproducible() -> None:
    state = QUARTO.position("0.3.....9....... 5")
    values = [search(state, 16, limit=20_000, margin=0.0) for _ in range(2)]
    assert values[0] == values[1]


def test_a_deeper_search_beats_a_shallower_one() -> None:
    from partie.arena.match import play_match

    report = play_match(QUARTO, ["alphabeta:depth=2", "random"], games=40, seed=1)
    assert report.results[0].win_share > 0.85
