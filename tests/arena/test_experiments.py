"""Reference experiments on the command line: what they need is looked for before anything is played, and what they print beside our figures is what the originals report."""

from __future__ import annotations

import io
import math
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from partie.arena.axisallies import ORIGINALS
from partie.arena.coinche import ENCOUNTERS, Outcome
from partie.arena.match import MatchReport, Result
from partie.cli import app
from partie.cli.reproduce import ends_table
from partie.core.errors import PartieError


def played(*arguments: Any, **more: Any) -> Any:
    raise AssertionError("it began to play")


@pytest.fixture
def nothing_played(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("liarbot", "axis_and_allies"):
        monkeypatch.setattr(f"partie.cli.reproduce.{name}", played)
    monkeypatch.setattr("partie.cli.train._follow", played)
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
def test_what_is_not_installed_is_said_before_anything_is_played(
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
def test_a_name_that_cannot_be_stored_is_said_before_anything_is_played(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "cannot be the name" in refused(*arguments)


@pytest.mark.usefixtures("nothing_played")
def test_a_plot_that_cannot_be_written_is_said_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be made" in refused("reproduce", "liarbot", "--plot", str(tmp_path / "file" / "plot"))


def test_the_original_expert_won_four_of_five_games_by_production() -> None:
    """So its figures label them; two were won after three rounds."""
    expert, program = ORIGINALS
    assert (expert.economic, expert.early, len(expert.figures)) == (4, 2, 5)
    assert program.economic == 0
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(ends_table([]))
    line = next(line for line in console.export_text().splitlines() if "original expert" in line)
    assert "80%" in line


def test_points_beyond_nothing_are_no_number() -> None:
    nothing = Result("scores", 2, 0.0, (0.0, 0.0), 0.5, (0.0, 1.0), 0.0)
    report = MatchReport("coinche", 1, {}, 4, 0, 2, [nothing, nothing], (0.0, (0.0, 0.0)))
    assert math.isnan(Outcome(ENCOUNTERS[0], report).points)
