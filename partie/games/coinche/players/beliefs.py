"""Beliefs about hidden hands: deals weighted by how likely they make the calls and cards seen so far.

The `mind` of an agent says what it forgets (`forgetting`) and how it weights worlds. A weighting agent deals
several candidates per world, uniformly among the consistent deals, and draws the worlds among them in
proportion to their likelihood (sampling/importance resampling: Rubin, 1987). The likelihood of a deal is the
product of the probabilities that a softened version of our own bidder makes the calls, and that a softened
version of the program `scores` plays the cards. Since nobody plays exactly like that, every probability is
mixed with a uniform one, and no deal is ever ruled out.
"""

import numpy as np

from partie.core.compiled.bits import bit
from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import (
    jit,
    lean_jit,
)
from partie.core.compiled.types import Chance, Ints, Record, Records, Stop, int64
from partie.core.compiled.verbs import (
    copy,
    moves,
    play,
    records,
)
from partie.games.coinche.players.bidding.kernels import call_probability
from partie.games.coinche.players.forgetting import deal_forgetting
from partie.games.coinche.players.scores.kernels import (
    WEIGHTS,
    scored,
)
from partie.games.coinche.rules import determinise
from partie.games.coinche.rules.calls import (
    BETWEEN,
    COINCHE,
    PLAY,
)
from partie.games.coinche.rules.opening import clear_table

SEATS = 4
SOFTNESS = 6.0
"""In card points: a card whose score is this much lower is played e times less often."""
SLIP = 0.15
"""The share of cards assumed to be played at random."""
_MOST_CARDS = 8
_MEMORY_BITS = 2
"""The low bits of a mind are its memory; the rest is its number of candidates."""


def mind_of(memory: int, candidates: int) -> int:
    """The mind of an agent with this memory (0 forgets nothing) and candidates per world (0: unweighted)."""
    return memory | candidates << _MEMORY_BITS


@lean_jit
def memory_of(mind: int) -> int:
    return mind & ((1 << _MEMORY_BITS) - 1)


@lean_jit
def candidates_of(mind: int) -> int:
    """The number of candidates per world; 0 for a forgetful agent, which does not weight worlds."""
    return int64(0) if memory_of(mind) else mind >> _MEMORY_BITS


@jit
def guess(view: Record, seat: int, mind: int, chance: Chance, out: Record) -> None:
    """Deal the unseen cards: uniformly, as a forgetful player would, or weighted by likelihood."""
    if is_weighted(view, seat, mind):
        one = records(view, 1)
        draw(view, seat, mind, chance, one, np.zeros(1, np.uint8))
        copy(one[0], out)
    else:
        _guess_unweighted(view, seat, mind, chance, out)


@lean_jit
def _guess_unweighted(view: Record, seat: int, mind: int, chance: Chance, out: Record) -> None:
    """Like `guess`, without weighting."""
    if not (memory_of(mind) and deal_forgetting(view, seat, memory_of(mind), chance, out)):
        determinise(view, seat, chance, out)


@lean_jit
def is_weighted(view: Record, seat: int, mind: int) -> bool:
    """Whether the worlds of this view are weighted."""
    return candidates_of(mind) > 0 and seat >= 0 and view.phase < BETWEEN


@jit
def draw(view: Record, seat: int, mind: int, chance: Chance, out: Records, stop: Stop) -> None:
    """Fill `out` with worlds.

    If they are weighted, many times as many are dealt and `out` is drawn from them, evenly spaced along the
    cumulative likelihood. Once `stop[0]` is set, only what has been dealt so far is used.
    """
    if not is_weighted(view, seat, mind):
        for number in range(len(out)):
            if number > 0 and stop[0]:
                copy(out[0], out[number])
            else:
                _guess_unweighted(view, seat, mind, chance, out[number])
        return
    candidates = len(out) * candidates_of(mind)
    hands = np.empty((candidates, SEATS), np.int64)
    sums = np.empty(candidates)
    past = records(view, 1)
    legal = np.empty(_MOST_CARDS, np.int64)
    total = 0.0
    for number in range(candidates):
        if number > 0 and stop[0]:
            candidates = int64(number)
            break
        determinise(view, seat, chance, out[0])
        total += likelihood(out[0], seat, past[0], legal, chance)
        sums[number] = total
        for other in range(SEATS):
            hands[number, other] = out[0].hands[other]
    step = total / len(out)
    mark = uniform(chance) * step
    number = 0
    for place in range(len(out)):
        while sums[number] <= mark and number < candidates - 1:
            number += 1
        copy(view, out[place])
        for other in range(SEATS):
            out[place].hands[other] = hands[number, other]
        mark += step


@jit
def likelihood(world: Record, seat: int, past: Record, legal: Ints, chance: Chance) -> float:
    """How likely the others are to have called and played as they did in this world.

    `past` and `legal` are scratch space.
    """
    weight = calls_likelihood(world, seat)
    return weight * cards_likelihood(world, seat, past, legal, chance) if world.cards > 0 else weight


@lean_jit
def calls_likelihood(world: Record, seat: int) -> float:
    """The likelihood of the calls alone. Calls after a coinche reveal next to nothing."""
    weight = 1.0
    speaker = int64(world.dealer)
    for number in range(world.said):
        speaker = (speaker + 1) & 3
        if speaker != seat:
            weight *= call_probability(world, number, speaker, world.hands[speaker] | world.laid[speaker])
        if world.calls[number] == COINCHE:
            break
    return weight


@jit
def cards_likelihood(world: Record, seat: int, past: Record, legal: Ints, chance: Chance) -> float:
    """The likelihood of the cards alone."""
    copy(world, past)
    clear_table(past)
    past.phase = PLAY
    past.turn = past.leader
    past.bid = world.bid
    past.bidder = world.bidder
    past.doubled = world.doubled
    past.denomination = world.denomination
    for other in range(SEATS):
        past.hands[other] = world.hands[other] | world.laid[other]
    weight = 1.0
    for number in range(world.cards):
        card = int64(world.history[number])
        if past.turn != seat:
            weight *= card_probability(past, card, legal)
        play(past, card, chance)
    return weight


@jit
def card_probability(state: Record, card: int, legal: Ints) -> float:
    """The probability that a softened `scores` plays this card."""
    n = moves(state, legal)
    if n == 1:
        return 1.0
    _, own = scored(state, bit(card), WEIGHTS)
    total = 0.0
    for i in range(n):
        _, score = scored(state, bit(legal[i]), WEIGHTS)
        total += np.exp(min((score - own) / SOFTNESS, 30.0))
    return (1.0 - SLIP) / total + SLIP / n
