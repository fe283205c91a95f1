"""Liar's Dice at a table: taking back ends when dice are shown, results name players, every event is sent."""

from __future__ import annotations

from tests.service.client import PERSON, Follower, Json, Server, Visitor, error_of, program

BOB = {"kind": "person", "name": "Bob"}


def duel(server: Server, **options: object) -> Visitor:
    return server.sit_down(PERSON, BOB, game="liarsdice", **options)


def test_a_move_can_be_taken_back_until_dice_are_shown(server: Server) -> None:
    both = duel(server)
    both.move("1x2")
    assert both.table["can"]["takeback"] is True
    assert both.do("takeback")["moves"] == []
    both.move("1x2")
    both.move("liar")
    assert both.table["view"]["showdown"]["cups"][1], "the dice were not shown"
    assert both.table["can"]["takeback"] is False
    assert both.refused("takeback") == (409, "nothing_to_take_back")
    refusal = server.http.post(
        f"{both.path}/takeback",
        json={"seq": both.table["seq"]},
        headers={"X-Seat-Secret": ",".join(both.secrets)},
    )
    assert "revealed" in error_of(refusal)["message"]
    both.move()
    assert both.do("takeback")["can"]["takeback"] is False
    assert len(both.table["moves"]) == 2


def test_a_call_of_a_program_cannot_be_taken_back_either(server: Server) -> None:
    ann = server.sit_down(PERSON, program("random"), game="liarsdice", dice=1)
    while ann.wait_for_turn()["status"] != "over":
        since = [move["move"] for move in ann.table["moves"]]
        last = max((ply for ply, move in enumerate(ann.table["moves"]) if move["seat"] == 0), default=-1)
        called = "liar" in since[last:] or "exact" in since[last:]
        assert ann.table["can"]["takeback"] is (last >= 0 and not called)
        ann.move()
    assert ann.table["can"]["takeback"] is False


def test_the_result_names_the_winner(server: Server) -> None:
    both = duel(server, dice=1)
    both.move("2x6")
    both.move("liar")
    end = both.table
    assert end["status"] == "over"
    winner = end["seats"][end["result"]["winners"][0]]
    reason = end["result"]["reason"]
    assert reason["data"]["winner"] == {"seat": winner["seat"]}
    assert reason["text"]["en"] == f"{winner['name']} is the last player with dice: 1 left."
    assert reason["text"]["fr"] == f"Il ne reste de dés qu’à {winner['name']} : 1."


def test_the_result_of_a_record_names_characters(server: Server) -> None:
    ann = server.sit_down(PERSON, program("beginner"), game="liarsdice", dice=1)
    ann.play_to_the_end()
    record = server.http.get(f"{ann.path}/record").text
    replayed = server.post("/records", {"record": record})["table"]
    names = ["Ann", server.get("/games/liarsdice")["levels"][0]["character"]["fr"]]
    winner = replayed["result"]["winners"][0]
    assert names[winner] in replayed["result"]["reason"]["text"]["fr"]


def test_every_event_comes_with_the_table_after_it(server: Server) -> None:
    ann = server.sit_down(PERSON, *[program("random")] * 7, game="liarsdice", dice=1)
    tables: list[Json] = []
    with ann.live() as socket:
        follower = Follower(socket)
        while not tables or tables[-1]["status"] != "over":
            tables.append(follower.next())
            ann.table = tables[-1]
            if ann.table["can"]["move"]:
                ann.move("liar" if "liar" in ann.table["legal"] else None)
    assert [table["seq"] for table in tables] == list(range(tables[0]["seq"], tables[-1]["seq"] + 1))
    for table in tables:
        assert len(table["moves"]) == table["seq"]
        called = table["moves"] and table["moves"][-1]["move"] in ("liar", "exact")
        if called:
            assert table["view"]["showdown"]["caller"] == table["moves"][-1]["seat"]
