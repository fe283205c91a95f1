"""Tests of one game go to one process when several share the work (`--dist loadgroup`), so that its rules are compiled once."""

from __future__ import annotations

from pathlib import Path

import pytest

_GAMES = {folder.name for folder in (Path(__file__).parent / "games").iterdir() if folder.is_dir()}


@pytest.hookimpl(tryfirst=True)  # before names are given to the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.xdist_group(_group(item.path)))


def _group(path: Path) -> str:
    """The game a file of tests is about; else the folder it lies in."""
    words = {*path.parts, path.stem.removeprefix("test_")}
    return next((name for name in sorted(_GAMES & words)), path.parent.name)
