"""Tuning the program `weighted`: its genes, its stored genomes, and how fit a genome is.

Fitness is the share of games won at tables of five. Individuals play some of the games among themselves and
the others alone against four players of a panel, because genomes bred only against each other may lose to
everybody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.games.liarsdice.players.weighted.criteria import (
    CRITERIA,
    KINDS,
)
from partie.games.liarsdice.players.weighted.matches import (
    play_tables,
    policy,
)
from partie.learn.store import Store
from partie.learn.tuning.draws import uniforms
from partie.learn.tuning.genome import (
    Gene,
    Genome,
    decode,
    read_genome,
)
from partie.learn.tuning.tuner import (
    Fitness,
    Population,
    Task,
)

DEFAULT = "trained"
SEATS = 5
SELF_PLAY_SHARE = 0.25
"""The share of games individuals play among themselves."""
JUDGED_GAMES = 2000
STRENGTH = "win_share_against_the_panel"
_ODDS, _NAIVE, _MIXED = ("odds",) * 4, ("naive",) * 4, ("odds", "naive", "odds", "random")
PANEL = (_ODDS, _NAIVE, _ODDS, _MIXED, _ODDS)
"""The opponents where one genome plays alone.

Bred against `odds` only, genomes learn to exploit it and lose to everybody else, even to random play.
"""

_MEANINGS = {
    "same_face": "per bid of this round that named the face",
    "other_face": "per bid of this round that named another face",
    "over_average": "per die above what is expected when no die is known",
    "over_expected": "per die above what is expected when own dice are known",
    "quantity": "per die of the quantity",
    "highest_face": "if the face is the highest",
}
GENES = (
    *(
        Gene(f"{kind}.{criterion}", -12.8, 12.7, _MEANINGS[criterion])
        for kind in KINDS
        for criterion in CRITERIA
    ),
    Gene("margin", 0.0, 5.1, "how far below the best score an action still counts as best"),
)


def _read(path: Path) -> Genome:
    return read_genome(GENES, path)


STORED: Store[Genome] = Store(
    "genome",
    "genomes/liarsdice",
    Path(__file__).parent / "genomes",
    ".toml",
    _read,
    Genome.write,
    "partie train weighted liarsdice",
)
"""The stored genomes; `weighted:genome=NAME` plays one of them."""


def fitness(population: Population, games: int, seed: str) -> Fitness:
    """The share of `games` games each individual wins; a fifth is par."""
    size = len(population)
    among = round(SELF_PLAY_SHARE * games) if size >= SEATS else 0
    lineups = np.concatenate(
        [_self_play_lineups(size, among, seed), _panel_lineups(size, games - among, PANEL)]
    )
    _, wins, _ = play_tables(decode(GENES, population), lineups, (seed,))
    won, played = np.zeros(size), np.zeros(size)
    seated = lineups >= 0
    np.add.at(won, lineups[seated], wins[seated])
    np.add.at(played, lineups[seated], 1.0)
    return won / played


def _self_play_lineups(size: int, games: int, seed: str) -> NDArray[np.int64]:
    """Line-ups in which every individual plays at least `games` times among themselves, shuffled each time;
    those who fill the last table play once more.
    """
    chance = new_chance(seed, "seating")
    full = -(-size // SEATS) * SEATS
    rows = []
    for _ in range(games):
        order = np.argsort(uniforms(chance, size))
        rows.append(np.concatenate([order, order[: full - size]]).reshape(-1, SEATS))
    return np.concatenate(rows) if rows else np.empty((0, SEATS), np.int64)


def _panel_lineups(size: int, games: int, panel: Sequence[Sequence[str]]) -> NDArray[np.int64]:
    """Line-ups in which every individual plays `games` times alone against each set of opponents of the panel
    in turn, then changes seat.
    """
    lineups = np.empty((games, size, SEATS), np.int64)
    for number in range(games):
        seat, others = number // len(panel) % SEATS, panel[number % len(panel)]
        lineups[number, :, seat] = np.arange(size)
        for step, name in enumerate(others, 1):
            lineups[number, :, (seat + step) % SEATS] = policy(name)
    return lineups.reshape(-1, SEATS)


def strength(genome: Genome, games: int, seed: str, *others: str) -> float:
    """The share of games a genome wins alone against four fast policies, all the same if one is named;
    against the panel if none is.
    """
    panel = [others * (4 // len(others))] if others else PANEL
    lineups = _panel_lineups(1, games, panel)
    _, wins, _ = play_tables(genome.vector[None, :], lineups, (seed,))
    return float(wins[lineups == 0].mean())


def judge(data: bytes, seed: str) -> float:
    """The win share of a genome alone against the panel, over `JUDGED_GAMES` games."""
    return strength(Genome(GENES, data), JUDGED_GAMES, seed)


WEIGHTED = Task("liarsdice.weighted", GENES, STORED, fitness, judge, STRENGTH, "genome")
