"""Numba's undocumented interfaces are used in one file only, which refuses versions outside a range; and by
`wasm/target.py`, the compiler for another machine, which nothing needs that plays.

To accept a newer version: install it, run `make test`, then change `TESTED` in `core/compiled/numba_api.py`,
the requirement in `pyproject.toml` and `requirements.lock`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numba
import pytest

from partie.core.compiled import numba_api
from partie.core.compiled.numba_api import ACCEPTED, TESTED, UnknownNumba, check_version

ROOT = Path(__file__).resolve().parents[3]
PUBLIC = {"numba", "numba.types", "numba.extending", "numba.errors", "numba.config"}
PRIVATE = {"_nrt", "_cache", "_defn", "targetoptions", "get_call_template", "_Cache", "_Intrinsic"}
"""Names in Numba that it does not document."""


def _offences(path: Path) -> list[str]:
    found: list[str] = []
    text = path.read_text(encoding="utf-8")
    if not any(name in text for name in ("numba", *PRIVATE)):
        return found
    for node in ast.walk(ast.parse(text)):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in ("numba.core", "numba.np"):
            modules = [ast.unparse(node)]
        names = [name for name in modules if name.partition(".")[0] == "numba" and name not in PUBLIC]
        if isinstance(node, ast.Attribute) and node.attr in PRIVATE and ast.unparse(node.value) != "self":
            names.append(node.attr)
        if isinstance(node, ast.keyword) and node.arg in PRIVATE:
            names.append(node.arg)
        found += [f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}: {name}" for name in names]
    return found


def test_only_one_file_uses_what_numba_does_not_document() -> None:
    users = {Path(numba_api.__file__), ROOT / "partie" / "wasm" / "target.py"}
    for path in users:
        assert _offences(path), f"the test finds no undocumented names in {path}, where they are used"
    others = set((ROOT / "partie").rglob("*.py")) - users
    assert [line for path in others for line in _offences(path)] == []


def test_the_installed_version_is_accepted() -> None:
    check_version(numba.__version__)


def test_the_tested_version_is_the_locked_one() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    (locked,) = re.findall(r"^numba==(\d+)\.(\d+)", lock, re.MULTILINE)
    assert tuple(map(int, locked)) == TESTED


@pytest.mark.parametrize("version", ["0.62.1", "0.999.0", "1.0.0", "unknown"])
def test_another_version_is_refused_with_advice(version: str) -> None:
    with pytest.raises(UnknownNumba) as refused:
        check_version(version)
    assert re.fullmatch(
        rf"Numba {re.escape(version)} is installed, but Partie works with (\S+) to (\S+): "
        r"install one with: pip install 'numba>=\1,<\S+'",
        str(refused.value),
    )


def test_the_command_line_reports_it_in_one_sentence() -> None:
    code = "import numba; numba.__version__ = '0.999.0'\nfrom partie.cli import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code, "agents", "quarto"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "Numba 0.999.0 is installed, but" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_package_requires_an_accepted_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    first, last = ACCEPTED
    assert f"numba>={first[0]}.{first[1]},<{last[0]}.{last[1] + 1}" in project["dependencies"]
