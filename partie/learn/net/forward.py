"""The forward pass, compiled, so that a search can evaluate a network at every node.

A network is a chain of dense layers: ELU after all hidden layers but the last, tanh after the last, and
linear outputs. Its weights are in one flat array: for each layer the matrix (inputs × outputs) and then the
biases. Most inputs are 0 or ±1: rows of the matrix whose input is 0 are skipped, the others are added four at
a time.

`forward` evaluates one row of inputs, `forward_rows` many. Neither calls a linear algebra library: those
start threads of their own, which on a busy machine spend much more time waiting for each other than
computing.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import (
    fast_jit,
    jit,
)
from partie.core.compiled.types import Floats, Floats32, Ints, Ints8, Moves, Record, Stop
from partie.core.compiled.verbs import (
    encode,
    output_of,
)

ROWS = 4
"""The number of rows of inputs that `forward_rows` evaluates together."""
VALUES, POLICY = 0, 1
HEADS = ("values", "policy")
"""The meaning of the outputs: the value of each move, or a preference (softmax over the legal moves)."""


class CompiledNetwork(NamedTuple):
    """A network for compiled code. `temperature` is that of the softmax in `priors`.

    `scratch` and `nonzero` are working memory, so it must be used by one thread only."""

    weights: Floats32
    sizes: Ints
    encoding: int
    temperature: float
    scratch: Floats32
    nonzero: Ints


@fast_jit
def _layer(
    matrix: Floats32,
    biases: Floats32,
    source: Floats32,
    target: Floats32,
    outputs: int,
    nonzero: Ints,
    n: int,
) -> None:
    """Compute target = biases + source · matrix over the `n` nonzero inputs."""
    for j in range(outputs):
        target[j] = biases[j]
    k = 0
    while k + 4 <= n:
        a, b, c, d = nonzero[k], nonzero[k + 1], nonzero[k + 2], nonzero[k + 3]
        x, y, z, w = source[a], source[b], source[c], source[d]
        first, second = matrix[a * outputs : (a + 1) * outputs], matrix[b * outputs : (b + 1) * outputs]
        third, fourth = matrix[c * outputs : (c + 1) * outputs], matrix[d * outputs : (d + 1) * outputs]
        for j in range(outputs):
            target[j] += x * first[j] + y * second[j] + z * third[j] + w * fourth[j]
        k += 4
    while k < n:
        a = nonzero[k]
        x = source[a]
        first = matrix[a * outputs : (a + 1) * outputs]
        for j in range(outputs):
            target[j] += x * first[j]
        k += 1


@fast_jit
def _squash(values: Floats32, n: int, last: bool) -> None:
    """Apply ELU, or tanh after the last hidden layer, in place."""
    if last:
        for j in range(n):
            values[j] = np.tanh(values[j])
    else:
        for j in range(n):
            if values[j] < 0:
                values[j] = np.exp(values[j]) - np.float32(1.0)


@fast_jit
def _products(
    matrix: Floats32, biases: Floats32, source: Floats32, target: Floats32, inputs: int, outputs: int
) -> None:
    """Compute target[row] = biases + matrix · source[row] for four rows.

    `matrix` has the weights of one output after the other. Three outputs are computed at a time, so that
    everything that is read is used several times; with two or four the compiler finds no fast code."""
    first, second, third, fourth = source[0], source[1], source[2], source[3]
    j = 0
    while j + 3 <= outputs:
        left = matrix[j * inputs : (j + 1) * inputs]
        middle = matrix[(j + 1) * inputs : (j + 2) * inputs]
        right = matrix[(j + 2) * inputs : (j + 3) * inputs]
        a0 = a1 = a2 = a3 = b0 = b1 = b2 = b3 = c0 = c1 = c2 = c3 = np.float32(0.0)
        for i in range(inputs):
            x, y, z = left[i], middle[i], right[i]
            s, t, u, v = first[i], second[i], third[i], fourth[i]
            a0 += x * s
            a1 += x * t
            a2 += x * u
            a3 += x * v
            b0 += y * s
            b1 += y * t
            b2 += y * u
            b3 += y * v
            c0 += z * s
            c1 += z * t
            c2 += z * u
            c3 += z * v
        a, b, c = biases[j], biases[j + 1], biases[j + 2]
        target[0, j], target[1, j], target[2, j], target[3, j] = a + a0, a + a1, a + a2, a + a3
        j += 1
        target[0, j], target[1, j], target[2, j], target[3, j] = b + b0, b + b1, b + b2, b + b3
        j += 1
        target[0, j], target[1, j], target[2, j], target[3, j] = c + c0, c + c1, c + c2, c + c3
        j += 1
    while j < outputs:
        left = matrix[j * inputs : (j + 1) * inputs]
        for row in range(ROWS):
            total = biases[j]
            for i in range(inputs):
                total += left[i] * source[row, i]
            target[row, j] = total
        j += 1


@jit
def forward_rows(
    weights: Floats32,
    transposed: Floats32,
    sizes: Ints,
    inputs: Ints8,
    scratch: Floats32,
    nonzero: Ints,
    out: Floats32,
    stop: Stop,
) -> int:
    """Write the outputs for every row of `inputs` into `out`; returns the rows done before `stop[0]` was set.

    `transposed` has the weights with every matrix but the first transposed; `scratch` is three times ROWS
    rows of working memory, as wide as the widest layer."""
    layers = len(sizes) - 1
    hidden = sizes[1]
    for begun in range(0, len(inputs), ROWS):
        if stop[0]:
            return begun
        count = min(ROWS, len(inputs) - begun)
        for row in range(count):
            source = scratch[0, row]
            n = 0
            for i in range(sizes[0]):
                source[i] = inputs[begun + row, i]
                nonzero[n] = i
                n += source[i] != 0
            end = sizes[0] * hidden
            _layer(weights[:end], weights[end : end + hidden], source, scratch[1, row], hidden, nonzero, n)
        at = (sizes[0] + 1) * hidden
        where = 1
        for layer in range(1, layers):
            many, few = sizes[layer], sizes[layer + 1]
            for row in range(count):
                _squash(scratch[where, row], many, layer == layers - 1)
            end = at + many * few
            _products(
                transposed[at:end],
                transposed[end : end + few],
                scratch[where],
                scratch[3 - where],
                many,
                few,
            )
            at = end + few
            where = 3 - where
        for row in range(count):
            for j in range(sizes[layers]):
                out[begun + row, j] = scratch[where, row, j]
    return len(inputs)


@jit
def forward(network: CompiledNetwork) -> int:
    """Compute the outputs for the inputs in `network.scratch[0]`; returns their row in `scratch`."""
    weights, sizes, scratch, nonzero = network.weights, network.sizes, network.scratch, network.nonzero
    at = 0
    row = 0
    layers = len(sizes) - 1
    for layer in range(layers):
        inputs, outputs = sizes[layer], sizes[layer + 1]
        source, target = scratch[row], scratch[1 + (layer & 1)]
        n = 0
        for i in range(inputs):
            nonzero[n] = i
            n += source[i] != 0
        end = at + inputs * outputs
        _layer(weights[at:end], weights[end : end + outputs], source, target, outputs, nonzero, n)
        if layer < layers - 1:
            _squash(target, outputs, layer == layers - 2)
        at = end + outputs
        row = 1 + (layer & 1)
    return row


@jit
def value_of(answers: Floats32, code: int) -> float:
    """The value of a move: the sum of the outputs that its `output_of` names."""
    total = answers[code & 1023]
    rest = code >> 10
    while rest:
        total += answers[(rest & 1023) - 1]
        rest >>= 10
    return total


@jit
def priors(state: Record, moves: Moves, count: int, network: CompiledNetwork, out: Floats) -> None:
    """Write the prior probabilities of the legal moves: a softmax of the outputs at the temperature.

    The network sees only what the seat to move knows."""
    encode(state, network.encoding, network.scratch[0])
    answers = network.scratch[forward(network)]
    most = -np.inf
    for i in range(count):
        out[i] = value_of(answers, output_of(state, moves[i])) / network.temperature
        most = max(most, out[i])
    total = 0.0
    for i in range(count):
        out[i] = np.exp(out[i] - most)
        total += out[i]
    for i in range(count):
        out[i] /= total
