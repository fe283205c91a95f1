"""How much the openings of a program vary: its first turns from the same positions, with different seeds.

`python -m partie.games.axisallies.lab.variety general:operations=on`
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from partie.core.agent import Agent, Budget
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.games.axisallies import GAME
from partie.games.axisallies.rules.board import POWER_NAMES, POWERS
from partie.games.axisallies.rules.state import COMBAT_MOVE
from partie.shell import show_table

SEEDS = 20


def first_turns(spec: str, seeds: int = SEEDS, war: str = "1") -> list[Counter[frozenset[int]]]:
    """For every power, how often each set of purchases and attacks was ordered in its first turn, over some
    seeds. The position is the same for all of them: that of a war in which the program has played so far."""
    match = Match(GAME, {"rounds": 1}, war)
    agents = [build_agent(GAME, spec, f"{war}/{power}") for power in range(POWERS)]
    found: list[Counter[frozenset[int]]] = [Counter() for _ in range(POWERS)]
    while not match.state.over:
        seat, power = match.state.to_move, int(match.state.record.power)
        if not found[power]:
            for seed in range(seeds):
                asked = build_agent(GAME, spec, f"variety/{war}/{seed}/{power}")
                found[power][_orders(asked, match.copy())] += 1
        match.play(agents[seat].decide(match.state.view(seat), Budget()).move)
    return found


def first_turns_of_wars(spec: str, wars: int = SEEDS) -> list[Counter[frozenset[int]]]:
    """The same over wars with different seeds of dice and programs: in the first turns of later powers the
    positions differ, too."""
    found: list[Counter[frozenset[int]]] = [Counter() for _ in range(POWERS)]
    for war in range(wars):
        for power, turns in enumerate(first_turns(spec, 1, str(war))):
            found[power] += turns
    return found


def _orders(agent: Agent, match: Match) -> frozenset[int]:
    """What an agent orders in the turn that begins, until its battles."""
    orders = set()
    while int(match.state.record.phase) <= COMBAT_MOVE:
        move = agent.decide(match.state.view(match.state.to_move), Budget()).move
        orders.add(move)
        match.play(move)
    return frozenset(orders)


def main(
    spec: Annotated[str, typer.Argument(help="A program")] = "general:operations=on",
    seeds: Annotated[int, typer.Option(help="Number of seeds")] = SEEDS,
    war: Annotated[str, typer.Option(help="Seed of the war")] = "1",
) -> None:
    """Print how many different first turns each power has."""
    found = first_turns(spec, seeds, war)
    rows = [
        [POWER_NAMES[power]["en"], str(len(turns)), ", ".join(str(n) for _, n in turns.most_common())]
        for power, turns in enumerate(found)
    ]
    show_table(["power", "different first turns", "how often each"], rows)


if __name__ == "__main__":
    typer.run(main)
