"""The reasons why a card may not be played that all trick-taking games share, as sentences."""

from __future__ import annotations

from partie.cards.deck import SYMBOLS, card_sign
from partie.core.parameters import Text

OVER: Text = {"en": "The game is over.", "fr": "La partie est finie."}
BETWEEN: Text = {
    "en": "This deal is over: the next dealer has to deal.",
    "fr": "Cette donne est finie : c’est au donneur suivant de distribuer.",
}
CARDS_LEFT: Text = {
    "en": "This deal is not over: there are cards to play.",
    "fr": "Cette donne n’est pas finie : il reste des cartes à jouer.",
}


def not_in_hand(card: int) -> Text:
    return {
        "en": f"{card_sign(card)} is not in this hand.",
        "fr": f"{card_sign(card)} n’est pas dans cette main.",
    }


def must_follow(suit: int) -> Text:
    return {
        "en": f"You have {SYMBOLS[suit]} and must follow suit.",
        "fr": f"Vous avez du {SYMBOLS[suit]} et devez fournir.",
    }
