"""A view of Quarto as JSON for clients, and as text for terminals."""

from __future__ import annotations

from typing import Any

from partie.core.game import State, View
from partie.games.quarto.rules import ALL_LINES, NONE, dangerous
from partie.games.quarto.text.notation import (
    ROW_BY_ROW,
    completed_lines,
    piece_text,
    square_text,
)
from partie.games.quarto.text.shapes import LastMove, QuartoView

WORDS = [
    ({"en": "red", "fr": "rouge"}, {"en": "blue", "fr": "bleue"}),
    ({"en": "short", "fr": "petite"}, {"en": "tall", "fr": "grande"}),
    ({"en": "hollow", "fr": "creuse"}, {"en": "solid", "fr": "pleine"}),
    ({"en": "round", "fr": "ronde"}, {"en": "square", "fr": "carrée"}),
]
"""For each trait, most significant bit first, the words for 0 and 1 (feminine in French, as *pièce*)."""


def trait_words(ones: int, zeros: int) -> list[dict[str, str]]:
    """The words for a set of traits that are 1 and a set of traits that are 0."""
    found = [WORDS[i][1] for i in range(4) if ones >> (3 - i) & 1]
    return found + [WORDS[i][0] for i in range(4) if zeros >> (3 - i) & 1]


def display(view: View) -> QuartoView:
    record = view.record
    # By name in brackets: NumPy takes four times as long to find a field as an attribute.
    board, hand, pieces = record["board"].tolist(), int(record["hand"]), int(record["left"])
    left = [piece for piece in range(16) if pieces >> piece & 1]
    over = view.over
    lines = completed_lines(record)
    ones = zeros = 0
    for _, line_ones, line_zeros in lines:
        ones |= line_ones
        zeros |= line_zeros
    threats = 0 if over else int(dangerous(record))
    return {
        "board": [None if board[s] < 0 else piece_text(board[s]) for s in ROW_BY_ROW],
        "hand": None if hand < 0 else piece_text(hand),
        "left": [piece_text(piece) for piece in left],
        "last": _last(int(record["last"])),
        "line": [square_text(square) for square in lines[0][0]] if lines else None,
        "lines": [[square_text(square) for square in line] for line, _, _ in lines],
        "traits": [word["en"] for word in trait_words(ones, zeros)],
        "phase": "over" if over else "give" if hand < 0 else "place",
        "squares": int(record["lines"]) > ALL_LINES,
        "dangerous": [piece_text(piece) for piece in left if threats >> piece & 1],
    }


def _last(move: int) -> LastMove | None:
    if move < 0:
        return None
    square, gift = move >> 5, move & 31
    return {
        "square": None if square == NONE else square_text(square),
        "gift": None if gift == NONE else piece_text(gift),
    }


def outcome(state: State) -> tuple[str, dict[str, Any]]:
    """Why the game is over, as a phrase."""
    lines = completed_lines(state.record)
    if not lines:
        return "quarto.full", {}
    squares, ones, zeros = lines[0]
    words = trait_words(ones, zeros)
    return "quarto.line", {
        "line": " ".join(square_text(square) for square in squares),
        "traits": {language: ", ".join(word[language] for word in words) for language in ("en", "fr")},
    }


def draw(view: View) -> str:
    """The board for a terminal, row 4 on top, then the piece in hand and the pieces left."""
    record = view.record
    rows = [
        f"{row + 1}  " + "  ".join(_cell(record.board[4 * column + row]) for column in range(4))
        for row in reversed(range(4))
    ]
    hand = "none" if record.hand < 0 else f"{piece_text(record.hand)} ({describe(int(record.hand), 'en')})"
    left = " ".join(piece_text(piece) for piece in range(16) if record.left >> piece & 1)
    return "\n".join([*rows, "    a     b     c     d", f"in hand: {hand}", f"left: {left or 'none'}"])


def _cell(piece: int) -> str:
    return " .. " if piece < 0 else piece_text(piece)


_SPOKEN = (1, 0, 3, 2)
"""The order in which traits are named: height, colour, shape, top."""


def describe(piece: int, language: str) -> str:
    """A piece in words: tall blue square hollow."""
    return " ".join(WORDS[i][piece >> (3 - i) & 1][language] for i in _SPOKEN)
