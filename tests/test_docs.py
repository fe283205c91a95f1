"""Every example in the docs and docstrings runs."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
from pathlib import Path

import pytest

import partie
from partie.arena.match import play_match
from partie.core.game import Game
from tests.games import OURS
from tests.pages import PAGES, ROOT, classes_on
from tests.processes import completed

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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_reasons_are_called_as_the_phrase_books_have_them(page: Path) -> None:
    known = {key for game in OURS for key in game.phrases}
    assert set(re.findall(r'"key": "([^"…]+)"', page.read_text(encoding="utf-8"))) <= known


def test_what_is_made_from_the_contract_is_up_to_date() -> None:
    """The page about views, and the types of the browser app."""
    tools = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    made = completed(["contract", "check"], env=tools)
    assert made.returncode == 0, made.stderr


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_field_of_a_view_is_on_the_page(game: Game) -> None:
    text = (ROOT / "docs" / "views.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {game.name}\n\n### View\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, f"{game.name} has no view in docs/views.md"
    assert set(re.findall(r"^- `(\w+)\??`", section[1], re.MULTILINE)) == set(game.start().view(0).display())


def test_the_api_page_has_the_bounds_a_game_declares() -> None:
    """The example of a parameter is one there is."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    declared = {
        (parameter.name, parameter.default, parameter.low, parameter.high)
        for game in OURS
        for family in game.families.values()
        for parameter in family.params
    }
    pattern = r'"name": "(\w+)", "kind": "integer", "default": (\d+), "low": (\d+), "high": (\d+)'
    examples = re.findall(pattern, text)
    assert examples
    assert {(name, *map(int, numbers)) for name, *numbers in examples} <= declared


def win_share(agent: Path, name: str, against: str) -> float:
    report = play_match(partie.game("quarto"), [f"{agent}:{name}", against], games=20)
    return report.results[0].win_share


def test_the_agent_of_the_readme_plays(tmp_path: Path) -> None:
    (block,) = classes_on(ROOT / "README.md")
    (tmp_path / "greedy.py").write_text(block)
    for agent in (tmp_path / "greedy.py", ROOT / "examples" / "greedy.py"):
        assert win_share(agent, "Greedy", "random") > 0.5


def test_the_agents_of_the_tutorial_play(tmp_path: Path) -> None:
    first, second = classes_on(ROOT / "docs" / "tutorial" / "first-agent.md")
    for block, against in ((first, "random"), (second, "beginner")):
        (tmp_path / "careful.py").write_text(block)
        assert win_share(tmp_path / "careful.py", "Careful", against) > 0.5
