"""Policy iteration with counterfactual playouts: all moves of a decision are tried in the deal being played.

In the first round a playout policy of the game plays and is improved upon; from then on the best network so
far. A student learns the results of all moves that were tried, those of the last rounds included. The loss
has two parts: the error of the differences between the moves of a decision, which decide how it plays, and
the error of their mean, which is much noisier and counts less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.learn.net.network import Network, from_tensors, read_tensors, write_tensors
from partie.learn.net.play import Player, Simulator
from partie.learn.net.settings import NetSettings
from partie.learn.net.train_torch import Learner, evaluator, pace, shuffled
from partie.learn.net.trials import Trials, Trying, try_moves

Tick = Callable[[str, int, int], None]
_PAST = 3
"""The number of earlier bests that the learner meets."""
_LEVEL = 0.3
"""The weight of the error of the mean of a decision's moves; that of their differences is 1."""


class CounterfactualTrainer:
    """The trainer for the method `counterfactual`, used by `NetRun`. Its decisions are kept in `folder`."""

    def __init__(
        self, settings: NetSettings, simulator: Simulator, start: Network, device: Any, folder: Path
    ) -> None:
        self._settings, self._simulator, self._device, self._folder = settings, simulator, device, folder
        self._encoding = simulator.task.encoding(settings.encoding)
        self._learner = Learner(start, device, settings.rate)
        self._tables = Simulator(simulator.task, settings.options, varied=True)  # parts have threads instead
        self._window: list[tuple[int, Rows]] = []
        self._past: list[Network] = []
        """The last bests, the present one last."""
        networks = {name: simulator.task.networks.load(name) for name in settings.rivals}
        self._rivals: list[Player] = [self._player(network) for network in networks.values()]

    def _player(self, network: Network) -> Player:
        encoding = self._simulator.task.encoding(network.card["encoding"])
        return evaluator(network, self._device), encoding

    def advance(self, number: int, best: Network | None, tick: Tick) -> tuple[Network, int, int, float]:
        """Run a round; returns the student, the deals played, the samples learned from and the mean loss."""
        settings = self._settings
        deals = settings.first if best is None else settings.deals
        if best is not None and not (self._past and self._past[-1].card == best.card):
            self._past = [*self._past[-_PAST:], best]
        tick("trying moves", 0, 1)
        trials = try_moves(
            self._tables, self._trying(best), deals, f"{settings.seed}/round {number}", settings.threads
        )
        _write(self._file(number), trials)
        self._window.append((number, Rows(trials, self._simulator, self._device)))
        for old, _ in self._window[: -settings.window]:
            self._file(old).unlink(missing_ok=True)
        self._window = self._window[-settings.window :]
        loss, samples = self._learn(number, tick)
        return self._learner.network(), deals, samples, loss

    def _trying(self, best: Network | None) -> Trying:
        settings, policies, guests = self._settings, self._simulator.policies, self._simulator.task.guests
        learner: Player = (
            policies.index(self._simulator.task.yardsticks[-1]) if best is None else self._player(best)
        )
        past = self._past[:-1] if settings.past else []
        others = [
            *((policies.index(name), share) for name, share in guests.items()),
            *zip(self._rivals, settings.rivals.values(), strict=True),
            *((self._player(network), settings.past / len(past)) for network in past),
        ]
        return Trying(
            [learner, *(player for player, _ in others)],
            [1.0 - sum(share for _, share in others), *(share for _, share in others)],
            self._encoding,
            settings.epsilon,
            settings.share,
            settings.tries,
        )

    def _learn(self, number: int, tick: Tick) -> tuple[float, int]:
        settings, learner = self._settings, self._learner
        features, outputs, results = (
            torch.cat([getattr(rows, name) for _, rows in self._window])
            for name in ("features", "outputs", "results")
        )
        steps = max(1, round(settings.epochs * len(self._window[-1][1].results) / settings.batch))
        learner.renew(settings.rate)
        chance = new_chance(settings.seed, "order", number)
        order, at, losses = shuffled(len(results), chance), 0, torch.zeros((), device=self._device)
        for step in range(steps):
            if step % 16 == 0:
                tick("learning", step, steps)
            if at + settings.batch > len(order) and at > 0:
                order, at = shuffled(len(results), chance), 0
            which = torch.from_numpy(order[at : at + settings.batch]).to(self._device)
            at += settings.batch
            loss = loss_of(learner.outputs(features[which]), outputs[which], results[which])
            learner.step(loss, settings.rate * pace(step / steps))
            losses += loss.detach()
        return float(losses) / steps, steps * min(settings.batch, len(order))

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Everything the next round depends on, but for the decisions, which have files of their own."""
        tensors: dict[str, NDArray[Any]] = dict(self._learner.network().tensors("student."))
        for number, network in enumerate(self._past):
            tensors.update(network.tensors(f"past{number}."))
        return tensors, {
            "window": [number for number, _ in self._window],
            "past": [dict(network.card) for network in self._past],
        }

    def restore(self, tensors: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> None:
        """Continue from a `state`."""
        card = self._learner.network().card
        self._learner = Learner(from_tensors(tensors, card, "student."), self._device, self._settings.rate)
        self._past = [
            from_tensors(tensors, kept, f"past{number}.") for number, kept in enumerate(facts.get("past", []))
        ]
        self._window = [
            (number, Rows(_read(self._file(number)), self._simulator, self._device))
            for number in facts["window"]
        ]

    def _file(self, number: int) -> Path:
        return self._folder / f"trials-{number:03d}.safetensors"


class Rows:
    """Decisions on the device of the network, with results on its scale."""

    def __init__(self, trials: Trials, simulator: Simulator, device: Any) -> None:
        scaled = (trials.results - np.float32(simulator.centre)) / np.float32(simulator.half)
        self.features = torch.from_numpy(trials.features).to(device)
        self.outputs = torch.from_numpy(trials.outputs).to(device)
        self.results = torch.from_numpy(scaled).to(device)


def loss_of(answers: Any, outputs: Any, results: Any) -> Any:
    """The squared error of the differences between moves, plus that of their mean with a lower weight."""
    padded = torch.nn.functional.pad(answers, (0, 1))  # the output -1, of moves that stand for fewer, is 0
    index = torch.where(outputs < 0, answers.shape[1], outputs.long())
    values = padded.gather(1, index.flatten(1)).view(index.shape).sum(dim=2)
    tried = ~torch.isnan(results)
    errors = torch.where(tried, values - torch.nan_to_num(results), 0.0)
    counts = tried.sum(dim=1, keepdim=True)
    means = errors.sum(dim=1, keepdim=True) / counts
    spread = torch.where(tried, errors - means, 0.0)
    return torch.mean((spread**2).sum(dim=1) / counts[:, 0] + _LEVEL * means[:, 0] ** 2)


def _write(path: Path, trials: Trials) -> None:
    write_tensors(
        path,
        {
            "features": np.packbits(trials.features, axis=1),
            "outputs": trials.outputs,
            "results": trials.results,
        },
        {"inputs": trials.features.shape[1]},
    )


def _read(path: Path) -> Trials:
    tensors, card = read_tensors(path)
    features = np.unpackbits(tensors["features"], axis=1, count=card["inputs"]).astype(np.int8)
    return Trials(features, tensors["outputs"], tensors["results"])
