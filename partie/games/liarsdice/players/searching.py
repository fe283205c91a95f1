"""What searches of Liar's Dice need beyond the rules: how playouts are played."""

from partie.core.compiled.kernel import inline_jit
from partie.core.compiled.types import Chance, Moves, Record, int64
from partie.games.liarsdice.players.odds.kernels import (
    BLUFF,
    TRUST,
    naive_move,
    odds_move,
)
from partie.games.liarsdice.rules import random_move

POLICIES = ("random", "odds", "naive")
ODDS, NAIVE = 1, 2


@inline_jit
def choose(state: Record, policy: int, out: Moves, chance: Chance) -> int:
    """Choose a playout move: any legal one, or that of the programs `odds` and `naive`."""
    if policy == ODDS:
        return odds_move(state, int64(state.turn), TRUST, BLUFF, chance)
    if policy == NAIVE:
        return naive_move(state, int64(state.turn), chance)
    return random_move(state, chance)
