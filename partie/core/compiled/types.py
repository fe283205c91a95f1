"""Type aliases for compiled code, for readers and for mypy.

The compiler infers its own types and ignores these.

An integer is `int` whatever its width. A state is a `Record`, whose fields mypy cannot know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Record: TypeAlias = Any
"""One record of a structured array: a state, a view or a node of a tree. NumPy has no types for its fields.
"""
Records: TypeAlias = Any
"""An array of such records."""
Chance: TypeAlias = NDArray[np.uint64]
"""A random number generator (`core/compiled/chance.py`)."""
Moves: TypeAlias = NDArray[np.int64]
"""An array of moves, or space for the moves of a position."""
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
        """A number as a signed 64-bit integer: `np.int64`, which mypy does not accept as an `int`."""
else:
    int64 = np.int64
