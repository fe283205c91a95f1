"""Building modules: for a search that can be stopped, reproducibly, and not again without a reason."""

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
from partie.games.axisallies.players.strategist import agent as strategist
from partie.service import bundles
from partie.service.bundles import ROOTS
from partie.wasm import build as building
from partie.wasm.build import Built, MissingTool, build, build_into, improve
from partie.wasm.shaking import Shaken
from tests.games import OURS


def test_another_thread_stops_a_search(tmp_path: Path) -> None:
    """The search runs in a worker with shared memory; the page raises its flag there."""
    game = build(registry.game("quarto"), ROOTS)
    script = Path(__file__).with_name("stop.mjs")
    host = Path(building.__file__).with_name("host.mjs")
    command = ["node", str(script), str(host), str(game.path), str(game.path.with_suffix(".json"))]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found = json.loads(answer.stdout)
    assert found["seen"] > 0, "progress can be read while the search runs"
    assert 0 < found["done"] < found["asked"]


WHOLE = """
import sys
from pathlib import Path
from partie.core import registry
from partie.service.bundles import ROOTS
from partie.wasm.build import build_into
build_into(registry.game("quarto"), ROOTS, Path(sys.argv[1]))
"""
ONE_FUNCTION = """
import sys
from pathlib import Path
from partie.core import registry
from partie.search.kernels.games import play_games
from partie.wasm import compiling, recording
game = registry.game("quarto")
signature = tuple(map(play_games.typeof_pyval, recording.whole_games(game, 1)))
chosen = compiling.Chosen({"play_games": (play_games, signature)}, frozenset())
compiling._write(game, Path(sys.argv[1]), chosen)
"""


def built_elsewhere(script: str, folder: Path) -> Path:
    """Build with a copy of the package in another folder; the folder of the result."""
    package = Path(partie.__file__).parent
    left_out = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(package, folder / "elsewhere" / "partie", ignore=left_out)
    path = f"{package.parent / 'web' / 'node_modules' / '.bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(folder / "elsewhere"), "PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, "-c", script, str(folder)], env=environment, cwd=folder, check=True)
    return folder


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    """In another folder, too: nothing in a module says where its sources were."""
    found = []
    for name in ("one", "another"):
        (tmp_path / name).mkdir()
        found.append(built_elsewhere(ONE_FUNCTION, tmp_path / name))
    for file in ("module.wasm", "module.json"):
        assert (found[0] / file).read_bytes() == (found[1] / file).read_bytes()


@pytest.mark.thorough
@pytest.mark.slow
def test_the_same_sources_give_the_same_whole_module(tmp_path: Path) -> None:
    first = build(registry.game("quarto"), ROOTS)
    again = Built("quarto", built_elsewhere(WHOLE, tmp_path) / "quarto.wasm")
    assert again.sha256 == first.sha256
    assert again.description == first.description


def test_a_missing_optimiser_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "_PACKAGE", tmp_path / "partie")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match="wasm-opt"):
        build_into(registry.game("quarto"), ROOTS, tmp_path)


def test_what_reaches_no_compiled_function_builds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other sources that give the same module: the functions are listed, but not compiled again."""
    first = build(registry.game("quarto"), ROOTS)
    monkeypatch.setattr(building, "_sources_key", lambda game, roots: "changed")
    monkeypatch.setattr(building, "_optimised", lambda *_: pytest.fail("was compiled again"))
    again = build(registry.game("quarto"), ROOTS)
    assert again.path == first.path
    first.path.with_name("quarto-changed.key").unlink()


def test_the_same_sources_give_the_same_files(tmp_path: Path) -> None:
    game = registry.game("quarto")
    first, second = (bundles.write(tmp_path / one, [game]) for one in ("a", "b"))
    assert first[0].bundle.sha256 == second[0].bundle.sha256
    assert first[0].bundle.missing == ()


@pytest.mark.slow
def test_the_referee_is_the_same_for_all_games() -> None:
    """So that it is loaded before a game is chosen. What only some games use of it is named in `bundles`."""
    codes = []
    for game in (one for one in OURS if one.can.on_device):
        shaken = Shaken(None)
        shaken.add_game(game, ROOTS)
        codes.append(shaken.modules())
        assert shaken.problems == [], game.name  # of every game, though only one is built every day
    shared = set.intersection(*map(set, codes))
    ours = [name for name in shared if name.startswith(("partie.core.", "partie.service."))]
    assert "partie.service.device" in ours
    assert [name for name in ours if len({code[name] for code in codes}) > 1] == []


def test_programs_are_loaded_when_they_are_asked() -> None:
    """Their declaration needs none of their code: constants in it are written as their values."""
    shaken = Shaken(None)
    shaken.add_game(registry.game("axisallies"), ROOTS)
    roster = shaken.modules()["partie.games.axisallies.players.roster"]
    assert "general = late_('partie.games.axisallies.players.general.agent')" in roster
    assert "import agent as" not in roster
    count = len(strategist.WAYS)
    assert f"integer('ways', {count}, 1, {count})" in roster
    assert "choice('overlooks', *OrderedDict(" in roster


def test_a_module_of_others_is_improved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Again with other options, or if its contents have changed."""
    monkeypatch.setenv("PARTIE_CACHE", str(tmp_path / "cache" / "kernels"))
    source, out = tmp_path / "plain.wasm", tmp_path / "out.wasm"
    done: list[list[str]] = []

    def note(command: list[str]) -> None:
        done.append(command)
        Path(command[-1]).write_bytes(b"improved " + Path(command[-3]).read_bytes())

    monkeypatch.setattr(building, "_run", note)
    for contents, option, runs in ((b"a", "-Os", 1), (b"a", "-Os", 1), (b"a", "-O3", 2), (b"b", "-Os", 3)):
        source.write_bytes(contents)
        improve(source, out, [option])
        assert out.read_bytes() == b"improved " + contents
        assert len(done) == runs
