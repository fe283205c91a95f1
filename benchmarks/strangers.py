"""Play every program of Liar's Dice against the scripted strangers and against each other.

python benchmarks/strangers.py --games 200 --jobs 2

The tables go into docs/liarsdice-strangers.md.
"""

from __future__ import annotations

import argparse
import os

from pages import DOCS, fill, markdown

from partie.games.liarsdice.lab.strangers import HEROES, PROGRAMS, SEATS, STRANGERS, meet, rows

PAGE = DOCS / "liarsdice-strangers.md"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    opponents = STRANGERS + PROGRAMS
    for seats in SEATS:
        shares = meet(HEROES, opponents, (seats,), arguments.games, jobs=arguments.jobs)
        found = markdown(
            ["alone against", *(f"`{hero}`" for hero in HEROES)], rows(shares, HEROES, opponents, seats)
        )
        print(found, flush=True)
        fill(PAGE, f"seats {seats}", f"At least {arguments.games} games for every number.\n\n{found}")


if __name__ == "__main__":
    main()
