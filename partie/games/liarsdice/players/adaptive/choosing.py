"""The value of every move, from claims and habits, one bid ahead.

The player after us contests our bid, calls it exact or goes on, with probabilities that depend on how high
the bid looks to the table and on that player's own record. A call ends the round, and what it is worth is the
chance to win the game with the dice left (`foresight.prizes`). If the round goes on, we lose it in the end
with a chance that depends on how high and how true the bid was; three tuned numbers stand for everything that
may follow. Moves nearly as good as the best are played at times, so that bids tell less.
"""

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Floats, Ints, Moves, Record, int64
from partie.games.liarsdice.players.adaptive.claims import (
    FACES,
    MOST,
    SEATS,
    TOP,
    add_dice,
    after,
    fill_chances,
    note_bid,
    read_bids,
)
from partie.games.liarsdice.players.adaptive.genes import (
    DOUBT,
    DOUBT_HEIGHT,
    LATER,
    LATER_FALSE,
    LATER_HEIGHT,
    SPREAD,
)
from partie.games.liarsdice.players.adaptive.habits import (
    claim_shift,
    doubt_shift,
    exact_rate,
    public_height,
    sigmoid,
)
from partie.games.liarsdice.players.reader.foresight import (
    CANDIDATES,
    call_value,
    candidates,
    prizes,
)
from partie.games.liarsdice.rules.bids import CONFIRM, matching


@jit
def fill_counts(view: Record, seat: int, said: Ints, genes: Floats, habits: Floats, counts: Floats) -> None:
    """Write the distribution of the number of dice of every face on the table, as a seat sees it."""
    shifts, chances = np.zeros(SEATS), np.zeros((SEATS, FACES))
    for other in range(view.players):
        shifts[other] = claim_shift(habits, other, genes)
    fill_chances(view, said, genes, shifts, chances)
    for face in range(view.faces):
        counts[face, :] = 0.0
        most = matching(view.cups, seat, face, view.wild)
        counts[face, most] = 1.0
        for other in range(view.players):
            if other != seat and view.dice[other] > 0:
                most = add_dice(counts[face], most, int64(view.dice[other]), chances[other, face])


@jit
def bid_value(
    view: Record,
    seat: int,
    move: int,
    said: Ints,
    dice: Ints,
    counts: Floats,
    genes: Floats,
    habits: Floats,
    lost: Floats,
    exact: Floats,
) -> float:
    """The chance to win the game after a bid."""
    face, quantity = move & 7, move >> 3
    rival = after(view.dice, seat, int64(view.players))
    before = (said[seat, face, 0], said[seat, face, 1], said[seat, face, TOP])
    note_bid(said, seat, move, int64(view.standing))
    height = public_height(
        said, dice, int64(view.players), int64(view.total), int64(view.faces), int64(view.wild), move, genes
    )
    said[seat, face, 0], said[seat, face, 1], said[seat, face, TOP] = before
    true = counts[face, quantity:].sum()
    contested = sigmoid(genes[DOUBT] + genes[DOUBT_HEIGHT] * height + doubt_shift(habits, rival, genes))
    called = 0.0
    if view.spot_on:
        called = (1.0 - contested) * exact_rate(habits, rival, genes) * np.exp(-0.5 * height * height)
    spared, others = 0.0, 0
    for other in range(view.players):
        if other != seat and view.dice[other] > 0:
            spared += lost[other]
            others += 1
    spared /= others
    risk = sigmoid(genes[LATER] + genes[LATER_HEIGHT] * height + genes[LATER_FALSE] * (0.5 - true))
    right = counts[face, quantity]
    return (
        contested * (true * lost[rival] + (1.0 - true) * lost[seat])
        + called * (right * exact[rival, seat] + (1.0 - right) * lost[rival])
        + (1.0 - contested - called) * (risk * lost[seat] + (1.0 - risk) * spared)
    )


@jit
def value_moves(
    view: Record,
    seat: int,
    genes: Floats,
    habits: Floats,
    stakes: Floats,
    order: Moves,
    values: Floats,
    true: Floats,
) -> int:
    """Write the moves worth considering, their values (the chance to win the game) and the probability that
    the bid in question is true (for a confirm: exact); returns how many."""
    said, dice = np.zeros((SEATS, FACES, 3), np.int64), np.zeros(SEATS, np.int64)
    counts = np.zeros((FACES, MOST))
    lost, exact = np.zeros(SEATS), np.zeros((SEATS, SEATS))
    read_bids(view, said)
    for other in range(view.players):
        dice[other] = view.dice[other]
    prizes(view, seat, stakes, lost, exact)
    fill_counts(view, seat, said, genes, habits, counts)
    n = candidates(view, counts, order)
    for i in range(n):
        bid = order[i] if order[i] >> 3 else int64(view.standing)
        true[i] = counts[bid & 7, bid >> 3 :].sum()
        if order[i] >> 3:
            values[i] = bid_value(view, seat, order[i], said, dice, counts, genes, habits, lost, exact)
        else:
            values[i] = call_value(view, seat, order[i], counts[bid & 7], lost, exact)
            if order[i] == CONFIRM:
                true[i] = counts[bid & 7, bid >> 3]
    return n


@jit
def die_worth(view: Record, seat: int, stakes: Floats) -> float:
    """What it matters to a seat, in chances to win, that another loses the round and not itself."""
    lost, exact = np.zeros(SEATS), np.zeros((SEATS, SEATS))
    prizes(view, seat, stakes, lost, exact)
    others = 0.0
    for other in range(view.players):
        if other != seat and view.dice[other] > 0:
            others += (lost[other] - lost[seat]) / (view.left - 1)
    return others


@jit
def draw_move(values: Floats, n: int, spread: float, chance: Chance) -> int:
    """The place of a move drawn by its value: one that is worse by `spread` is a third as likely."""
    best = values[:n].max()
    if spread <= 0.0:
        return int64(values[:n].argmax())
    total = 0.0
    for i in range(n):
        total += np.exp((values[i] - best) / spread)
    drawn = uniform(chance) * total
    for i in range(n):
        drawn -= np.exp((values[i] - best) / spread)
        if drawn < 0.0:
            return i
    return int64(values[:n].argmax())


@jit
def adaptive_move(
    view: Record, seat: int, genes: Floats, habits: Floats, stakes: Floats, chance: Chance
) -> int:
    """The move of the program in a position; reads the seat's own cup only."""
    order, values, true = np.empty(CANDIDATES, np.int64), np.empty(CANDIDATES), np.empty(CANDIDATES)
    n = value_moves(view, seat, genes, habits, stakes, order, values, true)
    spread = genes[SPREAD] * die_worth(view, seat, stakes)
    return order[draw_move(values, n, spread, chance)]
