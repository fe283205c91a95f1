"""Play the reference experiment `liarbot` and write its table and plot into docs/liarsdice.md.

python benchmarks/liarbot.py --games 500 --jobs 2
"""

from __future__ import annotations

import argparse
import os

from pages import DOCS, fill, markdown

from partie.games.liarsdice.lab.experiment import Course, liarbot, plot_liarbot


def table(courses: list[Course]) -> str:
    """A table of the results of each player.

    It has the player's dice, and those of a bot at its table, after every third round."""
    rounds = range(3, 19, 3)
    head = [
        "player",
        "games",
        "win share, 95 %",
        "dice left when winning",
        *(f"after {n} rounds" for n in rounds),
    ]
    rows = []
    for course in courses:
        dice = [course.dice[min(n, len(course.dice) - 1)] for n in rounds]
        low, high = course.interval
        cells = [
            f"`{course.player}`",
            str(course.games),
            f"{course.win_share:.1%} [{low:.1%}, {high:.1%}]",
            f"{course.dice_when_won:.1f}",
            *(f"{own:.1f} (bot {bot:.1f})" for own, bot in dice),
        ]
        rows.append(cells)
    return markdown(head, rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    courses = liarbot(games=arguments.games, jobs=arguments.jobs)
    fill(DOCS / "liarsdice.md", "liarbot", table(courses))
    plot_liarbot(courses, DOCS / "images" / "liarsdice-liarbot")
    print(table(courses))


if __name__ == "__main__":
    main()
