"""Decisions as JSON, to pass them between workers and to compare them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from partie.core.agent import Candidate, Decision, Why


def written_decision(decision: Decision) -> dict[str, Any]:
    """A decision as JSON; numbers that JSON lacks are texts."""
    return {
        "move": decision.move,
        "candidates": [[c.move, _written(c.value), c.visits, c.exact] for c in decision.candidates],
        "why": None if decision.why is None else [decision.why.key, decision.why.data],
    }


def read_decision(written: Mapping[str, Any]) -> Decision:
    """The decision that `written_decision` has written."""
    candidates = tuple(
        Candidate(move, float(value), visits, exact) for move, value, visits, exact in written["candidates"]
    )
    why = written["why"]
    return Decision(written["move"], candidates, None if why is None else Why(why[0], why[1]))


def _written(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)
