"""Sets of small numbers as 64-bit masks: how many members, which one, a random few.

In compiled code the counts are single instructions of the processor. Masks are signed (`np.int64`), so use bits 0 to 62.
"""

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import (
    PYTHON_MODE,
    lean_jit,
)


def _deposits_fast():
    """Whether the processor has the instruction that finds the n-th member at once, and a quick one (the first two generations of Zen do not)."""
    return binding.get_host_cpu_features().get("bmi2", False) and binding.get_host_cpu_name() not in (
        "znver1",
        "znver2",
    )


FAST_NTH = not PYTHON_MODE and _deposits_fast()

if PYTHON_MODE:

    def _population(members):
        return int(members).bit_count()

    def _trailing_zeros(members):
        return (int(members) & -int(members)).bit_length() - 1

    def _leading_zeros(members):
        return 64 - int(members).bit_length()

else:

    @intrinsic
    def _population(context: Any, members: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def _trailing_zeros(context: Any, members: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), generate

    @intrinsic
    def _leading_zeros(context: Any, members: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), generate

    @intrinsic
    def _deposit(context: Any, source: Any, members: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            function = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
            )
            return builder.call(function, arguments)

        return types.int64(types.int64, types.int64), generate


@lean_jit
def bit(number):
    """The set with this one member."""
    return np.int64(1) << np.int64(number)


@lean_jit
def count(members):
    """How many members a set has."""
    return np.int64(_population(np.int64(members)))


@lean_jit
def lowest(members):
    """The smallest member of a set that is not empty."""
    return np.int64(_trailing_zeros(np.int64(members)))


@lean_jit
def highest(members):
    """The largest member of a set that is not empty."""
    return np.int64(63) - np.int64(_leading_zeros(np.int64(members)))


@lean_jit
def without_lowest(members):
    """The set less its smallest member."""
    return np.int64(members) & (np.int64(members) - np.int64(1))


@lean_jit
def _nth_by_steps(members, n):
    rest = np.int64(members)
    for _ in range(n):
        rest &= rest - np.int64(1)
    return lowest(rest)


@lean_jit
def _nth_at_once(members, n):
    return lowest(_deposit(np.int64(1) << np.int64(n), np.int64(members)))


nth = _nth_at_once if FAST_NTH else _nth_by_steps
"""`nth(members, n)`: the member with `n` smaller ones."""


@lean_jit
def random_member(members, chance):
    """A member of a set that is not empty, all equally likely."""
    return nth(members, below(chance, count(members)))


@lean_jit
def random_subset(members, size, chance):
    """A set of `size` of the members, all such sets equally likely: each member in turn is taken with the right probability."""
    rest = np.int64(members)
    left = count(rest)
    wanted = np.int64(size)
    taken = np.int64(0)
    while wanted > 0:
        if wanted == left:
            return taken | rest
        first = rest & -rest
        if below(chance, left) < wanted:
            taken |= first
            wanted -= 1
        rest ^= first
        left -= 1
    return taken
