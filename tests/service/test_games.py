"""Games, rules and advice."""

from __future__ import annotations

import pytest

from tests.service.client import Server, error_of

EMPTY = "................ -"


def test_a_game_is_shown_as_declared(server: Server) -> None:
    quarto = server.get("/games/quarto")
    assert quarto in server.get("/games")
    assert quarto["seats"] == {"min": 2, "max": 2, "usual": 2, "by": None}
    assert quarto["ready"] is True
    assert [option["name"] for option in quarto["options"]] == ["squares"]
    assert [level["name"] for level in quarto["levels"]] == [
        "beginner",
        "intermediate",
        "expert",
        "tactician",
        "finisher",
        "master",
    ]
    assert set(quarto["title"]) == set(quarto["levels"][0]["character"]) == {"en", "fr"}
    alphabeta = next(agent for agent in quarto["agents"] if agent["name"] == "alphabeta")
    assert {"name", "kind", "default", "choices", "low", "high", "title", "help", "group"} == set(
        alphabeta["params"][0]
    )


def test_presets_have_all_options(server: Server) -> None:
    coinche = server.get("/games/coinche")
    assert [preset["name"] for preset in coinche["presets"]] == ["federation", "family", "card_points"]
    federation, family, _ = (preset["options"] for preset in coinche["presets"])
    assert federation == {option["name"]: option["default"] for option in coinche["options"]}
    assert {name for name in family if family[name] != federation[name]} == {"annonces", "round", "sa_ta"}
    assert server.get("/games/quarto")["presets"] == []


def test_health(server: Server) -> None:
    assert server.get("/health") == {"status": "ok", "version": "0.1.0", "compiling": None, "reason": None}


@pytest.mark.parametrize(
    "path",
    ["/games/chess", "/games/chess/rules", "/nonsense", "/tables/abc", "/tables/%00", "/tables/" + "2" * 12],
)
def test_unknown_addresses_get_a_problem(server: Server, path: str) -> None:
    answer = server.http.get(path)
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "not_found"


def test_advice_has_a_move_values_and_a_reason(server: Server) -> None:
    decision = server.post(
        "/games/quarto/advice", {"position": EMPTY, "options": {}, "agent": "alphabeta:depth=2", "seconds": 1}
    )
    assert decision["move"].startswith("-")
    assert decision["agent"] == "alphabeta:depth=2"
    assert decision["candidates"][0]["value"] >= decision["candidates"][-1]["value"]
    assert set(decision["why"]["text"]) == {"en", "fr"}


def test_a_win_is_found(server: Server) -> None:
    decision = server.post(
        "/games/quarto/advice", {"position": "012............. 3", "agent": "alphabeta:depth=1"}
    )
    assert decision["move"] == "d1"
    assert decision["value"] == 1


def test_advice_by_an_agent_without_values(server: Server) -> None:
    decision = server.post("/games/quarto/advice", {"position": EMPTY, "agent": "random"})
    assert decision["value"] is None
    assert decision["candidates"] == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"position": "nonsense"}, 422, "bad_request"),
        ({"position": "00.............. -"}, 422, "bad_request"),
        ({"position": "0123............ -"}, 409, "over"),
        ({"position": EMPTY, "agent": "nobody"}, 422, "bad_request"),
        ({"position": EMPTY, "agent": "alphabeta:depth=99"}, 422, "bad_request"),
        ({"position": EMPTY, "agent": "tests/service/server.py:Broken"}, 422, "bad_request"),
        ({"position": EMPTY, "options": {"size": 5}}, 422, "bad_request"),
        ({"position": EMPTY, "seconds": 1e9}, 422, "bad_request"),
        ({"position": EMPTY, "agent": "broken"}, 200, None),
        ({"position": "................ 0", "agent": "broken"}, 503, "unavailable"),
    ],
)
def test_absurd_questions_are_refused(
    server: Server, body: dict[str, object], status: int, code: str | None
) -> None:
    answer = server.http.post("/games/quarto/advice", json=body)
    assert answer.status_code == status
    if code is not None:
        assert error_of(answer)["code"] == code
