"""Networks that can be evaluated, written to files and read again, with NumPy alone.

Files are safetensors: the matrices by name, and a card in the metadata that says what the network is for and
how it was made.
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
from partie.learn.net.forward import HEADS, ROWS, CompiledNetwork, forward_rows
from partie.learn.tuning.draws import uniforms

Floats = NDArray[np.float32]
HIDDEN = (384, 384, 256, 128, 32)
"""The default numbers of units of the hidden layers."""
FINAL, REST = "final", "rest"
"""What action values predict: the worth at the end, or only the change from now until the end."""


class BadNetwork(PartieError):
    """A network file that cannot be read or does not fit; the message says why."""


@dataclass(frozen=True)
class Network:
    """Weights with a card. `layers` are pairs of a matrix (inputs × outputs) and biases.

    The card has `game`, `options`, `encoding`, `head` (`values` or `policy`), `foretells` (`final` or
    `rest`), `centre` and `half` (a value v stands for centre + half·v points), and how the network was made.
    """

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
        """The outputs for many rows of inputs, and whether they are complete.

        Computes on this thread alone. Setting `stop[0]` ends the computation."""
        outputs = np.empty((len(rows), self.sizes[-1]), np.float32)
        widest = max(self.sizes)
        scratch, nonzero = np.zeros((3, ROWS, widest), np.float32), np.zeros(widest + 1, np.int64)
        sizes = np.array(self.sizes, np.int64)
        done = forward_rows(self.flat, self.transposed, sizes, rows, scratch, nonzero, outputs, stop)
        return outputs, done == len(rows)

    @cached_property
    def flat(self) -> Floats:
        """All weights in one array, for compiled code."""
        return np.concatenate([part.ravel() for layer in self.layers for part in layer])

    @cached_property
    def transposed(self) -> Floats:
        """All weights in one array, with every matrix but the first transposed."""
        (first, biases), *others = self.layers
        parts = [first.ravel(), biases, *(part.T.ravel() for layer in others for part in layer)]
        return np.concatenate(parts)

    def compiled(self, encoding: int, temperature: float = 1.0) -> CompiledNetwork:
        """The network for compiled code, with its own working memory."""
        widest = max(self.sizes)
        return CompiledNetwork(
            self.flat,
            np.array(self.sizes, np.int64),
            encoding,
            temperature,
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
        """Write the network and its card to a file."""
        write_tensors(path, self.tensors(), self.card)

    def write_half(self, path: Path) -> None:
        """Write the network with 16 bits for every weight, as it is shipped.

        The last three of them are 0, which rounds a weight by at most one part in 256: a compressed file is a
        sixth smaller, and few decisions change, those whose moves are worth nearly the same."""
        halved = {name: _rounded(part.astype(np.float16)) for name, part in self.tensors().items()}
        write_tensors(path, halved, self.card)

    def write_bytes(self, path: Path) -> None:
        """Write the network with 8 bits for every weight and a scale for every column of a matrix."""
        small: dict[str, NDArray[Any]] = {}
        for name, part in self.tensors().items():
            if name.endswith(".weight"):
                scale = np.maximum(np.abs(part).max(axis=0), 1e-12) / 127
                small[name] = np.rint(part / scale).astype(np.int8)
                small[name.replace(".weight", ".scale")] = scale.astype(np.float32)
            else:
                small[name] = part
        write_tensors(path, small, self.card)


def _rounded(weights: NDArray[np.float16]) -> NDArray[np.float16]:
    """The nearest numbers whose last three bits are 0; of two as near, the even one."""
    bits = weights.view(np.uint16)
    return ((bits + np.uint16(3) + (bits >> 3 & 1)) & np.uint16(0xFFF8)).view(np.float16)


def _floats(tensors: Mapping[str, NDArray[Any]], name: str) -> Floats:
    """Weights as they are computed with; files may have half as many bits, or 8 of them and a scale."""
    part, scale = tensors[name], tensors.get(name.replace(".weight", ".scale"))
    if part.dtype == np.int8 and scale is not None:
        return part.astype(np.float32) * scale
    return part.astype(np.float32, copy=False)


def from_tensors(tensors: Mapping[str, NDArray[Any]], card: Mapping[str, Any], prefix: str = "") -> Network:
    """The network with these matrices, by name."""
    count = sum(name.startswith(prefix) and name.endswith(".weight") for name in tensors)
    layers = tuple(
        (_floats(tensors, f"{prefix}{i}.weight"), _floats(tensors, f"{prefix}{i}.bias")) for i in range(count)
    )
    return Network(layers, card)


def read_network(path: Path) -> Network:
    """Read a network from a file."""
    tensors, card = read_tensors(path)
    try:
        network = from_tensors(tensors, card)
        chain = all(before[1].shape == (len(after[0]),) for before, after in pairwise(network.layers))
        if not network.layers or not chain or card["head"] not in HEADS:
            raise ValueError
    except (KeyError, ValueError, IndexError):
        raise BadNetwork(f"{path} is not a network that Partie wrote.") from None
    return network


def new_network(
    inputs: int,
    outputs: int,
    seed: object,
    hidden: Sequence[int] = HIDDEN,
    signal: float | None = None,
    usual: float = 0.0,
) -> Network:
    """A network with random weights, uniform with the variance of He et al. (2015).

    All its outputs are `usual`, so that it prefers no move. `signal` is the sum of squares of the inputs, if
    most of them are 0."""
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
    """Write arrays and a card as safetensors, atomically: a reader sees the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = save(dict(tensors), {"card": json.dumps(card, ensure_ascii=False)})
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    os.chmod(file.name, 0o644)  # temporary files are private
    os.replace(file.name, path)


def read_tensors(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Read the arrays and the card of a file."""
    try:
        with safe_open(path, "numpy") as file:
            card = json.loads((file.metadata() or {})["card"])
            return {name: file.get_tensor(name) for name in file.keys()}, card  # noqa: SIM118
    except (OSError, SafetensorError, KeyError, ValueError):
        raise BadNetwork(f"{path} is not a file of weights that Partie wrote.") from None
