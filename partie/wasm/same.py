"""Compares a module with native code, by making the calls of recorded decisions once more in the module.

Everything must be equal to the bit, with one exception. Functions compiled with `fast_jit` allow sums in any
order, and the order depends on how many numbers a processor adds at once: what they compute is compared with
a tolerance.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from partie.core.compiled import numba_api, reach
from partie.wasm.build import Built
from partie.wasm.description import exported
from partie.wasm.exports import flat
from partie.wasm.node import Reply, Request, Value, expected, run
from partie.wasm.recording import Call, types_of

TOLERANCE = 1e-4


def differences(built: Built, calls: Sequence[Call]) -> list[str]:
    """A sentence for every call whose result or effects in the module are not those of native code.

    Also for every function that the module does not export for such arguments."""
    found, requests, known = [], [], []
    for call in calls:
        name = exported(built.description, call.name, types_of(call.signature))
        if name is None:
            found.append(f"{call.name} is not exported for {call.signature}")
        else:
            requests.append(Request(name, call.before))
            known.append(call)
    for number, (call, reply) in enumerate(zip(known, run(built.path, requests), strict=True)):
        found.extend(f"call {number}, {call.name}: {what}" for what in _compared(call, reply))
    return found


def is_exact(call: Call) -> bool:
    """Whether a function computes the same bits on every processor."""
    reached = reach.functions(call.kernel, call.signature)
    return not any(numba_api.options(function).get("fastmath") for function in reached)


def _compared(call: Call, reply: Reply) -> Iterator[str]:
    results, contents = expected(call.after, call.result)
    if list(map(_bits, results)) != list(map(_bits, reply.results)):
        yield f"{reply.results} instead of {results}"
    arrays = [value for value in flat(call.after) if isinstance(value, np.ndarray | np.void)]
    for place, (native, other) in enumerate(zip(contents, reply.contents, strict=True)):
        if native == other or _but_addresses(arrays[place], other, call.addresses):
            continue
        if is_exact(call) or not _close(arrays[place], other):
            yield f"array {place} differs"


def _bits(value: Value) -> bytes | int:
    return struct.pack("<d", value) if isinstance(value, float) else value


def _but_addresses(native: Any, other: bytes, addresses: Collection[int]) -> bool:
    """Whether an array has these contents wherever native code has not stored the address of an array."""
    if native.dtype != np.int64:
        return False
    same = native.ravel() == np.frombuffer(other, np.int64)
    return bool(np.all(same | np.isin(native.ravel(), list(addresses))))


def _close(native: Any, other: bytes) -> bool:
    """Whether an array of floats has nearly these contents, compared with the largest of them."""
    if not np.issubdtype(native.dtype, np.floating):
        return False
    found, wanted = np.frombuffer(other, native.dtype), native.ravel()
    largest = max(1.0, float(np.nanmax(np.abs(wanted), initial=0.0)))
    return np.allclose(wanted, found, rtol=0.0, atol=TOLERANCE * largest, equal_nan=True)
