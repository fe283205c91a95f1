"""Live updates over a WebSocket."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.service.client import PERSON, Server, Visitor, next_message, program


def is_table(message: dict[str, object]) -> bool:
    return message["type"] == "table"


def test_every_event_is_told(server: Server) -> None:
    ann = server.sit_down(PERSON, program("ponder:seconds=0.05"))
    with ann.live() as socket:
        first = next_message(socket)
        assert first["type"] == "table"
        assert first["table"] == ann.look()
        ann.move()
        messages = [next_message(socket) for _ in range(4)]
    kinds = [
        (message["type"], message.get("on"), message.get("table", {}).get("seq")) for message in messages
    ]
    assert kinds == [
        ("thinking", True, None),
        ("table", None, 1),
        ("thinking", False, None),
        ("table", None, 2),
    ]
    assert messages[0]["seat"] == 1
    assert messages[1]["table"]["thinking"] is True
    assert messages[3]["table"]["can"]["move"] is True


def test_a_client_resumes_where_it_was(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON)
    both.move()
    with both.live(since=0) as socket:
        assert next_message(socket)["table"]["seq"] == 1
    with both.live(since=1) as socket:
        both.move()
        assert next_message(socket)["table"]["seq"] == 2, "it was told what it knew already"


def test_everybody_sees_his_own_side(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON, game="cups")
    guest = Visitor(server, both.id, [], both.table)
    with both.live() as mine, guest.live() as theirs:
        assert next_message(mine)["table"]["view"]["cups"][0] is not None
        assert next_message(theirs)["table"]["view"]["cups"] == [None, None]
        both.move("keep")
        assert next_message(theirs)["table"]["legal"] == []
        assert next_message(mine)["table"]["legal"] == ["keep", "roll"]


def test_what_a_client_sends_after_its_hello_is_not_read(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON)
    with both.live(since=0) as socket:
        socket.send('{"move": "-0000"}')
        socket.send(b"\xff\x00")
        both.move("-0001")
        assert next_message(socket)["table"]["moves"][0]["move"] == "-0001"


@pytest.mark.parametrize("first", ["", "[]", "{", '{"secret": "x"}', '{"secrets": [1]}', b"\xff\x00"])
def test_who_does_not_say_hello_is_told_how(server: Server, first: str | bytes) -> None:
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


def test_a_failure_is_told(server: Server) -> None:
    ann = server.sit_down(PERSON, program("broken"))
    with ann.live() as socket:
        ann.move("-0000")
        assert next_message(socket, lambda message: is_table(message) and message["table"]["trouble"])


@pytest.mark.parametrize(
    ("table_id", "secret", "close", "code"),
    [
        ("2" * 12, None, 4404, "not_found"),
        ("nonsense", None, 4404, "not_found"),
        (None, "wrong", 4403, "forbidden"),
    ],
)
def test_who_does_not_belong_is_told_and_sent_away(
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
