"""Genomes: declared parameters, each stored in one byte.

A `Gene` declares a number by name and range; one byte holds it in 256 steps. Tuners see only bytes. People
read and edit genome files, which are TOML with names, values and a card that says how the genome was made.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.errors import PartieError

STEPS = 255
Card = Mapping[str, str | int | float]


class BadGenome(PartieError):
    """A genome file that cannot be read; the message says why."""


@dataclass(frozen=True)
class Gene:
    """A number between `low` and `high`, stored in one byte.

    `help` says what it means. A dot in the name groups genes."""

    name: str
    low: float
    high: float
    help: str = ""

    def decode(self, byte: int) -> float:
        """The value of a byte, rounded to 9 decimals."""
        return round(self.low + (self.high - self.low) * int(byte) / STEPS, 9)

    def encode(self, value: float) -> int:
        """The byte whose value is nearest; for a value out of range, the nearest end."""
        share = (value - self.low) / (self.high - self.low)
        return min(STEPS, max(0, round(STEPS * share)))


Genes = Sequence[Gene]


def decode(genes: Genes, population: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The values of one genome (an array of genes) or of many (individuals × genes)."""
    tables = np.array([[gene.decode(byte) for byte in range(STEPS + 1)] for gene in genes])
    values: NDArray[np.float64] = tables[np.arange(len(genes)), population]
    return values


@dataclass(frozen=True)
class Genome:
    """The bytes of one individual, the declaration of its genes, and a card about it."""

    genes: tuple[Gene, ...]
    data: bytes
    card: Card = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.data) != len(self.genes):
            raise BadGenome(
                f"A genome of {len(self.genes)} genes has {len(self.genes)} bytes, not {len(self.data)}."
            )

    @classmethod
    def of(cls, genes: Genes, values: Mapping[str, float], card: Card | None = None) -> Genome:
        """The genome with these values by name; none may be missing."""
        names = [gene.name for gene in genes]
        for name in values:
            if name not in names:
                raise BadGenome(f"There is no gene called {name!r}; there are: {', '.join(names)}.")
        for gene in genes:
            if gene.name not in values:
                raise BadGenome(f"The gene {gene.name!r} is missing.")
            if not gene.low <= values[gene.name] <= gene.high:
                raise BadGenome(
                    f"{gene.name} must be between {gene.low:g} and {gene.high:g}, not {values[gene.name]:g}."
                )
        return cls(tuple(genes), bytes(gene.encode(values[gene.name]) for gene in genes), card or {})

    @property
    def values(self) -> dict[str, float]:
        """The value of every gene by name."""
        return {gene.name: gene.decode(byte) for gene, byte in zip(self.genes, self.data, strict=True)}

    @property
    def vector(self) -> NDArray[np.float64]:
        """The values in the order of the genes, for compiled code."""
        return np.array(list(self.values.values()))

    def __str__(self) -> str:
        lines = [
            "# Read by `partie`; every value is one of 256 steps between the bounds that follow it.",
            "",
            "[card]",
        ]
        lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in self.card.items()]
        lines += ["", "[values]"]
        for gene, (name, value) in zip(self.genes, self.values.items(), strict=True):
            about = f", {gene.help}" if gene.help else ""
            lines.append(f"{name} = {value!r}  # {gene.low:g} to {gene.high:g}{about}")
        return "\n".join([*lines, ""])

    def write(self, path: Path) -> None:
        """Write the genome, atomically, to a file that people can read and edit."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(str(self), encoding="utf-8")
        fresh.replace(path)


def read_genome(genes: Genes, path: Path) -> Genome:
    """Read a genome from a file; raises `BadGenome` with the reason if that is impossible."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        card, groups = found.get("card", {}), found["values"]
    except OSError as error:
        raise BadGenome(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError) as error:
        raise BadGenome(f"{path} is not a genome file: {error}.") from None
    try:
        return Genome.of(genes, _flat(groups), card)
    except BadGenome as error:
        raise BadGenome(f"In {path}: {error}") from None


def _flat(groups: Mapping[str, Any], prefix: str = "") -> dict[str, float]:
    """The values of nested tables by dotted name."""
    values: dict[str, float] = {}
    for name, value in groups.items():
        if isinstance(value, Mapping):
            values.update(_flat(value, f"{prefix}{name}."))
        elif isinstance(value, bool) or not isinstance(value, int | float):
            raise BadGenome(f"{prefix}{name} must be a number, not {value!r}.")
        else:
            values[prefix + name] = float(value)
    return values
