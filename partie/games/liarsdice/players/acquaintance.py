"""What programs keep about people from one game to the next: what these have shown, and nothing hidden.

A memory is small and plain data, stored with the next table: the record of bids and doubts that `watchful`
keeps, and for the `reader` how well each kind of player explains the person, how their hands differed from
what was predicted, and where their way of bidding differs from the general one. Older games fade.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.core.agent import Why
from partie.core.match import Match
from partie.core.memory import Memories, Memory
from partie.games.liarsdice.players.reader.agent import USUAL, ReaderAgent
from partie.games.liarsdice.players.reader.showdowns import PULL, ShowdownLearner
from partie.games.liarsdice.players.watchful.agent import WatchfulAgent
from partie.games.liarsdice.players.watchful.kernels import CALLED, CHANCES, SHOWN, SURPLUS

KEPT = 0.9
"""What is left of all evidence when another game is added to it."""
_SMALLEST = 0.005
"""Smaller differences of a weight are not stored."""
_DIGITS = 3
HONEST, DOUBTFUL = 0.25, 0.4
"""From this many dice, or this much in log odds, a habit is worth telling."""


def learn(match: Match, seat: int, before: Memory | None) -> Memory | None:
    """Return what is known of the person in this seat after a finished game, and what was known `before`.

    None if they have not shown anything."""
    witness = (seat + 1) % match.state.seats
    known = {seat: _faded(before)} if before is not None else {}
    reader = ReaderAgent(match.game, "memory", 8, True, 0.2, USUAL)
    watchful = WatchfulAgent(match.game, "memory", 0.0, 1.0)
    reader.recall(known)
    watchful.recall(known)
    general = reader.general
    usual = reader.remembered_behaviour(known[seat]) if known else general
    learner = ShowdownLearner(usual, PULL + (known[seat]["decisions"] if known else 0.0))
    last = 0
    for view in [*match.past(witness), match.view(witness)]:
        reader.remember([view])
        watchful.remember([view])
        if view.record.caller >= 0 and view.record.rounds != last:
            last = int(view.record.rounds)
            learner.add(view, only=seat)
    shown = reader.others[seat].memory()
    if not shown["decisions"]:
        return before
    differs = learner.behaviour() - general
    places = np.flatnonzero(np.abs(differs) >= _SMALLEST)
    return {
        **shown,
        "games": (before["games"] if before is not None else 0) + 1,
        "habits": [round(float(value), _DIGITS) for value in watchful.habits[seat]],
        "differs_at": [int(place) for place in places],
        "differs_by": [round(float(differs[place]), _DIGITS) for place in places],
    }


def _faded(memory: Memory) -> dict[str, Any]:
    """Return a memory with less weight."""
    scaled = {name: [KEPT * value for value in memory[name]] for name in ("evidence", "shown", "predicted")}
    return {**memory, **scaled, "decisions": KEPT * memory["decisions"]}


def describe(memory: Memory) -> list[Why]:
    """Say what is known of a person, for themselves to read."""
    habits = memory["habits"]
    surplus = habits[SURPLUS] / (habits[SHOWN] + 1.0)
    doubts = habits[CALLED] / (habits[CHANCES] + 1.0)
    bids = "bold" if surplus < -HONEST else "honest" if surplus > HONEST else "usual"
    calls = "sceptic" if doubts > DOUBTFUL else "trusting" if doubts < -DOUBTFUL else "usual"
    return [Why(f"liarsdice.known_bids_{bids}"), Why(f"liarsdice.known_calls_{calls}")]


MEMORIES = Memories(learn, describe)
