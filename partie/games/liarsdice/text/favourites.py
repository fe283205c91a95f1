"""The moves of which a person's favourites are counted."""

from partie.core.match import Match
from partie.games.liarsdice.rules.bids import quantity_of


def bids_of(match: Match, seat: int) -> list[str]:
    """The bids of a seat."""
    read, state = match.game.notation.read_move, match.state.record
    return [
        move
        for mover, move in zip(match.movers, match.moves, strict=True)
        if mover == seat and quantity_of(read(state, move)) > 0
    ]
