from typing import Any

import numpy as np

from partie.learn.tuning.cmaes import CmaEs
from tests.learn.tuning.toy import (
    GENES,
    START,
    closeness,
)


def course(seed: int, generations: Any = 40) -> Any:
    tuner = CmaEs(START.data, 12, seed)
    assert tuner.favourite() == START.data
    for _ in range(generations):
        population = tuner.ask()
        assert np.array_equal(population, tuner.ask()), "asking twice gives the same"
        assert population.shape == (12, len(GENES))
        assert population.dtype == np.uint8
        tuner.tell(closeness(population))
    return tuner.favourite()


def test_it_improves_and_repeats_itself() -> None:
    np.random.seed(1)
    first = course(3)
    assert closeness(np.frombuffer(first, np.uint8)[None, :])[0] > 0.97
    np.random.seed(2)
    assert course(3) == first, "its chance is its own"
    assert course(4, 3) != course(5, 3)
