"""The encoding `auction`: what the seat to call knows, with any options and any score of the match.

All inputs are 0 or 1, suits are in the order of `place_of`, and seats are counted from the one to call, to
the left. In this order: own hand; the first bid of every seat, by denomination and step; its highest bid in
every denomination; passes; who coinched; the standing bid, its bidder, whether it is coinched; dealer;
options; what both sides miss in the match.
"""

import numpy as np

from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Ints8, Record, int64
from partie.games.coinche.players.net.order import denomination_place, write_set
from partie.games.coinche.rules.calls import (
    COINCHE,
    FIRST_BID,
    PASS,
    TRICK_POINTS,
    denomination_of,
    step_of,
)
from partie.games.coinche.rules.cards import DENOMINATIONS

CARDS, SEATS, STEPS = 32, 4, 11
MISSING = np.array(
    [60, 90, 120, 160, 200, 250, 300, 350, 400, 500, 600, 700, 850, 1000, 1250, 1500], np.int64
)
"""Inputs for what a side misses: one for each of these that it misses at least."""
_OPENING = CARDS
_BIDS = _OPENING + SEATS * (DENOMINATIONS + STEPS)
_PASSES = _BIDS + SEATS * DENOMINATIONS * STEPS
_COINCHED = _PASSES + 3 * SEATS
_STEP = _COINCHED + SEATS
_DENOMINATION = _STEP + STEPS
_TAKER = _DENOMINATION + DENOMINATIONS
_DOUBLED = _TAKER + SEATS
_DEALER = _DOUBLED + 1
_OPTIONS = _DEALER + SEATS
_MATCH = _OPTIONS + 8
_MISSED = _MATCH + 1
INPUTS = _MISSED + 2 * len(MISSING)
"""The number of inputs."""


@lean_jit
def encode_auction(state: Record, out: Ints8) -> None:
    """Write what the seat to call knows to `out`."""
    for i in range(INPUTS):
        out[i] = 0
    seat = state.turn
    write_set(out, 0, state, state.hands[seat])
    _write_calls(out, state, seat)
    out[_DEALER + ((state.dealer - seat) & 3)] = 1
    out[_OPTIONS + state.marking] = 1
    out[_OPTIONS + 3] = state.sa_ta
    out[_OPTIONS + 4] = state.generale
    out[_OPTIONS + 5] = state.belote_ta
    out[_OPTIONS + 6] = state.annonces
    out[_OPTIONS + 7] = state.rounding
    if state.deals == 0 and state.marking != TRICK_POINTS:
        out[_MATCH] = 1
        for step in range(2):
            missing = state.target - state.totals[(seat + step) & 1]
            for i in range(len(MISSING)):
                out[_MISSED + step * len(MISSING) + i] = missing >= MISSING[i]


@lean_jit
def _write_calls(out: Ints8, state: Record, seat: int) -> None:
    """Write what every seat has called, and the bid as it stands."""
    caller = int64((state.dealer + 1) & 3)
    doubled = False
    for number in range(state.said):
        call = int64(state.calls[number])
        step = (caller - seat) & 3
        if call >= FIRST_BID:
            denomination = denomination_place(state, denomination_of(call))
            first = True
            for i in range(
                _OPENING + step * (DENOMINATIONS + STEPS), _OPENING + (step + 1) * (DENOMINATIONS + STEPS)
            ):
                first = first and out[i] == 0
            if first:
                out[_OPENING + step * (DENOMINATIONS + STEPS) + denomination] = 1
                out[_OPENING + step * (DENOMINATIONS + STEPS) + DENOMINATIONS + step_of(call)] = 1
            row = _BIDS + (step * DENOMINATIONS + denomination) * STEPS
            for i in range(step_of(call) + 1):
                out[row + i] = 1
        elif call == PASS:
            row = _PASSES + 3 * step
            out[row + min(out[row] + out[row + 1], 2)] = 1
        elif call == COINCHE:
            out[_COINCHED + step] = 1
        caller = (caller + 2 if doubled else caller + 1) & 3
        doubled = doubled or call == COINCHE
    if state.bid >= FIRST_BID:
        out[_STEP + step_of(state.bid)] = 1
        out[_DENOMINATION + denomination_place(state, denomination_of(state.bid))] = 1
        out[_TAKER + ((state.bidder - seat) & 3)] = 1
        out[_DOUBLED] = state.doubled > 0
