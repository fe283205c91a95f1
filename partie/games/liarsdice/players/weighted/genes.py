"""The genes of the program `weighted`, and its stored genomes."""

from __future__ import annotations

from pathlib import Path

from partie.games.liarsdice.players.weighted.criteria import (
    CRITERIA,
    KINDS,
)
from partie.learn.store import Store
from partie.learn.tuning.genome import (
    Gene,
    Genome,
    read_genome,
)

DEFAULT, FORMER = "trained", "first"
"""The genome that is played by default, and the one before it, a sparring partner."""

_MEANINGS = {
    "same_face": "per bid of this round that named the face",
    "other_face": "per bid of this round that named another face",
    "over_average": "per die above what is expected when no die is known",
    "over_expected": "per die above what is expected when own dice are known",
    "quantity": "per die of the quantity",
    "highest_face": "if the face is the highest",
}
GENES = (
    *(
        Gene(f"{kind}.{criterion}", -12.8, 12.7, _MEANINGS[criterion])
        for kind in KINDS
        for criterion in CRITERIA
    ),
    Gene("margin", 0.0, 5.1, "how far below the best score an action still counts as best"),
)


def _read(path: Path) -> Genome:
    return read_genome(GENES, path)


STORED: Store[Genome] = Store(
    "genome",
    "genomes/liarsdice",
    Path(__file__).parent / "genomes",
    ".toml",
    _read,
    Genome.write,
    "partie train weighted liarsdice",
)
"""The stored genomes; `weighted:genome=NAME` plays one of them."""
