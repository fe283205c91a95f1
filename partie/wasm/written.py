"""Everything a page shows of a game, position by position, and what programs decide there.

It runs natively and on a device, to compare what both say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from partie.core.agent import ask
from partie.core.decisions import written_decision
from partie.core.game import Game, State
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.core.walks import random_match

_SHOWN = 40
"""The most moves of a position that are written."""
_REFUSED = 6
"""The most moves of a position that are tried again in later ones."""


def write_position(match: Match, others: Iterable[int]) -> list[Any]:
    """Everything that is shown of a position; `others` are moves that may be refused."""
    game, state = match.game, match.state
    found: list[Any] = []
    for view in (state.view(state.to_move), state.view(-1), state.open_view(0)):
        moves = view.moves
        found += [view.display(), str(view), game.notation.legal_data(view.record, moves) if moves else None]
        found += [[view.text(move), game.notation.move_data(view.record, move)] for move in moves[:_SHOWN]]
    found += [state.parse(state.text(move)) for move in state.moves[:_SHOWN]]
    found += [
        str(game.notation.refusal(state.record, move, move)) for move in others if not state.is_legal(move)
    ]
    found.append(str(game.position(str(state), match.options, state.seats)))
    found += [state.scores, match.shown, match.hidden[-1:], match.data[-1:]]
    if state.over:
        why = game.outcome(state)
        found.append(None if why is None else game.phrase(*why))
    if game.rounds is not None:
        found.append(game.rounds(state))
    return found


def write_game(
    game: Game, options: Mapping[str, Any], seed: str, longest: int, every: int = 1
) -> Iterator[list[Any]]:
    """Everything that is shown in a random game, in every position or in one of `every`."""
    seen: list[int] = []
    for number, match in enumerate(random_match(game, seed, longest, options)):
        if number % every == 0:
            yield write_position(match, seen[-_REFUSED:])
        seen += match.state.moves[:_REFUSED]


def write_decision(state: State, spec: str, seed: str) -> dict[str, Any]:
    """What a program decides, with its reason in words."""
    view = state.view(state.to_move)
    decision = ask(build_agent(state.game, spec, seed), view)
    why = decision.why
    known = why is not None and why.key in state.game.phrases
    said = state.game.phrase(why.key, why.data) if why is not None and known else None
    return {**written_decision(decision), "said": said}
