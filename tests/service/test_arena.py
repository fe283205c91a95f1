"""The arena over HTTP: results of tables, ratings, tournaments and training runs."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest

from partie.learn.runs import note_saved
from tests.service.client import PERSON, Json, Server, Visitor, program, until
from tests.service.conftest import Start

ANN = {**PERSON, "level": "expert", "device": "a secret of this browser"}


@pytest.fixture
def quarto(tmp_path: Path) -> Any:
    """A server of its own that plays Quarto, and whose folder of runs can be filled."""
    server = Server(tmp_path / "tables.db", tmp_path / "server.log", "--only", "quarto")
    until(lambda: next(game for game in server.get("/games") if game["name"] == "quarto")["ready"], "Quarto")
    yield server
    server.stop()


def _finish(server: Server, *seats: Json) -> Visitor:
    visitor = server.sit_down(*seats)
    visitor.play_to_the_end()
    return visitor


def test_results_ratings_and_people(quarto: Server) -> None:
    assert quarto.get("/arena/games/quarto") == {"game": "quarto", "tables": 0, "ratings": [], "people": []}
    tables = [_finish(quarto, ANN, program("beginner")) for _ in range(2)]
    _finish(quarto, PERSON, program("random"))
    found = quarto.get("/arena/games/quarto")
    assert found["tables"] == 3
    spec = next(game for game in quarto.get("/games") if game["name"] == "quarto")["levels"][0]["spec"]
    rated = {one["agent"] or one["name"]: one for one in found["ratings"]}
    assert set(rated) == {"Ann", spec}, "a person without a device is not rated"
    assert rated["Ann"]["games"] == 2
    assert rated["Ann"]["level"] == "expert"
    low, high = rated["Ann"]["ci95"]
    assert low < rated["Ann"]["rating"] < high
    rows = {(row["agent"], row["level"]): row for row in found["people"]}
    assert rows[spec, "expert"]["games"] == 2
    assert rows["random", None]["difference_ci95"] == [None, None], "one game has no interval"
    lines = quarto.http.get("/arena/games/quarto/results.jsonl").text.splitlines()
    seats = [json.loads(line) for line in lines]
    assert [one["table"] for one in seats[:4:2]] == [visitor.id for visitor in tables]
    assert seats[1]["agent"] == "beginner"
    assert seats[1]["spec"] == spec
    assert seats[1]["version"]
    assert seats[0]["decisions"] > 0
    assert "Ann" not in "".join(lines)
    assert "a secret of this browser" not in "".join(lines)
    cells = list(csv.DictReader(StringIO(quarto.http.get("/arena/games/quarto/results.csv").text)))
    assert [cell["seat"] for cell in cells] == ["0", "1"] * 3


def test_somebody_who_sits_down_later_declares_a_level(quarto: Server) -> None:
    visitor = quarto.sit_down(ANN, {"kind": "open"})
    seated = quarto.post(f"{visitor.path}/seats/1", {"name": "Bob", "level": "beginner", "device": "b" * 20})
    visitor.look()
    quarto.post(f"{visitor.path}/resign", {"seq": visitor.table["seq"]}, seated["secret"])
    ratings = quarto.get("/arena/games/quarto")["ratings"]
    assert [(one["name"], one["level"]) for one in ratings] == [("Ann", "expert"), ("Bob", "beginner")]
    answer = quarto.http.post(f"{visitor.path}/seats/1", json={"name": "Bob", "level": "grandmaster"})
    assert answer.status_code == 422


def test_a_tournament_from_start_to_report(quarto: Server) -> None:
    agents = ["random", "beginner", "ponder:seconds=0.01"]
    started = quarto.post("/arena/tournaments", {"game": "quarto", "agents": agents, "games": 4, "seed": 7})
    path = f"/arena/tournaments/{started['id']}"
    seen = [started]

    def is_over() -> bool:
        seen.append(quarto.get(path))
        return bool(seen[-1]["status"] != "playing")

    until(is_over, "the end")
    ended = seen[-1]
    assert (ended["status"], ended["done"], ended["total"]) == ("finished", 12, 12)
    assert [one["done"] for one in seen] == sorted(one["done"] for one in seen)
    assert all(one["result"] is None for one in seen if one["done"] < 6), "two pairings have not met yet"
    assert {one["agent"] for one in ended["result"]["ratings"]} == set(agents)
    assert quarto.get("/arena/tournaments")[0]["id"] == started["id"]
    report = quarto.http.get(f"{path}/report")
    assert "attachment" in report.headers["content-disposition"]
    assert "Who beats whom" in report.text
    quarto.stop()
    quarto.start()
    kept = quarto.get(path)
    assert (kept["status"], kept["done"], kept["result"]) == ("finished", 12, ended["result"])


def test_a_tournament_is_cancelled_at_once(quarto: Server) -> None:
    slow = {"game": "quarto", "agents": ["ponder:seconds=600", "random"], "games": 2}
    started = quarto.post("/arena/tournaments", slow)
    path = f"/arena/tournaments/{started['id']}"
    assert started["can_cancel"]
    assert quarto.refused("/arena/tournaments", slow) == (429, "too_many"), "one at a time for each visitor"
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=quarto.http.base_url, transport=elsewhere) as stranger:
        assert stranger.post(f"{path}/cancel").status_code == 403
        assert not stranger.get(path).json()["can_cancel"]
    cancelled = quarto.post(f"{path}/cancel")
    assert (cancelled["status"], cancelled["can_cancel"]) == ("cancelled", False)
    another = quarto.post("/arena/tournaments", {**slow, "agents": ["random", "beginner"]})
    until(lambda: quarto.get(f"/arena/tournaments/{another['id']}")["status"] == "finished", "the next one")
    assert quarto.get(path)["status"] == "cancelled"


def test_a_program_that_fails_ends_its_tournament(quarto: Server) -> None:
    started = quarto.post(
        "/arena/tournaments", {"game": "quarto", "agents": ["broken", "random"], "games": 2}
    )
    path = f"/arena/tournaments/{started['id']}"
    until(lambda: quarto.get(path)["status"] == "failed", "the failure")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"game": "quarto", "agents": ["random", "beginner", "expert", "master"], "games": 100}, 422),
        ({"game": "quarto", "agents": ["random", "process:./bot"]}, 422),
        ({"game": "quarto", "agents": ["random", "mcts:iterations=1000000000"]}, 422),
        ({"game": "quarto", "agents": ["random", "random"]}, 422),
        ({"game": "quarto", "agents": ["random", "beginner"], "games": 1000}, 422),
        ({"game": "chess", "agents": ["random", "beginner"]}, 404),
    ],
    ids=["too large", "a process", "too expensive", "twice", "too many games", "no such game"],
)
def test_tournaments_that_are_refused(start: Start, request_: Json, status: int) -> None:
    assert start().http.post("/arena/tournaments", json=request_).status_code == status


def test_tournaments_that_do_not_exist(start: Start) -> None:
    server = start()
    for name in ("nothing", "..", "%2e%2e%2f", "a" * 65):
        assert server.http.get(f"/arena/tournaments/{name}").status_code in (404, 422)
    assert server.refused("/arena/tournaments/nothing/cancel", None) == (404, "not_found")


def test_training_runs_with_their_curves(start: Start, tmp_path: Path) -> None:
    server = start()
    assert server.get("/arena/runs") == []
    folder = tmp_path / "runs" / "dice"
    folder.mkdir(parents=True)
    (tmp_path / "runs" / "something else").mkdir()
    (folder / "settings.json").write_text('{"task": "liarsdice.weighted", "method": "genetic"}')
    line = {"number": 1, "games": 400, "best": 0.4, "mean": 0.3, "judged": 0.35}
    cut_off = '{"number": 3'
    second = line | {"number": 2, "games": 800, "judged": 0.45}
    (folder / "generations.jsonl").write_text(f"{json.dumps(line)}\n{json.dumps(second)}\n{cut_off}")
    (run,) = server.get("/arena/runs")
    assert (run["game"], run["family"], run["steps"], run["games"]) == ("liarsdice", "weighted", 2, 800)
    assert {curve["name"]: curve["points"] for curve in run["curves"]}["judged"] == [[1, 0.35], [2, 0.45]]
    assert run["agent"] is None
    note_saved(folder, "weighted:genome=mine")
    assert server.get("/arena/runs")[0]["agent"] == "weighted:genome=mine"
