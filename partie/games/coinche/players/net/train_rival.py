"""A network that calls like the sampled bidder, so that other networks can learn against it.

The sampled bidder is slow: it deals and plays out many worlds for every call. Its values of all calls are
collected in auctions between it and other bidders, and a network learns them, which calls almost as it does
and a thousand times faster.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.arena.pool import processes
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance, uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints8, Record
from partie.core.compiled.verbs import output_of
from partie.games.coinche.players.beliefs import mind_of
from partie.games.coinche.players.bidding.foresight import evaluate_calls
from partie.games.coinche.players.bidding.kernels import table_call
from partie.games.coinche.players.net.auction import encode_auction
from partie.games.coinche.players.net.encoding import AUCTION, INPUTS, OUTPUTS
from partie.games.coinche.players.net.task import LEAGUE_TASK, TASK
from partie.games.coinche.rules import MOVES, make_call
from partie.games.coinche.rules.calls import BID
from partie.learn.net.network import Network
from partie.learn.net.play import Simulator
from partie.search.kernels.answer import Answer, new_answer

WORLDS, CANDIDATES = 80, 30
DEALS = 64
"""The number of deals a process begins at once."""
SAMPLED, NETWORK = 0, 1

Lessons = tuple[NDArray[np.int8], NDArray[np.float32]]
"""Features, and the value of every output, NaN for calls that were not legal."""


@jit
def learn_call(state: Record, answer: Answer, n: int, done: int, features: Ints8, values: Any) -> int:
    """Write what the seat to call sees and the values of its calls; returns the call with the best."""
    encode_auction(state, features)
    best = 0
    for i in range(n):
        values[output_of(state, answer.order[i])] = answer.totals[i] / max(1, done)
        if answer.totals[i] > answer.totals[best]:
            best = i
    return answer.order[best]


@jit
def draw_sides(sides: Ints8, chance: Chance) -> None:
    """Draw who calls for each side: the sampled bidder, the network, or the table."""
    for i in range(len(sides)):
        luck = uniform(chance)
        sides[i] = SAMPLED if luck < 0.55 else NETWORK if luck < 0.85 else 2


def collect(seed: str, seconds: float, model: str) -> Lessons:
    """Lessons from auctions, as many as fit into this time, and at least one."""
    began = time.monotonic()
    simulator = Simulator(LEAGUE_TASK, {}, varied=True)
    luck, chance = new_chance(seed, "deal"), new_chance(seed, "choice")
    answer, stop, mind = new_answer(MOVES), np.zeros(1, np.uint8), mind_of(0, CANDIDATES)
    network, view = TASK.networks.load(model), simulator.begin(1, luck)
    features: list[NDArray[Any]] = []
    values: list[NDArray[Any]] = []
    while not features or time.monotonic() - began < seconds:
        for state in simulator.begin(DEALS, luck):
            sides = np.zeros(2, np.int8)
            draw_sides(sides, chance)
            while state.phase == BID:
                kind = int(sides[int(state.turn) & 1])
                if kind == SAMPLED:
                    seat = int(state.turn)
                    verbs.observe(state, seat, view[0])
                    n, done = evaluate_calls(view[0], seat, mind, WORLDS, answer, stop, chance)
                    seen, worth = np.zeros(INPUTS[AUCTION], np.int8), np.full(OUTPUTS, np.nan, np.float32)
                    call = learn_call(state, answer, n, done, seen, worth)
                    features.append(seen)
                    values.append(worth)
                elif kind == NETWORK:
                    call = network_call(network, state)
                else:
                    call = table_call(state, int(state.turn), state.hands[int(state.turn)], 0.0)
                make_call(state, call)
            if features and time.monotonic() - began > seconds:
                break
    return np.array(features), np.array(values)


def network_call(network: Network, state: Any) -> int:
    """The call that a network values most."""
    room = np.empty(MOVES, np.int64)
    calls = room[: int(verbs.moves(state, room))]
    outputs = network(TASK.features(network, state))
    return int(max(calls, key=lambda call: float(outputs[int(verbs.output_of(state, call))])))


def gather(seconds: float, jobs: int, model: str, seed: str = "rival") -> Lessons:
    """Lessons from several processes."""
    with processes(jobs) as pool:
        parts = list(
            pool.map(collect, [f"{seed}/{i}" for i in range(jobs)], [seconds] * jobs, [model] * jobs)
        )
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def imitate(
    lessons: Lessons, model: str, device: Any, epochs: int = 12, seed: str = "rival"
) -> tuple[Any, float]:
    """A network that has learned the values of calls, starting from another; and how often it calls the same.

    One lesson in twenty is kept back to find that out."""
    import torch

    from partie.learn.net.train_torch import Learner, pace, shuffled

    start = TASK.networks.load(model)
    half = float(start.card["half"])
    learner, rate, batch = Learner(start, device, 0.0005), 0.0005, 1024
    inputs = torch.from_numpy(lessons[0]).to(device)
    targets = torch.from_numpy(lessons[1] / np.float32(half)).to(device)
    kept = len(inputs) - len(inputs) // 20
    steps = max(1, epochs * kept // batch)
    for step in range(steps):
        order = shuffled(kept, new_chance(seed, "order", step))[:batch]
        rows = torch.from_numpy(order).to(device)
        legal = ~torch.isnan(targets[rows])
        errors = torch.where(legal, learner.outputs(inputs[rows]) - torch.nan_to_num(targets[rows]), 0.0)
        learner.step((errors**2).sum(dim=1).div(legal.sum(dim=1)).mean(), rate * pace(step / steps))
    with torch.no_grad():
        late = targets[kept:]
        answers = torch.where(torch.isnan(late), -torch.inf, learner.outputs(inputs[kept:]))
        chosen = torch.nan_to_num(late, nan=-1e9).argmax(dim=1)
        same = float((answers.argmax(dim=1) == chosen).float().mean())
    card = {
        **start.card,
        "method": "imitation",
        "of": "sampled",
        "lessons": len(inputs),
        "same_call": round(same, 3),
    }
    return Network(learner.network().layers, card), same
