"""The solver for callers in Python, apart from its kernels: words that change here recompile nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.cards.deck import cards_of
from partie.core.errors import PartieError
from partie.games.coinche.players.exact.solver import (
    NODES,
    TABLE_BITS,
    WHOLE,
    card_values,
    new_memory,
    solve_position,
)
from partie.games.coinche.rules.calls import PLAY


def shares(value: int) -> tuple[int, int]:
    """The points of both sides for the value of a whole deal."""
    return (0 if value < 0 else value), (0 if value > WHOLE else WHOLE - value)


_NO_TRICK = np.full(4, -1, np.int64)


class Solver:
    """The solver for callers in Python. One solver serves one thread at a time.

    >>> from partie.cards.deck import read_set
    >>> hands = [read_set(f"{suit}789TJQKA") for suit in "cdsh"]
    >>> Solver().par(hands, leader=0, denomination=0)
    252
    """

    def __init__(self, table_bits: int = TABLE_BITS) -> None:
        self._memory = new_memory(table_bits)

    @property
    def nodes(self) -> int:
        """The number of positions searched for the last answer."""
        return int(self._memory[NODES])

    def par(self, hands: Any, leader: int, denomination: int) -> int:
        """The value of a deal before the first card."""
        held = np.array([int(hand) for hand in hands], np.int64)
        return int(solve_position(self._memory, held, _NO_TRICK, leader, denomination, 0, 0))

    def first_cards(self, hands: Any, leader: int, denomination: int) -> dict[int, int]:
        """The value of a deal after each card of the leader."""
        held = np.array([int(hand) for hand in hands], np.int64)
        return self._cards((held, _NO_TRICK, leader, denomination, 0, 0))

    def value(self, state: Any) -> int:
        """The value of a state in play with nothing hidden."""
        return int(solve_position(self._memory, *position_of(state)))

    def cards(self, state: Any) -> dict[int, int]:
        """The value after each card the seat to move may play."""
        return self._cards(position_of(state))

    def _cards(self, position: tuple[Any, Any, int, int, int, int]) -> dict[int, int]:
        values = np.zeros(64, np.int64)
        legal = int(card_values(self._memory, *position, values))
        return {card: int(values[card]) for card in cards_of(legal)}


def position_of(state: Any) -> tuple[Any, ...]:
    """A state as arguments of the kernels."""
    record = state.record
    if record.phase != PLAY:
        raise PartieError("Only a deal in play can be solved, and this one is not being played.")
    for seat in range(4):
        expected = 8 - int(record.tricks) - (record.trick[seat] >= 0)
        if int(record.hands[seat]).bit_count() != expected:
            raise PartieError(f"All hands must be known to solve a deal; that of seat {seat} is not.")
    trick = np.array(record.trick, np.int64)
    hands = np.array(record.hands, np.int64)
    won = (int(record.won[0]), int(record.won[1]))
    return hands, trick, int(record.leader), int(record.denomination), *won
