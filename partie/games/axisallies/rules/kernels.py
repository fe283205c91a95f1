"""`jit` and `lean_jit` for the rules of this game: every signed integer is handed on as one of 64 bits.

The fields of the record have one or two bytes, and many numbers are written out as constants. Compiled for each width, and for each constant, that they are called with, the hundreds of small
functions of these rules made almost twice the code, and every caller compiles it again with its own. Widening a number when a function is called costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types

from partie.core.compiled import kernel

_SIGNED = (types.int8, types.int16, types.int32, types.int64)


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function of the rules, once for all integers."""
    return _widening(kernel.jit(function))


def lean_jit(function: Callable[..., Any]) -> Any:
    """The same for a function that makes no arrays."""
    return _widening(kernel.lean_jit(function))


def _widening(compiled: Any) -> Any:
    if kernel.PYTHON_MODE:
        return compiled
    resolve = compiled.get_call_template

    def widened(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return resolve(tuple(map(_wide, arguments)), keywords)

    compiled.get_call_template = widened
    return compiled


def _wide(kind: Any) -> Any:
    number = getattr(kind, "literal_type", kind)  # a constant has a type of its own
    return types.int64 if number in _SIGNED else kind
