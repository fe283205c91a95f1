from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from partie.games.axisallies.lab.experiment import (
    ORIGINALS,
    ROUNDS,
    War,
    advantage,
    axis_and_allies,
    plot_axis_and_allies,
)
from partie.games.axisallies.lab.report import as_json, from_json, tell
from partie.games.axisallies.lab.reproduce import ENDS, ROUND_BY_ROUND, end_rows, round_rows


@pytest.fixture(scope="module")
def wars() -> list[War]:
    return axis_and_allies(("germany-2009", "greedy"), games=2, seed=1)


def test_the_experiment_counts_what_every_power_produces(wars: list[War]) -> None:
    for war in wars:
        assert war.ipc.shape == (2, ROUNDS + 1, 5)
        assert war.ipc[:, 0].tolist() == [[24, 32, 30, 25, 36]] * 2
        assert (war.ipc.sum(axis=2) <= 147).all()
        assert ((war.rounds >= 1) & (war.rounds <= ROUNDS)).all()
        ended = war.rounds < ROUNDS
        assert (war.ipc[ended, -1] == war.ipc[ended, -2]).all()
        assert (war.economic <= war.axis_wins).all()


def test_the_same_seed_gives_the_same_war(wars: list[War]) -> None:
    (again,) = axis_and_allies(("greedy",), games=1, seed=1)
    assert (again.ipc[0] == wars[1].ipc[0]).all()


def test_more_games_go_on_where_the_first_ended(wars: list[War]) -> None:
    (more,) = axis_and_allies(("greedy",), games=1, seed=1, first=1)
    assert (more.ipc[0] == wars[1].ipc[1]).all()
    both = wars[1].extended_by(more)
    assert both.games == 3
    assert (both.ipc[2] == more.ipc[0]).all()
    assert len(both.rounds) == 3


def test_rows_say_who_played_the_other_powers(wars: list[War]) -> None:
    (war,) = axis_and_allies(("germany-2009",), "beginner", games=1, seed=1)
    assert war.others == "beginner"
    assert war.extended_by(war).others == "beginner"
    assert [row[:2] for row in end_rows([wars[0], war])[:2]] == [
        ["germany-2009", "greedy"],
        ["germany-2009", "beginner"],
    ]
    assert (war.ipc[0] != wars[0].ipc[0]).any(), "other opponents make another war"


def test_tables_and_plot(wars: list[War], tmp_path: Path) -> None:
    rounds, ends = round_rows(wars), end_rows(wars)
    assert len(rounds) == 5 * len(wars)
    assert {len(row) for row in rounds} == {len(ROUND_BY_ROUND)}
    assert len(ends) == len(wars) + len(ORIGINALS)
    assert {len(row) for row in ends} == {len(ENDS)}
    files = plot_axis_and_allies(wars, tmp_path / "war")
    assert all(file.stat().st_size > 1000 for file in files)


def test_the_report_is_told_from_what_is_kept(wars: list[War]) -> None:
    kept = from_json(json.loads(json.dumps(as_json(wars))))
    assert [(war.ipc == again.ipc).all() for war, again in zip(wars, kept, strict=True)] == [True, True]
    for language, power in (("en", "Germany"), ("fr", "Allemagne")):
        account = tell(kept, language)
        ends, rounds = account.findings
        assert len(ends.rows) == len(wars) + len(ORIGINALS)
        assert {len(row) for row in ends.rows} == {len(ends.head)}
        assert {len(row) for row in rounds.rows} == {len(rounds.head)}
        assert power in {row[1] for row in rounds.rows}
        assert "germany-2009" in account.summary, "the first two are compared game by game"


def test_the_advantage_is_counted_game_by_game() -> None:
    ipc = np.zeros((3, ROUNDS + 1, 5), np.int64)
    more = ipc.copy()
    more[:, ROUNDS, 1] = [4, 6, 8]
    none = np.zeros(3, np.bool_)
    one, other = (War("x", values, none, none, none, np.full(3, ROUNDS)) for values in (more, ipc))
    mean, (low, high) = advantage(one, other)
    assert mean == 6.0
    assert low < 6.0 < high
    assert one.change(1)[0] == 6.0
    assert one.economic_share()[0] == 0.0


def test_the_original_expert_won_four_of_five_games_by_production() -> None:
    """The figures of the report count four economic victories; two of them after three rounds."""
    expert, program = ORIGINALS
    assert (expert.economic, expert.early, len(expert.figures)) == (4, 2, 5)
    assert program.economic == 0
    (row,) = (row for row in end_rows([]) if "original expert" in row[0])
    assert row[ENDS.index("Axis wins by production, 95 %")] == "80%"
