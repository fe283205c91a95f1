from __future__ import annotations

import json
import math

import pytest

from partie.arena.match import MatchReport, Result
from partie.core.errors import BadOption
from partie.core.parameters import parse_pairs
from partie.games.coinche.lab.experiment import PAIRINGS, Outcome
from partie.games.coinche.lab.report import as_json, tell
from partie.games.coinche.lab.reproduce import reproduce


def test_the_lead_over_zero_points_is_not_a_number() -> None:
    nothing = Result("scores", 2, 0.0, (0.0, 0.0), 0.5, (0.0, 1.0), 0.0)
    report = MatchReport("coinche", 1, {}, 4, 0, 2, [nothing, nothing], (0.0, (0.0, 0.0)))
    assert math.isnan(Outcome(PAIRINGS[0], report).points)


def test_the_report_puts_matches_beside_those_of_the_original() -> None:
    outcomes = []
    for pairing in (PAIRINGS[3], PAIRINGS[0]):
        first = Result(pairing.first, 200, 82.0, (80.0, 84.0), 0.55, (0.5, 0.6), 0.5)
        second = Result(pairing.second, 200, 70.0, (68.0, 72.0), 0.45, (0.4, 0.5), 0.1)
        options = parse_pairs(pairing.options)
        report = MatchReport("coinche", 1, options, 4, 0, 200, [first, second], (12.0, (8.0, 16.0)))
        outcomes.append(Outcome(pairing, report))
    wins, points = tell(json.loads(json.dumps(as_json(outcomes))), "en").findings
    assert [row[0] for row in wins.rows] == ["1", "4"], "in the order of the experiment"
    assert wins.rows[0][5:] == ["55.0%", "[50.0%, 60.0%]", "55%", "52.9%"]
    assert wins.rows[1][-2:] == ["–", "–"], "the original did not play it"
    assert points.rows[0][1:4] == ["+17%", "+12%", "+12.0"]


def test_an_unknown_match_number_is_refused() -> None:
    with pytest.raises(BadOption, match="numbered from 1"):
        reproduce(only="99")
