"""The files of the experiments describe tournaments that can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from partie.arena.standings import family_of
from partie.arena.tournament import Tournament
from partie.core.registry import game
from tests.games import OURS
from tests.pages import ROOT

FILES = sorted((ROOT / "examples" / "experiments").glob("*.toml"))


def test_every_game_has_one() -> None:
    assert {Tournament.read(file).game for file in FILES} == {one.name for one in OURS}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_all_levels_and_families_meet(file: Path) -> None:
    tournament = Tournament.read(file)
    known = game(tournament.game)
    assert set(known.levels) <= set(tournament.agents)
    families = {family_of(known.name, agent) for agent in tournament.agents}
    assert len(families - {"random"}) > 2, "other ways of playing take part, too"
    assert tournament.format == "round-robin"
