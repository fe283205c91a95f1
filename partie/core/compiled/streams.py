"""Independent random generators by number: results do not depend on how work is split between threads."""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Words
from partie.core.compiled.verbs import mix

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@jit
def derive_chance(seed: Words, number: int, chance: Chance) -> None:
    """Write random generator `number` of this seed to `chance`."""
    for word in range(4):
        chance[word] = mix(seed[word] + _GOLDEN * np.uint64(4 * number + word + 1))
