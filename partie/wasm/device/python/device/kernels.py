"""Calls of the functions that the game's module exports.

Arguments are written into the slots of a block (`wasm/exports.py`). Arrays and records in this interpreter's
memory are copied to the module and back; those in the module's memory are passed by their address."""

import struct
from collections import namedtuple

import host
import uctypes
from device.memory import Block
from device.numpy import as_dtype, ndarray, record

_slots = bytearray(8 * 256)
_fixes = bytearray(16 * 64)
_slots_at = uctypes.addressof(_slots)
_fixes_at = uctypes.addressof(_fixes)
_HEADER = 32
_versions = {}
"""For every function, its versions: number of the export, parameters, result, and slots of the result."""


class NotExported(Exception):
    """A compiled function that the module does not have, for these arguments."""


class _Misfit(Exception):
    pass


def describe(exports):
    """Take the description of a module: for each export, in order, its name, parameters and result.

    Further entries give an export, by its number, the name of a verb."""
    for number, entry in enumerate(exports):
        name, parameters, result = entry[:3]
        if len(entry) > 3:
            number = entry[3]
        _versions.setdefault(name.partition(":")[0], []).append((number, parameters, result, _results(result)))


def _results(kind):
    """What the slots of a result hold."""
    if kind is None:
        return []
    if isinstance(kind, str):
        return [kind]
    if "array" in kind:
        return ["int"] * (2 + kind["dimensions"])
    parts = kind["tuple"]
    found = []
    for part in parts.values() if isinstance(parts, dict) else parts:
        found.extend(_results(part))
    return found


class _Call:
    def __init__(self):
        self.n, self.fixes = 0, 0

    def word(self, value):
        struct.pack_into("<q", _slots, 8 * self.n, value)
        self.n += 1

    def place(self, block, offset):
        if block.data is None:
            self.word(block.address + offset)
            return
        struct.pack_into(
            "<iiii", _fixes, 16 * self.fixes, self.n, uctypes.addressof(block.data), len(block.data), offset
        )
        self.fixes += 1
        self.n += 1

    def put(self, kind, value):
        if kind is None:
            if value is not None:
                raise _Misfit
        elif kind == "int":
            if isinstance(value, float) or not isinstance(value, (int, bool)):
                if not isinstance(value, ndarray) or value.shape:
                    raise _Misfit
            self.word(int(value))
        elif kind == "bool":
            if not isinstance(value, bool):
                raise _Misfit
            self.word(1 if value else 0)
        elif kind == "float":
            if not isinstance(value, (float, int)):
                raise _Misfit
            struct.pack_into("<d", _slots, 8 * self.n, float(value))
            self.n += 1
        elif "record" in kind:
            if not isinstance(value, record) or value.dtype.itemsize != kind["record"]:
                raise _Misfit
            self.place(value.block_, value.offset_)
        elif "array" in kind:
            self.array(kind, value)
        else:
            self.parts(kind["tuple"], value)

    def array(self, kind, value):
        if not isinstance(value, ndarray) or len(value.shape) != kind["dimensions"]:
            raise _Misfit
        element = kind["array"]
        if isinstance(element, dict):
            if value.dtype.itemsize != element["record"] or value.dtype.code is not None:
                raise _Misfit
        elif value.dtype is not as_dtype(element):
            raise _Misfit
        if not kind["strided"] and not value.is_contiguous:
            raise _Misfit
        self.place(value.block, value.offset)
        for extent in value.shape:
            self.word(extent)
        if kind["strided"]:
            for stride in value.strides:
                self.word(stride)

    def parts(self, kinds, value):
        if value is None or isinstance(value, (int, float, str, record, ndarray)):
            raise _Misfit
        if isinstance(kinds, dict):
            kinds = list(kinds.values())
        values = list(value)
        if len(values) != len(kinds):
            raise _Misfit
        for kind, one in zip(kinds, values):
            self.put(kind, one)


def _taken(kind, slots):
    """The result in these slots, which are used up from the front."""
    if kind is None:
        return None
    if kind == "bool":
        return slots.pop(0) != 0
    if isinstance(kind, str):
        return slots.pop(0)
    if "array" in kind:
        owner, address = slots.pop(0), slots.pop(0)
        shape = tuple([slots.pop(0) for _ in range(kind["dimensions"])])
        dtype = as_dtype(kind["array"])
        size = dtype.itemsize
        for extent in shape:
            size *= extent
        block = Block(size)
        if size:
            contents = bytearray(size)
            host.peek(address, uctypes.addressof(contents), size)
            block.put(0, contents)
        if owner:
            host.release(owner + _HEADER)
        return ndarray(block, 0, dtype, shape)
    parts = kind["tuple"]
    if isinstance(parts, dict):
        return namedtuple("Result", list(parts))(*[_taken(part, slots) for part in parts.values()])
    return tuple([_taken(part, slots) for part in parts])


class Kernel:
    """A compiled function."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *arguments):
        versions = _versions.get(self.name)
        if versions is None:
            raise NotExported("The module does not export " + self.name + ".")
        for number, parameters, result, results in versions:
            if len(parameters) != len(arguments):
                continue
            call = _Call()
            try:
                for kind, value in zip(parameters, arguments):
                    call.put(kind, value)
            except _Misfit:
                continue
            status = host.invoke(number, _slots_at, call.n, len(results), _fixes_at, call.fixes)
            if status:
                raise RuntimeError(self.name + " failed with status " + str(status))
            slots = [
                struct.unpack_from("<d" if kind == "float" else "<q", _slots, 8 * (call.n + i))[0]
                for i, kind in enumerate(results)
            ]
            return _taken(result, slots)
        raise NotExported("The module does not export " + self.name + " for " + _described(arguments) + ".")


def _described(arguments):
    def one(value):
        if isinstance(value, ndarray):
            return "array " + str(value.dtype.name_)[:12] + str(value.shape)
        if isinstance(value, record):
            return "record of " + str(value.dtype.itemsize)
        if hasattr(value, "_fields") or isinstance(value, tuple):
            return "(" + ", ".join([one(part) for part in value]) + ")"
        return type(value).__name__

    return ", ".join([one(value) for value in arguments])
