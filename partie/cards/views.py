"""What the views of trick-taking games share: tricks in order of play, and cards that may not be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from partie.cards.deck import SUITS, SYMBOLS, card_text, cards_of
from partie.cards.positions import SEATS
from partie.cards.shapes import Play
from partie.core.game import View
from partie.core.parameters import Text
from partie.core.shapes import Words, words


def plays_in_order(leader: int, cards: Any) -> list[Play]:
    """The cards of a trick, given by seat (-1 if not played), in the order of play."""
    order = [(leader + step) % SEATS for step in range(SEATS)]
    return [{"seat": seat, "card": card_text(int(cards[seat]))} for seat in order if cards[seat] >= 0]


def trick_line(leader: int, cards: Any) -> str:
    """A trick for a terminal: `0: A♣, 1: 7♣`."""
    return ", ".join(_play_text(play) for play in plays_in_order(leader, cards))


def _play_text(play: Play) -> str:
    card = str(play["card"])
    return f"{play['seat']}: {card[:-1]}{SYMBOLS[SUITS.index(card[-1])]}"


def refused_cards(view: View, why_not: Callable[[Any, int], Text | None]) -> dict[str, Words]:
    """The viewer's cards that may not be played, with the reason; empty unless it is their turn."""
    if view.seat != view.record.turn:
        return {}
    reasons = {card: why_not(view.record, card) for card in cards_of(int(view.record.hands[view.seat]))}
    return {card_text(card): words(why) for card, why in reasons.items() if why is not None}
