"""Playing by the odds: probabilities of bids given the own dice, and two fast players based on them.

`odds_move` weighs what a move may cost or win in dice: an own die counts 1, a die of one opponent 1 /
opponents. A bid only wins or loses something if it is contested, which is the more likely the less plausible
it looks to players who do not see these dice. `trust` is how many more dice of a face are expected each time
another player has named it in this round; `bluff` is how often the player pretends to hold one more die of
some face. `naive_move` overbids on its own dice and believes the others.

These functions read only the cup of the seat they play for, so they work in playouts and on views alike.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from partie.core.compiled.chance import (
    below,
    uniform,
)
from partie.core.compiled.kernel import inline_jit, jit
from partie.core.compiled.numbers import rank_of, whole
from partie.core.compiled.types import Chance, Floats, Ints, Record, int64
from partie.games.liarsdice.rules import SEATS
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    least,
    matching,
    quantity_of,
)

TRUST, BLUFF = 0.6, 0.1
MOST_UNKNOWN = 48
TRIES = 3
"""How many quantities of each face `odds_move` considers, starting with the lowest plausible one."""


def _tails() -> Floats:
    """P(at least k of n dice count), indexed [faces - 2, whether wild dice count too, n, k + TRIES, 0].

    Under the last index 1 is how much less that is than for k - 1; nothing where more than n are needed. So
    that TRIES quantities in a row can be read without asking where the table ends, it is 1 at TRIES places
    before k = 0, and 0 at as many after k = n."""
    table = np.zeros((5, 2, MOST_UNKNOWN + 1, MOST_UNKNOWN + 1 + 2 * TRIES, 2))
    table[:, :, :, :TRIES, 0] = 1.0
    for faces in range(2, 7):
        for wild in range(2):
            p = (1 + wild) / faces
            for n in range(MOST_UNKNOWN + 1):
                exactly = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
                chances = np.minimum(np.cumsum(exactly[::-1])[::-1], 1.0)
                row = table[faces - 2, wild, n]
                row[TRIES : TRIES + n + 1, 0] = chances
                row[TRIES + 1 : TRIES + n + 1, 1] = chances[:-1] - chances[1:]
    return table


AT_LEAST = _tails()


class Chances(NamedTuple):
    """The chances that at least a number of unknown dice count, for a few numbers, each larger by 1."""

    row: Floats
    """The part of the table for that many dice."""
    place: np.uint64
    """Where the first number, rounded up, is in it; unsigned, because such places are not tested for counting
    from the end."""
    end: float
    """The first number, rounded up."""


@jit
def counts_wild(state: Record, face: int) -> int:
    """1 if wild dice count for this face too, else 0."""
    return 1 if state.wild >= 0 and state.wild != face else 0


@jit
def tail(faces: int, wild: int, dice: int, needed: float) -> float:
    """P(at least `needed` of `dice` unknown dice count), interpolated between whole numbers."""
    return chance_of(chances_from(AT_LEAST[faces - 2, wild, dice], dice, needed), 0, needed)


@inline_jit
def chances_from(row: Floats, dice: int, needed: float) -> Chances:
    """The chances for `needed` and a few more of that many dice."""
    end = np.ceil(needed)
    place = min(max(whole(end), int64(-TRIES)), int64(dice + 1)) + TRIES
    return Chances(row, np.uint64(place), end)


@inline_jit
def chance_of(chances: Chances, step: int, needed: float) -> float:
    """The chance of a number, which is larger than the first by `step`."""
    place = chances.place + np.uint64(step)
    return chances.row[place, 0] + (chances.end + step - needed) * chances.row[place, 1]


@jit
def times_named_by_others(state: Record, seat: int, face: int) -> int:
    """How often other seats have named a face in this round."""
    count = -int64(state.named[seat, face])
    for other in range(SEATS):  # seats nobody has taken name nothing
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


class Bidding(NamedTuple):
    """What the bids of a seat depend on whatever their face: read from the state once for a move."""

    standing: int
    total: int
    unknown: int
    """The dice that the seat does not see."""
    wild: int
    own_wild: int
    """The wild dice it holds."""
    others: float
    """The number of opponents."""
    averages: tuple[float, float]
    """How many unknown dice count for a face, on average: without wild dice, and with them."""
    rows: Floats
    """The part of the table of chances for that many faces."""


@inline_jit
def bidding_of(state: Record, seat: int) -> Bidding:
    """What the bids of a seat depend on."""
    total, faces, wild = int64(state.total), int64(state.faces), int64(state.wild)
    unknown = total - state.dice[seat]
    own_wild = int64(state.cups[seat, wild]) if wild >= 0 else int64(0)
    averages = unknown / faces, unknown * 2 / faces
    rows = AT_LEAST[faces - 2]
    others = float(int64(state.left) - 1)
    return Bidding(int64(state.standing), total, unknown, wild, own_wild, others, averages, rows)


class Tries(NamedTuple):
    """The bids on a face that are worth considering: TRIES quantities, beginning with the lowest."""

    first: int
    own: int
    """Matching dice the player holds or pretends to hold."""
    suggested: float
    """Matching dice suggested by the others' bids."""
    to_player: Chances
    """The chances as the player sees them."""
    to_all: Chances
    """The chances to somebody who sees no dice."""


@inline_jit
def tries_of(state: Record, seat: int, bidding: Bidding, face: int, trust: float, extra: int) -> Tries:
    """The bids to consider on a face, if the player pretends to hold one more die of the face `extra`.

    The first is the lowest that is legal and not obviously true."""
    own, wild = int64(state.cups[seat, face]) + (face == extra), int64(0)
    if bidding.wild >= 0 and bidding.wild != face:
        own, wild = own + bidding.own_wild, int64(1)
    suggested = trust * times_named_by_others(state, seat, face)
    expected = own + suggested + (bidding.averages[1] if wild else bidding.averages[0])
    low = least(face, bidding.standing, bidding.total, bidding.wild)
    first = max(low, min(whole(np.floor(expected)) - 1, bidding.total))
    mine, all_rows = (
        bidding.rows[wild, np.uint64(bidding.unknown)],
        bidding.rows[wild, np.uint64(bidding.total)],
    )
    to_player = chances_from(mine, bidding.unknown, first - own - suggested)
    to_all = chances_from(all_rows, bidding.total, first - suggested)
    return Tries(first, own, suggested, to_player, to_all)


@inline_jit
def bid_worth(bidding: Bidding, tries: Tries, step: int) -> float:
    """The value of the bid that is so many above the first, in own dice."""
    quantity = tries.first + step
    true = chance_of(tries.to_player, step, quantity - tries.own - tries.suggested)
    contested = 1.0 - chance_of(tries.to_all, step, quantity - tries.suggested)
    return contested * (true / bidding.others - (1.0 - true))


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
    best, most = int64(CONTEST), rank_of(-np.inf)
    if state.standing > 0:
        quantity, face = quantity_of(state.standing), face_of(state.standing)
        true = chance_at_least(state, seat, quantity, face, trust)
        most = rank_of(contest_worth(state, true))
        if state.spot_on:
            exact = true - chance_at_least(state, seat, quantity + 1, face, trust)
            worth = rank_of(confirm_worth(state, seat, exact))
            if worth > most:
                best, most = int64(CONFIRM), worth
    bidding = bidding_of(state, seat)
    for face in range(state.faces):
        tries = tries_of(state, seat, bidding, face, trust, extra)
        for step in range(TRIES):
            if tries.first + step > bidding.total:
                break
            worth = rank_of(bid_worth(bidding, tries, step))
            if worth > most:
                best, most = bid(tries.first + step, face), worth
    return best


@jit
def odds_values(state: Record, seat: int, trust: float, extra: int, order: Ints, values: Floats) -> int:
    """Write the moves `odds_move` considers and their values; returns how many.

    `extra`: the face the player pretends to hold.
    """
    n = 0
    if state.standing > 0:
        quantity, face = quantity_of(state.standing), face_of(state.standing)
        order[n] = CONTEST
        values[n] = contest_worth(state, chance_at_least(state, seat, quantity, face, trust))
        n += 1
        if state.spot_on:
            order[n] = CONFIRM
            values[n] = confirm_worth(state, seat, chance_exactly(state, seat, quantity, face, trust))
            n += 1
    bidding = bidding_of(state, seat)
    for face in range(state.faces):
        tries = tries_of(state, seat, bidding, face, trust, extra)
        for step in range(min(TRIES, bidding.total - tries.first + 1)):
            order[n] = bid(tries.first + step, face)
            values[n] = bid_worth(bidding, tries, step)
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
        face = face_of(state.standing)
        average = unknown * (1 + counts_wild(state, face)) / state.faces
        if quantity_of(state.standing) > matching(state.cups, seat, face, state.wild) + 1.0 + 1.5 * average:
            return CONTEST
    face = favourite(state, seat, chance)
    quantity = least(face, int64(state.standing), int64(state.total), state.wild)
    if state.standing == 0:
        quantity = matching(state.cups, seat, face, state.wild)
    quantity = max(quantity, 1) + below(chance, 2)
    if quantity <= state.total:
        return bid(quantity, face)
    return CONTEST if state.standing > 0 else bid(state.total, face)
