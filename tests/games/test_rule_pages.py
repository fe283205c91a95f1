"""The rules of every game as pages: what a reader, or a screen reader, needs of them."""

import re
from itertools import pairwise

import pytest

from partie.core.game import Game
from tests.games import OURS


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_no_column_of_a_table_is_without_a_heading(game: Game, language: str) -> None:
    lines = (game.folder / f"rules.{language}.md").read_text("utf-8").splitlines()
    heads = [line for line, below in pairwise(lines) if re.fullmatch(r"\|[-|: ]+\|", below)]
    assert [head for head in heads if any(not cell.strip() for cell in head.strip("|").split("|"))] == []
