"""Types of functions that no rehearsal has called, from their annotations."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba import types

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats32, Ints, Record, Records
from partie.wasm.signatures import NoTypes, annotated

STATE = np.dtype([("turn", "i1"), ("heaps", "i8", 3)], align=True)


class Settings(NamedTuple):
    depth: int
    weights: Floats32


@jit
def known(
    state: Record, pool: Records, move: int, odds: float, fast: bool, out: Ints, how: Settings
) -> None: ...


@jit
def unknown(state: Record, something: dict[str, int]) -> None: ...


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="functions are not compiled")
def test_annotations_say_the_types() -> None:
    record = numba.from_dtype(STATE)
    floats = types.Array(types.float32, 1, "C")
    assert annotated(known, STATE) == (
        record,
        types.Array(record, 1, "C"),
        types.int64,
        types.float64,
        types.boolean,
        types.Array(types.int64, 1, "C"),
        types.NamedTuple([types.int64, floats], Settings),
    )


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="functions are not compiled")
def test_what_they_do_not_say_is_refused() -> None:
    with pytest.raises(NoTypes, match="something"):
        annotated(unknown, STATE)
