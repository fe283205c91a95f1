"""Decisions as JSON."""

from __future__ import annotations

import json
import math

import pytest

from partie.core.agent import Candidate, Decision, Why
from partie.core.decisions import read_decision, written_decision

DECISIONS = [
    Decision(3),
    Decision(1 << 61, (Candidate(1 << 61, 0.1 + 0.2, 12), Candidate(4, -0.0, 0, exact=False))),
    Decision(0, (Candidate(0, math.inf), Candidate(1, -math.inf)), Why("search.random")),
    Decision(2, (), Why("quarto.wins", {"square": "b3", "seats": {"seats": [0, 2]}})),
]


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_is_the_same_after_json(decision: Decision) -> None:
    text = json.dumps(written_decision(decision), allow_nan=False)
    assert read_decision(json.loads(text)) == decision


def test_values_that_are_no_numbers_remain_so() -> None:
    text = json.dumps(written_decision(Decision(0, (Candidate(0, math.nan),))), allow_nan=False)
    assert math.isnan(read_decision(json.loads(text)).candidates[0].value)
