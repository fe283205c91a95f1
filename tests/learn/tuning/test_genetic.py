from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.core.compiled.chance import new_chance
from partie.learn.tuning.draws import (
    normals,
    uniforms,
)
from partie.learn.tuning.genetic import (
    Culling,
    Genetic,
    cross,
    mutate,
    select,
    survivors,
)
from partie.learn.tuning.tuner import diversity
from tests.learn.tuning.toy import (
    START,
    closeness,
)

_settings = settings(deadline=None, max_examples=25, derandomize=True)


def random_genomes(count: Any, seed: int = 0, genes: Any = 6) -> Any:
    return np.floor(uniforms(new_chance(seed), count, genes) * 256).astype(np.uint8)


def test_draws_have_their_distributions() -> None:
    flat, bell = uniforms(new_chance(1), 100, 200), normals(new_chance(2), 100, 200)
    assert flat.shape == bell.shape == (100, 200)
    assert (flat.min() >= 0, flat.max() < 1, abs(flat.mean() - 0.5) < 0.01) == (True, True, True)
    assert abs(bell.mean()) < 0.02
    assert abs(bell.std() - 1.0) < 0.02
    assert np.array_equal(uniforms(new_chance(1), 3), flat[0, :3])


def test_selection_is_in_proportion_to_fitness() -> None:
    worth = np.array([1.0, 0.0, 3.0])
    counts = np.bincount(select(worth, 40_000, new_chance(3)), minlength=3) / 40_000
    assert counts == pytest.approx([0.25, 0.0, 0.75], abs=0.02)


def test_if_all_are_worth_nothing_all_are_drawn() -> None:
    assert set(select(np.zeros(4), 200, new_chance(3))) == {0, 1, 2, 3}


def test_culling_drops_individuals_below_the_threshold() -> None:
    population, fitness = random_genomes(4), np.array([0.1, 0.2, 0.4, 0.6])
    kept, worth = survivors(population, fitness, 1.0)
    assert worth.tolist() == [0.4, 0.6]
    assert np.array_equal(kept, population[2:])
    assert survivors(population, fitness, 99.0)[1].tolist() == [0.6], "the fittest always survives"
    assert len(survivors(population, fitness, 0.0)[0]) == 4


def test_a_culled_individual_has_no_children() -> None:
    population = np.repeat(np.array([[1], [2], [200]], np.uint8), 6, axis=1)
    breed = Culling(cull=1.0, keep=0, mutation=0.0)
    assert 200 not in breed(population, np.array([0.4, 0.5, 0.1]), new_chance(5))


@_settings
@given(st.integers(0, 1000), st.floats(0, 1))
def test_every_byte_of_a_child_comes_from_a_parent(seed: int, share: Any) -> None:
    mothers, fathers = random_genomes(20, seed), random_genomes(20, seed + 5000)
    children = cross(mothers, fathers, share, new_chance(seed))
    assert ((children == mothers) | (children == fathers)).all()


def test_without_crossover_children_are_copies_of_their_mothers() -> None:
    mothers, fathers = random_genomes(20, 1), random_genomes(20, 2)
    assert np.array_equal(cross(mothers, fathers, 0.0, new_chance(1)), mothers)


def test_bits_mutate_at_the_given_rate() -> None:
    children = np.zeros((500, 20), np.uint8)
    assert not mutate(children, 0.0, new_chance(1)).any()
    assert (mutate(children, 1.0, new_chance(1)) == 255).all()
    assert np.unpackbits(mutate(children, 0.03, new_chance(1))).mean() == pytest.approx(0.03, abs=0.004)


@_settings
@given(st.integers(0, 1000), st.integers(1, 5))
def test_breeding_keeps_the_size_and_the_best(seed: int, keep: Any) -> None:
    population = random_genomes(12, seed)
    fitness = closeness(population)
    bred = Culling(keep=keep)(population, fitness, new_chance(seed))
    assert bred.shape == population.shape
    assert bred.dtype == np.uint8
    assert np.array_equal(bred[:keep], population[np.argsort(-fitness, kind="stable")[:keep]])


def test_the_first_generation_has_the_start_and_random_genomes() -> None:
    population = Genetic(START.data, 30, 7).ask()
    assert population[0].tobytes() == START.data
    assert len({row.tobytes() for row in population}) > 20
    assert 0.3 < diversity(population) < 1.2
    assert diversity(population[:1].repeat(5, axis=0)) == 0.0


def test_it_improves_and_is_reproducible() -> None:
    def tuned(seed: int) -> Any:
        tuner, best = Genetic(START.data, 40, seed), []
        for _ in range(40):
            fitness = closeness(tuner.ask())
            tuner.tell(fitness)
            best.append(float(fitness.max()))
        return best, tuner.favourite()

    best, favourite = tuned(1)
    assert best == sorted(best), "the best survive, and this fitness has no noise"
    assert best[-1] > 0.93 > best[0]
    assert tuned(1) == (best, favourite)
    assert tuned(2) != (best, favourite)
