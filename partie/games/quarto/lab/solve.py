"""`partie solve quarto`: prove the value of a position and of its moves, or make the book of openings."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from partie.core import registry
from partie.core.errors import PartieError
from partie.core.game import State
from partie.core.parameters import parse_pairs
from partie.games.quarto.lab.book import check_book, figures, make_book
from partie.games.quarto.players.exact.book import MOST_PIECES, Book, read_book
from partie.games.quarto.players.exact.solver import Solver
from partie.games.quarto.players.exact.study import Student, Study
from partie.shell import Options, say, show_compilation, show_progress, show_table

_UNLIMITED = 1 << 40
_WORDS = {1: "win", 0: "draw", -1: "loss"}


def solve(
    position: Annotated[
        str, typer.Argument(metavar="TEXT", help="The position, e.g. '0.......f.....3a 5'.")
    ] = "................ -",
    options: Options = "",
    nodes: Annotated[int | None, typer.Option(min=1, help="Maximum number of positions to search.")] = None,
    book: Annotated[bool, typer.Option("--book", help="Make the book of openings, or continue it.")] = False,
    pieces: Annotated[
        int, typer.Option(min=1, max=MOST_PIECES, help="Most pieces on a board in the book.")
    ] = 3,
    boards: Annotated[
        int | None, typer.Option(min=1, help="Stop once this many boards are proven, to continue later.")
    ] = None,
    file: Annotated[Path, typer.Option(metavar="FILE", help="Where the book is.")] = Path("quarto-book.npz"),
    check: Annotated[
        int, typer.Option(min=0, help="Compare this many entries of the book with proofs of their own.")
    ] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes that make or check the book.")] = 1,
) -> None:
    """Prove whether the side to move wins, draws or loses, and what each move is worth.

    Without a position it answers for the empty board. With --book it computes the book of openings for the
    given options instead.
    """
    state = registry.game("quarto").position(position, parse_pairs(options))
    squares = int(state.record.lines) >> 10 != 0
    if book or check:
        with show_compilation():
            Solver().solve([-1] * 16, 0, nodes=1)
        made = _make(file, squares, pieces, boards, jobs) if book else read_book(file)
        if made is None:
            say("the book is not finished; the same command continues it")
        else:
            _say_book(made, check, jobs)
        return
    if state.over:
        raise PartieError("The game is over in this position: there is nothing to prove.")
    with show_compilation():
        Solver().solve([-1] * 16, 0, nodes=1)
        began = time.perf_counter()
        student = Student(np.array(state.record.board), int(state.record.hand), squares, nodes or _UNLIMITED)
        study = student.study(state.moves)
        took = time.perf_counter() - began
    _say_study(state, study, f"{student.searched:,} positions, {took:.3f} s")


def _say_study(state: State, study: Study, cost: str) -> None:
    if study.value is None or not study.best:
        say(f"not proven ({cost})")
        return
    ends = f" after {study.placements} more placements" if study.value else ""
    say(f"{_WORDS[study.value]}{ends} with {state.text(study.best[0])} ({cost})")
    if study.traps is not None and study.traps.answers:
        say(f"of {study.traps.answers} answers that look safe, {study.traps.losing} lose")
    rows = []
    for value, word in _WORDS.items():
        moves = [state.text(move) for move in state.moves if study.values.get(move) == value]
        if moves:
            rows.append([word, str(len(moves)), " ".join(moves)])
    unproven = [state.text(move) for move in state.moves if move not in study.values]
    if unproven:
        rows.append(["not proven", str(len(unproven)), " ".join(unproven)])
    show_table(["value", "number", "moves"], rows)


def _make(file: Path, squares: bool, pieces: int, boards: int | None, jobs: int) -> Book | None:
    with show_progress("boards") as progress:
        return make_book(file, squares, pieces, progress, boards, jobs)


def _say_book(book: Book, check: int, jobs: int) -> None:
    head = ["pieces", "boards", "positions", "win", "draw", "loss", "longest win", "longest loss"]
    rows = [[str(figure) for figure in row] for row in figures(book)]
    show_table(head, rows, title="lines and squares" if book.squares else "lines")
    if check:
        with show_progress("proofs") as progress:
            checked = check_book(book, check, progress, jobs=jobs)
        say(f"{checked} entries agree with proofs of their own")
