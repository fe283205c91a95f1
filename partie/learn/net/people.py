"""Games of people as data for networks, and how well a network predicts what people play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core import registry
from partie.core.compiled import verbs
from partie.core.record import Record
from partie.learn.net.network import Network
from partie.learn.net.play import Evaluate
from partie.learn.net.task import NetTask, Shape
from partie.learn.prediction import Prediction, Scores, compared
from partie.learn.records import HumanMove


@dataclass(frozen=True)
class PeopleData:
    """Decisions of people as a network sees them; `worth` is what the deal was worth to them in the end.

    `unseen` marks those that are kept back."""

    features: NDArray[np.int8]
    masks: NDArray[np.uint8]
    outputs: NDArray[np.int64]
    worth: NDArray[np.float32]
    unseen: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.outputs)


def encode_people(task: NetTask, encoding: str, moves: Sequence[HumanMove]) -> PeopleData:
    """The decisions of people that a network of this task can learn from."""
    shape = task.encodings[encoding]
    fitting = [one for one in moves if task.fits(one.view.record) and _has_outputs(shape, one)]
    features = np.zeros((len(fitting), shape.inputs), np.int8)
    masks = np.zeros((len(fitting), shape.outputs), np.uint8)
    outputs = np.zeros(len(fitting), np.int64)
    for row, one in enumerate(fitting):
        verbs.encode(one.view.record, task.encoding(encoding), features[row])
        for move in one.view.moves:
            masks[row, verbs.output_of(one.view.record, move)] = 1
        outputs[row] = verbs.output_of(one.view.record, one.move)
    worth = np.array([one.worth for one in fitting], np.float32)
    return PeopleData(features, masks, outputs, worth, np.array([one.is_held_out for one in fitting], bool))


def fitting_records(task: NetTask, options: Mapping[str, Any], records: Sequence[Record]) -> list[Record]:
    """The records of games that were played with the options a network learns, where they matter to it."""
    wanted = registry.game(task.game).read_options({**task.options, **options})
    return [one for one in records if all(one.options[name] == wanted[name] for name in task.same)]


def _has_outputs(shape: Shape, one: HumanMove) -> bool:
    """Whether every legal move has an output of its own."""
    outputs = [int(verbs.output_of(one.view.record, move)) for move in one.view.moves]
    return len(set(outputs)) == len(outputs) and all(0 <= output < shape.outputs for output in outputs)


def predictions(
    data: PeopleData, networks: dict[str, Network], evaluator: Callable[[Network], Evaluate]
) -> list[Prediction]:
    """How well networks, and a player who plays any legal move, predict the decisions kept back."""
    models: dict[str, Callable[[int], Scores]] = {"any legal move": _uniform(data)}
    for name, network in networks.items():
        models[name] = _by_values(data, evaluator(network)(data.features))
    rows = np.arange(len(data))
    return compared(models, list(rows[~data.unseen]), list(rows[data.unseen]))


def _uniform(data: PeopleData) -> Callable[[int], Scores]:
    return _by_values(data, np.zeros(data.masks.shape, np.float32))


def _by_values(data: PeopleData, values: NDArray[np.float32]) -> Callable[[int], Scores]:
    def scores(row: int) -> Scores:
        legal = np.flatnonzero(data.masks[row])
        chosen = int(np.searchsorted(legal, data.outputs[row]))
        return Scores(values[row, legal].astype(np.float64), chosen)

    return scores
