"""The addresses of companion mode. Nothing is stored: every request brings its position."""

import re
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from fastapi import APIRouter

from partie.core import registry
from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadPosition, PartieError
from partie.core.game import State
from partie.games.axisallies.rules.board import (
    SPACE_IDS,
    SPACE_NAMES,
)
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.orders import (
    FIGHT,
    kind_of,
    to_of,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import PHASES
from partie.games.axisallies.text.names import (
    complaint,
    read_power,
    read_space,
    read_unit,
)
from partie.games.axisallies.text.notation import read_order
from partie.games.axisallies.text.position import check_peace
from partie.service import models as service_models
from partie.service.api import Served
from partie.service.companion import battles, models, wording
from partie.service.companion.plans import make_plan
from partie.service.pool import keep_going
from partie.service.service import Service
from partie.service.waiting import Patience, Patient

GAME = "axisallies"
MOST_IN_A_SPACE = 150
_SECONDS = 15.0
_PLAN_SECONDS = 10.0
"""How long a program may think about a phase."""
T = TypeVar("T")
_UNDER_WAY = re.compile(r"^\s*~(?!dice|threw|thrown|history|bought|built|new_complexes)", re.MULTILINE)
"""Lines of a position whose turn has begun to move."""
_ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": service_models.ErrorAnswer, "description": "What is wrong; `data.sentence` says it in both languages."},
    503: {"model": service_models.ErrorAnswer, "description": "Not now; try again in a moment."},
}  # fmt: skip
router = APIRouter(prefix="/api/companion", tags=["companion"], responses=_ERRORS)


async def _worked(service: Service, patience: Patience, job: Callable[[Budget], T]) -> T:
    """What a job gives, done where programs think, as long as the client waits for it."""
    return await patience.outcome(service.thinking.work(GAME, job, _SECONDS))


@router.post("/start")
async def companion_start(
    service: Served, patience: Patient, wanted: models.CompanionStart
) -> models.CompanionState:
    """The set-up of the game, for somebody who begins."""
    return await _worked(
        service, patience, lambda budget: _shown(registry.game(GAME).start(wanted.options), budget)
    )


@router.post("/check")
async def companion_check(
    service: Served, patience: Patient, wanted: models.CompanionPosition
) -> models.CompanionState:
    """Read a position: it comes back in its usual form, or an error says what is wrong, with `line` or `space`, and what to do."""
    return await _worked(service, patience, lambda budget: _shown(_read(wanted), budget))


@router.post("/plan")
async def companion_plan(
    service: Served, patience: Patient, wanted: models.CompanionPlan
) -> models.CompanionOrders:
    """The orders a program would give in this phase for the power to play, and what it considered. Nothing is played."""
    return await _worked(service, patience, partial(_planned, wanted))


@router.post("/apply")
async def companion_apply(
    service: Served, patience: Patient, wanted: models.CompanionApply
) -> models.CompanionState:
    """The position after these orders."""
    return await _worked(service, patience, partial(_applied, wanted))


@router.post("/battle")
async def companion_battle(
    service: Served, patience: Patient, wanted: models.CompanionBattle
) -> models.CompanionState:
    """The position after a battle, thrown by the server or by people who enter what is left."""
    return await _worked(service, patience, partial(_fought, wanted))


def _read(wanted: models.CompanionPosition) -> State:
    state = registry.game(GAME).position(wanted.position, wanted.options)
    _check_crowds(state)
    if not _UNDER_WAY.search(wanted.position):
        check_peace(state.record)
    return state


def _check_crowds(state: State) -> None:
    """Armies no board has seen take too long to think about."""
    crowds = state.record.units.astype(int).sum(axis=(1, 2))
    space = int(crowds.argmax())
    if crowds[space] > MOST_IN_A_SPACE:
        raise _impossible(
            space,
            f"there are {crowds[space]} units; at most {MOST_IN_A_SPACE} can be thought about.",
            f"il y a {crowds[space]} unités ; on ne peut réfléchir qu’à {MOST_IN_A_SPACE} au plus.",
        )


def _impossible(space: int, en: str, fr: str) -> PartieError:
    """What is wrong with a space."""
    error = complaint(BadPosition, f"{SPACE_NAMES[space]['en']}: {en}", f"{SPACE_NAMES[space]['fr']} : {fr}")
    error.data["space"] = SPACE_IDS[space]
    return error


def _shown(state: State, budget: Budget, events: list[dict[str, str]] | None = None) -> models.CompanionState:
    return models.CompanionState(
        position=str(state),
        view=state.view(-1).display(),
        battles=[_battle_shown(one) for one in battles.pending_battles(state, budget)],
        events=[service_models.Words(**event) for event in events or []],
    )


def _battle_shown(one: battles.Pending) -> models.PendingBattle:
    return models.PendingBattle(
        space=SPACE_IDS[one.space],
        kind=one.kind,  # type: ignore[arg-type]
        ready=one.ready,
        attackers=battles.unit_names(one.attackers),
        defenders=battles.power_names(one.defenders),
        gun=one.gun,
        bombarding=one.bombarding,
        amphibious=one.amphibious,
        odds=one.expected,
        retreats=wording.space_ids(one.retreats),
    )


def _planned(wanted: models.CompanionPlan, budget: Budget) -> models.CompanionOrders:
    state = _read(wanted)
    plan = make_plan(state, wanted.program, wanted.seed, Budget(_PLAN_SECONDS, budget.stop))
    return models.CompanionOrders(
        power=int(state.record.power),
        phase=PHASES[int(state.record.phase)],
        program=wanted.program,
        orders=[
            models.CompanionOrder(
                **{name: getattr(line, name) for name in ("text", "sentence", "kind", "count", "unit", "path", "marks")},
                rule=models.CompanionRule(name=line.rule, title=line.title, text=line.why),  # type: ignore[arg-type]
            )
            for line in plan.orders
        ],
        trace=[models.CompanionStep(**asdict(step)) for step in plan.trace],
    )  # fmt: skip


def _applied(wanted: models.CompanionApply, budget: Budget) -> models.CompanionState:
    state = _read(wanted)
    chance = new_chance(wanted.seed, "companion")
    events: list[dict[str, str]] = []
    for text in wanted.orders:
        keep_going(budget)
        events += _carry_out(state, text, chance)
    return _shown(state, budget, events)


def _carry_out(state: State, text: str, chance: Any) -> list[dict[str, str]]:
    """Give one order; what dice had to say about it."""
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
            "en": f"{told['en']}: a gun on the way has shot somebody down.",
            "fr": f"{told['fr']} : la DCA a abattu un appareil en chemin.",
        }
    ]


def _fought(wanted: models.CompanionBattle, budget: Budget) -> models.CompanionState:
    state = _read(wanted)
    space = read_space(wanted.space)
    if wanted.result is None:
        chance = new_chance(wanted.seed, "companion", wanted.space)
        return _shown(state, budget, [dict(battles.throw_battle(state, space, chance))])
    result = battles.Result(
        _kinds(wanted.result.attackers),
        {read_power(power): _kinds(counts) for power, counts in wanted.result.defenders.items()},
        None if wanted.result.retreat is None else read_space(wanted.result.retreat),
        wanted.result.damage,
    )
    return _shown(state, budget, [dict(battles.enter_battle(state, space, result))])


def _kinds(counts: dict[str, int]) -> dict[int, int]:
    return {read_unit(name): n for name, n in counts.items()}
