"""Sparring partners: the players that programs of this game are tuned against.

They are variants of the simple programs, some of which slip now and then, the former genome of `weighted`,
`watchful`, and players drawn at random who call below some probability and bid above another (`plain`). The
scripted players are not among them: those are there to measure what comes out against strangers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from partie.core.compiled.chance import new_chance
from partie.games.liarsdice.players.matches import (
    NAIVE,
    ODDS,
    PLAIN,
    RANDOM,
    WATCHFUL,
    WEIGHTED,
    Player,
    alone,
    play_matches,
    player,
)
from partie.games.liarsdice.players.plain import PLAIN_RANGES
from partie.games.liarsdice.players.watchful.kernels import USUAL
from partie.games.liarsdice.players.weighted.genes import FORMER, STORED
from partie.learn.tuning.draws import uniforms
from partie.learn.tuning.tuner import Fitness

DRAWN = 10
"""The number of plain sparring partners."""
WORST = 0.25
"""The share of sparring partners, the hardest ones, that count twice."""


@dataclass(frozen=True)
class Setup:
    """Where a genome plays: the options and the seats."""

    options: tuple[int, ...]
    seats: int


@cache
def partners() -> tuple[Player, ...]:
    """The players that genomes are tuned against."""
    former = STORED.load(FORMER).vector
    found = [
        player(ODDS, [0.6, 0.1]),
        player(ODDS, [0.3, 0.1]),
        player(ODDS, [0.0, 0.0]),
        player(ODDS, [1.2, 0.3]),
        player(ODDS, [0.8, 0.6]),
        player(ODDS, [0.6, 0.1], slip=0.1),
        player(ODDS, [0.0, 0.9], slip=0.05),
        player(ODDS, [0.3, 0.1], slip=0.35),
        player(WATCHFUL, [0.0, *USUAL]),
        player(WATCHFUL, [0.2, *USUAL], slip=0.1),
        player(NAIVE),
        player(NAIVE, slip=0.2),
        player(NAIVE, slip=0.5),
        player(RANDOM),
        player(WEIGHTED, former),
        player(WEIGHTED, former, slip=0.15),
        player(WEIGHTED, former, slip=0.4),
    ]
    low, high = np.array(PLAIN_RANGES).T
    for number in range(DRAWN):
        drawn = uniforms(new_chance("plain partner", number), len(PLAIN_RANGES))
        found.append(player(PLAIN, low + (high - low) * drawn))
    return tuple(found)


def shares(heroes: list[Player], setups: tuple[Setup, ...], games: int, seed: str) -> Fitness:
    """The share of games each hero wins, [hero, sparring partner].

    Every hero plays about `games` games with the same dice, alone against one kind of partner."""
    others = partners()
    players = heroes + list(others)
    each = max(1, games // (len(others) * len(setups)))
    found = np.zeros((len(heroes), len(others)))
    for setup in setups:
        rounds = -(-each // setup.seats) * setup.seats
        lineups = np.concatenate(
            [
                alone(hero, [len(heroes) + other], rounds, setup.seats)
                for hero in range(len(heroes))
                for other in range(len(others))
            ]
        )
        wins = play_matches(players, lineups, (seed, setup.seats), setup.options, len(others) * rounds)
        heroes_win = np.where(lineups < len(heroes), wins, 0.0).sum(axis=1)
        found += heroes_win.reshape(len(heroes), len(others), rounds).mean(axis=2) / len(setups)
    return found


def blend(won: Fitness) -> Fitness:
    """Fitness from the share of games won against each partner: the mean, and the mean of the worst."""
    worst = np.sort(won, axis=1)[:, : max(1, round(WORST * won.shape[1]))]
    return 0.5 * (won.mean(axis=1) + worst.mean(axis=1))
