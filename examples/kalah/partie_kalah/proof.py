"""Verifies the solver with an independent implementation of the rules, and strategies for both sides.

To show that a side gets at least some margin it is enough to know one good move in each of its positions:
whatever the other side answers, the game must end with that margin or better. A mistake in the compiled
rules, in the search or in its table would be found here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Board:
    """A position. `houses[seat]` is in the direction of sowing."""

    houses: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    turn: int
    empty: bool

    @property
    def over(self) -> bool:
        return not any(self.houses[0])

    @property
    def moves(self) -> list[int]:
        return [house for house, stones in enumerate(self.houses[self.turn]) if stones]

    def after(self, house: int) -> Board:
        """Return the position after sowing the stones of a house."""
        me, size = self.turn, len(self.houses[0])
        rows, stores = [list(row) for row in self.houses], list(self.stores)
        around = [(me, place) for place in range(size)] + [None] + [(1 - me, place) for place in range(size)]
        hand, rows[me][house] = rows[me][house], 0
        for step in range(1, hand + 1):
            last = around[(house + step) % len(around)]
            if last is None:
                stores[me] += 1
            else:
                rows[last[0]][last[1]] += 1
        if last is not None and last[0] == me and rows[me][last[1]] == 1:
            across = size - 1 - last[1]
            if rows[1 - me][across] or self.empty:
                stores[me] += 1 + rows[1 - me][across]
                rows[me][last[1]] = rows[1 - me][across] = 0
        if not any(rows[0]) or not any(rows[1]):
            for seat in range(2):
                stores[seat] += sum(rows[seat])
                rows[seat] = [0] * size
        turn = me if last is None else 1 - me
        return replace(
            self,
            houses=(tuple(rows[0]), tuple(rows[1])),
            stores=(stores[0], stores[1]),
            turn=turn,
        )


def count_checked(start: Board, seat: int, margin: int, choose: Callable[[Board], int]) -> int | None:
    """Follow the strategy `choose` of `seat` against every reply.

    Return how many positions it meets, or None if a game ends with less than `margin`."""
    seen = {start}
    waiting = [start]
    while waiting:
        board = waiting.pop()
        if board.over:
            if board.stores[seat] - board.stores[1 - seat] < margin:
                return None
            continue
        replies = [choose(board)] if board.turn == seat else board.moves
        for house in replies:
            after = board.after(house)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen)
