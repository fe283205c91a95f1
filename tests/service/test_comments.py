"""Comments on a table over HTTP: turns in a few sentences, and why a move was played."""

from __future__ import annotations

from tests.service.client import PERSON, Server, program, until


def test_a_war_is_told_and_explained_while_it_goes_on(server: Server) -> None:
    table = server.sit_down(program("greedy"), PERSON, game="axisallies", preset="training", rounds=2)
    while True:  # in battles we take the losses we are asked for
        until(lambda: table.look()["to_move"] == 1, "our turn")
        if table.table["view"]["power"] == 1:
            break
        table.move("lose as usual" if table.table["view"]["battle"]["hits"] else "go on")
    path = table.path
    told = server.get(f"{path}/commentary")["remarks"]
    assert [(one["first"], one["last"], one["seat"]) for one in told] == [
        (0, len(table.table["moves"]) - 1, 0)
    ]
    assert told[0]["text"]["en"].startswith("The U.S.S.R. ")
    assert told[0]["text"]["fr"].startswith("L’URSS ")
    assert server.get(f"{path}/commentary?since={told[0]['last'] + 1}")["remarks"] == []
    bought = next(i for i, move in enumerate(table.table["moves"]) if move["move"].startswith("buy"))
    why = server.get(f"{path}/moves/{bought}/why")
    assert why["title"]["en"].startswith("Purchase: ")
    assert why["lines"][0]["label"] == {"en": "Why", "fr": "Pourquoi"}
    assert "least money left over" in why["lines"][0]["text"]["en"], "what the program says itself"
    answer = server.http.get(f"{path}/moves/9999/why")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_games_without_comments_say_so(server: Server) -> None:
    table = server.sit_down(PERSON, PERSON)
    for path in ("commentary", "moves/0/why"):
        answer = server.http.get(f"{table.path}/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
