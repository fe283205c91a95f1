"""OpenAPI describes what the server does, and invalid requests never break it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from partie.service.contract import _message_schemas
from tests.games import OURS
from tests.service.client import PERSON, Server, Visitor, error_of, program

DOCUMENTED = {
    ("get", "/api/health"),
    ("get", "/api/ready"),
    ("get", "/api/server"),
    ("get", "/api/qr"),
    ("get", "/api/games"),
    ("get", "/api/games/{game}"),
    ("get", "/api/games/{game}/rules"),
    ("post", "/api/games/{game}/advice"),
    ("get", "/api/games/{game}/board/{file}"),
    ("post", "/api/games/axisallies/odds"),
    ("post", "/api/games/cups/chances"),
    ("post", "/api/tables"),
    ("get", "/api/tables/{table_id}"),
    ("post", "/api/tables/{table_id}/seats/{seat}"),
    ("post", "/api/tables/{table_id}/moves"),
    ("post", "/api/tables/{table_id}/takeback"),
    ("post", "/api/tables/{table_id}/resign"),
    ("get", "/api/tables/{table_id}/presence"),
    ("post", "/api/tables/{table_id}/seats/{seat}/stand-in"),
    ("post", "/api/tables/{table_id}/return"),
    ("post", "/api/tables/{table_id}/claim"),
    ("post", "/api/tables/{table_id}/requests"),
    ("post", "/api/tables/{table_id}/requests/{number}"),
    ("post", "/api/tables/{table_id}/resume"),
    ("post", "/api/tables/{table_id}/words"),
    ("post", "/api/tables/{table_id}/hint"),
    ("get", "/api/tables/{table_id}/record"),
    ("get", "/api/tables/{table_id}/replay"),
    ("get", "/api/tables/{table_id}/commentary"),
    ("get", "/api/tables/{table_id}/moves/{ply}/why"),
    ("post", "/api/tables/{table_id}/verify"),
    ("post", "/api/records"),
    ("post", "/api/transfers"),
    ("post", "/api/transfers/{code}"),
    ("post", "/api/people/me"),
    ("post", "/api/people/forget"),
    ("post", "/api/people/forget-memories"),
    ("get", "/api/lobby"),
    ("get", "/api/codes/{code}"),
    ("get", "/api/tables/{table_id}/code"),
    ("post", "/api/tables/{table_id}/part"),
    ("post", "/api/tables/{table_id}/doors"),
    ("get", "/api/arena/games/{game}"),
    ("get", "/api/arena/games/{game}/results.{kind}"),
    ("get", "/api/arena/tournaments"),
    ("post", "/api/arena/tournaments"),
    ("get", "/api/arena/tournaments/{tournament}"),
    ("post", "/api/arena/tournaments/{tournament}/cancel"),
    ("get", "/api/arena/tournaments/{tournament}/report"),
    ("get", "/api/arena/runs"),
    *(
        ("post", f"/api/companion/{what}")
        for what in ("start", "check", "plan", "why", "story", "apply", "battle")
    ),
}


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)


def test_openapi_describes_every_route(server: Server) -> None:
    schema = server.get("/openapi.json")
    assert schema["openapi"].startswith("3.")
    operations = {
        (method, path): what for path, methods in schema["paths"].items() for method, what in methods.items()
    }
    assert set(operations) == DOCUMENTED
    names = [operation["operationId"] for operation in operations.values()]
    assert len(set(names)) == len(names)
    for reference in references(schema):
        assert reference.removeprefix("#/components/schemas/") in schema["components"]["schemas"]
    for operation in operations.values():
        assert "4XX" in operation["responses"]
        assert "422" not in operation["responses"], "errors have one shape"


def test_responses_have_the_published_fields(server: Server) -> None:
    schemas = server.get("/openapi.json")["components"]["schemas"]
    ann = server.sit_down(PERSON, program("random"))
    assert set(ann.table) == set(schemas["Table"]["properties"]) == set(schemas["Table"]["required"])
    assert set(server.get("/games/quarto")) == set(schemas["Game"]["properties"])
    hint = server.post(f"{ann.path}/hint", {"seconds": 0.1}, *ann.secrets)
    assert set(hint) == set(schemas["Decision"]["properties"])


def test_the_address_of_a_page_gets_a_page(server: Server) -> None:
    for path in ("/", "/quarto", "/table/abc"):
        answer = httpx.get(server.url + path)
        assert answer.headers["content-type"].startswith("text/html")
        assert "Partie" in answer.text
    assert httpx.get(f"{server.url}/../../etc/passwd").text.find("root:") == -1
    assert error_of(httpx.get(f"{server.url}/api"))["code"] == "not_found"


@pytest.fixture(scope="module")
def target(server: Server) -> Visitor:
    return server.sit_down(PERSON, PERSON)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
)
texts = st.text(max_size=60) | st.sampled_from(
    [
        "quarto",
        "-0000",
        "a1-0001",
        "................ -",
        "expert",
        "partie record 1\ngame: quarto 1",
        "\x00",
        "\ud800",
    ]
)
seats = st.fixed_dictionaries(
    {"kind": st.sampled_from(["person", "open", "program"]) | anything},
    optional={"name": texts, "agent": texts},
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seq": st.integers() | anything,
    "move": texts | anything,
    "name": texts | anything,
    "agent": texts | anything,
    "seconds": st.floats() | st.just(0.05) | anything,
    "position": texts | anything,
    "options": st.dictionaries(st.sampled_from(["squares"]) | texts, scalars, max_size=2) | anything,
    "game": st.just("quarto") | anything,
    "lang": texts,
    "seats": st.lists(seats, max_size=3) | anything,
    "record": texts | anything,
}
ROUTES = {
    "/games/quarto/advice": ["position", "options", "agent", "seconds"],
    "/tables": ["game", "options", "lang", "seats"],
    "{table}/seats/1": ["name"],
    "{table}/moves": ["seq", "move"],
    "{table}/takeback": ["seq"],
    "{table}/resign": ["seq"],
    "{table}/hint": ["agent", "seconds"],
    "/records": ["record"],
}
requests = st.sampled_from(sorted(ROUTES)).flatmap(
    lambda route: st.tuples(
        st.just(route),
        st.fixed_dictionaries({}, optional={field: FIELDS[field] for field in ROUTES[route]}) | anything,
    )
)


@settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(request=requests, with_secret=st.booleans())
def test_junk_never_breaks_the_server(
    server: Server, target: Visitor, request: tuple[str, Any], with_secret: bool
) -> None:
    route, body = request
    headers = {"X-Seat-Secret": target.secrets[0]} if with_secret else {}
    path = route.format(table=target.path)
    answer = server.http.post(
        path, content=json.dumps(body).encode(), headers={**headers, "Content-Type": "application/json"}
    )
    assert answer.status_code < 500, answer.text
    if not answer.is_success:
        error_of(answer)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"seq": ' + b"9" * 5000 + b', "move": "a"}', b"NaN", b"null"],
)
def test_bodies_that_are_not_json_are_refused(server: Server, target: Visitor, content: bytes) -> None:
    answer = server.http.post(
        f"{target.path}/moves", content=content, headers={"Content-Type": "application/json"}
    )
    assert 400 <= answer.status_code < 500
    assert error_of(answer)["code"] == "bad_request"


@pytest.mark.parametrize("query", ["lang=xx", "lang=../../etc", "lang=fr", ""])
def test_rules_come_in_a_language_there_is(server: Server, query: str) -> None:
    answer = server.http.get(f"/games/quarto/rules?{query}")
    if "/" in query:
        assert answer.status_code == 422
    elif answer.status_code == 200:
        assert answer.json()["lang"] in ("en", "fr")
        assert answer.json()["markdown"].startswith("#")
    else:
        assert error_of(answer)["code"] == "not_found"


def test_openapi_has_every_view_and_every_live_message(server: Server) -> None:
    schemas = server.get("/openapi.json")["components"]["schemas"]
    views = schemas["Games"]["properties"]
    for game in OURS:
        assert views[game.name]["properties"]["view"] == {"$ref": f"#/components/schemas/{game.name}.View"}
        described = schemas[f"{game.name}.View"]["properties"]
        assert set(described) == set(game.start().view(0).display())
    assert {f"#/components/schemas/{game.name}.View" for game in OURS} <= set(references(schemas["View"]))
    assert set(references(schemas["Table"])) >= {"#/components/schemas/View"}
    messages = {reference.rpartition("/")[2] for reference in references(schemas["LiveMessage"])}
    types = {schemas[name]["properties"]["type"]["const"] for name in messages}
    assert types >= {"table", "hint", "thinking", "error", "ping"}
    assert set(schemas["Hello"]["properties"]) == {"secrets", "since"}
    assert {"Hello", "MoveRequest", "LiveMessage"} <= set(_message_schemas())
    assert set(schemas["MoveRequest"]["properties"]) == {"seq", "move"}


def test_fields_have_descriptions(server: Server) -> None:
    """The docstring of a field is its description in OpenAPI."""
    schemas = server.get("/openapi.json")["components"]["schemas"]
    assert schemas["quarto.View"]["properties"]["hand"]["description"] == "The piece to place."
    assert schemas["coinche.Belote"]["description"].startswith("King and queen of trumps")
