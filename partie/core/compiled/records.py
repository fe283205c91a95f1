"""Records that compiled functions accept quickly from Python.

Each time Python hands over an element of a structured array, Numba compares its dtype with those it knows and
asks NumPy for a buffer, whose format names every field: ten microseconds for a large record. The dtype of a
*quick record* is the very object that Numba knows, and its buffer is kept: half a microsecond.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled import kernel, numba_api


class _Quick(np.void):  # type: ignore[misc]  # NumPy's own np.record is such a subclass
    """An element that keeps its buffer, under the name by which Numba asks for it; a copy makes its own."""

    buffer: Any = None

    @property
    def data(self) -> Any:
        return super().data if self.buffer is None else self.buffer


@cache
def _quick_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((_Quick, dtype))


def quick_record(array: NDArray[Any], dtype: np.dtype[Any]) -> Any:
    """The only element of an array of one, for calls of compiled functions; it sees what changes in the
    array."""
    if kernel.PYTHON_MODE:
        return array.view(dtype).view(np.recarray)[0]
    record = array.view(_quick_dtype(dtype))[0]
    record.buffer = array.view(np.uint8).data
    return record


def prepare(dtype: np.dtype[Any]) -> None:
    """Make Numba know the dtype of quick records. It must not have seen another of these records before,
    because of equal dtypes it remembers the first."""
    if not kernel.PYTHON_MODE:
        numba_api.remember_type(quick_record(np.zeros(1, dtype), dtype))
