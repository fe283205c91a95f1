"""Spectators: only with the owner's leave, and later where hands are hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from partie.service.spectators import LateTable
from partie.service.storage import Storage
from partie.service.table import Seat
from partie.service.tables import Tables
from tests.service.client import PATIENCE, PERSON, Server, Visitor, next_message

BOB = {"kind": "person", "name": "Bob"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("spectators")
    running = Server(folder / "tables.db", folder / "server.log", "--cold", "--delay", "3600")
    yield running
    running.kill()


def test_the_owner_closes_the_doors(hall: Server) -> None:
    both = hall.sit_down(PERSON, BOB)
    guest = Visitor(hall, both.id, [], both.table)
    assert guest.look()["can"]["doors"] is False
    with guest.live() as socket:
        next_message(socket)
        closed = hall.post(f"{both.path}/doors", {"open": False}, *both.secrets)
        assert closed["closed"] is True
        refused = next_message(socket, lambda message: message["type"] == "error")
        assert refused["error"]["code"] == "closed"
        with pytest.raises(ConnectionClosed) as end:
            socket.recv(timeout=PATIENCE)
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == 4410
    assert hall.http.get(both.path).status_code == 403
    assert hall.http.get(f"{both.path}/record").status_code == 403
    assert hall.refused(f"{both.path}/doors", {"open": True}) == (403, "forbidden")
    both.look()
    both.move("-0000")
    both.do("resign")
    assert guest.look()["status"] == "over"


def test_a_guest_of_an_open_seat_is_no_owner_and_a_closed_table_can_be_joined(hall: Server) -> None:
    ann = hall.post("/tables", {"game": "quarto", "seats": [PERSON, {"kind": "open"}], "closed": True})
    path = f"/tables/{ann['id']}"
    assert hall.get(path)["closed"] is True
    bob = hall.post(f"{path}/seats/1", {"name": "Bob"})["secret"]
    assert hall.refused(f"{path}/doors", {"open": True}, bob) == (403, "forbidden")
    assert hall.http.get(path).status_code == 403
    hall.post(f"{path}/doors", {"open": True}, *ann["secrets"].values())
    assert hall.get(path)["closed"] is False


def test_spectators_see_hidden_games_later(hall: Server) -> None:
    both = hall.sit_down(PERSON, BOB, game="liarsdice")
    both.move("1x2")
    guest = Visitor(hall, both.id, [], both.table)
    seen = guest.look()
    assert (seen["plies"], seen["delay"]) == (0, 3600)
    assert "1x2" not in hall.http.get(f"{both.path}/record").text
    assert both.look()["delay"] == 0
    with guest.live() as socket:
        assert next_message(socket)["table"]["plies"] == 0
        both.move("2x2")
        hall.post(f"{both.path}/doors", {"open": False}, *both.secrets)
        hall.post(f"{both.path}/doors", {"open": True}, *both.secrets)
        both.look()
        both.do("resign")
        over = next_message(socket, lambda message: message["type"] in ("update", "table", "error"))
        assert over["type"] != "error" or over["error"]["code"] == "closed"
    assert guest.look()["plies"] == 2


def test_who_came_before_a_hidden_game_began_sees_it_later_too(hall: Server) -> None:
    ann = hall.sit_down(PERSON, {"kind": "open"}, game="liarsdice")
    guest = Visitor(hall, ann.id, [], ann.table)
    with guest.live() as socket:
        assert next_message(socket)["table"]["status"] == "waiting"
        hall.post(f"{ann.path}/seats/1", {"name": "Bob"})
        late = next_message(socket, lambda message: message["type"] == "table")
        assert (late["table"]["delay"], late["table"]["plies"]) == (3600, 0)


def test_a_late_table_shows_events_when_their_time_has_come(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "tables.db"))
    tables = Tables(storage)
    table, _ = tables.create("quarto", {}, [Seat("person", "Ann"), Seat("person", "Bob")], "en")
    tables.move(table, frozenset({0}), 0, "-0000")
    late = LateTable(storage, table.id, 10)
    late.read()
    moved = table.turn_since
    assert late.next_at == moved + timedelta(seconds=10)
    assert late.advance(moved + timedelta(seconds=9)).seq == 0
    assert late.advance(moved + timedelta(seconds=10)).seq == 1
    assert late.table.turn_since == moved + timedelta(seconds=10)
    tables.move(table, frozenset({1}), 1, "a1-0001")
    late.read()
    assert late.advance(datetime.now(UTC)).seq == 1
    assert late.advance(datetime.now(UTC), over=True).seq == 2
    assert json.dumps(late.table.delay) == "0.0"
    storage.close()
