"""Programs remember people: only those who allow it, in what they have shown, and until it is deleted."""

from __future__ import annotations

from pathlib import Path

from partie.core import registry
from partie.core.agent import Budget
from partie.core.match import Match, play_out
from partie.service.seats import GameSoFar, Seats
from partie.service.storage import Storage
from partie.service.table import Seat
from partie.service.tables import Tables
from partie.service.thinking import Question, decide, table_seed
from tests.service.client import Json, Server, program, until

DEVICE = "d" * 32


def person(known: bool) -> Json:
    return {"kind": "person", "name": "Mia", "device": DEVICE, "known": known, "colour": "teal"}


def me(server: Server) -> Json:
    found: Json = server.post("/people/me", {"device": DEVICE, "name": "Mia"})
    return found


def play(server: Server, known: bool) -> None:
    mia = server.sit_down(person(known), program("random"), game="liarsdice", dice=1)
    assert mia.table["seats"][0]["colour"] == "teal"
    mia.play_to_the_end()


def test_a_program_knows_people_who_allow_it_until_they_delete_it(server: Server) -> None:
    play(server, known=False)
    until(lambda: me(server)["games"], "the result")
    assert me(server)["memories"] == []
    play(server, known=True)
    (memory,) = until(lambda: me(server)["memories"], "the memory")
    assert (memory["game"], memory["games"]) == ("liarsdice", 1)
    assert all(set(known["text"]) == {"en", "fr"} for known in memory["known"])
    play(server, known=True)
    until(lambda: me(server)["memories"][0]["games"] == 2, "the second game")
    assert me(server)["games"][0]["favourites"]
    assert server.post("/people/forget-memories", {"device": "e" * 32})["memories"] == 0
    assert server.post("/people/forget-memories", {"device": DEVICE})["memories"] == 1
    assert me(server)["memories"] == []
    play(server, known=True)
    until(lambda: me(server)["memories"], "the memory")
    forgotten = server.post("/people/forget", {"device": DEVICE, "tables": []})
    assert forgotten["memories"] == 1
    assert me(server)["memories"] == []
    assert me(server)["games"] == []


def test_a_memory_is_part_of_the_table_and_changes_what_a_program_does(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "tables.db"))
    game = registry.game("liarsdice")
    assert game.can.memory is not None
    learn, known = game.can.memory.load().learn, None
    for number in range(3):
        match = Match(game, seed=number, seats=2)
        play_out(match, [registry.build_agent(game, spec, 1) for spec in ("scripted:style=bluffer", "odds")])
        known = learn(match, 0, known)
    tables = Tables(storage)
    tables.recollect = lambda name, seat: known if seat.known else None
    trusting = Seat("program", agent="watchful")
    decisions = {}
    for allowed in (True, False):
        table, _ = tables.create("liarsdice", {}, [Seat("person", "Mia", known=allowed), trusting], "en")
        # The same dice at both tables: the memory alone may make a difference.
        table.seed = "same"
        table.match = Match(game, {}, "same", 2)
        tables.move(table, frozenset({0}), 0, "4x3")
        found = []
        for copy in (table, Tables(storage).find(table.id)):
            copy.match = table.match
            question = Question(copy.view(1), "watchful", GameSoFar.of(copy))
            found.append(decide(Seats(), question, table_seed("same", 1, 1), Budget()))
        assert found[0] == found[1]
        decisions[allowed] = found[0]
    assert [one.value for one in decisions[True].candidates] != [
        one.value for one in decisions[False].candidates
    ]
    hint = decide(
        Seats(),
        Question(table.view(1), "watchful", GameSoFar.of(table)),
        table_seed("same", 1, 1),
        Budget(),
        adviser=True,
    )
    assert hint == decisions[False]
    storage.close()
