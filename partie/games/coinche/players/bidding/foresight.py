"""Bidding by simulation: in deals consistent with the calls so far, every possible call is followed to a
contract, which is played out.

In each sampled deal all players call like the table bidder after the call in question, and the contract
reached is played out by `scores`. The call with the best mean score is made, so passing, raising, coinche and
surcoinche are all judged by the same measure: the score of the deal. One playout per taker and denomination
serves all their contracts, because the value of a bid does not change the cards played.
"""

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
from partie.games.coinche.rules import MOVES, begin_play, finish_deal, make_call
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
"""The number of the playout policy."""


@jit
def evaluate_calls(
    view: Record, seat: int, mind: int, deals: int, answer: Answer, stop: Stop, chance: Chance
) -> tuple[int, int]:
    """Evaluate every legal call in `deals` worlds; returns the numbers of calls and of finished worlds.

    Fills the answer with the total value of the deals for `seat`.
    """
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
            make_call(calling[0], answer.order[i])
            finish_auction(calling[0])
            answer.visits[i] += 1
            if calling[0].phase == PLAY:
                place = calling[0].bidder * DENOMINATIONS + denomination_of(calling[0].bid)
                if not known[place]:
                    known[place] = True
                    copy(worlds[done], played[place])
                    play_at_eighty(played[place], calling[0], out, chance)
                answer.totals[i] += value_under(played[place], calling[0], seat)
    return n, deals


@lean_jit
def finish_auction(state: Record) -> None:
    """Finish the auction with the calls of the table bidder."""
    while state.phase == BID:
        make_call(state, table_call(state, state.turn, state.hands[state.turn], 0.0))


@jit
def play_at_eighty(state: Record, contract: Record, out: Moves, chance: Chance) -> None:
    """Play the deal at 80, with the same taker and denomination as the contract."""
    state.bid = bid_of(0, denomination_of(contract.bid))
    state.bidder = contract.bidder
    begin_play(state)
    playout(state, SCORES, out, chance)


@lean_jit
def value_under(played: Record, contract: Record, seat: int) -> float:
    """The value of a played deal for a seat under another contract of the same taker and denomination."""
    played.bid = contract.bid
    played.doubled = contract.doubled
    finish_deal(played)
    return worth(played, seat)
