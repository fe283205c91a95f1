"""Bidding by foresight: the deal is dealt many times as the calls so far suggest, the auction goes on from every call one could make, and what it leads to is played.

In each sampled deal the others, and oneself at one's later turns, call as the table bidder does; the contract reached is then played out by `scores`, every card in its place. The call with the best average of marks is made, so passing, raising, coinche and surcoinche are all judged by the same
measure: the score of the deal. One playout for each taker and denomination serves every contract in it, for the height of a bid does not change the cards played."""

import numpy as np

from partie.core.kernel import jit, lean_jit
from partie.core.verbs import copy, determinise, moves, records, worth
from partie.games.coinche.bidding import table_call
from partie.games.coinche.calls import BID, PLAY, bid_of, denomination_of
from partie.games.coinche.cards import DENOMINATIONS
from partie.games.coinche.rules import MOVES, begin_play, finish_deal, say
from partie.search.playouts import playout

SEATS = 4
SCORES = 1
"""The playout policy."""
DEALT, CALLING, PLAYED = 0, 1, 2
"""Places of the pool: the world, the auction being played on, and the first of the deals played."""


@jit
def weigh_calls(view, seat, deals, order, visits, totals, stop, chance):
    """Judge every legal call in `deals` worlds. Fills `order` with the calls and, for each, `visits` and the sum of what the deal was worth to `seat`. Returns the number of calls and of worlds finished."""
    pool = records(view, PLAYED + SEATS * DENOMINATIONS)
    known = np.empty(SEATS * DENOMINATIONS, np.bool_)
    out = np.empty(MOVES, np.int64)
    n = moves(view, order)
    visits[:n] = 0
    totals[:n] = 0.0
    for done in range(deals):
        if stop[0] and done > 0:
            return n, done
        determinise(view, seat, chance, pool[DEALT])
        known[:] = False
        for i in range(n):
            copy(pool[DEALT], pool[CALLING])
            say(pool[CALLING], order[i])
            call_on(pool[CALLING])
            visits[i] += 1
            if pool[CALLING].phase == PLAY:
                place = pool[CALLING].bidder * DENOMINATIONS + denomination_of(pool[CALLING].bid)
                if not known[place]:
                    known[place] = True
                    copy(pool[DEALT], pool[PLAYED + place])
                    play_at_eighty(pool[PLAYED + place], pool[CALLING], out, chance)
                totals[i] += price(pool[PLAYED + place], pool[CALLING], seat)
    return n, deals


@lean_jit
def call_on(state):
    """Everybody calls as the table says until the bidding ends."""
    while state.phase == BID:
        say(state, table_call(state, state.turn, state.hands[state.turn], 0.0))


@jit
def play_at_eighty(state, contract, out, chance):
    """Play the deal with the lowest contract of the same taker and denomination."""
    state.bid = bid_of(0, denomination_of(contract.bid))
    state.bidder = contract.bidder
    begin_play(state)
    playout(state, SCORES, out, chance)


@lean_jit
def price(played, contract, seat):
    """What a deal that has been played is worth to a seat under another contract of the same taker and denomination."""
    played.bid = contract.bid
    played.doubled = contract.doubled
    finish_deal(played)
    return worth(played, seat)
