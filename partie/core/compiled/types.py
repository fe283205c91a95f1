"""The types of compiled code, for readers and for mypy: the compiler works out its own and looks at none of these.

A kernel has a handful of kinds of argument. An integer is `int` whatever its width; a state is a `Record`, whose fields mypy cannot know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Record: TypeAlias = Any
"""One record of a structured array: a state, a view, a node of a tree. NumPy has no types for its fields."""
Records: TypeAlias = Any
"""An array of such records."""
Chance: TypeAlias = NDArray[np.uint64]
"""A generator of random numbers (`core/compiled/chance.py`)."""
Moves: TypeAlias = NDArray[np.int64]
"""Room for the moves of a position, or the moves in it."""
Stop: TypeAlias = NDArray[np.uint8]
"""A flag that another thread sets to end a computation."""

Ints: TypeAlias = NDArray[np.int64]
Ints8: TypeAlias = NDArray[np.int8]
Ints16: TypeAlias = NDArray[np.int16]
Ints32: TypeAlias = NDArray[np.int32]
Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]
Words16: TypeAlias = NDArray[np.uint16]
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Floats32: TypeAlias = NDArray[np.float32]

if TYPE_CHECKING:

    def int64(value: Any, /) -> int:
        """A number as a signed one of 64 bits: `np.int64`, which to mypy is no `int`."""
else:
    int64 = np.int64
