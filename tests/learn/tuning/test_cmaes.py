from typing import Any

import numpy as np

from partie.learn.tuning.cmaes import CmaEs
from tests.learn.tuning.toy import (
    GENES,
    START,
    closeness,
)


def tuned(seed: int, generations: Any = 40) -> Any:
    tuner = CmaEs(START.data, 12, seed)
    assert tuner.favourite() == START.data
    for _ in range(generations):
        population = tuner.ask()
        assert np.array_equal(population, tuner.ask()), "asking twice gives the same population"
        assert population.shape == (12, len(GENES))
        assert population.dtype == np.uint8
        tuner.tell(closeness(population))
    return tuner.favourite()


def test_it_improves_and_is_reproducible() -> None:
    np.random.seed(1)
    first = tuned(3)
    assert closeness(np.frombuffer(first, np.uint8)[None, :])[0] > 0.97
    np.random.seed(2)
    assert tuned(3) == first, "it does not use NumPy's random numbers"
    assert tuned(4, 3) != tuned(5, 3)
