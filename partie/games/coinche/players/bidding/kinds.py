"""Kinds of calls, by what was called before: openings, raises, changes of suit, overcalls, coinches."""

from __future__ import annotations

from typing import Any

from partie.games.coinche.rules.calls import CAPOT, COINCHE, FIRST_BID, PASS
from partie.games.coinche.rules.cards import SANS_ATOUT

Calls = list[tuple[int, int]]
"""Calls in order, each with the seat that made it."""


def calls_made(record: Any) -> Calls:
    """The calls of an auction with the seats that made them: clockwise, but after a coinche only the side
    that bid answers."""
    seat, doubled = (int(record.dealer) + 1) & 3, False
    found = []
    for number in range(int(record.said)):
        call = int(record.calls[number])
        found.append((seat, call))
        seat = (seat + 2 if doubled else seat + 1) & 3
        doubled = doubled or call == COINCHE
    return found


def kind_of(before: Calls, seat: int, call: int) -> str:
    """The kind of a call: `coinche`, `opening 90 suit`, `overcall`, `raise 10`, `pass theirs`, …

    A raise is called by the points above the standing bid, up to 30; `again` is any further bid of a seat.
    A pass is called by what stands: `first` if nobody has bid, `own` if the seat itself has named that
    denomination, else `partner` or `theirs`."""
    bids = [(who, bid) for who, bid in before if bid >= FIRST_BID]
    if call == PASS:
        return f"pass {_whose(bids, seat)}"
    if call < FIRST_BID:
        return "coinche" if call == COINCHE else "surcoinche"
    denomination, step = call & 7, (call - FIRST_BID) // 8
    if not bids:
        worth = "capot" if step >= CAPOT else str(80 + 10 * step)
        return f"opening {worth} {('suit', 'sa', 'ta')[max(0, denomination - SANS_ATOUT + 1)]}"
    if any(who == seat for who, _ in bids):
        return "again"
    partners = [bid & 7 for who, bid in bids if who == seat ^ 2]
    if denomination in partners:
        return f"raise {min(10 * (step - (bids[-1][1] - FIRST_BID) // 8), 30)}"
    return "change" if partners else "overcall"


def _whose(bids: Calls, seat: int) -> str:
    if not bids:
        return "first"
    bidder, standing = bids[-1]
    if any(who == seat and bid & 7 == standing & 7 for who, bid in bids):
        return "own"
    return "theirs" if (bidder ^ seat) & 1 else "partner"


def bid_meant(before: Calls, call: int) -> int:
    """The bid that a call is about: itself, or for a pass or a coinche the standing one; 0 without one."""
    return call if call >= FIRST_BID else next((bid for _, bid in reversed(before) if bid >= FIRST_BID), 0)


def is_conflict(calls: Calls) -> bool:
    """Whether partners fight over suits: three or more changes of suit within a side above 100."""
    changes, last = [0, 0], [-1, -1]
    for seat, call in calls:
        if call < FIRST_BID or call & 7 >= SANS_ATOUT:
            continue
        side = seat & 1
        if last[side] >= 0 and call & 7 != last[side] and (call - FIRST_BID) // 8 >= 3:
            changes[side] += 1
        last[side] = call & 7
    return max(changes) >= 3
