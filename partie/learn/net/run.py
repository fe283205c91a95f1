"""Training runs of networks, in folders, which can be interrupted and resumed after any round.

`settings.json` has everything a run depends on, `log.jsonl` a line for every round, `best.safetensors` the
best network so far with its card, and `checkpoint.safetensors` everything the next round depends on. So a run
that was resumed ends exactly as if it had never stopped (on the same kind of device and with the same version
of PyTorch).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from partie.core.errors import PartieError
from partie.learn.extras import require_package
from partie.learn.net.forward import HEADS
from partie.learn.net.network import (
    FINAL,
    REST,
    Network,
    from_tensors,
    new_network,
    read_tensors,
    write_tensors,
)
from partie.learn.net.people import PeopleData
from partie.learn.net.play import Player, Simulator
from partie.learn.net.settings import METHODS, NetSettings, Round
from partie.learn.net.task import NetTask

Tick = Callable[[str, int, int], None]
SURE = 1.96
"""The number of standard errors by which a new network must be better to replace the best."""


class Trainer(Protocol):
    """A method of training.

    `advance` plays and learns for one round and returns the network, the deals played, the samples learned
    from and the mean loss. `state` returns everything the next round depends on."""

    def advance(self, number: int, best: Network | None, tick: Tick) -> tuple[Network, int, int, float]: ...

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]: ...

    def restore(self, tensors: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> None: ...


class NetRun:
    """A training run in a folder. `NetRun.begin` starts one, `NetRun.resume` continues one."""

    def __init__(
        self, folder: Path, task: NetTask, settings: NetSettings, people: PeopleData | None = None
    ) -> None:
        task = task.learning(settings.encoding)
        _check(task, settings, folder)
        if bool(settings.people) != (people is not None):
            raise PartieError(f"The run in {folder} learns from games of people: name their folder again.")
        self.folder, self.task, self.settings = folder, task, settings
        self.history: list[Round] = []
        self.best: Network | None = None
        self._train = _torch()
        self._device = self._train.device_named(settings.device, settings.threads)
        self._simulator = Simulator(
            task, settings.options, settings.threads, varied=settings.method == "counterfactual"
        )
        start = task.networks.load(settings.start) if settings.start else None
        if start is not None:
            _check_start(start, settings)
            self._simulator.rescale(float(start.card["centre"]), float(start.card["half"]))
            self.best = replace(start, card={**start.card, **self._card()})
        self._trainer = _trainer(
            settings,
            self._simulator,
            replace(start or self._start(), card=self._card()),
            self._device,
            folder,
            people,
        )

    def _start(self) -> Network:
        """A new network that is scaled to random deals.

        Otherwise a network with many inputs that are 0 would learn the mean first, and its tanh units would
        never recover."""
        settings, task = self.settings, self.task
        shape = task.encodings[settings.encoding]
        features, usual = self._random_deals()
        signal = float((features.astype(np.int64) ** 2).sum(axis=1).mean())
        return new_network(shape.inputs, shape.outputs, settings.seed, settings.hidden, signal, usual)

    def _random_deals(self) -> tuple[NDArray[np.int8], float]:
        """Features of random deals, and the mean of what a network predicts in them."""
        settings, simulator = self.settings, self._simulator
        encoding = self.task.encoding(settings.encoding)
        if settings.method == "counterfactual":
            return simulator.random_deals(encoding, 64, "random deals")
        some = simulator.collect(None, encoding, 64, 1.0, "random deals")
        nothing = some.now if settings.method == "qlearning" else simulator.centre
        usual = 0.0 if settings.head == "policy" else float(np.mean(some.final - nothing)) / simulator.half
        return some.features, usual

    @classmethod
    def begin(
        cls, folder: Path, task: NetTask, settings: NetSettings, people: PeopleData | None = None
    ) -> NetRun:
        """Start a new run. `people` are decisions of people to learn from, too."""
        if (folder / "settings.json").exists():
            raise PartieError(f"{folder} already holds a run: resume it, or choose another folder.")
        run = cls(folder, task, settings, people)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "log.jsonl").write_text("")
        (folder / "settings.json").write_text(json.dumps(asdict(settings), indent=2) + "\n")
        return run

    @classmethod
    def resume(cls, folder: Path, task: NetTask, people: PeopleData | None = None) -> NetRun:
        """Continue the run in a folder from its last complete round."""
        run = cls(folder, task, read_settings(folder), people)
        if (folder / "checkpoint.safetensors").exists():
            tensors, facts = read_tensors(folder / "checkpoint.safetensors")
            run._trainer.restore(tensors, facts["trainer"])
            run.history = read_log(folder)[: facts["rounds"]]
            if facts["best"] is not None:
                run.best = from_tensors(tensors, facts["best"], "best.")
        run._rewrite()
        return run

    @property
    def finished(self) -> bool:
        """Whether no better network was found in the last `patience` rounds."""
        patience = self.settings.patience
        return len(self.history) >= patience and not any(one.accepted for one in self.history[-patience:])

    def advance(self, tick: Tick = lambda what, done, total: None) -> Round:
        """Run one more round: play, learn, compare with the best network, measure, and log."""
        settings, number = self.settings, len(self.history) + 1
        student, deals, samples, loss = self._trainer.advance(number, self.best, tick)
        player = self._player(student)
        tick("comparing", 0, 1)
        gain, error = self._simulator.compare(
            player,
            self._first_player() if self.best is None else self._player(self.best),
            settings.contest,
            f"{settings.seed}/contest {number}",
        )
        tick("measuring", 0, 1)
        judged = {
            name: self._simulator.play_alone(
                player, self._simulator.policies.index(name), settings.judged, f"{settings.seed}/judge"
            )[0]
            for name in self.task.yardsticks
        }
        before = self.history[-1] if self.history else None
        one = Round(
            number,
            deals + (before.deals if before else 0),
            samples + (before.samples if before else 0),
            loss,
            gain,
            error,
            gain > SURE * error,
            judged,
        )
        self.history.append(one)
        self._keep(one, student)
        return one

    def rounds(
        self,
        until: Callable[[Round | None], bool],
        stop: Callable[[], bool] = lambda: False,
        tick: Tick = lambda what, done, total: None,
    ) -> Iterator[Round]:
        """Run rounds until `until(last round)` or `stop()` is true, or the run is finished."""
        while not (self.finished or until(self.history[-1] if self.history else None) or stop()):
            yield self.advance(tick)

    def _first_player(self) -> Player:
        """The policy the first network is compared with: random play, or the one it was to improve upon."""
        named = self.task.yardsticks[-1] if self.settings.method == "counterfactual" else None
        return 0 if named is None else self._simulator.policies.index(named)

    def _player(self, network: Network) -> Player:
        return self._train.evaluator(network, self._device), self.task.encoding(self.settings.encoding)

    def _card(self) -> dict[str, Any]:
        settings = self.settings
        return {
            "game": self.task.game,
            "options": {**self.task.options, **settings.options},
            "encoding": settings.encoding,
            "head": settings.head,
            "foretells": REST if settings.method == "qlearning" else FINAL,
            "centre": self._simulator.centre,
            "half": self._simulator.half,
            "method": settings.method,
            "seed": settings.seed,
            **({"start": settings.start} if settings.start else {}),
        }

    def _keep(self, one: Round, student: Network) -> None:
        if one.accepted:
            card = {
                **self._card(),
                "rounds": one.number,
                "deals": one.deals,
                "samples": one.samples,
                "alone_against": {name: round(points, 3) for name, points in one.judged.items()},
            }
            self.best = replace(student, card=card)
            self.best.write(self.folder / "best.safetensors")
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(asdict(one)) + "\n")
        tensors, facts = self._trainer.state()
        if self.best is not None:
            tensors.update(self.best.tensors("best."))
        write_tensors(
            self.folder / "checkpoint.safetensors",
            tensors,
            {
                "rounds": len(self.history),
                "best": None if self.best is None else dict(self.best.card),
                "trainer": facts,
            },
        )

    def _rewrite(self) -> None:
        fresh = self.folder / "log.jsonl.new"
        fresh.write_text("".join(json.dumps(asdict(one)) + "\n" for one in self.history))
        fresh.replace(self.folder / "log.jsonl")


def _check(task: NetTask, settings: NetSettings, folder: Path) -> None:
    task.encoding(settings.encoding)
    if settings.game != task.game:
        raise PartieError(f"{folder} holds a run that learns {settings.game}, not {task.game}.")
    if settings.method not in METHODS:
        raise PartieError(f"There is no method {settings.method!r}; there are: {', '.join(METHODS)}.")
    if settings.head not in HEADS:
        raise PartieError(f"There is no head {settings.head!r}; there are: {', '.join(HEADS)}.")
    if settings.head == "policy" and settings.method == "qlearning":
        raise PartieError("Q-learning learns values: use --head values, or --method dataset.")
    if settings.method != "counterfactual" and task.encodings[settings.encoding].compound:
        raise PartieError("Moves of several outputs are learned with --method counterfactual only.")
    if settings.device not in ("cpu", "cuda"):
        raise PartieError(f"There is no device {settings.device!r}; there are: cpu, cuda.")


def _check_start(start: Network, settings: NetSettings) -> None:
    if settings.method != "counterfactual" or start.card["encoding"] != settings.encoding:
        raise PartieError(
            f"The network {settings.start!r} can be trained further with --method counterfactual "
            f"and --encoding {start.card['encoding']} only."
        )


def _torch() -> Any:
    require_package("torch", "Training runs of networks")
    from partie.learn.net import train_torch

    return train_torch


def _trainer(
    settings: NetSettings,
    simulator: Simulator,
    start: Network,
    device: Any,
    folder: Path,
    people: PeopleData | None,
) -> Trainer:
    if people is not None and settings.method != "dataset":
        raise PartieError("Games of people can be learned from with the method dataset only.")
    if settings.method == "counterfactual":
        from partie.learn.net.train_counterfactual import CounterfactualTrainer

        return CounterfactualTrainer(settings, simulator, start, device, folder)
    if settings.method == "dataset":
        from partie.learn.net.train_dataset import DatasetTrainer

        return DatasetTrainer(settings, simulator, start, device, people)
    from partie.learn.net.train_qlearning import QTrainer

    return QTrainer(settings, simulator, start, device)


def read_settings(folder: Path) -> NetSettings:
    """Read the settings of the run in a folder."""
    try:
        found = NetSettings(**json.loads((folder / "settings.json").read_text()))
    except (OSError, ValueError, TypeError):
        raise PartieError(f"{folder} contains no training run of a network.") from None
    return replace(found, hidden=tuple(found.hidden))


def read_log(folder: Path) -> list[Round]:
    """Read the rounds logged in the folder of a run. A last line that was cut off is dropped."""
    lines = (folder / "log.jsonl").read_text().splitlines()
    rounds = []
    for number, line in enumerate(lines, 1):
        try:
            rounds.append(Round(**json.loads(line)))
        except (ValueError, TypeError):
            if number < len(lines):
                raise PartieError(f"Line {number} of {folder / 'log.jsonl'} cannot be read.") from None
    return rounds
