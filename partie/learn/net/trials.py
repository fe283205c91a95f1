"""Decisions in which every move was tried: the same deal played on after each, with a learner's own policy.

The deals are real ones, played by the learner against itself and guests, so what is hidden from a seat is
distributed as it is in such play; no world has to be sampled. All moves of a decision are tried in the same
deal, so that luck in the deal hardly blurs the differences between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance, uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Bytes, Chance, Floats, Floats32, Ints, Ints8, Records
from partie.core.compiled.verbs import copy, most_moves, moves, output_of, play, to_move
from partie.learn.net.forward import value_of
from partie.learn.net.play import Player, Simulator

OUTPUTS_EACH = 3
"""The maximum number of outputs a move stands for."""
PART = 256
"""The number of deals played together in one thread."""


@dataclass(frozen=True)
class Trials:
    """Decisions with the results of the moves that were tried.

    `outputs[row, slot]` are the outputs that one of the moves stands for, -1 where there are fewer;
    `results[row, slot]` is what came of it for the seat that chose; NaN for slots without a move."""

    features: NDArray[np.int8]
    outputs: NDArray[np.int8]
    results: NDArray[np.float32]


def joined(parts: Sequence[Trials]) -> Trials:
    """All decisions of the parts, in order."""
    return Trials(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.outputs for part in parts]),
        np.concatenate([part.results for part in parts]),
    )


@dataclass(frozen=True)
class Trying:
    """How trials are made: by the players (the learner first) who take seats by these `shares`.

    The learner plays with exploration rate `epsilon`; a `share` of its decisions is tried, each with up to
    `tries` moves. `mark(states, seating, chance)` can tell the task's `ends` who sits at the tables.
    """

    players: Sequence[Player]
    shares: Sequence[float]
    encoding: int
    epsilon: float
    share: float
    tries: int
    mark: Callable[[Any, NDArray[np.int8], Any], None] | None = None


def try_moves(simulator: Simulator, trying: Trying, deals: int, seed: str, threads: int) -> Trials:
    """Play deals and try the moves of the learner's decisions. The result does not depend on `threads`."""
    parts = [(f"{seed}/{at}", min(PART, deals - at)) for at in range(0, deals, PART)]
    with ThreadPoolExecutor(threads) as pool:
        return joined(list(pool.map(lambda part: try_part(simulator, trying, *part), parts)))


def try_part(simulator: Simulator, trying: Trying, seed: str, deals: int) -> Trials:
    """Play some deals together and try the moves of the learner's decisions."""
    luck, chance = new_chance(seed, "deal"), new_chance(seed, "choice")
    states = simulator.begin(deals, luck)
    seating = np.zeros((deals, simulator.seats), np.int8)
    partners = np.array(simulator.partners, np.int64)
    seat_players(seating, np.cumsum(np.asarray(trying.shares, np.float64)), partners, chance)
    if trying.mark is not None:
        trying.mark(states, seating, chance)
    roots, features, tables = _self_play(simulator, trying, states, seating, luck, chance)
    values = np.zeros((0, 1), np.float32)
    learner = trying.players[0]
    if not isinstance(learner, int):
        values = learner[0](features)
    count = int(count_tries(roots, trying.tries))
    children = np.zeros(count, roots.dtype).view(np.recarray)
    parents, slots = np.empty(count, np.int64), np.empty(count, np.int64)
    codes = np.full((len(roots), trying.tries), -1, np.int64)
    branch(roots, trying.tries, values, children, parents, slots, codes, chance)
    ends = simulator.play_on(trying.players, seating[tables[parents]], children, luck, chance)
    movers = np.empty(len(roots), np.int64)
    movers_of(roots, movers)
    results = np.full((len(roots), trying.tries), np.nan, np.float32)
    results[parents, slots] = ends[np.arange(count), movers[parents]]
    return Trials(features, _decoded(codes), results)


def _self_play(
    simulator: Simulator, trying: Trying, states: Any, seating: NDArray[np.int8], luck: Any, chance: Any
) -> tuple[Any, NDArray[np.int8], NDArray[np.int64]]:
    """Play the tables to their ends; returns the positions to try, their features and their tables."""
    kept = []
    for which, features, _ in simulator.moves_made(
        trying.players, seating, states, luck, chance, trying.epsilon, trying.encoding
    ):
        chosen = np.zeros(len(which), np.uint8)
        choose_rows(states, which, trying.share, chosen, chance)
        mine = chosen.astype(bool)
        kept.append((states[which[mine]].copy(), features[mine], which[mine].copy()))
    roots, rows, tables = (np.concatenate(column) for column in zip(*kept, strict=True))
    return roots.view(np.recarray), rows, tables


def _decoded(codes: NDArray[np.int64]) -> NDArray[np.int8]:
    outputs = np.full((*codes.shape, OUTPUTS_EACH), -1, np.int8)
    valid = codes >= 0
    outputs[..., 0] = np.where(valid, codes & 1023, -1)
    for place in range(1, OUTPUTS_EACH):
        outputs[..., place] = np.where(valid, ((codes >> 10 * place) & 1023) - 1, -1)
    return outputs


@jit
def seat_players(seating: Ints8, bounds: Floats, partners: Ints, chance: Chance) -> None:
    """Draw the player of every seat; `bounds` are the cumulated shares.

    `partners` has for every seat the first seat of its side, whose player it shares."""
    for table in range(seating.shape[0]):
        for seat in range(seating.shape[1]):
            if partners[seat] < seat:
                seating[table, seat] = seating[table, partners[seat]]
                continue
            luck = uniform(chance) * bounds[-1]
            player = 0
            while luck >= bounds[player] and player < len(bounds) - 1:
                player += 1
            seating[table, seat] = player


@jit
def choose_rows(states: Records, which: Ints, share: float, chosen: Bytes, chance: Chance) -> None:
    """Mark a share of the tables of `which` at which there is a choice."""
    out = np.empty(most_moves(states[0]), np.int64)
    for k in range(len(which)):
        chosen[k] = moves(states[which[k]], out) > 1 and uniform(chance) < share


@jit
def count_tries(roots: Records, tries: int) -> int:
    """The number of moves to try in all these positions."""
    out = np.empty(most_moves(roots[0]), np.int64)
    total = 0
    for i in range(len(roots)):
        total += min(tries, moves(roots[i], out))
    return total


@jit
def movers_of(roots: Records, movers: Ints) -> None:
    """Write the seat to move in each position."""
    for i in range(len(roots)):
        movers[i] = to_move(roots[i])


@jit
def branch(
    roots: Records,
    tries: int,
    values: Floats32,
    children: Records,
    parents: Ints,
    slots: Ints,
    codes: Ints,
    chance: Chance,
) -> None:
    """Make every position that follows from moves to try, with its parent, its slot and its outputs.

    Of more than `tries` moves the best by `values` is tried and a sample of the others, in which better ones
    are more likely; without values (no rows) the sample is uniform."""
    out = np.empty(most_moves(roots[0]), np.int64)
    worths = np.empty(most_moves(roots[0]), np.float64)
    at = 0
    for i in range(len(roots)):
        n = moves(roots[i], out)
        count = min(n, tries)
        if n > tries:
            for j in range(n):
                rated = value_of(values[i], output_of(roots[i], out[j])) if len(values) else uniform(chance)
                worths[j] = -rated
            ranked = out[np.argsort(worths[:n])]
            for slot in range(count):
                place = int(uniform(chance) ** 3 * (n - slot)) + slot if slot else 0
                out[slot] = ranked[place]
                ranked[place] = ranked[slot]
        for slot in range(count):
            copy(roots[i], children[at])
            codes[i, slot] = output_of(roots[i], out[slot])
            play(children[at], out[slot], chance)
            parents[at] = i
            slots[at] = slot
            at += 1
