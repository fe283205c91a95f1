"""Logarithm, exponential and hyperbolic tangent, for modules that have no mathematical library.

A browser's own functions would differ from one browser to the next. These give the same bits everywhere, and
nearly always those of the C library that native code calls: both are wrong by hardly more than half a unit in
the last place. They are table-driven: Tang, "Table-driven implementation of the logarithm function in IEEE
floating-point arithmetic" (1990), and "… of the exponential function …" (1989).
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from partie.core.compiled.kernel import PYTHON_MODE, lean_jit
from partie.core.compiled.numba_api import intrinsic
from partie.core.compiled.types import Floats, int64

_STEPS = 128
"""The number of intervals of a table."""
_COARSE = 20
"""The last bits of the leading part of a constant are 0, so that multiples of it are exact."""
_DIGITS = 50
_LEAST = 0.6875
"""Arguments of the logarithm are reduced to between this and twice this, so that 1 is the middle of an
interval."""


def _split(value: Decimal, zeros: int = 0) -> tuple[float, float]:
    """A number as a sum of two floats, the first of which ends with this many zero bits."""
    high = float(value)
    if zeros:
        mantissa, exponent = math.frexp(high)
        unit = 2.0 ** (zeros - 53)
        high = math.ldexp(round(mantissa / unit) * unit, exponent)
    return high, float(value - Decimal(high))


def _logarithms() -> Floats:
    """For the middle c of each interval above the least argument: c, 1/c, and log c in two parts."""
    table = np.zeros((_STEPS + 1, 4))
    with localcontext() as context:
        context.prec = _DIGITS
        for step in range(_STEPS + 1):
            middle = _LEAST + step / _STEPS
            logarithm = Decimal(middle).ln()
            quantum = Decimal(2) ** -42
            high = (logarithm / quantum).to_integral_value() * quantum
            table[step] = middle, 1.0 / middle, float(high), float(logarithm - high)
    return table


def _powers() -> Floats:
    """2**(i / steps) in two parts."""
    with localcontext() as context:
        context.prec = _DIGITS
        root = (Decimal(2).ln() / _STEPS).exp()
        return np.array([_split(root**step) for step in range(_STEPS)])


def _constants() -> tuple[float, float, float, float]:
    with localcontext() as context:
        context.prec = _DIGITS
        log2 = Decimal(2).ln()
        quantum = Decimal(2) ** -42
        high = (log2 / quantum).to_integral_value() * quantum
        return float(high), float(log2 - high), *_split(log2 / _STEPS, zeros=_COARSE)


_LOGARITHMS = _logarithms()
_POWERS = _powers()
_LOG2, _LOG2_REST, _PART, _PART_REST = _constants()
_PARTS = _STEPS / math.log(2.0)
_ROUND = 1.5 * 2.0**52
"""Adding and subtracting this rounds a number to an integer, which is in the last bits in between."""
_INDEX = int64(2 * _STEPS - 1)
"""The last bits that can be set in an index of a table of logarithms."""
_MANTISSA = int64((1 << 52) - 1)
_OFFSET = int64(np.float64(_LEAST).view(np.int64))
"""The bits of the smallest reduced argument."""
_SMALLEST = 2.2250738585072014e-308
_UP = 2.0**54
_LARGEST_EXP, _SMALLEST_EXP = 709.782712893384, -745.1332191019412
_TINY_EXP = -708.0

if PYTHON_MODE:

    def _bits(value: float) -> int:
        return int64(np.float64(value).view(np.int64))

    def _from_bits(bits: int) -> float:
        return float(np.int64(bits).view(np.float64))

else:

    @intrinsic
    def _bits(context: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], ir.IntType(64))

        return types.int64(types.float64), generate

    @intrinsic
    def _from_bits(context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], ir.DoubleType())

        return types.float64(types.int64), generate


@lean_jit
def log(x: float) -> float:
    """The natural logarithm."""
    scale = 0.0
    if not _SMALLEST <= x < np.inf:
        if not x > 0.0:
            return -np.inf if x == 0.0 else np.nan
        if x == np.inf:
            return x
        x *= _UP
        scale = -54.0
    bits = _bits(x)
    exponent = (bits - _OFFSET) >> 52
    reduced = _from_bits(bits - (exponent << 52))
    step = _bits((reduced - _LEAST) * _STEPS + _ROUND) & _INDEX
    c, inverse, high, low = (
        _LOGARITHMS[step, 0],
        _LOGARITHMS[step, 1],
        _LOGARITHMS[step, 2],
        _LOGARITHMS[step, 3],
    )
    difference = reduced - c
    r = difference * inverse
    rest = ((difference - r * c) - _low_product(r, c)) * inverse
    n = exponent + scale
    whole = n * _LOG2 + high
    first = whole + r
    lost = (whole - first) + r
    square = r * r  # pairs of terms do not wait for each other
    series = square * (
        (-0.5 + r * (1.0 / 3.0))
        + square * ((-0.25 + r * 0.2) + square * ((-1.0 / 6.0 + r * (1.0 / 7.0)) - square * 0.125))
    )
    return first + (lost + (n * _LOG2_REST + low + rest) + series)


@lean_jit
def _low_product(a: float, b: float) -> float:
    """What rounding takes away from a · b, for a `b` of few bits: 0 if the product is exact."""
    product = a * b
    split = 134217729.0 * a
    upper = split - (split - a)
    lower = a - upper
    return (upper * b - product) + lower * b


@lean_jit
def exp(x: float) -> float:
    """The exponential function."""
    if not x <= _LARGEST_EXP:
        return np.inf if x > 0.0 else x
    if x < _SMALLEST_EXP:
        return 0.0
    rounded = x * _PARTS + _ROUND
    n = rounded - _ROUND
    number = int64(n)
    high = x - n * _PART
    low = n * _PART_REST
    r = high - low
    series = r + (((high - r) - low) + r * r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0)))))
    index = number & (_STEPS - 1)
    power, rest = _POWERS[index, 0], _POWERS[index, 1]
    value = power + (power * series + rest)
    exponent = number >> 7
    if x < _TINY_EXP:
        return _from_bits(_bits(value) + ((exponent + 64) << 52)) * 5.421010862427522e-20
    return _from_bits(_bits(value) + (exponent << 52))


@lean_jit
def tanh(x: float) -> float:
    """The hyperbolic tangent, exact enough for single precision."""
    size = abs(x)
    if size < 0.02:
        square = x * x
        return x + x * square * (
            -1.0 / 3.0 + square * (2.0 / 15.0 + square * (-17.0 / 315.0 + square * (62.0 / 2835.0)))
        )
    if size > 22.0:
        value = 1.0
    else:
        power = exp(2.0 * size)
        value = 1.0 - 2.0 / (power + 1.0)
    return value if x > 0.0 else -value


@lean_jit
def log10(x: float) -> float:
    """The decimal logarithm. Numba counts the digits of a number in an error message with it."""
    return log(x) * 0.4342944819032518


@lean_jit
def _both_products(a: float, b: float) -> tuple[float, float]:
    """The product of two numbers as a sum of two: what is rounded, and what rounding takes away (Dekker)."""
    product = a * b
    split = 134217729.0 * a
    upper = split - (split - a)
    lower = a - upper
    split = 134217729.0 * b
    high = split - (split - b)
    low = b - high
    return product, ((upper * high - product) + upper * low + lower * high) + lower * low


@lean_jit
def pow(x: float, y: float) -> float:
    """x to the power of y: with twice the digits for whole numbers y, within a few units in the last place
    for others."""
    if y != np.floor(y) or abs(y) > 1e6:
        return exp(y * log(x))
    left = int64(abs(y))
    base, base_rest = x, 0.0
    value, rest = 1.0, 0.0
    while left:
        if left & 1:
            product, lost = _both_products(value, base)
            rest = lost + value * base_rest + rest * base
            value = product + rest
            rest = (product - value) + rest
        product, lost = _both_products(base, base)
        base_rest = lost + 2.0 * base * base_rest
        base = product + base_rest
        base_rest = (product - base) + base_rest
        left >>= 1
    return 1.0 / value if y < 0.0 else value


DOUBLE = {"log": log, "exp": exp, "log10": log10}
"""The functions of one number by the names that compiled code calls."""
OF_TWO = {"pow": pow}
"""Those of two numbers."""
SINGLE = {"logf": log, "expf": exp, "tanhf": tanh}
"""The same for single precision."""
