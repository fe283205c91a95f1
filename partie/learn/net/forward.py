"""The forward pass, compiled, so that a search can ask a network at every node.

A network is a chain of layers: ELU after all hidden layers but the last, tanh after that, and plain outputs. Its weights lie in one flat array, for each layer the matrix (inputs × outputs) and then the biases. Inputs are mostly 0, ±1:
rows of the matrix whose input is 0 are skipped, four others are added at a time.

`forward` answers one row of inputs, `forward_rows` many. Neither calls a linear algebra library: those start threads of their own, which on a busy machine wait for one another much longer than they compute.
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
"""So many rows of inputs are answered together by `forward_rows`."""
VALUES, POLICY = 0, 1
HEADS = ("values", "policy")
"""What outputs mean: what each move is worth, or how much it is to be preferred (softmax over the legal ones)."""


class Brain(NamedTuple):
    """A network as compiled code takes it. `heat`: how much worse a move may be and still get a fair share, see `priors`. `room` and `live` are scratch, so a brain serves one thread."""

    weights: Floats32
    sizes: Ints
    encoding: int
    heat: float
    room: Floats32
    live: Ints


@fast_jit
def _layer(
    matrix: Floats32, biases: Floats32, source: Floats32, target: Floats32, outputs: int, live: Ints, n: int
) -> None:
    """target = biases + source · matrix, over the `n` inputs that are not 0."""
    for j in range(outputs):
        target[j] = biases[j]
    k = 0
    while k + 4 <= n:
        a, b, c, d = live[k], live[k + 1], live[k + 2], live[k + 3]
        x, y, z, w = source[a], source[b], source[c], source[d]
        first, second = matrix[a * outputs : (a + 1) * outputs], matrix[b * outputs : (b + 1) * outputs]
        third, fourth = matrix[c * outputs : (c + 1) * outputs], matrix[d * outputs : (d + 1) * outputs]
        for j in range(outputs):
            target[j] += x * first[j] + y * second[j] + z * third[j] + w * fourth[j]
        k += 4
    while k < n:
        a = live[k]
        x = source[a]
        first = matrix[a * outputs : (a + 1) * outputs]
        for j in range(outputs):
            target[j] += x * first[j]
        k += 1


@fast_jit
def _squash(values: Floats32, n: int, last: bool) -> None:
    """ELU, or tanh after the last hidden layer."""
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
    """target[row] = biases + matrix · source[row], for four rows; `matrix` has the weights of one output after the other. Two outputs at a time, so that what is read is used eight times over."""
    first, second, third, fourth = source[0], source[1], source[2], source[3]
    for j in range(0, outputs - 1, 2):
        left = matrix[j * inputs : (j + 1) * inputs]
        right = matrix[(j + 1) * inputs : (j + 2) * inputs]
        a0 = a1 = a2 = a3 = biases[j]
        b0 = b1 = b2 = b3 = biases[j + 1]
        for i in range(inputs):
            x, y = left[i], right[i]
            a0 += x * first[i]
            a1 += x * second[i]
            a2 += x * third[i]
            a3 += x * fourth[i]
            b0 += y * first[i]
            b1 += y * second[i]
            b2 += y * third[i]
            b3 += y * fourth[i]
        target[0, j], target[1, j], target[2, j], target[3, j] = a0, a1, a2, a3
        target[0, j + 1], target[1, j + 1], target[2, j + 1], target[3, j + 1] = b0, b1, b2, b3
    if outputs & 1:
        j = outputs - 1
        left = matrix[j * inputs : (j + 1) * inputs]
        for row in range(ROWS):
            total = biases[j]
            for i in range(inputs):
                total += left[i] * source[row, i]
            target[row, j] = total


@jit
def forward_rows(
    weights: Floats32,
    turned: Floats32,
    sizes: Ints,
    inputs: Ints8,
    room: Floats32,
    live: Ints,
    out: Floats32,
    stop: Stop,
) -> int:
    """The outputs for every row of `inputs`, into `out`; returns how many rows were answered before `stop[0]` was set. `turned` holds the weights with every matrix but the first transposed; `room` is three times ROWS rows of scratch, as wide as the widest layer."""
    layers = len(sizes) - 1
    hidden = sizes[1]
    for begun in range(0, len(inputs), ROWS):
        if stop[0]:
            return begun
        count = min(ROWS, len(inputs) - begun)
        for row in range(count):
            source = room[0, row]
            n = 0
            for i in range(sizes[0]):
                source[i] = inputs[begun + row, i]
                live[n] = i
                n += source[i] != 0
            end = sizes[0] * hidden
            _layer(weights[:end], weights[end : end + hidden], source, room[1, row], hidden, live, n)
        at = (sizes[0] + 1) * hidden
        where = 1
        for layer in range(1, layers):
            many, few = sizes[layer], sizes[layer + 1]
            for row in range(count):
                _squash(room[where, row], many, layer == layers - 1)
            end = at + many * few
            _products(turned[at:end], turned[end : end + few], room[where], room[3 - where], many, few)
            at = end + few
            where = 3 - where
        for row in range(count):
            for j in range(sizes[layers]):
                out[begun + row, j] = room[where, row, j]
    return len(inputs)


@jit
def forward(brain: Brain) -> int:
    """The outputs for the inputs in `brain.room[0]`: the row of `brain.room` they are in."""
    at = 0
    row = 0
    layers = len(brain.sizes) - 1
    for layer in range(layers):
        inputs, outputs = brain.sizes[layer], brain.sizes[layer + 1]
        source, target = brain.room[row], brain.room[1 + (layer & 1)]
        n = 0
        for i in range(inputs):
            brain.live[n] = i
            n += source[i] != 0
        end = at + inputs * outputs
        _layer(
            brain.weights[at:end], brain.weights[end : end + outputs], source, target, outputs, brain.live, n
        )
        if layer < layers - 1:
            _squash(target, outputs, layer == layers - 2)
        at = end + outputs
        row = 1 + (layer & 1)
    return row


@jit
def priors(state: Record, moves: Moves, count: int, brain: Brain, out: Floats) -> None:
    """The shares a network gives to the legal moves from what the seat to move knows: a softmax of its outputs over `brain.heat`."""
    encode(state, brain.encoding, brain.room[0])
    answers = brain.room[forward(brain)]
    most = -np.inf
    for i in range(count):
        out[i] = answers[output_of(state, moves[i])] / brain.heat
        most = max(most, out[i])
    total = 0.0
    for i in range(count):
        out[i] = np.exp(out[i] - most)
        total += out[i]
    for i in range(count):
        out[i] /= total
