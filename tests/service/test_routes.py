"""Routes that games declare, those of other packages included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from partie.core.capabilities import Capabilities, Ref
from partie.core.errors import PartieError
from partie.service.api import router
from partie.service.limits import RATES
from partie.service.routes import add_routes, declared
from tests import tiny
from tests.service.client import Server, error_of
from tests.tiny.routes import ROUTES

PATH = "/games/cups/chances"


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("routes")
    server = Server(folder / "tables.db", folder / "server.log", "--cold", "--public")
    yield server
    server.kill()


def test_a_game_answers_over_http(server: Server) -> None:
    assert server.post(PATH, {"die": 4}) == {"win": 0.5}
    assert server.post(PATH, {"die": 6, "players": 3}) == {"win": pytest.approx(25 / 36)}


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({}, "die"),
        ({"die": "x"}, "die"),
        ({"die": 3, "players": 9}, "players"),
        ({"die": 3, "dice": 2}, "dice"),
    ],
)
def test_an_invalid_question_is_refused(server: Server, question: dict[str, Any], field: str) -> None:
    answer = server.http.post(PATH, json=question)
    assert (answer.status_code, error_of(answer)["data"]) == (422, {"field": field})


def test_errors_of_a_game_are_sent_to_the_client(server: Server) -> None:
    answer = server.http.post(PATH, json={"die": 7})
    assert answer.status_code == 422
    error = error_of(answer)
    assert (error["code"], error["message"], error["data"]) == (
        "bad_request",
        "A die shows 1 to 6.",
        {"faces": 6},
    )


def test_a_question_that_takes_too_long_is_abandoned(server: Server) -> None:
    assert server.refused(PATH, {"die": 4, "patiently": True}) == (503, "unavailable")


def test_nothing_is_computed_before_the_game_is_compiled(cold: Server) -> None:
    assert cold.refused(PATH, {"die": 4}) == (503, "unavailable")


def test_routes_of_games_have_the_rate_of_computations(cold: Server) -> None:
    statuses = {
        cold.http.post(PATH, json={"die": 4}).status_code for _ in range(RATES["thinking"].burst + 20)
    }
    assert statuses == {503, 429}
    assert httpx.get(f"{cold.url}/api/health").is_success


def test_openapi_has_the_models_of_a_game(cold: Server) -> None:
    contract = cold.get("/openapi.json")
    operation = contract["paths"][f"/api{PATH}"]["post"]
    assert operation["operationId"] == "cups_chances"
    assert operation["description"] == "How likely a die wins."
    assert operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/CupsQuestion")
    assert operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].endswith(
        "/CupsChances"
    )


ADVICE = (replace(ROUTES[0], path="advice"),)
TABLES = (replace(ROUTES[0], path="/tables"),)
TWICE = (*ROUTES, *ROUTES)


@pytest.mark.parametrize("name", ["ADVICE", "TABLES", "TWICE"])
def test_no_game_replaces_a_route_of_the_service(name: str) -> None:
    game = replace(tiny.GAME, can=Capabilities(routes=Ref(f"{__name__}:{name}")))
    with pytest.raises(PartieError, match="which already exists"):
        add_routes(router, declared([game]))
