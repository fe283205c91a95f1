"""Policy iteration with Monte Carlo values: a network learns the results of moves played by its predecessor.

The first round plays random games. The target of a decision is the final worth of the deal, for the output of
the move that was played; the other outputs have no target. Then come rounds of self-play: the best network
plays against itself with exploration, and a student learns from these games what each move is worth. A
student that acts on these values is better than the network that played (Sutton and Barto, "Reinforcement
learning", 2018, chapter 5).

With the head `policy` the outputs are preferences instead, and a move is reinforced more the better the deal
went: advantage-weighted regression (Peng et al., 2019).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.learn.net.network import Network, from_tensors
from partie.learn.net.people import PeopleData
from partie.learn.net.play import Batch, Script, Simulator
from partie.learn.net.settings import NetSettings
from partie.learn.net.train_torch import Learner, evaluator, pace, shuffled

Tick = Callable[[str, int, int], None]
_MOST_AT_ONCE = 4096
_TEMPER, _HEAVIEST = 0.25, 20.0
"""For the head `policy`: the temperature of a decision's weight as a function of its advantage, and the
highest weight."""


class DatasetTrainer:
    """The trainer for the method `dataset`, used by `NetRun`."""

    def __init__(
        self,
        settings: NetSettings,
        simulator: Simulator,
        start: Network,
        device: Any,
        people: PeopleData | None = None,
    ) -> None:
        self._settings, self._simulator, self._device = settings, simulator, device
        self._encoding = simulator.task.encoding(settings.encoding)
        self._learner = Learner(start, device, settings.rate)
        self._window: list[list[tuple[Script, _Rows]]] = []
        self._people = [] if people is None else [_rows_of_people(people, simulator, device)]

    def advance(self, number: int, best: Network | None, tick: Tick) -> tuple[Network, int, int, float]:
        """Run a round; returns the student, the deals played, the samples learned from and the mean loss."""
        settings = self._settings
        deals = settings.first if best is None else settings.deals
        self._window = self._window[1 - settings.window :] if settings.window > 1 else []
        self._window.append(self._play(number, best, deals, tick))
        loss, samples = self._learn(number, tick)
        return self._learner.network(), deals, samples, loss

    def _play(self, number: int, best: Network | None, deals: int, tick: Tick) -> list[tuple[Script, _Rows]]:
        player = None if best is None else evaluator(best, self._device)
        found = []
        for part, at in enumerate(range(0, deals, _MOST_AT_ONCE)):
            tick("playing", at, deals)
            count = min(_MOST_AT_ONCE, deals - at)
            seed = f"{self._settings.seed}/round {number}/{part}"
            found.append(
                self._keep(
                    self._simulator.collect(player, self._encoding, count, self._settings.epsilon, seed)
                )
            )
        return found

    def _keep(self, batch: Batch) -> tuple[Script, _Rows]:
        return batch.script, _rows_of(batch, self._simulator, self._device)

    def _learn(self, number: int, tick: Tick) -> tuple[float, int]:
        settings, learner = self._settings, self._learner
        kept = [rows for part in self._window for _, rows in part] + self._people
        features = torch.cat([rows.features for rows in kept])
        masks = torch.cat([rows.masks for rows in kept])
        outputs = torch.cat([rows.outputs for rows in kept])
        targets = torch.cat([rows.targets for rows in kept])
        fresh = sum(len(rows.targets) for _, rows in self._window[-1])
        steps = max(1, round(settings.epochs * fresh / settings.batch))
        mean = targets.mean()
        learner.renew(settings.rate)
        chance = new_chance(settings.seed, "order", number)
        order, at, losses = shuffled(len(targets), chance), 0, torch.zeros((), device=self._device)
        for step in range(steps):
            if step % 16 == 0:
                tick("learning", step, steps)
            if at + settings.batch > len(order) and at > 0:
                order, at = shuffled(len(targets), chance), 0
            which = torch.from_numpy(order[at : at + settings.batch]).to(self._device)
            at += settings.batch
            answers = learner.outputs(features[which])
            loss = (
                _value_loss(answers, outputs[which], targets[which])
                if settings.head == "values"
                else _policy_loss(answers, masks[which], outputs[which], targets[which] - mean)
            )
            learner.step(loss, settings.rate * pace(step / steps))
            losses += loss.detach()
        return float(losses) / steps, steps * min(settings.batch, len(order))

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Everything the next round depends on. Games are kept as seed and moves."""
        tensors: dict[str, NDArray[Any]] = dict(self._learner.network().tensors("student."))
        parts = []
        for number, part in enumerate(self._window):
            for i, (script, _) in enumerate(part):
                tensors[f"window.{number}.{i}"] = script.outputs
                parts.append([number, i, script.seed, script.deals])
        return tensors, {"window": parts}

    def restore(self, tensors: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> None:
        """Continue from a `state`."""
        self._learner = Learner(
            from_tensors(tensors, self._learner.network().card, "student."), self._device, self._settings.rate
        )
        self._window = []
        for number, i, seed, deals in facts["window"]:
            if number == len(self._window):
                self._window.append([])
            script = Script(seed, deals, tensors[f"window.{number}.{i}"])
            self._window[number].append(self._keep(self._simulator.replay(script, self._encoding)))


class _Rows(NamedTuple):
    """Decisions with more than one legal move, on the device of the network."""

    features: Any
    masks: Any
    outputs: Any
    targets: Any


def _rows_of(batch: Batch, simulator: Simulator, device: Any) -> _Rows:
    free = batch.masks.sum(axis=1) > 1
    outputs = batch.script.outputs[free].astype(np.int64)
    return _on_device(batch.features[free], batch.masks[free], outputs, batch.final[free], simulator, device)


def _rows_of_people(people: PeopleData, simulator: Simulator, device: Any) -> _Rows:
    """The decisions of people that are not kept back."""
    seen = ~people.unseen
    return _on_device(
        people.features[seen], people.masks[seen], people.outputs[seen], people.worth[seen], simulator, device
    )


def _on_device(
    features: NDArray[np.int8],
    masks: NDArray[np.uint8],
    outputs: NDArray[np.int64],
    final: NDArray[np.float32],
    simulator: Simulator,
    device: Any,
) -> _Rows:
    targets = (final - np.float32(simulator.centre)) / np.float32(simulator.half)
    return _Rows(*(torch.from_numpy(column).to(device) for column in (features, masks, outputs, targets)))


def _value_loss(answers: Any, outputs: Any, targets: Any) -> Any:
    return torch.mean((answers.gather(1, outputs[:, None])[:, 0] - targets) ** 2)


def _policy_loss(answers: Any, masks: Any, outputs: Any, advantages: Any) -> Any:
    logs = torch.log_softmax(answers.masked_fill(masks == 0, -1e9), dim=1)
    weights = torch.clamp(torch.exp(advantages / _TEMPER), max=_HEAVIEST)
    return -torch.mean(weights * logs.gather(1, outputs[:, None])[:, 0])
