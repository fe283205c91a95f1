"""What is imported is declared, with a reason; what is declared is pinned."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BASE = [Requirement(text) for text in PROJECT["dependencies"]]
EXTRAS = {
    extra: [Requirement(text) for text in texts] for extra, texts in PROJECT["optional-dependencies"].items()
}
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINS = dict(line.split("==") for line in LOCK.splitlines() if not line.startswith("#"))

DISTRIBUTIONS = packages_distributions()

NEVER_IMPORTED = {
    "websockets": "uvicorn speaks WebSocket through it",
    "psycopg": "SQLAlchemy loads it for a URL of PostgreSQL",
    "shapely": "tools/map draws with it",
}
"""Declared for `partie` and its extras though no module of it imports them, and why."""
NEEDS_AN_EXTRA = {
    "partie/testing": "test",
    "partie/learn/net/train_": "train",
    "partie/games/coinche/players/net/train_": "train",
    "partie/games/liarsdice/players/equilibrium/train_": "train",
}
"""Modules that may import packages of an extra when they are imported; all others do so in the function that
needs it."""
ON_DEVICES = "partie/wasm/device/python/"
"""Modules that MicroPython imports, and no Python here."""


def _names(requirements: list[Requirement]) -> set[str]:
    return {canonicalize_name(requirement.name) for requirement in requirements}


def _imports(path: Path) -> Iterator[tuple[str, bool]]:
    """The distributions that a module imports, and whether it does so whenever it is imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    later = {inner for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            modules = [node.module or ""]
        for module in modules:
            package = module.partition(".")[0]
            if package not in sys.stdlib_module_names and package not in ("partie", "tests"):
                found = DISTRIBUTIONS.get(package, [package])
                yield canonicalize_name(found[0]), node not in later


def test_declared_dependencies_are_those_imported() -> None:
    imported, wrong = set(), []
    for path in sorted((ROOT / "partie").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if where.startswith(ON_DEVICES):
            continue
        extras = [extra for prefix, extra in NEEDS_AN_EXTRA.items() if where.startswith(prefix)]
        for name, at_once in _imports(path):
            imported.add(name)
            allowed = _names(BASE).union(
                *(_names(EXTRAS[extra]) for extra in (extras if at_once else EXTRAS))
            )
            if name not in allowed:
                wrong.append(f"{where} imports {name}")
    assert wrong == []
    declared = _names(BASE) | _names(EXTRAS["train"]) | _names(EXTRAS["postgres"]) | _names(EXTRAS["map"])
    assert declared - imported == set(NEVER_IMPORTED), "declared and never imported"


@pytest.mark.parametrize("folder", ["tests", "tools"])
def test_what_tests_and_tools_import_is_declared(folder: str) -> None:
    declared = _names(BASE).union(
        *map(_names, EXTRAS.values()), {"hatchling", "mkdocs", "markdown"}
    )  # what builds, and what its theme is for
    files = {canonicalize_name(path.stem) for path in (ROOT / folder).rglob("*.py")}
    missing = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / folder).rglob("*.py")
        for name, _ in _imports(path)
        if name not in declared and name not in files
    }
    assert missing == set()


def test_every_dependency_has_a_reason() -> None:
    page = re.sub(r"[-_]", "", (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").lower())
    names = _names(BASE).union(*map(_names, EXTRAS.values()))
    pages = {
        "torch": "pytorch",
        "mkdocs-material": "mkdocs with material",
        "mkdocstrings-python": "mkdocstrings",
    }
    assert {name for name in names if re.sub(r"[-_]", "", pages.get(name, name)) not in page} == set()


def test_the_lock_fits_what_is_declared() -> None:
    for requirement in [*BASE, *(one for extra in EXTRAS.values() for one in extra)]:
        pinned = PINS[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(pinned, prereleases=True), requirement
    assert "://" not in LOCK
    assert "--" not in LOCK.partition("(pip --constraint)")[2]
    assert not any("+" in version for version in PINS.values()), "a build of one machine"


def test_the_lock_pins_what_is_needed_for_what_is_needed() -> None:
    """On the Python it was made with: others may need a package more, which is then not pinned."""
    if f"Python {sys.version_info[0]}.{sys.version_info[1]}." not in LOCK:
        pytest.skip("the lock was made with another Python")
    todo = [
        *BASE,
        *(one for extra in EXTRAS.values() for one in extra if one.name not in ("psycopg", "torch")),
    ]
    seen: set[str] = set()
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        if name in seen or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        assert name in PINS, f"{name} is not pinned: run make lock"
        todo += [Requirement(text) for text in requires(name) or ()]
    assert len(seen) > len(BASE)


def test_make_installs_what_is_pinned() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--constraint requirements.lock" in makefile
    assert makefile.count("requirements.lock | $(BIN)/python") == 2, "a changed lock is installed"
