"""What people ask of each other at a table: takebacks, draws, pauses, and the level of a program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.client import PERSON, Follower, Json, Server, Visitor, program, until

QUICK = program("alphabeta:depth=1")
OPEN = {"kind": "open"}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with Quarto ready; other games are played by people only."""
    folder = tmp_path_factory.mktemp("requests")
    running = Server(folder / "tables.db", folder / "server.log", "--only", "quarto", "--grace", "0")
    until(lambda: running.get("/games/quarto")["ready"], "Quarto to be compiled", 600.0)
    yield running
    running.stop()
    assert "Exception in ASGI application" not in (folder / "server.log").read_text()


def company(server: Server, *seats: Json, game: str = "quarto") -> list[Visitor]:
    """Ann and everybody who takes an open seat, each with their own secret."""
    ann = server.sit_down(PERSON, *seats, game=game)
    found = [ann]
    for number, seat in enumerate(seats, 1):
        if seat["kind"] == "open":
            seated = server.post(f"{ann.path}/seats/{number}", {"name": f"Guest {number}"})
            found.append(Visitor(server, ann.id, [seated["secret"]], seated["table"]))
    ann.look()
    return found


def answer(visitor: Visitor, yes: bool) -> Json:
    return visitor.do(f"requests/{visitor.look()['asked']['seq']}", yes=yes)


def test_a_move_is_taken_back_when_the_other_agrees(room: Server) -> None:
    ann, bob = company(room, OPEN)
    assert ann.table["can"]["ask"] == ["draw", "pause"]
    ann.move("-0000")
    assert ann.refused("takeback") == (403, "forbidden")
    bob.look()
    bob.move("a1-0001")
    ann.look()
    ann.do("requests", what="takeback")
    assert ann.table["asked"]["needed"] == [1]
    assert ann.table["can"]["ask"] == [], "one request at a time"
    assert ann.refused("requests", what="draw") == (403, "forbidden")
    number = ann.table["asked"]["seq"]
    assert ann.refused(f"requests/{number}", yes=True) == (403, "forbidden")
    answer(bob, True)
    assert bob.table["moves"] == []
    assert bob.table["asked"] is None
    assert ann.look()["can"]["move"], "back to the decision of who asked"
    assert ann.refused(f"requests/{number}", yes=False) == (409, "out_of_date")


def test_a_refused_or_withdrawn_request_changes_nothing(room: Server) -> None:
    ann, bob = company(room, OPEN)
    ann.move("-0000")
    for refuser in (bob, ann):
        ann.look()
        ann.do("requests", what="takeback")
        answer(refuser, False)
        assert len(ann.look()["moves"]) == 1
        assert ann.table["asked"] is None


def test_a_request_lapses_when_a_person_moves(room: Server) -> None:
    ann, bob = company(room, OPEN)
    ann.move("-0000")
    ann.do("requests", what="draw")
    number = ann.table["asked"]["seq"]
    bob.look()
    bob.move("a1-0001")
    assert bob.table["asked"] is None
    assert bob.refused(f"requests/{number}", yes=True) == (409, "out_of_date")


def test_a_request_overtakes_no_move(room: Server) -> None:
    """Bob has not seen Ann's request when he moves: his move counts."""
    ann, bob = company(room, OPEN)
    ann.move("-0000")
    bob.look()
    ann.do("requests", what="pause")
    assert bob.table["seq"] < ann.table["seq"]
    bob.move("a1-0001")
    assert len(bob.table["moves"]) == 2


def test_a_draw_is_agreed(room: Server) -> None:
    ann, bob = company(room, OPEN)
    with ann.live() as socket:
        follower = Follower(socket)
        follower.next()
        bob.look()
        bob.do("requests", what="draw")
        assert follower.next(lambda table: table["asked"])["asked"]["what"] == "draw"
        ann.look()
        answer(ann, True)
        end = follower.next(lambda table: table["status"] == "over")
    assert end["result"]["kind"] == "draw"
    assert end["result"]["winners"] == []
    assert end["result"]["reason"]["text"]["fr"].startswith("Les joueurs")
    record = room.http.get(f"{ann.path}/record").text
    assert record.rstrip().endswith("result: drawn")
    kept = room.post("/records", {"record": record, "keep": True})["table"]
    assert kept["result"]["kind"] == "draw"


def test_programs_and_some_games_know_no_draw(room: Server) -> None:
    (ann,) = company(room, QUICK)
    assert "draw" not in ann.table["can"]["ask"]
    assert ann.refused("requests", what="draw") == (403, "forbidden")
    first, _ = company(room, OPEN, game="liarsdice")
    assert first.refused("requests", what="draw") == (403, "forbidden")


def test_nobody_moves_during_a_pause(room: Server) -> None:
    ann, bob = company(room, OPEN)
    ann.do("requests", what="pause")
    answer(bob, True)
    assert bob.table["paused"]
    assert not ann.look()["can"]["move"]
    assert ann.table["legal"] == []
    assert ann.refused("moves", move="-0000") == (409, "paused")
    bob.do("resume")
    assert ann.look()["can"]["move"]
    ann.move("-0000")


def test_alone_with_programs_a_pause_takes_effect_at_once(room: Server) -> None:
    (ann,) = company(room, program("ponder:seconds=60"))
    ann.move("-0000")
    assert ann.table["thinking"]
    ann.do("requests", what="pause")
    assert ann.table["paused"]
    assert not ann.table["thinking"]
    room.kill()
    room.start()
    assert ann.look()["paused"], "a pause survives a restart"
    until(lambda: room.get("/games/quarto")["ready"], "Quarto to be compiled", 600.0)
    ann.do("resume")
    assert ann.table["thinking"]
    ann.do("resign")


def test_a_program_changes_its_level(room: Server) -> None:
    (ann,) = company(room, program("beginner"))
    assert ann.table["seats"][1]["name"] == "Camille"
    ann.move("-0000")
    ann.wait_for_turn()
    ann.do("requests", what="level", program=1, agent="alphabeta:depth=2", lang="fr")
    assert ann.table["seats"][1]["agent"] == "alphabeta:depth=2"
    assert ann.table["seats"][1]["name"] != "Camille"
    ann.move()
    ann.wait_for_turn()
    assert [move["agent"] for move in ann.table["moves"]][1:4:2] == ["beginner", "alphabeta:depth=2"]
    ann.do("resign")
    assert "\nmoves 2: beginner\n" in room.http.get(f"{ann.path}/record").text
    results = [
        line
        for line in room.http.get("/arena/games/quarto/results.jsonl").text.splitlines()
        if ann.id in line
    ]
    assert any('"others": 1' in line for line in results)
    for wrong in (
        {"what": "level"},
        {"what": "level", "program": 0, "agent": "beginner"},
        {"what": "level", "program": 7, "agent": "beginner"},
        {"what": "level", "program": 1, "agent": "nobody"},
    ):
        (other,) = company(room, program("beginner"))
        assert other.refused("requests", **wrong)[0] in (403, 422)


def test_everybody_has_to_agree(room: Server) -> None:
    ann, bob, carla = company(room, OPEN, OPEN, game="liarsdice")
    ann.do("requests", what="pause")
    assert ann.table["asked"]["needed"] == [1, 2]
    answer(carla, True)
    assert carla.table["asked"]["needed"] == [1]
    assert not carla.table["paused"]
    answer(bob, True)
    assert bob.table["paused"]


def test_nobody_waits_for_the_answer_of_somebody_who_left(room: Server) -> None:
    ann, bob, _ = company(room, OPEN, OPEN, game="liarsdice")
    ann.do("seats/2/stand-in", agent="beginner")
    ann.do("requests", what="pause")
    assert ann.table["asked"]["needed"] == [1]
    answer(bob, True)
    assert bob.table["paused"]


def test_a_side_resigns_when_its_people_agree(room: Server) -> None:
    """North and South are partners: one proposes, the other agrees; their opponents are not asked."""
    ann, bob, cid, dan = company(room, OPEN, OPEN, OPEN, game="coinche")
    asked = ann.do("resign")["asked"]
    assert (asked["what"], asked["seat"], asked["needed"]) == ("resign", 0, [2])
    assert ann.look()["status"] == "playing"
    for other in (bob, dan):
        other.look()
        assert other.refused(f"requests/{asked['seq']}", yes=True) == (403, "forbidden")
    cid.look()
    cid.do(f"requests/{asked['seq']}", yes=False)
    assert cid.look()["asked"] is None
    ann.look()
    again = ann.do("resign")["asked"]
    cid.look()
    end = cid.do(f"requests/{again['seq']}", yes=True)
    assert end["status"] == "over"
    assert end["result"]["winners"] == [1, 3]
