"""Who is at a table, and how the others go on without somebody who has left."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from partie.core.record import read_record
from partie.service import models, show
from partie.service.presence import Presence, Visit, Visits
from partie.service.service import Service
from partie.service.storage import Storage
from partie.service.table import Seat, Table
from tests.service.client import PERSON, Json, Server, Visitor, next_message, program, until

QUICK = "alphabeta:depth=1"
OPEN = {"kind": "open"}
TWO = frozenset({1})


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where people count as gone after a moment."""
    folder = tmp_path_factory.mktemp("presence")
    running = Server(folder / "tables.db", folder / "server.log", "--only", "quarto", "--grace", "0.2")
    until(lambda: running.get("/games/quarto")["ready"], "Quarto to be compiled", 600.0)
    yield running
    running.stop()
    assert "Exception in ASGI application" not in (folder / "server.log").read_text()


def pair(server: Server, game: str = "quarto", *others: Json) -> tuple[Visitor, Visitor]:
    """Ann and Bob at a table, each with their own secret."""
    ann = server.sit_down(PERSON, OPEN, *others, game=game)
    seated = server.post(f"{ann.path}/seats/1", {"name": "Bob"})
    ann.look()
    return ann, Visitor(server, ann.id, [seated["secret"]], seated["table"])


def away(server: Server, ann: Visitor, seat: int) -> bool:
    """Whether the others may go on without this seat."""
    present = server.get(f"{ann.path}/presence")
    who = next(one for one in present["seats"] if one["seat"] == seat)
    return bool(not who["here"] and who["seconds"] >= present["grace"])


def test_who_left_and_came_back_at_once_is_last_said_to_be_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that loses its connection opens another, while the server notices that the first has gone."""
    service = Service(Storage(str(tmp_path / "tables.db")), seconds=1, workers=1)
    table, _ = service.tables.create("quarto", {}, [Seat("person"), Seat("person")], "en")
    sent: list[bool] = []
    monkeypatch.setattr(service.hub, "publish", lambda id, message: sent.append(message.seats[1].here))
    rendered, came_back = threading.Event(), threading.Event()
    render = show.render_presence

    def slowly(table: Table, presence: Presence) -> models.Presence:
        present = render(table, presence)
        if not rendered.is_set():
            rendered.set()
            came_back.wait(0.5)  # nobody else may publish meanwhile
        return present

    monkeypatch.setattr(show, "render_presence", slowly)
    leaving = threading.Thread(target=service.publish_presence, args=[table])
    leaving.start()
    assert rendered.wait(60)
    service.presence.arrive(Visit(table.id, TWO))
    service.publish_presence(table)
    came_back.set()
    leaving.join()
    assert sent[-1]
    service.storage.close()


def test_away_is_counted_from_the_last_sign_of_life() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    presence = Presence(grace=60, now=lambda: now)
    began = now
    visit = Visit("t", TWO)
    presence.arrive(visit)
    presence.arrive(visit)
    now += timedelta(seconds=100)
    presence.leave(visit)
    assert presence.is_here("t", 1), "another page is still open"
    assert presence.away_since("t", 1) is None
    presence.leave(visit)
    assert presence.away_since("t", 1) == now
    now += timedelta(seconds=7)
    assert presence.seconds_away("t", 1) == 7
    presence.see("t", [1])
    assert presence.seconds_away("t", 1) == 0
    assert presence.away_since("t", 0) == began, "never seen: since the server started"


def test_everybody_learns_who_comes_and_goes(hasty: Server) -> None:
    ann, bob = pair(hasty)
    guest = Visitor(hasty, ann.id, [], ann.table)
    with ann.live() as socket:

        def next_presence() -> Json:
            return next_message(socket, lambda message: message["type"] == "presence")

        first = next_presence()
        assert [one["here"] for one in first["seats"]] == [True, False]
        assert first["seats"][1]["away_since"]
        with bob.live():
            assert [one["here"] for one in next_presence()["seats"]] == [True, True]
            with guest.live():
                assert next_presence()["watchers"] == 1
            assert next_presence()["watchers"] == 0
        gone = next_presence()
        assert [one["here"] for one in gone["seats"]] == [True, False]
        assert gone["seats"][1]["seconds"] < 60


def test_nobody_is_replaced_while_they_are_here(hasty: Server) -> None:
    ann, bob = pair(hasty)
    with bob.live() as socket:
        next_message(socket)
        assert ann.refused("seats/1/stand-in", agent=QUICK) == (409, "still_here")
        assert ann.refused("claim") == (409, "still_here")
    until(lambda: away(hasty, ann, 1), "Bob to be gone")
    stranger = Visitor(hasty, ann.id, [], ann.table)
    assert stranger.refused("seats/1/stand-in", agent=QUICK) == (403, "forbidden")
    assert stranger.refused("claim") == (403, "forbidden")
    assert ann.refused("seats/0/stand-in", agent=QUICK)[1] in ("forbidden", "still_here")
    assert ann.refused("seats/1/stand-in", agent="nobody") == (422, "bad_request")
    assert ann.refused("seats/1/stand-in", agent="my.py:Agent") == (422, "bad_request")


def test_a_program_plays_on_until_the_owner_returns(hasty: Server) -> None:
    ann, bob = pair(hasty)
    ann.move("-0000")
    bob.look()
    bob.move("a1-0001")
    until(lambda: away(hasty, ann, 1), "Bob to be gone")
    ann.look()
    ann.do("seats/1/stand-in", agent=QUICK)
    assert ann.table["seats"][1]["stand_in"] == {"agent": QUICK, "until": "return"}
    assert ann.table["seats"][1]["kind"] == "person"
    ann.move("b2-0010")
    ann.wait_for_turn()
    assert [move["agent"] for move in ann.table["moves"]] == [None, None, None, QUICK]
    with bob.live() as socket:
        table = next_message(socket, lambda message: message["type"] == "table")["table"]
        assert table["seats"][1]["stand_in"] is None, "who comes back plays again"
        assert table["moves"][3]["agent"] == QUICK
    ann.wait("Bob's return", lambda table: table["seats"][1]["stand_in"] is None)
    ann.move()
    bob.look()
    assert bob.table["can"]["move"]
    bob.do("resign")
    record = hasty.http.get(f"{ann.path}/record").text
    assert f"moves 4: {QUICK}\n" in record
    assert [tuple(one) for one in read_record(record).made_by] == [(QUICK, (4,))]
    assert hasty.post(f"{ann.path}/verify")["ok"]
    kept = hasty.post("/records", {"record": record, "keep": True})["table"]
    assert [move["agent"] for move in kept["moves"]] == [None, None, None, QUICK, None]
    again = hasty.get(f"/tables/{kept['id']}")
    assert [move["agent"] for move in again["moves"]] == [None, None, None, QUICK, None]


def test_a_move_of_the_owner_ends_the_substitution(hasty: Server) -> None:
    ann, bob = pair(hasty)
    until(lambda: away(hasty, ann, 0), "Ann to be gone")
    bob.do("seats/0/stand-in", agent="ponder:seconds=60")
    ann.look()
    assert ann.table["thinking"]
    ann.move("-0000")
    assert ann.table["seats"][0]["stand_in"] is None
    assert ann.table["moves"][0]["agent"] is None


def test_a_substitution_survives_a_restart(hasty: Server) -> None:
    ann, bob = pair(hasty)
    until(lambda: away(hasty, ann, 1), "Bob to be gone")
    ann.do("seats/1/stand-in", agent=QUICK)
    hasty.kill()
    hasty.start()
    until(lambda: hasty.get("/games/quarto")["ready"], "Quarto to be compiled", 600.0)
    assert ann.look()["seats"][1]["stand_in"]["agent"] == QUICK
    ann.move("-0000")
    assert ann.wait_for_turn()["moves"][1]["agent"] == QUICK
    bob.look()
    bob.do("return")
    assert bob.table["seats"][1]["stand_in"] is None


def test_the_game_is_claimed_from_somebody_who_left(hasty: Server) -> None:
    ann, bob = pair(hasty)
    ann.move("-0000")
    until(lambda: away(hasty, ann, 1), "Bob to be gone")
    ann.do("claim")
    assert ann.table["status"] == "over"
    assert ann.table["result"]["kind"] == "abandoned"
    assert ann.table["result"]["winners"] == [0]
    assert ann.table["result"]["reason"]["text"] == {
        "en": "Bob left the game.",
        "fr": "Bob a quitté la partie.",
    }
    assert ann.table["scores"] is None
    record = hasty.http.get(f"{ann.path}/record").text
    assert record.rstrip().endswith("result: abandoned 1")
    kept = hasty.post("/records", {"record": record, "keep": True})["table"]
    assert kept["result"]["kind"] == "abandoned"
    assert hasty.get(f"/tables/{kept['id']}")["result"]["winners"] == [0]
    assert bob.look()["status"] == "over"


def test_nothing_is_claimed_from_programs(hasty: Server) -> None:
    ann = hasty.sit_down(PERSON, program(QUICK))
    assert ann.refused("claim") == (403, "forbidden")


def test_a_partner_who_is_here_keeps_the_game(hasty: Server) -> None:
    """Carla has left the side of Bob, who is here: their game cannot be claimed, but a program can help."""
    ann = hasty.sit_down(PERSON, OPEN, OPEN, OPEN, game="coinche")
    others = []
    for seat, name in ((1, "Bob"), (2, "Dan"), (3, "Carla")):
        seated = hasty.post(f"{ann.path}/seats/{seat}", {"name": name})
        others.append(Visitor(hasty, ann.id, [seated["secret"]], seated["table"]))
    bob, _, _ = others
    with ExitStack() as open_pages:
        next_message(open_pages.enter_context(bob.live()))
        until(lambda: away(hasty, ann, 3), "Carla to be gone")
        ann.look()
        assert ann.refused("claim") == (409, "still_here")
        bob.look()
        bob.do("seats/3/stand-in", agent="beginner")
        assert bob.table["seats"][3]["stand_in"]["agent"] == "beginner"
        assert bob.table["seats"][3]["name"] == "Carla"


def test_attended_are_tables_with_somebody_here_or_lately() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    presence = Presence(now=lambda: now)
    presence.arrive(Visit("stays", TWO))
    presence.arrive(Visit("watched", frozenset()))
    presence.hear("another process", "elsewhere", Visits({0: 1}, 0))
    presence.see("left", [0])
    now += timedelta(seconds=100)
    presence.see("leaves", [0])
    now += timedelta(seconds=50)
    assert presence.attended(0) == {"stays", "elsewhere"}
    assert presence.attended(60) == {"stays", "elsewhere", "leaves"}
    assert presence.attended(200) == {"stays", "elsewhere", "leaves", "left"}
