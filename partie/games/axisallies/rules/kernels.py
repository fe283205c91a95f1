"""`jit` and `lean_jit` for the rules of this game: every signed integer is passed as 64 bits.

The fields of the record have one or two bytes, and many arguments are constants. Compiled separately for each
width and each constant, the hundreds of small functions of these rules made almost twice as much code.
Widening an argument costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import types

from partie.core.compiled import kernel, numba_api

_SIGNED = (types.int8, types.int16, types.int32, types.int64)


_Function = TypeVar("_Function", bound=Callable[..., Any])


def jit(function: _Function) -> _Function:
    """Compile a function of the rules once for all widths of integers."""
    return _widening(kernel.jit(function))


def lean_jit(function: _Function) -> _Function:
    """The same for a function that makes no arrays."""
    return _widening(kernel.lean_jit(function))


def _widening(compiled: _Function) -> _Function:
    if not kernel.PYTHON_MODE:
        numba_api.retype_calls(compiled, _wide)
    return compiled


def _wide(kind: Any) -> Any:
    number = getattr(kind, "literal_type", kind)  # a constant has a type of its own
    return types.int64 if number in _SIGNED else kind
