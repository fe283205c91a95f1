"""A game outside the package gets all commands through its declaration."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from partie.cli.games import abilities
from tests.commands.suite import partie
from tests.pages import ROOT
from tests.processes import completed
from tests.tiny import GAME
from tests.tiny.lab import choices


def test_it_is_listed_with_what_it_can_do() -> None:
    words = abilities(GAME.name, GAME.can)
    assert words == [
        "bench cups",
        "solve cups",
        "train threshold cups",
        "train luck",
        "reproduce cups",
        "shake",
    ]
    listing = partie("games")
    assert all(word in listing for word in words)


def test_it_is_solved() -> None:
    printed = partie("solve", "cups", "16 2")
    assert "keep │ -1.000" in printed
    assert f"roll │ {choices((1, 6), 2, 6)['roll'][0]:+.3f}" in printed


def test_its_solver_has_help() -> None:
    assert "all dice are seen" in partie("solve", "cups", "--help")
    assert "cups" in partie("solve", "--help")


def test_its_experiment_is_repeated() -> None:
    first = partie("reproduce", "cups", "--games", "40")
    assert "threshold wins " in first
    assert partie("reproduce", "cups", "--games", "40") == first, "same seed, same games"


def test_it_is_measured() -> None:
    printed = partie("bench", "cups", "--seconds", "0.05")
    assert "playouts/s" in printed
    assert "positions solved/s" in printed


def test_its_program_is_tuned_with_its_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    assert "cups: genetic, 2 generations of 6, 20 games each" in " ".join(
        partie("train", "threshold", "--help").split()
    )
    printed = partie("train", "threshold", "cups", "--save", "mine")
    assert "play it as threshold:genome=mine" in printed
    assert len((tmp_path / "runs" / "cups-genetic-0" / "generations.jsonl").read_text().splitlines()) == 2
    assert "threshold:genome=mine − random" in partie(
        "match", "cups", "threshold:genome=mine", "random", "--games", "2"
    )


def test_its_own_commands_run() -> None:
    assert partie("shake", "4") == "14\n"
    assert partie("train", "luck", "--games", "3") == "Nothing was learned from 3 games.\n"


def test_an_entry_point_is_all_it_takes(tmp_path: Path) -> None:
    """Run in a process in which only an installed package declares the game."""
    installed = tmp_path / "cups-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: cups\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[partie.games]\ncups = tests.tiny:GAME\n")
    place = os.pathsep.join([str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH", "")])
    for arguments, answer in ((["solve", "cups", "16 2"], "keep"), (["shake"], "7")):
        done = completed(["partie", *arguments], env={**os.environ, "PYTHONPATH": place})
        assert done.returncode == 0, done.stderr
        assert answer in done.stdout
