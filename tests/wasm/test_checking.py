"""Comparing decisions: equal bits, last digits, and what is another decision."""

from __future__ import annotations

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


def test_what_is_not_a_number_is_only_itself() -> None:
    infinite, nothing = exact([float("inf")]), exact([0.0])
    assert _agreement("program", [(infinite, infinite)]).exact == 1
    assert len(_agreement("program", [(infinite, nothing)]).different) == 1
