"""Why a card may not be played or a call not be made, in words."""

from __future__ import annotations

from typing import Any

from partie.cards.deck import SYMBOLS, card_sign
from partie.cards.refusals import BETWEEN, OVER, must_follow, not_in_hand
from partie.core.parameters import Text
from partie.games.coinche import rules
from partie.games.coinche.rules import calls
from partie.games.coinche.rules.cards import SUIT_SETS

CALL_FIRST: Text = {
    "en": "The bidding is not over: pass, or bid, such as 80h.",
    "fr": "Les enchères ne sont pas finies : passez, ou annoncez, par exemple 80h.",
}
NOT_NOW: Text = {
    "en": "The bidding is over: play a card, such as 7h.",
    "fr": "Les enchères sont finies : jouez une carte, par exemple 7h.",
}
_AFTER_COINCHE: Text = {
    "en": "The bid is coinched: surcoinche or pass.",
    "fr": "L’annonce est contrée : surcontrez ou passez.",
}
_NO_COINCHE: Text = {
    "en": "Only a bid of the opponents can be coinched.",
    "fr": "On ne contre qu’une annonce des adversaires.",
}
_NO_SURCOINCHE: Text = {
    "en": "Only a coinche can be surcoinched.",
    "fr": "On ne surcontre qu’un contre.",
}
_TOO_LOW: Text = {
    "en": "A bid must be higher than the last one.",
    "fr": "Une annonce doit être plus haute que la précédente.",
}
_NOT_OFFERED: Text = {
    "en": "There is no such bid in this game.",
    "fr": "Cette annonce n’existe pas dans cette partie.",
}


def why_not(state: Any, card: int) -> Text | None:
    """Why the seat to move may not play this card now; None when it may."""
    if state.phase != calls.PLAY:
        return {calls.OVER: OVER, calls.BETWEEN: BETWEEN, calls.BID: CALL_FIRST}[int(state.phase)]
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
        best = card_sign(int(state.best))
        return {
            "en": f"You can beat {best}, so you must: in trumps you have to go higher.",
            "fr": f"Vous pouvez monter sur {best}, donc vous le devez : à l’atout, on monte.",
        }
    trump = int(state.denomination)
    if card >> 4 != trump:
        return {
            "en": f"You have no {SYMBOLS[led]} and your partner is not winning: you must ruff with {SYMBOLS[trump]}.",
            "fr": f"Vous n’avez pas de {SYMBOLS[led]} et votre partenaire n’est pas maître : vous devez couper à {SYMBOLS[trump]}.",
        }
    best = card_sign(int(state.best))
    return {
        "en": f"You can overruff {best}, so you must.",
        "fr": f"Vous pouvez surcouper {best}, donc vous le devez.",
    }


def why_no_call(state: Any, call: int) -> Text:
    """Why an illegal call may not be made."""
    if state.phase != calls.BID:
        return {calls.OVER: OVER, calls.BETWEEN: BETWEEN, calls.PLAY: NOT_NOW}[int(state.phase)]
    if state.doubled:
        return _AFTER_COINCHE
    if call == calls.COINCHE:
        return _NO_COINCHE
    if call == calls.SURCOINCHE:
        return _NO_SURCOINCHE
    step, denomination = int(calls.step_of(call)), int(calls.denomination_of(call))
    if step > int(rules.highest_step(state)) or denomination >= (6 if state.sa_ta else 4):
        return _NOT_OFFERED
    return _TOO_LOW
