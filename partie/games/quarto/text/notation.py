"""Quarto in text: `-1011` gives, `b3-0110` places and gives, `b3` places the last or the winning piece.

A position is the sixteen squares row by row from row 1 (a1 b1 c1 d1 a2 …), each `.` if empty or the piece as
a hexadecimal digit, then a space and the piece in hand, or `-` when the side to move has to give first.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from partie.core.errors import BadPosition, illegal, not_a_move
from partie.core.game import Notation
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.games.quarto.rules import LINES, NONE, completes

ROW_BY_ROW = [4 * column + row for row in range(4) for column in range(4)]
"""The squares in the order in which a position is written."""
_LETTERS = ("rb", "st", "hs", "oq")
_SQUARES = [[int(square) for square in line] for line in LINES]
_REFUSALS = section(read_words("partie.games.quarto"), "refusal")


_PIECES = [f"{piece:04b}" for piece in range(16)]


def square_text(square: int) -> str:
    """The name of a square: `b3` for square 6."""
    return f"{'abcd'[square >> 2]}{(square & 3) + 1}"


def piece_text(piece: int) -> str:
    """A piece as four bits: colour, height, top, shape."""
    return _PIECES[piece]


def read_piece(text: str) -> int:
    """Read a piece written as four bits (`1011`) or four letters (`btsq` is 1111).

    The letters are red/blue, short/tall, hollow/solid, rOund/sQuare.
    """
    word = text.strip().lower()
    if len(word) == 4:
        bits = [
            int(letter) if letter in "01" else pair.find(letter)
            for letter, pair in zip(word, _LETTERS, strict=True)
        ]
        if -1 not in bits:
            return bits[0] << 3 | bits[1] << 2 | bits[2] << 1 | bits[3]
    raise illegal(filled(_REFUSALS["no_piece"], {"text": repr(text)}), text)


def read_square(text: str) -> int:
    """Read a square such as `b3`."""
    word = text.strip().lower()
    if len(word) == 2 and word[0] in "abcd" and word[1] in "1234":
        return "abcd".index(word[0]) * 4 + int(word[1]) - 1
    raise illegal(filled(_REFUSALS["no_square"], {"text": repr(text)}), text)


class QuartoNotation(Notation):
    def move_text(self, state: Any, move: int) -> str:
        return _move_text(move)

    def read_move(self, state: Any, text: str) -> int:
        if not text:
            raise illegal(_REFUSALS["how"], text)
        placed, dash, given = text.partition("-")
        square = read_square(placed) if placed else NONE
        gift = read_piece(given) if dash else NONE
        return square << 5 | gift

    def why_illegal(self, state: Any, move: int) -> str | Text:
        square, gift = move >> 5, move & 31
        if state.winner >= 0 or state.placed == 16:
            return _REFUSALS["over"]
        if not 0 <= square <= NONE or gift > NONE:
            return str(not_a_move(move))
        if state.hand < 0:
            return self._why_not_given(state, gift) if square == NONE else _REFUSALS["give_first"]
        hand = piece_text(state.hand)
        if square == NONE:
            return filled(_REFUSALS["place_first"], {"hand": hand})
        name = square_text(square)
        if state.board[square] >= 0:
            return filled(_REFUSALS["taken"], {"square": name, "piece": piece_text(state.board[square])})
        if completes(state, square, state.hand):
            return filled(_REFUSALS["wins"], {"hand": hand, "square": name})
        if state.left == 0:
            return filled(_REFUSALS["last"], {"square": name})
        return self._why_not_given(state, gift)

    def _why_not_given(self, state: Any, gift: int) -> Text:
        if gift == NONE:
            return _REFUSALS["give"]
        return filled(_REFUSALS["in_hand" if gift == state.hand else "on_board"], {"piece": piece_text(gift)})

    def position_text(self, state: Any) -> str:
        board, hand = state["board"].tolist(), int(state["hand"])
        squares = "".join(["." if board[s] < 0 else f"{board[s]:x}" for s in ROW_BY_ROW])
        return f"{squares} {'-' if hand < 0 else f'{hand:x}'}"

    def read_position(self, state: Any, text: str) -> None:
        board, _, hand = text.strip().lower().partition(" ")
        hand = hand.strip()
        if len(board) != 16 or set(board) - set(".0123456789abcdef"):
            raise BadPosition(
                "A position is 16 squares, each '.' or a hexadecimal digit, then a space and the piece in hand or '-': "
                "for example '..........b..... 6'."
            )
        if len(hand) != 1 or hand not in "-0123456789abcdef":
            raise BadPosition(
                "After the 16 squares comes the piece in hand as one hexadecimal digit, or '-'."
            )
        pieces = [int(c, 16) for c in board if c != "."] + ([] if hand == "-" else [int(hand, 16)])
        for piece in pieces:
            if pieces.count(piece) > 1:
                raise BadPosition(f"The piece {piece:x} ({piece_text(piece)}) appears twice.")
        _fill(state, board, hand, pieces)


@cache
def _move_text(move: int) -> str:
    square, gift = move >> 5, move & 31
    if not 0 <= square <= NONE or gift > NONE or square == gift == NONE:
        raise not_a_move(move)
    placed = "" if square == NONE else square_text(square)
    return placed if gift == NONE else f"{placed}-{piece_text(gift)}"


def _fill(state: Any, board: str, hand: str, pieces: list[int]) -> None:
    for square, letter in zip(ROW_BY_ROW, board, strict=True):
        state.board[square] = -1 if letter == "." else int(letter, 16)
    state.last = -1
    state.placed = 16 - board.count(".")
    state.hand = -1 if hand == "-" else int(hand, 16)
    state.left = 0xFFFF & ~sum(1 << piece for piece in pieces)
    if state.placed == 16 and state.hand >= 0:
        raise BadPosition("The board is full: no piece can be in hand.")
    # Seat 0 gives the first piece and seat 1 places it; a player places, then gives.
    state.turn = state.placed % 2 if state.hand < 0 else (state.placed + 1) % 2
    if completed_lines(state):
        if state.hand >= 0:
            raise BadPosition("This board has a completed line: the game is over, no piece can be in hand.")
        state.winner = state.turn


def completed_lines(state: Any) -> list[tuple[list[int], int, int]]:
    """Every completed line: its squares, and as bit sets the traits that are 1 and those that are 0."""
    found = []
    board, lines = state["board"].tolist(), int(state["lines"])
    for number, (a, b, c, d) in enumerate(_SQUARES):
        pieces = board[a], board[b], board[c], board[d]
        if not lines >> number & 1 or min(pieces) < 0:
            continue
        ones = pieces[0] & pieces[1] & pieces[2] & pieces[3]
        zeros = ~(pieces[0] | pieces[1] | pieces[2] | pieces[3]) & 15
        if ones | zeros:
            found.append(([a, b, c, d], ones, zeros))
    return found
