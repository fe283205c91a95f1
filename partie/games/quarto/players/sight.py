"""The board as a player who overlooks some traits sees it.

It is a record of its own, with the set of traits watched, and searches take it like a state. It follows the
rules in everything but what completes a line.
"""

import sys
from typing import Any

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints, Moves, Record
from partie.core.compiled.verbs import register
from partie.games.quarto import rules
from partie.games.quarto.players.searching import prior as prior
from partie.games.quarto.players.searching import starvation
from partie.games.quarto.rules import (
    ALL_TRAITS,
    HIGHEST,
    LOWEST,
    MOVES,
    SEATS,
    list_moves,
    place_and_give,
)
from partie.games.quarto.rules import key as key
from partie.games.quarto.rules import over as over
from partie.games.quarto.rules import score as score
from partie.games.quarto.rules import to_move as to_move

__all__ = ["HIGHEST", "LOWEST", "MOVES", "SEATS", "Seen", "seen"]


def _shape(kind: np.dtype[Any]) -> tuple[Any, ...]:
    """The type of a field, as written in the declaration of a dtype."""
    return (kind.base, kind.shape) if kind.shape else (kind,)


Seen = np.dtype(
    [("watched", "i1"), *((name, *_shape(rules.State[name])) for name in rules.State.names or ())], align=True
)
"""The traits watched come first: the compiler would take a record that begins like a state for a kind of
state, and use its verbs.
"""


def seen(state: Any, traits: int) -> Any:
    """This state as seen by a player who watches only these traits."""
    record = np.zeros(1, Seen).view(np.recarray)[0]
    for field in rules.State.names or ():
        record[field] = state[field]
    record.watched = traits
    return record


@jit
def start(state: Record, options: Ints, chance: Chance) -> None:
    rules.start(state, options, chance)
    state.watched = ALL_TRAITS


@jit
def moves(state: Record, out: Moves) -> int:
    return list_moves(state, state.watched, out)


@jit
def play(state: Record, move: int, chance: Chance) -> None:
    place_and_give(state, move, state.watched)


@jit
def heuristic(state: Record, seat: int) -> float:
    return starvation(state, seat, state.watched)


register(Seen, rules=sys.modules[__name__])
