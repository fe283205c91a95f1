"""The reference experiment `liarbot`: the results of an older report, measured again with our programs.

One player against four `weighted` at Liar's Dice, and the dice each has left after every round. In the
report, beginners lost within 11 rounds, intermediates finished slightly ahead of the bot, and experts won
with three dice left. Programs stand in for the people of the report (`STAND_INS`); `OUT_BY` is where they
disagree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partie.arena.deals import win_shares
from partie.arena.pool import spread
from partie.arena.statistics import Interval, share_interval
from partie.core.agent import ask
from partie.core.match import Match
from partie.core.registry import build_agent, game
from partie.learn.plots import (
    COLOURS,
    figure,
    save,
)

STAND_INS = ("naive", "odds", "reader", "beginner", "intermediate", "expert", "master")
"""A beginner who overbids and believes all, an intermediate who knows the odds, an expert reader of bids;
then our levels, of which `intermediate` is nearest to what the report saw of intermediate people."""
OUT_BY = 11
"""The round by which the beginners of the report had lost. Ours have not."""
SEATS = 5
BLOCK = SEATS
"""Games in one independent block: the same dice, with the single player in each seat once."""


@dataclass(frozen=True)
class Course:
    """How one kind of player fared.

    `dice` (rounds × 2) is the mean number of dice the player and one bot have left after each round; a
    finished game keeps its last numbers, and row 0 is the start. `playing` is the share of games in which the
    player was still in after each round.
    """

    player: str
    games: int
    win_share: float
    interval: Interval
    dice: NDArray[np.float64]
    playing: NDArray[np.float64]
    dice_when_won: float
    rounds: float

    def still_in(self, number: int = OUT_BY) -> float:
        """The share of games in which the player had dice left after a number of rounds, or at the end."""
        return float(self.playing[min(number, len(self.playing) - 1)])


def liarbot(
    players: Sequence[str] = STAND_INS,
    bots: str = "weighted",
    games: int = 200,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Course]:
    """Run the experiment: each player alone against four bots, in every seat equally often."""
    blocks = max(1, -(-games // BLOCK))
    courses = []
    for count, player in enumerate(players):
        played = spread(
            partial(_play_block, player, bots, seed),
            range(blocks),
            jobs,
            lambda done, before=count * blocks: progress(  # type: ignore[misc]
                (before + done) * BLOCK, blocks * BLOCK * len(players)
            ),
        )
        courses.append(_course(player, played))
    return courses


@dataclass(frozen=True)
class _Game:
    """The single player's share of the win, and after each round their dice and the bots' mean."""

    won: float
    dice: list[tuple[int, float]]


def _play_block(player: str, bots: str, seed: int, block: int) -> list[_Game]:
    return [_play(player, bots, f"{seed}/{block}", seat) for seat in range(SEATS)]


def _play(player: str, bots: str, seed: str, single: int) -> _Game:
    rules = game("liarsdice")
    agents = [
        build_agent(rules, player if seat == single else bots, f"{seed}/{single}/seat {seat}", files=True)
        for seat in range(SEATS)
    ]
    match = Match(rules, seed=seed, seats=SEATS)
    dice: list[tuple[int, float]] = []
    while True:
        record = match.state.record
        if match.state.over or record.rounds > len(dice):
            held = [int(number) for number in record.dice[:SEATS]]
            dice.append((held[single], (sum(held) - held[single]) / (SEATS - 1)))
        if match.state.over:
            break
        view = match.view()
        match.play(ask(agents[view.seat], view).move)
    return _Game(win_shares(match.state.scores, [(seat,) for seat in range(SEATS)])[single], dice)


def _course(player: str, blocks: list[list[_Game]]) -> Course:
    games = [one for block in blocks for one in block]
    rounds = max(len(one.dice) for one in games)
    filled = np.array([one.dice + [one.dice[-1]] * (rounds - len(one.dice)) for one in games])
    wins = [float(np.mean([one.won for one in block])) for block in blocks]
    won = [one.dice[-1][0] for one in games if one.dice[-1][0] > 0]
    return Course(
        player,
        len(games),
        float(np.mean(wins)),
        share_interval(wins),
        filled.mean(axis=0),
        (filled[:, :, 0] > 0).mean(axis=0),
        float(np.mean(won)) if won else 0.0,
        float(np.mean([len(one.dice) - 1 for one in games])),
    )


def plot_liarbot(courses: Sequence[Course], path: Path) -> list[Path]:
    """Plot the dice left after each round, the player's solid and the mean bot's dashed, as PNG and SVG."""
    drawing, axes = figure()
    for course, colour in zip(courses, COLOURS, strict=False):
        numbers = range(len(course.dice))
        axes.plot(
            numbers, course.dice[:, 0], color=colour, label=f"{course.player}: {course.win_share:.0%} won"
        )
        axes.plot(numbers, course.dice[:, 1], color=colour, linestyle="--", linewidth=1.0)
    axes.set(xlabel="round", ylabel="dice left (dashed: a weighted bot)", ylim=(0, None), xlim=(0, None))
    axes.legend(frameon=False)
    return save(drawing, path)
