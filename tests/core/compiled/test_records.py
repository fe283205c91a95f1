"""Records that compiled functions accept quickly."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from partie.core.compiled import kernel
from partie.core.compiled.records import prepare, quick_record

FIELDS = [(f"field_{number}", np.int64, (2,)) for number in range(40)]


@kernel.jit
def first(state: Any) -> Any:
    return state["field_0"][0]


def test_a_quick_record_is_the_element_of_its_array() -> None:
    dtype = np.dtype([*FIELDS, ("one", np.int8)])
    array = np.zeros(1, dtype)
    record = quick_record(array, dtype)
    array["field_0"][0, 0] = 5
    assert first(record) == 5 == record["field_0"][0]
    record["field_0"][0] = 6
    assert array["field_0"][0, 0] == 6
    assert first(array[0]) == 6


@pytest.mark.skipif(kernel.PYTHON_MODE, reason="nothing is handed over to compiled code")
def test_a_quick_record_is_handed_over_in_much_less_time() -> None:
    dtype = np.dtype([*FIELDS, ("two", np.int8)])
    prepare(dtype)
    array = np.zeros(1, dtype)
    quick, usual = quick_record(array, dtype), array[0]
    assert first(quick) == first(usual) == 0
    assert _least(lambda: first(quick)) * 3 < _least(lambda: first(usual))


def _least(call: Callable[[], object]) -> float:
    """The shortest of many times a call takes."""
    times = []
    for _ in range(300):
        began = perf_counter()
        call()
        times.append(perf_counter() - began)
    return min(times)
