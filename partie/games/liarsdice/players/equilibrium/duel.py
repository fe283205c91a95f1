"""Solving duels: every round between two players, and from the rounds the chance to win the whole duel.

The stake of a round is the chance to win the duel with the dice left afterwards. A round between two players
ends in one of two ways, one or the other loses a die and begins the next round. So whatever the stake is,
optimal play is that of a round for 1 against -1, and the rounds can be solved one by one. Only where an exact
call wins a die back (`exact_reward=caller_gains`) are there other endings, and rounds whose stakes depend on
one another.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.core.errors import BadOption
from partie.games.liarsdice.players.equilibrium.cfr import (
    average,
    new_scratch,
    new_tables,
    solve,
    trim,
)
from partie.games.liarsdice.players.equilibrium.recall import learn
from partie.games.liarsdice.players.equilibrium.response import best_response
from partie.games.liarsdice.players.equilibrium.rounds import (
    EVEN_STAKE,
    Memory,
    Round,
    Setting,
    new_memory,
    new_round,
)

Stake = tuple[float, float, float, float]
Wins = dict[tuple[int, int], float]
"""By the dice of the starter and of the opponent: the chance that the starter wins the duel."""

MOST_BIDS = 18
"""The most different bids a round may have to be solved with every bid remembered: three six-sided dice."""
LEAST, LEAST_FORGETFUL = 1 / 4096, 1 / 200
"""Less likely actions are dropped: from a policy that remembers every bid, and from one that forgets some."""
FULL = 65535
"""The stored value of probability 1."""
PATIENCE = 200_000_000
"""The most work (positions times hands) a best response may take."""
SWEEPS = 30


class Stopped(Exception):
    """There was no time to solve a round."""


def usual_recall(setting: Setting) -> int:
    """The default number of bids remembered: all, or as many as is affordable."""
    if setting.bids <= MOST_BIDS:
        return setting.bids
    dice = setting.starter + setting.other
    return 3 if dice <= 4 else 2 if dice <= 6 else 1


def usual_iterations(setting: Setting) -> int:
    return 1000 if setting.bids <= 12 else 300 if setting.bids <= MOST_BIDS else 200


def usual_sample(setting: Setting) -> int:
    """How many of the opponent's hands an update samples where bids are forgotten."""
    return 64 if setting.starter + setting.other <= 6 else 16


@dataclass(frozen=True)
class Sparse:
    """A policy of which only the numbers that are not zero are kept, with their places in order.

    A slice of it is an array with all numbers."""

    length: int
    places: NDArray[np.int64]
    chances: NDArray[Any]

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, part: slice) -> NDArray[Any]:
        start = 0 if part.start is None else int(part.start)
        stop = self.length if part.stop is None else int(part.stop)
        low, high = (int(place) for place in np.searchsorted(self.places, np.array([start, stop])))
        found = np.zeros(stop - start, self.chances.dtype)
        found[self.places[low:high] - start] = self.chances[low:high]
        return found


@dataclass(frozen=True)
class Solved:
    """A policy for both players of a round, and its value."""

    setting: Setting
    stake: Stake
    recall: int
    iterations: int
    seconds: float
    policy: NDArray[Any] | Sparse
    """Probabilities times FULL, rounded, or in steps of 1/255; all zero where a hand never gets if it follows
    the policy."""
    low: float
    """What this policy guarantees the starter; NaN where that could not be computed."""
    high: float
    """The most the starter can get against it."""
    _played: list[NDArray[np.float32]] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def value(self) -> float:
        """The value of the round for the starter, up to `exploitability`."""
        return (self.low + self.high) / 2

    @property
    def exploitability(self) -> float:
        """How much a best response gains, averaged over both seats, for a stake of 1 against -1."""
        return float(np.maximum(0.0, (self.high - self.low) / 2))

    @cached_property
    def memory(self) -> Memory:
        return new_memory(self.setting, self.recall)

    @cached_property
    def rules(self) -> Round:
        return new_round(self.setting, self.stake)

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """The policy as it is played; uniform at positions it never reaches."""
        return self.probabilities_until(np.zeros(1, np.uint8))

    def probabilities_until(self, stop: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Like `probabilities`; raises `Stopped` if `stop[0]` is set before they are computed."""
        if not self._played:
            table = np.zeros(len(self.policy), np.float32)
            average(self.rules, self.memory, self.policy[:].astype(np.uint16), table, stop)
            if stop[0]:
                raise Stopped
            self._played.append(table)
        return self._played[0]


def solve_round(
    setting: Setting,
    iterations: int | None = None,
    recall: int | None = None,
    stake: Stake = EVEN_STAKE,
    stop: NDArray[np.uint8] | None = None,
) -> Solved:
    """Solve one round, exactly where every bid can be remembered. Setting `stop[0]` raises `Stopped`."""
    began = time.perf_counter()
    recall = min(recall or usual_recall(setting), setting.bids)
    iterations = iterations or usual_iterations(setting)
    rules, memory = new_round(setting, stake), new_memory(setting, recall)
    stop = np.zeros(1, np.uint8) if stop is None else stop
    tables = new_tables(memory)
    sums, current = tables.sums, tables.current
    if recall == setting.bids:
        scratch = new_scratch(rules, memory)
        done = int(solve(rules, memory, 0, iterations, tables, scratch, stop))
    else:
        chance, sample = new_chance("recall", *setting), usual_sample(setting)
        done = int(learn(rules, memory, 0, iterations, sample, tables, chance, stop))
    average(rules, memory, sums, current, stop)
    if recall == setting.bids:
        trim(rules, memory, LEAST, current, stop)
    else:
        current[current < LEAST_FORGETFUL] = 0.0
        average(rules, memory, current.copy(), current, stop)
    if stop[0]:
        raise Stopped
    policy = np.rint(current * FULL).astype(np.uint16)
    solved = Solved(setting, stake, recall, done, time.perf_counter() - began, policy, np.nan, np.nan)
    return measure(solved, stop=stop)


def measure(solved: Solved, patience: int = PATIENCE, stop: NDArray[np.uint8] | None = None) -> Solved:
    """Compute `low` and `high` from best responses of both seats, as far as time allows."""
    bounds = []
    stop = np.zeros(1, np.uint8) if stop is None else stop
    for player in range(2):
        most = patience // solved.rules.share.shape[1]
        worth, _ = best_response(
            solved.rules, solved.memory, solved.probabilities_until(stop), player, most, stop
        )
        bounds.append(float(worth))
    return replace(solved, low=-bounds[1], high=bounds[0])


@dataclass(frozen=True)
class Duel:
    """Every round that can come up in a duel, solved."""

    rounds: dict[tuple[int, int], Solved]
    wins: Wins


def setting_of(dice: tuple[int, int], options: Mapping[str, Any]) -> Setting:
    """The round between players with these dice, the starter's first, under these options of the game."""
    faces = int(options["faces"])
    wild = {"none": -1, "ones": 0, "last": faces - 1}[options["wild"]]
    return Setting(*dice, faces, wild, bool(options["spot_on"]))


def solve_duel(
    dice: tuple[int, int],
    options: Mapping[str, Any],
    iterations: int | None = None,
    recall: int | None = None,
) -> Duel:
    """Solve all rounds that can follow from these dice (the starter's first).

    `options` are checked options of the game.
    """
    if options["spot_on"] and options["exact_reward"] == "caller_gains":
        return _solve_regaining(dice, options, iterations)
    rounds = {pair: solve_round(setting_of(pair, options), iterations, recall) for pair in _below(dice)}
    wins: Wins = {}
    for pair, solved in rounds.items():
        wins[pair] = _win(solved.value, _ends(pair, wins))
    return Duel(rounds, wins)


def _below(dice: tuple[int, int]) -> list[tuple[int, int]]:
    """The rounds that can come up, the smallest first."""
    found = {dice}
    for starter, other in sorted(_grid(dice), key=sum, reverse=True):
        if (starter, other) in found:
            after = ((starter - 1, other), (other - 1, starter))
            found |= {pair for pair in after if min(pair) > 0}
    return sorted(found, key=sum)


def _grid(dice: tuple[int, int]) -> list[tuple[int, int]]:
    most = max(dice)
    return [(starter, other) for starter in range(1, most + 1) for other in range(1, most + 1)]


def _ends(dice: tuple[int, int], wins: Wins) -> tuple[float, float]:
    """The starter's chance to win the duel after losing the round, and after winning it."""
    starter, other = dice
    lost = wins[starter - 1, other] if starter > 1 else 0.0
    won = 1.0 - wins[other - 1, starter] if other > 1 else 1.0
    return lost, won


def _win(value: float, ends: tuple[float, float]) -> float:
    lost, won = ends
    return lost + (won - lost) * (value + 1.0) / 2.0


def regaining_stake(ends: tuple[float, float], after_mine: float, after_theirs: float) -> Stake:
    """The stake of a round where a correct exact call wins the caller a die back.

    It is scaled so that losing the round is worth -1 to the starter and winning it 1. All arguments are the
    starter's chances to win the duel: at both usual endings, after the starter's own correct call, and after
    the opponent's.
    """
    lost, won = ends
    scale = 2.0 / (won - lost)
    return -1.0, 1.0, scale * (after_mine - lost) - 1.0, scale * (after_theirs - lost) - 1.0


def _solve_regaining(dice: tuple[int, int], options: Mapping[str, Any], iterations: int | None) -> Duel:
    """Solve the duel with one die each, where a correct exact call only changes the starter: the round
    repeats, and its value is found by iteration.
    """
    if dice != (1, 1) or int(options["dice"]) != 1:
        raise BadOption(
            "Where an exact call wins a die back, only the duel with one die each (dice=1) can be solved: with more, rounds could repeat without end."
        )
    win = 0.5
    for _ in range(SWEEPS):
        stake = regaining_stake((0.0, 1.0), 1.0 - win, win)
        solved = solve_round(setting_of(dice, options), iterations, stake=stake)
        before, win = win, _win(solved.value, (0.0, 1.0))
        if abs(win - before) < 1e-6:
            break
    return Duel({dice: solved}, {dice: win})
