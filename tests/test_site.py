"""The documentation site builds without a warning, and needs nothing from other hosts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    return folder


def test_every_command_and_route_has_its_place(site: Path) -> None:
    assert "partie match" in (site / "reference" / "cli.html").read_text()
    assert "/api/tables" in (site / "reference" / "http.html").read_text()


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in [*site.rglob("*.html"), *site.rglob("*.css")]:
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r"""(?:src|url\()\s*=?\s*["']?(?:https?:)?//[^"')\s]+""", text), page
        assert not re.findall(
            r"""<link[^>]+rel="(?:stylesheet|preconnect|icon)"[^>]+href="(?:https?:)?//""", text
        ), page


def test_methods_name_files_that_exist() -> None:
    for page in (ROOT / "docs" / "methods").glob("*.md"):
        for name in re.findall(r"`(partie/[\w/]+\.py)`", page.read_text(encoding="utf-8")):
            assert (ROOT / name).is_file(), f"{page.name} names {name}"


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 80
