"""`jit` and `lean_jit` for the rules of this game: narrow integers are handed on as 64 bits.

The fields of the record have one or two bytes, and numbers read from them go through hundreds of small functions. Compiled for every width they come in, these made half of the code again, and
twice the time to compile it; widening a number when a function is called costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types

from partie.core import kernel


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function of the rules, once for all widths of integers."""
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
    return types.int64 if isinstance(kind, types.Integer) and kind.signed and kind.bitwidth < 64 else kind
