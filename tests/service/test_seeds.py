"""Every device has a part in the seed: nothing is dealt before, and everybody can check it afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from partie.cli.records import records_app as app
from partie.core.agent import Budget
from partie.core.record import read_record
from partie.core.seeds import mixed_seed
from partie.service.replays import verification
from partie.service.storage import Storage
from partie.service.table import Seat
from partie.service.tables import Tables, Terms
from tests.service.client import PERSON, Server, Visitor

ANNS, BOBS = "a1" * 16, "b2" * 16


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("seeds")
    running = Server(folder / "tables.db", folder / "server.log", "--cold")
    yield running
    running.kill()


def mixed_table(hall: Server) -> Visitor:
    """A table of Hearts that Ann has created, with an open seat."""
    seats = [PERSON, {"kind": "open"}, *[{"kind": "person", "name": name} for name in ("Carla", "Dan")]]
    created = hall.post("/tables", {"game": "hearts", "seats": seats, "mixed": True})
    return Visitor(hall, created["id"], list(created["secrets"].values()), created["table"])


def test_nothing_is_dealt_before_every_part_is_there(hall: Server, tmp_path: Path) -> None:
    ann = mixed_table(hall)
    assert (ann.table["status"], ann.table["awaited"]) == ("waiting", [0, 2, 3])
    seated = hall.post(f"{ann.path}/seats/1", {"name": "Bob", "part": BOBS})
    assert seated["table"]["status"] == "waiting"
    assert seated["table"]["view"]["hands"] == [None] * 4
    ann.look()
    assert ann.refused("moves", move="2c") == (409, "not_your_turn")
    assert hall.refused(f"{ann.path}/part", {"part": ANNS}) == (403, "forbidden")
    assert hall.refused(f"{ann.path}/part", {"part": "no"}, *ann.secrets) == (422, "bad_request")
    table = hall.post(f"{ann.path}/part", {"part": ANNS}, *ann.secrets)
    assert (table["status"], table["awaited"]) == ("playing", [])
    assert table["seed_parts"] == [{"seat": 0, "part": ANNS}, {"seat": 1, "part": BOBS}]
    again = hall.post(f"{ann.path}/part", {"part": "c3" * 16}, *ann.secrets)
    assert again["seed_parts"] == table["seed_parts"]

    ann.look()
    ann.do("resign")
    over = ann.look()
    server_part = over["seed_parts"][0]["part"]
    assert over["seed_parts"][0]["seat"] is None
    assert hashlib.sha256(server_part.encode()).hexdigest() == over["seed_hash"]
    assert over["seed"] == mixed_seed(server_part, {0: ANNS, 1: BOBS}) != server_part
    text = hall.http.get(f"{ann.path}/record").text
    assert read_record(text).seed_is_mixed is True

    file = tmp_path / "game.txt"
    file.write_text(text)
    shown = CliRunner().invoke(app, ["verify", str(file)])
    assert shown.exit_code == 0, shown.output
    assert over["seed_hash"] in shown.output
    assert "0 (Ann), 1 (Bob)" in shown.output
    file.write_text(text.replace(BOBS, ANNS))
    with pytest.raises(Exception, match="not the one"):
        CliRunner().invoke(app, ["verify", str(file)], catch_exceptions=False)


def test_the_seed_survives_a_restart(start: Callable[..., Server]) -> None:
    running = start()
    ann = mixed_table(running)
    hall_table = running.post(f"{ann.path}/seats/1", {"name": "Bob", "part": BOBS})["table"]
    before = running.post(f"{ann.path}/part", {"part": ANNS}, *ann.secrets)
    assert hall_table["seed_hash"] == before["seed_hash"]
    running.kill()
    running.start()
    assert running.get(ann.path, *ann.secrets)["view"] == before["view"]


def test_a_seed_that_its_parts_do_not_give_is_found_out(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "tables.db"))
    tables = Tables(storage)
    seats = [Seat("person", "Ann"), Seat("person", "Bob")]
    table, _ = tables.create("quarto", {}, seats, "en", Terms(mixed=True))
    tables.add_part(table, frozenset({0, 1}), ANNS)
    assert (table.status, dict(table.parts)) == ("playing", {0: ANNS})
    tables.resign(table, frozenset({0}), table.seq)
    assert verification(table.snapshot(), Budget()).ok
    table.parts = {0: BOBS}
    assert verification(table.snapshot(), Budget()).seed_matches is False
    storage.close()


def test_without_parts_a_table_is_as_before(hall: Server) -> None:
    ann = hall.sit_down(PERSON, {"kind": "open"})
    hall.post(f"{ann.path}/seats/1", {"name": "Bob"})
    ann.look()
    ann.do("resign")
    over = ann.look()
    assert over["seed_parts"] == []
    assert hashlib.sha256(over["seed"].encode()).hexdigest() == over["seed_hash"]
    assert "part " not in hall.http.get(f"{ann.path}/record").text
