"""Text of Kalah: moves and positions, the view for the board, the board for a terminal, and the result.

A move is the letter of a house in the direction of sowing, `a` to `f` for the first seat, `A` to `F` for the
second. A position is both rows in that direction, the stores, and whose turn it is: `4,4,4,4,4,4 4,4,4,4,4,4
0:0 1`.
"""

from __future__ import annotations

import re
from typing import Any

from partie.core.errors import BadPosition, IllegalMove, not_a_move
from partie.core.game import Notation, State, View
from partie.core.phrases import seat_word
from partie.core.shapes import Shape
from partie_kalah.rules import ROW

_LETTERS = ("abcdef", "ABCDEF")
_POSITION = re.compile(r"([\d,]+) ([\d,]+) (\d+):(\d+) ([12])")


class Last(Shape):
    """The house that was sown last."""

    seat: int
    house: int


class KalahView(Shape):
    """What everybody sees. `houses` are those of both seats in the direction of sowing."""

    houses: list[list[int]]
    stores: list[int]
    last: Last | None


class KalahNotation(Notation):
    def move_text(self, state: Any, move: int) -> str:
        if not 0 <= move < ROW:
            raise not_a_move(move)
        return _LETTERS[state.turn][move]

    def read_move(self, state: Any, text: str) -> int:
        move = "abcdef".find(text.lower()) if len(text) == 1 else -1
        if move < 0:
            raise IllegalMove(f"Type the letter of one of your houses, such as {_LETTERS[state.turn][0]}.")
        return move

    def why_illegal(self, state: Any, move: int) -> str:
        if not state.houses.any():
            return "The game is over."
        if not 0 <= move < state.width:
            return f"There is no such house: yours are {_LETTERS[state.turn][0]} to {_LETTERS[state.turn][state.width - 1]}."
        return f"House {_LETTERS[state.turn][move]} is empty: choose one with stones in it."

    def position_text(self, state: Any) -> str:
        first, second = (",".join(map(str, row)) for row in rows(state))
        return f"{first} {second} {state.stores[0]}:{state.stores[1]} {state.turn + 1}"

    def read_position(self, state: Any, text: str) -> None:
        found = _POSITION.fullmatch(text.strip())
        if found is None:
            raise BadPosition(
                "A position is both rows in the direction of sowing, the stores and whose turn it is: for example '4,4,4,4,4,4 4,4,4,4,4,4 0:0 1'."
            )
        first, second = (_numbers(part) for part in found.group(1, 2))
        stores, turn = [int(found[3]), int(found[4])], int(found[5]) - 1
        if not len(first) == len(second) == state.width:
            raise BadPosition(
                f"Each row of this board has {state.width} houses, not {len(first)} and {len(second)}."
            )
        total, stones = sum(first + second + stores), int(state.houses.sum() + state.stores.sum())
        if total != stones:
            raise BadPosition(f"There are {stones} stones in this game, not {total}.")
        if (sum(first) == 0) != (sum(second) == 0):
            raise BadPosition(
                "One row is empty: then the game is over, and the stones of the other row are in its store."
            )
        state.houses[: state.width] = first
        state.houses[ROW : ROW + state.width] = second
        state.stores[:] = stores
        state.turn, state.last = turn, -1


def _numbers(text: str) -> list[int]:
    parts = text.split(",")
    if not all(part.isdigit() and len(part) <= 2 for part in parts):
        raise BadPosition("A row is a list of numbers of stones separated by commas, such as 4,0,12.")
    return [int(part) for part in parts]


def rows(record: Any) -> list[list[int]]:
    """Return the houses of both seats, in the direction of sowing."""
    return [[int(n) for n in record.houses[ROW * seat : ROW * seat + record.width]] for seat in range(2)]


def display(view: View) -> KalahView:
    record = view.record
    last = int(record.last)
    return {
        "houses": rows(record),
        "stores": [int(record.stores[0]), int(record.stores[1])],
        "last": None if last < 0 else {"seat": last // ROW, "house": last % ROW},
    }


def draw(view: View) -> str:
    """Return the board for a terminal, with the first seat at the bottom."""
    record, size = view.record, int(view.record.width)
    below, above = rows(record)
    names = [" ".join(f"{letter:>2}" for letter in letters[:size]) for letters in ("abcdef", "ABCDEF")]
    middle = " " * (3 * size - 1)
    return "\n".join(
        [
            f"    {names[1][::-1]}",
            "    " + " ".join(f"{n:>2}" for n in reversed(above)),
            f"{record.stores[1]:>2}  {middle}  {record.stores[0]:>2}",
            "    " + " ".join(f"{n:>2}" for n in below),
            f"    {names[0]}",
        ]
    )


def outcome(state: State) -> tuple[str, dict[str, Any]]:
    """Return the key and data of the phrase for the result."""
    first, second = (int(stones) for stones in state.record.stores)
    if first == second:
        return "kalah.even", {"stones": first}
    winner = 0 if first > second else 1
    return "kalah.won", {"name": seat_word(winner), "more": max(first, second), "fewer": min(first, second)}
