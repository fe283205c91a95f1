"""The answers of companion mode. Nothing is stored: every request contains its position."""

import re
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from partie.core import registry
from partie.core.agent import Budget, check_budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadPosition, PartieError
from partie.core.game import State
from partie.core.routes import Words
from partie.games.axisallies.companion import battles, models, wording
from partie.games.axisallies.companion.plans import make_plan
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.rules.board import (
    Board,
    board_of,
)
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.orders import (
    END,
    FIGHT,
    kind_of,
    to_of,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import PHASES
from partie.games.axisallies.story.orders import explain
from partie.games.axisallies.story.turns import Chronicle
from partie.games.axisallies.text.names import (
    complaint,
    read_power,
    read_space,
    read_unit,
)
from partie.games.axisallies.text.notation import read_order
from partie.games.axisallies.text.position import check_peace

GAME = "axisallies"
MOST_IN_A_SPACE = 150
_PLAN_SECONDS = 10.0
"""The time a program may take for a phase."""
_UNDER_WAY = re.compile(r"^\s*~(?!dice|threw|thrown|history|bought|built|new_complexes)", re.MULTILINE)
"""Matches lines of a position in which units have already moved this turn."""


def start(question: models.CompanionStart, budget: Budget) -> models.CompanionState:
    """The set-up of the game."""
    return _shown(registry.game(GAME).start(question.options), budget)


def check_position(question: models.CompanionPosition, budget: Budget) -> models.CompanionState:
    """Read a position and return it in its usual form."""
    return _shown(_read(question), budget)


def _read(question: models.CompanionPosition) -> State:
    state = registry.game(GAME).position(question.position, question.options)
    _check_crowds(state)
    if not _UNDER_WAY.search(question.position):
        check_peace(state.record)
    return state


def _check_crowds(state: State) -> None:
    """Refuse armies so large that programs would take too long."""
    crowds = state.record.units.astype(int).sum(axis=(1, 2))
    space = int(crowds.argmax())
    if crowds[space] > MOST_IN_A_SPACE:
        raise _impossible(
            board_of(state.record),
            space,
            f"there are {crowds[space]} units; the largest number is {MOST_IN_A_SPACE}.",
            f"il y a {crowds[space]} unités ; le maximum est {MOST_IN_A_SPACE}.",
        )


def _impossible(board: Board, space: int, en: str, fr: str) -> PartieError:
    """An error about a space."""
    name = board.space_names[space]
    error = complaint(BadPosition, f"{name['en']}: {en}", f"{name['fr']} : {fr}")
    error.data["space"] = board.space_ids[space]
    return error


def _shown(state: State, budget: Budget, events: list[dict[str, str]] | None = None) -> models.CompanionState:
    return models.CompanionState(
        position=str(state),
        view=state.view(-1).display(),
        battles=[_battle_shown(state.record, one) for one in battles.pending_battles(state, budget)],
        events=[Words(**event) for event in events or []],
    )


def _battle_shown(record: Any, one: battles.Pending) -> models.PendingBattle:
    return models.PendingBattle(
        space=board_of(record).space_ids[one.space],
        kind=one.kind,  # type: ignore[arg-type]
        ready=one.ready,
        attackers=battles.unit_names(one.attackers),
        defenders=battles.power_names(record, one.defenders),
        gun=one.gun,
        bombarding=one.bombarding,
        amphibious=one.amphibious,
        odds=one.expected,
        retreats=wording.space_ids(record, one.retreats),
    )


def plan(question: models.CompanionPlan, budget: Budget) -> models.CompanionOrders:
    state = _read(question)
    orders = make_plan(state, question.program, question.seed, Budget(_PLAN_SECONDS, budget.stop))
    return models.CompanionOrders(
        power=int(state.record.power),
        phase=PHASES[int(state.record.phase)],
        program=question.program,
        orders=[
            models.CompanionOrder(
                **{name: getattr(line, name) for name in ("text", "sentence", "kind", "count", "unit", "path", "marks")},
                rule=models.CompanionRule(name=line.rule, title=line.title, text=line.why),  # type: ignore[arg-type]
            )
            for line in orders.orders
        ],
        trace=[models.CompanionStep(**asdict(step)) for step in orders.trace],
    )  # fmt: skip


def why(question: models.CompanionWhy, budget: Budget) -> models.CompanionReasons:
    """The reasons for one of the orders of a phase."""
    state = _read(question)
    if question.index >= len(question.orders):
        raise PartieError(f"There are only {len(question.orders)} orders.")
    codes = _read_orders(state, question.orders, budget)
    found = explain(state.view(int(state.record.power)), codes, question.index)
    return models.CompanionReasons(
        title=Words(**found.title),
        lines=[
            models.CompanionReason(label=Words(**line.label), text=Words(**line.text)) for line in found.lines
        ],
    )


def _read_orders(state: State, texts: list[str], budget: Budget) -> list[int]:
    """The orders as numbers, each read in the position after those before it, as far as no dice decide."""
    campaign, codes = Campaign(state.view(int(state.record.power))), list[int]()
    for text in texts:
        check_budget(budget)
        codes.append(read_order(campaign.record, text))
        if kind_of(codes[-1]) not in (END, FIGHT) and campaign.record.battle < 0:
            campaign.give(codes[-1])
    return codes


def story(question: models.CompanionTurn, budget: Budget) -> models.CompanionStory:
    """A turn in three sentences."""
    state = _read(question)
    after = registry.game(GAME).position(question.after, question.options)
    told = Chronicle(state.record)
    for text in question.orders:
        check_budget(budget)
        with suppress(PartieError):  # ships may have other numbers by then
            told.note(read_order(state.record, text))
    return models.CompanionStory(text=Words(**told.tell(after.record)))


def apply_orders(question: models.CompanionApply, budget: Budget) -> models.CompanionState:
    state = _read(question)
    chance = new_chance(question.seed, "companion")
    events: list[dict[str, str]] = []
    for text in question.orders:
        check_budget(budget)
        events += _carry_out(state, text, chance)
    return _shown(state, budget, events)


def _carry_out(state: State, text: str, chance: Any) -> list[dict[str, str]]:
    """Carry out one order; returns what its dice did."""
    record = state.record
    code = read_order(record, text)
    if check(record, code) != LEGAL:
        error = battles.refused(record, code)
        error.data["order"] = text
        raise error
    if kind_of(code) == FIGHT:
        return [dict(battles.throw_battle(state, int(to_of(code)), chance))]
    thrown, told = int(record.thrown), wording.sentence(record, code)
    before = record.units.astype(int).sum()
    verbs.play(record, code, chance)
    battles.finish_answers(state, chance)
    if int(record.thrown) == thrown or record.units.astype(int).sum() >= before:
        return []
    return [
        {
            "en": f"{told['en']}: an AA gun on the way has shot an aircraft down.",
            "fr": f"{told['fr']} : la DCA a abattu un appareil en chemin.",
        }
    ]


def fight_battle(question: models.CompanionBattle, budget: Budget) -> models.CompanionState:
    state = _read(question)
    space = read_space(state.record, question.space)
    if question.result is None:
        chance = new_chance(question.seed, "companion", question.space)
        return _shown(state, budget, [dict(battles.throw_battle(state, space, chance))])
    result = battles.Result(
        _kinds(question.result.attackers),
        {
            read_power(state.record, power): _kinds(counts)
            for power, counts in question.result.defenders.items()
        },
        None if question.result.retreat is None else read_space(state.record, question.result.retreat),
        question.result.damage,
    )
    return _shown(state, budget, [dict(battles.enter_battle(state, space, result))])


def _kinds(counts: dict[str, int]) -> dict[int, int]:
    return {read_unit(name): n for name, n in counts.items()}
