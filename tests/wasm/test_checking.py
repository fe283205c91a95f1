"""Comparing decisions: equal bits, last digits, and what is another decision."""

from __future__ import annotations

from typing import Any

from partie.wasm.checking import TOLERANCE, _agreement
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
