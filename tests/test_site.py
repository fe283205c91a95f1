"""The documentation site builds without a warning, and needs nothing from other hosts."""

from __future__ import annotations

import importlib
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


@pytest.mark.slow
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


def test_it_works_from_a_disk_without_a_network(site: Path) -> None:
    """Desktop and phone, light and dark: nothing is missing, nothing is wider than the screen, search
    finds."""
    opened = subprocess.run(
        [sys.executable, "-m", "tests.open_site", str(site)], cwd=ROOT, capture_output=True, text=True
    )
    assert opened.returncode == 0, opened.stdout + opened.stderr


METHODS = sorted(set((ROOT / "docs" / "methods").glob("*.md")) - {ROOT / "docs" / "methods" / "index.md"})


@pytest.mark.parametrize("page", METHODS, ids=lambda page: page.stem)
def test_a_method_has_its_source_its_code_and_its_result(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    files = re.findall(r"`(partie/[\w/]+\.py)`", text)
    assert files, "the code"
    for name in files:
        assert (ROOT / name).is_file(), f"there is no {name}"
    assert re.search(r"\((19|20)\d\d\)|comes from no paper", text), "the paper"
    assert "**Measured" in text
    assert f"({page.name})" in (page.parent / "index.md").read_text(encoding="utf-8")


def test_results_on_the_pages_about_methods_are_those_last_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    methods = importlib.import_module("methods")
    pages = {page: page.read_text(encoding="utf-8") for page in METHODS}
    assert sum(text.count("<!-- measured: ") for text in pages.values()) > 10
    for page, text in pages.items():
        assert methods.with_results(text) == text, f"{page.name}: run `python benchmarks/methods.py`"


def test_lists_and_tables_are_shown_as_such(site: Path) -> None:
    """A code host shows a list that follows a paragraph without a blank line; the site does not."""
    for page in site.rglob("*.html"):
        for paragraph in re.findall(r"<p>(.*?)</p>", page.read_text(encoding="utf-8"), re.DOTALL):
            assert not re.search(r"^(- |\d+\. |\|)", paragraph, re.MULTILINE), (
                f"{page.name}: {paragraph[:200]}"
            )


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 80
