"""Everything a training run of a network depends on, and what it logs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from partie.learn.net.network import HIDDEN

METHODS = ("dataset", "qlearning")


@dataclass(frozen=True)
class NetSettings:
    """Same settings, same run. A round plays `deals` deals, trains on batches of `batch` decisions, contests `contest` deals with the best network so far, and measures over `judged` deals; after `patience` rounds without a better network the run ends.

    Method `dataset`: `first` random deals begin, then the best network plays, any legal move with probability `epsilon`; the decisions of the last `window` rounds are learned, each new one `epochs` times.
    Method `qlearning`: epsilon falls from 1 to `epsilon` within `explore` rounds; deals are played `chunk` at a time, the last `replay` deals are remembered, every decision is replayed `epochs` times on average, and the target network is a copy
    that is renewed every `settle` steps; `gamma` discounts."""

    game: str
    method: str
    encoding: str
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    head: str = "values"
    device: str = "cpu"
    threads: int = 1
    hidden: tuple[int, ...] = HIDDEN
    deals: int = 4096
    first: int = 16384
    window: int = 8
    epochs: float = 2.0
    batch: int = 1024
    rate: float = 0.001
    epsilon: float = 0.1
    contest: int = 2000
    judged: int = 4000
    patience: int = 20
    gamma: float = 1.0
    explore: int = 10
    chunk: int = 256
    replay: int = 16384
    settle: int = 200


_FOR_METHOD: Mapping[str, Mapping[str, Any]] = {
    "dataset": {"deals": 8192, "window": 4},
    "qlearning": {},
}
_FOR_DEVICE: Mapping[str, Mapping[str, Any]] = {
    "cpu": {},
    "cuda": {
        "epochs": 4.0,
        "batch": 4096,
        "contest": 16384,
        "judged": 16384,
        "chunk": 2048,
        "replay": 131072,
    },
}
_TIMES = {"cpu": 1, "cuda": 8}
"""How many times as many deals a faster machine plays in a round."""


def usual_settings(method: str, device: str) -> dict[str, Any]:
    """What a method needs and a device can do in a round."""
    found = {"deals": 4096, "first": 16384, **_FOR_METHOD.get(method, {}), **_FOR_DEVICE.get(device, {})}
    for name in ("deals", "first"):
        found[name] *= _TIMES.get(device, 1)
    return found


@dataclass(frozen=True)
class Round:
    """What one round gave. `deals` and `samples` (decisions learned from, repetitions counted) are since the run began; `gain` is what the new network gets more than the best so far in the same seat with the same cards, with its
    standard error; `judged` is what it gets on average alone against each yardstick."""

    number: int
    deals: int
    samples: int
    loss: float
    gain: float
    gain_error: float
    accepted: bool
    judged: Mapping[str, float]
