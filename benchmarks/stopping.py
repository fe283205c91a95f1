"""Measure how soon every kind of program answers once it is told to stop, whatever its parameters.

    python benchmarks/stopping.py [GAME …] [--positions 5] [--seconds 0.05]

Every family of every game is built with the largest parameters that a spec allows, and with each of them at
its other extreme. After `--seconds` of processor time its stop flag is raised. The table has, for each
family, the slowest of all these answers in milliseconds of processor time, with its spec and position. Every
decision is made twice, and only the second counts, because the first one compiles."""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator

from partie.core.compiled.chance import new_chance
from partie.core.game import Game, View
from partie.core.match import Match
from partie.core.registry import game, games
from partie.testing.play import any_match, play_on
from partie.testing.stopping import largest_specs, stop_thinking


def positions(played: Game, count: int) -> Iterator[View]:
    """The start of a game, and positions of random games with random options, each later in the game."""
    yield Match(played, seed="stopping").view()
    for number in range(1, count):
        chance = new_chance("stopping", number)
        match = any_match(played, number, chance)
        play_on(match, 5 * (number - 1), number)
        if not match.state.over:
            yield match.view()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--positions", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--family")
    arguments = parser.parse_args()
    print(f"{'game':11}{'family':14}{'slowest':>10}   where")
    for played in [game(name) for name in arguments.games] or games():
        views = list(positions(played, arguments.positions))
        for family in played.families.values():
            if arguments.family not in (None, family.name):
                continue
            slowest, where = 0.0, ""
            for view in views:
                for spec in largest_specs(family):
                    stop_thinking(played, spec, view, arguments.seconds)
                    taken = stop_thinking(played, spec, view, arguments.seconds).seconds
                    if taken > slowest:
                        slowest, where = taken, f"{spec} in {view}"
            print(f"{played.name:11}{family.name:14}{1000 * slowest:7.1f} ms   {where[:150]}", flush=True)
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    main()
