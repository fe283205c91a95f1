"""The cache of compiled code: never stale, works with a read-only package, and the same rules run without the compiler."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import partie
from partie.core.kernel import jit
from partie.core.verbs import register
from tests.tiny import rules as cups

ROOT = Path(__file__).resolve().parents[2]

COUNTING = """
import sys
import numpy as np
from partie.core.chance import new_chance
from partie.core.kernel import watch_compilation
from partie.search.playouts import playouts
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
from partie.core.kernel import jit
from partie.core.verbs import register
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


def helper(value: float) -> str:
    return f"from partie.core.kernel import jit\n@jit\ndef prize(): return {value}\n"


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
    """A game outside the package, in two files, searched by code inside it, with a cache of its own."""
    package = tmp_path / "outside"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES)
    (package / "helper.py").write_text(helper(1.0))
    (tmp_path / "partie").symlink_to(ROOT / "partie")
    return tmp_path


def test_compiled_code_is_reused_but_never_stale(outside: Path) -> None:
    cache = {"PARTIE_CACHE": str(outside / "cache")}
    first, compiled = run(COUNTING, outside, **cache).split()
    assert (first, int(compiled) > 0) == ("1.0", True)
    assert run(COUNTING, outside, **cache) == "1.0 0", "the second run compiles nothing"
    # The search's own file is unchanged; only a function its rules call is in a file that changed.
    (outside / "outside" / "helper.py").write_text(helper(2.0))
    second, _ = run(COUNTING, outside, **cache).split()
    assert second == "2.0", "a change in a callee's file is noticed"


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
from partie.core.kernel import PYTHON_MODE
assert PYTHON_MODE
from partie.core.record import read_record
for text in sys.stdin.read().split("=====")[:-1]:
    print(bytes(read_record(text).replay().state).hex())
"""


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


def test_closures_are_refused() -> None:
    captured = 3

    def closure(x):
        return x + captured

    with pytest.raises(TypeError, match="top-level"):
        jit(closure)
