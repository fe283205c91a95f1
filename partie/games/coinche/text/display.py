"""A view of Coinche as JSON for clients, and as text for terminals."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from partie.cards.deck import (
    SUITS,
    SYMBOLS,
    card_sign,
    card_text,
    cards_of,
)
from partie.cards.shapes import TakenTrick
from partie.cards.views import plays_in_order, refused_cards, trick_line
from partie.core.game import State, View
from partie.core.phrases import seats_word
from partie.core.shapes import words
from partie.games.coinche import rules
from partie.games.coinche.players.bidding import kinds
from partie.games.coinche.rules import (
    annonces,
    calls,
    memory,
)
from partie.games.coinche.rules.cards import (
    FIRST_RANK,
    KIND,
    PLAIN,
    POINTS,
    STRENGTH,
    ranks_of,
)
from partie.games.coinche.text.meanings import call_with_meaning
from partie.games.coinche.text.notation import (
    DENOMINATIONS,
    call_sign,
    finished_deals,
    is_thrown_in,
    move_text,
)
from partie.games.coinche.text.refusals import why_not
from partie.games.coinche.text.shapes import (
    Annonce,
    Belote,
    Bid,
    Call,
    CoincheView,
    Combination,
    CombinationKind,
    DealResult,
    Marking,
    Phase,
    Row,
    Trick,
)
from partie.games.coinche.text.summary import explained

MARKINGS: tuple[Marking, ...] = ("made_and_bid", "bid_only", "trick_points")
PHASES: dict[int, Phase] = {
    calls.BID: "bid",
    calls.PLAY: "play",
    calls.BETWEEN: "between",
    calls.OVER: "over",
}
_SHOWN_SUITS = (2, 3, 0, 1)
"""Hands are shown in the order spades, hearts, clubs, diamonds: black and red alternate."""
_RUNS: dict[int, CombinationKind] = {3: "tierce", 4: "cinquante"}


def fields(record: Any) -> SimpleNamespace:
    """All fields of a record, fetched at once: reading them one by one from NumPy is slow, and there are
    hundreds of reads.
    """
    return SimpleNamespace(**dict(zip(record.dtype.names, record.item(), strict=True)))


def display(view: View) -> CoincheView:
    record = fields(view.record)
    seats = range(rules.SEATS)
    can, must = _deduced(view)
    return {
        "marking": MARKINGS[record.marking],
        "target": int(record.target),
        "deals": int(record.deals) or None,
        "round": bool(record.rounding),
        "annonces": bool(record.annonces),
        "sa_ta": bool(record.sa_ta),
        "generale": bool(record.generale),
        "belote_ta": bool(record.belote_ta),
        "deal": int(record.number),
        "dealer": int(record.dealer),
        "phase": PHASES[int(record.phase)],
        "thrown_in": is_thrown_in(record),
        "hands": [
            texts(record.hands[seat], record.denomination) if view.is_open or seat == view.seat else None
            for seat in seats
        ],
        "counts": [_count(record, seat) for seat in seats],
        "calls": calls_made(record),
        "standing": _bid(record) if record.phase == calls.BID else None,
        "legal": _legal_calls(view),
        "contract": _bid(record) if record.denomination >= 0 else None,
        "trick": _trick(record),
        "last_trick": _last_trick(record),
        "points": [int(points) for points in record.points],
        "tricks": [int(tricks) for tricks in record.won],
        "belotes": _belotes(record),
        "annonces_said": _annonces(view, record),
        "totals": [int(total) for total in record.totals],
        "sheet": sheet(record),
        "voids": [[SUITS[suit] for suit in range(4) if record.voids[seat] >> suit & 1] for seat in seats],
        "gone": texts(record.gone, record.denomination),
        "known": [[] if seat == view.seat else texts(must[seat], record.denomination) for seat in seats],
        "possible": [len(cards_of(int(can[seat]))) for seat in seats],
        "signals": [SUITS[suit - 1] if suit else None for suit in record.signal],
        "illegal": refused_cards(view, why_not) if record.phase == calls.PLAY else {},
        "rest_decided": rest_decided(record),
    }


def _count(record: Any, seat: int) -> int:
    """The number of cards a seat holds."""
    if record.phase == calls.PLAY:
        return 8 - int(record.tricks) - (1 if record.trick[seat] >= 0 else 0)
    return 8 if record.phase == calls.BID else 0


def ordered(cards: int, denomination: int) -> list[int]:
    """The cards of a set as people hold them: suits of alternating colours, strong to weak."""

    def place(card: int) -> tuple[int, int]:
        kind = int(KIND[denomination, card >> 4]) if denomination >= 0 else PLAIN
        return _SHOWN_SUITS.index(card >> 4), -int(STRENGTH[kind, (card & 15) - FIRST_RANK])

    return sorted(cards_of(cards), key=place)


def texts(cards: Any, denomination: Any) -> list[str]:
    """The cards of a set as text, in the order of `ordered`."""
    return [card_text(card) for card in ordered(int(cards), int(denomination))]


def _deduced(view: View) -> tuple[Any, Any]:
    can, must = np.zeros(rules.SEATS, np.int64), np.zeros(rules.SEATS, np.int64)
    memory.deduce(view.closed().record, view.seat, can, must)
    return can, must


def calls_made(record: Any) -> list[Call]:
    """The calls of this deal, their seats, and what they show."""
    made = tuple(kinds.calls_made(record))
    return [call_with_meaning(made[:number], seat, call) for number, (seat, call) in enumerate(made)]


def _bid(record: Any) -> Bid | None:
    """The standing bid, which becomes the contract."""
    if not record.bid:
        return None
    bid = int(record.bid)
    return {
        "seat": int(record.bidder),
        "side": int(record.bidder) & 1,
        "call": move_text(bid),
        "value": int(calls.value_of(bid)),
        "denomination": DENOMINATIONS[int(calls.denomination_of(bid))],
        "doubled": 1 << int(record.doubled),
    }


def _legal_calls(view: View) -> list[str]:
    if view.record.phase != calls.BID or view.seat != view.record.turn:
        return []
    return [move_text(move) for move in view.moves]


def _trick(record: Any) -> Trick:
    playing = record.phase == calls.PLAY
    return {
        "number": int(record.tricks) + (1 if playing else 0),
        "leader": int(record.leader) if playing else None,
        "led": SUITS[record.led] if record.led >= 0 else None,
        "winner": int(record.winner) if record.winner >= 0 else None,
        "cards": plays_in_order(int(record.leader), record.trick),
    }


def _last_trick(record: Any) -> TakenTrick | None:
    if record.last_leader < 0:
        return None
    points = sum(int(POINTS[record.denomination, card]) for card in record.last)
    if record.tricks == 8:
        points += 100 if max(record.won) == 8 else 10
    return {
        "leader": int(record.last_leader),
        "winner": int(record.last_winner),
        "points": points,
        "cards": plays_in_order(int(record.last_leader), record.last),
    }


def _belotes(record: Any) -> list[Belote]:
    return [
        {
            "seat": (int(said) - 1) & 3,
            "suit": SUITS[suit],
            "both": int(said) > memory.REBELOTE,
        }
        for suit, said in enumerate(record.beloted)
        if said
    ]


def _annonces(view: View, record: Any) -> list[Annonce]:
    """All annonces declared, in order of seats; which ones count is known after the first trick."""
    if not record.annonces:
        return []
    best = int(rules.best_annonce(view.record)) if record.tricks else -1
    said: list[Annonce] = []
    for step in range(rules.SEATS):
        seat = (int(record.dealer) + 1 + step) & 3
        counts = (seat ^ best) & 1 == 0 if record.tricks else None
        said += [{"seat": seat, **one, "counts": counts} for one in annonces_in(int(record.declared[seat]))]
    return said


def annonces_in(declared: int) -> list[Combination]:
    """The combinations in a set of declared cards: fours of a kind, then runs."""
    fours = int(annonces.fours_in(declared))
    found: list[Combination] = [
        {
            "kind": "carre",
            "points": annonces.four_points(rank8),
            "cards": [card_text(16 * suit + FIRST_RANK + rank8) for suit in _SHOWN_SUITS],
        }
        for rank8 in reversed(annonces.FOURS)
        if fours >> rank8 & 1
    ]
    for suit in _SHOWN_SUITS:
        for low, length in annonces.runs_of(int(ranks_of(declared, suit)) & ~fours):
            found.append(
                {
                    "kind": _RUNS.get(length, "cent"),
                    "points": annonces.run_points(length),
                    "cards": [card_text(16 * suit + FIRST_RANK + low + step) for step in range(length)],
                }
            )
    return found


def sheet(record: Any) -> list[Row]:
    """The finished deals, with running totals and an explanation."""
    rows: list[Row] = []
    totals = [0, 0]
    marking, rounded = MARKINGS[record.marking], bool(record.rounding)
    for number, numbers in enumerate(record.sheet[: finished_deals(record)].tolist(), 1):
        row = _row(tuple(numbers), marking, rounded)
        totals = [total + mark for total, mark in zip(totals, row["marks"], strict=True)]
        rows.append({"deal": number, **row, "totals": totals})
    return rows


@lru_cache(maxsize=4096)
def _row(numbers: tuple[int, ...], marking: str, rounded: bool) -> DealResult:
    """A finished deal.

    Cached, because every view of a table shows all of them after every move; do not modify it.
    """
    points, extras, marks = (
        list(numbers[column : column + 2]) for column in (rules.ROW_POINTS, rules.ROW_EXTRAS, rules.ROW_MARKS)
    )
    return {
        "call": move_text(numbers[rules.ROW_BID]),
        "seat": numbers[rules.ROW_BIDDER],
        "doubled": 1 << numbers[rules.ROW_DOUBLED],
        "made": bool(numbers[rules.ROW_MADE]),
        "points": points,
        "extras": extras,
        "marks": marks,
        "explained": words(explained(numbers, marking, rounded)),
    }


def rest_decided(record: Any) -> bool:
    """Whether nothing is left to decide in this deal: everybody has at most one card."""
    return bool(record.phase == calls.PLAY and record.tricks == 7)


def outcome(state: State) -> tuple[str, dict[str, Any]] | None:
    """Who has won, as a phrase."""
    if not state.over:
        return None
    first, second = (int(total) for total in state.record.totals)
    if first == second:
        return "coinche.drawn", {"points": first}
    winners = (0, 2) if first > second else (1, 3)
    return "coinche.won", {
        "winners": seats_word(winners),
        "points": max(first, second),
        "others": min(first, second),
    }


def draw(view: View) -> str:
    """The table for a terminal: totals, calls or contract, the last trick, the current one, and the viewer's
    hand by suits.
    """
    record = fields(view.record)
    length = f" of {record.deals}" if record.deals else f", to {record.target}"
    lines = [f"Deal {record.number}{length}; seat {record.dealer} dealt"]
    lines += [_side_line(record, side) for side in range(2)]
    lines += _seat_lines(view, record)
    if record.denomination >= 0:
        doubled = ("", ", coinched", ", surcoinched")[record.doubled]
        lines.append(f"contract: {call_sign(int(record.bid))} by seat {record.bidder}{doubled}")
    if record.last_leader >= 0:
        last = trick_line(int(record.last_leader), record.last)
        lines.append(f"last trick: {last}; seat {record.last_winner} took it")
    lines.append(_now(record))
    if view.seat >= 0 and record.hands[view.seat]:
        hand = hand_words(int(record.hands[view.seat]), int(record.denomination))
        lines.append(f"your hand: {hand}")
    return "\n".join(lines)


def _side_line(record: Any, side: int) -> str:
    extra = int(record.belote[side] + record.annonce[side])
    return (
        f"  seats {side} and {side + 2}: total {record.totals[side]}, this deal {record.points[side]} points in {record.won[side]} tricks"
        f"{f', {extra} for belote and annonces' if extra else ''}"
    )


def _seat_lines(view: View, record: Any) -> list[str]:
    lines = []
    said = [(one["seat"], one["call"].replace(" ", "")) for one in calls_made(record)]
    to_move = -1 if record.phase == calls.OVER else record.turn
    for seat in range(rules.SEATS):
        calls_ = " ".join(call for who, call in said if who == seat)
        lines.append(
            f"  seat {seat}{' (you)' if seat == view.seat else ''}: {_count(record, seat)} cards"
            f"{f', said {calls_}' if calls_ else ''}{'   <- to move' if seat == to_move else ''}"
        )
    return lines


def _now(record: Any) -> str:
    if record.phase == calls.OVER:
        return "the game is over"
    if record.phase == calls.BETWEEN:
        what = "nobody took." if is_thrown_in(record) else sheet(record)[-1]["explained"]["en"]
        return f"the deal is over: {what} Seat {record.turn} deals the next one"
    if record.phase == calls.BID:
        return f"bidding: seat {record.turn} to call"
    cards = trick_line(int(record.leader), record.trick)
    return f"trick {record.tricks + 1}: {cards or f'seat {record.leader} leads'}"


def hand_words(cards: int, denomination: int) -> str:
    """A hand by suits: ♠ A 10 8   ♥ J 9."""
    held = ordered(cards, denomination)
    suits = ([card for card in held if card >> 4 == suit] for suit in _SHOWN_SUITS)
    return "   ".join(
        f"{SYMBOLS[suit[0] >> 4]} {' '.join(card_sign(card)[:-1] for card in suit)}" for suit in suits if suit
    )
