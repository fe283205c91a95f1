"""A view of Hearts as JSON for clients, and as text for terminals."""

from __future__ import annotations

from typing import Any

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
from partie.core.shapes import Words
from partie.games.hearts import rules
from partie.games.hearts.rules.cards import (
    ALL_HEARTS,
    FULL,
    HAND_SIZES,
    PACKS,
    POINT_CARDS,
)
from partie.games.hearts.text.refusals import why_not
from partie.games.hearts.text.shapes import Direction, HeartsView, Passing, Phase, Trick

PHASES: dict[int, Phase] = {
    rules.PASS: "pass",
    rules.PLAY: "play",
    rules.BETWEEN: "between",
    rules.OVER: "over",
}
DIRECTIONS: tuple[Direction, ...] = ("none", "left", "across", "right")
"""The direction of a pass by the number of seats to the left."""
SLAM_HEARTS = 4
"""How many hearts somebody must have taken before a slam is announced as possible."""


def display(view: View) -> HeartsView:
    record = view.record
    seats = range(rules.SEATS)
    passed, received, giver = _own_passes(view)
    return {
        "rules": "classic" if record.deck == FULL else "coeurs",
        "deal": int(record.number),
        "deals": int(record.deals) or None,
        "dealer": int(record.dealer),
        "phase": PHASES[int(record.phase)],
        "hands": [texts(record.hands[seat]) if view.is_open or seat == view.seat else None for seat in seats],
        "counts": [int(rules.cards_left(record, seat)) for seat in seats],
        "trick": _trick(record),
        "last_trick": _last_trick(record),
        "points": [int(rules.points(record, seat)) for seat in seats],
        "taken": [texts(record.taken[seat]) for seat in seats],
        "totals": [int(total) for total in record.totals],
        "sheet": [[int(score) for score in row] for row in record.sheet[: finished_deals(record)]],
        "places": places(record),
        "voids": [[SUITS[suit] for suit in range(4) if record.voids[seat] >> suit & 1] for seat in seats],
        "gone": texts(record.gone),
        "hearts_broken": bool(record.gone & ALL_HEARTS),
        "passing": _passing(view),
        "passed": passed,
        "received": received,
        "from": giver,
        "illegal": refused_cards(view, why_not) if record.phase == rules.PLAY else {},
        "slam": slam_seat(record),
        "rest_decided": rest_decided(record),
    }


def texts(cards: Any) -> list[str]:
    """The cards of a set as text, by suit and rank."""
    return [card_text(card) for card in cards_of(int(cards))]


def finished_deals(record: Any) -> int:
    """The number of deals scored so far."""
    return int(record.number) - (0 if rules.settled(record) else 1)


def places(record: Any) -> list[int]:
    """The place of every seat by its total; equal totals share a place."""
    return [1 + sum(int(other > total) for other in record.totals) for total in record.totals]


def counted(record: Any, score: int) -> int:
    """A score as players count it: penalties are positive in the classic game, negative in the French."""
    return -int(score) if record.deck == FULL else int(score)


def points_words(points: int) -> dict[str, str]:
    """A number of points in words, with a typographic minus sign."""
    number = f"−{-points}" if points < 0 else str(points)
    return {
        "en": f"{number} point{'' if abs(points) == 1 else 's'}",
        "fr": f"{number} point{'s' if abs(points) > 1 else ''}",
    }


def _trick(record: Any) -> Trick:
    return {
        "number": int(record.tricks) + (1 if record.phase == rules.PLAY else 0),
        "leader": int(record.leader) if record.phase == rules.PLAY else None,
        "led": SUITS[record.led] if record.led >= 0 else None,
        "cards": plays_in_order(int(record.leader), record.trick),
    }


def _last_trick(record: Any) -> TakenTrick | None:
    if record.last_leader < 0:
        return None
    return {
        "leader": int(record.last_leader),
        "winner": int(record.last_winner),
        "points": trick_points(record, [int(card) for card in record.last]),
        "cards": plays_in_order(int(record.last_leader), record.last),
    }


def trick_points(record: Any, cards: list[int]) -> int:
    """The points of these cards for their taker, slams apart."""
    counted = sum(1 << card for card in cards) & int(rules.counting(record))
    if record.deck != FULL:
        return -5 * counted.bit_count()
    jack = 10 if counted & ~int(POINT_CARDS) else 0
    return jack - int(rules.hearts_and_queen(counted))


def _passing(view: View) -> Passing | None:
    record = view.record
    if not record.passing:
        return None
    distance = int(rules.pass_distance(record))
    waiting = record.phase == rules.PASS
    return {
        "direction": DIRECTIONS[distance],
        "to": (view.seat + distance) & 3 if distance and view.seat >= 0 else None,
        "waiting": [seat for seat in range(rules.SEATS) if waiting and not record.chosen >> seat & 1],
    }


def _own_passes(view: View) -> tuple[list[str] | None, list[str] | None, int | None]:
    """The cards this seat has passed and received in this deal, and who passes to it."""
    record, distance = view.closed().record, int(rules.pass_distance(view.record))
    if not distance or view.seat < 0:
        return None, None, None
    giver = (view.seat - distance) & 3
    return texts(record.passed[view.seat]) or None, texts(record.passed[giver]) or None, giver


def slam_seat(record: Any) -> int | None:
    """The seat that alone has taken penalty cards, at least four hearts among them, where a slam is
    rewarded."""
    if record.deck != FULL and not record.slam:
        return None
    takers = [seat for seat in range(rules.SEATS) if record.taken[seat] & POINT_CARDS]
    if len(takers) != 1 or int(record.taken[takers[0]] & ALL_HEARTS).bit_count() < SLAM_HEARTS:
        return None
    return takers[0]


def rest_decided(record: Any) -> bool:
    """Whether the deal is decided: all scoring cards are taken, or everybody has at most one card."""
    if record.phase != rules.PLAY:
        return False
    left = int(rules.counting(record))
    if record.deck != FULL:
        left &= int(PACKS[record.deck])
    for seat in range(rules.SEATS):
        left &= ~int(record.taken[seat])
    return not left or int(record.tricks) == int(HAND_SIZES[record.deck]) - 1


def player(seat: int) -> Words:
    """A seat in words."""
    return {"en": f"Player {seat + 1}", "fr": f"Joueur {seat + 1}"}


def outcome(state: State) -> tuple[str, dict[str, Any]] | None:
    """Who has won, as a phrase."""
    if not state.over:
        return None
    first = [seat for seat, place in enumerate(places(state.record)) if place == 1]
    data = {"points": points_words(counted(state.record, state.record.totals[first[0]]))}
    if len(first) == 1:
        return "hearts.won", {"winner": player(first[0]), **data}
    names = {language: ", ".join(player(seat)[language] for seat in first) for language in ("en", "fr")}
    return "hearts.shared", {"winners": names, **data}


def draw(view: View) -> str:
    """The table for a terminal: totals, the last trick, the current one, and the viewer's hand by suits."""
    record = view.record
    length = f" of {record.deals}" if record.deals else ""
    lines = [f"Deal {record.number}{length}, seat {record.dealer} dealt"]
    lines += [_seat_line(view, seat) for seat in range(rules.SEATS)]
    if record.last_leader >= 0:
        last = trick_line(int(record.last_leader), record.last)
        lines.append(f"last trick: {last}; seat {record.last_winner} took it")
    lines.append(_now(view))
    if view.seat >= 0 and record.hands[view.seat]:
        lines.append(f"your hand: {hand_words(int(record.hands[view.seat]))}")
    return "\n".join(lines)


def _seat_line(view: View, seat: int) -> str:
    record = view.record
    you = " (you)" if seat == view.seat else ""
    turn = "   <- to move" if not view.over and record.turn == seat else ""
    taken = " ".join(card_sign(card) for card in cards_of(int(record.taken[seat])))
    return (
        f"  seat {seat}{you}: total {counted(record, record.totals[seat])}, this deal {counted(record, rules.points(record, seat))}"
        f"{f' ({taken})' if taken else ''}, {rules.cards_left(record, seat)} cards{turn}"
    )


def _now(view: View) -> str:
    record = view.record
    if record.phase == rules.OVER:
        return "the game is over"
    if record.phase == rules.BETWEEN:
        return f"the deal is over: seat {record.turn} deals the next one"
    if record.phase == rules.PASS:
        direction = DIRECTIONS[int(rules.pass_distance(record))]
        return f"three cards are passed {direction}: seat {record.turn} chooses"
    cards = trick_line(int(record.leader), record.trick)
    return f"trick {record.tricks + 1}: {cards or f'seat {record.leader} leads'}"


def hand_words(cards: int) -> str:
    """A hand by suits: ♣ 7 9 J   ♥ 10 A."""
    suits = ([card for card in cards_of(cards) if card >> 4 == suit] for suit in range(4))
    return "   ".join(
        f"{SYMBOLS[suit[0] >> 4]} {' '.join(card_text(card)[:-1] for card in suit)}" for suit in suits if suit
    )
