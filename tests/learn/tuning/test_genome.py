from typing import Any

import numpy as np
import pytest

from partie.learn.tuning.genome import (
    BadGenome,
    Gene,
    Genome,
    decode,
    read_genome,
)
from tests.learn.tuning.toy import GENES


def test_every_byte_is_decoded_and_encoded_unchanged() -> None:
    for gene in (*GENES, Gene("wide", -12.8, 12.7), Gene("odd", 0.1, 0.3)):
        assert [gene.encode(gene.decode(byte)) for byte in range(256)] == list(range(256))
        assert (gene.decode(0), gene.decode(255)) == (gene.low, gene.high)


def test_values_out_of_range_are_clipped() -> None:
    assert (GENES[0].encode(-9.0), GENES[0].encode(9.0)) == (0, 255)


def test_a_weight_of_zero_is_exact() -> None:
    assert Gene("weight", -12.8, 12.7).decode(128) == 0.0


def test_many_genomes_decode_as_one_does() -> None:
    population = np.arange(18, dtype=np.uint8).reshape(3, 6) * 14
    for row, values in zip(population, decode(GENES, population), strict=True):
        assert list(values) == list(Genome(GENES, row.tobytes()).values.values())


def test_a_file_keeps_bytes_and_card(tmp_path: Any) -> None:
    genome = Genome(
        GENES, bytes([0, 1, 2, 128, 254, 255]), {"made": 'by "hand", à la main', "games": 12, "won": 0.25}
    )
    genome.write(tmp_path / "deep" / "g.toml")
    again = read_genome(GENES, tmp_path / "deep" / "g.toml")
    assert again == genome
    assert "toy.a = -1.0" in str(again)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("toy.a", "toy.z"), "toy.z"),
        (("toy.a = -1.0", ""), "'toy.a' is missing"),
        (("toy.a = -1.0", "toy.a = 7"), "between -1 and 1.55"),
        (("toy.a = -1.0", "toy.a = 'x'"), "must be a number"),
        (("[values]", "[other]"), "not a genome file"),
        (("[card]", "[card"), "not a genome file"),
    ],
)
def test_an_error_in_a_file_gets_a_sentence(tmp_path: Any, change: Any, message: Any) -> None:
    path = tmp_path / "g.toml"
    path.write_text(str(Genome(GENES, bytes(6))).replace(*change))
    with pytest.raises(BadGenome, match=message):
        read_genome(GENES, path)


def test_a_missing_file_and_wrong_lengths_are_refused(tmp_path: Any) -> None:
    with pytest.raises(BadGenome, match="cannot be read"):
        read_genome(GENES, tmp_path / "none.toml")
    with pytest.raises(BadGenome, match="6 genes"):
        Genome(GENES, b"123")
