"""Comparing decisions: equal bits, last digits, and what is another decision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from partie.core import registry
from partie.wasm import checking
from partie.wasm.checking import TOLERANCE, _agreement, shown_in, shown_requests
from partie.wasm.comparing import exact


def test_only_the_last_digits_of_numbers_may_differ() -> None:
    decision = {"move": 3, "candidates": [[3, 0.25, 10, True]], "why": ["key", {"share": 1.5}]}
    close = {"move": 3, "candidates": [[3, 0.25 + 1e-9, 10, True]], "why": ["key", {"share": 1.5}]}
    far = {"move": 3, "candidates": [[3, 0.25 + 2 * TOLERANCE, 10, True]], "why": ["key", {"share": 1.5}]}
    other = {"move": 4, "candidates": [[3, 0.25, 10, True]], "why": ["key", {"share": 1.5}]}
    fewer = {"move": 3, "candidates": [[3, 0.25, 9, True]], "why": ["key", {"share": 1.5}]}
    pairs = [(exact(decision), exact(one)) for one in (decision, close, far, other, fewer)]
    found = _agreement("program", pairs)
    assert (found.decisions, found.exact, len(found.different)) == (5, 1, 3)
    assert 0 < found.largest < 2e-9
    assert "0.25" in found.different[0]


def test_candidates_of_nearly_the_same_value_may_change_places() -> None:
    def decision(*values: tuple[int, float]) -> Any:
        return exact({"move": 1, "candidates": [[move, value, 0, True] for move, value in values]})

    native = decision((1, 0.5), (2, 0.25 + 1e-9), (3, 0.25))
    close = decision((1, 0.5), (3, 0.25), (2, 0.25 - 1e-9))
    far = decision((1, 0.5), (3, 0.25), (2, 0.24))
    another = decision((1, 0.5), (4, 0.25), (2, 0.25 - 1e-9))
    found = _agreement("program", [(native, one) for one in (native, close, far, another)])
    assert (found.decisions, found.exact, len(found.different)) == (4, 1, 2)
    assert 0 < found.largest < 3e-9
    equal, swapped = decision((1, 0.5), (2, 0.25), (3, 0.25)), decision((1, 0.5), (3, 0.25), (2, 0.25))
    assert len(_agreement("program", [(equal, swapped)]).different) == 1


def test_what_is_not_a_number_is_only_itself() -> None:
    infinite, nothing = exact([float("inf")]), exact([0.0])
    assert _agreement("program", [(infinite, infinite)]).exact == 1
    assert len(_agreement("program", [(infinite, nothing)]).different) == 1


def test_a_position_that_is_shown_differently_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [[("a", "a"), ("b", "c")], [("d", "d")]]
    monkeypatch.setattr(checking, "_both_timed", lambda *_: (pairs, 1.0, 2.0))
    found = shown_in(Path(), registry.game("quarto"), [{"seed": "one"}, {"seed": "two"}])
    assert (found.positions, found.native, found.device) == (3, 1.0, 2.0)
    assert found.different == ("{'seed': 'one'}, position 1: c instead of b",)


def test_more_games_are_shown_with_every_preset_in_turn() -> None:
    for name in ("hearts", "axisallies", "quarto"):
        game = registry.game(name)
        first = shown_requests(game, 0)
        more = shown_requests(game, len(first))
        assert len(first) == len(more) >= max(1, len(game.presets))
        assert {str(one["options"]) for one in first} >= {str({"preset": one.name}) for one in game.presets}
        games = [(str(one["options"]), one["seed"]) for one in first + more]
        assert len(set(games)) == len(games)
