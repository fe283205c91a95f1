from collections import Counter

import numpy as np

from partie.core.compiled.chance import (
    below,
    new_chance,
    next_word,
    shuffle,
    uniform,
)


def test_the_stream_of_a_seed_never_changes() -> None:
    """Records made today must replay for years, so these numbers are part of the file format."""
    chance = new_chance("partie", 1)
    assert [int(next_word(chance)) for _ in range(3)] == [
        4594758693787288027,
        1867065253924996526,
        12787090972935555531,
    ]


def test_the_generator_is_xoshiro256_plus_plus() -> None:
    """Compared with the recurrence written with Python integers."""
    chance = new_chance("reference")
    state = [int(word) for word in chance]
    mask = (1 << 64) - 1

    def rotate(word: int, by: int) -> int:
        return (word << by | word >> (64 - by)) & mask

    for _ in range(1000):
        expected = (rotate((state[0] + state[3]) & mask, 23) + state[0]) & mask
        shifted = (state[1] << 17) & mask
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotate(state[3], 45)
        assert int(next_word(chance)) == expected


def test_seeds_with_different_parts_give_different_streams() -> None:
    streams = {
        new_chance(*parts).tobytes() for parts in [(1,), (1, "referee"), (1, "seat", 0), (1, "seat", 1), (2,)]
    }
    assert len(streams) == 5


def test_below_is_uniform() -> None:
    chance = new_chance("uniform")
    counts = Counter(int(below(chance, 6)) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi_square < 20.5  # 99.9 % quantile with 5 degrees of freedom


def test_uniform_and_shuffle_stay_in_range() -> None:
    chance = new_chance("range")
    values = [float(uniform(chance)) for _ in range(1000)]
    assert 0 <= min(values) < 0.01
    assert 0.99 < max(values) < 1
    cards = np.arange(32)
    shuffle(cards, chance)
    assert sorted(cards) == list(range(32))
    assert list(cards) != list(range(32))
