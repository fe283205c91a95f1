"""What holds for all tests: how much they try, which of them run every day, and in which order.

Hypothesis must not fail an example because it is slow: no test asserts a time."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from partie.testing.amounts import THOROUGH, amount
from tests.kinds import DAY

# PyTorch computes on one thread: several processes test at once, and threads that wait for each other on a
# busy processor use twenty times as much of it. NumPy's library, for whose threads tests look, has another
# variable.
os.environ.setdefault("MKL_NUM_THREADS", "1")
settings.register_profile("partie", deadline=None, max_examples=amount(30, 100))
settings.load_profile("partie")


def pytest_report_header() -> str:
    """Which day it is for tests that take turns: `PARTIE_DAY` repeats it."""
    return f"PARTIE_DAY={DAY}"


_SERVERS = Path(__file__).with_name("service")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only a thorough run does, and put modules and classes with slow tests first, then those
    that wait for servers.

    Processes that share the tests take whole modules or classes in this order; one that begins a long one at
    the end keeps the others waiting. While one waits for a server, others compute; at the end, when there are
    fewer others, everybody computes."""
    left_out = [] if THOROUGH else [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
    slow = {_scope(item) for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (_scope(item) not in slow, _SERVERS not in item.path.parents))


def _scope(item: pytest.Item) -> str:
    return item.nodeid.rpartition("::")[0]
