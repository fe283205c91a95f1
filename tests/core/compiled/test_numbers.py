"""Arithmetic on numbers, compared with Python's. What is tested is compiled, unless compiling is off."""

from hypothesis import given
from hypothesis import strategies as st

from partie.core.compiled.numbers import rank_of, whole


@given(st.integers(-(2**31), 2**31 - 1))
def test_a_whole_float_is_its_integer(number: int) -> None:
    assert whole(float(number)) == number


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_ranks_compare_as_floats_do(one: float, other: float) -> None:
    assert (rank_of(one) < rank_of(other)) == (one < other)
    assert (rank_of(one) == rank_of(other)) == (one == other)
