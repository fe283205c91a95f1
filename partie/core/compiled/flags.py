"""Reading a stop flag by its memory address.

For recursive compiled functions that are called so often that every argument costs time: they keep the
address in a table that they are given anyway."""

import ctypes
from typing import Any

from llvmlite import ir
from numba import types

from partie.core.compiled.kernel import PYTHON_MODE, lean_jit
from partie.core.compiled.numba_api import intrinsic

if PYTHON_MODE:

    def _byte_at(address: int) -> int:
        return ctypes.c_uint8.from_address(int(address)).value

else:

    @intrinsic
    def _byte_at(context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
            byte = builder.load(pointer)
            byte.volatile = True  # another thread writes it
            return builder.zext(byte, ir.IntType(64))

        return types.int64(types.int64), generate


@lean_jit
def is_raised(address: int) -> bool:
    """Whether the flag at an address (`stop.ctypes.data`) is set.

    The array must still exist. The address 0 stands for a flag that is never set."""
    return address != 0 and _byte_at(address) != 0
