"""The weights of the program `scores`, by name: those shipped and those trained on this machine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import platformdirs

from partie.core.errors import BadSpec
from partie.games.coinche.players.scores.conditions import (
    SHIPPED,
    read_weights,
)
from partie.learn.names import check_own_name
from partie.learn.tuning.genome import Genome

DEFAULT = "tuned"
"""What the compiled policy plays with, too."""
_OTHERS = Path(__file__).parent / "weights"


def own_folder() -> Path:
    """Where weights trained on this machine are stored."""
    return Path(platformdirs.user_data_dir("partie")) / "genomes" / "coinche"


def stored_weights() -> dict[str, Path]:
    """Every stored set of weights by name: those shipped, then those of this machine."""
    found = {DEFAULT: SHIPPED}
    for file in [*sorted(_OTHERS.glob("*.toml")), *sorted(own_folder().glob("*.toml"))]:
        found.setdefault(file.stem, file)
    return found


@cache
def load_weights(name: str) -> Genome:
    """The stored weights of that name."""
    stored = stored_weights()
    if name not in stored:
        raise BadSpec(f"There are no weights called {name!r}; there are: {', '.join(stored)}.")
    return read_weights(stored[name])


def check_name(name: str) -> None:
    """Complain about a name no weights of this machine may have."""
    check_own_name(name, [DEFAULT, *(file.stem for file in _OTHERS.glob("*.toml"))])


def store_weights(genome: Genome, name: str) -> Path:
    """Keep weights on this machine under a name, so that `scores:weights=NAME` plays with them."""
    check_name(name)
    path = own_folder() / f"{name}.toml"
    genome.write(path)
    load_weights.cache_clear()
    return path
