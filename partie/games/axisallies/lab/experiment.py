"""The reference experiment: five rounds with Germany played by `germany-2009` and by `greedy`, the other
powers by `greedy`. It measures the production of every power after each round.

Its other rows show what the opponents contribute: the other powers played by `beginner` and by
`intermediate`, and Germany by `beginner`, by `germany-2026`, which weighs aircraft, and by the author's
literal definition of a good attack on land (`germany-2009:odds=0`). Of some players it also counts the
aircraft that Germany sends into its first attacks, and loses.

The original figures are Germany's production after five rounds, played by a commercial program of 1998 and by
the original expert system, both against that program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.arena.pool import spread
from partie.arena.statistics import Interval, mean_interval, share_interval
from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.registry import build_agent
from partie.games.axisallies import GAME
from partie.games.axisallies.rules.board import (
    AXIS,
    GERMANY,
    LANDS,
    POWER_NAMES,
    POWERS,
)
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.orders import MOVE_UNITS, kind_of, n_of, to_of, unit_of
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import COMBAT_MOVE, ECONOMY, PLACE
from partie.games.axisallies.rules.units import AIR_KINDS, BOMBER, FIGHTER
from partie.learn.plots import (
    COLOURS,
    figure,
    save,
)

PLAYERS = ("germany-2009", "greedy", "germany-2026", "germany-2009:odds=0", "beginner")
"""Who plays Germany: first the two that are compared game by game."""
OTHERS = ("greedy", "beginner")
"""Who plays the other powers: first those of the comparison."""
ROUNDS = 5
LINE = 1.6
"""The distance between two labels in the plot, in IPC."""


@dataclass(frozen=True)
class Original:
    """Germany's production at the end of the games of the original report, after five rounds at most. The
    report counts `economic` of them as economic victories of the Axis, `early` of these after three rounds.
    """

    player: str
    figures: tuple[int, ...]
    economic: int
    early: int = 0


ORIGINALS = (
    Original("the original expert system", (48, 51, 44, 51, 43), economic=4, early=2),
    Original("a commercial program of 1998", (26, 17, 29, 17, 22), economic=0),
)


@dataclass(frozen=True)
class War:
    """The results of games with one player as Germany and one (`others`) as all other powers.

    `ipc` (games × rounds + 1 × powers): production at the start and after each round; after the end of a game
    it stays the same.
    """

    player: str
    ipc: NDArray[np.int64]
    economic: NDArray[np.bool_]
    axis_wins: NDArray[np.bool_]
    allied_wins: NDArray[np.bool_]
    rounds: NDArray[np.int64]
    others: str = OTHERS[0]
    aircraft: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 3), np.int64))
    """Of Germany's first turns, which may be of other games: aircraft sent to attacks, those of them sent to
    attacks at sea, and aircraft lost."""

    @property
    def games(self) -> int:
        return len(self.ipc)

    def extended_by(self, more: War) -> War:
        """These games and more of the same player."""
        pairs = zip(_ARRAYS, (getattr(self, name) for name in _ARRAYS), strict=True)
        joined = {name: np.concatenate([mine, getattr(more, name)]) for name, mine in pairs}
        return War(self.player, **joined, others=self.others)

    def mean(self, power: int, number: int = ROUNDS) -> tuple[float, Interval]:
        """The mean production of a power after a round, with its interval."""
        values = [float(value) for value in self.ipc[:, number, power]]
        return float(np.mean(values)), mean_interval(values)

    def change(self, power: int) -> tuple[float, Interval]:
        """The mean change of a power's production since the start, with its interval."""
        values = [float(value) for value in self.ipc[:, ROUNDS, power] - self.ipc[:, 0, power]]
        return float(np.mean(values)), mean_interval(values)

    def economic_share(self) -> tuple[float, Interval]:
        """The share of games the Axis wins by production."""
        values = [float(won) for won in self.economic]
        return float(np.mean(values)), share_interval(values)


_ARRAYS = ("ipc", "economic", "axis_wins", "allied_wins", "rounds", "aircraft")


def advantage(one: War, other: War) -> tuple[float, Interval]:
    """The mean difference in Germany's production at the end between two players, game by game, with its
    interval.
    """
    more = [float(value) for value in one.ipc[:, ROUNDS, GERMANY] - other.ipc[:, ROUNDS, GERMANY]]
    return float(np.mean(more)), mean_interval(more)


def axis_and_allies(
    players: Sequence[str] = PLAYERS,
    others: str = OTHERS[0],
    games: int = 100,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
    first: int = 0,
) -> list[War]:
    """Run the experiment. `first`: the number of the first game, to continue games with the same seed."""
    wars = []
    for count, player in enumerate(players):
        ended = spread(
            partial(_play, player, others, seed),
            range(first, first + games),
            jobs,
            lambda done, before=count * games: progress(before + done, games * len(players)),  # type: ignore[misc]
        )
        wars.append(_war(player, others, ended))
    return wars


def first_turns(
    player: str, others: str = OTHERS[0], games: int = 100, seed: int = 0, jobs: int = 1, first: int = 0
) -> War:
    """Only Germany's first turns of such games: what it sends and loses of its aircraft."""
    counted = spread(partial(_first_turn, player, others, seed), range(first, first + games), jobs)
    return replace(_war(player, others, []), aircraft=np.array(counted))


def _first_turn(player: str, others: str, seed: int, number: int) -> tuple[int, int, int]:
    """Aircraft that Germany sends to attacks in its first turn, those at sea, and aircraft that it loses
    until it places units."""
    sent = at_sea = 0
    before = -1
    for record, move in _moves(player, others, seed, number):
        here = int(record.units[:, GERMANY, FIGHTER : BOMBER + 1].sum())
        if record.power != GERMANY:
            continue
        if before < 0:
            before = here
        if record.phase == PLACE:
            return sent, at_sea, before - here
        if record.phase == COMBAT_MOVE and kind_of(move) == MOVE_UNITS and unit_of(move) in AIR_KINDS:
            sent += int(n_of(move))
            at_sea += int(n_of(move)) if to_of(move) >= LANDS else 0
    return sent, at_sea, before  # the game has ended


@dataclass(frozen=True)
class _Ended:
    history: list[list[int]]
    winner: int
    economic: bool
    rounds: int


def _moves(player: str, others: str, seed: int, number: int) -> Iterator[tuple[Any, int]]:
    """Play one game: the record before each move, and the move; at the end, the last record. Orders are
    checked one by one, which is faster than listing all legal ones."""
    chance = new_chance(f"{seed}/{number}", "referee")
    state = GAME.start({"rounds": ROUNDS}, chance)
    agents = [
        build_agent(GAME, player if power == GERMANY else others, f"{seed}/{number}/{power}", files=True)
        for power in range(POWERS)
    ]
    while not state.over:
        view = state.view(state.to_move)
        answer: Any = agents[view.seat].decide(view, Budget())
        if check(state.record, answer.move) != LEGAL:
            raise GAME.notation.refusal(state.record, answer.move, answer.move)
        yield state.record, answer.move
        verbs.play(state.record, answer.move, chance)
    yield state.record, -1


def _play(player: str, others: str, seed: int, number: int) -> _Ended:
    """Play one game."""
    for last_seen, _ in _moves(player, others, seed, number):
        record = last_seen
    rounds = int(record.round_number)
    last = rounds if record.history[rounds].any() else rounds - 1
    history = [[int(value) for value in row] for row in record.history[: last + 1]]
    if last < rounds:  # a capital fell in the middle of a round
        history.append([int(value) for value in _production(record)])
    history += [history[-1]] * (ROUNDS + 1 - len(history))
    return _Ended(history, int(record.winner), int(record.victory) == ECONOMY, rounds)


def _production(record: Any) -> list[int]:
    return [int(production(record, power)) for power in range(POWERS)]


def _war(player: str, others: str, ended: list[_Ended]) -> War:
    winners = np.array([one.winner for one in ended], np.int64)
    return War(
        player,
        np.array([one.history for one in ended], np.int64).reshape(-1, ROUNDS + 1, POWERS),
        np.array([one.economic for one in ended], np.bool_),
        winners == AXIS,
        (winners >= 0) & (winners != AXIS),
        np.array([one.rounds for one in ended], np.int64),
        others,
    )


def plot_axis_and_allies(wars: Sequence[War], path: Path) -> list[Path]:
    """Plot Germany's mean production after each round with its interval, for every player; the other powers
    of the first war with thin lines; the original figures at the end. Writes PNG and SVG.
    """
    drawing, axes = figure()
    numbers = range(ROUNDS + 1)
    for war, colour in zip(wars, COLOURS, strict=False):
        points = [war.mean(GERMANY, number) for number in numbers]
        axes.plot(
            numbers,
            [mean for mean, _ in points],
            color=colour,
            linewidth=2.2,
            label=f"Germany by {war.player}",
        )
        axes.fill_between(
            numbers,
            [low for _, (low, _) in points],
            [high for _, (_, high) in points],
            color=colour,
            alpha=0.2,
            linewidth=0,
        )
    others = [[wars[0].mean(power, number)[0] for number in numbers] for power in range(POWERS)]
    below = 0.0
    for power in sorted(set(range(POWERS)) - {GERMANY}, key=lambda power: others[power][-1]):
        axes.plot(numbers, others[power], color="#999999", linewidth=0.9)
        below = max(others[power][-1], below + LINE)
        axes.annotate(
            POWER_NAMES[power]["en"],
            (ROUNDS, below),
            xytext=(4, -3),
            textcoords="offset points",
            fontsize=7,
            color="#777777",
        )
    for original, colour in zip(ORIGINALS, COLOURS, strict=False):
        axes.plot(
            [ROUNDS - 0.08] * len(original.figures),
            original.figures,
            "o",
            color=colour,
            markersize=4,
            alpha=0.6,
            label=f"Germany by {original.player}",
        )
    axes.set(xlabel="round", ylabel="IPC produced", xlim=(0, ROUNDS + 0.9), ylim=(0, None))
    axes.legend(frameon=False, fontsize=8)
    return save(drawing, path)  # fmt: skip
