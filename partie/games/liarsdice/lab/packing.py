"""Solved rounds as they are shipped: without zeros, and packed as small as can be.

What takes the most room is what hardly ever happens: `thin` drops rare actions, and what a hand never comes
to do.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from partie.games.liarsdice.players.equilibrium.cfr import trim
from partie.games.liarsdice.players.equilibrium.duel import Solved, measure
from partie.games.liarsdice.players.equilibrium.store import FAR, file_name

STEPS = 255
"""Of probability, in what is shipped."""
RARE = 1 / 200
"""Less likely actions are dropped."""
PATIENCE = 3_000_000_000


def thin(solved: Solved, rare: float = RARE) -> Solved:
    """The policy without rare actions and in steps of 1/255, measured anew."""
    policy = solved.policy[:]
    played = (policy / max(1, int(policy.max()))).astype(np.float32)
    trim(solved.rules, solved.memory, rare, played, np.zeros(1, np.uint8))
    return measure(replace(solved, policy=np.rint(played * STEPS).astype(np.uint8)), PATIENCE)


def pack(solved: Solved, folder: Path) -> Path:
    """Write the places of what is not zero, as steps from one to the next, and the numbers there.

    Few steps do not fit into a byte; these come once more, by themselves."""
    policy = solved.policy[:]
    places = np.flatnonzero(policy)
    steps = np.diff(places, prepend=0)
    arrays = {
        "facts": np.array([solved.recall, solved.iterations, solved.seconds, solved.low, solved.high]),
        "length": np.array(len(policy)),
        "steps": np.minimum(steps, FAR).astype(np.uint8),
        "far": steps[steps >= FAR].astype(np.uint32),
        "chances": policy[places],
    }
    path = folder / file_name(solved.setting, solved.stake)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as packed:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.save(content, array)
            packed.writestr(f"{name}.npy", content.getvalue())
    return path
