"""Random games, to reach positions of all kinds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from partie.core.compiled.chance import below, new_chance
from partie.core.game import PRESET, Game, State
from partie.core.match import Match


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The options of every preset of a game, or its usual ones."""
    return [{PRESET: preset.name} for preset in game.presets] or [{}]


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


def random_match(
    game: Game, seed: str, longest: int, options: Mapping[str, Any] | None = None
) -> Iterator[Match]:
    """Yield a refereed random game before each of its moves and when it ends, after `longest` moves at the
    latest. It is always the same match."""
    chance = new_chance(seed, *(options or {}).values())
    match = Match(game, options, seed)
    while not match.state.over and len(match.moves) < longest:
        yield match
        moves = match.state.moves
        match.play_legal(moves[int(below(chance, len(moves)))])
    yield match
