"""A tuning task without a game: bringing the bytes close to a target."""

from pathlib import Path
from typing import Any

import numpy as np

from partie.learn.store import Store
from partie.learn.tuning.genome import (
    Gene,
    Genome,
    read_genome,
)
from partie.learn.tuning.tuner import Task

GENES = tuple(Gene(f"toy.{letter}", -1.0, 1.55) for letter in "abcdef")
TARGET = np.array([7, 200, 99, 250, 31, 128])
START = Genome(GENES, bytes(len(GENES)))
GENOMES = Path(__file__).parent / "genomes"
"""The folder with `START` as a file."""


def closeness(population: Any, games: Any = 1, seed: Any = "") -> Any:
    """1 at the target, 0 at the farthest corner."""
    return 1.0 - np.abs(population.astype(float) - TARGET).mean(axis=1) / 255.0


def toy_task() -> Task:
    return Task(
        "toy",
        GENES,
        Store("genome", "genomes/toy", GENOMES, ".toml", lambda path: read_genome(GENES, path), Genome.write),
        closeness,
        lambda data, seed: float(closeness(np.frombuffer(data, np.uint8)[None, :])[0]),
    )
