"""Tests of one game go to one process when several share the work (`--dist loadgroup`), so that its rules are compiled once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

_GAMES = {folder.name for folder in (Path(__file__).parent / "games").iterdir() if folder.is_dir()}


class ByGame(LoadScopeScheduling):  # type: ignore[misc]
    """Sends tests to processes by the game their file is about. Those of the house go with Quarto, with which most of them play."""

    def _split_scope(self, nodeid: str) -> str:
        path = Path(nodeid.partition("::")[0])
        words = {*path.parts, path.stem.removeprefix("test_")}
        return next((name for name in sorted(_GAMES & words)), "quarto")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGame | None:
    return ByGame(config, log) if config.getoption("dist") == "loadgroup" else None
