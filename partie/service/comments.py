"""Comments on the game at a table: remarks on what was played, and the reasons for a move.

The game makes them (`core/commentary.py`); a program that played a move is asked again for its reason.
"""

from __future__ import annotations

from typing import Any

from partie.core.agent import Budget, Lasting, ask
from partie.core.commentary import Said
from partie.core.parameters import Text
from partie.core.registry import build_agent
from partie.service import models, show
from partie.service.table import Table
from partie.service.thinking import table_seed

_ASKED_AGAIN = 0.5
"""The share of the time for which a program may be asked again."""


def commentary(table: Table, since: int, budget: Budget) -> models.Commentary:
    """Return the game's remarks on the moves of a table from number `since` on."""
    found = _commentator(table).remarks(table.match, since, budget)
    return models.Commentary(
        remarks=[
            models.Remark(first=one.first, last=one.last, seat=one.seat, text=_words(one.text), turn=one.turn)
            for one in found
        ]
    )


def explanation(table: Table, ply: int, budget: Budget) -> models.Explanation:
    """Return why the move with this number was played."""
    said = _said(table, ply, budget.part(_ASKED_AGAIN))
    found = _commentator(table).explain(table.match, ply, said, budget)
    return models.Explanation(
        title=_words(found.title),
        lines=[
            models.ExplanationLine(label=_words(line.label), text=_words(line.text)) for line in found.lines
        ],
    )


def _commentator(table: Table) -> Any:
    assert table.game.can.commentary is not None
    return table.game.can.commentary.load()


def _words(text: Text) -> models.Words:
    return models.Words(en=text["en"], fr=text["fr"])


def _said(table: Table, ply: int, budget: Budget) -> Said | None:
    """What the program that played a move says about it; None for a person, or if it would decide otherwise
    now that it is asked again."""
    spec, match = table.move_agents[ply], table.match
    if spec is None:
        return None
    seat, past = match.movers[ply], []
    for number, state in match.replayed():
        if match.movers[number] == seat or number == ply:
            past.append(state.view(seat))
        if number == ply:
            break
    *turns, view = past
    seed = table_seed(table.seed, seat, ply)
    agent = build_agent(table.game, spec, seed.seat)
    if isinstance(agent, Lasting):
        agent.resume(turns)
    else:
        agent = build_agent(table.game, spec, seed.decision)
    with budget.running() as stop:
        decision = ask(agent, view, Budget(stop=stop))
    if decision.why is None or view.text(decision.move) != match.moves[ply]:
        return None
    told = show.render_reason(table.game, decision.why.key, decision.why.data, show.names_at(table))
    return Said({"en": told.text.en, "fr": told.text.fr}, decision.why.data)
