"""The cache of compiled code is never stale, and the same rules also run as plain Python."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

import partie
from partie.core.compiled import reach
from partie.core.compiled.kernel import (
    NotCompiled,
    forbid_compiling,
    jit,
)
from partie.core.compiled.verbs import register
from partie.search.kernels.montecarlo import montecarlo
from tests.tiny import rules as cups

ROOT = Path(__file__).resolve().parents[3]

COUNTING = """
import sys
import numpy as np
from partie.core.compiled.chance import new_chance
from partie.core.compiled.kernel import watch_compilation
from partie.search.kernels.playouts import playouts
from outside import rules
state = np.zeros(1, rules.State).view(np.recarray)[0]
compiled = []
with watch_compilation(compiled.append):
    totals, games, plies = playouts(state, 1, 0, new_chance(0), np.zeros(1, np.uint8))
print(totals[0], len(compiled))
"""

RULES = """
import sys
import numpy as np
from outside.helper import prize
from partie.core.compiled.kernel import jit
from partie.core.compiled.verbs import register
SEATS, MOVES, LOWEST, HIGHEST = 1, 1, 0.0, 100.0
State = np.dtype([("outside_ply", "i1")], align=True)
@jit
def start(state, options, chance): state.outside_ply = 0
@jit
def to_move(state): return 0
@jit
def moves(state, out):
    out[0] = 0
    return 1
@jit
def play(state, move, chance): state.outside_ply += 1
@jit
def over(state): return state.outside_ply == 1
@jit
def score(state, seat): return prize()
register(State, sys.modules[__name__])
"""


HELPER = """
import numpy as np
from partie.core.compiled.kernel import jit
PRIZES = np.array([1.0, 5.0])
FIRST, SECOND = 0, 1
@jit
def bonus(): return 0.0
@jit
def prize(): return PRIZES[FIRST] + SECOND + bonus() - 1
@jit
def unused(): return 7
"""


def run(code: str, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A game outside the package, in two files, searched by code inside it, with its own cache."""
    package = tmp_path / "outside"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES)
    (package / "helper.py").write_text(HELPER)
    (tmp_path / "partie").symlink_to(ROOT / "partie")
    return tmp_path


CHANGES = {
    "a constant": ("[1.0, 5.0]", "[2.0, 5.0]", "2.0"),
    "a function called by a function called by the rules": ("return 0.0", "return 0.5", "1.5"),
    "two constants exchanged": ("FIRST, SECOND = 0, 1", "FIRST, SECOND = 1, 0", "4.0"),
}


@pytest.mark.slow
def test_compiled_code_is_reused_but_never_stale(outside: Path) -> None:
    """The files of the search and of the rules stay the same; only the helper, which they reach, changes."""
    cache = {"PARTIE_CACHE": str(outside / "cache")}
    helper = outside / "outside" / "helper.py"
    first, compiled = run(COUNTING, outside, **cache).split()
    assert (first, int(compiled) > 0) == ("1.0", True)
    assert run(COUNTING, outside, **cache) == "1.0 0", "the second run compiles nothing"
    for what, (old, new, expected) in CHANGES.items():
        helper.write_text(HELPER.replace(old, new))
        result, compiled = run(COUNTING, outside, **cache).split()
        assert (result, int(compiled) > 0) == (expected, True), what
    helper.write_text(HELPER.replace("return PRIZES", "\n    'What is won.'\n    return PRIZES"))
    documented = run(COUNTING, outside, **cache)
    assert documented.startswith("1.0 ")
    helper.write_text(HELPER.replace("return PRIZES", "\n    'What one wins.'\n    return PRIZES"))
    assert run(COUNTING, outside, **cache) == "1.0 0", "another docstring compiles nothing"
    for old, new in (
        ("PRIZES =", "# what there is to win\nPRIZES ="),
        ("return 7", "return 8"),
        ("def bonus()", "def bonus() -> float"),
        ("\nimport numpy", "from __future__ import annotations\nimport numpy"),
    ):
        helper.write_text(HELPER.replace(old, new))
        assert run(COUNTING, outside, **cache) == "1.0 0", (
            "comments, annotations and functions that are never called do not count"
        )
    helper.write_text(HELPER)
    rules = outside / "outside" / "rules.py"
    rules.write_text(RULES.replace("return prize()", "return prize() + 1.0"))
    assert run(COUNTING, outside, **cache).startswith("2.0 "), "a rule reached through a verb"


def test_a_hash_of_a_module_ignores_its_prose(tmp_path: Path) -> None:
    """Docstrings below constants included: they are statements, too."""

    def module_hash(source: str) -> bytes:
        (tmp_path / "prose.py").write_text(source)
        module = ModuleType("prose")
        module.__file__ = str(tmp_path / "prose.py")
        return reach._text(module)

    source = '"""A module."""\nMOST = 3\n"""The most."""\ndef f():\n    """A function."""\n    return MOST\n'
    assert module_hash(source) == module_hash(source.replace("A ", "Another ").replace("The ", "Its "))
    assert module_hash(source) != module_hash(source.replace("3", "4"))


def test_a_game_is_compiled_from_its_own_rules_only() -> None:
    """Code compiled for one game reaches no function of another, so changing one game recompiles no other."""
    shared = {path.stem for path in (ROOT / "partie" / "games").glob("*.py")}
    kernel: Any = montecarlo
    games = {path.name for path in (ROOT / "partie" / "games").iterdir() if (path / "rules").is_dir()}
    assert len(games) >= 5
    for name in games:
        game = partie.game(name)
        state = numba.from_dtype(game.dtype)
        reached = {function.__module__ for function in reach.functions(kernel, [state])}
        rooms = {module.split(".")[2] for module in reached if module.startswith("partie.games.")}
        assert game.name in rooms
        assert rooms <= {game.name, *shared}


@pytest.mark.slow
def test_the_package_may_be_read_only_and_the_cache_unwritable(outside: Path) -> None:
    (outside / "partie").unlink()
    shutil.copytree(
        ROOT / "partie", outside / "partie", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    for path in (outside / "partie").rglob("*"):
        path.chmod(stat.S_IREAD | (stat.S_IEXEC if path.is_dir() else 0))
    before = sorted(path for path in (outside / "partie").rglob("*"))
    blocked = outside / "blocked"
    blocked.write_text("a file where the cache folder should be")
    result, _ = run(
        COUNTING, outside, PARTIE_CACHE=str(blocked / "cache"), PYTHONDONTWRITEBYTECODE="1"
    ).split()
    assert result == "1.0"
    assert sorted(path for path in (outside / "partie").rglob("*")) == before
    for path in (outside / "partie").rglob("*"):
        path.chmod(stat.S_IREAD | stat.S_IWRITE | stat.S_IEXEC)


REPLAY = """
import partie, sys
from partie.core.compiled.kernel import PYTHON_MODE
assert PYTHON_MODE
from partie.core.record import read_record
for text in sys.stdin.read().split("=====")[:-1]:
    print(bytes(read_record(text).replay().state).hex())
"""


@pytest.mark.slow
def test_rules_run_as_plain_python_with_the_same_result() -> None:
    game = partie.game("quarto")
    records, expected = [], []
    for seed in range(5):
        match = partie.Match(game, {"squares": seed % 2 == 1}, seed)
        while not match.state.over:
            match.play(match.state.moves[(seed * 7 + len(match.moves) * 5) % len(match.state.moves)])
        from partie.core.record import record_of

        records.append(str(record_of(match, ["a", "b"])))
        expected.append(bytes(match.state).hex())
    done = subprocess.run(
        [sys.executable, "-c", REPLAY],
        input="=====".join([*records, ""]),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == expected


def test_two_games_cannot_share_a_record_type() -> None:
    with pytest.raises(TypeError, match="rename a field"):
        register(cups.State, partie.game("quarto").rules)


def test_rules_that_lack_a_verb_are_refused() -> None:
    with pytest.raises(TypeError, match="lacks start, to_move"):
        register(np.dtype([("lonely", "i1")]), np)


@jit
def _twice(number: Any) -> Any:
    return number * 2


def test_compiling_can_be_forbidden_and_allowed_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARTIE_CACHE", str(tmp_path))
    with forbid_compiling(), pytest.raises(NotCompiled, match="_twice"):
        _twice(2)
    assert _twice(2) == 4
    with forbid_compiling():
        assert _twice(3) == 6


def test_closures_are_refused() -> None:
    captured = 3

    def closure(x: Any) -> Any:
        return x + captured

    with pytest.raises(TypeError, match="top level"):
        jit(closure)
