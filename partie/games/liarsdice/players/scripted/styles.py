"""Scripted players, each with one habit: strangers to measure programs by.

None of them learns, none reads more than its own cup, and no program of this game may be trained or tuned
against them: they stand for the players one has never met. See `STYLES` for what each does.
"""

import numpy as np

from partie.core.compiled.chance import (
    below,
    uniform,
)
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Record, int64
from partie.games.liarsdice.players.odds.kernels import (
    TRUST,
    chance_at_least,
    chance_exactly,
    counts_wild,
    favourite,
)
from partie.games.liarsdice.rules import FACES, bid_at, bid_count, may_bid
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    least,
    matching,
    quantity_of,
)

STYLES = ("cautious", "bluffer", "copycat", "walker", "truthful", "exact", "changeling", "sampler")
"""Bids what is safest and doubts early; bids anything and doubts late; raises the face just named; wanders
up the order of bids; names only what it holds; likes to call exact; changes between three of these every
three rounds; and samples the hidden dice and takes what succeeded most often (plain Monte Carlo)."""
CAUTIOUS, BLUFFER, COPYCAT, WALKER, TRUTHFUL, EXACT, CHANGELING, SAMPLER = range(len(STYLES))
SAMPLES = 80
"""The number of times `sampler` rolls the hidden dice."""
ROUNDS_OF_A_STYLE = 3
"""After how many rounds `changeling` changes."""
# How the styles decide is made up: strangers need habits that can be told apart, not good ones.
UNLIKELY = 0.5
"""Contested by `cautious`, and by `exact` when no bid is better: what is less likely than not."""
POOR_BID = 0.3
"""Bids less likely than this are not made: `cautious` contests instead, and so does `copycat`."""
INCREDIBLE = 0.06
"""The chance of a bid below which even `bluffer` contests it."""
ATTEMPTS, RAISES = 12, 3
"""How many random bids `bluffer` considers, and how many quantities of a face, from the least."""
DOUBT, BELIEVED = 1.6, 0.55
"""`walker` contests with a chance of DOUBT for every 1 that a bid's own falls short of BELIEVED."""
FIRST_STEPS = 4
"""`walker` opens among the lowest bids: this part of all."""
WALKS_ON = 0.6
"""The chance that `walker` takes another step."""
ROUNDED_UP = 0.5
"""By how much `truthful` may exceed the number of dice it expects."""
EXACT_ENOUGH, DOUBTED_BY_EXACT = 0.26, 0.35
"""The chance from which `exact` calls exact, and that below which it contests."""
RAISES_SAMPLED = 4
"""How many quantities of a face `sampler` considers, from the least."""
GOOD_ENOUGH = 0.6
"""The share of samples in which a bid must hold for `sampler` to make it without looking for the best."""
MOST_DICE = 50
"""More than all dice of a table."""


@jit
def scripted_move(state: Record, seat: int, style: int, chance: Chance) -> int:
    """The move of a scripted player."""
    if style == CHANGELING:
        phase = (int64(state.rounds) // ROUNDS_OF_A_STYLE + seat) % 3
        style = BLUFFER if phase == 0 else CAUTIOUS if phase == 1 else TRUTHFUL
    if style == CAUTIOUS:
        return cautious_move(state, seat)
    if style == BLUFFER:
        return bluffer_move(state, seat, chance)
    if style == COPYCAT:
        return copycat_move(state, seat, chance)
    if style == WALKER:
        return walker_move(state, seat, chance)
    if style == TRUTHFUL:
        return truthful_move(state, seat, chance)
    if style == EXACT:
        return exact_move(state, seat, chance)
    return sampler_move(state, seat, chance)


@jit
def standing_chance(state: Record, seat: int) -> float:
    """The probability that the standing bid is true, as the own dice alone tell; 1 without one."""
    if state.standing == 0:
        return 1.0
    return chance_at_least(
        state, seat, quantity_of(int64(state.standing)), face_of(int64(state.standing)), 0.0
    )


@jit
def lowest_of(state: Record, face: int) -> int:
    """The smallest quantity of a face that may be bid now; above the number of dice when none may."""
    return least(face, int64(state.standing), int64(state.total), int64(state.wild))


@jit
def expected_of(state: Record, seat: int, face: int) -> float:
    """The number of dice of a face a seat expects on the table, from its own dice alone."""
    unknown = state.total - state.dice[seat]
    share = (1.0 + counts_wild(state, face)) / state.faces
    return matching(state.cups, seat, face, state.wild) + unknown * share


@jit
def safest_bid(state: Record, seat: int) -> int:
    """The bid most likely to be true, or CONTEST when there is none."""
    best, most = int64(CONTEST), -1.0
    for face in range(state.faces):
        low = lowest_of(state, face)
        if low <= state.total:
            true = chance_at_least(state, seat, low, face, 0.0)
            if true > most:
                best, most = bid(low, face), true
    return best


@jit
def cautious_move(state: Record, seat: int) -> int:
    """Contest what is less likely than not; otherwise make the safest bid, unless that is a poor one."""
    if standing_chance(state, seat) < UNLIKELY:
        return CONTEST
    safe = safest_bid(state, seat)
    if (
        state.standing > 0
        and safe != CONTEST
        and chance_at_least(state, seat, quantity_of(safe), face_of(safe), 0.0) < POOR_BID
    ):
        return CONTEST
    return safe


@jit
def bluffer_move(state: Record, seat: int, chance: Chance) -> int:
    """Bid any face, up to two more than needed, and contest only what is next to impossible."""
    if standing_chance(state, seat) < INCREDIBLE:
        return CONTEST
    for _ in range(ATTEMPTS):
        face = below(chance, int64(state.faces))
        low = lowest_of(state, face)
        if state.standing == 0:
            low = max(low, int64(expected_of(state, seat, face)) - 1)
        quantity = low + below(chance, RAISES)
        if quantity <= state.total:
            return bid(quantity, face)
    return CONTEST if state.standing > 0 else safest_bid(state, seat)


@jit
def copycat_move(state: Record, seat: int, chance: Chance) -> int:
    """Raise the face just named by one as long as that may be true."""
    if state.standing == 0:
        face = favourite(state, seat, chance)
        return bid(max(1, matching(state.cups, seat, face, state.wild)), face)
    quantity, face = quantity_of(int64(state.standing)) + 1, face_of(int64(state.standing))
    if quantity <= state.total and chance_at_least(state, seat, quantity, face, TRUST) >= POOR_BID:
        return bid(quantity, face)
    return CONTEST


@jit
def walker_move(state: Record, seat: int, chance: Chance) -> int:
    """Take a few random steps up the order of bids; doubt the more, the less likely the bid."""
    doubt = DOUBT * (BELIEVED - standing_chance(state, seat))
    if state.standing > 0 and uniform(chance) < doubt:
        return CONTEST
    place = int64(state.bid) + 1
    if state.standing == 0:
        place = below(chance, max(1, bid_count(state) // FIRST_STEPS))
    while uniform(chance) < WALKS_ON:
        place += 1
    while place < bid_count(state):
        move = bid_at(state, place)
        if may_bid(state, move):
            return move
        place += 1
    return CONTEST if state.standing > 0 else safest_bid(state, seat)


@jit
def truthful_move(state: Record, seat: int, chance: Chance) -> int:
    """Name only faces it holds, and no more than it expects; otherwise contest."""
    first = favourite(state, seat, chance)
    for step in range(state.faces):
        face = (first + step) % state.faces
        own = matching(state.cups, seat, face, state.wild)
        low = lowest_of(state, face)
        if own > 0 and low <= min(expected_of(state, seat, face) + ROUNDED_UP, float(state.total)):
            return bid(max(low, own), face)
    return CONTEST if state.standing > 0 else safest_bid(state, seat)


@jit
def exact_move(state: Record, seat: int, chance: Chance) -> int:
    """Call exact when that is at all likely; otherwise bid what it expects of its favourite face."""
    true = standing_chance(state, seat)
    if state.standing > 0:
        quantity, named = quantity_of(int64(state.standing)), face_of(int64(state.standing))
        if state.spot_on and chance_exactly(state, seat, quantity, named, 0.0) > EXACT_ENOUGH:
            return CONFIRM
        if true < DOUBTED_BY_EXACT:
            return CONTEST
    face = favourite(state, seat, chance)
    low, expected = lowest_of(state, face), int64(np.rint(expected_of(state, seat, face)))
    if low <= expected and expected > 0:
        return bid(min(expected, int64(state.total)), face)
    safe = safest_bid(state, seat)
    if state.standing > 0 and (safe == CONTEST or true < UNLIKELY):
        return CONTEST
    return safe


@jit
def sampler_move(state: Record, seat: int, chance: Chance) -> int:
    """Roll the hidden dice many times; make any bid that held three times in five, or do what succeeded
    most often."""
    held = np.zeros((FACES, MOST_DICE))
    sample_counts(state, seat, held, chance)
    best, most = int64(CONTEST), -1.0
    if state.standing > 0:
        quantity, face = quantity_of(int64(state.standing)), face_of(int64(state.standing))
        true = held[face, quantity:].sum()
        most = 1.0 - true
        if state.spot_on and held[face, quantity] > most:
            best, most = int64(CONFIRM), held[face, quantity]
    good, chosen = 0, int64(CONTEST)
    for face in range(state.faces):
        low = lowest_of(state, face)
        for quantity in range(low, min(low + RAISES_SAMPLED, int64(state.total) + 1)):
            true = held[face, quantity:].sum()
            if true > most:
                best, most = bid(quantity, face), true
            if true >= GOOD_ENOUGH:
                good += 1
                if below(chance, good) == 0:
                    chosen = bid(quantity, face)
    return chosen if good > 0 and quantity_of(best) > 0 else best


@jit
def sample_counts(state: Record, seat: int, held: Floats, chance: Chance) -> None:
    """Write, for every face, how often each number of dice came up when the hidden ones were rolled."""
    rolled = np.zeros(FACES, np.int64)
    unknown = int64(state.total) - int64(state.dice[seat])
    for _ in range(SAMPLES):
        rolled[:] = 0
        for _ in range(unknown):
            rolled[below(chance, int64(state.faces))] += 1
        for face in range(state.faces):
            held[face, own_and_rolled(state, seat, face, rolled)] += 1.0 / SAMPLES


@jit
def own_and_rolled(state: Record, seat: int, face: int, rolled: Ints) -> int:
    """How many dice count for a face: the seat's own and the rolled ones."""
    count = matching(state.cups, seat, face, state.wild) + rolled[face]
    if counts_wild(state, face):
        count += rolled[int64(state.wild)]
    return count
