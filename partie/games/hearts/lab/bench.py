"""The speed of playing, searching and sampling deals on one core, compared with OpenSpiel's Hearts."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from partie.cards.sampling import sample_worlds
from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import State, View
from partie.core.registry import game
from partie.games.hearts import rules
from partie.games.hearts.lab import openspiel
from partie.games.hearts.lab.loops import (
    play_random_deals,
)
from partie.games.hearts.players.searching import choose
from partie.search.kernels.answer import new_answer
from partie.search.kernels.isuct import IsuctSettings, hashed, isuct
from partie.search.kernels.tree import new_nodes

Row = tuple[str, str]
CLASSIC = {"rules": "classic", "pass": False}
DEALS = 500_000
WORLDS = 500_000
SEARCHES = 50


def bench_rows() -> list[Row]:
    """Deals, worlds and search iterations per second of processor time; OpenSpiel's rates with the ratio."""
    classic_deals = _deals_rate(CLASSIC)
    searches = _search_rate(_first_choice())
    return [
        ("random 32-card deals/s, dealt, played and scored", f"{_deals_rate({}):,.0f}"),
        ("random 52-card deals/s", f"{classic_deals:,.0f}"),
        ("52 cards, worlds/s at the start of a deal", f"{_worlds_rate(_first_choice()):,.0f}"),
        ("52 cards, worlds/s where two players have shown voids", f"{_worlds_rate(_with_voids()):,.0f}"),
        ("52 cards, information-set UCT iterations/s at the first choice of a card", f"{searches:,.0f}"),
        *_openspiel_rows(searches, classic_deals),
    ]


def _rate(count: int, run: Callable[[int], object]) -> float:
    run(10)  # compiles
    began = time.thread_time()
    run(count)
    return count / (time.thread_time() - began)


def _deals_rate(options: dict[str, object]) -> float:
    state, chance = game("hearts").start(options), new_chance("bench", "deals")
    return _rate(DEALS, lambda count: play_random_deals(state.record, count, 0, chance))


def _worlds_rate(view: View) -> float:
    chance, nothing = new_chance("bench", "worlds"), np.empty((0, rules.SEATS), np.int64)
    return _rate(WORLDS, lambda count: sample_worlds(view.record, view.seat, count, chance, nothing))


def _search_rate(view: View) -> float:
    """Iterations per second in searches as long as OpenSpiel's."""
    chance, nodes = new_chance("bench", "isuct"), new_nodes(openspiel.ITERATIONS + 2)
    settings, answer, stop = (
        IsuctSettings(openspiel.ITERATIONS, 0.7, 0, 64),
        new_answer(rules.MOVES),
        Budget().stop,
    )

    def run(count: int) -> None:
        for _ in range(count):
            isuct(view.record, view.seat, settings, hashed(nodes), answer, stop, chance)

    return openspiel.ITERATIONS * _rate(SEARCHES, run)


def _first_choice() -> View:
    """The view at the first card of a deal with a choice."""
    state = game("hearts").start(CLASSIC, new_chance("bench"))
    while len(state.moves) < 2:
        state.play(state.moves[0])
    return state.view(state.to_move)


def _with_voids() -> View:
    """A view in the middle of a random deal where two others have shown voids in different suits."""
    for seed in range(1000):
        chance = new_chance("bench", "voids", seed)
        state = game("hearts").start(CLASSIC, chance)
        while state.record.tricks < 5:
            state.play(int(choose(state.record, 0, np.empty(1, np.int64), chance)))
        if _shows_voids(state):
            return state.view(state.to_move)
    raise RuntimeError("no deal with two voids found")


def _shows_voids(state: State) -> bool:
    others = [int(state.record.voids[seat]) for seat in range(rules.SEATS) if seat != state.to_move]
    return len({shown for shown in others if shown}) >= 2


def _openspiel_rows(searches: float, deals: float) -> list[Row]:
    if not openspiel.is_installed():
        return [("OpenSpiel’s Hearts", "not measured: open_spiel is not installed")]
    rates = openspiel.measure_rates()
    if rates is None:
        return [("OpenSpiel’s Hearts", "not measured: it failed to run")]
    compared = [
        ("is_mcts iterations/s (C++)", rates["iterations"], searches),
        ("random deals/s stepped from Python, chance by its probabilities", rates["hands"], deals),
        ("random deals/s stepped from Python, chance drawn like a move", rates["fast_hands"], deals),
    ]
    return [
        (f"OpenSpiel’s Hearts, {what}", f"{theirs:,.0f}; ours {ours / theirs:,.1f} times as many")
        for what, theirs, ours in compared
    ]
