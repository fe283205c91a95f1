"""Kernels of the search on top of the bidding network: reading the calls made, and drawing likely worlds."""

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Floats32, Records
from partie.core.compiled.verbs import copy, output_of
from partie.games.coinche.players.beliefs import calls_likelihood
from partie.games.coinche.players.net.equity import stake
from partie.games.coinche.rules import MOVES, make_call, moves
from partie.games.coinche.rules.calls import BID


@jit
def rewind(worlds: Records, number: int, states: Records) -> None:
    """Fill `states` with the worlds as they were before call `number` (from 0)."""
    for i in range(len(worlds)):
        copy(worlds[i], states[i])
        states[i].phase = BID
        states[i].turn = (states[i].dealer + 1) & 3
        states[i].said = states[i].bid = states[i].doubled = states[i].passes = 0
        states[i].bidder = -1
        for past in range(number):
            make_call(states[i], worlds[i].calls[past])


@jit
def explain(states: Records, call: int, values: Floats32, softness: float, slip: float, logs: Floats) -> None:
    """Add to `logs` how likely a softened network, which gives these values, makes the call in each state.

    A call whose value is lower by `softness` is made e times less often; a share `slip` of all calls is made
    at random."""
    out = np.empty(MOVES, np.int64)
    for i in range(len(states)):
        n = moves(states[i], out)
        own = values[i, output_of(states[i], call)]
        total = 0.0
        for j in range(n):
            total += np.exp(min((values[i, output_of(states[i], out[j])] - own) / softness, 50.0))
        logs[i] += np.log((1.0 - slip) / total + slip / n)


@jit
def doubt(worlds: Records, seat: int, logs: Floats) -> None:
    """Take from `logs` the likelihood by which the worlds were drawn: that of the table bidder's calls."""
    for i in range(len(worlds)):
        logs[i] -= np.log(calls_likelihood(worlds[i], seat))


@jit
def resample(worlds: Records, logs: Floats, out: Records, chance: Chance) -> None:
    """Draw `out` from the worlds in proportion to the exponentials of `logs`, evenly spaced."""
    most = logs.max()
    total = 0.0
    for i in range(len(worlds)):
        total += np.exp(logs[i] - most)
    step = total / len(out)
    mark = uniform(chance) * step
    reached, i = np.exp(logs[0] - most), 0
    for place in range(len(out)):
        while reached <= mark and i < len(worlds) - 1:
            i += 1
            reached += np.exp(logs[i] - most)
        copy(worlds[i], out[place])
        mark += step


@jit
def stakes(states: Records, seat: int, out: Floats) -> None:
    """Write what every finished deal is worth to a seat."""
    for i in range(len(states)):
        out[i] = stake(states[i], seat)

