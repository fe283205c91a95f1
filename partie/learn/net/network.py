"""A network that can be asked, written to a file and read again. NumPy is all it needs.

Files are safetensors: the matrices by name, and a card in the metadata that says what the network is for and how it was made.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from partie.core.compiled.chance import new_chance
from partie.core.errors import PartieError
from partie.learn.net.forward import HEADS, ROWS, Brain, forward_rows
from partie.learn.tuning.draws import uniforms

Floats = NDArray[np.float32]
HIDDEN = (384, 384, 256, 128, 32)
"""Units of the hidden layers: ELU after all but the last, tanh after that."""
FINAL, REST = "final", "rest"
"""What action values foretell: the worth of the end, or what is still to be won and lost."""


class BadNetwork(PartieError):
    """A network file that cannot be read or does not fit; the message says why."""


@dataclass(frozen=True)
class Network:
    """Weights with a card. `layers` are pairs of matrix (inputs × outputs) and biases.

    In the card: `game`, `options`, `encoding`, `head` (`values` or `policy`), `foretells` (`final` or `rest`), `centre` and `half` (a value v stands for centre + half·v points), and how it was made."""

    layers: tuple[tuple[Floats, Floats], ...]
    card: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Inputs, units of every hidden layer, outputs."""
        return (self.layers[0][0].shape[0], *(len(biases) for _, biases in self.layers))

    def __call__(self, inputs: NDArray[Any]) -> Floats:
        """The outputs for one row of inputs, or for many."""
        outputs, _ = self.answers(np.atleast_2d(inputs), np.zeros(1, np.uint8))
        return outputs.reshape((*inputs.shape[:-1], -1))

    def answers(self, rows: NDArray[Any], stop: NDArray[np.uint8]) -> tuple[Floats, bool]:
        """The outputs for many rows of inputs, on this thread alone, and whether they are complete: setting `stop[0]` ends the work."""
        outputs = np.empty((len(rows), self.sizes[-1]), np.float32)
        widest = max(self.sizes)
        room, live = np.zeros((3, ROWS, widest), np.float32), np.zeros(widest + 1, np.int64)
        sizes = np.array(self.sizes, np.int64)
        done = forward_rows(self.flat, self.turned, sizes, rows, room, live, outputs, stop)
        return outputs, done == len(rows)

    @cached_property
    def flat(self) -> Floats:
        """All weights in one array, as compiled code reads them."""
        return np.concatenate([part.ravel() for layer in self.layers for part in layer])

    @cached_property
    def turned(self) -> Floats:
        """The same with every matrix but the first transposed."""
        (first, biases), *others = self.layers
        parts = [first.ravel(), biases, *(part.T.ravel() for layer in others for part in layer)]
        return np.concatenate(parts)

    def brain(self, encoding: int, heat: float = 1.0) -> Brain:
        """The network for compiled code, with scratch of its own."""
        widest = max(self.sizes)
        return Brain(
            self.flat,
            np.array(self.sizes, np.int64),
            encoding,
            heat,
            np.zeros((3, widest), np.float32),
            np.zeros(widest + 1, np.int64),
        )

    def tensors(self, prefix: str = "") -> dict[str, Floats]:
        """The matrices by name."""
        return {
            f"{prefix}{number}.{name}": np.ascontiguousarray(part)
            for number, layer in enumerate(self.layers)
            for name, part in zip(("weight", "bias"), layer, strict=True)
        }

    def write(self, path: Path) -> None:
        """Write the network with its card."""
        write_tensors(path, self.tensors(), self.card)


def from_tensors(tensors: Mapping[str, NDArray[Any]], card: Mapping[str, Any], prefix: str = "") -> Network:
    """The network whose matrices have these names."""
    count = sum(name.startswith(prefix) and name.endswith(".weight") for name in tensors)
    layers = tuple((tensors[f"{prefix}{i}.weight"], tensors[f"{prefix}{i}.bias"]) for i in range(count))
    return Network(layers, card)


def read_network(path: Path) -> Network:
    """The network in a file."""
    tensors, card = read_tensors(path)
    try:
        network = from_tensors(tensors, card)
        chain = all(before[1].shape == (len(after[0]),) for before, after in pairwise(network.layers))
        if not network.layers or not chain or card["head"] not in HEADS:
            raise ValueError
    except (KeyError, ValueError, IndexError):
        raise BadNetwork(f"{path} is not a network of ours.") from None
    return network


def new_network(
    inputs: int,
    outputs: int,
    seed: object,
    hidden: Sequence[int] = HIDDEN,
    signal: float | None = None,
    usual: float = 0.0,
) -> Network:
    """Fresh weights, uniform with the variance that keeps signals alive (He et al., 2015); all outputs are `usual`, so it prefers nothing yet. `signal`: the sum of squares of the inputs, where most of them are 0."""
    chance = new_chance(seed, "network")
    sizes = (inputs, *hidden, outputs)
    layers = []
    for number, (many, few) in enumerate(pairwise(sizes)):
        length = signal if number == 0 and signal is not None else many
        bound = (6.0 / length) ** 0.5 if number < len(hidden) else 0.0
        matrix = ((2.0 * uniforms(chance, many, few) - 1.0) * bound).astype(np.float32)
        layers.append((matrix, np.full(few, usual if number == len(hidden) else 0.0, np.float32)))
    return Network(tuple(layers))


def write_tensors(path: Path, tensors: Mapping[str, NDArray[Any]], card: Mapping[str, Any]) -> None:
    """Write arrays and a card as safetensors, in one go: whoever reads the file sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = save(dict(tensors), {"card": json.dumps(card, ensure_ascii=False)})
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    os.chmod(file.name, 0o644)  # temporary files are private
    os.replace(file.name, path)


def read_tensors(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays and the card of a file."""
    try:
        with safe_open(path, "numpy") as file:
            card = json.loads((file.metadata() or {})["card"])
            return {name: file.get_tensor(name) for name in file.keys()}, card  # noqa: SIM118
    except (OSError, SafetensorError, KeyError, ValueError):
        raise BadNetwork(f"{path} is not a file of weights with a card.") from None
