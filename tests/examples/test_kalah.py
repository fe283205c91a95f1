"""Kalah, a game in its own package: the contract suite, every command of its README, ratings of its
levels, and its route."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples.install import ROOT, install
from tests.processes import completed
from tests.service.client import Server, error_of, until

PAGE = (ROOT / "examples" / "kalah" / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ partie (.*)$", PAGE, re.MULTILINE)
START = "3,3,3,3 3,3,3,3 0:0 1"
SMALL = {"preset": "small"}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return install("kalah", tmp_path_factory.mktemp("kalah"))


@pytest.fixture(scope="module")
def server(world: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", world["PYTHONPATH"])
        running = Server(folder / "tables.db", folder / "server.log", "--only", "kalah")
    until(lambda: running.get("/games/kalah")["ready"], "Kalah to be compiled", 600.0)
    yield running
    running.stop()


@pytest.mark.slow
def test_it_passes_the_contract_suite(world: dict[str, str], tmp_path: Path) -> None:
    """Its tests run outside this checkout, whose settings of pytest are not theirs."""
    shutil.copytree(ROOT / "examples" / "kalah" / "tests", tmp_path / "tests")
    done = completed(["pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-v"], "", tmp_path, world)
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 40


def test_its_page_shows_every_command() -> None:
    shown = {command.split()[0] for command in COMMANDS}
    assert shown >= {"games", "agents", "match", "arena", "advise", "play", "solve", "reproduce", "bench"}


@pytest.mark.parametrize("command", [text for text in COMMANDS if not text.startswith("serve")])
def test_its_commands_work(world: dict[str, str], tmp_path: Path, command: str) -> None:
    arguments = shlex.split(command)
    typed = "hint\nc\nquit\n" if arguments[0] == "play" else ""
    world = {**world, "COLUMNS": "200"}
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    done = completed(["partie", *arguments], typed, tmp_path, world)
    assert done.returncode == 0, done.stdout + done.stderr
    printed = done.stdout
    expected = {
        "games": "kalah",
        "solve": "checked: strategies of",
        "reproduce": "as published: 23 of 23 boards",
        "bench": "solver, 4 houses with 3 stones",
        "agents": "exact",
    }
    assert expected.get(arguments[0], "") in printed
    assert printed.strip()
    if arguments[0] == "arena":
        rated = json.loads((tmp_path / "kalah" / "ratings.json").read_text(encoding="utf-8"))
        ratings = {one["agent"]: one["rating"] for one in rated["ratings"]}
        assert sorted(ratings, key=ratings.__getitem__) == ["beginner", "intermediate", "expert"]


def test_its_route_answers(server: Server) -> None:
    moves = server.post("/games/kalah/margins", {"position": START, "options": SMALL})["moves"]
    assert moves == [
        {"move": "b", "margin": 6},
        {"move": "c", "margin": 2},
        {"move": "d", "margin": -2},
        {"move": "a", "margin": -6},
    ]
    assert "/api/games/kalah/margins" in server.get("/openapi.json")["paths"]


@pytest.mark.parametrize(
    ("position", "code"),
    [("nonsense", "bad_request"), ("0,0,0,0 0,0,0,0 12:12 1", "over")],
)
def test_its_route_reports_errors(server: Server, position: str, code: str) -> None:
    answer = server.http.post("/games/kalah/margins", json={"position": position, "options": SMALL})
    assert error_of(answer)["code"] == code


def test_people_play_it_over_the_api(server: Server) -> None:
    game = server.get("/games/kalah")
    assert game["board"] == "/api/games/kalah/board/board.js"
    assert server.http.get("/games/kalah/board/emblem.svg").headers["content-type"] == "image/svg+xml"
    assert {preset["name"] for preset in game["presets"]} == {"classic", "small"}
    for language, word in (("en", "# Kalah"), ("fr", "grenier")):
        assert word in server.get(f"/games/kalah/rules?lang={language}")["markdown"]
