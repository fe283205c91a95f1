"""Experiments and training check what they need before anything is played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from partie.cli import app
from partie.core.errors import PartieError


def played(*arguments: Any, **more: Any) -> Any:
    raise AssertionError("it began to play")


@pytest.fixture
def nothing_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("partie.games.liarsdice.lab.reproduce.liarbot", played)
    monkeypatch.setattr("partie.games.axisallies.lab.reproduce.axis_and_allies", played)
    monkeypatch.setattr("partie.cli.tune._follow", played)
    monkeypatch.setattr("partie.cli.train_net._follow", played)


def refused(*arguments: str) -> str:
    with pytest.raises(PartieError) as found:
        CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    return str(found.value)


@pytest.mark.usefixtures("nothing_played")
@pytest.mark.parametrize(
    ("package", "arguments"),
    [
        ("matplotlib", ["reproduce", "liarbot", "--plot", "plot"]),
        ("matplotlib", ["reproduce", "axisallies", "--plot", "plot"]),
        ("matplotlib", ["train", "weighted", "liarsdice"]),
        ("matplotlib", ["train", "net", "hearts"]),
        ("cma", ["train", "scores", "coinche"]),
        ("torch", ["train", "net", "hearts"]),
    ],
)
def test_missing_packages_are_reported_before_anything_is_played(
    package: str, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    assert "pip install 'partie[train]'" in refused(*arguments)


@pytest.mark.usefixtures("nothing_played")
@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "weighted", "liarsdice", "--save", "trained"],
        ["train", "scores", "coinche", "--save", "tuned"],
        ["train", "net", "hearts", "--save", "No Name"],
    ],
)
def test_bad_names_are_reported_before_anything_is_played(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "cannot be the name" in refused(*arguments)


@pytest.mark.usefixtures("nothing_played")
def test_bad_plot_files_are_reported_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be created" in refused("reproduce", "liarbot", "--plot", str(tmp_path / "file" / "plot"))
