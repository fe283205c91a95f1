"""Solved rounds as they are shipped: without zeros, and packed as small as can be.

What takes the most room is what hardly ever happens. `thin` drops rare actions, and what a hand never comes
to do. `common` drops whole positions that are hardly met in sampled rounds, where the network of the rules
can answer instead.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from partie.core.compiled.chance import below, new_chance, uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints, Words16, int64
from partie.games.liarsdice.players.equilibrium.cfr import trim
from partie.games.liarsdice.players.equilibrium.duel import Solved, measure
from partie.games.liarsdice.players.equilibrium.local import draw
from partie.games.liarsdice.players.equilibrium.rounds import Memory, Round
from partie.games.liarsdice.players.equilibrium.store import file_name

STEPS = 255
"""Of probability, in what is shipped."""
RARE = 1 / 200
"""Less likely actions are dropped."""
WANDERING, NEAR = 0.15, 12
"""How often the opponent in sampled rounds does not follow the policy but makes one of the next bids."""
PATIENCE = 3_000_000_000


def thin(solved: Solved, rare: float = RARE) -> Solved:
    """The policy without rare actions and in steps of 1/255, measured anew."""
    policy = solved.policy[:]
    played = (policy / max(1, int(policy.max()))).astype(np.float32)
    trim(solved.rules, solved.memory, rare, played, np.zeros(1, np.uint8))
    return measure(replace(solved, policy=np.rint(played * STEPS).astype(np.uint8)), PATIENCE)


def common(solved: Solved, rounds: int, least: int) -> Solved:
    """The policy without the positions that were met less than `least` times in so many sampled rounds.

    What it guarantees depends on who answers there and is not known any more."""
    visits = visits_of(solved, rounds)
    policy, start = solved.policy[:].copy(), solved.memory.start
    for node in np.flatnonzero(visits < least):
        policy[start[node] : start[node + 1]] = 0
    return replace(solved, policy=policy, low=np.nan, high=np.nan)


def visits_of(solved: Solved, rounds: int) -> Ints:
    """[position]: how often its mover met it in sampled rounds, the opponent wandering now and then."""
    visits = np.zeros(len(solved.memory.mover), np.int64)
    chance = new_chance("visits", *solved.setting)
    count_visits(solved.rules, solved.memory, solved.policy[:].astype(np.uint16), rounds, chance, visits)
    return visits


@jit
def count_visits(
    rules: Round, memory: Memory, policy: Words16, rounds: int, chance: Chance, visits: Ints
) -> None:
    """Add how often each position was met in sampled rounds by the player who follows the policy there."""
    chances, hand = np.zeros(len(rules.face) + 2), np.zeros(2, np.int64)
    for number in range(rounds):
        wanderer, node = number % 2, int64(0)
        for player in range(2):
            hand[player] = draw(rules.share[player], rules.hands[player], chance)
        while True:
            mover, bids = memory.mover[node], memory.bids[node]
            actions, hands = bids + memory.calls[node], rules.hands[mover]
            if mover == wanderer and bids > 0 and uniform(chance) < WANDERING:
                action = below(chance, min(bids, NEAR))
            else:
                visits[node] += mover != wanderer
                for one in range(actions):
                    chances[one] = policy[memory.start[node] + one * hands + hand[mover]]
                if chances[:actions].sum() == 0.0:
                    break
                action = draw(chances, actions, chance)
            if action >= bids or memory.follow[memory.first[node] + action] < 0:
                break
            node = memory.follow[memory.first[node] + action]


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
