"""Training runs of networks: they learn, are reproducible, and can be resumed."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from partie.core.errors import PartieError
from partie.games.hearts.players.net.task import TASK
from partie.learn.net.network import read_network
from partie.learn.net.plot import plot_net_comparison, plot_net_run
from partie.learn.net.run import NetRun, read_log
from partie.learn.net.settings import NetSettings, Round
from tests.kinds import one_of
from tests.learn.net.tasks import CUPS_TASK

TINY = NetSettings(
    "hearts", "dataset", "planes", "3", {"slam": "none"}, hidden=(64, 32, 16), deals=600, first=4000, window=2,
    batch=256, rate=0.003, contest=400, judged=1000, chunk=120, replay=800, explore=2, settle=50,
)  # fmt: skip
SETTINGS = {
    "dataset": TINY,
    "qlearning": replace(TINY, method="qlearning", epochs=1.0),
    "counterfactual": replace(
        TINY, method="counterfactual", encoding="seats", epochs=6.0, first=1500, deals=300, past=0.2
    ),
    "policy": replace(TINY, head="policy", encoding="cards"),
}
FILES = ("settings.json", "log.jsonl", "best.safetensors", "checkpoint.safetensors")


def rounds(run: NetRun, count: int) -> list[Round]:
    return list(run.rounds(lambda last: last is not None and last.number >= count))


@pytest.mark.parametrize("name", one_of(["policy", "counterfactual", "dataset", "qlearning"], 2))
def test_a_run_learns_and_can_be_resumed_and_repeated(name: str, tmp_path: Path) -> None:
    settings = SETTINGS[name]
    whole = NetRun.begin(tmp_path / "whole", TASK, settings)
    history = rounds(whole, 3)
    assert read_log(tmp_path / "whole") == history
    best = max(history, key=lambda one: one.judged["random"] if one.accepted else -99.0)
    assert best.judged["random"] > -9, "random players get -10"
    kept = read_network(tmp_path / "whole" / "best.safetensors")
    assert kept.card["encoding"] == settings.encoding
    assert kept.card["rounds"] == max(one.number for one in history if one.accepted)

    rounds(NetRun.begin(tmp_path / "part", TASK, settings), 2)
    with (tmp_path / "part" / "log.jsonl").open("a") as log:
        log.write('{"number": 3, "deals"')  # as if it was interrupted while writing
    rounds(NetRun.resume(tmp_path / "part", TASK), 3)
    for file in FILES:
        assert (tmp_path / "part" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes(), file


@pytest.mark.parametrize("method", ["dataset", "qlearning", "counterfactual"])
def test_another_game_needs_only_a_task(method: str, tmp_path: Path) -> None:
    settings = replace(TINY, game="cups", method=method, encoding="faces", options={}, hidden=(16, 8))
    history = rounds(NetRun.begin(tmp_path, CUPS_TASK, settings), 2)
    assert history[0].accepted
    assert history[-1].judged["random"] > 0.2, "rolling low dice again wins more than it loses"


def test_a_run_ends_when_nothing_gets_better(tmp_path: Path) -> None:
    settings = replace(TINY, rate=1e-9, first=50, deals=50, contest=50, judged=50, patience=2)
    assert len(rounds(NetRun.begin(tmp_path, TASK, settings), 50)) <= 4


def test_the_command_trains_resumes_and_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from partie.cli import app

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = str(tmp_path / "run")
    method = ["--method", "qlearning", "--encoding", "planes"]
    command = ["train", "net", "hearts", *method, "--run", folder, "--save", "mine"]
    first = CliRunner().invoke(
        app,
        [*command, "--options", "slam=none", "--deals-per-round", "256", "--rounds", "1"],
        catch_exceptions=False,
    )
    assert "The best network, of round 1" in first.stdout
    assert json.loads((tmp_path / "run" / "settings.json").read_text())["options"] == {"slam": "none"}
    again = CliRunner().invoke(app, [*command, "--resume", "--deals", "512"], catch_exceptions=False)
    assert again.exit_code == 0
    assert len(read_log(tmp_path / "run")) == 2
    assert (tmp_path / "partie" / "networks" / "hearts" / "mine.safetensors").exists()
    assert (tmp_path / "run" / "curves.png").exists()


def test_a_wrong_setting_gets_a_sentence(tmp_path: Path) -> None:
    wrong: dict[str, Any] = {
        "method": "luck",
        "encoding": "smoke",
        "head": "tail",
        "device": "abacus",
        "game": "quarto",
    }
    for name, value in wrong.items():
        with pytest.raises(PartieError, match=value):
            NetRun.begin(tmp_path, TASK, replace(TINY, **{name: value}))
    with pytest.raises(PartieError, match="learns values"):
        NetRun.begin(tmp_path, TASK, replace(SETTINGS["qlearning"], head="policy"))
    with pytest.raises(PartieError, match="several outputs"):
        NetRun.begin(tmp_path, TASK, replace(TINY, encoding="seats"))
    with pytest.raises(PartieError, match="no training run"):
        NetRun.resume(tmp_path, TASK)


def test_a_missing_pytorch_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("partie.learn.net.train_")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(sys.modules["partie.learn.net"], "train_torch", raising=False)
    with pytest.raises(PartieError, match=r"pip install 'partie\[train\]'"):
        NetRun.begin(tmp_path, TASK, TINY)


def test_plots_are_written(tmp_path: Path) -> None:
    history = [
        Round(i, i * 10, i * 100, 0.1, 0.5, 0.1, i % 2 == 1, {"random": -9.0 + i}) for i in range(1, 5)
    ]
    for path in [
        *plot_net_run(history, tmp_path / "curves"),
        *plot_net_comparison({"a": history, "b": history}, tmp_path / "both", "random"),
    ]:
        assert path.stat().st_size > 1000
