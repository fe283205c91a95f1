"""What programs that go by the odds say about their moves: candidates with values, and reasons."""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.core.agent import Candidate, Why
from partie.core.game import View
from partie.games.liarsdice.players.odds.kernels import (
    chance_at_least,
    chance_exactly,
)
from partie.games.liarsdice.rules import heuristic
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    face_of,
    quantity_of,
)
from partie.games.liarsdice.text.words import (
    bid_words,
    percent,
)


def candidates_from_dice(view: View, moves: Any, values: Any) -> tuple[Candidate, ...]:
    """Candidates, best first, from values in own dice: a die is worth what losing it would cost."""
    record = view.record
    now = float(heuristic(record, view.seat))
    mine = int(record.dice[view.seat])
    per_die = now / mine if mine else 0.0
    found = [
        Candidate(int(move), float(np.clip(now + per_die * value, 0.0, 1.0)))
        for move, value in zip(moves, values, strict=True)
    ]
    order = np.argsort(-np.asarray(values), kind="stable")
    return tuple(found[i] for i in order)


def explain(view: View, move: int, trust: float, pretends: bool) -> Why:
    """Explain a move by the odds of the bid it makes or calls."""
    subject = move if quantity_of(move) else int(view.record.standing)
    quantity, face = quantity_of(subject), face_of(subject)
    odds = chance_exactly if move == CONFIRM else chance_at_least
    data = {
        "percent": percent(odds(view.record, view.seat, quantity, face, trust)),
        "bid": bid_words(subject),
    }
    if move == CONTEST:
        impossible = chance_at_least(view.record, view.seat, quantity, face, 0.0) == 0.0
        return Why("liarsdice.impossible" if impossible else "liarsdice.contest", data)
    if move == CONFIRM:
        return Why("liarsdice.confirm", data)
    return Why("liarsdice.bluff" if pretends else "liarsdice.bid", data)
