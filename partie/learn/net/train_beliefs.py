"""Training networks that estimate who holds which card, from deals in which all hands are known.

Players play deals in stages (where a game has an auction, a bidder first and then a program for the cards);
at a share of the decisions of the last stage what the seat sees is learned together with the true holders of
all cards. The loss is the mean log-loss over the cards that are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, Ints8, Records
from partie.core.compiled.verbs import locations, to_move
from partie.learn.net.beliefs import OTHERS
from partie.learn.net.network import FINAL, Network, new_network
from partie.learn.net.play import Player, Simulator
from partie.learn.net.train_torch import Learner, pace, shuffled
from partie.learn.net.trials import seat_players
from partie.learn.tuning.draws import uniforms

PART = 512
Tick = Callable[[str], None]


@dataclass(frozen=True)
class Stage:
    """Players who make the moves of one part of a deal, with the shares of the seats they take."""

    simulator: Simulator
    players: Sequence[Player]
    shares: Sequence[float]


@dataclass(frozen=True)
class BeliefSettings:
    """How many deals are played, which share of decisions is learned and how often, and the network."""

    encoding: str
    seed: str = "0"
    deals: int = 65_536
    share: float = 0.35
    epochs: int = 6
    batch: int = 4096
    rate: float = 0.001
    hidden: tuple[int, ...] = (512, 256)
    threads: int = 1
    held_back: float = 0.03


def gather(stages: Sequence[Stage], settings: BeliefSettings) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """What seats saw at decisions of the last stage, and the holders of all cards."""
    parts = [
        (f"{settings.seed}/{at}", min(PART, settings.deals - at)) for at in range(0, settings.deals, PART)
    ]
    with ThreadPoolExecutor(settings.threads) as pool:
        found = list(pool.map(lambda part: _part(stages, settings, *part), parts))
    features, holders = (np.concatenate(column) for column in zip(*found, strict=True))
    return features, holders


def _part(
    stages: Sequence[Stage], settings: BeliefSettings, seed: str, deals: int
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    luck, chance = new_chance(seed, "deal"), new_chance(seed, "choice")
    picks = new_chance(seed, "picks")
    states = stages[0].simulator.begin(deals, luck)
    task = stages[-1].simulator.task
    encoding = task.encoding(settings.encoding)
    seen: list[tuple[NDArray[np.int8], NDArray[np.int8]]] = []
    for stage in stages:
        seating = np.zeros((deals, stage.simulator.seats), np.int8)
        partners = np.array(stage.simulator.partners, np.int64)
        seat_players(seating, np.cumsum(np.asarray(stage.shares, np.float64)), partners, chance)
        shown = encoding if stage is stages[-1] else -1
        for which, features, _ in stage.simulator.moves_made(
            stage.players, seating, states, luck, chance, 0.01, shown
        ):
            chosen = uniforms(picks, len(which)) < settings.share
            holders = np.empty((int(chosen.sum()), task.cards), np.int8)
            locate(states, which[chosen], holders)
            seen.append((features[chosen], holders))
    features, holders = (np.concatenate(column) for column in zip(*seen, strict=True))
    return features, holders


def train(
    stages: Sequence[Stage], settings: BeliefSettings, device: Any, card: dict[str, Any], tick: Tick
) -> tuple[Network, float, float]:
    """Train a network; returns it with its log-loss per card held back, and that of a uniform guess.

    The uniform guess knows how many cards each of the others holds, but nothing else."""
    features, holders = gather(stages, settings)
    tick(f"{len(features):,} decisions")
    kept = max(1, round(len(features) * (1 - settings.held_back)))
    shape = stages[-1].simulator.task.encodings[settings.encoding]
    signal = float((features[:4096].astype(np.int64) ** 2).sum(axis=1).mean())
    start = new_network(shape.inputs, OTHERS * holders.shape[1], settings.seed, settings.hidden, signal, 0.0)
    card = {**card, "encoding": settings.encoding, "head": "values", "foretells": FINAL}
    learner = Learner(Network(start.layers, card), device, settings.rate)
    inputs, targets = torch.from_numpy(features).to(device), torch.from_numpy(holders).to(device)
    steps = max(1, kept * settings.epochs // settings.batch)
    order = shuffled(kept, new_chance(settings.seed, "order"))
    at = 0
    for step in range(steps):
        if at + settings.batch > kept and at:
            order, at = shuffled(kept, new_chance(settings.seed, "order", step)), 0
        rows = torch.from_numpy(order[at : at + settings.batch]).to(device)
        at += settings.batch
        learner.step(_loss(learner.outputs(inputs[rows]), targets[rows]), settings.rate * pace(step / steps))
    with torch.no_grad():
        last = slice(kept, None) if kept < len(features) else slice(0, None)
        loss = float(_loss(learner.outputs(inputs[last]), targets[last]))
    network = learner.network()
    return network, loss, _uniform_loss(holders[last])


def _loss(answers: Any, holders: Any) -> Any:
    """The mean log-loss over unknown cards."""
    logs = torch.log_softmax(answers.view(len(answers), -1, OTHERS), dim=2)
    unknown = holders >= 0
    found = logs.gather(2, holders.clamp(min=0).long().unsqueeze(2)).squeeze(2)
    return -(found * unknown).sum() / unknown.sum()


def _uniform_loss(holders: NDArray[np.int8]) -> float:
    counts = np.stack([(holders == other).sum(axis=1) for other in range(OTHERS)], axis=1).astype(float)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(counts > 0, counts * np.log(shares), 0.0)
    return float(-logs.sum() / max(counts.sum(), 1))


@jit
def locate(states: Records, which: Ints, out: Ints8) -> None:
    """Write who holds which card, seen from the seat to move, at each table of `which`."""
    for k in range(len(which)):
        locations(states[which[k]], to_move(states[which[k]]), out[k])
