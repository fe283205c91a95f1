"""The random number generator of all games and programs, whose state is four 64-bit words.

It is xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021), seeded with
SHA-256, so that a seed may be any text and streams derived from one seed are independent.
`numpy.random.Generator` would not do: NumPy does not promise that its streams stay the same between versions
(NEP 19), and a record must replay exactly for years.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, int64

_U64 = np.uint64
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


def new_chance(*seed: Any) -> Chance:
    """A generator for this seed. A seed of several parts (`seed, "agent", 2`) gives an independent stream."""
    digest = hashlib.sha256("/".join(str(part) for part in seed).encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


@jit
def next_word(chance: Chance) -> np.uint64:
    """The next 64 random bits."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    total = a + d
    result = ((total << _U64(23)) | (total >> _U64(41))) + a
    c ^= a
    d ^= b
    chance[1] = b ^ c
    chance[0] = a ^ d
    chance[2] = c ^ (b << _U64(17))
    chance[3] = (d << _U64(45)) | (d >> _U64(19))
    return result


@jit
def below(chance: Chance, n: int) -> int:
    """A uniform integer from 0 to n-1, without bias.

    Lemire, "Fast random integer generation in an interval" (2019)."""
    bound = _U64(n)
    product = (next_word(chance) >> _HALF) * bound
    low = product & _LOW
    if low < bound:
        threshold = ((_LOW - bound) + _U64(1)) % bound
        while low < threshold:
            product = (next_word(chance) >> _HALF) * bound
            low = product & _LOW
    return int64(product >> _HALF)


@jit
def uniform(chance: Chance) -> float:
    """A uniform float in [0, 1)."""
    return np.float64(next_word(chance) >> _U64(11)) * 1.1102230246251565e-16


@jit
def shuffle(array: NDArray[Any], chance: Chance) -> None:
    """Shuffle a one-dimensional array in place."""
    for i in range(len(array) - 1, 0, -1):
        j = below(chance, i + 1)
        array[i], array[j] = array[j], array[i]
