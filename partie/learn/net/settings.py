"""The settings of a training run of a network, and what it logs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from partie.learn.net.network import HIDDEN

METHODS = ("dataset", "qlearning", "counterfactual")


@dataclass(frozen=True)
class NetSettings:
    """Everything a run depends on: the same settings give the same run.

    A round plays `deals` deals, trains on batches of `batch` decisions, is compared with the best network so
    far over `contest` deals, and is measured over `judged` deals. The run ends after `patience` rounds
    without a better network.

    Method `dataset`: the first round has `first` random deals; then the best network plays, with exploration
    rate `epsilon`. Training uses the decisions of the last `window` rounds, each new one `epochs` times.

    Method `qlearning`: the exploration rate falls from 1 to `epsilon` within `explore` rounds. Deals are
    played `chunk` at a time, the last `replay` deals are kept in the replay buffer, every decision is
    replayed `epochs` times on average, and the target network is updated every `settle` steps. `gamma` is the
    discount factor.

    Method `counterfactual`: as `dataset`, but the first round is played by the last of the task's yardsticks,
    and of a `share` of the decisions up to `tries` moves are tried.

    `rivals` are stored networks that take a share of the seats the learner learns from, `past` is the share
    of its own last bests, up to three of them; in a game of partners they sit on the same side.

    `start` names a stored network to begin with, as the best so far; without one, weights are random.

    `people` is a digest of the games of people in the data set, if there are any."""

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
    share: float = 0.5
    tries: int = 13
    start: str = ""
    rivals: Mapping[str, float] = field(default_factory=dict)
    past: float = 0.0
    people: str = ""


_FOR_METHOD: Mapping[str, Mapping[str, Any]] = {
    "dataset": {"deals": 8192, "window": 4},
    "qlearning": {},
    "counterfactual": {"window": 6, "hidden": (768, 512, 256), "epsilon": 0.06},
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
_FOR_BOTH: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("counterfactual", "cuda"): {
        "deals": 24_576,
        "first": 131_072,
        "epochs": 14.0,
        "batch": 8192,
        "contest": 8192,
    },
}
_TIMES = {"cpu": 1, "cuda": 8}
"""The factor by which a faster device plays more deals in a round."""


def default_settings(method: str, device: str) -> dict[str, Any]:
    """The default settings for a method of training on a device."""
    found = {"deals": 4096, "first": 16384, **_FOR_METHOD.get(method, {}), **_FOR_DEVICE.get(device, {})}
    for name in ("deals", "first"):
        found[name] *= _TIMES.get(device, 1)
    return {**found, **_FOR_BOTH.get((method, device), {})}


@dataclass(frozen=True)
class Round:
    """The result of one round.

    `deals` and `samples` (decisions learned from, counting repetitions) are totals since the run began.
    `gain` is how much more the new network gets than the best so far in the same seat with the same cards,
    with its standard error. `judged` is its mean result alone against each yardstick."""

    number: int
    deals: int
    samples: int
    loss: float
    gain: float
    gain_error: float
    accepted: bool
    judged: Mapping[str, float]
