"""The mathematical functions of modules: close to the exact values, and to those of the C library."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats
from partie.wasm import elementary


@jit
def _logs(x: Floats, out: Floats) -> None:
    for i in range(len(x)):
        out[i] = elementary.log(x[i])


@jit
def _exps(x: Floats, out: Floats) -> None:
    for i in range(len(x)):
        out[i] = elementary.exp(x[i])


@jit
def _tanhs(x: Floats, out: Floats) -> None:
    for i in range(len(x)):
        out[i] = elementary.tanh(x[i])


def _random(low: float, high: float) -> Floats:
    return np.random.default_rng(7).uniform(low, high, 200_000)


def _results(run: Callable[[Floats, Floats], None], x: Floats) -> Floats:
    out = np.empty_like(x)
    run(x, out)
    return out


CASES = [
    (_logs, np.log, np.arange(1.0, 200_001.0)),
    (_logs, np.log, _random(0.0, 2.0)),
    (_logs, np.log, np.exp(_random(-740.0, 709.0))),
    (_exps, np.exp, _random(-20.0, 20.0)),
    (_exps, np.exp, _random(-700.0, 709.0)),
]


@pytest.mark.parametrize(("run", "exact", "x"), CASES)
def test_they_are_right_to_the_last_place(
    run: Callable[[Floats, Floats], None], exact: Callable[..., Floats], x: Floats
) -> None:
    if np.finfo(np.longdouble).nmant <= np.finfo(np.float64).nmant:
        pytest.skip("this machine has no longer numbers to compare with")
    true = exact(x.astype(np.longdouble))
    assert np.max(np.abs((_results(run, x) - true) / np.spacing(np.abs(true).astype(np.float64)))) < 0.8


LIBRARY: dict[Any, Callable[[float], float]] = {np.log: math.log, np.exp: math.exp}
"""NumPy has functions of its own; these are the C library's."""


@pytest.mark.parametrize(("run", "exact", "x"), CASES)
def test_they_hardly_ever_differ_from_the_library(
    run: Callable[[Floats, Floats], None], exact: Callable[..., Floats], x: Floats
) -> None:
    assert np.mean(_results(run, x) != list(map(LIBRARY[exact], x))) < 0.01


def test_tanh_is_exact_in_single_precision() -> None:
    x = _random(-10.0, 10.0)
    assert np.array_equal(_results(_tanhs, x).astype(np.float32), np.tanh(x).astype(np.float32))


@jit
def _powers(x: Floats, out: Floats) -> None:
    for i in range(len(x)):
        out[i] = elementary.pow(x[i], float(i % 200 - 50))


def test_whole_powers_are_those_of_the_library() -> None:
    x = _random(0.5, 1.5)
    wanted = np.array([math.pow(value, i % 200 - 50) for i, value in enumerate(x)])
    found = _results(_powers, x)
    assert np.mean(found != wanted) < 0.1
    assert np.max(np.abs(found - wanted) / np.spacing(wanted)) <= 1.0


def test_the_ends_of_the_range() -> None:
    x = np.array([0.0, -1.0, np.inf, np.nan, 5e-324])
    assert np.allclose(_results(_logs, x), [-np.inf, np.nan, np.inf, np.nan, np.log(5e-324)], equal_nan=True)
    x = np.array([0.0, -800.0, 800.0, np.inf, -np.inf, np.nan, -720.0])
    assert np.allclose(
        _results(_exps, x), [1.0, 0.0, np.inf, np.inf, 0.0, np.nan, np.exp(-720.0)], equal_nan=True
    )
