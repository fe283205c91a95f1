"""The `partie` command in a process of its own, as users run it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from partie import __version__
from tests.core.test_record import GOOD as RECORD
from tests.processes import completed


def partie(*arguments: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "160", "NO_COLOR": "1"}
    return completed(["partie", *arguments], typed, cwd, environment)


def test_version() -> None:
    assert partie("--version").stdout.strip() == f"partie {__version__}"


def test_games_and_agents_are_listed() -> None:
    assert "quarto" in partie("games").stdout
    listing = partie("agents", "quarto").stdout
    for word in ("beginner", "master", "alphabeta", "depth=4 (1–64)", "exact", "mcts"):
        assert word in listing


def test_match_prints_one_json_object() -> None:
    done = partie("match", "quarto", "alphabeta:depth=1", "random", "--games", "6", "--seed", "2", "--json")
    assert json.loads(done.stdout)["games"] == 6
    assert done.returncode == 0


def test_match_prints_a_table() -> None:
    done = partie("match", "quarto", "alphabeta:depth=1", "random", "--games", "20")
    assert "alphabeta:depth=1 − random" in done.stdout
    assert "95 %" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "chess", "random", "random"], "There is no game called 'chess'"),
        (["match", "quarto", "random", "nobody"], "has no agent called 'nobody'"),
        (["match", "quarto", "random", "random", "--options", "squares=x"], "squares must be on or off"),
        (["advise", "quarto", "--position", "nonsense"], "A position is 16 squares"),
        (["advise", "quarto", "--position", "0123............ -"], "The game is over"),
        (["solve", "quarto", "0123............ -"], "The game is over"),
        (["records", "show", "missing.txt"], "cannot be read"),
        (["play", "quarto", "--against", "nobody"], "has no agent"),
        (["play", "quarto", "--seat", "5"], "There is no seat 5"),
    ],
)
def test_errors_are_one_sentence(arguments: list[str], sentence: str) -> None:
    done = partie(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_advice_names_a_move_and_why() -> None:
    done = partie("advise", "quarto", "--position", "013............. 7", "--agent", "alphabeta:depth=2")
    assert done.stdout.startswith("d1\n")


def test_solve_proves_a_position() -> None:
    done = partie("solve", "quarto", "013............. 7")
    assert "win" in done.stdout
    assert "d1" in done.stdout
    unproven = partie("solve", "quarto", "0.1..2......3... 7", "--nodes", "10")
    assert "not proven" in unproven.stdout


def test_records_are_shown_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    assert "5. a4" in partie("records", "show", str(file)).stdout
    assert "replays: 5 moves" in partie("records", "verify", str(file)).stdout
    file.write_text(RECORD.replace("a3-0111", "a2-0111"))
    wrong = partie("records", "verify", str(file))
    assert wrong.returncode == 2
    assert "Line 10" in wrong.stderr


def test_a_person_plays_in_the_terminal(tmp_path: Path) -> None:
    typed = "\n".join(
        [
            "?",
            "? 111",
            "position",
            "-0000",
            "undo",
            "-0001",
            "hello",
            "hint",
            "save game.txt",
            "load game.txt",
            "save",
            "load nowhere",
            "resign",
        ]
    )
    done = partie("play", "quarto", "--against", "random", "--seed", "1", typed=typed, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for sentence in (
        "-0000  -0001",
        "your move: -0111  -1110  -1111\n",
        "your move: ................ -\n",
        "Seat 1 plays",
        "'hello' is not a square",
        "Saved to game.txt",
        "Name a file: save FILE",
        "nowhere cannot be read",
        "You resigned",
    ):
        assert sentence in done.stdout, sentence
    assert (tmp_path / "game.txt").read_text().startswith("partie record 1")


def test_the_end_of_input_quits_the_game() -> None:
    done = partie("play", "quarto", "--against", "random", typed="")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_bench_measures() -> None:
    assert "playouts/s" in partie("bench", "quarto", "--seconds", "0.05").stdout
