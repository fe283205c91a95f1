"""Why a card may not be played, in words."""

from __future__ import annotations

from typing import Any

from partie.cards.deck import SUIT_CARDS
from partie.cards.refusals import BETWEEN, OVER, must_follow, not_in_hand
from partie.core.parameters import Text
from partie.core.words import read_words, section
from partie.games.hearts import rules

SENTENCES = section(read_words("partie.games.hearts"), "refusal")


def why_not(state: Any, card: int) -> Text | None:
    """Why the seat to move may not play this card now; None when it may."""
    if state.phase != rules.PLAY:
        return {rules.OVER: OVER, rules.BETWEEN: BETWEEN, rules.PASS: SENTENCES["pass_first"]}[
            int(state.phase)
        ]
    hand = int(state.hands[state.turn])
    if not hand >> card & 1:
        return not_in_hand(card)
    if int(rules.legal_cards(state)) >> card & 1:
        return None
    if state.played:
        if hand & int(SUIT_CARDS[state.led]):
            return must_follow(int(state.led))
        return SENTENCES["no_points"]
    return SENTENCES["two_of_clubs"] if state.tricks == 0 else SENTENCES["hearts_closed"]
