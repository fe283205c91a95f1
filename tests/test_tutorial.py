"""The page *Your first game*, followed as a reader would: the files it shows, installed as it says."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.pages import ROOT, blocks

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


def run(heaps: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], env=heaps, cwd=heaps["HEAPS"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_takes_less_than_a_hundred_lines() -> None:
    assert len("".join((RULES, TEXT, DECLARATION)).splitlines()) < 100


def test_it_is_listed_and_plays(heaps: dict[str, str]) -> None:
    assert "heaps" in run(heaps, "-m", "partie", "games")
    assert "master" in run(heaps, "-m", "partie", "match", "heaps", "master", "beginner", "--games", "10")
    assert run(heaps, "-m", "partie", "advise", "heaps", "--position", "111 0", "--agent", "master")


def test_it_keeps_the_contract(heaps: dict[str, str]) -> None:
    assert "passed" in run(heaps, "-m", "pytest", "-p", "no:cacheprovider", "-v", "test_heaps.py")
