"""Records that compiled functions accept quickly."""

from __future__ import annotations

from typing import Any

import numpy as np

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
    apart = record.copy()
    array["field_0"][0, 0] = 8
    assert first(apart) == 6
    assert first(record) == 8


def test_a_prepared_dtype_gives_the_same_answers() -> None:
    dtype = np.dtype([*FIELDS, ("two", np.int8)])
    prepare(dtype)
    array = np.zeros(1, dtype)
    array["field_0"][0, 0] = 7
    assert first(quick_record(array, dtype)) == first(array[0]) == 7
