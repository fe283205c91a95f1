"""What the calls of an auction show on average, by the sheets of the bidders. Reads calls, never cards."""

from __future__ import annotations

from functools import lru_cache

from partie.games.coinche.players.bidding.conventions import SHEETS
from partie.games.coinche.players.bidding.kinds import bid_meant, kind_of
from partie.games.coinche.rules.calls import denomination_of
from partie.games.coinche.rules.cards import SANS_ATOUT
from partie.games.coinche.text.notation import DENOMINATIONS, move_text
from partie.games.coinche.text.shapes import Call, CallKind, Sheet, Shown

_KINDS: dict[str, CallKind] = {
    "opening": "opening",
    "overcall": "overcall",
    "raise": "raise",
    "change": "change",
    "again": "again",
    "coinche": "coinche",
    "surcoinche": "surcoinche",
    "pass": "pass",
}
_SHEETS: tuple[Sheet, ...] = ("net", "natural", "table", "plain")


@lru_cache(maxsize=4096)
def call_with_meaning(before: tuple[tuple[int, int], ...], seat: int, call: int) -> Call:
    """A call after others, and what it shows by every sheet that knows its kind.

    Cached, because every view of a table shows all calls after every move; do not modify it.
    """
    kind = kind_of(list(before), seat, call)
    bid = bid_meant(list(before), call)
    denomination = int(denomination_of(bid)) if bid else None
    suited = denomination is not None and denomination < SANS_ATOUT
    shows: list[Shown] = []
    for sheet in _SHEETS:
        if kind in SHEETS[sheet]:
            trumps, jack, nine, aces = SHEETS[sheet][kind]
            shows.append(
                {
                    "sheet": sheet,
                    "trumps": trumps if suited else None,
                    "jack": jack,
                    "nine": nine,
                    "aces": aces,
                }
            )
    return {
        "seat": seat,
        "call": move_text(call),
        "kind": _KINDS[kind.partition(" ")[0]],
        "denomination": None if denomination is None else DENOMINATIONS[denomination],
        "shows": shows,
    }
