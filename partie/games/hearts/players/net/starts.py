"""The deals a network learns from: all options and ways of passing, and more strong hands than usual."""

from partie.core.compiled.chance import below
from partie.core.compiled.kernel import jit, lean_jit
from partie.core.compiled.types import Chance, Record, Records
from partie.games.hearts.players.shooting.kernels import strength
from partie.games.hearts.rules import SEATS, begin_deal
from partie.games.hearts.rules.cards import FULL

_STRONG_SHARE = 8
"""One deal in so many is dealt again until a hand is strong enough to take everything, within `_TRIES`."""
_TRIES = 12
_STRONG = (13, 20)
"""The strength of such a hand, with 32 and with 52 cards."""


@jit
def vary(states: Records, chance: Chance) -> None:
    """Deal again at every table, with random options and a random direction of passing."""
    for i in range(len(states)):
        if states[i].deck == FULL:
            states[i].jack = below(chance, 4) == 0
            states[i].passing = below(chance, 8) != 0
        else:
            states[i].slam = below(chance, 5) < 3
        number = below(chance, 4)
        strong = below(chance, _STRONG_SHARE) == 0
        for _ in range(_TRIES if strong else 1):
            states[i].number = number
            begin_deal(states[i], chance)
            if strong and strongest(states[i]) >= _STRONG[states[i].deck]:
                break


@lean_jit
def strongest(state: Record) -> int:
    """The strength of the strongest hand."""
    best = 0
    for seat in range(SEATS):
        best = max(best, strength(state.hands[seat]))
    return best
