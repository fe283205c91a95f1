"""The natural convention sheet, as French clubs teach it to beginners: every call shows cards.

Opening: 80 or 90 with one of the two top trumps, the jack with three cards or the nine with four; 100 and
more with both, and ten more for each ace outside, for a fourth trump and for king and queen of trumps. Answer
to partner's suit: ten for each ace outside, for king and queen and for three trumps, twenty for the jack or
nine that partner's 80 or 90 lacks. Without trumps aces, at all trumps jacks are counted. A coinche promises
tricks: four against 80 to 100, three up to 130, two above.
"""

from __future__ import annotations

from partie.core.agent import Budget, Decision, Why
from partie.core.game import Game, View
from partie.games.coinche.rules.calls import (
    BID,
    CAPOT,
    COINCHE,
    FIRST_BID,
    PASS,
    bid_of,
)
from partie.games.coinche.rules.cards import (
    ACE,
    JACK,
    KING,
    NINE,
    QUEEN,
    SANS_ATOUT,
    TEN,
    TOUT_ATOUT,
    ranks_of,
)
from partie.games.coinche.text.notation import call_sign, denomination_sign

BOTH = 100
"""The opening that promises jack and nine."""
_LAST = 8
"""The step of 160, the highest natural bid."""


class NaturalBidder:
    """Calls by the natural sheet."""

    def __init__(self, game: Game, seed: object, bold: float) -> None: ...

    def decide(self, view: View, budget: Budget) -> Decision:
        record, seat = view.record, view.seat
        suits = [int(ranks_of(record.hands[seat], suit)) for suit in range(4)]
        standing = int(record.bid)
        least = (standing - FIRST_BID) // 8 + 1 if standing else 0
        if record.phase != BID or record.doubled:
            return Decision(PASS, why=Why("coinche.natural_pass"))
        bids = _bids(record)
        partners = [call for caller, call in bids if caller == seat ^ 2]
        own = [call for caller, call in bids if caller == seat]
        theirs = standing and (int(record.bidder) ^ seat) & 1
        if partners and not own:
            found = self._answer(suits, partners[0], least)
        elif not own:
            found = self._opening(suits, least, bool(record.sa_ta))
        else:
            found = None
        if found is not None:
            return found
        if theirs:
            tricks = _tricks(suits, standing & 7)
            if tricks >= (4 if least <= 3 else 3 if least <= 6 else 2):
                return Decision(
                    COINCHE, why=Why("coinche.natural_coinche", {"count": tricks, "bid": call_sign(standing)})
                )
        return Decision(PASS, why=Why("coinche.natural_pass"))

    def _opening(self, suits: list[int], least: int, all_denominations: bool) -> Decision | None:
        """The highest opening that the hand is worth, if it is above the standing bid."""
        values = [_opening_value(suits, suit) for suit in range(4)]
        if all_denominations:
            values += [_without_trumps(suits), _all_trumps(suits)]
        best = max(range(len(values)), key=lambda one: values[one])
        step = min((values[best] - 80) // 10, _LAST)
        if values[best] < 80 or step < least:
            return None
        kind = (
            ("no_trumps", "all_trumps")[best - SANS_ATOUT]
            if best >= SANS_ATOUT
            else ("both" if values[best] >= BOTH else "one")
        )
        return Decision(
            int(bid_of(step, best)),
            why=Why(f"coinche.natural_{kind}", {"denomination": denomination_sign(best)}),
        )

    def _answer(self, suits: list[int], partners: int, least: int) -> Decision | None:
        """A raise of partner's first bid by what the hand adds, or nothing."""
        denomination, step = partners & 7, (partners - FIRST_BID) // 8
        if step >= CAPOT:
            return None
        more = _help(suits, denomination, step)
        raised = min(step + more // 10, _LAST)
        if more == 0 or raised < least or raised <= step:
            return None
        return Decision(
            int(bid_of(raised, denomination)),
            why=Why(
                "coinche.natural_help", {"points": more, "denomination": denomination_sign(denomination)}
            ),
        )


def _bids(record: object) -> list[tuple[int, int]]:
    """The bids of an auction, with the seats that made them."""
    first = (int(record.dealer) + 1) & 3  # type: ignore[attr-defined]
    calls = [int(call) for call in record.calls[: int(record.said)]]  # type: ignore[attr-defined]
    return [((first + number) & 3, call) for number, call in enumerate(calls) if call >= FIRST_BID]


def _has(ranks: int, rank: int) -> bool:
    return bool(ranks >> rank & 1)


def _aces(suits: list[int], trumps: int) -> int:
    """The aces outside a suit."""
    return len([1 for suit in range(4) if suit != trumps and _has(suits[suit], ACE)])


def _opening_value(suits: list[int], suit: int) -> int:
    """What a suit is worth as an opening, 0 if it is none."""
    ranks, aces = suits[suit], _aces(suits, suit)
    jack, nine, length = _has(ranks, JACK), _has(ranks, NINE), ranks.bit_count()
    if not (jack and length >= 3) and not (nine and length >= 4):
        return 0
    more = 10 * aces + (10 if length >= 4 else 0) + (10 if _has(ranks, KING) and _has(ranks, QUEEN) else 0)
    if jack and nine:
        return BOTH + more
    return 0 if more == 0 else 80 if more <= 20 else 90


def _without_trumps(suits: list[int]) -> int:
    aces = _aces(suits, -1)
    tens = len([1 for ranks in suits if _has(ranks, ACE) and _has(ranks, TEN)])
    return 70 + 10 * (aces - 3) + 10 * tens if aces >= 3 and tens else 0


def _all_trumps(suits: list[int]) -> int:
    jacks = len([1 for ranks in suits if _has(ranks, JACK)])
    nines = len([1 for ranks in suits if _has(ranks, JACK) and _has(ranks, NINE)])
    return 70 + 20 * (jacks - 3) + 10 * nines if jacks >= 3 and nines else 0


def _help(suits: list[int], denomination: int, step: int) -> int:
    """The points a hand adds to partner's bid."""
    if denomination == SANS_ATOUT:
        return 10 * _aces(suits, -1)
    if denomination == TOUT_ATOUT:
        return 10 * len([1 for ranks in suits if _has(ranks, JACK)])
    ranks = suits[denomination]
    missing = step < (BOTH - 80) // 10 and (_has(ranks, JACK) or _has(ranks, NINE))
    belote = _has(ranks, KING) and _has(ranks, QUEEN)
    return (
        10 * _aces(suits, denomination)
        + (20 if missing else 0)
        + (10 if belote else 0)
        + (10 if ranks.bit_count() >= 3 else 0)
    )


def _tricks(suits: list[int], denomination: int) -> int:
    """Tricks against a contract: aces outside, and top trumps that cannot be drawn."""
    if denomination == SANS_ATOUT:
        return _aces(suits, -1)
    if denomination == TOUT_ATOUT:
        return len([1 for ranks in suits if _has(ranks, JACK)])
    ranks = suits[denomination]
    length = ranks.bit_count()
    nine = 1 if _has(ranks, NINE) and length >= 2 else 0
    ace = 1 if _has(ranks, ACE) and length >= 3 else 0
    return _aces(suits, denomination) + (1 if _has(ranks, JACK) else 0) + nine + ace
