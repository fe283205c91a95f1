"""Clocks: what is left is computed from events, and what happens when it is up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from partie.service.clock import Clock, Times
from partie.service.storage import Event, TableRow
from partie.service.table import Table
from tests.service.client import PERSON, Json, Server, Visitor, program, until

OPEN = {"kind": "open"}
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def later(seconds: float) -> datetime:
    return BEGAN + timedelta(seconds=seconds)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("clocks")
    running = Server(folder / "tables.db", folder / "server.log", "--only", "quarto")
    until(lambda: running.get("/games/quarto")["ready"], "Quarto to be compiled", 600.0)
    yield running
    running.stop()
    assert "Exception in ASGI application" not in (folder / "server.log").read_text()


def timed(server: Server, clock: Json, *seats: Json, game: str = "quarto") -> Visitor:
    created = server.post("/tables", {"game": game, "seats": list(seats), "clock": clock})
    return Visitor(server, created["id"], list(created["secrets"].values()), created["table"])


def table_with(clock: Clock, *kinds: str) -> Table:
    seats = [{"kind": kind, "name": kind, "agent": "random" if kind == "program" else None} for kind in kinds]
    return Table(
        TableRow(
            id="t", game="quarto", version=1, options={}, seed="7", seed_hash="", seats=seats,
            created=BEGAN, origin="played", hints=None, previous=None, clock=vars(clock).copy(),
        )
    )  # fmt: skip


def test_the_time_of_a_game_runs_down_and_grows_by_the_increment() -> None:
    times = Times(Clock("game", 60, 5), 2)
    times.start(0, BEGAN)
    assert times.deadline == later(60)
    times.stop(later(20))
    times.add_increment(0)
    times.start(1, later(20))
    assert times.left == [45, 60]
    times.stop(later(200))
    assert times.left == [45, 0], "less than nothing is nothing"
    assert times.deadline is None


def test_a_table_counts_the_time_of_people_and_stops_for_a_pause() -> None:
    table = table_with(Clock("game", 100, 10), "person", "person")
    assert table.times is not None
    table.apply(Event(1, "move", 0, {"move": "-0000"}, later(30)))
    table.apply(Event(2, "ask", 0, {"what": "pause", "needed": [1]}, later(40)))
    assert table.times.deadline == later(130), "a request does not stop the clock"
    table.apply(Event(3, "answer", 1, {"yes": True, "seats": [1]}, later(50)))
    table.apply(Event(4, "pause", 0, {}, later(50)))
    assert table.times.left == [80, 80]
    assert table.times.deadline is None
    table.apply(Event(5, "resume", 0, {}, later(500)))
    assert table.times.deadline == later(580)
    table.apply(Event(6, "move", 1, {"move": "a1-0001"}, later(510)))
    assert table.times.left == [80, 80]
    assert table.times.running == 0


def test_the_clock_starts_when_the_last_person_sits_down() -> None:
    table = table_with(Clock("game", 100), "person", "open")
    assert table.times is not None
    assert table.status == "waiting"
    table.apply(Event(1, "sit", 1, {"name": "Bob"}, later(30)))
    assert table.times.running == 0
    assert table.times.deadline == later(130)


def test_programs_have_no_clock() -> None:
    table = table_with(Clock("move", 30), "person", "program")
    assert table.times is not None
    table.apply(Event(1, "move", 0, {"move": "-0000"}, later(29)))
    assert table.times.running is None
    table.apply(Event(2, "move", 1, {"move": "a1-0001"}, later(90)))
    assert table.times.deadline == later(120), "all of the time for every move"


def test_who_runs_out_of_time_loses_where_the_game_says_so(hall: Server) -> None:
    both = timed(hall, {"kind": "move", "seconds": 1}, PERSON, {"kind": "person", "name": "Bob"})
    assert both.table["clock"] == {"kind": "move", "seconds": 1, "increment": 0, "out_of_time": "lost"}
    assert both.table["time_left"] == {"seconds": [1, 1], "running": 0}
    end = both.wait("the end of the time", lambda table: table["status"] == "over")
    assert end["result"]["kind"] == "out_of_time"
    assert end["result"]["winners"] == [1]
    assert end["result"]["reason"]["text"] == {"en": "Ann ran out of time.", "fr": "Ann a dépassé le temps."}
    record = hall.http.get(f"{both.path}/record").text
    assert record.rstrip().endswith("result: out-of-time 0")
    assert hall.post("/records", {"record": record, "keep": True})["table"]["result"]["winners"] == [1]


def test_a_program_moves_for_who_runs_out_of_time_in_other_games(hall: Server) -> None:
    both = timed(hall, {"kind": "move", "seconds": 1}, PERSON, PERSON, game="liarsdice")
    table = both.wait("the end of the time", lambda table: table["seats"][0]["stand_in"])
    assert table["seats"][0]["stand_in"] == {"agent": "intermediate", "until": "move"}
    assert table["status"] == "playing"
    assert not table["can"]["move"], "too late"
    assert both.refused("moves", move="1x2") == (403, "forbidden")
    other = both.secrets[1]
    asked = {"seq": both.table["seq"], "agent": "random"}
    assert hall.refused(f"{both.path}/seats/0/stand-in", asked, other) == (403, "forbidden"), "a weaker one"


def test_nothing_runs_before_everybody_is_there(hall: Server) -> None:
    ann = timed(hall, {"kind": "game", "seconds": 1, "increment": 0}, PERSON, OPEN)
    assert ann.table["time_left"] == {"seconds": [1, 1], "running": None}
    assert ann.table["status"] == "waiting"


def test_a_clock_survives_a_restart(hall: Server) -> None:
    both = timed(hall, {"kind": "game", "seconds": 600, "increment": 3}, PERSON, PERSON)
    both.move("-0000")
    before = both.look()
    hall.kill()
    hall.start()
    assert both.look()["time_left"] == before["time_left"]
    assert both.table["turn_since"] == before["turn_since"]


def test_time_that_ran_out_while_the_server_was_down_is_not_lost_at_once(hall: Server) -> None:
    both = timed(hall, {"kind": "move", "seconds": 1}, PERSON, PERSON)
    hall.kill()
    hall.start()
    until(
        lambda: datetime.fromisoformat(both.table["turn_since"]) + timedelta(seconds=2) < datetime.now(UTC),
        "the time",
    )
    assert both.look()["status"] == "playing"
    both.move("-0000")
    assert both.wait("the end", lambda table: table["status"] == "over")["result"]["winners"] == [0]


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "hour", "seconds": 60},
        {"kind": "move", "seconds": 0},
        {"kind": "game", "seconds": 60, "increment": -1},
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(hall: Server, clock: Json) -> None:
    body = {"game": "quarto", "seats": [PERSON, program("random")], "clock": clock}
    assert hall.refused("/tables", body) == (422, "bad_request")
