"""Bidding by foresight: the deal is dealt many times as the calls so far suggest, the auction goes on from every call one could make, and what it leads to is played.

In each sampled deal the others, and oneself at one's later turns, call as the table bidder does; the contract reached is then played out by `scores`, every card in its place. The call with the best average of marks is made, so passing, raising, coinche and surcoinche are all judged by the same
measure: the score of the deal. One playout for each taker and denomination serves every contract in it, for the height of a bid does not change the cards played."""

import numpy as np

from partie.core.compiled.kernel import (
    jit,
    lean_jit,
)
from partie.core.compiled.types import Chance, Moves, Record, Stop
from partie.core.compiled.verbs import (
    copy,
    draw,
    records,
    worth,
)
from partie.games.coinche.players.bidding.kernels import table_call
from partie.games.coinche.rules import MOVES, begin_play, finish_deal, say
from partie.games.coinche.rules.calls import (
    BID,
    PLAY,
    bid_of,
    denomination_of,
)
from partie.games.coinche.rules.cards import DENOMINATIONS
from partie.search.kernels.answer import Answer, begin
from partie.search.kernels.playouts import playout

SEATS = 4
SCORES = 1
"""The playout policy."""


@jit
def weigh_calls(
    view: Record, seat: int, mind: int, deals: int, answer: Answer, stop: Stop, chance: Chance
) -> tuple[int, int]:
    """Judge every legal call in `deals` worlds. Fills the answer with sums of what the deal was worth to `seat`. Returns the number of calls and of worlds finished."""
    worlds = records(view, deals)
    calling = records(view, 1)
    played = records(view, SEATS * DENOMINATIONS)
    known = np.empty(SEATS * DENOMINATIONS, np.bool_)
    out = np.empty(MOVES, np.int64)
    n = begin(view, answer)
    draw(view, seat, mind, chance, worlds, stop)
    for done in range(deals):
        if stop[0] and done > 0:
            return n, done
        known[:] = False
        for i in range(n):
            copy(worlds[done], calling[0])
            say(calling[0], answer.order[i])
            call_on(calling[0])
            answer.visits[i] += 1
            if calling[0].phase == PLAY:
                place = calling[0].bidder * DENOMINATIONS + denomination_of(calling[0].bid)
                if not known[place]:
                    known[place] = True
                    copy(worlds[done], played[place])
                    play_at_eighty(played[place], calling[0], out, chance)
                answer.totals[i] += price(played[place], calling[0], seat)
    return n, deals


@lean_jit
def call_on(state: Record) -> None:
    """Everybody calls as the table says until the bidding ends."""
    while state.phase == BID:
        say(state, table_call(state, state.turn, state.hands[state.turn], 0.0))


@jit
def play_at_eighty(state: Record, contract: Record, out: Moves, chance: Chance) -> None:
    """Play the deal with the lowest contract of the same taker and denomination."""
    state.bid = bid_of(0, denomination_of(contract.bid))
    state.bidder = contract.bidder
    begin_play(state)
    playout(state, SCORES, out, chance)


@lean_jit
def price(played: Record, contract: Record, seat: int) -> float:
    """What a deal that has been played is worth to a seat under another contract of the same taker and denomination."""
    played.bid = contract.bid
    played.doubled = contract.doubled
    finish_deal(played)
    return worth(played, seat)
