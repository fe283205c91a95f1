"""The moon benchmark: how often a program takes every point with a strong hand, and how often it lets others.

Deals are drawn until one hand is strong enough. For *shooting*, the program has that hand and the careful
policy the others; for *stopping*, the program has the three other hands, and the scripted shooter the strong
one.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.registry import build_agent, game
from partie.games.hearts import rules
from partie.games.hearts.players.searching import CAREFUL, SHOOTING, choose
from partie.games.hearts.players.shooting.kernels import strength
from partie.games.hearts.rules.cards import POINT_CARDS
from partie.shell import console

OPTIONS = {"rules": "classic", "length": "1", "pass": False}
STRONG = 21
"""The strength of the hands: about one deal in sixty has one."""


def strong_deal(number: int) -> tuple[State, int]:
    """The deal of this number, and the seat with a strong hand."""
    chance = new_chance("moon", number)
    while True:
        state = game("hearts").start(OPTIONS, chance)
        for seat in range(rules.SEATS):
            if strength(state.record.hands[seat]) >= STRONG:
                return state, seat


def play_deal(state: State, players: dict[int, Any], seed: object) -> int:
    """Play a deal by agents or playout policies, by seat; returns the seat that took every point, or -1."""
    chance, room = new_chance("moon play", seed), np.empty(rules.MOVES, np.int64)
    while not state.over:
        player = players[state.to_move]
        if isinstance(player, int):
            state.play(int(choose(state.record, player, room, chance)), chance)
        else:
            state.play(player.decide(state.view(state.to_move), Budget()).move, chance)
    for seat in range(rules.SEATS):
        if int(state.record.taken[seat]) & int(POINT_CARDS) == int(POINT_CARDS):
            return seat
    return -1


def shoots(spec: str, number: int) -> bool:
    """Whether a program takes every point with the strong hand of a deal."""
    state, strong = strong_deal(number)
    players: dict[int, Any] = dict.fromkeys(range(rules.SEATS), CAREFUL)
    players[strong] = build_agent(game("hearts"), spec, f"moon/{number}")
    return play_deal(state, players, number) == strong


def stops(spec: str, number: int) -> bool:
    """Whether three copies of a program keep the scripted shooter from taking every point."""
    state, strong = strong_deal(number)
    players: dict[int, Any] = {
        seat: build_agent(game("hearts"), spec, f"moon/{number}/{seat}") for seat in range(rules.SEATS)
    }
    players[strong] = SHOOTING
    return play_deal(state, players, number) != strong


def moon(
    specs: Annotated[list[str], typer.Argument(metavar="AGENT…", help="Programs to measure.")],
    deals: Annotated[int, typer.Option(min=1, help="Number of deals with a strong hand.")] = 100,
) -> None:
    """How often programs shoot the moon with strong hands, and stop a scripted shooter."""
    table = Table("program", "shoots", "stops", "deals")
    for spec in specs:
        shot = sum(shoots(spec, number) for number in range(deals))
        stopped = sum(stops(spec, number) for number in range(deals))
        table.add_row(spec, f"{100 * shot / deals:.0f} %", f"{100 * stopped / deals:.0f} %", str(deals))
    console.print(table)
