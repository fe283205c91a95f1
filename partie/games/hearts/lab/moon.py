"""The moon benchmark: how often a program takes every point with a strong hand, and how often it lets others.

Deals are drawn until one hand is strong enough. For *shooting*, the program has that hand and the careful
policy the others; for *stopping*, the program has the three other hands, and the scripted shooter the strong
one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from partie.arena import plots
from partie.arena.experiment import Account, Finding, Telling
from partie.arena.pool import spread
from partie.arena.statistics import Interval, share_interval
from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.registry import build_agent, game
from partie.games.hearts import rules
from partie.games.hearts.players.searching import CAREFUL, SHOOTING, choose
from partie.games.hearts.players.shooting.kernels import strength
from partie.games.hearts.rules.cards import POINT_CARDS

OPTIONS = {"rules": "classic", "length": "1", "pass": False}
STRONG = 21
"""The strength of the hands: about one deal in sixty has one."""


class Moons(NamedTuple):
    """How often a program shot the moon, and stopped the scripted shooter, deal by deal."""

    player: str
    shot: list[bool]
    stopped: list[bool]


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


def _play(spec: str, number: int) -> tuple[bool, bool]:
    return shoots(spec, number), stops(spec, number)


def moons(
    specs: Sequence[str],
    deals: int,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Moons]:
    """Run the experiment with each program on the same deals."""
    found = []
    for count, spec in enumerate(specs):
        played = spread(
            partial(_play, spec),
            range(deals),
            jobs,
            lambda done, before=count * deals: progress(before + done, deals * len(specs)),  # type: ignore[misc]
        )
        shot, stopped = zip(*played, strict=True)
        found.append(Moons(spec, list(shot), list(stopped)))
    return found


def share(times: Sequence[bool]) -> tuple[float, Interval]:
    """The share of deals, with its interval."""
    return sum(times) / len(times), share_interval([float(each) for each in times])


def tell(found: Sequence[Moons], language: str) -> Account:
    """What the experiment found."""
    words = Telling("partie.games.hearts.lab", language)
    return Account(
        words.say("moon.title"),
        words.say("moon.summary", deals=len(found[0].shot)),
        [
            _finding("shoots", [(one.player, one.shot) for one in found], words),
            _finding("stops", [(one.player, one.stopped) for one in found], words),
        ],
    )


def _finding(name: str, rows: Sequence[tuple[str, Sequence[bool]]], words: Telling) -> Finding:
    title = words.say(f"moon.{name}")
    shares = [(player, *share(times)) for player, times in rows]
    return Finding(
        name,
        title,
        words.say(f"moon.{name}.help"),
        plots.intervals(shares, title, percent=True, language=words.language),
        head=words.head("program", name, "interval"),
        rows=[
            [player, words.number(mean, ".0%"), words.interval(interval, ".0%")]
            for player, mean, interval in shares
        ],
    )
