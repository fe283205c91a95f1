"""The panel of strangers: shares, averages and worst cases."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from partie.cli import app
from partie.games.liarsdice.lab.strangers import STRANGERS, Share, meet, rows, summary


def test_a_strong_program_beats_a_weak_one_and_the_results_repeat() -> None:
    found = meet(["odds", "random"], ["random"], (2,), 20)
    assert found["odds", "random", 2].share > 0.9
    assert 0.2 < found["random", "random", 2].share < 0.8
    assert found["odds", "random", 2].games == 20
    assert found == meet(["odds", "random"], ["random"], (2,), 20)


def test_rows_end_with_the_average_and_the_worst_case() -> None:
    first = STRANGERS[0]
    shares = {
        ("hero", first, 5): Share(0.6, (0.5, 0.7), 10),
        ("hero", STRANGERS[1], 5): Share(0.2, (0.1, 0.3), 10),
        ("hero", "odds", 5): Share(0.1, (0.0, 0.2), 10),
    }
    opponents = [first, STRANGERS[1], "odds"]
    assert summary(shares, "hero", opponents[:2], 5) == pytest.approx((0.4, 0.2))
    table = rows(shares, ["hero"], opponents, 5)
    assert table[0] == [first, "60.0%"]
    assert table[3:] == [
        ["strangers, average", "40.0%"],
        ["strangers, worst case", "20.0%"],
        ["all, average", "30.0%"],
        ["all, worst case", "10.0%"],
    ]
    assert rows(shares, ["hero"], opponents, 5, intervals=True)[0][1] == "60.0% [50%, 70%]"


def test_bad_seats_are_refused_with_a_sentence() -> None:
    refused = CliRunner().invoke(app, ["strangers", "--seats", "1,99"])
    assert "The seats should look like 2,5 (from 2 to 8), not '1,99'." in str(refused.exception)
