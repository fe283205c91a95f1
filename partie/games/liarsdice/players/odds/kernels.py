"""Playing by the odds: probabilities of bids given the own dice, and two fast players based on them.

`odds_move` weighs what a move may cost or win in dice: an own die counts 1, a die of one opponent 1 /
opponents. A bid only wins or loses something if it is contested, which is the more likely the less plausible
it looks to players who do not see these dice. `trust` is how many more dice of a face are expected each time
another player has named it in this round; `bluff` is how often the player pretends to hold one more die of
some face. `naive_move` overbids on its own dice and believes the others.

These functions read only the cup of the seat they play for, so they work in playouts and on views alike.
"""

from math import comb

import numpy as np

from partie.core.compiled.chance import (
    below,
    uniform,
)
from partie.core.compiled.kernel import inline_jit, jit
from partie.core.compiled.types import Chance, Floats, Ints, Record, int64
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    least,
    matching,
)

TRUST, BLUFF = 0.6, 0.1
MOST_UNKNOWN = 48
TRIES = 3
"""How many quantities of each face `odds_move` considers, starting with the lowest plausible one."""


def _tails() -> Floats:
    """P(at least k of n dice count), indexed [faces - 2, whether wild dice count too, n, k]."""
    table = np.zeros((5, 2, MOST_UNKNOWN + 1, MOST_UNKNOWN + 2))
    for faces in range(2, 7):
        for wild in range(2):
            p = (1 + wild) / faces
            for n in range(MOST_UNKNOWN + 1):
                exactly = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
                table[faces - 2, wild, n, : n + 1] = np.cumsum(exactly[::-1])[::-1]
    return np.minimum(table, 1.0)


AT_LEAST = _tails()


@jit
def counts_wild(state: Record, face: int) -> int:
    """1 if wild dice count for this face too, else 0."""
    return 1 if state.wild >= 0 and state.wild != face else 0


@jit
def tail(faces: int, wild: int, dice: int, needed: float) -> float:
    """P(at least `needed` of `dice` unknown dice count), interpolated between whole numbers."""
    return interpolated(AT_LEAST[faces - 2, wild, dice], dice, needed)


@inline_jit
def interpolated(row: Floats, dice: int, needed: float) -> float:
    """`tail`, from the row of the table for that many dice."""
    if needed <= 0:
        return 1.0
    if needed > dice:
        return 0.0
    whole = np.ceil(needed)
    at = np.uint64(int64(whole))  # an unsigned place is not tested for counting from the end
    upper, lower = row[at], row[at - np.uint64(1)]
    return upper + (whole - needed) * (lower - upper)


@jit
def times_named_by_others(state: Record, seat: int, face: int) -> int:
    """How often other seats have named a face in this round."""
    count = 0
    for other in range(state.players):
        if other != seat:
            count += state.named[other, face]
    return count


@jit
def chance_at_least(state: Record, seat: int, quantity: int, face: int, trust: float) -> float:
    """The probability, given a seat's own dice, that at least `quantity` dice count for a face.

    With trust 0, bids are ignored.
    """
    own = matching(state.cups, seat, face, state.wild)
    needed = quantity - own - trust * times_named_by_others(state, seat, face)
    return tail(state.faces, counts_wild(state, face), state.total - state.dice[seat], needed)


@jit
def chance_exactly(state: Record, seat: int, quantity: int, face: int, trust: float) -> float:
    """The probability, given a seat's own dice, that exactly `quantity` dice count for a face."""
    more = chance_at_least(state, seat, quantity + 1, face, trust)
    return chance_at_least(state, seat, quantity, face, trust) - more


@jit
def contest_worth(state: Record, true: float) -> float:
    """The value of contesting the standing bid, in own dice, if it is true with this probability."""
    return (1.0 - true) / (state.left - 1) - true


@jit
def confirm_worth(state: Record, seat: int, exact: float) -> float:
    """The value of confirming the standing bid, in own dice, if it is exact with this probability."""
    prize = 0.0 if state.gains and state.dice[seat] == state.most else 1.0
    return exact * prize - (1.0 - exact)


@inline_jit
def bid_worth(state: Record, seat: int, quantity: int, face: int, own: int, suggested: float) -> float:
    """The value of a bid, in own dice.

    `own`: matching dice the player holds or pretends to hold; `suggested`: matching dice suggested by the
    others' bids.
    """
    rows = AT_LEAST[state.faces - 2, counts_wild(state, face)]
    unknown = state.total - state.dice[seat]
    true = interpolated(rows[unknown], unknown, quantity - own - suggested)
    contested = 1.0 - interpolated(rows[state.total], state.total, quantity - suggested)
    return contested * (true / (state.left - 1) - (1.0 - true))


@jit
def first_try(state: Record, seat: int, face: int, own: int, suggested: float) -> int:
    """The lowest quantity of a face worth considering: legal, and not obviously true."""
    low = least(face, int64(state.standing), int64(state.total), state.wild)
    unknown = state.total - state.dice[seat]
    expected = own + suggested + unknown * (1 + counts_wild(state, face)) / state.faces
    return max(low, min(int64(expected) - 1, state.total))


@jit
def choose_bluffed_face(state: Record, bluff: float, chance: Chance) -> int:
    """The face of which the player pretends to hold one more die; -1 for none."""
    if bluff > 0.0 and uniform(chance) < bluff:
        return below(chance, state.faces)
    return -1


@jit
def odds_move(state: Record, seat: int, trust: float, bluff: float, chance: Chance) -> int:
    """The move with the highest value by the odds."""
    extra = choose_bluffed_face(state, bluff, chance)
    best, most = CONTEST, -np.inf
    if state.standing > 0:
        quantity, face = state.standing >> 3, state.standing & 7
        true = chance_at_least(state, seat, quantity, face, trust)
        most = contest_worth(state, true)
        if state.spot_on:
            exact = true - chance_at_least(state, seat, quantity + 1, face, trust)
            worth = confirm_worth(state, seat, exact)
            if worth > most:
                best, most = CONFIRM, worth
    for face in range(state.faces):
        own = matching(state.cups, seat, face, state.wild) + (face == extra)
        suggested = trust * times_named_by_others(state, seat, face)
        first = first_try(state, seat, face, own, suggested)
        for quantity in range(first, min(first + TRIES, state.total + 1)):
            worth = bid_worth(state, seat, quantity, face, own, suggested)
            if worth > most:
                best, most = quantity << 3 | face, worth
    return best


@jit
def odds_values(state: Record, seat: int, trust: float, extra: int, order: Ints, values: Floats) -> int:
    """Write the moves `odds_move` considers and their values; returns how many.

    `extra`: the face the player pretends to hold.
    """
    n = 0
    if state.standing > 0:
        quantity, face = state.standing >> 3, state.standing & 7
        order[n] = CONTEST
        values[n] = contest_worth(state, chance_at_least(state, seat, quantity, face, trust))
        n += 1
        if state.spot_on:
            order[n] = CONFIRM
            values[n] = confirm_worth(state, seat, chance_exactly(state, seat, quantity, face, trust))
            n += 1
    for face in range(state.faces):
        own = matching(state.cups, seat, face, state.wild) + (face == extra)
        suggested = trust * times_named_by_others(state, seat, face)
        first = first_try(state, seat, face, own, suggested)
        for quantity in range(first, min(first + TRIES, state.total + 1)):
            order[n] = quantity << 3 | face
            values[n] = bid_worth(state, seat, quantity, face, own, suggested)
            n += 1
    return n


@jit
def favourite(state: Record, seat: int, chance: Chance) -> int:
    """The face of which a seat holds most, at random among equals; a wild face is not considered."""
    best, most, equal = 0, -1, 0
    for face in range(state.faces):
        own = matching(state.cups, seat, face, state.wild)
        if state.wild == face or own < most:
            continue
        equal = equal + 1 if own == most else 1
        if own > most or below(chance, equal) == 0:
            best, most = face, own
    return best


@jit
def naive_move(state: Record, seat: int, chance: Chance) -> int:
    """Raise on the favourite face, a little too high; contest only bids far above the average."""
    unknown = state.total - state.dice[seat]
    if state.standing > 0:
        face = state.standing & 7
        average = unknown * (1 + counts_wild(state, face)) / state.faces
        if state.standing >> 3 > matching(state.cups, seat, face, state.wild) + 1.0 + 1.5 * average:
            return CONTEST
    face = favourite(state, seat, chance)
    quantity = least(face, int64(state.standing), int64(state.total), state.wild)
    if state.standing == 0:
        quantity = matching(state.cups, seat, face, state.wild)
    quantity = max(quantity, 1) + below(chance, 2)
    if quantity <= state.total:
        return quantity << 3 | face
    return CONTEST if state.standing > 0 else state.total << 3 | face
