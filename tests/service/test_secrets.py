"""Who may see and do what at a table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.client import PERSON, Server, Visitor, next_message

OWN = {"id", "created", "turn_since", "seed_hash"}
"""Fields that differ between any two tables."""


def spectator(visitor: Visitor) -> Visitor:
    return Visitor(visitor.server, visitor.id, [], visitor.table)


def test_a_spectator_sees_and_may_do_nothing(server: Server) -> None:
    ann = server.sit_down(PERSON, PERSON)
    guest = spectator(ann)
    assert guest.look()["seat"] is None
    assert guest.table["legal"] == []
    assert not any(guest.table["can"].values())
    for what, body in [("moves", {"move": "-0000"}), ("takeback", {}), ("resign", {})]:
        assert guest.refused(what, **body) == (403, "forbidden")


def test_a_wrong_secret_opens_nothing(server: Server) -> None:
    ann, other = server.sit_down(PERSON, PERSON), server.sit_down(PERSON, PERSON)
    for secrets in (["wrong"], other.secrets, [ann.secrets[0], "wrong"], ["é"]):
        headers = {b"X-Seat-Secret": ",".join(secrets).encode()}
        assert server.http.get(ann.path, headers=headers).status_code == 403
        body = {"seq": 0, "move": "-0000"}
        assert server.http.post(f"{ann.path}/moves", json=body, headers=headers).status_code == 403
    assert ann.look()["seq"] == 0


def test_the_seat_of_the_secret_decides_whose_move_it_is(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON)
    bob = Visitor(server, both.id, both.secrets[1:], both.table)
    assert bob.look()["seat"] == 1
    assert bob.refused("moves", move="-0000") == (409, "not_your_turn")


def test_secrets_and_seeds_do_not_leak(server: Server) -> None:
    ann = server.sit_down(PERSON, PERSON)
    ann.move()
    for path in (ann.path, f"{ann.path}/record"):
        text = server.http.get(path, headers={"X-Seat-Secret": ann.secrets[0]}).text
        assert "secret_hash" not in text
        assert not any(secret in text for secret in ann.secrets)
    assert "seed: secret" in server.http.get(f"{ann.path}/record").text
    assert server.http.get(f"{ann.path}/replay").status_code == 403
    assert server.refused(f"{ann.path}/verify", None) == (403, "forbidden")


def comparable(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in OWN}


def test_tables_that_differ_in_hidden_things_look_the_same(server: Server) -> None:
    """With hidden dice, spectators see the same table whatever the deal, and a seat sees only its own die."""
    tables = [server.sit_down(PERSON, PERSON, game="cups") for _ in range(12)]
    for table in tables:
        table.move("keep")
    seen = [comparable(spectator(table).look()) for table in tables]
    assert all(one == seen[0] for one in seen)
    own: dict[Any, list[Any]] = {}
    for table in tables:
        first = Visitor(server, table.id, table.secrets[:1], table.table).look()
        assert first["view"]["cups"][1] is None
        own.setdefault(first["view"]["cups"][0], []).append(comparable(first))
    assert len(own) > 1, "all deals were the same: nothing was compared"
    assert all(one == same[0] for same in own.values() for one in same)


def test_a_shared_device_shows_only_the_seat_to_move(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON, game="cups")
    assert both.table["view"]["cups"][0] is not None
    assert both.table["view"]["cups"][1] is None
    both.move("keep")
    assert both.table["view"]["cups"][0] is None
    assert both.table["view"]["cups"][1] is not None


@pytest.mark.parametrize("seat", [0, 1])
def test_a_replay_shows_everything_or_what_one_seat_saw(server: Server, seat: int) -> None:
    both = server.sit_down(PERSON, PERSON, game="cups")
    while both.table["status"] != "over":
        both.move("keep")
    everything = server.get(f"{both.path}/replay", both.secrets[seat])
    assert [step["ply"] for step in everything["steps"]] == [0, 1, 2, 3, 4]
    assert (everything["seen_by"], everything["table"]["seat"]) == (None, seat)
    cups = everything["steps"][0]["view"]["cups"]
    assert None not in cups
    seen = server.get(f"{both.path}/replay?seen_by={1 - seat}", both.secrets[seat])
    assert (seen["seen_by"], seen["table"]["seat"]) == (1 - seat, 1 - seat)
    assert seen["steps"][0]["view"]["cups"] == [cups[other] if other != seat else None for other in (0, 1)]
    assert [step["position"] for step in seen["steps"]] == [step["position"] for step in everything["steps"]]
    assert server.post(f"{both.path}/verify")["ok"] is True
    assert server.http.get(f"{both.path}/replay?seen_by=2").status_code == 404


def test_a_secret_move_is_shown_to_its_player_only_until_the_table_is_over(server: Server) -> None:
    """Cards are passed face down: neither the table nor live messages nor the record reveal them."""
    device = server.sit_down(*[PERSON] * 4, game="hearts", rules="classic", length="1")
    passer, *others = [Visitor(server, device.id, [secret], device.table) for secret in device.secrets]
    chosen = passer.table["legal"][7]
    passer.move(chosen)
    assert passer.look()["moves"] == [{"seq": 1, "seat": 0, "move": chosen, "data": None, "agent": None}]
    for visitor in (*others, spectator(device), device):
        assert visitor.look()["moves"] == [{"seq": 1, "seat": 0, "move": None, "data": None, "agent": None}]
        for since in (None, 0):
            with visitor.live(since) as socket:
                message = next_message(socket, lambda message: message["type"] in ("table", "update"))
            moves = message["events"] if message["type"] == "update" else message["table"]["moves"]
            assert moves[0]["move"] is None
            assert chosen not in str(message)
    for secrets in ({"X-Seat-Secret": passer.secrets[0]}, {}):
        record = server.http.get(f"{device.path}/record", headers=secrets).text
        assert "1. ?" in record
        assert chosen not in record
    assert server.refused("/records", {"record": record}) == (409, "still_secret")
    others[0].look()
    guest = spectator(device)
    guest.look()
    with guest.live(since=1) as socket:
        assert others[0].do("resign")["moves"] == [
            {"seq": 1, "seat": 0, "move": chosen, "data": None, "agent": None}
        ]
        update = next_message(socket, lambda message: message["type"] == "update")
    assert update["revised"] == [{"seq": 1, "seat": 0, "move": chosen, "data": None, "agent": None}], (
        "at the end everything is shown"
    )
    assert all(visitor.look()["moves"][0]["move"] == chosen for visitor in (*others, spectator(device)))
    assert f"1. {chosen}" in server.http.get(f"{device.path}/record").text
