from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from partie.arena.standings import standings
from partie.arena.tournament import Tournament
from partie.cli import app
from partie.core.agent import Budget, ask
from partie.core.errors import BadOption, BadSpec
from partie.core.external import ExternalAgent, build_external, failures_of, question, read_answer
from partie.core.match import Match, play_out
from partie.core.registry import build_agent, check_agent
from partie.core.registry import game as game_named
from tests.pages import blocks, filled_in

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "examples/bots"
QUARTO = game_named("quarto")


def bot(tmp_path: Path, body: str) -> str:
    """A bot whose `answer(question, number)` prints what it likes."""
    path = tmp_path / "bot.py"
    lines = ["import json, os, sys, time", *body.splitlines()]
    loop = ["for number, line in enumerate(sys.stdin):", "    answer(json.loads(line), number)"]
    path.write_text("\n".join([*lines, *loop]))
    return f"process:{sys.executable} {path}"


def play(spec: str, options: dict[str, str] | None = None) -> tuple[ExternalAgent, list[str]]:
    agent = build_external(spec, 1)
    with failures_of([agent]):
        played = play_out(Match(QUARTO, options, 5), [agent, build_agent(QUARTO, "random")])
    return agent, played.moves


@pytest.mark.slow
def test_the_examples_play_in_a_tournament(tmp_path: Path) -> None:
    built = tmp_path / "bot"
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", str(built), str(BOTS / "bot.c")], check=True)
    crashing = bot(tmp_path, "def answer(question, number):\n    os._exit(1)")
    agents = (
        f"process:{built}",
        f"process:{shutil.which('node')} {BOTS / 'bot.js'}",
        f"process:{sys.executable} {BOTS / 'bot.py'}",
        crashing,
        "random",
    )
    played = Tournament("quarto", agents, games=2).run(tmp_path / "out")
    assert len(list(played.games())) == 20
    failed = {one.agent: one.failures for one in standings(played).table}
    assert set(failed.pop(crashing)) == {"crash"}
    assert not any(failed.values()), "the others played all their games"
    lines = [json.loads(line) for line in (tmp_path / "out/results.jsonl").read_text().splitlines()]
    for line in lines:
        told = line.get("failures", [{}, {}])
        assert [bool(kinds) for kinds in told] == [agent == crashing for agent in line["seats"]]


def test_examples_are_short() -> None:
    for name in ("bot.py", "bot.js", "bot.c"):
        assert len((BOTS / name).read_text().splitlines()) <= 40


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("    print('rubbish', flush=True)", "garbage"),
        ("    print('[1]', flush=True)", "garbage"),
        ("    print('{}', flush=True)", "garbage"),
        ("    print(json.dumps({'move': 'z9'}), flush=True)", "illegal"),
        ("    print(json.dumps({'move': -(1 << 70)}), flush=True)", "illegal"),
        ("    print(json.dumps({'id': 99, 'move': question['legal'][0]['text']}), flush=True)", "garbage"),
        ("    print(json.dumps({'error': 'no idea'}), flush=True)", "error"),
        ("    os._exit(3)", "crash"),
        ("    os.close(1); time.sleep(60)", "crash"),
    ],
)
def test_failures_are_counted_and_the_game_goes_on(tmp_path: Path, body: str, kind: str) -> None:
    agent, moves = play(bot(tmp_path, f"def answer(question, number):\n{body}"))
    assert set(agent.failures) == {kind}
    assert agent.failures[kind] == (len(moves) + 1) // 2


def test_an_endless_answer_is_not_read_to_its_end(tmp_path: Path) -> None:
    body = "def answer(question, number):\n    while True:\n        print('x' * 1_000_000, end='')"
    agent, _ = play(bot(tmp_path, body))
    assert set(agent.failures) == {"garbage", "crash"}, "after some restarts it is not started any more"


def test_a_program_that_thinks_too_long_is_not_waited_for(tmp_path: Path) -> None:
    spec = bot(tmp_path, "def answer(question, number):\n    time.sleep(3600)")
    agent, _ = play(spec.replace("process:", "process?seconds=0.05:"))
    assert agent.failures["timeout"] >= 1


def test_memory_is_limited(tmp_path: Path) -> None:
    body = "def answer(question, number):\n    bytearray(400_000_000)\n    print('{}', flush=True)"
    agent, _ = play(bot(tmp_path, body).replace("process:", "process?memory=200:"))
    assert set(agent.failures) == {"crash"}


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    body = "def answer(question, number):\n    print(json.dumps({'move': question['legal'][0]['move'], 'why': str(os.getpid())}), flush=True)"
    agent = build_external(bot(tmp_path, body), 1)
    with failures_of([agent]):
        decision = ask(agent, QUARTO.start().view(0), Budget())
        assert decision.why is not None
        process = int(QUARTO.phrase(decision.why.key, decision.why.data)["fr"])
        os.kill(process, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_question_has_all_it_takes_to_decide(tmp_path: Path) -> None:
    body = "def answer(question, number):\n    json.dump(question, open('%s', 'w'))\n    print(json.dumps({'move': question['legal'][0]['text'], 'values': {question['legal'][0]['text']: 0.5, 'zz': 1}}), flush=True)"
    agent, _ = play(bot(tmp_path, body % (tmp_path / "asked.json")), {"squares": "on"})
    assert not agent.failures
    asked = json.loads((tmp_path / "asked.json").read_text())
    assert asked["options"] == {"squares": True}
    state = QUARTO.position(asked["position"], asked["options"], asked["seats"])
    view = state.view(asked["seat"])
    shown = json.loads(json.dumps(view.display()))
    assert {**asked["view"], "last": None} == {**shown, "last": None}, (
        "a position does not know the last move"
    )
    assert [one["text"] for one in asked["legal"]] == [view.text(move) for move in view.moves]


@pytest.mark.parametrize("name", ["quarto", "liarsdice", "hearts", "coinche", "axisallies"])
def test_our_engine_answers_in_every_game(name: str) -> None:
    game = game_named(name)
    state = game.start()
    asked = question(state.view(state.to_move), game.read_options({}), 7, 5.0)
    lines = "\n".join([json.dumps(asked), "rubbish", json.dumps({"id": 8, "position": "rubbish"}), "[]", ""])
    done = CliRunner().invoke(app, ["engine", name, "--agent", "random"], lines, catch_exceptions=False)
    answer, *errors = [json.loads(line) for line in done.stdout.splitlines()]
    assert answer["id"] == 7
    assert answer["move"] in [one["text"] for one in asked["legal"]]
    assert [set(error) for error in errors] == [{"error"}, {"id", "error"}, {"error"}]


def test_our_engine_plays_against_us() -> None:
    agent, _ = play(f"process:{sys.executable} -m partie engine quarto --agent beginner")
    assert not agent.failures


@contextmanager
def answering(status: int, body: bytes) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            move = json.dumps({"move": asked["legal"][0]["text"]}).encode()
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body or move)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/bot?level=3"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize(
    ("status", "body", "kind"), [(200, b"", None), (500, b"", "error"), (200, b"rubbish", "garbage")]
)
def test_a_bot_over_http(status: int, body: bytes, kind: str | None) -> None:
    with answering(status, body) as url:
        agent, _ = play(url)
    assert set(agent.failures) == ({kind} if kind else set())


def test_a_bot_that_cannot_be_reached() -> None:
    agent, _ = play("http://127.0.0.1:9/")
    assert set(agent.failures) == {"crash"}


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("process:", "comes the command"),
        ("process:./nowhere/bot", "There is no program"),
        ("http:///path", "names no host"),
    ],
)
def test_bots_that_are_none(spec: str, said: str) -> None:
    with pytest.raises(BadSpec, match=said):
        build_agent(QUARTO, spec, files=True)
    with pytest.raises(BadOption, match="speed"):
        build_agent(QUARTO, "process?speed=1:./bot", files=True)


@pytest.mark.parametrize(
    "spec", ["process:./bot", "process?memory=64:./bot", "http://127.0.0.1/", "https://host/"]
)
def test_visitors_cannot_choose_programs(spec: str) -> None:
    with pytest.raises(BadSpec, match="over the network"):
        check_agent(QUARTO, spec)
    with pytest.raises(BadSpec):
        build_agent(QUARTO, spec)


def test_the_page_shows_a_true_question_and_answer() -> None:
    asked, answered = (filled_in(text) for text in blocks(ROOT / "docs/reference/bots.md", "json"))
    state = QUARTO.position(asked["position"], asked["options"], asked["seats"])
    view = state.view(asked["seat"])
    true = question(view, asked["options"], asked["id"], asked["budget"]["seconds"])
    assert list(asked) == list(true)
    assert {**asked, "view": 0, "legal": asked["legal"]} == {**true, "view": 0, "legal": true["legal"][:1]}
    decision = read_answer(view, answered, asked["id"])
    assert view.text(decision.move) == answered["move"]
    assert decision.value == answered["values"][answered["move"]]
