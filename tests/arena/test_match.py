from __future__ import annotations

import json
from collections import Counter
from statistics import fmean

import pytest

import partie
from partie.arena.deals import scored_sides, seatings, win_shares
from partie.arena.match import play_match
from partie.arena.statistics import mean_interval, share_interval, student_quantile
from partie.core.errors import BadSpec

QUARTO = partie.game("quarto")


@pytest.mark.parametrize(("sides", "specs"), [(2, 2), (2, 3), (4, 4), (4, 2), (5, 2), (4, 3), (3, 2)])
def test_every_spec_sits_everywhere_equally_often(sides: int, specs: int) -> None:
    table = seatings(sides, specs)
    places = Counter((spec, side) for row in table for side, spec in enumerate(row))
    assert len(places) == sides * specs
    assert len(set(places.values())) == 1


def test_with_two_specs_and_more_sides_only_the_lone_side_counts() -> None:
    assert scored_sides((0, 1, 1, 1)) == [0]
    assert scored_sides((1, 1, 0, 1)) == [2]
    assert scored_sides((0, 1)) == [0, 1]
    assert scored_sides((0, 1, 2, 0)) == [0, 1, 2, 3]
    report = play_match(partie.game("liarsdice"), ["odds", "random"], games=40, seed=1, seats=5)
    strong, weak = report.results
    assert (strong.games, weak.games) == (20, 20)
    assert strong.win_share > 0.5
    assert weak.win_share < 0.2


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    reports = [
        play_match(QUARTO, ["sight:depth=1", "random"], games=24, seed=3, jobs=jobs).as_json()
        for jobs in (1, 2)
    ]
    for report in reports:
        for result in report["results"]:
            del result["ms_per_move"]
    assert reports[0] == reports[1]
    assert reports[0]["games"] == 24


def test_the_report_is_the_documented_json() -> None:
    report = json.loads(json.dumps(play_match(QUARTO, ["random", "random"], games=7, seed=1).as_json()))
    assert set(report) == {"game", "version", "options", "seats", "seed", "games", "results", "difference"}
    assert report["games"] == 8, "a whole number of blocks"
    assert set(report["results"][0]) == {
        "spec", "games", "mean", "ci95", "win_share", "win_share_ci95", "ms_per_move",
    }  # fmt: skip
    assert report["results"][0]["mean"] == -report["results"][1]["mean"]


def test_bad_specs_are_refused_before_anything_is_played() -> None:
    with pytest.raises(BadSpec, match="no agent called"):
        play_match(QUARTO, ["random", "nobody"], games=2)
    with pytest.raises(BadSpec, match="at least two"):
        play_match(QUARTO, ["random"], games=2)


def test_ties_are_split() -> None:
    assert win_shares([1, -1], [(0,), (1,)]) == [1, 0]
    assert win_shares([0, 0, -3], [(0,), (1,), (2,)]) == [0.5, 0.5, 0]
    assert win_shares([5, 2, 5, 2], [(0, 2), (1, 3)]) == [1, 0]


def test_student_quantiles_match_the_tables() -> None:
    for degrees, expected in [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (5, 2.571),
        (10, 2.228),
        (30, 2.042),
        (120, 1.980),
    ]:
        assert student_quantile(degrees) == pytest.approx(expected, rel=0.002)


def test_intervals_cover_the_true_value_95_percent_of_the_time() -> None:
    import random

    source = random.Random(1)
    covered = {"mean": 0, "share": 0}
    for _ in range(1000):
        blocks = [source.choice([0.0, 0.5, 1.0, 1.0]) for _ in range(40)]
        low, high = mean_interval(blocks)
        covered["mean"] += low <= 0.625 <= high
        low, high = share_interval(blocks)
        covered["share"] += low <= 0.625 <= high
    assert all(930 <= count <= 970 for count in covered.values()), covered


def test_winning_every_block_leaves_some_uncertainty() -> None:
    low, high = share_interval([1.0] * 50)
    assert 0.9 < low < 0.95
    assert high == 1.0
    assert fmean([low, high]) < 1
