"""Random games, to reach positions of all kinds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from partie.core.compiled.chance import below, new_chance
from partie.core.game import Game, State


def random_positions(
    game: Game, seed: str, plies: Collection[int], options: Mapping[str, Any] | None = None
) -> Iterator[State]:
    """Yield the positions of a random game after these numbers of moves, as far as it gets.

    It is always the same state, which goes on afterwards."""
    chance = new_chance(seed, *(options or {}).values())
    state = game.start(options, chance=chance)
    for ply in range(max(plies) + 1):
        if state.over:
            return
        if ply in plies:
            yield state
        moves = state.moves
        state.play(moves[int(below(chance, len(moves)))], chance)
