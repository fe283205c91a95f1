"""The time of exact solving, by the number of cards left."""

from __future__ import annotations

import time

import numpy as np

from partie.cards.deck import cards_of
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.registry import game
from partie.games.coinche.players.exact.solver import new_memory, solve_position
from partie.games.coinche.players.exact.solving import position_of
from partie.games.coinche.players.searching import choose
from partie.games.coinche.rules.calls import bid_of
from partie.games.coinche.rules.cards import (
    ACE,
    DENOMINATIONS,
    FIRST_RANK,
    POINTS,
    SANS_ATOUT,
    SUIT_SETS,
)
from partie.games.coinche.text.notation import move_text

Row = tuple[str, str]
DEALS = 200


def solver_rows(deals: int = DEALS) -> list[Row]:
    """Mean and 95th percentile of the time to solve a position with an empty table, by tricks played."""
    return [
        _row("any denomination", 0, False, deals),
        *(_row("sensible trumps", tricks, True, deals) for tricks in range(6)),
    ]


def _row(what: str, tricks: int, sensible: bool, deals: int) -> Row:
    memory, times = new_memory(), []
    solve_position(memory, *position_of(_position(0, 7, sensible)))  # compiles
    for seed in range(deals):
        position = position_of(_position(seed, tricks, sensible))
        began = time.thread_time()
        solve_position(memory, *position)
        times.append(1000 * (time.thread_time() - began))
    mean, slow = np.mean(times), np.percentile(times, 95)
    return f"exact value, {32 - 4 * tricks} cards left, {what}", f"{mean:,.3f} ms; 95 % in {slow:,.3f} ms"


def _position(seed: int, tricks: int, sensible: bool) -> State:
    """A deal after some tricks of random play."""
    chance = new_chance("bench", "solver", seed)
    state = game("coinche").start(chance=chance)
    hands = [int(hand) for hand in state.record.hands]
    denomination = strongest_trump(hands) if sensible else seed % DENOMINATIONS
    for call in (move_text(int(bid_of(0, denomination))), "pass", "pass", "pass"):
        state.play(call)
    while state.record.tricks < tricks:
        state.play(int(choose(state.record, 0, np.empty(1, np.int64), chance)))
    return state


def strongest_trump(hands: list[int]) -> int:
    """The suit in which a side is strongest: long and high trumps, and side aces."""

    def strength(side: int, suit: int) -> int:
        cards = hands[side] | hands[side + 2]
        trumps = cards_of(cards & int(SUIT_SETS[suit]))
        aces = sum(cards >> _ace(other) & 1 for other in range(4) if other != suit)
        return sum(5 + int(POINTS[suit, card]) for card in trumps) + 11 * aces

    return max(range(SANS_ATOUT), key=lambda suit: max(strength(0, suit), strength(1, suit)))


def _ace(suit: int) -> int:
    return 16 * suit + FIRST_RANK + ACE
