"""Sets as masks, compared with Python sets.

The functions tested are the compiled ones, unless compiling is off."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.core.compiled import bits
from partie.core.compiled.chance import new_chance

sets = st.sets(st.integers(0, 62))
some = st.sets(st.integers(0, 62), min_size=1)


def mask(members: set[int]) -> int:
    return sum(1 << member for member in members)


def members_of(mask: int) -> set[int]:
    return {number for number in range(63) if mask >> number & 1}


@given(st.integers(0, 62))
def test_a_set_with_one_member(number: int) -> None:
    assert bits.bit(number) == 1 << number


@given(sets)
def test_members_are_counted(members: set[int]) -> None:
    assert bits.count(mask(members)) == len(members)


@given(some)
def test_the_smallest_and_the_largest(members: set[int]) -> None:
    assert bits.lowest(mask(members)) == min(members)
    assert bits.highest(mask(members)) == max(members)
    assert members_of(bits.without_lowest(mask(members))) == members - {min(members)}


@given(some, st.data())
def test_the_nth_member_has_n_smaller_ones(members: set[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(members) - 1))
    assert bits.nth(mask(members), n) == bits._nth_by_steps(mask(members), n) == sorted(members)[n]


@given(some, st.integers(0, 2**32))
def test_a_random_member_is_a_member(members: set[int], seed: int) -> None:
    assert bits.random_member(mask(members), new_chance(seed)) in members


@given(sets, st.data())
def test_a_random_subset_has_the_right_size_and_only_members(members: set[int], data: st.DataObject) -> None:
    size = data.draw(st.integers(0, len(members)))
    chosen = members_of(bits.random_subset(mask(members), size, new_chance(data.draw(st.integers(0, 2**32)))))
    assert chosen <= members
    assert len(chosen) == size


@pytest.mark.parametrize("size", [1, 2, 3])
def test_random_subsets_are_equally_likely(size: int) -> None:
    members, chance = {2, 3, 17, 40, 62}, new_chance("subsets", size)
    drawn = Counter(int(bits.random_subset(mask(members), size, chance)) for _ in range(4000))
    assert len(drawn) == comb(5, size)
    expected = 4000 / len(drawn)
    assert all(abs(times - expected) < 5 * expected**0.5 for times in drawn.values())
