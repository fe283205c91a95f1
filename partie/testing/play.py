"""Random games, which reach positions that nobody has thought of."""

from __future__ import annotations

from typing import Any

from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import Game
from partie.core.match import Match
from partie.core.parameters import Parameter


def play_on(match: Match, plies: int, seed: object = 0) -> None:
    """Play random moves, at most `plies`."""
    chance = new_chance(seed, "testing")
    for _ in range(plies):
        if match.state.over:
            return
        moves = match.state.moves
        match.play(moves[int(below(chance, len(moves)))])


def any_match(game: Game, seed: object, chance: Any) -> Match:
    """A new game with random options and a random number of players."""
    options = {option.name: _any_value(option, chance) for option in game.options}
    seats = game.seats[0] + int(below(chance, game.seats[1] - game.seats[0] + 1))
    return Match(game, options, seed, seats if game.seats_by is None else None)


def _any_value(parameter: Parameter, chance: Any) -> Any:
    if parameter.kind == "switch":
        return bool(below(chance, 2))
    if parameter.kind == "choice":
        choices = list(parameter.choices or ())
        return choices[int(below(chance, len(choices)))]
    if parameter.kind == "integer":
        low, high = int(parameter.low or 0), int(parameter.high or 0)
        return low + int(below(chance, high - low + 1))
    return parameter.default
