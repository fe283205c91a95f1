"""Parameters of tests that show the same for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_of(kinds: Iterable[Any], everyday: int = 1) -> list[Any]:
    """The parameters of a test, of which an everyday run takes only the first few."""
    first = list(kinds)
    rest = [pytest.param(kind, marks=pytest.mark.thorough) for kind in first[everyday:]]
    return first[:everyday] + rest
