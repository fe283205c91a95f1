"""Evaluating actions: playouts of the round in determinizations ("worlds") drawn from a belief.

The others act by the behaviour drawn for them together with their dice, so the value of a bid includes what
it tells them and whether they then raise, contest or confirm: this is where bluffs come from. The program
itself continues as the kind of player it takes itself for. The end of a round is valued by the chance to win
the game with the dice left: every player has a strength that depends on their number of dice, and wins in
proportion to it (`stakes`, learned from records).

Candidates are narrowed down by sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in
multi-armed bandits", 2013).
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Flags, Floats, Ints, Moves, Record, Stop, int64
from partie.core.compiled.verbs import (
    copy,
    records,
)
from partie.games.liarsdice.players.reader.behaviour import (
    BUCKETS,
    GROUPS,
    MOST_ACTIONS,
    SCENE,
    act,
    count_held,
    fill_buckets,
    fill_scene,
)
from partie.games.liarsdice.players.reader.belief import (
    HAND_COUNT,
    HANDS,
    count_chances,
)
from partie.games.liarsdice.rules import count_dice, make_bid
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    least,
    quantity_of,
)

STAKES = 21 + 3
"""The number of stakes weights: for two, three or more players left, the strength of 0 … 6 dice; then the
effect of starting.
"""
CANDIDATES = 64
STAGES = 4
HOPELESS = 0.002
"""Bids less likely to be true than this are not considered."""


class Model(NamedTuple):
    """What the program believes of the players: their dice, and how each kind of player behaves.

    `own` is the kind it takes itself for; with probability `doubt` another acts as a `sceptic`."""

    belief: Floats
    tables: Floats
    own: int
    sceptic: int
    doubt: float
    stakes: Floats


class Found(NamedTuple):
    """What is found out about the candidates: the move, its value, its playouts, and the probability that the
    bid in question is true."""

    order: Ints
    values: Floats
    visits: Ints
    true: Floats


def new_found() -> Found:
    """Space for what is found out."""
    moves, visits = np.empty(CANDIDATES, np.int64), np.empty(CANDIDATES, np.int64)
    return Found(moves, np.empty(CANDIDATES), visits, np.empty(CANDIDATES))


class Ends(NamedTuple):
    """A seat's chance to win after every possible end of the round; see `prizes`."""

    lost: Floats
    exact: Floats


class Scratch(NamedTuple):
    """What playing a round needs; `buckets` are of the position that it is played from."""

    buckets: Ints
    scene: Ints
    held: Ints
    moves: Moves
    features: Ints
    weights: Floats


@jit
def stage(left: int) -> int:
    """0 for a duel, 1 for three players, 2 for more."""
    return min(left, 4) - 2


@jit
def win_chance(dice: Ints, players: int, starter: int, seat: int, stakes: Floats) -> float:
    """A seat's chance to win the game when a round begins with these dice."""
    if dice[seat] == 0:
        return 0.0
    left = 0
    for other in range(players):
        left += dice[other] > 0
    if left == 1:
        return 1.0
    while dice[starter] == 0:
        starter = (starter + 1) % players
    mine, total = 0.0, 0.0
    for other in range(players):
        if dice[other] > 0:
            strength = stakes[stage(left) * 7 + dice[other]]
            if other == starter:
                strength += stakes[21 + stage(left)]
            total += np.exp(strength)
            if other == seat:
                mine = np.exp(strength)
    return mine / total


@jit
def after_loss(state: Record, loser: int, seat: int, stakes: Floats, dice: Ints) -> float:
    """The chance to win after one player has lost a die and starts."""
    dice[:] = state.dice
    dice[loser] -= 1
    return win_chance(dice, state.players, loser, seat, stakes)


@jit
def after_exact(state: Record, caller: int, bidder: int, seat: int, stakes: Floats, dice: Ints) -> float:
    """The chance to win after a correct confirm."""
    dice[:] = state.dice
    if state.gains:
        dice[caller] = min(dice[caller] + 1, state.most)
    else:
        for other in range(state.players):
            if other != caller and dice[other] > 0:
                dice[other] -= 1
    return win_chance(dice, state.players, bidder, seat, stakes)


@jit
def prizes(state: Record, seat: int, stakes: Floats, ends: Ends) -> None:
    """Write a seat's chance to win after every possible end of the round: `lost[loser]`, and `exact[caller,
    bidder]` after a correct confirm.
    """
    dice = np.empty(8, np.int64)
    for one in range(state.players):
        if state.dice[one] > 0:
            ends.lost[one] = after_loss(state, one, seat, stakes, dice)
            for bidder in range(state.players):
                if bidder != one and state.dice[bidder] > 0:
                    ends.exact[one, bidder] = after_exact(state, one, bidder, seat, stakes, dice)


@jit
def value_of_call(state: Record, call: int, ends: Ends) -> float:
    """The value of the round when the player to move calls in this world; see `prizes`."""
    quantity, face = quantity_of(state.standing), face_of(state.standing)
    counted = count_dice(state, face)
    if call == CONTEST:
        return ends.lost[state.turn] if counted >= quantity else ends.lost[state.bidder]
    return ends.exact[state.turn, state.bidder] if counted == quantity else ends.lost[state.turn]


@jit
def call_value(view: Record, seat: int, call: int, chances: Floats, ends: Ends) -> float:
    """The chance to win when calling now; `chances` is the distribution of the count of the standing face."""
    quantity = quantity_of(view.standing)
    if call == CONFIRM:
        right = chances[quantity]
        return right * ends.exact[seat, view.bidder] + (1.0 - right) * ends.lost[seat]
    true = chances[quantity:].sum()
    return true * ends.lost[seat] + (1.0 - true) * ends.lost[view.bidder]


@jit
def candidates(view: Record, chances: Floats, order: Ints) -> int:
    """Write the moves worth considering, calls first; returns how many.

    `chances[face]` is the distribution of the count of a face.
    """
    n = 0
    if view.standing > 0:
        for call in range(CONTEST, CONFIRM + view.spot_on):
            order[n] = call
            n += 1
    for face in range(view.faces):
        low = least(face, int64(view.standing), int64(view.total), int64(view.wild))
        mean = 0.0
        for count in range(view.total + 1):
            mean += count * chances[face, count]
        first = max(low, int64(mean) - 2)
        for quantity in range(low, view.total + 1):
            likely = chances[face, quantity:].sum()
            if (quantity == low or first <= quantity < first + 6) and n < CANDIDATES:
                if likely < HOPELESS and n > 0:
                    break
                order[n] = bid(quantity, face)
                n += 1
    return n


@jit
def sum_beliefs(view: Record, seat: int, belief: Floats, sums: Floats) -> None:
    """Write the cumulative sums of every player's belief, for sampling."""
    for other in range(view.players):
        total = 0.0
        if other == seat or view.dice[other] == 0:
            continue
        hands = HAND_COUNT[view.faces - 2, view.dice[other]]
        for kind in range(belief.shape[1]):
            for hand in range(hands):
                total += belief[other, kind, hand]
                sums[other, kind * hands + hand] = total


@jit
def draw_world(
    view: Record, seat: int, sums: Floats, model: Model, state: Record, acts_as: Ints, chance: Chance
) -> None:
    """Sample the others' cups and behaviours from the belief.

    With probability `doubt` a player acts as a sceptic instead: otherwise a slightly wrong model would be
    trusted with wild bids.
    """
    copy(view, state)
    for other in range(view.players):
        if other == seat or view.dice[other] == 0:
            continue
        hands = HAND_COUNT[view.faces - 2, view.dice[other]]
        size = model.belief.shape[1] * hands
        found = np.searchsorted(sums[other, :size], uniform(chance) * sums[other, size - 1], side="right")
        found = min(found, size - 1)
        acts_as[other] = model.sceptic if uniform(chance) < model.doubt else found // hands
        for face in range(view.faces):
            state.cups[other, face] = HANDS[view.faces - 2, view.dice[other], found % hands, face]


@jit
def play_round(
    state: Record, model: Model, acts_as: Ints, ends: Ends, scratch: Scratch, chance: Chance
) -> float:
    """Play the round to its end; returns its value."""
    scene, held = scratch.scene, scratch.held
    while True:
        turn = int64(state.turn)
        fill_scene(state, turn, scene)
        count_held(state.cups, turn, state.faces, state.wild, held)
        table = model.tables[acts_as[turn]]
        move = act(
            scene, scratch.buckets, held, table, scratch.moves, scratch.features, scratch.weights, chance
        )
        if quantity_of(move) == 0:
            return value_of_call(state, move, ends)
        make_bid(state, move)


@jit
def evaluate_moves(view: Record, model: Model, rounds: int, found: Found, stop: Stop, chance: Chance) -> int:
    """Evaluate the candidates of the player to move; returns how many there are.

    Fills `found`. A call has no playouts: its value is exact. What a bid has as `true`, a confirm has for the
    standing bid being exact.
    """
    seat = int64(view.turn)
    order, values, visits, true = found
    chances = np.zeros((6, 50))
    ends = Ends(np.zeros(8), np.zeros((8, 8)))
    prizes(view, seat, model.stakes, ends)
    for face in range(view.faces):
        count_chances(view, seat, model.belief, face, chances[face])
    n = candidates(view, chances, order)
    alive = np.zeros(n, np.bool_)
    for i in range(n):
        subject = order[i] if quantity_of(order[i]) else int64(view.standing)
        true[i] = chances[face_of(subject), quantity_of(subject) :].sum()
        visits[i] = 0
        values[i] = 0.0
        alive[i] = quantity_of(order[i]) > 0
        if not alive[i]:
            values[i] = call_value(view, seat, order[i], chances[face_of(subject)], ends)
        if order[i] == CONFIRM:
            true[i] = chances[face_of(subject), quantity_of(subject)]
    run_halving(view, model, ends, rounds, found, alive, stop, chance)
    return n


@jit
def run_halving(
    view: Record,
    model: Model,
    ends: Ends,
    rounds: int,
    found: Found,
    alive: Flags,
    stop: Stop,
    chance: Chance,
) -> None:
    """Sequential halving: play rounds with the remaining bids and drop the worse half, until few are left."""
    seat, belief, values, visits = int64(view.turn), model.belief, found.values, found.visits
    pool = records(view, 2)
    sums = np.empty((8, belief.shape[1] * belief.shape[2]))
    sum_beliefs(view, seat, belief, sums)
    acts_as = np.full(8, model.own)
    buckets, scene = np.empty(BUCKETS, np.int64), np.empty(SCENE, np.int64)
    held, moves = np.empty(6, np.int64), np.empty(MOST_ACTIONS, np.int64)
    features, weights = np.empty((MOST_ACTIONS, GROUPS), np.int64), np.empty(MOST_ACTIONS)
    fill_buckets(int64(view.total), int64(view.faces), int64(view.wild), int64(view.dice.max()), buckets)
    scratch = Scratch(buckets, scene, held, moves, features, weights)
    worlds = 0
    for step in range(STAGES):
        count = alive.sum()
        for _ in range(max(1, rounds // STAGES // max(1, count))):
            if stop[0] and worlds > 0:
                return
            worlds += 1
            draw_world(view, seat, sums, model, pool[0], acts_as, chance)
            for i in range(len(alive)):
                if alive[i]:
                    copy(pool[0], pool[1])
                    make_bid(pool[1], found.order[i])
                    got = play_round(pool[1], model, acts_as, ends, scratch, chance)
                    visits[i] += 1
                    values[i] += (got - values[i]) / visits[i]
        if step < STAGES - 1:
            keep_best(alive, values, max(3, count // 2))


@jit
def keep_best(alive: Flags, values: Floats, keep: int) -> None:
    """Keep only the `keep` best of those alive."""
    while alive.sum() > keep:
        worst = -1
        for i in range(len(alive)):
            if alive[i] and (worst < 0 or values[i] < values[worst]):
                worst = i
        alive[worst] = False
