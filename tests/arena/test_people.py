"""People against programs, and live ratings."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime
from io import StringIO

import pytest

from partie.arena.live import Key, LiveRatings
from partie.arena.people import Outcome, Result, against, as_csv, as_json_lines

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def person(seat: int, score: float | None, share: float, name: str = "Ann", **more: object) -> Result:
    facts = {"level": "expert", "takebacks": 0, "player": f"key of {name}"} | more
    return Result(
        seat, "person", name, agent=None, spec=None, version=None, score=score, share=share, rounds=None,
        seconds=20.0, decisions=10, **facts,  # type: ignore[arg-type]
    )  # fmt: skip


def program(seat: int, score: float | None, share: float, spec: str = "random") -> Result:
    return Result(seat, "program", spec, None, None, spec, spec, "1", score, share, None, 1.0, 10, 0)


def table(*seats: Result, game: str = "quarto") -> Outcome:
    return Outcome("t", game, {"squares": False}, NOW, list(seats))


def test_people_are_counted_by_level_and_program() -> None:
    won = table(person(0, 1.0, 1.0), program(1, -1.0, 0.0))
    drawn = table(program(0, 0.0, 0.5), person(1, 0.0, 0.5))
    resigned = table(person(0, None, 0.0), program(1, None, 1.0))
    undeclared = table(person(0, 1.0, 1.0, level=None), program(1, -1.0, 0.0))
    rows = against([won, drawn, resigned, undeclared])
    assert [(row.program, row.level, row.games) for row in rows] == [
        ("random", "expert", 3),
        ("random", None, 1),
    ]
    assert rows[0].ahead == pytest.approx(0.5)
    assert rows[0].difference == pytest.approx(1.0), "resigned games have no score"
    low, high = rows[0].ahead_ci95
    assert 0 <= low < 0.5 < high <= 1
    assert rows[0].seconds_per_move == pytest.approx(2.0)


def test_copies_of_a_program_count_once_and_partners_not_at_all() -> None:
    hearts = table(
        person(0, 4.0, 1.0), program(1, 1.0, 0.0), program(2, 5.0, 0.0), program(3, 4.0, 0.0), game="hearts"
    )
    (row,) = against([hearts])
    assert row.games == 1
    assert row.ahead == pytest.approx((1 + 0 + 0.5) / 3)
    coinche = table(
        person(0, 1.0, 1.0), program(1, -1.0, 0.0, "a"), program(2, 1.0, 1.0, "b"), program(3, -1.0, 0.0, "a"),
        game="coinche",
    )  # fmt: skip
    assert [row.program for row in against([coinche])] == ["a"]


def test_a_third_player_who_gives_up_decides_nothing_between_the_others() -> None:
    left = table(
        person(0, None, 1 / 3), program(1, None, 1 / 3), person(2, None, 0.0, "Bob"), program(3, None, 1 / 3),
        game="hearts",
    )  # fmt: skip
    (row,) = against([left])
    assert (row.games, row.ahead) == (1, 0.0), "only the one who gave up has a result"


def test_ratings_follow_results_and_grow_certain() -> None:
    ratings = LiveRatings(table(person(0, 1.0, 1.0), program(1, -1.0, 0.0)) for _ in range(10))
    ann, machine = ratings.ladder()
    assert (ann.key, machine.key) == (Key("person", "key of Ann"), Key("program", "random"))
    assert ann.rating > 1500 > machine.rating
    assert (ann.games, ann.won, machine.won) == (10, 10.0, 0.0)
    first = LiveRatings([table(person(0, 1.0, 1.0), program(1, -1.0, 0.0))]).ladder()[0]
    assert ann.ci95[1] - ann.ci95[0] < first.ci95[1] - first.ci95[0]


def test_a_program_on_several_sides_moves_once() -> None:
    hearts = table(
        person(0, 9.0, 1.0), program(1, 1.0, 0.0), program(2, 2.0, 0.0), program(3, 3.0, 0.0), game="hearts"
    )
    ratings = LiveRatings([hearts])
    machine = ratings.rated[Key("program", "random")]
    assert machine.games == 1
    assert machine.rating < 1500 < ratings.rated[Key("person", "key of Ann")].rating


def test_partners_win_together() -> None:
    coinche = table(
        person(0, 1.0, 1.0), program(1, -1.0, 0.0, "a"), person(2, 1.0, 1.0, "Bob"), program(3, -1.0, 0.0, "b"),
        game="coinche",
    )  # fmt: skip
    rated = {one.key.id: one.rating for one in LiveRatings([coinche]).ladder()}
    assert rated["key of Ann"] == rated["key of Bob"] > 1500
    assert rated["a"] == rated["b"] < 1500


@pytest.mark.parametrize(
    "seats",
    [
        (program(0, 1.0, 1.0), program(1, -1.0, 0.0)),
        (person(0, 1.0, 1.0, takebacks=1), program(1, -1.0, 0.0)),
        (person(0, 1.0, 1.0, player=None), program(1, -1.0, 0.0)),
    ],
    ids=["against itself", "with takebacks", "unknown person"],
)
def test_what_is_not_rated(seats: tuple[Result, ...]) -> None:
    assert LiveRatings([table(*seats)]).ladder() == []


def test_exports_hold_every_seat() -> None:
    outcomes = [table(person(0, 1.0, 1.0), program(1, -1.0, 0.0))]
    lines = [json.loads(line) for line in as_json_lines(outcomes).splitlines()]
    cells = list(csv.DictReader(StringIO(as_csv(outcomes))))
    assert [line["spec"] for line in lines] == [None, "random"]
    assert [cell["score"] for cell in cells] == ["1.0", "-1.0"]
    assert json.loads(cells[0]["options"]) == lines[0]["options"] == {"squares": False}
    assert as_csv([]) == ""
