"""The speed of playing and sampling deals on one core."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from partie.cards.sampling import sample_worlds
from partie.core.agent import ask
from partie.core.compiled.chance import new_chance
from partie.core.game import State, View
from partie.core.registry import build_agent, game
from partie.games.coinche import rules
from partie.games.coinche.lab.loops import (
    play_random_deals,
    replay_deal,
)
from partie.games.coinche.lab.solver_bench import solver_rows
from partie.games.coinche.players.searching import POLICIES, choose

Row = tuple[str, str]
DEALS = 500_000
WORLDS = 500_000
CARD_DEALS = 10


def bench_rows() -> list[Row]:
    """Deals and worlds per second of processor time."""
    return [
        ("random deals/s from the first card", f"{_replays_rate('random'):,.0f}"),
        ("deals/s from the first card by `scores`", f"{_replays_rate('scores'):,.0f}"),
        ("random deals/s, dealt, played and scored", f"{_deals_rate():,.0f}"),
        ("worlds/s at the first card", f"{_worlds_rate(first_card().view(0)):,.0f}"),
        ("worlds/s in mid-play", f"{_worlds_rate(mid_play({})):,.0f}"),
        ("worlds/s in mid-play with annonces", f"{_worlds_rate(mid_play({'annonces': True})):,.0f}"),
        *(
            (f"ms per card with 3,000 playouts, `{spec}`", _card_times(spec))
            for spec in (
                "montecarlo:deals=3000,replays=1,policy=scores",
                "montecarlo:deals=100,replays=30,policy=random",
            )
        ),
        *solver_rows(),
    ]


def _rate(count: int, run: Callable[[int], object]) -> float:
    run(10)  # compiles
    began = time.thread_time()
    run(count)
    return count / (time.thread_time() - began)


def _replays_rate(name: str) -> float:
    state, chance, policy = first_card(), new_chance("bench", "replays"), POLICIES.index(name)
    return _rate(DEALS, lambda count: replay_deal(state.record, count, policy, chance))


def _deals_rate() -> float:
    state, chance = game("coinche").start(), new_chance("bench", "deals")
    return _rate(DEALS, lambda count: play_random_deals(state.record, count, 0, chance))


def _worlds_rate(view: View) -> float:
    chance, nothing = new_chance("bench", "worlds"), np.empty((0, rules.SEATS), np.int64)
    return _rate(WORLDS, lambda count: sample_worlds(view.record, view.seat, count, chance, nothing))


def _card_times(spec: str) -> str:
    """The mean time over all cards of some deals, and over those with a choice."""
    coinche, out, chance = game("coinche"), np.empty(1, np.int64), new_chance("bench", spec)
    thinker = build_agent(coinche, spec, 0)
    ask(thinker, first_card().view(0))  # compiles
    spent, cards, choices = 0.0, 0, 0
    for seed in range(CARD_DEALS):
        state = first_card(seed=seed)
        while not rules.settled(state.record):
            cards += 1
            choices += len(state.moves) > 1
            began = time.thread_time()
            ask(thinker, state.view(state.to_move))
            spent += time.thread_time() - began
            state.play(int(choose(state.record, POLICIES.index("scores"), out, chance)))
    return f"{1000 * spent / cards:.1f} (where there is a choice {1000 * spent / choices:.1f})"


def first_card(options: dict[str, object] | None = None, seed: object = 0) -> State:
    """A deal at 80 in hearts, before the first card."""
    state = game("coinche").start(options, new_chance("bench", seed))
    for call in ("80h", "pass", "pass", "pass"):
        state.play(call)
    return state


def mid_play(options: dict[str, object]) -> View:
    """A view after three random tricks, when play has excluded different cards from each of the others."""
    for seed in range(1000):
        state, chance = first_card(options, seed), new_chance("bench", "mid-play", seed)
        while state.record.tricks < 3:
            state.play(int(choose(state.record, 0, np.empty(1, np.int64), chance)))
        others = [int(state.record.may[seat]) for seat in range(rules.SEATS) if seat != state.to_move]
        if len(set(others)) == 3:
            return state.view(state.to_move)
    raise RuntimeError("no deal with different exclusions found")
