"""How JavaScript calls a compiled function: all arguments and results in one block of memory.

A block is a row of slots of 8 bytes. The arguments come first, then the results:

- a whole number or a truth value is a signed 64-bit integer, any other number a 64-bit float;
- a record is its address, as an integer;
- an array is its address and its extents; one with gaps between its elements, its strides in bytes as well;
- a tuple is its parts in order; `None` takes no slot;
- an array that a function returns has one slot more, in front: the address of the block of memory it is in,
  which the caller releases.

An exported function takes the address of a block. It returns 0, or a number that says that an exception was
raised. `describe` says what is in the slots, for the side that fills them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from partie.core.compiled.numba_api import as_dtype, cgutils, make_array, populate_array
from partie.core.errors import PartieError

_WORD, _FLOAT, _ADDRESS = ir.IntType(64), ir.DoubleType(), ir.IntType(32)
SLOT = 8


class NotExportable(PartieError):
    """A function with an argument or a result that has no place in a block."""


def describe(kind: Any) -> Any:
    """What an argument or result of this type is, as JSON."""
    if isinstance(kind, types.NoneType):
        return None
    if isinstance(kind, types.Boolean):
        return "bool"
    if isinstance(kind, types.Integer):
        return "int"
    if isinstance(kind, types.Float):
        return "float"
    if isinstance(kind, types.Record):
        return {"record": kind.size}
    if isinstance(kind, types.Array):
        dtype = as_dtype(kind.dtype)
        element = {"record": dtype.itemsize} if dtype.names else dtype.str.lstrip("<|")
        return {"array": element, "dimensions": kind.ndim, "strided": kind.layout != "C"}
    if isinstance(kind, types.BaseNamedTuple):
        return {"tuple": {name: describe(part) for name, part in zip(kind.fields, kind, strict=True)}}
    if isinstance(kind, types.BaseTuple):
        return {"tuple": [describe(part) for part in kind]}
    raise NotExportable(f"A value of type {kind} cannot be passed to a WebAssembly module.")


class _Block:
    """Reads arguments from the slots of a block, and writes results to those after them."""

    def __init__(self, context: Any, builder: Any, address: Any) -> None:
        self._context, self._builder = context, builder
        self._address, self._next = address, 0

    def _slot(self, kind: Any) -> Any:
        at = self._builder.add(self._address, _ADDRESS(SLOT * self._next))
        self._next += 1
        return self._builder.inttoptr(at, kind.as_pointer())

    def _word(self) -> Any:
        return self._builder.load(self._slot(_WORD))

    def _pointer(self, kind: Any) -> Any:
        return self._builder.inttoptr(self._builder.trunc(self._word(), _ADDRESS), kind)

    def read(self, kind: Any) -> Any:
        """The next argument."""
        context, builder = self._context, self._builder
        if isinstance(kind, types.NoneType):
            return context.get_dummy_value()
        if isinstance(kind, types.Boolean):
            return builder.icmp_unsigned("!=", self._word(), _WORD(0))
        if isinstance(kind, types.Integer):
            return context.cast(builder, self._word(), types.int64, kind)
        if isinstance(kind, types.Float):
            return context.cast(builder, builder.load(self._slot(_FLOAT)), types.float64, kind)
        if isinstance(kind, types.Record):
            return self._pointer(context.get_value_type(kind))
        if isinstance(kind, types.Array):
            return self._read_array(kind)
        return context.make_tuple(builder, kind, [self.read(part) for part in kind])

    def _read_array(self, kind: Any) -> Any:
        context, builder = self._context, self._builder
        array = make_array(kind)(context, builder)
        itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        data = self._pointer(array.data.type)
        shape = [self._word() for _ in range(kind.ndim)]
        if kind.layout == "C":
            strides = [_WORD(itemsize)]
            for extent in reversed(shape[1:]):
                strides.insert(0, builder.mul(strides[0], extent))
        else:
            strides = [self._word() for _ in range(kind.ndim)]
        populate_array(array, data=data, shape=shape, strides=strides, itemsize=_WORD(itemsize), meminfo=None)
        return array._getvalue()

    def write(self, kind: Any, value: Any) -> None:
        """The next result."""
        context, builder = self._context, self._builder
        if isinstance(kind, types.NoneType):
            return
        if isinstance(kind, types.Boolean):
            builder.store(builder.zext(value, _WORD), self._slot(_WORD))
        elif isinstance(kind, types.Integer):
            builder.store(context.cast(builder, value, kind, types.int64), self._slot(_WORD))
        elif isinstance(kind, types.Float):
            builder.store(context.cast(builder, value, kind, types.float64), self._slot(_FLOAT))
        elif isinstance(kind, types.Array):
            self._write_array(kind, value)
        elif isinstance(kind, types.BaseTuple):
            for part, item in zip(kind, cgutils.unpack_tuple(builder, value, len(kind)), strict=True):
                self.write(part, item)
        else:
            raise NotExportable(f"A result of type {kind} cannot be returned by a WebAssembly module.")

    def _write_array(self, kind: Any, value: Any) -> None:
        builder = self._builder
        array = make_array(kind)(self._context, builder, value)
        for pointer in (array.meminfo, array.data):
            builder.store(builder.ptrtoint(pointer, _WORD), self._slot(_WORD))
        for numbers in (array.shape, array.strides)[: 1 if kind.layout == "C" else 2]:
            for number in cgutils.unpack_tuple(builder, numbers, kind.ndim):
                builder.store(number, self._slot(_WORD))


def entry(context: Any, result: Any, symbol: str) -> str:
    """The exported function of a compiled one, as LLVM text."""
    description = result.fndesc
    module = context.create_module(symbol)
    callee = ir.Function(
        module,
        context.call_conv.get_function_type(description.restype, description.argtypes),
        description.llvm_func_name,
    )
    function = ir.Function(module, ir.FunctionType(ir.IntType(32), [_ADDRESS]), symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    block = _Block(context, builder, function.args[0])
    arguments = [block.read(kind) for kind in description.argtypes]
    status, value = context.call_conv.call_function(
        builder, callee, description.restype, description.argtypes, arguments
    )
    with builder.if_then(status.is_error, likely=False):
        builder.ret(status.code)
    block.write(description.restype, value)
    builder.ret(ir.IntType(32)(0))
    return cgutils.normalize_ir_text(str(module))


def export_name(kernel: Any) -> str:
    """The name a function is exported by: its module, without the name of this package, and its own."""
    return f"{kernel.py_func.__module__.removeprefix('partie.')}.{kernel.py_func.__qualname__}"


def flat(value: Any) -> Iterator[Any]:
    """The numbers, records and arrays that a Python value has in the slots, in order."""
    if value is None:
        return
    if isinstance(value, tuple):
        for part in value:
            yield from flat(part)
    elif isinstance(value, bool | int | float | np.generic | np.ndarray):
        yield value
    else:
        raise NotExportable(f"{type(value).__name__} cannot be passed to a WebAssembly module.")
