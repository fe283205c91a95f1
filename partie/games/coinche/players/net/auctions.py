"""The auctions a bidding network learns from: any options, any score of the match, cards played by `scores`.

Networks make the calls; once the auction is over, the deal is played out by `scores`. The height of a bid
does not change how `scores` plays, so one playout for each taker and denomination serves all contracts of a
deal.
"""

import numpy as np

from partie.core.compiled.chance import below, uniform
from partie.core.compiled.kernel import jit, lean_jit
from partie.core.compiled.types import Chance, Ints8, Moves, Record, Records
from partie.core.compiled.verbs import copy, records
from partie.games.coinche.players.searching import SCORES
from partie.games.coinche.rules import ROW_MADE, begin_deal, finish_deal
from partie.games.coinche.rules.calls import BID, BID_ONLY, MADE_AND_BID, PLAY, TRICK_POINTS
from partie.games.coinche.rules.cards import DENOMINATIONS
from partie.search.kernels.playouts import playout

SEATS = 4


@jit
def vary(states: Records, chance: Chance) -> None:
    """Deal again at every table, with random options, a random dealer and a random score."""
    for i in range(len(states)):
        luck = below(chance, 20)
        states[i].marking = MADE_AND_BID if luck < 15 else BID_ONLY if luck < 18 else TRICK_POINTS
        states[i].sa_ta = below(chance, 3) > 0
        states[i].generale = below(chance, 8) == 0
        states[i].annonces = below(chance, 5) == 0
        states[i].belote_ta = below(chance, 3) > 0
        states[i].rounding = below(chance, 4) == 0
        states[i].deals = below(chance, 2)
        states[i].target = 1000 if below(chance, 3) else 2000
        for side in range(2):
            states[i].totals[side] = below(chance, states[i].target // 10) * 10 if states[i].deals == 0 else 0
        states[i].number = 0
        states[i].dealer = below(chance, 4)
        begin_deal(states[i], chance)


@jit
def vary_half(states: Records, chance: Chance) -> None:
    """Like `vary`, but half of the tables play a single deal with the usual options."""
    vary(states, chance)
    for i in range(len(states)):
        if below(chance, 2):
            states[i].marking = MADE_AND_BID
            states[i].sa_ta = states[i].belote_ta = states[i].deals = 1
            states[i].generale = states[i].annonces = states[i].rounding = 0
            states[i].target = 1000
            states[i].totals[:] = 0


@jit
def asks(states: Records, players: Ints8, player: int, out: Moves) -> int:
    """Write the tables where a player is to call into `out`; returns how many there are."""
    n = 0
    for i in range(len(states)):
        if states[i].phase == BID and players[i, states[i].turn] == player:
            out[n] = i
            n += 1
    return n


@jit
def mark_punishers(states: Records, seating: Ints8, share: float, chance: Chance) -> None:
    """Choose the sides that punish overbidding: a share of those on which the rival, player 1, sits.

    They are kept in the number of deals thrown in, which nobody reads during an auction."""
    for i in range(len(states)):
        states[i].thrown = 0
        for side in range(2):
            if seating[i, side] == 1 and uniform(chance) < share:
                states[i].thrown |= 1 << side


@lean_jit
def is_punished(state: Record) -> bool:
    """Whether the opponents of the takers, who see all cards, coinche a finished deal after the fact."""
    lost = state.sheet[state.number - 1, ROW_MADE] == 0
    return lost and state.doubled == 0 and (state.thrown >> (1 - (state.bidder & 1)) & 1) == 1


@jit
def ends(states: Records, chance: Chance) -> None:
    """Play out every deal whose auction is over; one playout serves all contracts of a deal in a row."""
    played = records(states[0], SEATS * DENOMINATIONS)
    known = np.zeros(SEATS * DENOMINATIONS, np.bool_)
    hands = np.zeros(SEATS, np.int64)
    out = np.empty(8, np.int64)
    for i in range(len(states)):
        if states[i].phase != PLAY:
            continue
        same = True
        for seat in range(SEATS):
            same = same and hands[seat] == states[i].hands[seat]
            hands[seat] = states[i].hands[seat]
        if not same:
            known[:] = False
        place = states[i].bidder * DENOMINATIONS + states[i].denomination
        bid, doubled = states[i].bid, states[i].doubled
        own, other = states[i].totals[0], states[i].totals[1]
        if known[place]:
            copy(played[place], states[i])
            states[i].bid, states[i].doubled = bid, doubled
            states[i].totals[0], states[i].totals[1] = own, other
            finish_deal(states[i])
        else:
            known[place] = True
            playout(states[i], SCORES, out, chance)
            copy(states[i], played[place])
        if is_punished(states[i]):
            states[i].doubled = 1
            states[i].totals[0], states[i].totals[1] = own, other
            finish_deal(states[i])
