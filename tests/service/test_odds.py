"""The odds of battles over the API."""

from __future__ import annotations

import pytest

from tests.service.client import Server, error_of

PATH = "/games/axisallies/odds"


def ask(server: Server, *battles: dict[str, object], **options: object) -> list[dict[str, object]]:
    answer: list[dict[str, object]] = server.post(PATH, {"battles": list(battles), "options": options})[
        "odds"
    ]
    return answer


def test_odds_of_many_battles_come_in_order(server: Server) -> None:
    duel, known, empty = ask(
        server,
        {"text": "1 inf -> 1 inf"},
        {"text": "4 inf, 3 arm -> 5 inf, 1 arm"},
        {"text": "1 arm -> nobody"},
    )
    assert [duel[name] for name in ("win", "draw", "loss")] == pytest.approx([0.25, 0.125, 0.625])
    assert known["take"] == pytest.approx(0.7891, abs=1e-4)
    assert known["exact"] is True
    assert known["word"] == "good"
    assert known["title"] == {"en": "good", "fr": "bon"}
    assert set(known["means"]) == {"en", "fr"}  # type: ignore[call-overload]
    assert known["swing"] == pytest.approx(known["defender_loss"] - known["attacker_loss"])  # type: ignore[operator]
    assert (empty["word"], empty["take"]) == ("blitz", 1.0)


def test_place_technologies_guns_and_options_count(server: Server) -> None:
    plain, jets, flak, lucky = (
        ask(server, {"text": "4 inf, 2 ftr -> 3 inf, 2 ftr", **more}, **options)[0]["take"]
        for more, options in (
            ({}, {}),
            ({"defender_techs": ["jet_power"]}, {}),
            ({"aa": True}, {}),
            ({}, {"low_luck": True, "rounds": 5}),
        )
    )
    assert jets < plain  # type: ignore[operator]
    assert flak < plain  # type: ignore[operator]
    assert lucky != plain
    sea, landed = ask(
        server, {"text": "1 sub -> 1 trn", "sea": True}, {"text": "1 inf -> 1 inf", "landing": 1}
    )
    assert sea["win"] == pytest.approx(0.75)
    assert landed["take"] > 0.5  # type: ignore[operator]


@pytest.mark.parametrize(
    "battle",
    [
        {"text": "4 inf"},
        {"text": "2 elephants -> 1 inf"},
        {"text": "1 bb -> 1 inf"},
        {"text": "0 inf -> 1 inf"},
    ],
    ids=["no arrow", "no such unit", "not on land", "nobody"],
)
def test_a_battle_that_cannot_be_fought_is_explained(server: Server, battle: dict[str, object]) -> None:
    answer = server.http.post(PATH, json={"battles": [{"text": "1 inf -> 1 inf"}, battle]})
    assert answer.status_code == 422
    error = error_of(answer)
    assert error["code"] == "bad_request"
    assert error["data"]["text"] == battle["text"]
    assert set(error["data"]["sentence"]) == {"en", "fr"}


def test_too_many_battles_are_refused(server: Server) -> None:
    assert server.refused(PATH, {"battles": [{"text": "1 inf -> 1 inf"}] * 41}) == (422, "bad_request")
    assert server.refused(PATH, {"battles": []}) == (422, "bad_request")
