"""Solved rounds as they are shipped: without zeros, and packed as small as can be."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np

from partie.games.liarsdice.players.equilibrium.duel import Solved
from partie.games.liarsdice.players.equilibrium.store import file_name


def pack(solved: Solved, folder: Path) -> Path:
    """Write the places of what is not zero, as steps from one to the next, and the numbers there."""
    policy = solved.policy[:]
    places = np.flatnonzero(policy)
    arrays = {
        "facts": np.array([solved.recall, solved.iterations, solved.seconds, solved.low, solved.high]),
        "length": np.array(len(policy)),
        "steps": np.diff(places, prepend=0).astype(np.uint32),
        "chances": policy[places],
    }
    path = folder / file_name(solved.setting, solved.stake)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as packed:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.save(content, array)
            packed.writestr(f"{name}.npy", content.getvalue())
    return path
