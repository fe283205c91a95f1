"""Why a card may not be played, in words."""

from __future__ import annotations

from typing import Any

from partie.cards.deck import SUIT_CARDS
from partie.cards.refusals import BETWEEN, OVER, must_follow, not_in_hand
from partie.core.parameters import Text
from partie.games.hearts import rules

PASS_FIRST: Text = {
    "en": "Choose three cards to pass first, such as: pass Qs Kh 2c.",
    "fr": "Choisissez d’abord trois cartes à passer, par exemple : pass Qs Kh 2c.",
}
NOT_NOW: Text = {
    "en": "No cards are passed now: play a card, such as 7h.",
    "fr": "On ne passe pas de cartes maintenant : jouez une carte, par exemple 7h.",
}
_TWO_OF_CLUBS: Text = {
    "en": "The two of clubs is led to the first trick.",
    "fr": "Le premier pli commence par le deux de trèfle.",
}
_HEARTS_CLOSED: Text = {
    "en": "Hearts may not be led before one has been discarded, while you have another suit.",
    "fr": "On ne peut pas entamer à cœur avant qu’un cœur ait été défaussé, tant qu’on a une autre couleur.",
}
_NO_POINTS: Text = {
    "en": "No hearts and no queen of spades on the first trick, while you have something else.",
    "fr": "Ni cœur ni dame de pique au premier pli, tant qu’on a autre chose.",
}


def why_not(state: Any, card: int) -> Text | None:
    """Why the seat to move may not play this card now; None when it may."""
    if state.phase != rules.PLAY:
        return {rules.OVER: OVER, rules.BETWEEN: BETWEEN, rules.PASS: PASS_FIRST}[int(state.phase)]
    hand = int(state.hands[state.turn])
    if not hand >> card & 1:
        return not_in_hand(card)
    if int(rules.legal_cards(state)) >> card & 1:
        return None
    if state.played:
        if hand & int(SUIT_CARDS[state.led]):
            return must_follow(int(state.led))
        return _NO_POINTS
    return _TWO_OF_CLUBS if state.tricks == 0 else _HEARTS_CLOSED
