"""Why a card may not be played, in words."""

from __future__ import annotations

from typing import Any

from partie.cards.deck import (
    SUIT_CARDS,
    SYMBOLS,
    card_sign,
)
from partie.games.hearts import rules

Words = dict[str, str]

OVER: Words = {"en": "The game is over.", "fr": "La partie est finie."}
BETWEEN: Words = {
    "en": "This deal is over: the next dealer has to deal.",
    "fr": "Cette donne est finie : c’est au donneur suivant de distribuer.",
}
PASS_FIRST: Words = {
    "en": "Choose three cards to pass first, such as: pass Qs Kh 2c.",
    "fr": "Choisissez d’abord trois cartes à passer, par exemple : pass Qs Kh 2c.",
}
NOT_NOW: Words = {
    "en": "No cards are passed now: play a card, such as 7h.",
    "fr": "On ne passe pas de cartes maintenant : jouez une carte, par exemple 7h.",
}
CARDS_LEFT: Words = {
    "en": "This deal is not over: there are cards to play.",
    "fr": "Cette donne n’est pas finie : il reste des cartes à jouer.",
}
_TWO_OF_CLUBS: Words = {
    "en": "The two of clubs is led to the first trick.",
    "fr": "Le premier pli commence par le deux de trèfle.",
}
_HEARTS_CLOSED: Words = {
    "en": "Hearts may not be led before one has been discarded, while you have another suit.",
    "fr": "On ne peut pas entamer à cœur avant qu’un cœur ait été défaussé, tant qu’on a une autre couleur.",
}
_NO_POINTS: Words = {
    "en": "No hearts and no queen of spades on the first trick, while you have something else.",
    "fr": "Ni cœur ni dame de pique au premier pli, tant qu’on a autre chose.",
}


def why_not(state: Any, card: int) -> Words | None:
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
            suit = SYMBOLS[int(state.led)]
            return {
                "en": f"You have {suit} and must follow suit.",
                "fr": f"Vous avez du {suit} et devez fournir.",
            }
        return _NO_POINTS
    return _TWO_OF_CLUBS if state.tricks == 0 else _HEARTS_CLOSED


def not_in_hand(card: int) -> Words:
    return {
        "en": f"{card_sign(card)} is not in this hand.",
        "fr": f"{card_sign(card)} n’est pas dans cette main.",
    }
