"""Battles in companion mode: their odds, and their results, fought by the program or entered by people who
threw their own dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget, check_budget
from partie.core.compiled import verbs
from partie.core.errors import IllegalMove, PartieError
from partie.core.game import State
from partie.core.parameters import Text
from partie.core.routes import Words
from partie.games.axisallies.companion.models import Expectation
from partie.games.axisallies.odds.answers import EFFORT
from partie.games.axisallies.odds.battle import (
    BadBattle,
    Battle,
)
from partie.games.axisallies.odds.calculator import (
    Odds,
    odds,
)
from partie.games.axisallies.odds.words import (
    SCALE,
    verdict,
)
from partie.games.axisallies.players.staff.answers import answer
from partie.games.axisallies.rules.board import (
    FARTHEST,
    LANDS,
    POWERS,
    SPACES,
    TECH_IDS,
    board_of,
)
from partie.games.axisallies.rules.casualties import (
    attackers,
    defenders,
    force_left,
    remove_doomed,
)
from partie.games.axisallies.rules.combat import (
    finish,
    open_battle,
)
from partie.games.axisallies.rules.control import gun_fires, side_of
from partie.games.axisallies.rules.legality import (
    check,
    scorched_space,
)
from partie.games.axisallies.rules.movement import crash
from partie.games.axisallies.rules.orders import (
    FIGHT,
    RETREAT,
    at,
    plain,
)
from partie.games.axisallies.rules.raids import (
    pay_damage,
    raiders,
    stand_down,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import (
    ATTACKERS,
    CLEARED,
    COMBAT,
    COMBAT_MOVE,
    DEFENDERS,
    O_COLUMN_LOSSES,
    O_LOW_LUCK,
    O_SUBMERGE,
    O_TWO_HIT,
    PRESS,
    SHIPS,
)
from partie.games.axisallies.rules.turn import (
    pending,
    settle,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    AIR_KINDS,
    BOMBER,
    FACTORY,
    KINDS,
    SUBMARINE,
    UNIT_IDS,
)
from partie.games.axisallies.text.names import (
    complaint,
    listed,
)
from partie.games.axisallies.text.notation import why_illegal

_FIGHTING_TECHS = ("jet_power", "super_submarines", "heavy_bombers")
_MOST_ANSWERS = 2000


@dataclass(frozen=True)
class Pending:
    """A battle still to be fought. `ready`: it may be fought now; a landing waits for its sea battle. In a
    raid, `attackers` are the bombers and there are no defenders.
    """

    space: int
    kind: str
    ready: bool
    attackers: dict[int, int]
    defenders: dict[int, dict[int, int]]
    gun: bool
    bombarding: int
    amphibious: bool
    expected: Expectation | None
    retreats: list[int]


@dataclass(frozen=True)
class Result:
    """The result of a battle. `attackers` and `defenders` are the units left; `retreat` is where the
    attackers went; `damage` is the cost of a raid.
    """

    attackers: Mapping[int, int]
    defenders: Mapping[int, Mapping[int, int]]
    retreat: int | None = None
    damage: int = 0


def pending_battles(state: State, budget: Budget) -> list[Pending]:
    """All battles still to be fought, at sea first."""
    record = state.record
    if record.phase not in (COMBAT_MOVE, COMBAT) or record.battle >= 0:
        return []
    spaces = [space for space in range(SPACES) if pending(record, space)]
    found = []
    for space in sorted(spaces, key=lambda space: (space < LANDS, space)):
        check_budget(budget)
        found.append(_preview(state, space))
    return found


def _preview(state: State, space: int) -> Pending:
    ready = check(state.record, int(at(FIGHT, space))) == LEGAL
    if space < LANDS and raiders(state.record, space) > 0:
        bombers = {BOMBER: int(raiders(state.record, space))}
        gun = bool(gun_fires(state.record, space))
        return Pending(space, "raid", ready, bombers, {}, gun, 0, False, None, [])
    ahead = state.copy().record
    _clear_the_sea(ahead, space)
    open_battle(ahead, space)
    ours, theirs = _forces(ahead)
    gun = space < LANDS and bool(gun_fires(ahead, space)) and any(kind in ours for kind in AIR_KINDS)
    ahead.stage = PRESS
    ahead.deciding = ahead.power
    retreats = [near for near in range(SPACES) if check(ahead, int(at(RETREAT, near))) == LEGAL]
    return Pending(
        space,
        "sea" if space >= LANDS else "land",
        ready,
        ours,
        theirs,
        gun,
        int(ahead.bombarding),
        bool(ahead.amphibious),
        _expected(ahead, space, gun),
        retreats,
    )


def _clear_the_sea(record: Any, beach: int) -> None:
    """Assume that a sea battle a landing waits for is won."""
    for row in range(SHIPS):
        zone = int(record.ship_zone[row])
        if zone >= 0 and beach in record.landing[row] and pending(record, zone):
            side = board_of(record).side
            record.units[zone, side[record.power] != side] = 0
            record.site[zone] = CLEARED


def _forces(record: Any) -> tuple[dict[int, int], dict[int, dict[int, int]]]:
    """The forces in the current battle."""
    ours = {kind: n for kind in range(KINDS) if (n := int(attackers(record, kind)))}
    theirs = {}
    for power in range(POWERS):
        if side_of(record, power) != side_of(record, record.power):
            counts = {kind: n for kind in range(KINDS) if (n := int(defenders(record, power, kind)))}
            if counts:
                theirs[power] = counts
    return ours, theirs


def _expected(record: Any, space: int, gun: bool) -> Expectation | None:
    power = int(record.power)
    theirs = [sum(int(defenders(record, p, k)) for p in range(POWERS) if side_of(record, p) != side_of(record, power)) for k in range(KINDS)]  # fmt: skip
    best = max(int(record.techs[p]) for p in range(POWERS) if side_of(record, p) != side_of(record, power))
    try:
        found = odds(
            Battle(
                tuple(int(attackers(record, kind)) for kind in range(KINDS)),
                tuple(theirs),
                sea=space >= LANDS,
                landing=int(record.bombarding) if record.amphibious else None,
                aa=gun,
                attacker_techs=_techs(int(record.techs[power])),
                defender_techs=_techs(best),
                column_losses=bool(record.options[O_COLUMN_LOSSES]),
                two_hit_battleship=bool(record.options[O_TWO_HIT]),
                low_luck=bool(record.options[O_LOW_LUCK]),
                subs_submerge=bool(record.options[O_SUBMERGE]),
                board=board_of(record).id,
            ),
            battles=20_000,
            effort=EFFORT,
        )
    except BadBattle:
        return None
    return _summary(found)


def _techs(bits: int) -> frozenset[str]:
    return frozenset(
        name for tech, name in enumerate(TECH_IDS) if bits >> tech & 1 and name in _FIGHTING_TECHS
    )


def _summary(found: Odds) -> Expectation:
    word = verdict(found)
    return Expectation(
        take=found.take,
        win=found.win,
        draw=found.draw,
        loss=found.loss,
        attackers_left=float(found.attackers_left.sum()),
        defenders_left=float(found.defenders_left.sum()),
        swing=found.swing,
        exact=found.exact,
        word=word,
        title=Words(**SCALE[word]),
    )


def refused(record: Any, code: int) -> IllegalMove:
    """The error for an order that is not legal, in both languages."""
    sentence = why_illegal(record, code)
    return IllegalMove(sentence["en"], sentence=sentence)


def throw_battle(state: State, space: int, chance: NDArray[np.uint64]) -> Text:
    """Fight a battle with the program's dice and decisions for both sides; returns its result in words."""
    record = state.record
    code = int(at(FIGHT, space))
    if check(record, code) != LEGAL:
        raise refused(record, code)
    before = _Before(state, space)
    verbs.play(record, code, chance)
    finish_answers(state, chance)
    return before.told(record)


def finish_answers(state: State, chance: NDArray[np.uint64]) -> None:
    """Make all decisions of a battle until it is over."""
    record = state.record
    for _ in range(_MOST_ANSWERS):
        if record.battle < 0 and scorched_space(record) < 0:
            return
        verbs.play(record, int(answer(state.view(state.to_move)).order), chance)


def enter_battle(state: State, space: int, result: Result) -> Text:
    """Enter the result of a battle people have fought; raises `IllegalMove` if it is impossible."""
    record = state.record
    code = int(at(FIGHT, space))
    if check(record, code) != LEGAL:
        raise refused(record, code)
    before = _Before(state, space)
    if space < LANDS and raiders(record, space) > 0:
        _enter_raid(record, space, result)
    else:
        open_battle(record, space)
        _enter_losses(record, result)
        _end_battle(record, result)
    if record.phase == COMBAT and record.battle < 0:
        settle(record)
    return before.told(record)


def _enter_raid(record: Any, space: int, result: Result) -> None:
    down = int(raiders(record, space)) - int(result.attackers.get(BOMBER, 0))
    if down < 0:
        raise _too_many(BOMBER)
    for flown in range(FARTHEST, -1, -1):
        n = min(down, int(record.raiding[space, flown]))
        record.raiding[space, flown] -= n
        crash(record, BOMBER, n, space, flown)
        down -= n
    pay_damage(record, space, max(0, result.damage))
    stand_down(record, space)


def _enter_losses(record: Any, result: Result) -> None:
    ours, theirs = _forces(record)
    forces = [(int(record.power), ours, result.attackers)]
    forces += [(power, counts, result.defenders.get(power, {})) for power, counts in theirs.items()]
    for power, counts, left in forces:
        for kind in range(KINDS):
            lost = counts.get(kind, 0) - int(left.get(kind, 0))
            if lost < 0:
                raise _too_many(kind)
            record.doomed[power, kind] = lost
    remove_doomed(record, ATTACKERS)
    remove_doomed(record, DEFENDERS)


def _too_many(kind: int) -> PartieError:
    return complaint(
        IllegalMove,
        f"More {listed({kind: 2})['en'][2:]} are left than were there.",
        f"Il reste plus d’unités qu’il n’y en avait : {listed({kind: 2})['fr'][2:]}.",
    )


def _end_battle(record: Any, result: Result) -> None:
    """End the battle: one side has won, or the attackers retreat."""
    if record.options[O_SUBMERGE] and force_left(record, ATTACKERS) > 0:
        for power, left in _forces(record)[1].items():
            if set(left) == {SUBMARINE}:
                record.submerged[power] = left[SUBMARINE]
    if force_left(record, ATTACKERS) == 0 or force_left(record, DEFENDERS) == 0:
        finish(record)
        return
    record.stage = PRESS
    record.deciding = record.power
    ours, _ = _forces(record)
    if set(ours) <= set(AIR_KINDS):
        finish(record)
        return
    code = int(plain(RETREAT) if result.retreat is None else at(RETREAT, result.retreat))
    if record.amphibious or check(record, code) != LEGAL:
        raise complaint(
            IllegalMove,
            "Both sides still have units there: fight on, or enter where the attackers retreat to. Units that have landed fight to the end.",
            "Il reste des unités des deux côtés : continuez le combat, ou dites où les attaquants se retirent. Des unités débarquées se battent jusqu’au bout.",
        )
    verbs.play(record, code, np.zeros(4, np.uint64))


class _Before:
    """The position before a battle, to describe the result."""

    def __init__(self, state: State, space: int) -> None:
        self._space, self._raid = space, space < LANDS and raiders(state.record, space) > 0
        ahead = state.copy().record
        if not self._raid:
            open_battle(ahead, space)  # counts units that land among those on the board
        self._power = int(ahead.power)
        self._units = ahead.units.astype(np.int64).sum(axis=0)
        self._owner = int(ahead.owner[space])
        self._cash = ahead.cash.astype(np.int64).copy()

    def told(self, after: Any) -> Text:
        """The losses of both sides, and whether the space was captured."""
        lost = self._units - after.units.astype(np.int64).sum(axis=0)
        board = board_of(after)
        enemies = [power for power in range(board.powers) if board.side[power] != board.side[self._power]]
        fighters = [kind for kind in range(KINDS) if kind not in (AA_GUN, FACTORY)]
        ours = listed({kind: n for kind in fighters if (n := int(lost[self._power, kind])) > 0})
        theirs = listed({kind: n for kind in fighters if (n := int(sum(lost[p, kind] for p in enemies))) > 0})
        taken = self._space < LANDS and int(after.owner[self._space]) != self._owner
        name = board.space_names[self._space]
        cost = int(sum(self._cash[p] - after.cash[p] for p in enemies))
        if self._raid:
            return {
                "en": f"{name['en']}: the raid costs {cost} IPC. Attackers lost: {ours['en'] or 'nothing'}.",
                "fr": f"{name['fr']} : le raid coûte {cost} CPI. Pertes de l’attaquant : {ours['fr'] or 'aucune'}.",
            }
        end = (" The space is taken.", " L’espace est pris.") if taken else ("", "")
        return {
            "en": f"{name['en']}: attackers lost {ours['en'] or 'nothing'}, defenders {theirs['en'] or 'nothing'}.{end[0]}",
            "fr": f"{name['fr']} : pertes de l’attaquant : {ours['fr'] or 'aucune'} ; du défenseur : {theirs['fr'] or 'aucune'}.{end[1]}",
        }


def power_names(record: Any, powers: Mapping[int, Mapping[int, int]]) -> dict[str, dict[str, int]]:
    """Forces by the ids of powers and units."""
    return {board_of(record).power_ids[power]: unit_names(counts) for power, counts in powers.items()}


def unit_names(counts: Mapping[int, int]) -> dict[str, int]:
    return {UNIT_IDS[kind]: n for kind, n in counts.items()}
