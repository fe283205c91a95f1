"""Why an order: the operation it belongs to, the rule behind it, the odds, what would be lost without it, and
the best alternative.

It is worked out from the orders of the phase alone, so it explains those of people as well as those of
programs; a program adds the rule by which it gave the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from partie.core.commentary import Explanation, Line, Said
from partie.core.game import View
from partie.core.parameters import Text
from partie.games.axisallies.players.greedy import worth
from partie.games.axisallies.players.staff.assaults import Boat
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.threats import invasion_chance
from partie.games.axisallies.players.staff.warfare import (
    Force,
    Outlook,
    added,
    fighting,
    friends,
    outlook,
)
from partie.games.axisallies.rules import orders
from partie.games.axisallies.rules.board import LANDS, MOVE, RESEARCH_COST
from partie.games.axisallies.rules.economy import for_sale, price
from partie.games.axisallies.rules.orders import (
    BUY_UNITS,
    DROP,
    FIGHT,
    LOAD,
    MOVE_UNITS,
    NO_SPACE,
    PLACE_UNITS,
    RAID_COMPLEX,
    RESEARCH_DICE,
    ROCKET,
    SAIL,
    SCORCH,
    UNLOAD,
)
from partie.games.axisallies.rules.raids import raiders
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import BUY, COMBAT_MOVE, NONCOMBAT, PLACE
from partie.games.axisallies.rules.units import AIR_KINDS, KINDS, LAND_KINDS, SEA_KINDS
from partie.games.axisallies.story import gambles
from partie.games.axisallies.story.battles import answered
from partie.games.axisallies.story.wording import army_words, ipc, line, odds, percent, said
from partie.games.axisallies.text.names import counted, listed_and, said_names

_TITLED = {
    RAID_COMPLEX: "op_raid",
    ROCKET: "op_rocket",
    RESEARCH_DICE: "op_research",
    SCORCH: "op_scorch",
}
"""Operations of a single kind of order."""
_SHIPPED = (LOAD, SAIL, UNLOAD)
_TRAVELS = (MOVE_UNITS, SAIL, LOAD, UNLOAD, RAID_COMPLEX, DROP)


def explain(view: View, codes: Sequence[int], index: int, why: Said | None = None) -> Explanation:
    """Explain an order: the one at `index` of the orders `codes` of a phase, which begins in this view. In a
    battle `codes` is the one order, and the view is that in which it was given. `why`: what the program says
    that gave it; if it names an operation, the title does, too."""
    case = _Case(view, list(codes), index)
    lines = [line("reason", why.text)] if why else []
    title = case.operation()
    if why and "operation" in why.data:
        title = said("op_named", operation=why.data["operation"], order=title)
    return Explanation(title, (*lines, *case.lines()))


@dataclass(frozen=True)
class _Use:
    """A use of units: what it comes to in IPC, and how it is named."""

    value: float
    text: Text


class _Case:
    """An order among those of its phase."""

    def __init__(self, view: View, codes: list[int], index: int) -> None:
        self.view, self.codes, self.index, self.code = view, codes, index, codes[index]
        self.kind, self.unit = int(orders.kind_of(self.code)), int(orders.unit_of(self.code))
        self.n = max(1, int(orders.n_of(self.code)))
        self.start = Campaign(view)
        self.names = said_names(self.start.board.number)
        self.after = self._played(range(len(codes)))
        self.without = self._played(i for i in range(len(codes)) if i != index)
        self.goal = self._goal()

    def _played(self, which: Any) -> Campaign:
        """The position after these orders; those that are no longer possible are left out."""
        campaign = Campaign(self.view)
        if campaign.record.battle < 0:
            for i in which:
                if int(orders.kind_of(self.codes[i])) in (*_TRAVELS, BUY_UNITS, PLACE_UNITS):
                    campaign.give(self.codes[i])
        return campaign

    def _goal(self) -> int:
        """The space an order is about; in a battle where it is, of a transport where it lands its cargo in
        the end."""
        if self.start.record.battle >= 0:
            return int(self.start.record.battle)
        if self.kind in (LOAD, SAIL):
            row, goal = int(orders.row_of(self.code)), int(orders.to_of(self.code))
            for code in self.codes[self.index + 1 :]:
                if int(orders.row_of(code)) != row:
                    continue
                if int(orders.kind_of(code)) == UNLOAD:
                    return int(orders.to_of(code))
                if int(orders.kind_of(code)) == SAIL:
                    goal = int(orders.to_of(code))
            return goal if goal >= 0 else int(self.start.fields.ship_zone[row])
        if self.kind == BUY_UNITS:
            return self.start.home
        return int(orders.to_of(self.code))

    # the operation

    def operation(self) -> Text:
        phase, space = self.start.phase, self.names[self.goal] if self.goal >= 0 else {"en": "", "fr": ""}
        if self.kind == BUY_UNITS:
            return said("op_buy", units=self._units(BUY_UNITS, None))
        if self.kind == PLACE_UNITS:
            return said("op_place", units=self._units(PLACE_UNITS, self.goal), space=space)
        if self.kind in _TITLED:
            return said(_TITLED[self.kind], space=space, n=self.n)
        if self.kind == FIGHT or self.start.record.battle >= 0:
            return said("op_battle", space=space) if self.goal >= 0 else said("op_end")
        if self.kind not in _TRAVELS:
            return said("op_end")
        if phase == COMBAT_MOVE and self._is_attack():
            force = self.after.begin_assault(self.goal).force
            return said("op_attack", space=space, units=army_words(force))
        key = "op_convoy" if self.kind in _SHIPPED else "op_fly" if self.unit in AIR_KINDS else "op_sail" if self.goal >= LANDS else "op_march"  # fmt: skip
        return said(key, space=space)

    def _units(self, kind: int, goal: int | None) -> Text:
        """All units of orders of a kind, those about one space if it is given."""
        counts: dict[int, int] = {}
        for code in self.codes:
            if int(orders.kind_of(code)) == kind and goal in (None, int(orders.to_of(code))):
                unit = int(orders.unit_of(code))
                counts[unit] = counts.get(unit, 0) + int(orders.n_of(code))
        return listed_and(counts)

    def _is_attack(self) -> bool:
        if self.goal >= LANDS:
            return self.start.hostile(self.goal)
        return not self.start.is_friendly(self.goal)

    # the reasons

    def lines(self) -> list[Line]:
        phase = self.start.phase
        if self.start.record.battle >= 0 or self.kind == SCORCH:
            return answered(self.start, self.code)
        if self.kind == FIGHT:
            return self._fight()
        if self.kind == RESEARCH_DICE:
            return self._research()
        if self.kind == ROCKET:
            return [line("odds", said("rocket", damage=ipc(gambles.rocket(self.start.record, self.goal))))]
        if self.kind == BUY_UNITS and phase == BUY:
            return self._purchase()
        if self.kind == PLACE_UNITS and phase == PLACE:
            return self._placement()
        if self.kind == RAID_COMPLEX:
            return self._raid()
        if phase == COMBAT_MOVE and self.kind in _TRAVELS and self._is_attack():
            return self._attack()
        if phase in (COMBAT_MOVE, NONCOMBAT) and self.kind in _TRAVELS:
            return self._move()
        return []

    def _research(self) -> list[Line]:
        cost = self.n * RESEARCH_COST
        lines = [
            line("odds", said("research", n=self.n, chance=percent(gambles.breakthrough(self.n)))),
            line("without", said("research_saved", cost=cost)),
        ]
        bought = self._strongest(cost, LAND_KINDS)
        if bought is None:
            return lines
        return [*lines, line("alternative", said("research_other", cost=cost, units=counted(*bought)))]

    def _strongest(self, cost: int, kinds: Sequence[int]) -> tuple[int, int] | None:
        """How many of which of these kinds have most strength for this money."""
        found = self._for(cost, kinds)
        return max(found)[1:3] if found else None

    def _for(self, cost: int, kinds: Sequence[int]) -> list[tuple[int, int, int, int, int]]:
        """What the money would buy of each of these kinds: strength, number, kind, attack and defence."""
        board, found = self.start.board, []
        for kind in kinds:
            n = cost // max(1, int(price(self.start.record, kind)))
            if n and for_sale(self.start.record, kind):
                attack, defence = n * int(board.attack[kind]), n * int(board.defence[kind])
                found.append((attack + defence, n, kind, attack, defence))
        return found

    def _raid(self) -> list[Line]:
        damage, lost = gambles.raid(self.after.record, self.goal)
        less, kept = gambles.raid(self.without.record, self.goal)
        units = counted(self.n, self.unit)
        lines = [
            line("odds", said("raid", damage=ipc(damage), lost=ipc(lost))),
            line("without", said("raid_without", units=units, damage=ipc(less), lost=ipc(kept))),
        ]
        other = self._other_target(self._other_raids())
        return [*lines, line("alternative", other.text)] if other else lines

    def _other_raids(self) -> list[_Use]:
        """Other complexes that these bombers could raid."""
        record, uses = self.without.record, []
        source, way = int(orders.from_of(self.code)), int(orders.way_of(self.code))
        for space in range(LANDS):
            code = orders.order(RAID_COMPLEX, self.n, self.unit, source, NO_SPACE, space, 0, 0, way)
            if space != self.goal and self.without.why_not(int(code)) == LEGAL:
                before, more = gambles.raid(record, space), gambles.raid(record, space, self.n)
                damage, lost = (b - a for a, b in zip(before, more, strict=True))
                text = said("other_raid", space=self.names[space], damage=ipc(damage), lost=ipc(lost))
                uses.append(_Use(damage - lost, text))
        return uses

    def _attack(self) -> list[Line]:
        made, less = self._judged(self.after), self._judged(self.without)
        lines = [odds(made)] if any(fighting(self.start.defenders(self.goal))) else []
        told = counted(self.n, self.unit) if self.kind != SAIL else said("ship")
        lost = self._value(self.goal, made) - self._value(self.goal, less)
        if less.take == 0.0 and made.take > 0.0:
            text = said("without_all", units=told, space=self.names[self.goal], worth=self._worth())
        else:
            text = said("without", units=told, chance=percent(less.take), ipc=ipc(lost))
        lines.append(line("without", text))
        other = self._other_shore() if self.kind in _SHIPPED else self._other_target()
        if other is not None:
            lines.append(line("alternative", other.text))
        return lines

    def _worth(self) -> int:
        return worth(self.start, self.goal) if self.goal < LANDS else 0

    def _judged(self, campaign: Campaign) -> Outlook:
        return campaign.judge(campaign.begin_assault(self.goal))

    def _value(self, target: int, view: Outlook) -> float:
        """What an attack comes to, in IPC: the space if it is taken, and the units lost on both sides."""
        return view.take * (worth(self.start, target) if target < LANDS else 0) + view.swing

    def _other_target(self, more: Sequence[_Use] = ()) -> _Use | None:
        """The best other attack these units could have joined, what they hold by staying, or one of these."""
        source = int(orders.from_of(self.code))
        if source < 0:
            return None
        mark = self.without.mark()
        uses = [self._stay(source), *more]
        for target, groups in self.without.reach().items():
            hostile = self.without.is_enemy(target) if target < LANDS else self.without.hostile(target)
            if target == self.goal or not hostile:
                continue
            for group in groups:
                if (group.src, group.kind) != (source, self.unit):
                    continue
                assault = self.without.begin_assault(target)
                before = self._value(target, self.without.judge(assault)) if any(assault.force) else 0.0
                assault.add(group, min(self.n, group.able))
                then = self.without.judge(assault)
                gain = self._value(target, then) - before
                text = said("other_attack", space=self.names[target], chance=percent(then.take), ipc=ipc(gain))  # fmt: skip
                uses.append(_Use(gain, text))
        self.without.back_to(mark)
        return max(uses, key=lambda use: use.value)

    def _other_shore(self) -> _Use:
        """The best other coast where the transport could land what it carries or could load, or to wait."""
        row = int(orders.row_of(self.code))
        others = self._played(i for i, code in enumerate(self.codes) if not _is_of_ship(code, row))
        uses = [_Use(0.0, said("wait", space=self.names[int(others.fields.ship_zone[row])]))]
        if row not in others.rows or not others.may_work(row):
            return uses[0]
        wanted = others.is_enemy if others.phase == COMBAT_MOVE else others.is_friendly
        for target in range(LANDS):
            if target == self.goal or not wanted(target):
                continue
            for boat in others.boats_of(row, target)[:1]:
                if others.phase == COMBAT_MOVE:
                    uses.append(self._landing(others, target, boat))
                else:
                    uses.append(self._reinforced(others, target, boat.brings))
        return max(uses, key=lambda use: use.value)

    def _landing(self, others: Campaign, target: int, boat: Boat) -> _Use:
        """What the cargo of a transport would add to an attack."""
        assault = others.begin_assault(target)
        before = self._value(target, others.judge(assault)) if any(assault.force) else 0.0
        assault.embark(boat)
        then = others.judge(assault)
        gain = self._value(target, then) - before
        text = said("other_shore", space=self.names[target], chance=percent(then.take), ipc=ipc(gain))
        return _Use(gain, text)

    def _stay(self, source: int) -> _Use:
        """What the units would be worth where they were: what they make less likely to be lost."""
        gone, kept = self._risk(self.after, source), self._risk(self.without, source)
        value = (gone - kept) * (worth(self.start, source) if source < LANDS else 0)
        if source >= LANDS or gone - kept < 0.01:
            return _Use(value, said("stay_idle", space=self.names[source]))
        return _Use(
            value,
            said("stay", space=self.names[source], chance=percent(kept), gone=percent(gone)),
        )

    def _risk(self, campaign: Campaign, space: int) -> float:
        """The chance that the strongest attack of the next round takes a space, or sinks what is there."""
        here = friends(campaign.fields, space, campaign.side)
        if space == campaign.home:
            here = added(here, self._to_come(campaign))
        if space < LANDS:
            return invasion_chance(campaign, space, here) if campaign.is_friendly(space) else 0.0
        fleet = fighting(here)
        if not any(fleet[kind] for kind in SEA_KINDS):
            return 0.0
        chances = [
            outlook(campaign.fields, force, fleet, space, power).take
            for power in range(campaign.board.powers)
            if int(campaign.board.side[power]) != campaign.side
            and any(force := _raiders(campaign, power, space))
        ]
        return max(chances, default=0.0)

    def _to_come(self, campaign: Campaign) -> Force:
        """What was bought and will be placed in the capital, as far as can be known."""
        bought = campaign.fields.bought[campaign.power].tolist()
        return tuple(n if kind not in SEA_KINDS else 0 for kind, n in enumerate(bought))

    def _purchase(self) -> list[Line]:
        home, cost = self.start.home, self.n * int(price(self.start.record, self.unit))
        lines = []
        if self.unit not in SEA_KINDS and self.start.is_friendly(home):
            here = friends(self.start.fields, home, self.start.side)
            whole = added(here, self._to_come(self.after))
            less = tuple(a - (self.n if kind == self.unit else 0) for kind, a in enumerate(whole))
            lines = self._risks("capital", home, whole, [invasion_chance(self.start, home, f) for f in (whole, less)])  # fmt: skip
        other = self._other_purchase(cost)
        return [*lines, line("alternative", other)] if other else lines

    def _other_purchase(self, cost: int) -> Text | None:
        """What else the same money would buy: of the units of the same element, most strength."""
        board = self.start.board
        same = next(kinds for kinds in (LAND_KINDS, AIR_KINDS, SEA_KINDS, tuple(range(KINDS))) if self.unit in kinds)  # fmt: skip
        kinds = same if len(same) > 2 else (*LAND_KINDS, *AIR_KINDS)
        found = self._for(cost, [kind for kind in kinds if kind != self.unit])
        if not found:
            return None
        _, n, kind, attack, defence = max(found)
        return said(
            "other_purchase",
            cost=cost,
            units=counted(n, kind),
            attack=attack,
            defence=defence,
            own_attack=self.n * int(board.attack[self.unit]),
            own_defence=self.n * int(board.defence[self.unit]),
        )

    def _placement(self) -> list[Line]:
        lines = self._held(self.goal)
        others = [
            space
            for space in range(LANDS)
            if space != self.goal and self.without.why_not(self._placed_at(space)) == 0
        ]
        if others:
            risks = {space: self._risk(self.without, space) for space in others}
            best = max(others, key=lambda space: risks[space] * max(1, worth(self.start, space)))
            text = said("other_place", space=self.names[best], chance=percent(risks[best]))
            lines.append(line("alternative", text))
        return lines

    def _placed_at(self, space: int) -> int:
        return int(orders.order(PLACE_UNITS, self.n, self.unit, -1, -1, space, 0, 0, 0))

    def _move(self) -> list[Line]:
        lines = self._held(self.goal) if self.goal >= 0 else []
        if self.kind == MOVE_UNITS:
            other = self._other_move(int(orders.from_of(self.code)))
            if other is not None:
                lines.append(line("alternative", other.text))
        elif self.kind in _SHIPPED:
            lines.append(line("alternative", self._other_shore().text))
        return lines

    def _other_move(self, source: int) -> _Use | None:
        """Where else these units could go: aircraft where they are safest, others where they are needed
        most, or where they came from."""
        uses = [] if self.unit in AIR_KINDS else [self._stay(source)]
        for target, groups in self.without.reach().items():
            same = any((group.src, group.kind) == (source, self.unit) for group in groups)
            if not same or target == self.goal or (target < LANDS and not self.without.is_friendly(target)):
                continue
            if self.unit in AIR_KINDS:
                risk = self._risk(self.without, target)
                uses.append(
                    _Use(-risk, said("other_landing", space=self.names[target], chance=percent(risk)))
                )
            elif target < LANDS:
                more = tuple(self.n if kind == self.unit else 0 for kind in range(KINDS))
                uses.append(self._reinforced(self.without, target, more))
        return max(uses, key=lambda use: use.value, default=None)

    def _reinforced(self, there: Campaign, space: int, more: Force) -> _Use:
        """What units would be worth in another space of their side."""
        here = friends(there.fields, space, self.start.side)
        gone, kept = (invasion_chance(there, space, force) for force in (here, added(here, more)))
        text = said("other_move", space=self.names[space], chance=percent(kept), gone=percent(gone))
        return _Use((gone - kept) * worth(self.start, space), text)

    def _held(self, space: int) -> list[Line]:
        """How likely a space, or the ships in a zone, would be lost with and without these units."""
        risks = [self._risk(campaign, space) for campaign in (self.after, self.without)]
        here = friends(self.after.fields, space, self.start.side)
        return self._risks("held_sea" if space >= LANDS else "held", space, here, risks)

    def _risks(self, key: str, space: int, army: Force, chances: list[float]) -> list[Line]:
        made, less = map(percent, chances)
        safe = "_safe" if made == 0 else ""
        first = said(f"{key}{safe}", space=self.names[space], army=army_words(army), chance=made)
        units = counted(self.n, self.unit) if self.kind != SAIL else said("ship")
        other = said("held_same" if made == less else "held_without", units=units, chance=less)
        return [line("odds", first), line("without", other)]

    def _fight(self) -> list[Line]:
        record = self.start.record
        if raiders(record, self.goal) > 0:
            damage, lost = gambles.raid(record, self.goal)
            return [line("odds", said("raid", damage=ipc(damage), lost=ipc(lost)))]
        view = self._judged(self.start)
        return [odds(view)] if view.attackers else []


def _is_of_ship(code: int, row: int) -> bool:
    """Whether an order is one of the transport with this number."""
    return int(orders.kind_of(code)) in _SHIPPED and int(orders.row_of(code)) == row


def _raiders(campaign: Campaign, power: int, zone: int) -> Force:
    """The ships and aircraft of an enemy that could attack a zone in its next turn."""
    force = [0] * KINDS
    for other in campaign.board.spaces:
        units = campaign.fields.units[other, power]
        for kind in SEA_KINDS:
            if other >= LANDS and int(campaign.sea_steps[other, zone]) <= MOVE[kind]:
                force[kind] += int(units[kind])
        for kind in AIR_KINDS:
            if int(campaign.air_steps[other, zone]) <= MOVE[kind] // 2:
                force[kind] += int(units[kind])
    return tuple(force)
