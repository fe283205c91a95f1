"""The types of a function's arguments, as its annotations say.

Most functions that a module exports are called while its game is rehearsed, which shows their types. Code for
a device may name others, for cases that a rehearsal does not meet: their types are read here.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

import numba
import numpy as np
from numba import types

from partie.core.compiled import types as ours
from partie.core.errors import PartieError

_PLAIN: dict[Any, Any] = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    type(None): types.none,
}


class NoTypes(PartieError):
    """A function whose annotations do not say which types its arguments have."""


def annotated(kernel: Any, state: np.dtype[Any]) -> tuple[Any, ...]:
    """The types of a compiled function's arguments; a `Record` is a state of this type.

    An array has one dimension."""
    function = kernel.py_func
    record = numba.from_dtype(state)
    known: dict[Any, Any] = {"Record": record, "Records": types.Array(record, 1, "C"), ours.Record: record}
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    said: Mapping[str, Any] = function.__annotations__
    return tuple(
        known[said[name]]
        if said.get(name) in known
        else _type_of(_evaluated(said.get(name), function), f"{function.__qualname__}, {name}")
        for name in names
    )


def _evaluated(text: Any, function: Any) -> Any:
    """What an annotation stands for; a name that only a type checker imports is looked up in our types."""
    if not isinstance(text, str):
        return text
    try:
        return eval(text, {**vars(ours), **function.__globals__})
    except (NameError, TypeError) as error:
        raise NoTypes(f"{function.__qualname__}: {error}.") from None


def _type_of(kind: Any, where: str) -> Any:
    if kind in _PLAIN:
        return _PLAIN[kind]
    if typing.get_origin(kind) is np.ndarray:
        (element,) = typing.get_args(typing.get_args(kind)[1])
        return types.Array(numba.from_dtype(np.dtype(element)), 1, "C")
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = typing.get_type_hints(kind)
        return types.NamedTuple([_type_of(hints[name], where) for name in kind._fields], kind)
    raise NoTypes(f"The annotation of {where} does not say which type it has.")
