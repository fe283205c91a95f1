"""Play programs of Liar's Dice against the scripted strangers and against each other.

python benchmarks/strangers.py --games 200 --jobs 2
python benchmarks/strangers.py --games 40 --players "expert;master" --seats 5

python benchmarks/strangers.py --games 100 --programs

The tables go into docs/liarsdice-strangers.md, one for each number of seats, and with `--programs` as many
others against the programs of the repository.
"""

from __future__ import annotations

import argparse

from pages import DOCS, fill, markdown

from partie.games.liarsdice.lab.strangers import PROGRAMS, SEATS, STRANGERS, meet, rows
from partie.shell import split_specs

PAGE = DOCS / "liarsdice-strangers.md"
LEVELS = "beginner;intermediate;expert;master"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", default=LEVELS)
    parser.add_argument("--opponents", default="")
    parser.add_argument(
        "--programs", action="store_true", help="the repository's programs, not the strangers"
    )
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    usual, mark = (PROGRAMS, "programs") if arguments.programs else (STRANGERS, "strangers")
    heroes = split_specs(arguments.players)
    opponents = split_specs(arguments.opponents or ";".join(usual))
    for seats in arguments.seats:
        shares = meet(heroes, opponents, (seats,), arguments.games, jobs=arguments.jobs)
        found = markdown(
            ["alone against", *(f"`{hero}`" for hero in heroes)],
            rows(shares, heroes, opponents, seats, intervals=True),
        )
        print(found, flush=True)
        about = f"{arguments.games} games or a few more for each number, with its 95 % interval; par is {1 / seats:.0%}."
        fill(PAGE, f"{mark} {seats}", f"{about}\n\n{found}")


if __name__ == "__main__":
    main()
