"""What searches of Coinche need beyond the rules: playout policies, and sampling worlds by memory and
belief."""

from partie.core.compiled.bits import random_member
from partie.core.compiled.chance import below
from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Chance, Moves, Record, int64
from partie.games.coinche.players.beliefs import draw as draw
from partie.games.coinche.players.beliefs import guess as guess
from partie.games.coinche.players.bidding.kernels import table_call
from partie.games.coinche.players.scores.kernels import scores_card
from partie.games.coinche.rules import legal_cards, lowest_step
from partie.games.coinche.rules.calls import (
    BID,
    DEAL,
    PASS,
    PLAY,
    bid_of,
)

POLICIES = ("random", "scores")
SCORES = 1
_RANDOM_BIDS = 5
"""The number of steps random playouts may bid."""
_OPENINGS, _RAISES = 4, 1
"""How often in sixteen turns random playouts open the bidding, and overcall."""


@lean_jit
def choose(state: Record, policy: int, out: Moves, chance: Chance) -> int:
    """Choose a playout move.

    Random: any legal card; mostly passes and some low bids in a suit. Scores: cards by `scores`, calls by the
    table bidder.
    """
    if state.phase == PLAY:
        if policy == SCORES:
            return scores_card(state, legal_cards(state))
        return random_member(legal_cards(state), chance)
    if state.phase == BID:
        if policy == SCORES:
            return int64(table_call(state, int64(state.turn), state.hands[state.turn], 0.0))
        step = lowest_step(state)
        if step < _RANDOM_BIDS and below(chance, 16) < (_OPENINGS if step == 0 else _RAISES):
            return bid_of(step, below(chance, 4))
        return int64(PASS)
    return int64(DEAL)
