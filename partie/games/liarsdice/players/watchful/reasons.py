"""Why `watchful` plays a move: the probability of the bid in question, and whose record changed it most."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Why
from partie.core.game import View
from partie.core.phrases import seat_word
from partie.games.liarsdice.players.odds.kernels import counts_wild, tail
from partie.games.liarsdice.players.watchful.kernels import corrections, suggested_by_others
from partie.games.liarsdice.rules.bids import CONFIRM, CONTEST, face_of, matching, quantity_of
from partie.games.liarsdice.text.words import bid_words, percent

TELLING = 0.3
"""A player's record is worth mentioning when it changes the dice expected of that player this much."""


def explain(
    view: View, move: int, extra: int, numbers: NDArray[np.float64], habits: NDArray[np.float64]
) -> Why:
    """Explain a move; `extra` is the face the player pretends to hold, or -1."""
    record = view.record
    subject = move if quantity_of(move) else int(record.standing)
    quantity, face = quantity_of(subject), face_of(subject)
    trusts = np.zeros(len(habits))
    corrections(record, numbers, habits, trusts)
    own = matching(record.cups, view.seat, face, record.wild)
    needed = quantity - own - suggested_by_others(record, record.named, record.dice, view.seat, face, trusts)
    unknown, wild = int(record.total) - int(record.dice[view.seat]), counts_wild(record, face)
    true = tail(int(record.faces), wild, unknown, float(needed))
    if move == CONFIRM:
        true -= tail(int(record.faces), wild, unknown, float(needed + 1))
    data: dict[str, Any] = {"percent": percent(true), "bid": bid_words(subject)}
    if quantity_of(move) and face == extra:
        return Why("liarsdice.bluff", data)
    word = {CONTEST: "contest", CONFIRM: "confirm"}.get(move, "bid")
    named = [seat for seat in range(view.seats) if seat != view.seat and record.named[seat, face] > 0]
    teller = max(named, key=lambda seat: abs(trusts[seat]), default=None)
    if teller is None or abs(trusts[teller]) < TELLING:
        return Why(f"liarsdice.{word}", data)
    data["player"] = seat_word(teller)
    return Why("liarsdice.watchful_more" if trusts[teller] > 0 else "liarsdice.watchful_less", data)
