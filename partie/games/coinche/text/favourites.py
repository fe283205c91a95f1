"""The moves of which a person's favourites are counted."""

import re

from partie.core.match import Match

_BID = re.compile(r"(?:[89]\d|1\d\d)[a-z]+|capot [a-z]+|generale [a-z]+")


def bids_of(match: Match, seat: int) -> list[str]:
    """The contracts a seat has bid."""
    made = zip(match.movers, match.moves, strict=True)
    return [move for mover, move in made if mover == seat and _BID.fullmatch(move)]
