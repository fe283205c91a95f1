"""The legality of a move is checked exactly once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from partie.core import registry
from partie.core.agent import Budget, Decision, ask
from partie.core.compiled import verbs
from partie.core.game import View
from partie.core.match import Match, play_out
from partie.service.storage import Storage
from partie.service.table import Seat
from partie.service.tables import Tables


class First:
    def decide(self, view: View, budget: Budget) -> Decision:
        return Decision(int(self.moves(view)[0]))

    @staticmethod
    def moves(view: View) -> list[int]:
        return [16 << 5 | 3] if view.record.hand < 0 else view.moves


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the verbs about legality, each time one is called."""
    asked: list[str] = []

    def counted(name: str) -> Any:
        verb = getattr(verbs, name)

        def call(*arguments: Any) -> Any:
            asked.append(name)
            return verb(*arguments)

        return call

    for name in ("legal", "moves"):
        monkeypatch.setattr(verbs, name, counted(name))
    return asked


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    storage = Storage(str(tmp_path / "tables.db"))
    yield Tables(storage)
    storage.close()


def test_the_move_of_a_person_is_checked_once(tables: Tables, checks: list[str]) -> None:
    table, _ = tables.create("quarto", {}, [Seat("person"), Seat("person")], "en")
    tables.move(table, frozenset({0, 1}), 0, "-0011")
    assert checks == ["legal"]
    assert table.match.moves == ["-0011"]


def test_the_move_of_a_program_is_checked_once(tables: Tables, checks: list[str]) -> None:
    table, _ = tables.create("quarto", {}, [Seat("program", agent="random"), Seat("person")], "en")
    decision = ask(First(), table.view(0))
    tables.decide(table, 0, 0, decision.move)
    assert checks == ["legal"]
    assert table.match.moves == ["-0011"]


def test_a_table_that_is_loaded_checks_every_move_once(tables: Tables, checks: list[str]) -> None:
    table, _ = tables.create("quarto", {}, [Seat("person"), Seat("person")], "en")
    tables.move(table, frozenset({0, 1}), 0, "-0011")
    checks.clear()
    again = Tables(tables._storage).find(table.id)
    assert again.match.moves == ["-0011"]
    assert checks == ["legal"]


def test_a_match_between_agents_checks_every_move_once(checks: list[str]) -> None:
    game = registry.game("quarto")
    match = Match(game, seed=3)
    match.play("-0011")
    match.state.record.placed = 15  # one piece more, and nobody can move
    checks.clear()
    played = play_out(match, [First(), First()])
    assert len(played.moves) == 2
    assert checks.count("legal") == 1
