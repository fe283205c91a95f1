"""Networks in PyTorch, for training only: gradients, Adam (Kingma and Ba, 2015), and GPUs."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from partie.core.compiled.chance import shuffle
from partie.core.errors import PartieError
from partie.learn.net.network import Floats, Network
from partie.learn.net.play import Evaluate

Tensor = Any
_CHUNK = 1 << 16
"""The maximum number of positions evaluated at once."""


def device_named(name: str, threads: int) -> Any:
    """The device with this name, set to use this number of threads.

    On a CPU the number of threads changes how sums are rounded, so a run depends on it."""
    if name == "cuda" and not torch.cuda.is_available():
        raise PartieError("PyTorch finds no CUDA device here: use --device cpu.")
    torch.set_num_threads(threads)
    torch.set_float32_matmul_precision("high")
    return torch.device(name)


class Learner:
    """A network whose weights are being trained."""

    def __init__(self, network: Network, device: Any, rate: float) -> None:
        self.device = device
        self._card = network.card
        self.weights = [
            torch.tensor(part, device=device, requires_grad=True)
            for layer in network.layers
            for part in layer
        ]
        self.renew(rate)

    def renew(self, rate: float) -> None:
        """Start with a new optimiser."""
        self._adam = torch.optim.Adam(self.weights, lr=rate, fused=self.device.type == "cuda")

    def outputs(self, inputs: Tensor) -> Tensor:
        return run_layers(self.weights, inputs)

    def step(self, loss: Tensor, rate: float) -> None:
        """Take one step of gradient descent, with the norm of the gradient clipped."""
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, 1.0)
        for group in self._adam.param_groups:
            group["lr"] = rate
        self._adam.step()

    def network(self) -> Network:
        """The network with its current weights."""
        parts = [weight.detach().cpu().numpy().copy() for weight in self.weights]
        return Network(tuple(zip(parts[::2], parts[1::2], strict=True)), self._card)

    def memory(self) -> dict[str, Floats]:
        """The state of the optimiser, by name."""
        found = {}
        for number, weight in enumerate(self.weights):
            for name, value in self._adam.state.get(weight, {}).items():
                found[f"adam.{number}.{name}"] = np.atleast_1d(value.detach().cpu().numpy()).copy()
        return found

    def remember(self, memory: Mapping[str, NDArray[Any]]) -> None:
        """Restore the state of the optimiser."""
        for number, weight in enumerate(self.weights):
            state = {}
            for name in ("step", "exp_avg", "exp_avg_sq"):
                if f"adam.{number}.{name}" in memory:
                    value = torch.tensor(memory[f"adam.{number}.{name}"]).reshape(
                        () if name == "step" else weight.shape
                    )
                    home = (
                        torch.device("cpu") if name == "step" and self.device.type == "cpu" else self.device
                    )
                    state[name] = value.to(home)
            if state:
                self._adam.state[weight] = state


def run_layers(weights: list[Tensor], inputs: Tensor) -> Tensor:
    """The forward pass, the same as in `forward.py`."""
    x = inputs.float()
    last = len(weights) // 2 - 1
    for number in range(last + 1):
        x = torch.addmm(weights[2 * number + 1], x, weights[2 * number])
        if number == last - 1:
            x = torch.tanh(x)
        elif number < last:
            x = torch.nn.functional.elu(x)
    return x


def evaluator(network: Network, device: Any) -> Evaluate:
    """A function that evaluates a network for many positions."""
    weights = [torch.tensor(part, device=device) for layer in network.layers for part in layer]

    def evaluate(features: NDArray[np.int8]) -> NDArray[np.float32]:
        with torch.no_grad():
            parts = [
                run_layers(weights, torch.from_numpy(features[i : i + _CHUNK]).to(device)).cpu().numpy()
                for i in range(0, len(features), _CHUNK)
            ]
        return np.concatenate(parts)

    return evaluate


def pace(done: float) -> float:
    """The factor of the learning rate: a quick warm-up, then a cosine decay to a twentieth."""
    return min(1.0, 0.1 + done / 0.05) if done < 0.05 else 0.05 + 0.95 * 0.5 * (1 + cos(pi * done))


def shuffled(count: int, chance: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The numbers below `count` in random order."""
    order = np.arange(count)
    shuffle(order, chance)
    return order
