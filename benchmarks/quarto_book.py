"""Write what is in the books of Quarto's openings into docs/methods/quarto-solved.md.

    python benchmarks/quarto_book.py              # tables by number of pieces, time of a probe
    python benchmarks/quarto_book.py --check 20   # also prove 20 random positions of each book again

The books are made by `partie solve quarto --book`.
"""

from __future__ import annotations

import argparse
import time

from pages import DOCS, fill, markdown

from partie.core.compiled.chance import new_chance
from partie.games.quarto.lab.book import Figures, check_book, figures, random_board
from partie.games.quarto.players.exact.book import Book, book_file, shipped_book

PAGE = DOCS / "methods" / "quarto-solved.md"
HEAD = ("pieces", "boards", "positions", "won", "drawn", "lost", "longest win", "longest loss")


def table(rows: list[Figures]) -> str:
    """One row per number of pieces on the board."""
    return markdown(
        HEAD, [[f"{row.pieces}", *(f"{figure:,}" if figure else "–" for figure in row[1:])] for row in rows]
    )


def probe_time(book: Book, count: int = 20_000) -> float:
    """Microseconds to look a position up, over random positions of a book."""
    chance = new_chance("probe")
    positions = [random_board(number % (book.pieces + 1), book.squares, chance) for number in range(500)]
    book.entry(*positions[0])
    began = time.process_time()
    for number in range(count):
        book.entry(*positions[number % len(positions)])
    return 1e6 * (time.process_time() - began) / count


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", type=int, default=0, help="positions of each book to prove again")
    arguments = parser.parse_args()
    facts = []
    for squares, name in ((False, "lines"), (True, "squares")):
        book = shipped_book(squares)
        if book is None:
            continue
        fill(PAGE, f"book:{name}", table(figures(book)))
        size = book_file(squares).stat().st_size
        facts.append(f"{name}: {size:,} bytes, {probe_time(book):.1f} µs per position looked up from Python")
        if arguments.check:
            checked = check_book(book, arguments.check, lambda done, total: None, seed="page")
            text = f"{checked} random positions of each book were proven again; all agreed."
            fill(PAGE, "book:check", text)
            print(name, text, flush=True)
    fill(PAGE, "book:size", "; ".join(facts) + ".")


if __name__ == "__main__":
    main()
