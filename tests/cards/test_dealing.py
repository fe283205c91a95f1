"""Dealing unknown cards: all deals that fit what is known are equally likely."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from partie.cards.dealing import deal_unknown
from partie.core.compiled.bits import (
    count,
    highest,
    lowest,
    nth,
    random_member,
    random_subset,
)
from partie.core.compiled.chance import (
    below,
    new_chance,
)

ALL = (1 << 12) - 1


def chi_square_limit(freedom: int) -> float:
    """The value that chance alone exceeds about once in 30,000 times (Wilson-Hilferty approximation)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4 * spread**0.5) ** 3)


def members(cards: int) -> list[int]:
    return [card for card in range(63) if cards >> card & 1]


def all_deals(unknown: int, may: Sequence[int], places: Sequence[int]) -> list[tuple[int, ...]]:
    """Every way to give each card to a player who may hold it, so that all players have the right number."""
    cards = members(unknown)
    found = []
    for holders in itertools.product(range(3), repeat=len(cards)):
        if all(may[who] >> card & 1 for card, who in zip(cards, holders, strict=True)) and all(
            holders.count(who) == places[who] for who in range(3)
        ):
            found.append(
                tuple(
                    sum(1 << c for c, h in zip(cards, holders, strict=True) if h == who) for who in range(3)
                )
            )
    return found


CASES = [
    (0b111111, (ALL, ALL, ALL), (2, 2, 2)),
    (0b11111111, (ALL, ALL, ALL), (1, 4, 3)),
    (0b11111111, (0b00001111, ALL, ALL), (2, 3, 3)),
    (0b11111111, (ALL, 0b00001111, ALL), (2, 3, 3)),
    (0b11111111, (ALL, ALL, 0b11000011), (2, 3, 3)),
    (0b111111111, (0b000111111, 0b111111000, 0b111000111), (3, 3, 3)),
    (0b111111111, (0b000111110, 0b111111001, 0b111000111), (3, 3, 3)),
    (0b111111111, (0b110000111, 0b111111000, ALL), (2, 4, 3)),
    (0b11111111, (0b00000011, 0b00001111, ALL), (1, 2, 5)),
    (0b11110000, (0b00110000, 0b11000000, ALL), (2, 1, 1)),
    (0b11111111, (ALL, 0, ALL), (3, 0, 5)),
]


@pytest.mark.parametrize(("unknown", "may", "places"), CASES)
def test_every_deal_that_fits_is_equally_likely(
    unknown: int, may: tuple[int, int, int], places: tuple[int, int, int]
) -> None:
    possible = all_deals(unknown, may, places)
    each = 60
    chance = new_chance("dealing", unknown, may)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(each * len(possible)):
        found, *hands = deal_unknown(unknown, *may, *places, chance)
        assert found
        counts[tuple(int(hand) for hand in hands)] += 1
    assert set(counts) <= set(possible)
    if len(possible) > 1:
        statistic = sum((counts[deal] - each) ** 2 / each for deal in possible)
        assert statistic < chi_square_limit(len(possible) - 1)


def test_no_deal_is_returned_only_if_none_fits() -> None:
    chance = new_chance("impossible")
    outcomes: Counter[bool] = Counter()
    for _ in range(400):
        unknown = int(random_subset(ALL, 6, chance))
        may = [int(random_subset(ALL, 5 + int(below(chance, 5)), chance)) for _ in range(3)]
        first = int(below(chance, 4))
        second = int(below(chance, 7 - first))
        places = (first, second, 6 - first - second)
        possible = bool(all_deals(unknown, may, places))
        assert deal_unknown(unknown, may[0], may[1], may[2], *places, chance)[0] == possible
        outcomes[possible] += 1
    assert min(outcomes.values()) > 40
    assert not deal_unknown(0b111, ALL, ALL, ALL, 1, 1, 2, chance)[0]


def test_large_numbers_of_cards_are_dealt_correctly() -> None:
    """With 39 cards, and each player void in one suit, cards go to each player as often as expected."""
    pack = (1 << 39) - 1
    may = (pack & ~0x1FFF, pack & ~(0x1FFF << 13), pack & ~(0x1FFF << 26))
    chance = new_chance("large")
    shares = np.zeros(3)
    for _ in range(3000):
        found, *hands = deal_unknown(pack, *may, 13, 13, 13, chance)
        assert found
        assert [int(count(hand)) for hand in hands] == [13, 13, 13]
        assert all(int(hand) & ~allowed == 0 for hand, allowed in zip(hands, may, strict=True))
        shares += [int(count(int(hand) & 0x1FFF)) for hand in hands]
    assert shares[0] == 0
    assert abs(shares[1] / 3000 - 6.5) < 0.15, "the first suit is shared evenly by the two who may hold it"


def test_sets_of_bits() -> None:
    chance = new_chance("bits")
    for _ in range(200):
        cards = int(random_subset((1 << 62) - 1, 1 + int(below(chance, 20)), chance))
        found = members(cards)
        assert (int(count(cards)), int(lowest(cards)), int(highest(cards))) == (
            len(found),
            found[0],
            found[-1],
        )
        assert [int(nth(cards, n)) for n in range(len(found))] == found
        assert int(random_member(cards, chance)) in found


def test_random_subsets_are_equally_likely() -> None:
    chance = new_chance("subsets")
    counts = Counter(int(random_subset(0b1011011, 2, chance)) for _ in range(10 * 300))
    assert len(counts) == 10
    assert sum((n - 300) ** 2 / 300 for n in counts.values()) < chi_square_limit(9)
