"""Q-learning: a decision is worth the reward until the next one plus its best value, r + γ·max Q(s′, a′).

With a replay buffer and a target network that is updated only now and then (Mnih et al., "Human-level control
through deep reinforcement learning", 2015). One network plays all seats; s′ is the next decision of the same
seat. The reward is the change of the deal's worth until then, so with γ = 1 a value is the change from now
until the end of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints
from partie.learn.net.network import Network, from_tensors
from partie.learn.net.play import Batch, Script, Simulator
from partie.learn.net.settings import NetSettings
from partie.learn.net.train_torch import Learner, evaluator, run_layers

Tick = Callable[[str, int, int], None]
_FADE, _SLOWEST = 0.98, 0.1
"""The learning rate is multiplied by the first every round, but does not fall below the second as a share of
its start."""


class QTrainer:
    """The trainer for the method `qlearning`, used by `NetRun`."""

    def __init__(self, settings: NetSettings, simulator: Simulator, start: Network, device: Any) -> None:
        self._settings, self._simulator, self._device = settings, simulator, device
        self._encoding = simulator.task.encoding(settings.encoding)
        self._learner = Learner(start, device, settings.rate)
        self._target = Learner(start, device, settings.rate)
        self._chance = new_chance(settings.seed, "replay")
        self._buffer: list[tuple[Script, _Transitions]] = []
        self._steps = 0

    def advance(self, number: int, best: Network | None, tick: Tick) -> tuple[Network, int, int, float]:
        """Run a round; returns the network, the deals played, the samples learned from and the mean loss."""
        settings = self._settings
        rate = settings.rate * max(_SLOWEST, _FADE ** (number - 1))
        before, losses = self._steps, torch.zeros((), device=self._device)
        for part, at in enumerate(range(0, settings.deals, settings.chunk)):
            tick("playing and learning", at, settings.deals)
            count = min(settings.chunk, settings.deals - at)
            player = evaluator(self._learner.network(), self._device)
            seed = f"{settings.seed}/round {number}/{part}"
            epsilon = self._epsilon(number - 1 + at / settings.deals)
            batch = self._simulator.collect(player, self._encoding, count, epsilon, seed)
            self._buffer.append(self._keep(batch))
            while sum(kept.deals for kept, _ in self._buffer) > max(settings.replay, count):
                self._buffer.pop(0)
            losses += self._learn(max(1, round(settings.epochs * len(batch.nexts) / settings.batch)), rate)
        steps = self._steps - before
        return self._learner.network(), settings.deals, steps * settings.batch, float(losses) / steps

    def _epsilon(self, rounds: float) -> float:
        """The exploration rate, which falls linearly from 1 to its final value."""
        last = self._settings.epsilon
        return last + (1.0 - last) * max(0.0, 1.0 - rounds / max(1, self._settings.explore))

    def _keep(self, batch: Batch) -> tuple[Script, _Transitions]:
        return batch.script, _Transitions(batch, self._simulator, self._device)

    def _learn(self, steps: int, rate: float) -> Any:
        settings, parts = self._settings, [kept for _, kept in self._buffer]
        starts = np.cumsum([0, *(len(part.rewards) for part in parts)])
        features = torch.cat([part.features for part in parts])
        illegal = torch.cat([part.illegal for part in parts])
        outputs = torch.cat([part.outputs for part in parts])
        rewards = torch.cat([part.rewards for part in parts])
        nexts = torch.cat(
            [
                torch.where(part.nexts >= 0, part.nexts + int(start), -1)
                for part, start in zip(parts, starts[:-1], strict=True)
            ]
        )
        losses = torch.zeros((), device=self._device)
        for _ in range(steps):
            if self._steps % settings.settle == 0:
                self._target = Learner(self._learner.network(), self._device, settings.rate)
            numbers = np.empty(settings.batch, np.int64)
            _draw(numbers, len(rewards), self._chance)
            which = torch.from_numpy(numbers).to(self._device)
            after = nexts[which]
            goes_on, after = after >= 0, after.clamp(min=0)
            with torch.no_grad():
                future = run_layers(self._target.weights, features[after])
                best = future.masked_fill(illegal[after], -torch.inf).amax(dim=1)
                target = rewards[which] + settings.gamma * torch.where(goes_on, best, 0.0)
            answers = self._learner.outputs(features[which]).gather(1, outputs[which][:, None])[:, 0]
            loss = torch.mean((answers - target) ** 2)
            self._learner.step(loss, rate)
            losses += loss.detach()
            self._steps += 1
        return losses

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Everything the next round depends on. Games are kept as seed and moves."""
        tensors: dict[str, NDArray[Any]] = {
            **self._learner.network().tensors("online."),
            **self._target.network().tensors("target."),
            **self._learner.memory(),
            "chance": self._chance.copy(),
        }
        for i, (script, _) in enumerate(self._buffer):
            tensors[f"replay.{i}"] = script.outputs
        replay = [[script.seed, script.deals] for script, _ in self._buffer]
        return tensors, {"replay": replay, "steps": self._steps}

    def restore(self, tensors: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> None:
        """Continue from a `state`."""
        card, rate = self._learner.network().card, self._settings.rate
        self._learner = Learner(from_tensors(tensors, card, "online."), self._device, rate)
        self._learner.remember(tensors)
        self._target = Learner(from_tensors(tensors, card, "target."), self._device, rate)
        self._chance, self._steps = tensors["chance"].copy(), int(facts["steps"])
        self._buffer = [
            self._keep(self._simulator.replay(Script(seed, deals, tensors[f"replay.{i}"]), self._encoding))
            for i, (seed, deals) in enumerate(facts["replay"])
        ]


class _Transitions:
    """The decisions of a batch, on the device of the network. `nexts` are indices within the batch."""

    def __init__(self, batch: Batch, simulator: Simulator, device: Any) -> None:
        later = np.where(batch.nexts >= 0, batch.now[batch.nexts], batch.final)
        self.features = torch.from_numpy(batch.features).to(device)
        self.illegal = torch.from_numpy(batch.masks == 0).to(device)
        self.outputs = torch.from_numpy(batch.script.outputs.astype(np.int64)).to(device)
        self.nexts = torch.from_numpy(batch.nexts).to(device)
        self.rewards = torch.from_numpy((later - batch.now) / np.float32(simulator.half)).to(device)


@jit
def _draw(numbers: Ints, count: int, chance: Chance) -> None:
    for i in range(len(numbers)):
        numbers[i] = below(chance, count)
