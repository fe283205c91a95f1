"""Play programs of Liar's Dice against the scripted strangers and against each other.

python benchmarks/strangers.py --games 200 --jobs 2
python benchmarks/strangers.py --table programs --games 40 --players "expert;master" --opponents "odds;naive"

The first writes the tables of strangers into docs/liarsdice-strangers.md, the second those of programs.
"""

from __future__ import annotations

import argparse

from pages import DOCS, fill, markdown

from partie.games.liarsdice.lab.strangers import SEATS, STRANGERS, meet, rows
from partie.shell import split_specs

PAGE = DOCS / "liarsdice-strangers.md"
LEVELS = "beginner;intermediate;expert;master"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--table", choices=("strangers", "programs"), default="strangers")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", default=LEVELS)
    parser.add_argument("--opponents", default=";".join(STRANGERS))
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    heroes, opponents = split_specs(arguments.players), split_specs(arguments.opponents)
    for seats in SEATS:
        shares = meet(heroes, opponents, (seats,), arguments.games, jobs=arguments.jobs)
        found = markdown(
            ["alone against", *(f"`{hero}`" for hero in heroes)],
            rows(shares, heroes, opponents, seats, intervals=True),
        )
        print(found, flush=True)
        about = f"{arguments.games} games or a few more for each number, with its 95 % interval; par is {1 / seats:.0%}."
        fill(PAGE, f"{arguments.table} {seats}", f"{about}\n\n{found}")


if __name__ == "__main__":
    main()
