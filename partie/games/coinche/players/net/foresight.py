"""Search on top of the bidding network: its best calls are followed in worlds that fit the auction.

Worlds are drawn by how well the table bidder explains the calls made in them. In each, the network calls for
everybody after each of the calls that are compared, until it is the seat's turn again; there the network
estimates what follows. If the auction ends before, the contract is played out by `scores`. Results at the end
of a deal differ by hundreds of marks from world to world, these estimates by far less. Both the averages and
the network's own estimates are uncertain; they are weighed by how much.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Floats32, Ints, Record, Records, Stop
from partie.core.compiled.verbs import copy, draw, output_of, records
from partie.games.coinche.players.beliefs import mind_of
from partie.games.coinche.players.net.auction import INPUTS, encode_auction
from partie.games.coinche.players.net.auctions import ends
from partie.games.coinche.players.net.equity import stake
from partie.games.coinche.rules import MOVES, make_call, moves
from partie.games.coinche.rules.calls import BID, COINCHE, PASS, SURCOINCHE
from partie.learn.net.forward import forward_rows
from partie.search.kernels.answer import Answer, begin


class NetworkRows(NamedTuple):
    """A network for many rows of inputs in compiled code (`forward_rows`), with its own working memory.

    Its outputs times `half` are marks."""

    weights: Floats32
    transposed: Floats32
    sizes: Ints
    scratch: Floats32
    nonzero: Ints
    half: float


class Foresight(NamedTuple):
    """How far a search looks, and how much it is believed.

    Compared are at most `width` calls, and passing, coinche and surcoinche, none that the network values
    `margin` marks less than its best; they are followed in `worlds` worlds, drawn by `mind`. What the network
    says about the difference between two calls is taken to be wrong by `doubt` marks, what the search says by
    its standard error and `floor` marks. `caution` marks are taken from coinches."""

    worlds: int = 256
    mind: int = mind_of(0, 30)
    width: int = 3
    margin: float = 80.0
    doubt: float = 12.0
    floor: float = 10.0
    caution: float = 100.0


@jit
def search_calls(
    view: Record,
    seat: int,
    settings: Foresight,
    network: NetworkRows,
    answer: Answer,
    stop: Stop,
    chance: Chance,
) -> tuple[int, int]:
    """Evaluate every legal call; returns the numbers of calls and of worlds followed, 0 if stopped.

    Fills the answer: totals are marks; visits are the worlds in which a call was followed, and the first of
    the compared calls, which the network alone would make, has one more."""
    n = begin(view, answer)
    one, which = records(view, 1), np.zeros(1, np.int64)
    copy(view, one[0])
    outputs = np.empty((1, network.sizes[-1]), np.float32)
    if not evaluate(one, which, network, outputs, np.zeros(1, np.uint8)):
        return n, 0
    for i in range(n):
        answer.totals[i] = network.half * outputs[0, output_of(view, answer.order[i])]
    compared = np.empty(n, np.int64)
    count = compare(answer, n, settings, compared)
    followed = 0
    if count > 1:
        followed = weigh(view, seat, settings, network, answer, compared[:count], stop, chance)
    for k in range(count):
        answer.visits[compared[k]] = followed + (k == 0)
    for i in range(n):
        if answer.order[i] == COINCHE:
            answer.totals[i] -= settings.caution
    return n, followed


@jit
def compare(answer: Answer, n: int, settings: Foresight, compared: Ints) -> int:
    """Write the places of the calls worth comparing, best first; returns how many there are."""
    taken = np.zeros(n, np.bool_)
    least = answer.totals[:n].max() - settings.margin
    count = 0
    for place in range(n):
        best = -1
        for i in range(n):
            if not taken[i] and (best < 0 or answer.totals[i] > answer.totals[best]):
                best = i
        if answer.totals[best] < least:
            break
        taken[best] = True
        if place < settings.width or answer.order[best] in (PASS, COINCHE, SURCOINCHE):
            compared[count] = best
            count += 1
    return count


@jit
def weigh(
    view: Record,
    seat: int,
    settings: Foresight,
    network: NetworkRows,
    answer: Answer,
    compared: Ints,
    stop: Stop,
    chance: Chance,
) -> int:
    """Correct the values of the compared calls by what following them shows; returns the number of worlds."""
    number, n = settings.worlds, len(compared)
    worlds = records(view, number)
    draw(view, seat, settings.mind, chance, worlds, stop)
    found = np.empty(number * n)
    if not follow(worlds, seat, network, answer.order[compared], found, stop, chance):
        return 0
    first = answer.totals[compared[0]]
    for k in range(1, n):
        mean, square = 0.0, 0.0
        for world in range(number):
            gain = found[world * n + k] - found[world * n]
            mean += gain / number
            square += gain * gain / number
        error = (square - mean * mean) / number + settings.floor**2
        share = settings.doubt**2 / (settings.doubt**2 + error)
        i = compared[k]
        answer.totals[i] = first + (1.0 - share) * (answer.totals[i] - first) + share * mean
    return number


@jit
def follow(
    worlds: Records,
    seat: int,
    network: NetworkRows,
    calls: Ints,
    found: Floats,
    stop: Stop,
    chance: Chance,
) -> bool:
    """Write what each call leads to in each world, in marks; returns whether complete."""
    n = len(calls)
    states = records(worlds[0], len(worlds) * n)
    for i in range(len(states)):
        copy(worlds[i // n], states[i])
        make_call(states[i], calls[i % n])
    outputs = np.empty((len(states), network.sizes[-1]), np.float32)
    which, waits = np.empty(len(states), np.int64), np.zeros(len(states), np.uint8)
    while True:
        asked = 0
        for i in range(len(states)):
            if states[i].phase == BID and not waits[i]:
                which[asked] = i
                asked += 1
        if asked == 0:
            break
        if not evaluate(states, which[:asked], network, outputs, stop):
            return False
        for k in range(asked):
            call, value = preferred(states[which[k]], outputs[k])
            if states[which[k]].turn == seat:
                found[which[k]] = network.half * value
                waits[which[k]] = 1
            else:
                make_call(states[which[k]], call)
    ends(states, chance)
    for i in range(len(states)):
        if not waits[i]:
            found[i] = stake(states[i], seat)
    return True


@jit
def preferred(state: Record, outputs: Floats32) -> tuple[int, float]:
    """The legal call with the highest output, and this."""
    out = np.empty(MOVES, np.int64)
    n = moves(state, out)
    best, most = PASS, -np.inf
    for j in range(n):
        value = outputs[output_of(state, out[j])]
        if value > most:
            best, most = out[j], value
    return best, most


@jit
def evaluate(states: Records, which: Ints, network: NetworkRows, outputs: Floats32, stop: Stop) -> bool:
    """Write the outputs of the network at the tables of `which`; returns whether complete."""
    features = np.empty((len(which), INPUTS), np.int8)
    for k in range(len(which)):
        encode_auction(states[which[k]], features[k])
    done = forward_rows(
        network.weights,
        network.transposed,
        network.sizes,
        features,
        network.scratch,
        network.nonzero,
        outputs[: len(which)],
        stop,
    )
    return done == len(which)
