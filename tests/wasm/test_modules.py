"""Modules of the games and native code: the same random games, and the same decisions, to the bit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import partie
from partie.core import registry
from partie.search.kernels.games import play_games
from partie.wasm import build as building
from partie.wasm import recording
from partie.wasm.bench import exported_name
from partie.wasm.build import Built, MissingTool, build, build_into
from partie.wasm.node import Request, expected, run
from partie.wasm.same import differences
from tests.games import OURS

SEED = "same"
PLIES = (2, 10)
"""Other positions than those a module's functions were found in."""
MOST_COMPRESSED = {"quarto": 300_000}
MOST_COMPRESSED_OF_ANY = 1_500_000


class Module:
    """What holds for the module of every game. Each game has a class of its own, so that the games can be
    tested in different processes: building a module takes long."""

    game: str

    @pytest.fixture(scope="class")
    @classmethod
    def built(cls) -> Built:
        return build(registry.game(cls.game))

    def test_random_games_are_the_same(self, built: Built) -> None:
        game = registry.game(built.game)
        count = 2 if game.longest > 100_000 else 2_000
        arguments = recording.whole_games(game, count, SEED)
        name = exported_name(built, play_games, arguments)
        (reply,) = run(built.path, [Request(name, arguments)])
        result = play_games(*arguments)
        assert (reply.results, reply.contents) == expected(arguments, result)

    def test_the_programs_decide_the_same(self, built: Built) -> None:
        """Every call of a compiled function in the decisions of all levels, the hinter and the searches."""
        game = registry.game(built.game)
        with recording.recording(game, keeps=True) as found:
            recording.ask_all(game, recording.positions(game, SEED, PLIES))
        assert len(found.calls) > 100
        assert differences(built, found.calls) == []

    def test_a_different_result_would_be_noticed(self, built: Built) -> None:
        game = registry.game(built.game)
        with recording.recording(game, keeps=True) as found:
            state = next(recording.positions(game, SEED, PLIES))
            assert state.to_move >= 0
        wrong = [
            recording.Call(call.name, call.kernel, call.signature, call.before, call.after, 99)
            for call in found.calls
            if call.name == "to_move"
        ]
        assert len(differences(built, wrong)) == len(wrong) > 0

    def test_it_is_small(self, built: Built) -> None:
        assert built.compressed < MOST_COMPRESSED.get(built.game, MOST_COMPRESSED_OF_ANY)

    def test_the_layout_of_a_state_is_described(self, built: Built) -> None:
        dtype = registry.game(built.game).dtype
        state = built.description["state"]
        assert state["size"] == dtype.itemsize
        assert list(state["fields"]) == list(dtype.names or ())


@pytest.mark.slow
class TestQuarto(Module):
    game = "quarto"


@pytest.mark.slow
class TestLiarsDice(Module):
    game = "liarsdice"


@pytest.mark.slow
class TestHearts(Module):
    game = "hearts"


@pytest.mark.slow
class TestCoinche(Module):
    game = "coinche"


def test_every_game_for_devices_is_tested() -> None:
    """Recording all that Axis & Allies calls takes many minutes; it is not played on devices yet."""
    assert {kind.game for kind in Module.__subclasses__()} == {
        game.name for game in OURS if game.can.on_device
    }


def test_another_thread_stops_a_search(tmp_path: Path) -> None:
    """The search runs in a worker with shared memory; the page raises its flag there."""
    game = build(registry.game("quarto"))
    script = Path(__file__).with_name("stop.mjs")
    host = Path(building.__file__).with_name("host.mjs")
    command = ["node", str(script), str(host), str(game.path), str(game.path.with_suffix(".json"))]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found = json.loads(answer.stdout)
    assert found["seen"] > 0, "progress can be read while the search runs"
    assert 0 < found["done"] < found["asked"]


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    """In another folder, too: nothing in a module says where its sources were."""
    first = build(registry.game("quarto"))
    package = Path(partie.__file__).parent
    left_out = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(package, tmp_path / "elsewhere" / "partie", ignore=left_out)
    script = (
        "import sys; from pathlib import Path; from partie.core import registry;"
        "from partie.wasm.build import build_into; build_into(registry.game('quarto'), Path(sys.argv[1]))"
    )
    path = f"{package.parent / 'web' / 'node_modules' / '.bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(tmp_path / "elsewhere")}
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], env=environment, cwd=tmp_path, check=True)
    again = Built("quarto", tmp_path / "quarto.wasm")
    assert again.sha256 == first.sha256
    assert again.description == first.description


def test_a_missing_optimiser_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "_PACKAGE", tmp_path / "partie")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match="wasm-opt"):
        build_into(registry.game("quarto"), tmp_path)
