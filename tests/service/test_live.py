"""Live updates over a WebSocket."""

from __future__ import annotations

import json

import pytest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from partie.service import models
from partie.service.table import RECENT_EVENTS
from tests.service.client import PERSON, Follower, Server, Visitor, next_message, program

LIVE = TypeAdapter[models.LiveMessage](models.LiveMessage)


def test_every_event_is_sent(server: Server) -> None:
    ann = server.sit_down(PERSON, program("ponder:seconds=0.05"))
    with ann.live() as socket:
        follower = Follower(socket)
        first = follower.receive()
        assert first["type"] == "table"
        assert first["table"] == ann.look()
        ann.move()
        messages = [follower.receive() for _ in range(4)]
    kinds = [(message["type"], message.get("on"), message.get("now", {}).get("seq")) for message in messages]
    assert kinds == [
        ("thinking", True, None),
        ("update", None, 1),
        ("thinking", False, None),
        ("update", None, 2),
    ]
    assert messages[0]["seat"] == 1
    assert messages[1]["now"]["thinking"] is True
    assert [[event["seq"] for event in messages[at]["events"]] for at in (1, 3)] == [[1], [2]]
    assert messages[3]["now"]["can"]["move"] is True
    assert follower.table == ann.look(), "the updates add up to the table"


def test_every_message_is_as_declared(server: Server) -> None:
    """Messages have exactly the fields of their models."""
    ann = server.sit_down(PERSON, program("broken"))
    with ann.live() as socket:
        ann.move("-0000")
        kinds = set()
        while "update" not in kinds or "thinking" not in kinds:
            message = next_message(socket)
            assert LIVE.validate_python(message).model_dump(mode="json") == message
            kinds.add(message["type"])


def test_a_client_resumes_where_it_was(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON)
    before = both.table
    both.move()
    with both.live(since=0) as socket:
        follower = Follower(socket, before)
        message = follower.receive()
        assert (message["type"], message["since"]) == ("update", 0)
        assert follower.table == both.look()
    with both.live(since=1) as socket:
        follower = Follower(socket, both.table)
        both.move()
        message = follower.receive()
        assert [event["seq"] for event in message["events"]] == [2], "it was sent what it knew already"
        assert follower.table == both.look()


def test_a_client_that_was_away_gets_what_it_missed(server: Server) -> None:
    """Whatever happened meanwhile, the client ends up with the table.

    Moves that were taken back are sent without text."""
    ann = server.sit_down(PERSON, {"kind": "open"})
    tables = [ann.look()]
    seated = server.post(f"{ann.path}/seats/1", {"name": "Bob"})
    both = Visitor(server, ann.id, [*ann.secrets, seated["secret"]], ann.look())
    for act in (
        "-0000",
        "a1-0001",
        "takeback",
        "a1-0011",
        "b1-0101",
        "takeback",
        "takeback",
        "d4-0110",
        "resign",
    ):
        tables.append(ann.look())
        if act in ("takeback", "resign"):
            both.do(act)
        else:
            both.move(act)
    for table in tables:
        with ann.live(since=table["seq"]) as socket:
            follower = Follower(socket, table)
            message = follower.receive()
            assert message["type"] == "update"
            assert [event["seq"] for event in message["events"]] == list(range(table["seq"] + 1, 11))
            assert follower.table == ann.look()
    with ann.live(since=0) as socket:
        message = next_message(socket)
    assert [event["kind"] for event in message["events"]][:4] == ["sit", "move", "move", "takeback"]
    assert [event["move"] for event in message["events"] if event["kind"] == "move"] == [
        "-0000",
        None,
        None,
        None,
        "d4-0110",
    ]


@pytest.mark.parametrize("since", [-1, 7, 10**9])
def test_a_client_with_an_unknown_last_event_gets_the_whole_table(server: Server, since: int) -> None:
    both = server.sit_down(PERSON, PERSON)
    both.move()
    with both.live(since=since) as socket:
        message = next_message(socket)
        assert message["table"] == both.look()
        both.move()
        assert next_message(socket)["since"] == 1


def test_a_client_that_was_away_for_long_gets_the_whole_table(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON)
    both.move()
    while both.table["seq"] <= RECENT_EVENTS:
        both.move()
        both.do("takeback")
    with both.live(since=0) as socket:
        assert next_message(socket)["table"] == both.look()
    late = both.table["seq"] - RECENT_EVENTS
    with both.live(since=late) as socket:
        assert len(next_message(socket)["events"]) == RECENT_EVENTS


def test_a_long_game_costs_no_more_than_a_short_one(server: Server) -> None:
    """Neither live messages nor responses repeat earlier moves."""
    both = server.sit_down(PERSON, PERSON, game="liarsdice", dice=6)
    sizes: list[int] = []
    with both.live(since=0) as socket:
        while both.table["status"] != "over" and len(sizes) < 80:
            bids = [move for move in both.table["legal"] if "x" in move]
            both.move(bids[0] if len(sizes) % 6 < 5 else "liar")
            message = next_message(socket)
            assert "moves" not in message["now"]
            assert len(message["events"]) == 1
            assert message["revised"] == []
            sizes.append(len(json.dumps({**message["now"], "view": None, "legal": []})))
    assert len(sizes) > 40
    early, late = sizes[:20], sizes[-21:-1]  # the last one has the result
    assert max(late) <= max(early) + 20, "except for the view, only some numbers grow by a digit"


def test_everybody_sees_their_own_side(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON, game="cups")
    guest = Visitor(server, both.id, [], both.table)
    with both.live() as of_players, guest.live() as of_guest:
        assert next_message(of_players)["table"]["view"]["cups"][0] is not None
        assert next_message(of_guest)["table"]["view"]["cups"] == [None, None]
        both.move("keep")
        assert next_message(of_guest)["now"]["legal"] == []
        assert next_message(of_players)["now"]["legal"] == ["keep", "roll"]


def test_a_device_of_several_players_shows_each_their_own_moves(server: Server) -> None:
    """The seat on display changes with every move: moves it may not see disappear, others come back."""
    device = server.sit_down(*[PERSON] * 4, game="hearts", rules="classic", length="1")
    with device.live() as socket:
        follower = Follower(socket)
        assert follower.next() == device.look()
        for _ in range(6):  # four pass, the first two lead and follow
            device.move()
            assert device.table == follower.next() == device.look()
    assert [move["seat"] for move in device.table["moves"] if move["move"] is None]
    with device.live(since=2) as socket:
        assert next_message(socket)["table"] == device.look(), (
            "the server cannot know which seat was on display"
        )


def test_moves_over_the_connection(server: Server) -> None:
    """The update is the confirmation; a refusal says what was refused."""
    both = server.sit_down(PERSON, PERSON)
    with both.live() as socket, both.live(since=0) as other:
        follower = Follower(socket)
        follower.receive()
        socket.send(json.dumps({"seq": 0, "move": "-0000"}))
        assert follower.receive()["events"][0]["move"] == "-0000"
        assert next_message(other)["events"][0]["move"] == "-0000"
        for seq, move, code in [(0, "a1-0001", "out_of_date"), (1, "a1-0000", "illegal_move")]:
            socket.send(json.dumps({"seq": seq, "move": move}))
            refused = follower.receive()
            assert (refused["type"], refused["error"]["code"]) == ("refused", code)
            assert (refused["seq"], refused["move"]) == (seq, move)
        for seq, move in enumerate(["a1-0001", "b1-0010", "c1-0011"], 1):  # without waiting for answers
            socket.send(json.dumps({"seq": seq, "move": move}))
        assert follower.next(lambda table: table["seq"] == 4) == both.look()
    guest = Visitor(server, both.id, [], both.table)
    with guest.live(since=4) as socket:
        socket.send(json.dumps({"seq": 4, "move": "d1-0100"}))
        assert next_message(socket)["error"]["code"] == "forbidden"


def test_a_message_that_is_no_move_is_refused(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON)
    with both.live(since=0) as socket:
        for nonsense in ('{"move": "-0000"}', "[]", b"\xff\x00", '{"seq": 0, "move": "-0000", "more": 1}'):
            socket.send(nonsense)
            message = next_message(socket)
            assert (message["type"], message["error"]["code"]) == ("refused", "bad_request")
            assert message["seq"] is message["move"] is None
        both.move("-0001")
        assert next_message(socket)["events"][0]["move"] == "-0001"


@pytest.mark.parametrize("first", ["", "[]", "{", '{"secret": "x"}', '{"secrets": [1]}', b"\xff\x00"])
def test_a_bad_first_message_is_answered_with_the_right_form(server: Server, first: str | bytes) -> None:
    both = server.sit_down(PERSON, PERSON)
    with connect(f"{server.url.replace('http', 'ws')}/api{both.path}/live") as socket:
        socket.send(first)
        message = next_message(socket)
        assert message["type"] == "error"
        assert message["error"]["code"] == "bad_request"
        assert '"secrets"' in message["error"]["message"]
        with pytest.raises(ConnectionClosed) as closed:
            next_message(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_a_secret_in_the_address_opens_nothing(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON, game="cups")
    address = f"{server.url.replace('http', 'ws')}/api{both.path}/live?secret={','.join(both.secrets)}"
    with connect(address) as socket:
        socket.send("{}")
        assert next_message(socket)["table"]["view"]["cups"] == [None, None]


def test_a_failure_is_sent(server: Server) -> None:
    ann = server.sit_down(PERSON, program("broken"))
    with ann.live() as socket:
        follower = Follower(socket)
        ann.move("-0000")
        table = follower.next(lambda table: table["trouble"])
    assert table["seq"] == 1, "a failure is no event"
    with ann.live(since=1) as socket:
        message = next_message(socket)
        assert message["events"] == []
        assert message["now"]["trouble"]["seat"] == 1


@pytest.mark.parametrize(
    ("table_id", "secret", "close", "code"),
    [
        ("2" * 12, None, 4404, "not_found"),
        ("nonsense", None, 4404, "not_found"),
        (None, "wrong", 4403, "forbidden"),
    ],
)
def test_a_client_without_access_is_told_and_disconnected(
    server: Server, table_id: str | None, secret: str | None, close: int, code: str
) -> None:
    both = server.sit_down(PERSON, PERSON)
    lost = Visitor(server, table_id or both.id, [secret] if secret else [], both.table)
    with lost.live() as socket:
        message = next_message(socket)
        assert message["type"] == "error"
        assert message["error"]["code"] == code
        with pytest.raises(ConnectionClosed) as closed:
            next_message(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == close
