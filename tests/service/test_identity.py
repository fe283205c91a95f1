"""What belongs to a person: carried to another device, shown, and deleted. There are no accounts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from partie.service.errors import NotFound
from partie.service.identity.transfers import Transfers
from partie.service.storage import Storage
from tests.service.client import Json, Server, Visitor, next_message

ANNS_DEVICE, BOBS_DEVICE = "a" * 32, "b" * 32


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("identity")
    running = Server(folder / "tables.db", folder / "server.log", "--cold")
    yield running
    running.kill()


def person(name: str, device: str) -> Json:
    return {"kind": "person", "name": name, "device": device, "level": "expert"}


def test_a_code_works_once_and_not_for_ever(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    storage = Storage(str(tmp_path / "tables.db"))
    transfers = Transfers(storage, 600, lambda: now)
    code, other = transfers.offer("{}"), transfers.offer("[]")
    assert transfers.fetch(code) == "{}"
    with pytest.raises(NotFound):
        transfers.fetch(code)
    now += timedelta(seconds=600)
    with pytest.raises(NotFound):
        transfers.fetch(other)
    storage.close()


def test_a_bundle_cannot_be_read_from_the_database(tmp_path: Path) -> None:
    """Another process gives it out; the file has neither the bundle nor its code."""
    storages = [Storage(str(tmp_path / "tables.db")) for _ in range(2)]
    here, there = (Transfers(storage) for storage in storages)
    code = here.offer('{"device": "très secret"}')
    stored = b"".join(part.read_bytes() for part in tmp_path.iterdir())
    assert b"secret" not in stored
    assert code.encode() not in stored
    assert there.fetch(code) == '{"device": "très secret"}'
    for storage in storages:
        storage.close()


def test_a_bundle_is_carried_to_another_device(office: Server) -> None:
    made = office.post("/transfers", {"bundle": '{"device": "x"}'})
    assert made["seconds"] == 600
    assert office.post(f"/transfers/{made['code']}") == {"bundle": '{"device": "x"}'}
    assert office.refused(f"/transfers/{made['code']}", None) == (404, "not_found")
    assert office.refused("/transfers", {"bundle": "x" * 100_001}) == (422, "bad_request")


def test_results_and_ratings_belong_to_a_person_and_can_be_deleted(office: Server) -> None:
    both = office.sit_down(person("Ann", ANNS_DEVICE), person("Bob", BOBS_DEVICE))
    both.move("-0000")
    both.do("resign")
    table = office.get(both.path)
    assert table["result"]["winners"] == [0]
    me = office.post("/people/me", {"device": ANNS_DEVICE, "name": "Ann"})
    assert [(game["game"], game["played"], game["won"]) for game in me["games"]] == [("quarto", 1, 1)]
    (rating,) = me["games"][0]["ratings"]
    assert rating["ci95"][0] < rating["rating"] < rating["ci95"][1]
    assert rating["rating"] > 1500
    (result,) = me["results"]
    assert result["table"] == both.id
    assert result["others"] == [{"name": "Bob", "agent": None, "partner": False}]
    assert office.post("/people/me", {"device": "c" * 32, "name": "Ann"}) == {
        "games": [],
        "results": [],
        "memories": [],
    }

    assert office.post("/people/forget", {"device": BOBS_DEVICE, "tables": [both.id]}) == {
        "results": 1,
        "seats": 1,
        "memories": 0,
    }
    assert office.post("/people/me", {"device": BOBS_DEVICE, "name": "Bob"})["results"] == []
    names = [seat["name"] for seat in office.get(both.path)["seats"]]
    assert names == ["Ann", None], "other people keep their games"
    ratings = office.get("/arena/games/quarto")["ratings"]
    assert "Bob" not in [one["name"] for one in ratings]
    assert office.post("/people/forget", {"device": BOBS_DEVICE}) == {
        "results": 0,
        "seats": 0,
        "memories": 0,
    }


def test_a_seat_that_was_taken_later_is_forgotten_too(office: Server) -> None:
    ann = office.sit_down(person("Ann", ANNS_DEVICE), {"kind": "open"})
    seated = office.post(f"{ann.path}/seats/1", {"name": "Bob", "device": BOBS_DEVICE, "level": "beginner"})
    bob = Visitor(office, ann.id, [seated["secret"]], seated["table"])
    with ann.live() as socket:
        next_message(socket)
        assert office.post("/people/forget", {"device": BOBS_DEVICE, "tables": [ann.id]})["seats"] == 1
        assert bob.look()["seats"][1]["name"] is None
        ann.look()
        ann.move("-0000")
        update = next_message(socket, lambda message: message["type"] == "update")
        assert update["now"]["seats"][1]["name"] is None, "who is connected follows the same table"
    assert bob.table["seats"][1]["you"], "a game in progress goes on"
