from __future__ import annotations

from dataclasses import replace

from partie.arena.bench import SEARCHES, measure
from partie.core.capabilities import Capabilities, Ref
from tests.tiny import GAME


def own_rows() -> list[tuple[str, str]]:
    return [("rolls/s", "7")]


OWN = replace(GAME, can=Capabilities(bench=Ref(f"{__name__}:own_rows")))


def test_a_game_without_searches_has_only_its_own_measurements() -> None:
    assert SEARCHES & set(OWN.families)
    assert measure(replace(OWN, families={"random": OWN.families["random"]}), 0.01) == own_rows()


def test_searches_come_before_the_measurements_of_the_game() -> None:
    rows = measure(OWN, 0.01)
    assert [what for what, _ in rows][:2] == ["playouts/s", "UCT iterations/s"]
    assert rows[-1:] == own_rows()
