"""Plain players, for sparring: thresholds on the odds that their own dice give, and nothing else."""

from partie.core.compiled.chance import below, uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Record, int64
from partie.games.liarsdice.players.odds.kernels import chance_at_least, chance_exactly, favourite
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    least,
    quantity_of,
)

PLAIN_RANGES = ((0.1, 0.55), (0.3, 0.9), (0.0, 1.0), (0.2, 0.6))
"""The lowest and the highest of: the probability below which it contests; that above which it bids; how often
it names the face it holds most of, and not any; the probability above which it calls exact."""


@jit
def plain_move(state: Record, seat: int, numbers: Floats, chance: Chance) -> int:
    """The move of a plain player with these numbers."""
    standing, total = int64(state.standing), int64(state.total)
    true = 1.0
    if standing > 0:
        quantity, face = quantity_of(standing), face_of(standing)
        true = chance_at_least(state, seat, quantity, face, 0.0)
        if true < numbers[0]:
            return CONTEST
        if state.spot_on and chance_exactly(state, seat, quantity, face, 0.0) > numbers[3]:
            return CONFIRM
    first = below(chance, int64(state.faces))
    if uniform(chance) < numbers[2]:
        first = favourite(state, seat, chance)
    best, most = int64(CONTEST), -1.0
    for step in range(state.faces):
        face = (first + step) % state.faces
        low = least(face, standing, total, int64(state.wild))
        for quantity in range(min(low + 3, total), low - 1, -1):
            likely = chance_at_least(state, seat, quantity, face, 0.0)
            if likely >= numbers[1]:
                return bid(quantity, face)
            if likely > most:
                best, most = bid(quantity, face), likely
    return CONTEST if standing > 0 and 1.0 - true > most else best
