"""Forgetful players: cards gone before the last trick are replaced by guesses."""

from partie.cards.tricks import recent
from partie.core.compiled.bits import (
    count,
    random_subset,
)
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Ints8, Record, int64
from partie.core.compiled.verbs import copy
from partie.games.coinche.rules import SEATS
from partie.games.coinche.rules.calls import PLAY
from partie.games.coinche.rules.cards import (
    ACE,
    FIRST_RANK,
    PACK,
    SANS_ATOUT,
    SUIT_SETS,
    TEN,
)
from partie.games.coinche.rules.memory import fill_hands

SOME, LITTLE = 1, 2
"""Memories: SOME remembers the trumps, aces and tens gone and everything shown of the others' hands; LITTLE
only the voids shown in the last trick and in this one.
"""
MEMORABLE = int64(sum((1 << TEN | 1 << ACE) << 16 * suit + FIRST_RANK for suit in range(4)))
"""The tens and aces, which are easy to remember."""
_TRIES = 8
"""How often to guess again when a guess leaves no possible deal."""


@lean_jit
def deal_forgetting(view: Record, seat: int, memory: int, chance: Chance, out: Record) -> bool:
    """Deal the cards a seat cannot see or has forgotten; returns whether that was possible."""
    if view.phase != PLAY or seat < 0:
        return False
    for _ in range(_TRIES):
        copy(view, out)
        forget(view, memory, chance, out)
        if fill_hands(out, seat, chance):
            return True
    return False


@lean_jit
def forget(view: Record, memory: int, chance: Chance, out: Record) -> None:
    """Replace by guesses what a player with this memory has forgotten."""
    kept = recent(view)
    if memory == SOME:
        kept |= MEMORABLE
        if view.denomination < SANS_ATOUT:
            kept |= SUIT_SETS[view.denomination]
    forgotten = view.gone & ~kept
    unseen = PACK & ~view.gone
    for seat in range(SEATS):
        unseen &= ~(view.hands[seat] | view.shown[seat])
    if memory == SOME:
        unseen &= ~kept
    guessed = random_subset(unseen | forgotten, count(forgotten), chance)
    out.gone = (view.gone & ~forgotten) | guessed
    for seat in range(SEATS):
        if memory >= LITTLE:
            out.voids[seat] = 0
            out.may[seat] = PACK
        else:
            out.may[seat] |= forgotten
    if memory >= LITTLE:
        _record_voids(out, view.trick, view.leader)
        if view.last_leader >= 0:
            _record_voids(out, view.last, view.last_leader)
    for seat in range(SEATS):
        for suit in range(4):
            if out.voids[seat] >> suit & 1:
                out.may[seat] &= ~SUIT_SETS[suit]
        out.may[seat] &= ~out.gone


@lean_jit
def _record_voids(state: Record, trick: Ints8, leader: int) -> None:
    """Record the voids shown in a trick."""
    led = trick[leader] >> 4
    if led < 0:
        return
    for seat in range(SEATS):
        if trick[seat] >= 0 and trick[seat] >> 4 != led:
            state.voids[seat] |= 1 << led
