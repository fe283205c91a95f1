"""Comments on a war for people: every turn in three sentences, and the reasons for an order
(`core/commentary.py`).
"""

from __future__ import annotations

from partie.core.agent import Budget, check_budget
from partie.core.commentary import Explanation, Remark, Said
from partie.core.game import State
from partie.core.match import Match
from partie.games.axisallies.story.orders import explain as explain_order
from partie.games.axisallies.story.turns import Chronicle


def remarks(match: Match, since: int, budget: Budget) -> list[Remark]:
    """The turns that were over by now and did not end before move `since`, each in three sentences."""
    told: list[Remark] = []
    story, first, turn = None, 0, (0, 0)
    for number, state in match.replayed():
        check_budget(budget)
        record = state.record
        if story is not None and _turn(state) != turn:
            if number > since:
                told.append(Remark(first, number - 1, story.power, story.tell(record), story.turned(record)))
            story = None
        if story is None:
            story, first, turn = Chronicle(record), number, _turn(state)
        story.note(state.game.notation.read_move(record, match.moves[number]), record)
    state = match.state
    ended = state.over or _turn(state) != turn
    if story is not None and ended and len(match.moves) > since:
        told.append(
            Remark(
                first, len(match.moves) - 1, story.power, story.tell(state.record), story.turned(state.record)
            )
        )
    return told


def explain(match: Match, ply: int, said: Said | None, budget: Budget) -> Explanation:
    """The reasons for the order with this number, among those of its phase."""
    start, number, begins = None, 0, 0
    codes: list[int] = []
    phase: tuple[int, ...] = ()
    for number, state in match.replayed():
        check_budget(budget)
        if number > ply and _phase(state) != phase:
            break
        if start is None or (number <= ply and _phase(state) != phase):
            start, begins, phase, codes = state.copy(), number, _phase(state), []
        codes.append(state.game.notation.read_move(state.record, match.moves[number]))
    assert start is not None
    return explain_order(start.view(int(start.record.power)), codes, ply - begins, said)


def _turn(state: State) -> tuple[int, int]:
    return int(state.record.round_number), int(state.record.power)


def _phase(state: State) -> tuple[int, ...]:
    """What orders have in common that are explained together; in the combat phase each stands alone."""
    record = state.record
    alone = int(record.thrown) if int(record.battle) >= 0 else -1
    return (*_turn(state), int(record.phase), int(record.battle), int(record.stage), alone)
