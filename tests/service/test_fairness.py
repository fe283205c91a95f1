"""Fair play: nothing is dealt early, nothing seen can be taken back, and hints are for all."""

from __future__ import annotations

import re

import pytest

from tests.service.client import PERSON, Follower, Server, Visitor, error_of, next_message, program
from tests.service.test_secrets import comparable

RANDOM = program("random")
BOB = {"kind": "person", "name": "Bob"}
OPEN = {"kind": "open"}
CARD = re.compile(r"(10|[2-9JQKA])[cdsh]$")


def test_a_pass_stays_once_the_cards_received_are_seen(server: Server) -> None:
    ann = server.sit_down(PERSON, *[RANDOM] * 3, game="hearts", rules="classic", length="1")
    ann.move()
    assert ann.wait_for_turn()["view"]["received"]
    assert ann.table["can"]["takeback"] is False
    assert ann.refused("takeback") == (409, "nothing_to_take_back")


@pytest.mark.parametrize(("game", "options"), [("hearts", {"length": "1"}), ("coinche", {"deals": 1})])
def test_a_card_stays_once_others_have_answered_it(
    server: Server, game: str, options: dict[str, object]
) -> None:
    ann = server.sit_down(PERSON, *[RANDOM] * 3, game=game, **options)
    answered = 0
    while ann.wait_for_turn()["status"] != "over":
        moves = ann.table["moves"]
        own = max((ply for ply, move in enumerate(moves) if move["seat"] == 0), default=len(moves))
        if any(CARD.match(move["move"]) for move in moves[own + 1 :]):
            answered += 1
            assert ann.table["can"]["takeback"] is False
            assert ann.refused("takeback") == (409, "nothing_to_take_back")
        ann.move()
    assert answered


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("cups", 2, {}),
        ("liarsdice", 3, {}),
        ("hearts", 4, {"rules": "coeurs"}),
        ("hearts", 4, {"rules": "classic", "pass": False}),
        ("coinche", 4, {}),
        ("axisallies", 5, {}),
        ("quarto", 2, {}),
    ],
)
def test_nothing_is_dealt_before_everybody_sits(
    server: Server, game: str, seats: int, options: dict[str, object]
) -> None:
    """What a waiting player sees does not depend on what will be dealt."""
    company = [PERSON, OPEN, *[RANDOM] * (seats - 2)]
    tables = [server.sit_down(*company, game=game, **options) for _ in range(8)]
    assert {table.table["status"] for table in tables} == {"waiting"}
    for look in (Visitor.look, lambda table: Visitor(server, table.id, [], {}).look()):
        seen = [comparable(look(table)) for table in tables]
        assert all(one == seen[0] for one in seen)
    records = {server.http.get(f"{table.path}/record").text.replace(table.id, "") for table in tables}
    assert len(records) == 1
    with tables[0].live() as socket:
        follower = Follower(socket)
        waiting = follower.next()
        assert comparable(waiting) == comparable(tables[0].table)
        server.post(f"{tables[0].path}/seats/1", {"name": "Bob"})
        playing = follower.next()
    assert playing["status"] == "playing"
    assert playing["to_move"] is not None
    if game in ("hearts", "coinche"):
        assert waiting["view"]["hands"] == [None] * 4
        assert playing["view"]["hands"][0]


def test_hints_are_for_a_single_person_by_default(server: Server) -> None:
    alone = server.sit_down(PERSON, RANDOM)
    assert (alone.table["hints"], alone.table["can"]["hint"]) == ("own", True)
    several_seats_of_one = server.sit_down(PERSON, PERSON)
    assert several_seats_of_one.table["hints"] == "own"
    for company in ((PERSON, BOB), (PERSON, OPEN), (PERSON, {"kind": "person"}), ({"kind": "person"},) * 2):
        ann = server.sit_down(*company)
        assert ann.table["hints"] == "off"
        if ann.table["status"] == "waiting":
            ann.secrets.append(server.post(f"{ann.path}/seats/1", {})["secret"])
        can = ann.look()["can"]
        del can["ask"], can["doors"]  # see test_requests.py and test_spectators.py
        assert can == {"move": True, "takeback": False, "hint": False, "resign": True}
        answer = server.http.post(
            f"{ann.path}/hint", json={}, headers={"X-Seat-Secret": ",".join(ann.secrets)}
        )
        assert answer.status_code == 403
        assert "without hints" in error_of(answer)["message"]


def test_a_table_can_be_set_up_without_hints_or_with_hints_for_all(server: Server) -> None:
    def table(seats: list[object], hints: object) -> Visitor:
        made = server.post("/tables", {"game": "quarto", "seats": seats, "hints": hints})
        return Visitor(server, made["id"], list(made["secrets"].values()), made["table"])

    assert table([PERSON, RANDOM], "off").table["can"]["hint"] is False
    ann = table([PERSON, OPEN], "all")
    seated = server.post(f"{ann.path}/seats/1", {"name": "Bob"})
    bob = Visitor(server, ann.id, [seated["secret"]], seated["table"])
    guest = Visitor(server, ann.id, [], seated["table"])
    assert ann.look()["can"]["hint"] is True
    assert bob.look()["can"]["hint"] is False
    with bob.live(since=1) as of_bob, guest.live(since=1) as of_guest:
        decision = server.post(f"{ann.path}/hint", {"agent": "random"}, *ann.secrets)
        for socket in (of_bob, of_guest):
            hint = next_message(socket, lambda message: message["type"] == "hint")["hint"]
            assert hint == {"seat": 0, "decision": decision}
    assert bob.look()["hint"] == guest.look()["hint"] == {"seat": 0, "decision": decision}
    assert bob.table["seq"] == 1, "a hint changes nothing"
    with bob.live(since=1) as back:  # the connection was lost when the hint was given
        message = next_message(back)
        assert message["events"] == []
        assert message["now"]["hint"]["seat"] == 0
    assert ann.look()["turn_since"] == seated["table"]["turn_since"]
    assert ann.move()["hint"] is None
    assert server.refused("/tables", {"game": "quarto", "seats": [PERSON, BOB], "hints": "own"}) == (
        422,
        "bad_request",
    )


def test_a_hint_for_one_person_is_not_sent_to_others(server: Server) -> None:
    ann = server.sit_down(PERSON, RANDOM)
    guest = Visitor(server, ann.id, [], ann.table)
    with guest.live() as socket:
        server.post(f"{ann.path}/hint", {"agent": "random"}, *ann.secrets)
        assert ann.look()["hint"] is None
        ann.do("resign")
        seen = next_message(socket, lambda message: message["type"] in ("hint", "update"))
    assert [event["kind"] for event in seen["events"]] == ["resign"]


def test_a_rematch_reserves_the_seats_of_its_players(server: Server) -> None:
    ann = server.sit_down(PERSON, OPEN)
    bob = server.post(f"{ann.path}/seats/1", {"name": "Bob"})["secret"]
    ann.look()
    ann.do("resign")
    again = {"game": "quarto", "seats": [{"kind": "open", "kept_for": 1}, PERSON], "after": ann.id}
    created = server.post("/tables", again, *ann.secrets)
    path = f"/tables/{created['id']}"
    waiting = server.get(path)
    assert waiting["previous"] == ann.id
    kept = waiting["seats"][0]
    assert (kept["kind"], kept["name"], kept["kept_for"], kept["you"]) == ("open", "Bob", 1, False)
    stranger = server.http.post(f"{path}/seats/0", json={"name": "Carl"})
    assert (stranger.status_code, error_of(stranger)["code"]) == (403, "seat_kept")
    assert "reserved for Bob" in error_of(stranger)["message"]
    own_secret = created["secrets"]["1"]
    assert server.refused(f"{path}/seats/0", {"name": "Carl"}, own_secret) == (403, "seat_kept")
    assert server.refused(f"{path}/seats/0", {"name": "Carl"}, *ann.secrets) == (403, "forbidden")
    assert server.get(path, bob)["seat"] is None, "the secret of the previous game only reserves the seat"
    seated = server.post(f"{path}/seats/0", {}, bob)
    assert seated["table"]["status"] == "playing"
    assert seated["table"]["seats"][0]["name"] == "Bob"
    assert seated["table"]["seats"][0]["you"] is True
    assert server.get(path, seated["secret"])["seat"] == 0
    assert server.refused(f"{path}/seats/0", {"name": "Bob"}, seated["secret"]) == (409, "seat_taken")


@pytest.mark.parametrize(
    ("seats", "after"),
    [
        ([{"kind": "open", "kept_for": 1}, PERSON], False),
        ([{"kind": "open", "kept_for": 7}, PERSON], True),
        ([{"kind": "person", "kept_for": 1}, OPEN], True),
        ([{"kind": "open", "kept_for": 1}, {"kind": "open", "kept_for": 1}], True),
        ([{"kind": "open", "kept_for": -1}, PERSON], True),
    ],
)
def test_seats_are_reserved_for_players_of_the_previous_game_only(
    server: Server, seats: list[object], after: bool
) -> None:
    ann = server.sit_down(PERSON, BOB)
    ann.do("resign")
    body = {"game": "quarto", "seats": seats, **({"after": ann.id} if after else {})}
    assert server.refused("/tables", body, *ann.secrets) == (422, "bad_request")
    assert ann.look()["next"] is None


def test_no_seat_is_reserved_for_a_program(server: Server) -> None:
    ann = server.sit_down(PERSON, RANDOM)
    ann.do("resign")
    body = {"game": "quarto", "seats": [{"kind": "open", "kept_for": 1}, PERSON], "after": ann.id}
    assert server.refused("/tables", body, *ann.secrets) == (422, "bad_request")
