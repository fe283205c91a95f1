"""Arrays of random numbers from Partie's own generator, so that runs are reproducible anywhere."""

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats


@jit
def _fill(out: Floats, chance: Chance) -> None:
    for i in range(len(out)):
        out[i] = uniform(chance)


def uniforms(chance: NDArray[np.uint64], *shape: int) -> NDArray[np.float64]:
    """Uniform numbers in [0, 1)."""
    out = np.empty(int(np.prod(shape)))
    _fill(out, chance)
    return out.reshape(shape)


def normals(chance: NDArray[np.uint64], *shape: int) -> NDArray[np.float64]:
    """Standard normal numbers (Box and Muller, 1958)."""
    radius = np.sqrt(-2.0 * np.log1p(-uniforms(chance, *shape)))
    return radius * np.cos(2.0 * np.pi * uniforms(chance, *shape))
