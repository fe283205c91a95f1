from __future__ import annotations

import math

import pytest

from partie.arena.match import MatchReport, Result
from partie.core.errors import BadOption
from partie.games.coinche.lab.experiment import ENCOUNTERS, Outcome
from partie.games.coinche.lab.reproduce import reproduce


def test_points_beyond_nothing_are_no_number() -> None:
    nothing = Result("scores", 2, 0.0, (0.0, 0.0), 0.5, (0.0, 1.0), 0.0)
    report = MatchReport("coinche", 1, {}, 4, 0, 2, [nothing, nothing], (0.0, (0.0, 0.0)))
    assert math.isnan(Outcome(ENCOUNTERS[0], report).points)


def test_a_match_there_is_not_is_said() -> None:
    with pytest.raises(BadOption, match="numbered from 1"):
        reproduce(only="99")
