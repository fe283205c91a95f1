"""What an action leads to: the round played on many times in worlds drawn from a belief.

The others act by the behaviour drawn for them together with their dice, so what one's own bid tells them, and whether they then raise, contest or confirm, is part of its value: this is where bluffs come
from. Oneself plays on as the kind of player one takes oneself for. A round's end is valued by the chance to win the game with the dice that are left: every player has a strength that depends on his number of dice, and
wins in proportion to it (`stakes`, learned from records).

Candidates are narrowed down step by step, half of them each time ("sequential halving": Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
"""

import numpy as np

from partie.core.compiled.chance import uniform
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Flags, Floats, Ints, Moves, Record, Stop, int64
from partie.core.compiled.verbs import (
    copy,
    records,
)
from partie.games.liarsdice.players.reader.behaviour import (
    GROUPS,
    MOST_ACTIONS,
    RULER,
    SCENE,
    act,
    hold,
    look,
    measure,
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
    least,
)

STAKES = 21 + 3
"""Weights of the stakes: for two, three or more players left the strength of 0 … 6 dice, then what it adds to have to start."""
CANDIDATES = 64
STAGES = 4
HOPELESS = 0.002
"""A bid less likely to be true than this is not thought of."""


@jit
def stage(left: int) -> int:
    """0 for a duel, 1 for three players, 2 for more."""
    return min(left, 4) - 2


@jit
def outlook(dice: Ints, players: int, starter: int, seat: int, stakes: Floats) -> float:
    """The chance of a seat to win the game when a round begins with these dice."""
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
    """The outlook when one player loses a die and starts."""
    dice[:] = state.dice
    dice[loser] -= 1
    return outlook(dice, state.players, loser, seat, stakes)


@jit
def after_exact(state: Record, caller: int, bidder: int, seat: int, stakes: Floats, dice: Ints) -> float:
    """The outlook after a right confirm."""
    dice[:] = state.dice
    if state.gains:
        dice[caller] = min(dice[caller] + 1, state.most)
    else:
        for other in range(state.players):
            if other != caller and dice[other] > 0:
                dice[other] -= 1
    return outlook(dice, state.players, bidder, seat, stakes)


@jit
def prizes(state: Record, seat: int, stakes: Floats, lost: Floats, exact: Floats) -> None:
    """The outlook of a seat after every possible end of the round: `lost[loser]`, and `exact[caller, bidder]` after a right confirm."""
    dice = np.empty(8, np.int64)
    for one in range(state.players):
        if state.dice[one] > 0:
            lost[one] = after_loss(state, one, seat, stakes, dice)
            for bidder in range(state.players):
                if bidder != one and state.dice[bidder] > 0:
                    exact[one, bidder] = after_exact(state, one, bidder, seat, stakes, dice)


@jit
def called(state: Record, call: int, lost: Floats, exact: Floats) -> float:
    """What the round brings when the player to move calls in this world; see `prizes`."""
    quantity, face = state.standing >> 3, state.standing & 7
    counted = count_dice(state, face)
    if call == CONTEST:
        return lost[state.turn] if counted >= quantity else lost[state.bidder]
    return exact[state.turn, state.bidder] if counted == quantity else lost[state.turn]


@jit
def call_value(view: Record, seat: int, call: int, chances: Floats, lost: Floats, exact: Floats) -> float:
    """The outlook when one calls now; `chances` is the distribution of the count of the standing face."""
    quantity = view.standing >> 3
    if call == CONFIRM:
        right = chances[quantity]
        return right * exact[seat, view.bidder] + (1.0 - right) * lost[seat]
    true = chances[quantity:].sum()
    return true * lost[seat] + (1.0 - true) * lost[view.bidder]


@jit
def candidates(view: Record, chances: Floats, order: Ints) -> int:
    """The moves worth a thought; returns how many. Calls come first. `chances[face]` is the distribution of the count of a face."""
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
                order[n] = quantity << 3 | face
                n += 1
    return n


@jit
def cumulate(view: Record, seat: int, belief: Floats, sums: Floats) -> None:
    """Running sums of every player's belief, to draw from."""
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
    view: Record,
    seat: int,
    sums: Floats,
    kinds: int,
    sceptic: int,
    doubt: float,
    state: Record,
    acts_as: Ints,
    chance: Chance,
) -> None:
    """Fill the cups of the others, and choose how each of them behaves, at random from the belief. With the chance `doubt` one is wrong about somebody's behaviour, and he acts as a sceptic:
    without that, a model that is a little wrong would be relied on for wild bids."""
    copy(view, state)
    for other in range(view.players):
        if other == seat or view.dice[other] == 0:
            continue
        hands = HAND_COUNT[view.faces - 2, view.dice[other]]
        size = kinds * hands
        found = np.searchsorted(sums[other, :size], uniform(chance) * sums[other, size - 1], side="right")
        found = min(found, size - 1)
        acts_as[other] = sceptic if uniform(chance) < doubt else found // hands
        for face in range(view.faces):
            state.cups[other, face] = HANDS[view.faces - 2, view.dice[other], found % hands, face]


@jit
def play_round(
    state: Record,
    ruler: Ints,
    tables: Floats,
    acts_as: Ints,
    lost: Floats,
    exact: Floats,
    scene: Ints,
    held: Ints,
    moves: Moves,
    features: Ints,
    weights: Floats,
    chance: Chance,
) -> float:
    """Play the round on to its end and return what it brings."""
    while True:
        turn = int64(state.turn)
        look(state, turn, scene)
        hold(state.cups, turn, state.faces, state.wild, held)
        move = act(scene, ruler, held, tables[acts_as[turn]], moves, features, weights, chance)
        if move >> 3 == 0:
            return called(state, move, lost, exact)
        make_bid(state, move)


@jit
def foresee(
    view: Record,
    seat: int,
    tables: Floats,
    own: int,
    sceptic: int,
    doubt: float,
    stakes: Floats,
    belief: Floats,
    rounds: int,
    order: Ints,
    values: Floats,
    visits: Ints,
    true: Floats,
    stop: Stop,
    chance: Chance,
) -> int:
    """Value the candidates: fills `order`, `values` (the chance to win), `visits` (rounds played; 0 for a call, whose value is exact) and `true`, the chance that the bid in question is true
    (for a confirm: exact). `own`: the kind of player one takes oneself for; `sceptic` and `doubt`: see `draw_world`. Returns how many there are."""
    chances = np.zeros((6, 50))
    lost, exact = np.zeros(8), np.zeros((8, 8))
    prizes(view, seat, stakes, lost, exact)
    for face in range(view.faces):
        count_chances(view, seat, belief, face, chances[face])
    n = candidates(view, chances, order)
    alive = np.zeros(n, np.bool_)
    for i in range(n):
        bid = order[i] if order[i] >> 3 else int64(view.standing)
        true[i] = chances[bid & 7, bid >> 3 :].sum()
        visits[i] = 0
        values[i] = 0.0
        alive[i] = order[i] >> 3 > 0
        if not alive[i]:
            values[i] = call_value(view, seat, order[i], chances[bid & 7], lost, exact)
        if order[i] == CONFIRM:
            true[i] = chances[bid & 7, bid >> 3]
    halve(
        view,
        seat,
        tables,
        own,
        sceptic,
        doubt,
        lost,
        exact,
        belief,
        rounds,
        order,
        values,
        visits,
        alive,
        stop,
        chance,
    )
    return n


@jit
def halve(
    view: Record,
    seat: int,
    tables: Floats,
    own: int,
    sceptic: int,
    doubt: float,
    lost: Floats,
    exact: Floats,
    belief: Floats,
    rounds: int,
    order: Ints,
    values: Floats,
    visits: Ints,
    alive: Flags,
    stop: Stop,
    chance: Chance,
) -> None:
    """Play rounds with the bids that are alive and drop the worse half, until few are left."""
    pool = records(view, 2)
    sums = np.empty((8, belief.shape[1] * belief.shape[2]))
    cumulate(view, seat, belief, sums)
    acts_as, scene = np.full(8, own), np.empty(SCENE, np.int64)
    held, moves = np.empty(6, np.int64), np.empty(MOST_ACTIONS, np.int64)
    features, weights = np.empty((MOST_ACTIONS, GROUPS), np.int64), np.empty(MOST_ACTIONS)
    ruler = np.empty(RULER, np.int64)
    measure(int64(view.total), int64(view.faces), int64(view.wild), int64(view.dice.max()), ruler)
    worlds = 0
    for step in range(STAGES):
        count = alive.sum()
        for _ in range(max(1, rounds // STAGES // max(1, count))):
            if stop[0] and worlds > 0:
                return
            worlds += 1
            draw_world(view, seat, sums, belief.shape[1], sceptic, doubt, pool[0], acts_as, chance)
            for i in range(len(alive)):
                if alive[i]:
                    copy(pool[0], pool[1])
                    make_bid(pool[1], order[i])
                    got = play_round(
                        pool[1], ruler, tables, acts_as, lost, exact, scene, held, moves, features, weights, chance
                    )  # fmt: skip
                    visits[i] += 1
                    values[i] += (got - values[i]) / visits[i]
        if step < STAGES - 1:
            keep_better(alive, values, max(3, count // 2))


@jit
def keep_better(alive: Flags, values: Floats, keep: int) -> None:
    """Only so many of those alive stay alive: the best."""
    while alive.sum() > keep:
        worst = -1
        for i in range(len(alive)):
            if alive[i] and (worst < 0 or values[i] < values[worst]):
                worst = i
        alive[worst] = False
