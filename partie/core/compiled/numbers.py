"""Arithmetic that a processor does at once, where plain code would not be compiled to that."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from partie.core.compiled.kernel import PYTHON_MODE, inline_jit
from partie.core.compiled.numba_api import intrinsic
from partie.core.compiled.types import int64

_ALIGNED = 1.5 * 2.0**52
"""Added to a small whole number, its last bits are that number."""
_ALL_BUT_SIGN = 2**63 - 1

if PYTHON_MODE:

    def _bits_of(value: float) -> int:
        return int64(np.float64(value).view(np.int64))

else:

    @intrinsic
    def _bits_of(context: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], ir.IntType(64))

        return types.int64(types.float64), generate


@inline_jit
def rank_of(value: float) -> int:
    """An integer that is larger the larger a float is; not for NaN.

    The larger of two integers is chosen without a branch, in browsers too, where that of two floats takes one
    that a processor often guesses wrongly."""
    bits = _bits_of(value + 0.0)  # two zeros are equal
    return bits ^ ((bits >> 63) & _ALL_BUT_SIGN)


@inline_jit
def whole(value: float) -> int:
    """The integer that a float from -2³¹ to 2³¹ - 1, itself a whole number, stands for.

    `int64(value)` is right for all floats, but a browser compiles it to six instructions and a branch."""
    return int64(np.int32(_bits_of(value + _ALIGNED)))
