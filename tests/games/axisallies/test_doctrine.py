"""The numbers of the general: how they are declared, stored, tuned and overlooked."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from partie.arena.pool import workers
from partie.core.agent import Budget
from partie.games.axisallies.lab import curve, tune
from partie.games.axisallies.players.general import doctrine
from partie.games.axisallies.players.general.agent import AS_THE_DOCTRINE, OVERLOOKED, General, Style, style
from partie.games.axisallies.players.general.hybrid import changed
from partie.games.axisallies.rules.board import AXIS
from partie.games.axisallies.rules.files import BOARD_IDS
from partie.games.axisallies.rules.orders import RAID_COMPLEX, kind_of
from tests.games.axisallies.scenes import Scene

TUNED = [setting.name for setting in doctrine.SETTINGS if setting.name not in tune.FIXED]


def test_every_setting_has_its_place_and_a_usual_value_in_its_range() -> None:
    for place, setting in enumerate(doctrine.SETTINGS):
        assert vars(doctrine)[setting.name.upper()] == place
        assert setting.low <= setting.usual <= setting.high
        assert setting.low < setting.high


@pytest.mark.parametrize("board", ["world", *doctrine.ON_BOARDS])
def test_the_shipped_doctrine_has_a_card_and_is_in_bounds(board: str) -> None:
    folder = files("partie.games.axisallies.players.general")
    stored = json.loads(folder.joinpath(doctrine.ON_BOARDS.get(board, doctrine.FILE)).read_text("utf-8"))
    assert stored["card"]["wars"] > 0
    rows = doctrine.tuned(BOARD_IDS.index(board))
    assert np.array_equal(doctrine.bounded(rows), rows)
    assert not np.array_equal(rows[AXIS], rows[1 - AXIS])


def test_a_doctrine_survives_its_file(tmp_path: Path) -> None:
    rows = doctrine.bounded(doctrine.plain() * 1.1)
    tune.write_doctrine(tmp_path / "d.json", rows, {"wars": 1})
    read = doctrine.from_values(json.loads((tmp_path / "d.json").read_text("utf-8"))["values"])
    assert np.allclose(read, rows, atol=1e-4)


def test_a_doctrine_and_its_point_say_the_same() -> None:
    rng = np.random.default_rng(1)
    rows = doctrine.bounded(doctrine.plain() * rng.uniform(0.8, 1.2, (2, len(doctrine.SETTINGS))))
    for name in tune.FIXED:
        rows[:, doctrine.PLACES[name]] = doctrine.DEFAULTS[doctrine.PLACES[name]]
    assert np.allclose(tune.doctrine_at(tune.point_of(rows)), rows)
    assert np.allclose(tune.point_of(doctrine.plain()), 0.0)


def test_tuning_moves_towards_what_wins() -> None:
    """Wars in which only one setting matters, and more of it is better."""
    tuning = tune.Tuning(3, np.zeros(2 * len(doctrine.SETTINGS)))
    place = doctrine.PLACES["decay"]
    for _ in range(4):
        trials = list(tuning.trials(60))
        tuning.learn([0.5 * trial.signs[place] * trial.signs for trial in trials])
    assert tuning.generation == 4
    found = tuning.settled
    assert found[place] == max(found)
    assert tune.doctrine_at(found)[AXIS, place] > doctrine.DEFAULTS[place]
    fixed = [doctrine.PLACES[name] for name in tune.FIXED]
    assert np.array_equal(tune.doctrine_at(found)[:, fixed], doctrine.plain()[:, fixed])


def test_a_run_that_is_continued_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def won(war: tune.War, rounds: int) -> tuple[float, dict[str, object]]:
        played.append(f"{war.trial.dice}/{war.number}")
        return 0.5 + 0.25 * float(war.trial.signs[war.number]), {"winner": 1}

    def run(*stops: float) -> tune.Tuning:
        for stop in stops:
            log = tune.Log(tmp_path / f"{len(stops)}.jsonl")
            tuning = tune.Tuning(3, np.zeros(2 * len(doctrine.SETTINGS)))
            now = iter(range(10_000))
            monkeypatch.setattr(tune, "monotonic", lambda now=now: float(next(now)))
            with workers(1) as pool:
                tune.explore(pool, tuning, stop, 4, 1, log)
        return tuning

    played: list[str] = []
    monkeypatch.setattr(tune, "wage", won)
    whole = run(13.0)
    assert whole.generation >= 2
    assert len(played) == len(set(played))
    played.clear()
    parts = run(2.0, 5.0, 3.0, 13.0)
    assert len(played) == len(set(played))
    assert parts.generation >= whole.generation
    for one, other in zip(whole.path, parts.path, strict=False):
        assert np.array_equal(one, other)


def test_the_curve_of_a_run_shows_generations_evenly_and_is_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def won(war: tune.War, rounds: int) -> tuple[float, dict[str, object]]:
        played.append((war.trial.dice, war.number, float(war.trial.pairs[0][0][AXIS, place])))
        return 0.75, {"winner": 1}

    played: list[tuple[str, int, float]] = []
    monkeypatch.setattr(tune, "wage", won)
    place, log = doctrine.PLACES["decay"], tune.Log(tmp_path / "tuning.jsonl")
    for generation in range(1, 12):
        point = np.zeros(2 * len(doctrine.SETTINGS))
        point[place] = 0.1 * generation
        log.write(stage="generation", generation=generation, played=generation, point=point.tolist())
    out = tmp_path / "curve.jsonl"
    with workers(1) as pool:
        curve.measure_path(pool, tmp_path / "tuning.jsonl", 1, 8, float("inf"), out)
        curve.measure_path(pool, tmp_path / "tuning.jsonl", 2, 8, float("inf"), out)
    assert len(played) == len(set(played)) == 2 * 2 * curve.POINTS
    lines = tune.read_lines(out)
    assert sorted({line["generation"] for line in lines}) == [1, 3, 5, 7, 9, 11]
    assert {line["worth"] for line in lines} == {0.5}  # both wars won by three quarters


def test_two_doctrines_of_a_trial_lie_opposite_each_other() -> None:
    tuning = tune.Tuning(3, np.zeros(2 * len(doctrine.SETTINGS)))
    for trial in tuning.trials(20):
        for one, other in trial.pairs:
            assert one.shape == (2, len(doctrine.SETTINGS))
            assert other == tune.OUTSIDER if isinstance(other, str) else other.shape == one.shape
        if len(trial.pairs) == 1:
            (plus, minus) = trial.pairs[0]
            assert np.array_equal(plus, tune.doctrine_at(trial.signs))
            assert np.array_equal(minus, tune.doctrine_at(-trial.signs))
        else:  # both against the same member of the league
            assert np.array_equal(trial.pairs[0][1], trial.pairs[1][1])


def test_what_people_set_goes_before_the_doctrine() -> None:
    assert np.array_equal(style("tuned").doctrine, doctrine.tuned())
    assert np.array_equal(style("tuned", odds=AS_THE_DOCTRINE).doctrine, doctrine.tuned())
    usual = float(doctrine.DEFAULTS[doctrine.LEAST_CHANCE])  # said in so many words, it counts as well
    assert (style("tuned", odds=usual).doctrine[:, doctrine.LEAST_CHANCE] == usual).all()
    assert (style("tuned", odds=0.9).doctrine[:, doctrine.LEAST_CHANCE] == 0.9).all()


def test_who_overlooks_more_leaves_out_what_others_weigh() -> None:
    names = list(OVERLOOKED)
    assert not OVERLOOKED[names[0]]
    for less, more in pairwise(names):
        assert set(OVERLOOKED[less]) < set(OVERLOOKED[more])
    assert (style(overlooks="everything").doctrine[:, doctrine.LANDINGS] == 0.0).all()


def test_an_idle_bomber_raids_if_the_doctrine_says_so() -> None:
    text = (
        "round: 2\nturn: germany, combat_move\ncash: ussr 20\nGermany: germany; germany 6 inf, 1 bom, 1 factory\n"
        "Eastern Europe: germany; germany 2 inf\nRussia: ussr; ussr 9 inf, 1 factory\n"
        "Karelia S.S.R.: ussr; ussr 9 inf\nUkraine S.S.R.: ussr; ussr 9 inf\n"
    )

    def raids(setting: float) -> int:
        general = General(changed(Style(), {"raids": setting}))
        plan = general.plan(Scene(text).state.view(1), Budget())
        return sum(int(kind_of(line.order)) == RAID_COMPLEX for line in plan)

    assert raids(0.0) == 0
    assert raids(1.0) == 1
