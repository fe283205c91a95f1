"""Every example in the docs and docstrings runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import partie
from partie.arena.match import play_match

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [
    found.name
    for found in pkgutil.walk_packages(partie.__path__, "partie.")
    if "migrations" not in found.name and not found.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples_at_all() -> None:
    assert doctest.testmod(importlib.import_module("partie.core.match")).attempted > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_agent_of_the_readme_plays(tmp_path: Path) -> None:
    block = re.search(r"```python\n(class .*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert block is not None
    (tmp_path / "greedy.py").write_text(block[1])
    for agent in (tmp_path / "greedy.py", ROOT / "examples" / "greedy.py"):
        report = play_match(partie.game("quarto"), [f"{agent}:Greedy", "random"], games=20)
        assert report.results[0].win_share > 0.5
