"""What compiled code does with the bytes of records of any type: blank ones, copies and hashes."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from partie.core.compiled.kernel import PYTHON_MODE, jit
from partie.core.compiled.numba_api import cgutils, intrinsic, lean_overload, overload
from partie.core.compiled.types import Bytes, Record, Records


def records(state: Record, count: int) -> Records:
    """An array of `count` blank states of the same type as `state`.

    In compiled code a record is a bare pointer into its array, and an array is freed after its last use. So
    write `pool[0]` wherever the state is needed, never `state = records(…)[0]`, which would point into freed
    memory."""
    return np.zeros(count, state.dtype).view(np.recarray)


def _bytes(state: Record) -> Bytes:
    """The bytes of a state as an array that shares its memory."""
    return np.frombuffer(state.data, np.uint8)


def copy(source: Record, target: Record) -> None:
    """Overwrite a state with another."""
    for field in source.dtype.names:
        target[field] = source[field]


if not PYTHON_MODE:

    @overload(records)
    def _records(state: Any, count: Any) -> Any:
        dtype = state.dtype
        return lambda state, count: np.zeros(count, dtype)

    @intrinsic
    def _address(context: Any, state: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], cgutils.voidptr_t)

        return types.voidptr(state), generate

    @overload(_bytes)
    def _bytes_of(state: Any) -> Any:
        size = state.size
        return lambda state: numba.carray(_address(state), size, dtype=np.uint8)

    @intrinsic
    def _copy_bytes(context: Any, source: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = context.get_constant(types.intp, source.size)
            cgutils.raw_memcpy(builder, arguments[1], arguments[0], size, 1)
            return context.get_dummy_value()

        return types.none(source, target), generate

    @lean_overload(copy)
    def _copy(source: Any, target: Any) -> Any:
        return lambda source, target: _copy_bytes(source, target)


@jit
def mix(word: np.uint64) -> np.uint64:
    """Spread the bits of a 64-bit word (the finaliser of MurmurHash3)."""
    word ^= word >> np.uint64(33)
    word *= np.uint64(0xFF51AFD7ED558CCD)
    word ^= word >> np.uint64(33)
    word *= np.uint64(0xC4CEB9FE1A85EC53)
    return word ^ (word >> np.uint64(33))


@jit
def hash_bytes(state: Record) -> np.uint64:
    """A hash of all bytes of a state: FNV-1a, then `mix`."""
    word = np.uint64(0xCBF29CE484222325)
    for byte in _bytes(state):
        word = (word ^ np.uint64(byte)) * np.uint64(0x100000001B3)
    return mix(word)
