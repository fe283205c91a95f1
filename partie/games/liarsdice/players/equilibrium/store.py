"""Solved rounds on disk: the usual ones ship with the package, others are solved on demand and cached."""

from __future__ import annotations

import contextlib
import os
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled.kernel import cache_folder
from partie.games.liarsdice.players.equilibrium.duel import (
    Solved,
    Sparse,
    Stake,
    solve_round,
)
from partie.games.liarsdice.players.equilibrium.rounds import (
    EVEN_STAKE,
    Setting,
)

VERSION = 1
"""Raise this whenever the meaning of stored policies changes."""
FAR = 255
"""Longer steps from one number of a packed policy to the next, and those of this length, are kept apart."""
SHIPPED = Path(__file__).resolve().parent / "strategies"


def file_name(setting: Setting, stake: Stake = EVEN_STAKE) -> str:
    """The file name of a solved round; it holds everything the policy depends on."""
    wild = "none" if setting.wild < 0 else "ones" if setting.wild == 0 else "last"
    name = f"{setting.starter}v{setting.other}-faces{setting.faces}-{wild}-{'exact' if setting.spot_on else 'plain'}"
    if stake != EVEN_STAKE:
        name += "".join(f"_{worth:+.3f}" for worth in stake[2:])
    return f"{name}-v{VERSION}.npz"


def save(solved: Solved, folder: Path) -> Path:
    """Write a solved round atomically."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(solved.setting, solved.stake)
    facts = np.array([solved.recall, solved.iterations, solved.seconds, solved.low, solved.high])
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        np.savez_compressed(file, facts=facts, policy=solved.policy[:])
    os.chmod(file.name, 0o644)  # temporary files are private
    os.replace(file.name, path)
    return path


def load(setting: Setting, stake: Stake, folder: Path) -> Solved | None:
    """Read a stored round; None if there is no readable one."""
    path = folder / file_name(setting, stake)
    try:
        with np.load(path) as stored:
            recall, iterations, seconds, low, high = stored["facts"].tolist()
            policy: Any
            if "steps" in stored:
                steps = stored["steps"].astype(np.int64)
                steps[np.flatnonzero(steps == FAR)] = stored["far"]
                places = np.cumsum(steps)
                policy = Sparse(int(stored["length"]), places, stored["chances"])
            else:
                policy = stored["policy"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return Solved(setting, stake, int(recall), int(iterations), seconds, policy, low, high)


@lru_cache(maxsize=64)
def shipped(setting: Setting, stake: Stake = EVEN_STAKE) -> Solved | None:
    """A round that comes with the package; None if there is none."""
    return load(setting, stake, SHIPPED)


@lru_cache(maxsize=64)
def stored(setting: Setting, stake: Stake = EVEN_STAKE) -> Solved | None:
    """A round that comes with the package or was solved before; None if there is none."""
    return shipped(setting, stake) or load(setting, stake, _own_folder())


def find(setting: Setting, stake: Stake = EVEN_STAKE, stop: NDArray[np.uint8] | None = None) -> Solved:
    """A solved round; if it is not stored it is solved now, which can take a minute.

    Setting `stop[0]` raises `Stopped`.
    """
    known = stored(setting, stake)
    if known is not None:
        return known
    solved = solve_round(setting, stake=stake, stop=stop)
    if stop is None or not stop[0]:
        with contextlib.suppress(OSError):
            save(solved, _own_folder())
            stored.cache_clear()
    return solved


def _own_folder() -> Path:
    return cache_folder() / "strategies"
