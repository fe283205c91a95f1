"""Six sample openings: the first round of wars between programs, as records with a comment on every turn.

`python -m partie.games.axisallies.lab.openings docs/axis-and-allies-openings.md`
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from partie.core.agent import Budget
from partie.core.match import Match
from partie.core.record import record_of
from partie.core.registry import build_agent
from partie.games.axisallies import GAME
from partie.games.axisallies.rules.board import AXIS, POWER_NAMES, POWERS, SIDE
from partie.games.axisallies.rules.orders import (
    BUY_UNITS,
    LOAD,
    MOVE_UNITS,
    PLACE_UNITS,
    SAIL,
    UNLOAD,
    kind_of,
)
from partie.games.axisallies.story.turns import Chronicle

SHOWN = (BUY_UNITS, MOVE_UNITS, LOAD, SAIL, UNLOAD, PLACE_UNITS)
"""Orders that are printed; what is decided in battles is in the record."""


class Opening(NamedTuple):
    """Who plays the first round of a war, and its seed."""

    title: str
    axis: str
    allies: str
    seed: str


OPENINGS = (
    Opening("The general on both sides", "general", "general", "1"),
    Opening("The same, with other dice", "general", "general", "2"),
    Opening("Sets of attacks compared by playouts, as the Axis", "hybrid:playouts=12", "general", "3"),
    Opening("The same as the Allies", "general", "hybrid:playouts=12", "4"),
    Opening("A careful war", "general:odds=0.85,cover=1", "general:odds=0.85,cover=1", "5"),
    Opening("Germany by the rules of 2026", "germany-2026", "general", "6"),
)
_HEAD = """# Axis & Allies: six openings

The first round of six wars, written by `python -m partie.games.axisallies.lab.openings`. Each turn has its
orders and a comment in three sentences; the chances in it come from [the judgement of
positions](axis-and-allies-general.md#the-judgement-of-positions). The records beside this page can be replayed.
"""


class Turn(NamedTuple):
    """A turn of a record: whose it is, its orders as text, and what came of it."""

    power: int
    orders: list[str]
    comment: dict[str, str]


def play(opening: Opening, rounds: int = 1) -> tuple[Match, list[Turn]]:
    """Play an opening; returns the match and its turns."""
    match = Match(GAME, {"rounds": rounds}, opening.seed)
    agents = [
        build_agent(GAME, opening.axis if SIDE[power] == AXIS else opening.allies, f"{opening.seed}/{power}")
        for power in range(POWERS)
    ]
    turns: list[Turn] = []
    story, orders = Chronicle(match.state.record), list[str]()
    while not match.state.over:
        seat, power = match.state.to_move, int(match.state.record.power)
        move = agents[seat].decide(match.state.view(seat), Budget()).move
        story.note(move, match.state.record)
        if kind_of(move) in SHOWN:
            orders.append(GAME.notation.move_text(match.state.record, move))
        match.play(move)
        if match.state.over or int(match.state.record.power) != power:
            turns.append(Turn(power, orders, story.tell(match.state.record)))
            story, orders = Chronicle(match.state.record), []
    return match, turns


def page(openings: tuple[Opening, ...] = OPENINGS, records: Path | None = None) -> str:
    """The page with all openings; their records go into a folder."""
    lines = [_HEAD]
    for number, opening in enumerate(openings, 1):
        match, turns = play(opening)
        lines.append(f"## {number}. {opening.title}\n")
        lines.append(f"Axis `{opening.axis}`, Allies `{opening.allies}`, seed {opening.seed}")
        if records is not None:
            name = f"opening-{number}.txt"
            records.mkdir(parents=True, exist_ok=True)
            (records / name).write_text(_record(match, opening), encoding="utf-8")
            lines[-1] += f" ([record]({records.name}/{name}))"
        lines[-1] += ".\n\n| power | orders | comment |\n| --- | --- | --- |"
        lines += [
            f"| {POWER_NAMES[turn.power]['en']} | {'; '.join(turn.orders) or '–'} | {turn.comment['en']} |"
            for turn in turns
        ]
        lines.append("")
    return "\n".join(lines)


def _record(match: Match, opening: Opening) -> str:
    seats = [opening.axis if SIDE[power] == AXIS else opening.allies for power in range(POWERS)]
    return str(record_of(match, seats))


def main(
    out: Annotated[Path, typer.Argument(help="The page to write; records go into a folder beside it")],
) -> None:
    """Play six openings and write them as a page with commented turns."""
    out.write_text(page(records=out.with_name("openings")), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
