"""What searches of Hearts need beyond the rules: playout policies, and sampling worlds with a limited memory.

The `mind` of an agent is how forgetful it is; 0 remembers everything.
"""

from partie.cards.tricks import recent
from partie.core.compiled.bits import (
    count,
    random_member,
    random_subset,
)
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Moves, Record
from partie.core.compiled.verbs import copy
from partie.games.hearts.players.careful.kernels import (
    careful_card,
    careful_pass,
)
from partie.games.hearts.players.shooting.kernels import shooting_card, shooting_pass
from partie.games.hearts.rules import (
    DEAL,
    PASS,
    PLAY,
    SEATS,
    determinise,
    fill_hands,
    give_known,
    legal_cards,
    pass_of,
    unseen,
)
from partie.games.hearts.rules.cards import (
    ALL_HEARTS,
    JACK,
    QUEEN,
)

POLICIES = ("random", "careful", "shooting")
CAREFUL, SHOOTING = 1, 2
SOME, LITTLE = 1, 2
"""Memories: SOME remembers voids and the cards that count; LITTLE forgets voids, and knows only how many
hearts each player has taken.
"""
_TRIES = 8
"""How often to guess again when a guess leaves no possible deal; after that, everything is remembered."""


@lean_jit
def choose(state: Record, policy: int, out: Moves, chance: Chance) -> int:
    """Choose a playout move: a random one, a careful one, or that of a shooter."""
    if state.phase == PLAY:
        cards = legal_cards(state)
        if policy == CAREFUL:
            return careful_card(state, cards, chance)
        if policy == SHOOTING:
            return shooting_card(state, cards, chance)
        return random_member(cards, chance)
    if state.phase == PASS:
        hand = state.hands[state.turn]
        if policy == CAREFUL:
            return pass_of(careful_pass(hand))
        if policy == SHOOTING:
            return pass_of(shooting_pass(hand))
        return pass_of(random_subset(hand, 3, chance))
    return DEAL


@lean_jit
def guess(view: Record, seat: int, mind: int, chance: Chance, out: Record) -> None:
    """Like `determinise`, as a player with a limited memory imagines the deal."""
    if mind > 0 and view.phase == PLAY and seat >= 0:
        for _ in range(_TRIES):
            copy(view, out)
            give_known(out)
            forget(view, mind, chance, out)
            if fill_hands(out, seat, chance):
                return
    determinise(view, seat, chance, out)


@lean_jit
def forget(view: Record, memory: int, chance: Chance, out: Record) -> None:
    """Replace by guesses what a player with this memory has forgotten from before the last trick."""
    forgotten = view.gone & ~recent(view)
    plain = ~(ALL_HEARTS | QUEEN | JACK)
    _guess_gone(out, forgotten & plain, plain, chance)
    if memory < LITTLE:
        return
    _guess_gone(out, forgotten & ALL_HEARTS, ALL_HEARTS, chance)
    pile = out.gone & ~(view.gone & ~forgotten) & ALL_HEARTS
    for seat in range(SEATS):
        out.voids[seat] = 0
        taken = view.taken[seat] & forgotten & ALL_HEARTS
        guessed = random_subset(pile, count(taken), chance)
        out.taken[seat] = (out.taken[seat] & ~taken) | guessed
        pile &= ~guessed


@lean_jit
def _guess_gone(state: Record, forgotten: int, kind: int, chance: Chance) -> None:
    """Replace the forgotten cards by random unseen cards of a kind, possibly the same."""
    candidates = (unseen(state) | forgotten) & kind
    state.gone = (state.gone & ~forgotten) | random_subset(candidates, count(forgotten), chance)
