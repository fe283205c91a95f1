"""The table bidder: a call from a hand and the calls so far, by the few numbers of `bidding.toml`.

For every denomination it estimates the points its side would take, from the features of `holdings`: as the
player who names it; as the partner of one who has, whose bid promises something; or, for a coinche, as an
opponent. An estimate also gives a *reach*: how many steps above 80 it would go. Bids show the reach and are
read back the same way, so a raise of ten points shows support of about as much.

`call_probability` is a softened version of this bidder: the probability of a call from a given hand. No call
is impossible, since people bid as they like.
"""

import numpy as np

from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Record, int64
from partie.games.coinche.players.bidding.holdings import (
    SANS,
    SIDE_SUIT,
    TOUT,
    TRUMP_SUIT,
    bases_of,
    read_file,
    values_of,
)
from partie.games.coinche.rules.calls import (
    CAPOT,
    COINCHE,
    FIRST_BID,
    PASS,
    SURCOINCHE,
    VALUES,
    bid_of,
    denomination_of,
    step_of,
)
from partie.games.coinche.rules.cards import (
    SANS_ATOUT,
    ranks_of,
)

_NUMBERS = read_file()
_CALLS = _NUMBERS["calls"]
VALUES_OF = values_of(_NUMBERS)
BASES = bases_of(_NUMBERS)
OPEN, STEP, LATE_STEP = float(_CALLS["open"]), float(_CALLS["step"]), float(_CALLS["late_step"])
LATE = 4.0
"""From this step, 120, each further ten points take `LATE_STEP`."""
PASSED, OVERCALLED, RAISED = float(_CALLS["passed"]), float(_CALLS["overcalled"]), float(_CALLS["raised"])
SWITCH, CAPOT_FROM = float(_CALLS["switch"]), float(_CALLS["capot"])
COINCHE_FROM, SURCOINCHE_FROM = float(_CALLS["coinche"]), float(_CALLS["surcoinche"])
SOFTNESS, SLIP = float(_CALLS["softness"]), float(_CALLS["slip"])
FALLOFF = float(_CALLS["spread"]) ** np.arange(16)
TAKER, HELPER, DEFENDER = 0, 1, 2
LAST_STEP = 8
"""160; above it there is only capot."""
NEVER = -1e9


@lean_jit
def estimate(hand: int, role: int, denomination: int) -> float:
    """Estimate the points of the taking side from one hand.

    From the taker's hand: all of them; from the partner's or an opponent's hand: how many more or fewer than
    with an average one.
    """
    first = ranks_of(hand, 0)
    second = ranks_of(hand, 1)
    third = ranks_of(hand, 2)
    fourth = ranks_of(hand, 3)
    if denomination < SANS_ATOUT:
        values = VALUES_OF[role, SIDE_SUIT]
        trumps = ranks_of(hand, denomination)
        sides = values[first] + values[second] + values[third] + values[fourth] - values[trumps]
        return BASES[role, 0] + sides + VALUES_OF[role, TRUMP_SUIT, trumps]
    group = SANS if denomination == SANS_ATOUT else TOUT
    values = VALUES_OF[role, group]
    return BASES[role, 1 + denomination - SANS_ATOUT] + (
        values[first] + values[second] + values[third] + values[fourth]
    )


@lean_jit
def promised(step: int) -> float:
    """The points promised by a bid `step` steps above 80: the middle of the estimates with this reach."""
    middle = min(int64(step), int64(LAST_STEP)) + 0.5
    return OPEN + STEP * min(middle, LATE) + LATE_STEP * max(middle - LATE, 0.0)


@lean_jit
def our_points(state: Record, number: int, seat: int, hand: int, denomination: int) -> float:
    """Estimate the points of a seat's side in a denomination, from its hand and the first `number` calls.

    Denominations named by the opponents are left to them.
    """
    opener, opening, last = int64(-1), int64(0), int64(0)
    more = int64(0)  # steps by which partner raised a denomination we had named
    partner_passed, partner_bid, they_bid = False, False, False
    speaker = int64(state.dealer)
    for i in range(number):
        speaker = (speaker + 1) & 3
        call = int64(state.calls[i])
        if call >= FIRST_BID:
            step = step_of(call)
            if (speaker ^ seat) & 1:
                if denomination_of(call) == denomination:
                    return NEVER
                they_bid = True
                continue
            if speaker != seat:
                partner_bid = True
            if denomination_of(call) != denomination:
                continue
            if opener < 0:
                opener, opening = speaker, step
            elif speaker != seat:
                more += step - last
            last = step
        elif call == COINCHE:
            break
        elif speaker == seat ^ 2:
            partner_passed = True
    if opener == seat ^ 2:
        points = promised(opening) + estimate(hand, HELPER, denomination) + RAISED * more
    else:
        points = estimate(hand, TAKER, denomination) + RAISED * more
        if partner_passed and not partner_bid:
            points -= PASSED
    if they_bid:
        points -= OVERCALLED
    return points


@lean_jit
def their_points(state: Record, number: int, seat: int, hand: int, bid: int) -> float:
    """Estimate the points the opponents will take with their bid: what they promised, less what this hand
    holds against them.
    """
    points = promised(step_of(bid)) + estimate(hand, DEFENDER, denomination_of(bid))
    for i in range(number):
        if state.calls[i] >= FIRST_BID and (state.dealer + 1 + i) & 3 == seat ^ 2:
            points -= OVERCALLED
            break
    return points


@lean_jit
def reach(points: float) -> float:
    """How many steps above 80 an estimate justifies, as a fraction; negative: not even 80."""
    steps = (points - OPEN) / STEP
    return steps if steps <= LATE else LATE + (steps - LATE) * STEP / LATE_STEP


@lean_jit
def standing_after(state: Record, number: int) -> tuple[int, int]:
    """The standing bid after the first `number` calls and its bidder; 0 and -1 if there is none."""
    for i in range(number - 1, -1, -1):
        if state.calls[i] >= FIRST_BID:
            return int64(state.calls[i]), (int64(state.dealer) + 1 + i) & 3
    return int64(0), int64(-1)


@lean_jit
def step_to_bid(state: Record, number: int, seat: int, denomination: int, points: float, least: int) -> int:
    """The step to bid in a denomination within reach: the full value for a first bid or a raise, the minimum
    for a repeated bid.
    """
    if points >= CAPOT_FROM:
        return int64(CAPOT)
    for i in range(number):
        call = int64(state.calls[i])
        own = (state.dealer + 1 + i) & 3 == seat and call >= FIRST_BID
        if own and denomination_of(call) == denomination:
            return least
    return min(max(least, int64(np.floor(reach(points)))), int64(LAST_STEP))


@lean_jit
def table_call(state: Record, seat: int, hand: int, bold: float) -> int:
    """The call of a seat with this hand.

    `bold` points are added to its estimates; negative values make it cautious.
    """
    number = int64(state.said)
    bid, bidder = standing_after(state, number)
    if state.doubled:
        ours = our_points(state, number, seat, hand, denomination_of(bid)) + bold
        return SURCOINCHE if ours >= VALUES[step_of(bid)] + SURCOINCHE_FROM else PASS
    least = step_of(bid) + 1 if bid else int64(0)
    partners = bid > 0 and (bidder ^ seat) & 1 == 0
    if bid and not partners:
        theirs = their_points(state, number, seat, hand, bid) - bold
        if VALUES[step_of(bid)] - theirs >= COINCHE_FROM:
            return COINCHE
    chosen, most = int64(-1), NEVER
    if least <= LAST_STEP + 1:
        for denomination in range(6 if state.sa_ta else 4):
            points = our_points(state, number, seat, hand, denomination) + bold
            if partners and denomination != denomination_of(bid):
                points -= SWITCH
            if points > most:
                chosen, most = denomination, points
    if chosen >= 0 and reach(most) >= least:
        step = step_to_bid(state, number, seat, chosen, most, least)
        if least <= step <= CAPOT:
            return bid_of(step, chosen)
    return PASS


@lean_jit
def call_probability(state: Record, number: int, seat: int, hand: int) -> float:
    """The probability that a softened version of this bidder makes call `number` (from 0), by `seat`, with
    this hand of eight cards.

    Only the calls up to it are read. Over all legal calls the probabilities sum to 1, with generale and capot
    in the same denomination counted as one.
    """
    call = int64(state.calls[number])
    bid, bidder = standing_after(state, number)
    for i in range(number):
        if state.calls[i] == COINCHE:  # calls after a coinche reveal next to nothing
            return 0.5
    least = step_of(bid) + 1 if bid else int64(0)
    partners = bid > 0 and (bidder ^ seat) & 1 == 0
    total, said, kinds = 1.0, 0.0, 1.0  # passing weighs 1
    if call == PASS:
        said = 1.0
    if least <= CAPOT:
        for denomination in range(6 if state.sa_ta else 4):
            points = our_points(state, number, seat, hand, denomination)
            if partners and denomination != denomination_of(bid):
                points -= SWITCH
            weight = _soft(reach(points) - least)
            total += weight
            kinds += 1.0
            if call >= FIRST_BID and denomination_of(call) == denomination:
                intended = step_to_bid(state, number, seat, denomination, points, least)
                said = weight * _by_distance(step_of(call), intended, least)
    if bid and not partners:
        excess = VALUES[step_of(bid)] - their_points(state, number, seat, hand, bid) - COINCHE_FROM
        weight = _soft(excess / STEP)
        total += weight
        kinds += 1.0
        if call == COINCHE:
            said = weight
    if call >= FIRST_BID:
        kinds *= max(CAPOT + 1.0 - least, 1.0)  # a generale above capot is the only bid left
    return (1.0 - SLIP) * said / total + SLIP / kinds


@lean_jit
def _soft(steps: float) -> float:
    """The weight of a call that is `steps` steps within reach, relative to passing, which has weight 1."""
    return np.exp(min(max(steps / SOFTNESS, -30.0), 30.0))


@lean_jit
def _by_distance(step: int, intended: int, least: int) -> float:
    """The share of a step among those from `least` to capot, falling off around the intended one."""
    total = 0.0
    for other in range(least, CAPOT + 1):
        total += FALLOFF[abs(other - intended)]
    return FALLOFF[abs(min(step, int64(CAPOT)) - intended)] / total
