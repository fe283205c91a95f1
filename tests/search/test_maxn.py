"""Exact endings, compared with a plain recursive search."""

from __future__ import annotations

import numpy as np

import partie
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.match import Match
from partie.search.kernels.maxn import MaxnRoom, maxn, new_memory

HEARTS = partie.game("hearts")


def distinct_moves(state: State) -> list[int]:
    out = np.empty(HEARTS.rules.MOVES, np.int64)
    return [int(move) for move in out[: verbs.distinct(state.record, out)]]


def plain(state: State) -> list[float]:
    """The values under best play of every seat, averaged over equally good moves."""
    if verbs.settled(state.record):
        return [float(verbs.worth(state.record, seat)) for seat in range(4)]
    found = [plain(after(state, move)) for move in distinct_moves(state)]
    best = max(values[state.to_move] for values in found)
    equal = [values for values in found if values[state.to_move] > best - 1e-9]
    return [sum(column) / len(equal) for column in zip(*equal, strict=True)]


def after(state: State, move: int) -> State:
    next_state = state.copy()
    next_state.play(move)
    return next_state


def ending(seed: int, cards: int, options: dict[str, object]) -> State:
    """A deal played at random until at most this many cards are left."""
    match = Match(HEARTS, {"length": "1"} | options, seed)
    chance = new_chance("ending", seed)
    out = np.empty(HEARTS.rules.MOVES, np.int64)
    while verbs.plies_left(match.state.record) > cards:
        match.play(int(verbs.choose(match.state.record, 0, out, chance)))
    return match.state


def solve(state: State, memory: object) -> list[float]:
    plies = int(verbs.plies_left(state.record))
    pool = np.zeros(plies + 2, HEARTS.rules.State).view(np.recarray)
    verbs.copy(state.record, pool[0])
    values = np.zeros((plies + 2, 4))
    out = np.empty((plies + 2, HEARTS.rules.MOVES), np.int64)
    maxn(MaxnRoom(pool, out, values, memory), 0, new_chance(0), np.zeros(1, np.uint8))
    return list(values[0])


def test_endings_are_solved_as_by_the_plain_search() -> None:
    variants: list[dict[str, object]] = [{}, {"slam": "none"}, {"rules": "classic", "pass": False}]
    memory = new_memory(12)
    differ = 0
    for seed in range(60):
        state = ending(seed, 7 + seed % 3, variants[seed % 3])
        by_hand = plain(state)
        assert np.allclose(solve(state, memory)[0:4], by_hand, atol=1e-4)
        differ += len(set(by_hand)) > 1
    assert differ > 10, "in many of them the seats get different values"


def test_a_move_left_out_is_equivalent_to_one_that_is_tried() -> None:
    left_out = 0
    for seed in range(60):
        state = ending(seed, 8, ({}, {"rules": "classic", "pass": False, "jack_of_diamonds": True})[seed % 2])
        tried = distinct_moves(state)
        assert set(tried) <= set(state.moves)
        for move in set(state.moves) - set(tried):
            same = max(other for other in tried if other < move)
            assert np.allclose(plain(after(state, move)), plain(after(state, same)))
            left_out += 1
    assert left_out > 10
