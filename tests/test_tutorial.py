"""The page *Your first game*, followed as a reader would: the files it shows, installed as it says."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from partie.testing.amounts import THOROUGH
from tests.pages import ROOT, all_blocks, blocks
from tests.processes import completed
from tests.service.client import Server

PAGE = ROOT / "docs" / "tutorial" / "first-game.md"
RULES, TEXT, DECLARATION, TEST = blocks(PAGE, "python")


@pytest.fixture(scope="module")
def heaps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the game of the page is installed."""
    folder, installed = tmp_path_factory.mktemp("heaps"), tmp_path_factory.mktemp("installed")
    (folder / "heaps.py").write_text("\n\n".join((RULES, TEXT, DECLARATION)), encoding="utf-8")
    (folder / "pyproject.toml").write_text(*blocks(PAGE, "toml"))
    (folder / "test_heaps.py").write_text(TEST)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, "--target", str(installed), str(folder)], check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(installed), str(ROOT))), "HEAPS": str(folder)}


def run(heaps: dict[str, str], *command: str, said: str = "") -> str:
    done = completed(command, said, Path(heaps["HEAPS"]), heaps)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_takes_less_than_a_hundred_lines() -> None:
    assert len("".join((RULES, TEXT, DECLARATION)).splitlines()) < 100


def typed(program: str) -> list[list[str]]:
    """The commands of the page that begin so, as words."""
    lines = [line for block in all_blocks(PAGE) for line in block.commands]
    return [shlex.split(line)[1:] for line in lines if line.split()[0] == program]


def test_the_page_shows_what_is_run_here() -> None:
    assert [words[:3] for words in typed("pip")] == [
        ["install", "--editable", "."],
        ["install", "pytest", "hypothesis"],
    ]
    assert [words[0] for words in typed("partie")] == ["play", "match", "serve"]
    assert typed("pytest") == [["test_heaps.py"]]


@pytest.mark.slow
def test_it_is_listed_and_plays(heaps: dict[str, str]) -> None:
    assert "heaps" in run(heaps, "partie", "games")
    play, match, _ = typed("partie")
    assert "145 1" in run(heaps, "partie", *play, said="hint\na2\nquit\n")
    assert "master − beginner: +" in run(heaps, "partie", *match)


def test_it_is_served(heaps: dict[str, str], tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", heaps["PYTHONPATH"])
        server = Server(tmp_path / "tables.db", tmp_path / "server.log", "--cold")
    try:
        assert server.get("/games/heaps")["title"]["fr"] == "Les tas"
    finally:
        server.stop()


EVERYDAY = ["-k", "declared or phrases or random_play or records"]
"""A part of the contract; every day the whole of it is shown by Kalah (`tests/examples`)."""


def test_it_keeps_the_contract(heaps: dict[str, str]) -> None:
    ((file,),) = typed("pytest")
    chosen = [] if THOROUGH else EVERYDAY
    assert "passed" in run(heaps, "pytest", "-p", "no:cacheprovider", "-v", file, *chosen)
