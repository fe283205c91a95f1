"""How the table bidder values a hand: a few features per suit, each with a value in `bidding.toml`.

The features of a suit depend only on its ranks, so the values of all 256 sets of ranks are computed once, on
import, and a hand is valued with four table lookups.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).parent / "bidding.toml"
ROLES = ("taker", "helper", "defender")
"""The role of the hand: the player who names the denomination, the partner, or an opponent."""
TRUMP_SUIT, SIDE_SUIT, SANS, TOUT = 0, 1, 2, 3
GROUPS = ("trump", "side", "sa", "ta")
"""A suit is valued as the trump suit, as a side suit, or as any suit at sans atout or tout atout."""
BASES = ("suit", "sa", "ta")

Feature = Callable[[int, int], bool]
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = (1 << rank for rank in range(8))


def _has(card: int) -> Feature:
    return lambda ranks, length: bool(ranks & card)


def _both(first: int, second: int) -> Feature:
    return lambda ranks, length: ranks & first > 0 and ranks & second > 0


def _guarded(card: int, without: int) -> Feature:
    """The card without any of those above it, but not alone."""
    return lambda ranks, length: ranks & card > 0 and not ranks & without and length > 1


def _alone(card: int) -> Feature:
    return lambda ranks, length: ranks == card


def _at_least(cards: int) -> Feature:
    return lambda ranks, length: length >= cards


def _exactly(cards: int) -> Feature:
    return lambda ranks, length: length == cards


FEATURES: Mapping[str, Mapping[str, Feature]] = {
    "trump": {
        "jack": _has(JACK),
        "nine": _has(NINE),
        "ace": _has(ACE),
        "ten": _has(TEN),
        "king": _has(KING),
        "queen": _has(QUEEN),
        "eight": _has(EIGHT),
        "seven": _has(SEVEN),
        "jack_and_nine": _both(JACK, NINE),
        "belote": _both(KING, QUEEN),
        "four_or_more": _at_least(4),
        "five_or_more": _at_least(5),
        "six_or_more": _at_least(6),
    },
    "side": {
        "ace": _has(ACE),
        "ace_and_ten": _both(ACE, TEN),
        "guarded_ten": _guarded(TEN, ACE),
        "bare_ten": _alone(TEN),
        "guarded_king": _guarded(KING, ACE | TEN),
        "void": _exactly(0),
        "single": _exactly(1),
        "four_or_more": _at_least(4),
    },
    "sa": {
        "ace": _has(ACE),
        "ace_and_ten": _both(ACE, TEN),
        "guarded_ten": _guarded(TEN, ACE),
        "bare_ten": _alone(TEN),
        "guarded_king": _guarded(KING, ACE | TEN),
        "void": _exactly(0),
        "four_or_more": _at_least(4),
        "long_with_ace": lambda ranks, length: length >= 4 and bool(ranks & ACE),
        "five_with_ace": lambda ranks, length: length >= 5 and bool(ranks & ACE),
    },
    "ta": {
        "jack": _has(JACK),
        "jack_and_nine": _both(JACK, NINE),
        "guarded_nine": _guarded(NINE, JACK),
        "bare_nine": _alone(NINE),
        "guarded_ace": _guarded(ACE, JACK | NINE),
        "belote": _both(KING, QUEEN),
        "void": _exactly(0),
        "four_or_more": _at_least(4),
        "long_with_jack": lambda ranks, length: length >= 4 and bool(ranks & JACK),
        "five_with_jack": lambda ranks, length: length >= 5 and bool(ranks & JACK),
    },
}


def features(group: str) -> NDArray[np.float64]:
    """Which features (columns) each of the 256 sets of ranks (rows) has."""
    tests = FEATURES[group].values()
    return np.array([[test(ranks, ranks.bit_count()) for test in tests] for ranks in range(256)], float)


def read_file(path: Path = FILE) -> dict[str, Any]:
    """Read the numbers of the table bidder."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def values_of(numbers: Mapping[str, Any]) -> NDArray[np.float64]:
    """The value of every set of ranks: roles × groups × 256."""
    table = np.zeros((len(ROLES), len(GROUPS), 256))
    for i, role in enumerate(ROLES):
        for j, group in enumerate(GROUPS):
            worth = numbers[role][group]
            table[i, j] = (features(group) * np.array([worth[name] for name in FEATURES[group]])).sum(axis=-1)
    return table


def bases_of(numbers: Mapping[str, Any]) -> NDArray[np.float64]:
    """The value of a hand without any feature: roles × (suit, sans atout, tout atout)."""
    return np.array([[numbers[role]["base"][base] for base in BASES] for role in ROLES], float)
