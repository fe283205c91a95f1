"""Why a card may not be played or a call not be made, in words."""

from __future__ import annotations

from typing import Any

from partie.cards.deck import SYMBOLS, card_sign
from partie.cards.refusals import BETWEEN, OVER, must_follow, not_in_hand
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.games.coinche import rules
from partie.games.coinche.rules import calls
from partie.games.coinche.rules.cards import SUIT_SETS

SENTENCES = section(read_words("partie.games.coinche"), "refusal")


def why_not(state: Any, card: int) -> Text | None:
    """Why the seat to move may not play this card now; None when it may."""
    if state.phase != calls.PLAY:
        return {calls.OVER: OVER, calls.BETWEEN: BETWEEN, calls.BID: SENTENCES["call_first"]}[
            int(state.phase)
        ]
    hand = int(state.hands[state.turn])
    if not hand >> card & 1:
        return not_in_hand(card)
    if int(rules.legal_cards(state)) >> card & 1:
        return None
    return _broken_rule(state, card, hand)


def _broken_rule(state: Any, card: int, hand: int) -> Text:
    """The rule broken by an illegal card of the hand."""
    led = int(state.led)
    if hand & int(SUIT_SETS[led]):
        if card >> 4 != led:
            return must_follow(led)
        return filled(SENTENCES["go_higher"], {"best": card_sign(int(state.best))})
    trump = int(state.denomination)
    if card >> 4 != trump:
        return filled(SENTENCES["ruff"], {"suit": SYMBOLS[led], "trump": SYMBOLS[trump]})
    return filled(SENTENCES["overruff"], {"best": card_sign(int(state.best))})


def why_no_call(state: Any, call: int) -> Text:
    """Why an illegal call may not be made."""
    if state.phase != calls.BID:
        return {calls.OVER: OVER, calls.BETWEEN: BETWEEN, calls.PLAY: SENTENCES["not_now"]}[int(state.phase)]
    if state.doubled:
        return SENTENCES["after_coinche"]
    if call == calls.COINCHE:
        return SENTENCES["no_coinche"]
    if call == calls.SURCOINCHE:
        return SENTENCES["no_surcoinche"]
    step, denomination = int(calls.step_of(call)), int(calls.denomination_of(call))
    if step > int(rules.highest_step(state)) or denomination >= (6 if state.sa_ta else 4):
        return SENTENCES["not_offered"]
    return SENTENCES["too_low"]
