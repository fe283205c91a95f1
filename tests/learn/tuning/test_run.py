import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from partie.arena.pool import workers
from partie.core.errors import PartieError
from partie.learn.plots import (
    plot_comparison,
    plot_run,
)
from partie.learn.tuning.genome import read_genome
from partie.learn.tuning.run import (
    Run,
    read_log,
)
from partie.learn.tuning.tuner import one_by_one
from tests.learn.tuning.toy import (
    GENES,
    toy_task,
)


def begin(folder: Any, seed: int = 4, method: Any = "genetic") -> Any:
    return Run.begin(folder, toy_task(), method, 20, 3, seed)


def files(folder: Any) -> Any:
    return {name: (folder / name).read_text() for name in ("settings.json", "generations.jsonl", "best.toml")}


def test_a_run_logs_and_keeps_the_best(tmp_path: Any) -> None:
    run = begin(tmp_path)
    history = list(run.generations(6))
    assert [one.number for one in history] == [1, 2, 3, 4, 5, 6]
    assert [one.games for one in history] == [60 * n for n in range(1, 7)]
    assert read_log(tmp_path) == history
    assert history[-1].judged == max(one.judged for one in history) > history[0].judged
    best = run.finish()
    assert read_genome(GENES, tmp_path / "best.toml") == best
    assert best.card["judged"] == pytest.approx(history[-1].judged, abs=1e-4)
    assert best.card["generations"] == 6


@pytest.mark.parametrize("method", ["genetic", "cma"])
def test_a_run_on_several_processes_equals_one_on_one(tmp_path: Any, method: Any) -> None:
    task = replace(toy_task(), together=6)
    assert [len(part) for part in task.parts(np.zeros((20, 2), np.uint8))] == [6, 6, 6, 2]
    with workers(2) as pool:
        for name, spread in (("one", one_by_one), ("two", pool.in_order)):
            run = Run.begin(tmp_path / name, task, method, 20, 3, 4)
            list(run.generations(2, spread=spread))
            run.finish()
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.parametrize("method", ["genetic", "cma"])
def test_a_resumed_run_equals_an_uninterrupted_one(tmp_path: Any, method: Any) -> None:
    whole = begin(tmp_path / "whole", method=method)
    list(whole.generations(8))
    whole.finish()
    part = begin(tmp_path / "part", method=method)
    list(part.generations(3))
    part.finish()
    with (tmp_path / "part" / "generations.jsonl").open("a") as log:
        log.write('{"number": 4, "games": 2')  # as if it was interrupted while writing
    again = Run.resume(tmp_path / "part", toy_task())
    assert len(again.history) == 3
    list(again.generations(8))
    again.finish()
    assert files(tmp_path / "part") == files(tmp_path / "whole")


def test_another_seed_is_another_run(tmp_path: Any) -> None:
    for seed in (1, 2):
        list(begin(tmp_path / str(seed), seed).generations(2))
    assert read_log(tmp_path / "1") != read_log(tmp_path / "2")


def test_a_run_stops_between_generations(tmp_path: Any) -> None:
    run, calls = begin(tmp_path), iter([False, False, True])
    assert len(list(run.generations(100, lambda: next(calls)))) == 2
    assert (tmp_path / "best.toml").exists()


def test_the_start_wins_if_nothing_better_was_found(tmp_path: Any) -> None:
    task = toy_task()
    perfect = type(task.best_stored())(GENES, bytes([7, 200, 99, 250, 31, 128]))
    run = Run.begin(tmp_path, task, "genetic", 4, 1, 0, perfect)
    list(run.generations(2))
    assert run.finish().data == perfect.data


def test_a_mistake_gets_a_sentence(tmp_path: Any) -> None:
    with pytest.raises(PartieError, match="no run to resume"):
        Run.resume(tmp_path, toy_task())
    with pytest.raises(PartieError, match="no method 'luck'"):
        begin(tmp_path, method="luck")
    run = begin(tmp_path)
    with pytest.raises(PartieError, match="already holds a run"):
        begin(tmp_path)
    list(run.generations(2))
    log = tmp_path / "generations.jsonl"
    log.write_text("nonsense\n" + log.read_text())
    with pytest.raises(PartieError, match="Line 1"):
        Run.resume(tmp_path, toy_task())
    settings = json.loads((tmp_path / "settings.json").read_text())
    (tmp_path / "settings.json").write_text(json.dumps({**settings, "task": "other"}))
    with pytest.raises(PartieError, match="tunes other"):
        Run.resume(tmp_path, toy_task())


def test_plots_are_written(tmp_path: Any) -> None:
    run = begin(tmp_path)
    history = list(run.generations(3))
    for path in [
        *plot_run(history, tmp_path / "fitness", "judged"),
        *plot_comparison({"genetic": [history, history]}, tmp_path / "both.png", "judged"),
    ]:
        assert path.stat().st_size > 1000
    assert np.isfinite([one.diversity for one in history]).all()
