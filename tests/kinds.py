"""Parameters of tests that show the same for each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

DAY = int(os.environ.setdefault("PARTIE_DAY", str(datetime.now(UTC).timetuple().tm_yday)))
"""The day of the year, for all processes of a run: which of several costly kinds is tested today."""


def of_the_day(kinds: Sequence[str]) -> str:
    """One of these, another one every day."""
    return kinds[DAY % len(kinds)]


def one_of(kinds: Iterable[Any], everyday: int = 1) -> list[Any]:
    """The parameters of a test, of which an everyday run takes only the first few."""
    first = list(kinds)
    rest = [pytest.param(kind, marks=pytest.mark.thorough) for kind in first[everyday:]]
    return first[:everyday] + rest
