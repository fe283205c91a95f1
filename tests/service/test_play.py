"""Playing at a table over HTTP: moves, hints, taking back, resigning, sitting down."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.client import PERSON, Server, Visitor, program

QUICK = program("alphabeta:depth=1")
SLOW = program("ponder:seconds=60")
OPEN = {"kind": "open"}


def test_a_whole_game_against_a_program(server: Server) -> None:
    ann = server.sit_down(PERSON, program("beginner"))
    assert ann.table["status"] == "playing"
    assert ann.table["seat"] == ann.table["to_move"] == 0
    assert ann.table["seats"][1] == {
        "seat": 1,
        "kind": "program",
        "name": "Camille",
        "agent": "beginner",
        "you": False,
        "kept_for": None,
        "stand_in": None,
        "title": None,
        "colour": None,
    }
    assert ann.table["seed"] is None
    assert ann.table["result"] is None
    end = ann.play_to_the_end()
    assert end["to_move"] is None
    assert not any(end["can"].values())
    assert [move["seq"] for move in end["moves"]] == list(range(1, end["seq"] + 1))
    assert [move["seat"] for move in end["moves"]] == [ply % 2 for ply in range(len(end["moves"]))]
    assert end["result"]["kind"] in ("win", "draw")
    assert sorted(end["scores"]) in ([-1, 1], [0, 0])
    assert end["result"]["winners"] == [seat for seat in (0, 1) if end["scores"][seat] > 0]
    assert end["result"]["reason"]["text"]["fr"]
    assert (
        hashlib.sha256(end["seed"].encode()).hexdigest()
        == end["seed_hash"]
        == server.get(ann.path)["seed_hash"]
    )
    assert ann.refused("moves", move="a1") == (409, "over")
    assert ann.refused("takeback") == (409, "over")
    assert server.refused(f"{ann.path}/hint", {}, *ann.secrets) == (409, "over")


def test_options_reach_the_game(server: Server) -> None:
    assert server.sit_down(PERSON, QUICK, squares=True).table["view"]["squares"] is True
    assert server.sit_down(PERSON, QUICK, squares=False).table["options"] == {"squares": False}


def test_two_programs_play_by_themselves(server: Server) -> None:
    watcher = server.sit_down(QUICK, QUICK)
    assert watcher.table["seat"] is None
    assert watcher.wait("the end", lambda table: table["status"] == "over")["scores"] is not None


def test_an_illegal_move_is_refused_with_the_reason(server: Server) -> None:
    ann = server.sit_down(PERSON, QUICK)
    assert ann.refused("moves", move="b3-0110") == (409, "illegal_move")
    assert ann.refused("moves", move="hello") == (409, "illegal_move")
    assert ann.look()["seq"] == 0


def test_moves_are_written_in_one_way(server: Server) -> None:
    ann = server.sit_down(PERSON, SLOW)
    assert ann.move("  -btsq ")["moves"] == [
        {"seq": 1, "seat": 0, "move": "-1111", "data": None, "agent": None}
    ]
    ann.do("resign")


def test_nobody_moves_out_of_turn_or_date(server: Server) -> None:
    ann = server.sit_down(PERSON, SLOW)
    before = ann.table
    ann.move()
    assert ann.table["thinking"] is True
    assert ann.table["legal"] == []
    assert ann.refused("moves", move="a1-0001") == (409, "not_your_turn")
    ann.table = before
    assert ann.refused("moves", move="-0000") == (409, "out_of_date")
    assert ann.refused("takeback") == (409, "out_of_date")
    # Resigning does not depend on what happened since: it could be refused again and again while programs
    # move.
    assert ann.do("resign")["result"]["kind"] == "resigned"


def test_on_a_shared_device_resigning_depends_on_whose_turn_it_was(server: Server) -> None:
    both = server.sit_down(PERSON, {"kind": "person", "name": "Bob"})
    before = both.table
    both.move()
    both.table = before
    assert both.refused("resign") == (409, "out_of_date")


def test_of_concurrent_moves_exactly_one_is_played(server: Server) -> None:
    ann = server.sit_down(PERSON, {"kind": "person", "name": "Bob"})
    moves = ann.table["legal"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(
                lambda move: (
                    server.http.post(
                        f"{ann.path}/moves",
                        json={"seq": 0, "move": move},
                        headers={"X-Seat-Secret": ",".join(ann.secrets)},
                    ).status_code
                ),
                moves,
            )
        )
    assert sorted(answers) == [200] + [409] * (len(moves) - 1)
    assert len(ann.look()["moves"]) == ann.table["seq"] == 1


def test_taking_back_returns_to_the_own_decision(server: Server) -> None:
    ann = server.sit_down(PERSON, QUICK)
    assert ann.refused("takeback") == (409, "nothing_to_take_back")
    ann.move("-0000")
    first_answer = ann.wait_for_turn()["moves"][1]
    ann.move()
    ann.wait_for_turn()
    assert ann.table["can"]["takeback"] is True
    back = ann.do("takeback")
    assert back["seq"] == 5
    assert [move["seq"] for move in back["moves"]] == [1, 2]
    assert back["can"]["move"] is True
    back = ann.do("takeback")
    assert back["moves"] == []
    assert back["seq"] == 6
    ann.move("-0000")
    assert ann.wait_for_turn()["moves"][1]["move"] == first_answer["move"], (
        "the same position, another answer"
    )


def test_taking_back_stops_a_program_that_thinks(server: Server) -> None:
    ann = server.sit_down(PERSON, SLOW)
    ann.move()
    back = ann.do("takeback")
    assert back["thinking"] is False
    assert back["moves"] == []
    assert back["can"]["move"] is True


def test_taking_back_needs_the_other_seats_to_be_programs_or_own(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON)
    both.move()
    both.move()
    alone = Visitor(server, both.id, both.secrets[1:], both.table)
    assert alone.look()["can"]["takeback"] is False
    assert alone.refused("takeback") == (403, "forbidden")
    assert len(both.do("takeback")["moves"]) == 1


def test_a_hint_says_why_and_changes_nothing(server: Server) -> None:
    ann = server.sit_down(PERSON, SLOW)
    hint = server.post(f"{ann.path}/hint", {"agent": None, "seconds": 0.2}, *ann.secrets)
    assert hint["move"] in ann.table["legal"]
    assert hint["why"]["text"]["en"]
    assert hint["why"]["text"]["fr"]
    assert server.post(f"{ann.path}/hint", {"agent": "random"}, *ann.secrets)["agent"] == "random"
    assert ann.look()["seq"] == 0
    assert server.refused(f"{ann.path}/hint", {}) == (403, "forbidden")
    ann.move()
    assert server.refused(f"{ann.path}/hint", {}, *ann.secrets) == (409, "not_your_turn")
    ann.do("resign")


def test_resigning_ends_the_game(server: Server) -> None:
    ann = server.sit_down(PERSON, SLOW)
    ann.move()
    end = ann.do("resign")
    assert end["status"] == "over"
    assert end["thinking"] is False
    assert end["scores"] is None
    assert end["result"]["kind"] == "resigned"
    assert end["result"]["winners"] == [1]
    assert end["result"]["reason"]["text"] == {"en": "Ann resigned.", "fr": "Ann abandonne."}
    assert end["seed"] is not None
    assert ann.refused("resign") == (409, "over")


def test_taking_an_open_seat(server: Server) -> None:
    ann = server.sit_down(PERSON, OPEN)
    assert ann.table["status"] == "waiting"
    assert ann.refused("moves", move="-0000") == (409, "not_your_turn")
    seated = server.post(f"{ann.path}/seats/1", {"name": "  Bob\u2028\n<b> "})
    bob = Visitor(server, ann.id, [seated["secret"]], seated["table"])
    assert bob.table["seats"][1] == {
        "seat": 1,
        "kind": "person",
        "name": "Bob <b>",
        "agent": None,
        "you": True,
        "kept_for": None,
        "stand_in": None,
        "title": None,
        "colour": None,
    }
    assert bob.table["status"] == "playing"
    assert server.refused(f"{ann.path}/seats/1", {"name": "Carl"}) == (409, "seat_taken")
    assert server.refused(f"{ann.path}/seats/0", {"name": "Carl"}) == (409, "seat_taken")
    assert server.refused(f"{ann.path}/seats/7", {"name": "Carl"}) == (404, "not_found")
    ann.look()
    ann.move()
    assert bob.look()["can"]["move"] is True
    assert bob.table["seat"] == 1


def test_of_concurrent_requests_exactly_one_gets_the_seat(server: Server) -> None:
    ann = server.sit_down(PERSON, OPEN)
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(
                lambda name: server.http.post(f"{ann.path}/seats/1", json={"name": name}).status_code,
                "abcdef",
            )
        )
    assert sorted(answers) == [200] + [409] * 5


def test_several_seats_share_a_device(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON)
    assert both.table["seat"] == 0
    both.move()
    assert both.table["seat"] == 1
    assert both.table["legal"]
    assert [seat["you"] for seat in both.table["seats"]] == [True, True]


def test_a_program_that_fails_is_not_replaced_silently(server: Server) -> None:
    ann = server.sit_down(PERSON, program("broken"))
    ann.move("-0000")
    table = ann.wait("the failure to show", lambda table: table["trouble"])
    assert table["trouble"]["seat"] == 1
    assert "Broken" in table["trouble"]["text"]["fr"]
    assert table["thinking"] is False
    assert len(table["moves"]) == 1
    assert ann.do("takeback")["trouble"] is None
    ann.move("-0000")
    ann.wait("the failure to show", lambda table: table["trouble"])
    assert server.refused(f"{ann.path}/seats/1", {"name": "Stranger"}) == (403, "forbidden")
    seated = server.post(f"{ann.path}/seats/1", {"name": "Ann too"}, *ann.secrets)
    ann.secrets.append(seated["secret"])
    assert ann.look()["seat"] == 1
    assert ann.table["trouble"] is None
    assert ann.play_to_the_end()["result"]["kind"] in ("win", "draw")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "seats": [PERSON, QUICK]}, 404, "not_found"),
        ({"game": "quarto", "seats": [PERSON]}, 422, "bad_request"),
        ({"game": "quarto", "seats": [PERSON] * 3}, 422, "bad_request"),
        ({"game": "quarto", "seats": [PERSON, program("nobody")]}, 422, "bad_request"),
        ({"game": "quarto", "seats": [PERSON, {"kind": "program"}]}, 422, "bad_request"),
        (
            {"game": "quarto", "seats": [PERSON, program("tests/service/server.py:Broken")]},
            422,
            "bad_request",
        ),
        ({"game": "quarto", "seats": [PERSON, {"kind": "ghost"}]}, 422, "bad_request"),
        ({"game": "quarto", "seats": [{"kind": "person", "name": "A" * 41}, QUICK]}, 422, "bad_request"),
        ({"game": "quarto", "options": {"squares": "maybe"}, "seats": [PERSON, QUICK]}, 422, "bad_request"),
        ({"game": "quarto", "options": {"size": 5}, "seats": [PERSON, QUICK]}, 422, "bad_request"),
        ({"seats": [PERSON, QUICK]}, 422, "bad_request"),
        (None, 422, "bad_request"),
    ],
)
def test_impossible_tables_are_refused(server: Server, body: object, status: int, code: str) -> None:
    assert server.refused("/tables", body) == (status, code)


def test_a_rematch_leads_the_other_player_to_it(server: Server) -> None:
    ann = server.sit_down(PERSON, {"kind": "open"})
    bob = server.post(f"{ann.path}/seats/1", {"name": "Bob"})
    again = {"game": "quarto", "seats": [{"kind": "open"}, PERSON], "after": ann.id}
    assert server.refused("/tables", again, *ann.secrets) == (403, "forbidden")
    ann.look()
    ann.do("resign")
    assert server.refused("/tables", again) == (403, "forbidden")
    created = server.post("/tables", again, *ann.secrets)
    assert server.get(ann.path, bob["secret"])["next"] == created["id"]
    assert server.refused("/tables", again, bob["secret"]) == (409, "out_of_date")
