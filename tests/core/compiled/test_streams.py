from __future__ import annotations

import numpy as np

from partie.core.compiled.chance import new_chance
from partie.core.compiled.streams import derive_chance


def test_a_number_names_one_generator() -> None:
    seed, again, other = new_chance("streams"), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    first = np.zeros(4, np.uint64)
    derive_chance(seed, 0, first)
    derive_chance(seed, 0, again)
    derive_chance(seed, 1, other)
    assert np.array_equal(first, again)
    assert not np.intersect1d(first, other).size
