"""Seeds of several parts, and records that list them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from partie.core.errors import BadRecord
from partie.core.match import Match
from partie.core.record import read_record, record_of
from partie.core.registry import game
from partie.core.seeds import mixed_seed


def test_every_part_matters_and_so_does_its_seat() -> None:
    seeds = {
        mixed_seed("a", {0: "b", 1: "c"}),
        mixed_seed("x", {0: "b", 1: "c"}),
        mixed_seed("a", {0: "b", 1: "x"}),
        mixed_seed("a", {0: "c", 1: "b"}),
        mixed_seed("a", {0: "b"}),
        mixed_seed("a", {}),
    }
    assert len(seeds) == 6
    assert mixed_seed("a", {1: "c", 0: "b"}) == mixed_seed("a", {0: "b", 1: "c"})


def test_a_record_lists_the_parts_of_its_seed() -> None:
    seed = mixed_seed("77ab", {1: "1c2d"})
    record = record_of(Match(game("quarto"), seed=seed), ["Ann", "Bob"], parts=("77ab", "", "1c2d"))
    text = str(record)
    assert f"seed: {seed}\npart server: 77ab\npart 1: 1c2d\n" in text
    read = read_record(text)
    assert read == record
    assert read.seed_is_mixed is True
    assert replace(read, parts=("77ab", "1c2d", "")).seed_is_mixed is False
    assert read_record(text.replace("part server: 77ab\npart 1: 1c2d\n", "")).seed_is_mixed is None
    with pytest.raises(BadRecord, match="part of the seed"):
        read_record(text.replace("1c2d", "1" * 65))
