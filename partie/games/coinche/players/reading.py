"""Reading calls: how likely a hand is to make the calls that its holder made, by a small network.

The network imitates the network that bids (`net/train_reader.py`), so cheaply that thousands of deals can be
weighted by it: it has one hidden layer, and what everybody knows enters that layer once for all deals. Only
the eight cards of a hand are added for each of them.

Inputs are 0 or 1: first the hand, by suit and then rank; then what is known when a call is made, with seats
counted from the caller to the left: the first bid of every seat, its highest bid in every denomination,
passes, the standing bid and its bidder, the dealer, options. Outputs are preferences: of passing, coinche and
every denomination, and for every denomination those of the steps. Suits have their names; the network learns
from auctions with suits renamed at random. Calls after a coinche are not read.

Who calls is not known: a side may call as the network does or as the table bidder does. So the calls of a
side have the mean of the two likelihoods, and those of a partner mostly the network's.
"""

import numpy as np

from partie.core.compiled.bits import lowest
from partie.core.compiled.kernel import fast_jit, jit, lean_jit
from partie.core.compiled.types import Chance, Floats32, Ints8, Record, Records, Stop, int64
from partie.core.compiled.verbs import records
from partie.games.coinche.players.beliefs import SEATS, cards_likelihood, resample
from partie.games.coinche.players.bidding.kernels import call_probability, standing_after
from partie.games.coinche.rules import determinise
from partie.games.coinche.rules.calls import (
    CAPOT,
    COINCHE,
    FIRST_BID,
    GENERALE,
    PASS,
    denomination_of,
    step_of,
)
from partie.games.coinche.rules.cards import DENOMINATIONS, FIRST_RANK, SANS_ATOUT

CARDS, STEPS = 32, GENERALE + 1
OPENING = CARDS
BIDS = OPENING + SEATS * (DENOMINATIONS + STEPS)
PASSES = BIDS + SEATS * DENOMINATIONS * STEPS
STEP = PASSES + 3 * SEATS
DENOMINATION = STEP + STEPS
BIDDER = DENOMINATION + DENOMINATIONS
DEALER = BIDDER + SEATS
OPTIONS = DEALER + SEATS
INPUTS = OPTIONS + 8
KINDS = 2 + DENOMINATIONS
"""Passing, coinche, and the denominations."""
OUTPUTS = KINDS + DENOMINATIONS * STEPS
SLIP = 0.02
"""The share of calls assumed to be made at random."""
OF_PARTNER, OF_OTHERS = 0.8, 0.5
"""How likely partner, and the opponents, are to call as the network does, and not as the table bidder."""
_MOST_READ = 24
_MOST_CARDS = 8


@lean_jit
def width(weights: Floats32) -> int:
    """The number of hidden units of a network with these weights.

    They are in one array: for each of both layers the matrix, inputs × outputs, and then the biases."""
    return (len(weights) - OUTPUTS) // (INPUTS + 1 + OUTPUTS)


@lean_jit
def encode_call(state: Record, number: int, out: Ints8) -> None:
    """Write the inputs for call `number` but for the hand: what its caller knew of the auction."""
    for i in range(INPUTS):
        out[i] = 0
    seat = (int64(state.dealer) + 1 + number) & 3
    for i in range(number):
        call = int64(state.calls[i])
        step = (int64(state.dealer) + 1 + i - seat) & 3
        if call >= FIRST_BID:
            _write_bid(out, step, step_of(call), denomination_of(call))
        elif call == PASS:
            row = PASSES + 3 * step
            out[row + min(out[row] + out[row + 1], 2)] = 1
    bid, bidder = standing_after(state, number)
    if bid:
        out[STEP + step_of(bid)] = 1
        out[DENOMINATION + denomination_of(bid)] = 1
        out[BIDDER + ((bidder - seat) & 3)] = 1
    out[DEALER + ((int64(state.dealer) - seat) & 3)] = 1
    out[OPTIONS + state.marking] = 1
    out[OPTIONS + 3] = state.sa_ta
    out[OPTIONS + 4] = state.generale
    out[OPTIONS + 5] = state.belote_ta
    out[OPTIONS + 6] = state.annonces
    out[OPTIONS + 7] = state.rounding


@lean_jit
def _write_bid(out: Ints8, step: int, height: int, denomination: int) -> None:
    """Write a bid of the seat `step` places to the left of the caller."""
    first = OPENING + step * (DENOMINATIONS + STEPS)
    unsaid = True
    for i in range(first, first + DENOMINATIONS):
        unsaid = unsaid and out[i] == 0
    if unsaid:
        out[first + denomination] = 1
        out[first + DENOMINATIONS + height] = 1
    row = BIDS + (step * DENOMINATIONS + denomination) * STEPS
    for i in range(height + 1):
        out[row + i] = 1


@fast_jit
def _add(source: Floats32, target: Floats32) -> None:
    for i in range(len(target)):
        target[i] += source[i]


@fast_jit
def _add_times(factor: float, source: Floats32, target: Floats32) -> None:
    for i in range(len(target)):
        target[i] += factor * source[i]


@jit
def context_of(state: Record, number: int, weights: Floats32, features: Ints8, out: Floats32) -> None:
    """Compute what the hidden layer gets from everything but the hand, at call `number`."""
    units = len(out)
    encode_call(state, number, features)
    out[:] = weights[INPUTS * units : (INPUTS + 1) * units]
    for i in range(CARDS, INPUTS):
        if features[i]:
            _add(weights[i * units : (i + 1) * units], out)


@jit
def activate(context: Floats32, hand: int, weights: Floats32, hidden: Floats32) -> None:
    """Compute the hidden layer for a hand: the context and the rows of its cards."""
    units = len(hidden)
    hidden[:] = context
    rest = hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        row = (card >> 4) * 8 + (card & 15) - FIRST_RANK
        _add(weights[row * units : (row + 1) * units], hidden)


@jit
def preferences(weights: Floats32, hidden: Floats32, first: int, out: Floats32) -> None:
    """Compute some of the outputs, from `first` on. Hidden units below 0 count nothing."""
    start = (INPUTS + 1) * len(hidden) + first
    end = start + len(hidden) * OUTPUTS
    out[:] = weights[end : end + len(out)]
    for i in range(len(hidden)):
        if hidden[i] > 0:
            at = start + i * OUTPUTS
            _add_times(hidden[i], weights[at : at + len(out)], out)


@jit
def read_call(
    state: Record,
    number: int,
    hand: int,
    weights: Floats32,
    context: Floats32,
    hidden: Floats32,
    out: Floats32,
) -> float:
    """The probability that the hand makes call `number`; `hidden` and `out` are scratch space."""
    activate(context, hand, weights, hidden)
    call = int64(state.calls[number])
    bid, bidder = standing_after(state, number)
    seat = (int64(state.dealer) + 1 + number) & 3
    least = step_of(bid) + 1 if bid else int64(0)
    last = int64(GENERALE if state.generale else CAPOT)
    kinds = int64(KINDS if state.sa_ta and least <= last else 2 + SANS_ATOUT if least <= last else 2)
    may_coinche = bid > 0 and (bidder ^ seat) & 1 == 1
    chosen = call - PASS if call < FIRST_BID else 2 + denomination_of(call)
    preferences(weights, hidden, 0, out[:KINDS])
    total = 0.0
    for kind in range(kinds):
        if kind != 1 or may_coinche:
            total += np.exp(out[kind] - out[chosen])
    share, even = 1.0 / total, 1.0 / (kinds - (0 if may_coinche else 1))
    if call >= FIRST_BID:
        preferences(weights, hidden, KINDS + (chosen - 2) * STEPS, out[:STEPS])
        total = 0.0
        for step in range(least, last + 1):
            total += np.exp(out[step] - out[step_of(call)])
        share /= total
        even /= last + 1 - least
    return (1.0 - SLIP) * share + SLIP * even


@jit
def read_deal(
    world: Record, seat: int, weights: Floats32, contexts: Floats32, hidden: Floats32, out: Floats32
) -> float:
    """How likely the others are to have made their calls in this world.

    `contexts` are those of all calls; `hidden` and `out` are scratch space."""
    net, table = np.ones(2), np.ones(2)
    for number in range(min(int64(world.said), int64(_MOST_READ))):
        caller = (int64(world.dealer) + 1 + number) & 3
        if caller != seat:
            hand = world.hands[caller] | world.laid[caller]
            side = (caller ^ seat) & 1
            net[side] *= read_call(world, number, hand, weights, contexts[number], hidden, out)
            table[side] *= call_probability(world, number, caller, hand)
        if world.calls[number] == COINCHE:
            break
    partners = OF_PARTNER * net[0] + (1.0 - OF_PARTNER) * table[0]
    return partners * (OF_OTHERS * net[1] + (1.0 - OF_OTHERS) * table[1])


@jit
def draw_read(
    view: Record, seat: int, weights: Floats32, candidates: int, out: Records, stop: Stop, chance: Chance
) -> None:
    """Fill `out` with worlds drawn from `candidates` deals for each of them, by how likely the others are to
    have called and played as they did.

    Once `stop[0]` is set, only what has been dealt so far is used."""
    candidates *= len(out)
    hands = np.empty((candidates, SEATS), np.int64)
    sums = np.empty(candidates)
    past, legal = records(view, 1), np.empty(_MOST_CARDS, np.int64)
    units = width(weights)
    contexts = np.empty((_MOST_READ, units), np.float32)
    hidden, wishes = np.empty(units, np.float32), np.empty(STEPS, np.float32)
    features = np.empty(INPUTS, np.int8)
    for number in range(min(int64(view.said), int64(_MOST_READ))):
        context_of(view, number, weights, features, contexts[number])
        if view.calls[number] == COINCHE:
            break
    total = 0.0
    for number in range(candidates):
        if number > 0 and stop[0]:
            candidates = int64(number)
            break
        determinise(view, seat, chance, out[0])
        weight = read_deal(out[0], seat, weights, contexts, hidden, wishes)
        if view.cards > 0:
            weight *= cards_likelihood(out[0], seat, past[0], legal, chance)
        total += weight
        sums[number] = total
        for other in range(SEATS):
            hands[number, other] = out[0].hands[other]
    resample(view, hands[:candidates], sums[:candidates], out, chance)
