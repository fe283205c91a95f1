"""The cache of compiled code is never stale, and the same rules also run as plain Python."""

from __future__ import annotations

import ast
import importlib
import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
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
from partie.core.compiled.numba_api import Dispatcher
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
from partie.core.compiled.numba_api import retype_calls
PRIZES = np.array([1.0, 5.0])
FIRST, SECOND = 0, 1
@jit
def bonus(): return 0.0
@jit
def prize(): return PRIZES[FIRST] + SECOND + bonus() - 1
@jit
def unused(): return 7
def widened(kind): return kind if kind else KIND
KIND = None
retype_calls(prize, widened)
def check(prizes):
    if prizes < 0: raise ValueError("A prize is missing.")
"""


def run(code: str, folder: Path, *arguments: str, typed: str = "", **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=typed,
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


IN_TURN = """
import json, os, sys
from pathlib import Path
import partie.search.kernels.playouts
for files in json.load(sys.stdin):
    for name, text in files.items():
        Path("outside", name).write_text(text)
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        exec(sys.argv[1])
        sys.stdout.flush()
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        sys.exit("a run failed")
"""
"""Runs a program once for each version of some files, in a process each.

They are forks of one that has imported what stays the same."""


def changed(old: str, new: str) -> dict[str, str]:
    """The files of the game outside, with a change to one of them."""
    texts = {"helper.py": HELPER, "rules.py": RULES}
    assert sum(old in text for text in texts.values()) == 1
    return {name: text.replace(old, new) for name, text in texts.items()}


@pytest.mark.slow
def test_compiled_code_is_reused_but_never_stale(outside: Path) -> None:
    """The files of the search and of the rules stay the same; only the helper, which they reach, changes."""
    whole = {"helper.py": HELPER, "rules.py": RULES}
    unused = {
        "a comment": changed("PRIZES =", "# what there is to win\nPRIZES ="),
        "a function that is never called": changed("return 7", "return 8"),
        "an annotation": changed("def bonus()", "def bonus() -> float"),
        "the sentence of an error": changed("A prize is missing.", "No prize may be below zero."),
        "annotations as text": {**whole, "helper.py": "from __future__ import annotations" + HELPER},
    }
    steps = {
        "the first run": (whole, "1.0", True),
        "the second run": (whole, "1.0", False),
        "a constant": (changed("[1.0, 5.0]", "[2.0, 5.0]"), "2.0", True),
        "a function called by a function called by the rules": (
            changed("return 0.0", "return 0.5"),
            "1.5",
            True,
        ),
        "two constants exchanged": (changed("FIRST, SECOND = 0, 1", "FIRST, SECOND = 1, 0"), "4.0", True),
        "a docstring": (changed("return PRIZES", "\n    'What is won.'\n    return PRIZES"), "1.0", None),
        "another docstring": (
            changed("return PRIZES", "\n    'The prize.'\n    return PRIZES"),
            "1.0",
            False,
        ),
        **{what: (files, "1.0", False) for what, files in unused.items()},
        "what changes the types of arguments": (changed("if kind else KIND", "or KIND"), "1.0", True),
        "a value that it names": (changed("KIND = None", "KIND = 0"), "1.0", True),
        "a rule reached through a verb": (changed("return prize()", "return prize() + 1.0"), "2.0", True),
    }
    versions = json.dumps([files for files, *_ in steps.values()])
    environment = {"PARTIE_CACHE": str(outside / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    printed = run(IN_TURN, outside, COUNTING, typed=versions, **environment).splitlines()
    for (what, (_, prize, compiles)), line in zip(steps.items(), printed, strict=True):
        result, compiled = line.split()
        assert result == prize, what
        assert compiles is None or compiles == (int(compiled) > 0), what


def test_a_hash_of_a_module_ignores_its_prose(tmp_path: Path) -> None:
    """Docstrings below constants included: they are statements, too."""

    def module_hash(source: str) -> bytes:
        (tmp_path / "prose.py").write_text(source)
        reach._text.cache_clear()
        return reach._text("prose", tmp_path / "prose.py")

    source = '"""A module."""\nMOST = 3\n"""The most."""\ndef f():\n    """A function."""\n    return MOST\n'
    assert module_hash(source) == module_hash(source.replace("A ", "Another ").replace("The ", "Its "))
    assert module_hash(source) != module_hash(source.replace("3", "4"))


MACHINERY = """
def resolve(kind):
    if kind is None:
        raise TypeError(f"There is no {kind} here.", 3)
    def compiled(kind):
        raise ValueError("Never.")
    return compiled
"""


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("There is no", "Nobody has defined", False),
        ("{kind} here", "{resolve} here", True),
        ("TypeError", "KeyError", True),
        (", 3", ", 4", True),
        ("Never", "Always", True),
    ],
)
def test_a_hash_of_the_machinery_ignores_the_words_of_errors(
    tmp_path: Path, old: str, new: str, counts: bool
) -> None:
    """Those that Python raises: a function in a function may be compiled, words included."""

    def machinery_hash(source: str) -> bytes:
        (tmp_path / "machinery.py").write_text(source)
        reach._text.cache_clear()
        return reach._text("machinery", tmp_path / "machinery.py", errors=False)

    assert (machinery_hash(MACHINERY) != machinery_hash(MACHINERY.replace(old, new))) == counts


def test_kernels_reach_no_sentences_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules that kernels of our games or searches reach as a whole raise nothing in Python: the words of it
    would be part of the names of compiled code."""
    reached = set[Path]()

    def text(name: str, file: Path, *, errors: bool = True) -> bytes:
        reached.add(file)
        return b""

    files = [
        *(ROOT / "partie" / "games").glob("*/[pr]*/**/*.py"),
        *(ROOT / "partie" / "search").rglob("*.py"),
    ]
    names = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files if "jit" in file.read_text()
    ]
    monkeypatch.setattr(reach, "_text", text)
    for module in map(importlib.import_module, names):
        for value in vars(module).values():
            if isinstance(value, Dispatcher):
                reach._Part(value)
    assert len(reached) > 5
    for file in reached:
        raising = [
            node.lineno for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Raise)
        ]
        assert raising == [], file


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


ONE = """
from partie.core.compiled.kernel import watch_compilation
from outside.helper import prize
compiled = []
with watch_compilation(compiled.append):
    found = prize()
print(found, len(compiled))
"""


def test_quick_code_computes_the_same_and_is_no_other_code_in_the_cache(outside: Path) -> None:
    """Whoever does not ask for it compiles again, and never loads it."""
    cache = {"PARTIE_CACHE": str(outside / "cache" / "kernels")}
    quick, again, good = (
        run(ONE, outside, PARTIE_QUICK_CODE=value, **cache).split() for value in ("1", "1", "0")
    )
    assert quick[0] == again[0] == good[0] == "1.0"
    assert again[1] == "0", "it is cached, too"
    assert quick[1] == good[1] != "0"


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


AT_ONCE = """
import os
from partie.core.compiled.kernel import watch_compilation
from outside import helper
waiting, held = os.pipe()
for _ in range(3):
    if os.fork() == 0:
        os.close(held)
        os.read(waiting, 1)  # until nobody holds the other end
        compiled = []
        with watch_compilation(compiled.append):
            helper.prize()
        os.write(1, b"compiled " if "prize" in " ".join(compiled) else b"loaded ")
        os._exit(0)
os.close(held)
for _ in range(3):
    os.wait()
"""


@pytest.mark.slow
def test_processes_that_need_the_same_at_once_compile_it_once(outside: Path) -> None:
    """The second waits for the first, and loads what that one has compiled."""
    answers = run(AT_ONCE, outside, PARTIE_CACHE=str(outside / "cache"))
    assert sorted(answers.split()) == ["compiled", "loaded", "loaded"]


def test_closures_are_refused() -> None:
    captured = 3

    def closure(x: Any) -> Any:
        return x + captured

    with pytest.raises(TypeError, match="top level"):
        jit(closure)
