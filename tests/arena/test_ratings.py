from __future__ import annotations

import numpy as np
import pytest

from partie.arena.plots import ticks
from partie.arena.ratings import expected, fit, rate
from partie.arena.stopping import LOOK_EVERY, Stop
from partie.testing.amounts import amount


def test_known_strengths_are_found_again() -> None:
    true = np.array([1700.0, 1500.0, 1450.0, 1350.0])
    wins = 10_000 * expected(true)
    np.fill_diagonal(wins, 0)
    assert fit(wins) == pytest.approx(true, abs=1)


def test_who_won_everything_has_a_rating() -> None:
    ratings = fit(np.array([[0.0, 20.0], [0.0, 0.0]]))
    assert np.all(np.isfinite(ratings))
    assert ratings[0] > ratings[1] + 400


def test_intervals_cover_the_truth_and_shrink() -> None:
    generator = np.random.default_rng(1)
    chance = expected(np.array([1550.0, 1450.0]))[0, 1]
    covered, trials, widths = 0, amount(12, 40), {}
    for deals in (50, 800):
        for trial in range(trials):
            blocks = [np.array([[0, w], [1 - w, 0]], float) for w in generator.random(deals) < chance]
            ratings = rate(blocks, [0] * deals, trial, resamples=200)
            low, high = ratings.ci95[0]
            covered += low <= 1550 <= high
            widths[deals] = high - low
    assert covered >= 0.875 * 2 * trials
    assert widths[800] < widths[50] / 3


def test_who_lost_everything_makes_nobody_else_uncertain() -> None:
    """Two agents of similar strength, each of which also beat a third in all but one of 400 games."""
    generator = np.random.default_rng(3)
    blocks, groups = [], []
    for pair, (i, j, share) in enumerate([(0, 1, 0.55), (0, 2, 0.9975), (1, 2, 0.9975)]):
        for won in generator.random(400) < share:
            block = np.zeros((3, 3))
            block[i, j], block[j, i] = won, not won
            blocks.append(block)
            groups.append(pair)
    alone = rate([block[:2, :2] for block in blocks[:400]], groups[:400]).ci95
    with_third = rate(blocks, groups).ci95
    for (low, high), (least, most) in zip(alone, with_third, strict=False):
        assert most - least < 1.2 * (high - low)
    assert with_third[2][1] - with_third[2][0] > 4 * (with_third[0][1] - with_third[0][0])


def test_one_deal_of_each_pairing_is_not_taken_for_certain() -> None:
    """Six pairings of four agents, one block each: the stronger agent won five of them."""
    blocks = []
    for i, j in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (3, 2)]:
        block = np.zeros((4, 4))
        block[i, j] = 1.0
        blocks.append(block)
    ratings = rate(blocks, list(range(6)))
    assert all(high - low > 100 for low, high in ratings.ci95)


def test_rock_paper_scissors_is_no_ladder() -> None:
    wins = np.array([[0, 90, 10], [10, 0, 90], [90, 10, 0]], float)
    blocks, groups = [], []
    for pair, (i, j) in enumerate([(0, 1), (0, 2), (1, 2)]):
        for _ in range(100):
            block = np.zeros((3, 3))
            block[i, j], block[j, i] = wins[i, j] / 100, wins[j, i] / 100
            blocks.append(block)
            groups.append(pair)
    ratings = rate(blocks, groups)
    assert ratings.explained < 0.05
    assert ratings.cycles == [(0, 1, 2)]


def test_a_true_ladder_is_explained() -> None:
    wins = 1000 * expected(np.array([1800.0, 1500.0, 1200.0]))
    np.fill_diagonal(wins, 0)
    ratings = rate([wins], [0])
    assert ratings.explained > 0.99
    assert ratings.cycles == []


@pytest.mark.parametrize("truth", [0.1, -0.1])
def test_sequential_tests_err_as_seldom_as_they_say(truth: float) -> None:
    generator = np.random.default_rng(2)
    stop = Stop(margin=0.1, error=0.05)
    wrong = undecided = 0
    for _ in range(400):
        results = np.where(generator.random(4000) < 0.5 + truth / 2, 1.0, -1.0).tolist()
        for look in range(LOOK_EVERY, len(results) + 1, LOOK_EVERY):
            verdict = stop.verdict(results[:look])
            if verdict is not None:
                wrong += verdict != ("first" if truth > 0 else "second")
                break
        else:
            undecided += 1
    assert wrong <= 400 * 0.05 * 1.5
    assert undecided <= 4


def test_narrow_intervals_stop() -> None:
    generator = np.random.default_rng(3)
    differences = generator.normal(0, 0.5, 2000).tolist()
    stop = Stop(width=0.1)
    assert stop.verdict(differences[:100]) is None
    assert stop.verdict(differences) == "narrow"


def test_few_blocks_decide_nothing() -> None:
    assert Stop(margin=0.5, width=0.9).verdict([1.0] * 7) is None


def test_ticks_are_round() -> None:
    assert ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(3, 3) == [3]
