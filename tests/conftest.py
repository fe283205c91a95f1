"""Hypothesis must not fail an example because it is slow: no test asserts a time. Long tests start first."""

import pytest
from hypothesis import settings

settings.register_profile("partie", deadline=None)
settings.load_profile("partie")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put modules and classes with tests marked as slow first.

    Processes that share the tests take whole modules or classes in this order; one that begins a long one at
    the end keeps the others waiting."""
    slow = {_scope(item) for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: _scope(item) not in slow)


def _scope(item: pytest.Item) -> str:
    return item.nodeid.rpartition("::")[0]
