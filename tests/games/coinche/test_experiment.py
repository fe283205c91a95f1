from __future__ import annotations

import math

import pytest

from partie.arena.match import MatchReport, Result
from partie.core.errors import BadOption
from partie.games.coinche.lab.experiment import PAIRINGS, Outcome
from partie.games.coinche.lab.reproduce import reproduce


def test_the_lead_over_zero_points_is_not_a_number() -> None:
    nothing = Result("scores", 2, 0.0, (0.0, 0.0), 0.5, (0.0, 1.0), 0.0)
    report = MatchReport("coinche", 1, {}, 4, 0, 2, [nothing, nothing], (0.0, (0.0, 0.0)))
    assert math.isnan(Outcome(PAIRINGS[0], report).points)


def test_an_unknown_match_number_is_refused() -> None:
    with pytest.raises(BadOption, match="numbered from 1"):
        reproduce(only="99")
