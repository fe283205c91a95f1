"""Sets of small numbers as 64-bit masks: counting members, finding one, drawing some at random.

In compiled code, counting is a single processor instruction. Masks are signed (`np.int64`), so use bits 0 to
62.
"""

from typing import Any

from llvmlite import binding, ir
from numba import types

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import PYTHON_MODE, lean_jit
from partie.core.compiled.numba_api import cgutils, intrinsic
from partie.core.compiled.types import Chance, int64


def _deposits_fast() -> bool:
    """Whether the processor has a fast instruction that finds the n-th member at once.

    On the first two generations of Zen the instruction exists but is slow."""
    return binding.get_host_cpu_features().get("bmi2", False) and binding.get_host_cpu_name() not in (
        "znver1",
        "znver2",
    )


FAST_NTH = not PYTHON_MODE and _deposits_fast()

if PYTHON_MODE:

    def _population(members: int) -> int:
        return int(members).bit_count()

    def _trailing_zeros(members: int) -> int:
        return (int(members) & -int(members)).bit_length() - 1

    def _leading_zeros(members: int) -> int:
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
def bit(number: int) -> int:
    """The set with this number as its only member."""
    return int64(1) << int64(number)


@lean_jit
def count(members: int) -> int:
    """How many members a set has."""
    return int64(_population(int64(members)))


@lean_jit
def lowest(members: int) -> int:
    """The smallest member of a non-empty set."""
    return int64(_trailing_zeros(int64(members)))


@lean_jit
def highest(members: int) -> int:
    """The largest member of a non-empty set."""
    return int64(63) - int64(_leading_zeros(int64(members)))


@lean_jit
def without_lowest(members: int) -> int:
    """The set without its smallest member."""
    return int64(members) & (int64(members) - int64(1))


@lean_jit
def _nth_by_steps(members: int, n: int) -> int:
    rest = int64(members)
    for _ in range(n):
        rest &= rest - int64(1)
    return lowest(rest)


@lean_jit
def _nth_at_once(members: int, n: int) -> int:
    return lowest(_deposit(int64(1) << int64(n), int64(members)))


nth = _nth_at_once if FAST_NTH else _nth_by_steps
"""`nth(members, n)` is the member that has `n` smaller ones."""


@lean_jit
def random_member(members: int, chance: Chance) -> int:
    """A random member of a non-empty set, all equally likely."""
    return nth(members, below(chance, count(members)))


@lean_jit
def random_subset(members: int, size: int, chance: Chance) -> int:
    """A random subset with `size` members, all such subsets equally likely.

    Each member in turn is taken with the right probability."""
    rest = int64(members)
    left = count(rest)
    missing = int64(size)
    taken = int64(0)
    while missing > 0:
        if missing == left:
            return taken | rest
        first = rest & -rest
        if below(chance, left) < missing:
            taken |= first
            missing -= 1
        rest ^= first
        left -= 1
    return taken
