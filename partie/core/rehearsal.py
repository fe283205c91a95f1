"""Doing once what tables, pages and records do with a game, so that what they call is compiled beforehand.

Programs are asked separately (`warm.py`). What a game computes besides, for its own routes, it rehearses
itself (`Capabilities.rehearsal`)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from partie.core.agent import Budget
from partie.core.errors import PartieError
from partie.core.game import Game, State
from partie.core.match import Match
from partie.core.record import read_record, record_of
from partie.core.walks import option_sets, random_match

_SEED = "rehearsal"
_MOST_PLIES = 300
_LOOKS = frozenset({0, 1, 2, 3, 7, 15, 31, 63, 127, 255})
"""The numbers of moves after which a position is looked at, which takes much longer than playing a move."""
_MOST_MOVES = 20
_EXPLAINED = 23
"""Of this many moves one is explained."""


def rehearse(game: Game, stopped: Callable[[], bool], longest: int = _MOST_PLIES) -> None:
    """Play one random game with each preset as a table does, look at positions as pages do, and read its
    record again."""
    for options in option_sets(game):
        for match in random_match(game, _SEED, longest, options):
            if stopped():
                return
            if len(match.moves) in _LOOKS:
                _look(match)
            match.view().display()
        _look(match)
        _reread(match)
        _comment(match)
    if game.can.rehearsal is not None:
        game.can.rehearsal.load()()


def _look(match: Match) -> None:
    state = match.state
    state.scores  # noqa: B018
    for seat in range(-1, state.seats):
        state.view(seat).display()
    for view in (state.view(-1), state.view(state.to_move)):
        with contextlib.suppress(PartieError):  # nobody can be asked for advice in every view
            match.game.position(str(view), match.options)
    state.open_view(-1).display()
    match.game.outcome(state)
    moves = state.moves
    state.game.notation.legal_data(state.record, moves)
    for move in moves[:: len(moves) // _MOST_MOVES + 1]:
        state.parse(state.text(move))
    _be_refused(state, max(moves, default=0) + 1)


def _comment(match: Match) -> None:
    """Comment on the game as its pages do, if it has comments."""
    if match.game.can.commentary is None:
        return
    commentary = match.game.can.commentary.load()
    commentary.remarks(match, 0, Budget())
    for ply in range(0, len(match.moves), _EXPLAINED):
        commentary.explain(match, ply, None, Budget())


def _be_refused(state: State, number: int) -> None:
    """Try a move that is probably illegal, for the reason."""
    with contextlib.suppress(PartieError):
        state.legal(number)


def _reread(match: Match) -> None:
    """Read the record of the match again, and replay it."""
    seats = [f"seat {seat}" for seat in range(match.state.seats)]
    replayed = read_record(str(record_of(match, seats))).replay()
    replayed.past(0)
