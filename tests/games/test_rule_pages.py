"""The rules of every game as pages: what a reader, or a screen reader, needs of them."""

import re
from importlib import resources
from itertools import pairwise

import pytest

from partie.core import registry
from tests.games import OURS

GAMES = [game.name for game in OURS]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_no_column_of_a_table_is_without_a_heading(name: str, language: str) -> None:
    module = registry.game(name).rules.__package__ or ""
    page = resources.files(module).joinpath(f"rules.{language}.md")
    if not page.is_file():
        pytest.skip("a game without a page")
    lines = page.read_text("utf-8").splitlines()
    heads = [line for line, below in pairwise(lines) if re.fullmatch(r"\|[-|: ]+\|", below)]
    assert [head for head in heads if any(not cell.strip() for cell in head.strip("|").split("|"))] == []
