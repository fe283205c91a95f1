"""The lobby: tables that wait for people, codes that lead there, and programs that step in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from partie.service.clock import Clock
from partie.service.models import LobbyRequest
from partie.service.service import Service
from partie.service.storage import LobbyRow, Storage
from partie.service.table import Seat
from partie.service.tables import Terms
from tests.service.client import PERSON, Json, Server, until

OPEN = {"kind": "open"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("lobby")
    running = Server(folder / "tables.db", folder / "server.log", "--cold")
    yield running
    running.kill()


def put_up(hall: Server, lobby: Json | None, game: str = "quarto", **options: object) -> Json:
    table: Json = hall.post(
        "/tables", {"game": game, "options": options, "seats": [PERSON, OPEN], "lobby": lobby}
    )
    return table


def listed(hall: Server, game: str = "") -> list[str]:
    return [one["table"] for one in hall.get(f"/lobby?game={game}" if game else "/lobby")["tables"]]


def test_open_tables_are_listed_until_they_are_full(hall: Server) -> None:
    quiet = put_up(hall, None)
    shown = put_up(hall, {}, squares=True)
    other = put_up(hall, {}, game="liarsdice")
    assert listed(hall) == [other["id"], shown["id"]]
    assert listed(hall, "quarto") == [shown["id"]]
    (entry,) = hall.get("/lobby?game=quarto")["tables"]
    assert entry["options"]["squares"] is True
    assert [seat["kind"] for seat in entry["seats"]] == ["person", "open"]
    assert entry["fill_at"] is None
    secret = quiet["secrets"]["0"]
    code = hall.get(f"/tables/{quiet['id']}/code", secret)["code"]
    assert hall.http.get(f"/tables/{quiet['id']}/code").status_code == 403
    typed = f" {code[:3].upper()}-{code[3:]}"
    assert hall.get(f"/codes/{typed}")["table"] == quiet["id"]
    hall.post(f"/tables/{quiet['id']}/seats/1", {"name": "Bob"})
    assert hall.http.get(f"/codes/{code}").status_code == 404
    hall.post(f"/tables/{shown['id']}/seats/1", {"name": "Bob"})
    assert listed(hall, "quarto") == []


def test_a_program_steps_in_after_a_while(hall: Server, start: Callable[..., Server]) -> None:
    waiting = put_up(hall, {"seconds": 3600, "agent": "expert"})
    assert hall.get(f"/tables/{waiting['id']}/code", waiting["secrets"]["0"])["agent"] == "expert"
    short = put_up(hall, {"seconds": 1})
    table = until(
        lambda: (found := hall.get(f"/tables/{short['id']}"))["status"] == "playing" and found, "a program"
    )
    assert (table["seats"][1]["kind"], table["seats"][1]["agent"]) == ("program", "intermediate")
    assert short["id"] not in listed(hall)
    assert hall.get(f"/tables/{waiting['id']}")["status"] == "waiting"
    assert hall.refused(
        "/tables", {"game": "quarto", "seats": [PERSON, OPEN], "lobby": {"seconds": 5, "agent": "nobody"}}
    ) == (422, "bad_request")


def test_a_program_steps_in_after_a_restart(start: Callable[..., Server]) -> None:
    running = start()
    made = put_up(running, {"seconds": 1, "agent": "beginner"})
    running.kill()
    running.start()
    until(lambda: running.get(f"/tables/{made['id']}")["status"] == "playing", "a program")


def test_abandoned_tables_are_not_opened_to_list_the_others(tmp_path: Path) -> None:
    """A server may have thousands of them, of the last thirty days."""
    storage = Storage(str(tmp_path / "tables.db"))
    before = Service(storage, seconds=1, workers=1)
    made = {}
    for name, clock in (("abandoned", None), ("correspondence", Clock("move", 86_400.0)), ("new", None)):
        table, _ = before.tables.create(
            "quarto", {}, [Seat("person"), Seat("open")], "en", Terms(clock=clock)
        )
        before.lobby.add(table, LobbyRequest())
        made[name] = table.id
    with storage.session(write=True) as session:
        old = update(LobbyRow).where(LobbyRow.table_id != made["new"])
        session.execute(old.values(created=datetime.now(UTC) - timedelta(days=2)))
    service = Service(storage, seconds=1, workers=1)
    assert [entry.table for entry in service.lobby.tables(None)] == [made["new"], made["correspondence"]]
    assert service.tables.known(made["abandoned"]) is None
    service.presence.see(made["abandoned"], [0])
    assert {entry.table for entry in service.lobby.tables("quarto")} == set(made.values())
    assert service.lobby.tables("hearts") == []
    storage.close()
