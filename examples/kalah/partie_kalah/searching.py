"""What searches need beyond the rules: an evaluation and a move ordering."""

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Record
from partie_kalah.rules import ROW


@jit
def heuristic(state: Record, seat: int) -> float:
    return float(state.stores[seat] - state.stores[1 - seat])


@jit
def prior(state: Record, move: int) -> float:
    """Prefer extra turns, then houses next to the store, whose stones are most exposed."""
    if state.houses[ROW * state.turn + move] == state.width - move:
        return 10.0 + move
    return float(move)
