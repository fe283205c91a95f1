"""`general`: plans the turns of every power. Garrisons and stacks are measured against everything that can
come before its next turn, attacks by what they win and what a counter-attack takes back, ships by what they
carry and what would sink them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.agent import Budget
from partie.core.compiled.records import quick_record
from partie.core.game import View
from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.games.axisallies.players import greedy
from partie.games.axisallies.players.general import (
    attack,
    composition,
    doctrine,
    ferry,
    homes,
    march,
    odds,
    raids,
    threats,
    values,
    weighing,
    wings,
    withdrawal,
    workspace,
)
from partie.games.axisallies.players.general.operations import repertoire
from partie.games.axisallies.players.general.operations.rules import Operation
from partie.games.axisallies.players.general.purchase import (
    BY_NEED,
    bought_complex_sites,
    coming,
    harbour,
    harbour_guard,
    has_new_ships,
    new_ships,
    plan_purchase,
    site_garrison,
)
from partie.games.axisallies.players.general.situation import Floats, Ints, Seen, Situation
from partie.games.axisallies.players.greedy import Book, fights
from partie.games.axisallies.players.staff.aftermath import come_down
from partie.games.axisallies.players.staff.answers import answer
from partie.games.axisallies.players.staff.assaults import Ordered
from partie.games.axisallies.players.staff.patience import OutOfTime, look
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.rules.board import (
    AIR_KIND,
    CLASS,
    LANDS,
    RESEARCH_COST,
    SPACES,
    WORLD,
    board_of,
)
from partie.games.axisallies.rules.flight import flight_range
from partie.games.axisallies.rules.orders import (
    AROUND,
    BUY_UNITS,
    GO_ON,
    MOVE_UNITS,
    NO_SPACE,
    PLACE_UNITS,
    RESEARCH_DICE,
    SHORTEST,
    UNLOAD,
    amount,
    kind_of,
    n_of,
    order,
    plain,
    to_of,
    unit_of,
    with_way,
)
from partie.games.axisallies.rules.state import (
    BUY,
    COMBAT,
    COMBAT_MOVE,
    NONCOMBAT,
    PLACE,
    RESEARCH,
    SHIPS,
    State,
)
from partie.games.axisallies.rules.units import (
    BOMBER,
    FACTORY,
    FIGHTER,
    INFANTRY,
    KINDS,
    SEA_KINDS,
)
from partie.games.axisallies.text.names import space_list

SENTENCES = {**greedy.SENTENCES, **section(read_words("partie.games.axisallies"), "general")}
LATE = 5
"""Rounds that must be left for research."""
LOOKS = 3
"""How often attacks are looked for, each time with what those before have changed."""
MOST_ATTACKS = 40
RENTS = (0.0, 0.06, 0.12, 0.18, 0.24, 0.3)
"""How sparingly plans of attacks use aircraft (`attack.best_force`)."""
OPERATION_RENT = 0.06
"""The same for what an operation does not need."""


class War(Situation, Campaign):
    """A situation in which the common helpers of the staff work, too. `followed`: the operations of this
    turn, with why."""

    followed: Sequence[repertoire.Proposal] = ()


def _unreached(war: Situation, table: Floats) -> Floats:
    """What enemies could bring to every space if none could walk to the capital of the power to play, so that
    its units bar the ways there instead of waiting at its end."""
    out = table.copy()
    out[:, war.home, list(odds.WALKING)] = 0.0
    return out


class Mute(Book):
    """A book in which nothing is written: for turns that are only imagined."""

    def sign(self, rule: str, **data: Any) -> None:
        pass

    def remark(self, rule: str, **data: Any) -> None:
        pass


@dataclass(frozen=True)
class Style:
    """How a general attacks, marches and buys: a row of its doctrine for each side, and what it builds."""

    doctrine: Floats = field(default_factory=doctrine.plain)
    purchase: int = BY_NEED
    builds: bool = True


PLAIN = Style()


class Attack(NamedTuple):
    """An attack: its target, the chance to take it, what it promises in IPC, the chance to lose it again, its
    orders, what success and failure differ by, in IPC, and whether it is broken off before it succeeds."""

    target: int
    chance: float
    gain: float
    lost: float
    orders: tuple[int, ...]
    stake: float = 0.0
    strafes: bool = False

    @property
    def luck(self) -> float:
        """What a battle that goes as is most likely brings more than it does on average, in IPC."""
        return self.stake * (1.0 - self.chance if self.chance >= 0.5 else -self.chance)


class March(NamedTuple):
    """Orders of a march, who will be in every land space after it, which spaces are held, and who may not
    leave by ship."""

    codes: list[int]
    there: Floats
    held: Floats
    kept: Ints


class Attacks(NamedTuple):
    """A set of attacks with what it comes to, in IPC."""

    value: float
    attacks: list[Attack]


CAUTION = {
    "odds": doctrine.LEAST_CHANCE,
    "counters": doctrine.SEEN,
    "cover": doctrine.STRIP,
    "risk": doctrine.CAPITAL_RISK,
    "field": doctrine.FIELD,
    "foresight": doctrine.FORESIGHT,
    "alarm": doctrine.NEAR_GOAL,
    "urgency": doctrine.URGENT,
    "ruin": doctrine.RUIN,
    "withdraws": doctrine.WITHDRAWS,
    "raids": doctrine.RAIDS,
    "saves": doctrine.SAVES,
}
"""The settings that people may change, by their names for them."""
MOST = {
    **dict.fromkeys(CAUTION, 1.0),
    "cover": 3.0,
    "field": 1000.0,
    "foresight": 3.0,
    "alarm": 60.0,
    "urgency": 50.0,
    "ruin": 10.0,
}
"""What people may set them to at most."""
AS_THE_DOCTRINE = -1.0
"""The value of a setting that is not changed."""


OVERLOOKED: dict[str, dict[str, float]] = {
    "nothing": {},
    "landings": {"landings": 0.0},
    "counterattacks": {"landings": 0.0, "seen": 0.0, "seen_slope": 0.0, "sea_counter": 0.0, "strip": 0.0},
    "everything": {
        "landings": 0.0,
        "seen": 0.0,
        "seen_slope": 0.0,
        "sea_counter": 0.0,
        "strip": 0.0,
        "unsafe": 0.0,
        "blockers": 0.0,
        "garrison": 0.0,
        "capital_risk": 1.0,
        "risk": 1.0,
        "margin": 1000.0,
        "field": 1000.0,
        "exposed": 0.0,
        "least_chance": 0.5,
    },
}
"""What weaker generals overlook: landings; counter-attacks as well, and what attackers leave behind; and on
top of that garrisons, borders and where aircraft land."""


def style(
    doctrine_: str = doctrine.PLAIN,
    complexes: str = "on",
    overlooks: str = "nothing",
    board: int = WORLD,
    **caution: float,
) -> Style:
    """A style by the name of its doctrine, on a board. `complexes`: whether they are built; `overlooks`: what
    it does not see; `caution`: settings that are not as usual."""
    rows = doctrine.named(doctrine_, board).copy()
    for name, value in OVERLOOKED[overlooks].items():
        rows[:, doctrine.PLACES[name]] = value
    for word, value in caution.items():
        if value != AS_THE_DOCTRINE:
            rows[:, CAUTION[word]] = value
    return Style(rows, builds=complexes == "on")


def side_to_play(record: Any) -> int:
    """The side of the power whose turn it is."""
    return int(board_of(record).side[int(record.power)])


class General:
    """A planner for one phase after another, the same for every power. `fixed`: the attacks it makes whatever
    it thinks of them; `quick`: it makes all attacks that promise a gain at first sight, without comparing
    sets of them; `operations`: what its turns may aim at; with them it also bars the ways to a capital that
    it cannot hold otherwise."""

    def __init__(
        self,
        style: Style = PLAIN,
        fixed: Sequence[Attack] | None = None,
        quick: bool = False,
        operations: repertoire.Repertoire | None = None,
    ) -> None:
        self.doctrine, self._style, self._builds = style.doctrine, style.purchase, style.builds
        self._fixed, self._quick, self._operations = fixed, quick, operations

    def situation(self, view: View) -> War:
        """A position as this general sees it."""
        return War(view, self.doctrine[side_to_play(view.record)])

    def plan(self, view: View, budget: Budget) -> list[Ordered]:
        """The orders of this phase, the last one ending it."""
        war = self.situation(view)
        book = Book(war, SENTENCES)
        if war.phase == COMBAT:
            return fights(war)
        try:
            self.order(war, book)
        except OutOfTime:
            return repertoire.signed(war, book.break_off())
        return repertoire.signed(war, book.close())

    def answer(self, view: View) -> Ordered:
        """The decision of the power asked in a battle."""
        given = answer(view)
        if given.order == plain(GO_ON):
            record = quick_record(duplicate(view.record), State)
            if withdrawal.is_better_left(record, self.doctrine[side_to_play(view.record)]):
                back = withdrawal.way_back(record)
                if back is not None:
                    return Ordered(back, "withdraw", filled(SENTENCES["withdraw"], {}))
        return given

    def order(self, war: War, book: Book) -> None:
        """Give the orders of this phase."""
        if war.phase == RESEARCH:
            self._research(war, book)
        elif war.phase == BUY:
            self._buy(war, book)
        elif war.phase == COMBAT_MOVE:
            self._attack(war, book)
        elif war.phase == NONCOMBAT:
            self._move(war, book)
        elif war.phase == PLACE:
            self._place(war, book)

    # the phases

    def _research(self, war: War, book: Book) -> None:
        spare = (int(war.fields.cash[war.power]) - int(war.p[doctrine.RICH])) // RESEARCH_COST
        if spare > 0 and war.rounds_left() >= LATE and war.give(int(amount(RESEARCH_DICE, spare, 0))):
            book.sign("research")

    def _buy(self, war: War, book: Book) -> None:
        style = self._style
        if self._operations is not None:
            style = self._operations.purchase(war, style)
        basket = plan_purchase(war, self._landing(war), style, self._builds)
        total: dict[tuple[int, str], int] = {}
        for kind, n, reason in basket.lines:
            total[kind, reason] = total.get((kind, reason), 0) + n
        for (kind, reason), n in total.items():
            war.give(int(amount(BUY_UNITS, n, kind)))
            book.sign(f"buy_{reason}")

    def _attack(self, war: War, book: Book) -> None:
        if self._quick and self._fixed is None and isinstance(book, Mute):
            self._attacks_at(war, self._posts(war), RENTS[0])  # their orders stay, as nobody signs them
        else:
            for attack_ in self.choose_attacks(war) if self._fixed is None else self._fixed:
                if self._launch(war, attack_.orders):
                    self._sign_attack(book, attack_)
        if war.p[doctrine.RAIDS] > 0.5 and war.fields.flown[:, BOMBER - FIGHTER, 0].any():
            self._raid(war, book)

    def _raid(self, war: War, book: Book) -> None:
        """Bombers that no attack needs raid the complex where they cost the enemy most, if they can return to
        a safe field."""
        back = self._ways_home(war)[BOMBER - FIGHTER].astype(np.int64)
        air = war.air.astype(np.int64)
        longest = int(flight_range(war.bare, war.power, BOMBER))
        for src in np.flatnonzero(war.fields.flown[:, BOMBER - FIGHTER, 0]).tolist():
            for _ in range(int(war.fields.flown[src, BOMBER - FIGHTER, 0])):
                goals = [
                    space
                    for space in range(LANDS)
                    if war.is_enemy(space)
                    and air[src, space] + back[space] <= longest
                    and raids.worth_a_raid(war, space) > 0.0
                ]
                for goal in sorted(goals, key=lambda space: -raids.worth_a_raid(war, space)):
                    around = homes.detour(war.bare, src, goal, BOMBER, int(back[goal])) >= 0
                    ways = (AROUND, SHORTEST) if around else (SHORTEST,)
                    if any(war.give(raids.order_of(src, goal, way)) for way in ways):
                        book.sign("raid", space=war.board.space_names[goal])
                        break

    def _ways_home(self, war: War) -> NDArray[np.int8]:
        """How far aircraft are everywhere from a place to land (`homes.home_steps`)."""
        home = np.empty((homes.HOMES, SPACES), np.int8)
        new = coming(war, war.fields.bought[war.power].astype(np.float64))
        nobody = np.zeros((SPACES, KINDS), np.int64)
        homes.home_steps(war.bare, war.air, war.threats, new, nobody, war.p, home)
        return home

    def choose_attacks(self, war: War) -> list[Attack]:
        """The set of attacks that comes to most, with what could come to the capital after it."""
        if self._quick:
            return self._attacks(war, self._posts(war))
        war.look_around()  # so that whoever comes back to the mark need not
        mark = war.mark()
        best = max(self._sets(war, mark), key=lambda found: found.value)
        if self._operations is not None:
            return self._operations.choose(
                war, best.attacks, partial(self._led_by, war), partial(self._launch, war)
            )
        war.back_to(mark)
        return best.attacks

    def _sets(self, war: War, mark: Any) -> Iterator[Attacks]:
        """Sets of attacks: as the style wants them; with the garrison of the capital at home; none."""
        posts = self._posts(war)
        first = self._weighed(war, mark, self._attacks(war, posts))
        yield first
        if not first.attacks:
            return
        held = self._garrisons(war)
        if held.any():
            yield self._weighed(war, mark, self._attacks(war, held + posts))
        yield self._weighed(war, mark, [])

    def _weighed(self, war: War, mark: Any, made: list[Attack]) -> Attacks:
        """A set of attacks with what it comes to; the position is as before any."""
        war.back_to(mark)
        kept = [attack_ for attack_ in made if self._launch(war, attack_.orders)]
        new = coming(war, war.fields.bought[war.power].astype(np.float64))
        value = composition.outcome(war, mark[0][0], new)
        war.back_to(mark)
        return Attacks(value, kept)

    def _led_by(self, war: War, operation: Operation) -> list[Attack]:
        """The attacks of an operation, bolder than usual, then all others; their orders are given."""
        held, usual, made = self._posts(war), war.p, list[Attack]()
        if operation.targets:
            war.p, war.bonus = repertoire.bold(usual), repertoire.only(operation)
            made = self._attacks_at(war, held, RENTS[0], 1)
            war.p = usual
            if not made:
                return []
        war.bonus = repertoire.without(operation)
        return made + self._attacks_at(war, held, OPERATION_RENT)

    def _attacks(self, war: War, held: Ints) -> list[Attack]:
        """All attacks that promise a gain, one by one; of plans that use aircraft more and less sparingly the
        one that promises most in all."""
        plans, mark = [], war.mark()
        for rent in RENTS[: 1 if self._quick else len(RENTS)]:
            plans.append(self._attacks_at(war, held, rent))
            war.back_to(mark)
        return max(plans, key=lambda made: sum(attack_.gain for attack_ in made))

    def _attacks_at(self, war: War, held: Ints, rent: float, looks: int = LOOKS) -> list[Attack]:
        """All attacks that promise a gain, with aircraft used so sparingly; their orders are given."""
        worth = war.bonus.copy()
        codes, group = np.zeros(workspace.LINES, np.int64), np.zeros(workspace.LINES, np.int64)
        made: list[Attack] = []
        new = coming(war, war.fields.bought[war.power].astype(np.float64))
        sunk, p = np.zeros(SPACES), war.p
        ferry.zone_risks(war.bare, war.threats, sunk)
        if values.urgency(war.bare, p) > p[doctrine.DECISIVE]:  # who waits for good odds is too late
            p = p.copy()
            p[doctrine.LEAST_CHANCE] = min(p[doctrine.LEAST_CHANCE], p[doctrine.LAST_CHANCE])
        for _ in range(1 if self._quick else looks):
            look()
            notes = np.zeros((MOST_ATTACKS, 5))
            front = workspace.Front(war.air, war.threats, sunk, new, p, rent, np.empty(SPACES, np.int8))
            n = attack.plan_attacks(war.bare, held, front, worth, workspace.Orders(codes, group, notes))
            if n == 0:
                break
            for number in range(int(group[:n].max()) + 1):
                target, chance, gain, lost, way = notes[number].tolist()
                worth[int(target)] = attack.LEFT_ALONE
                orders = tuple(codes[:n][group[:n] == number].tolist())
                stake = self._stake(war, int(target), orders)
                if self._launch(war, orders):
                    made.append(
                        Attack(int(target), chance, gain, lost, orders, stake, way == weighing.STRAFES)
                    )
            if not self._quick:
                war.look_around()
        return made

    def _stake(self, war: War, target: int, codes: Sequence[int]) -> float:
        """What success and failure of an attack differ by, in IPC: half of what fights, and the space."""
        sent = sum(
            int(n_of(code)) * int(war.board.cost[unit_of(code)])
            for code in codes
            if kind_of(code) in (MOVE_UNITS, UNLOAD)
        )
        there = np.zeros(KINDS)
        threats.stand(war.bare, target, 1 - war.side, there)
        return 0.5 * (sent + float(odds.price(war.board.number, there))) + float(
            values.prize(war.bare, target, war.p)
        )

    def _launch(self, war: War, codes: Sequence[int]) -> bool:
        """Give the orders of an attack, all or none; aircraft fly the other way round where they must."""
        mark = war.mark()
        for code in codes:
            if war.give(code):
                continue
            flies = kind_of(code) == MOVE_UNITS and int(CLASS[unit_of(code)]) == AIR_KIND
            if flies and war.give(with_way(code, SHORTEST)):
                continue
            war.back_to(mark)
            return False
        return bool(codes)

    def _sign_attack(self, book: Book, made: Attack) -> None:
        rule = "attack_sea" if made.target >= LANDS else "attack_hold" if made.lost < 0.5 else "attack_trade"
        if made.strafes:
            rule = "attack_strafe"
        book.sign(
            rule,
            space=book.campaign.board.space_names[made.target],
            chance=round(100 * made.chance),
            gain=f"{made.gain:.1f}",
            lost=round(100 * made.lost),
        )

    def _posts(self, war: War) -> Ints:
        """Who guards what was bought while others attack: the site of a complex, and new ships."""
        held = site_garrison(war)
        return held + harbour_guard(war, self._landing(war)) if has_new_ships(war) else held

    def _garrisons(self, war: War) -> Ints:
        """Who must stay at home while others attack: what the capital needs beside what was bought."""
        held = np.zeros((SPACES, KINDS), np.int64)
        home = war.home
        if int(war.fields.owner[home]) != war.power:
            return held
        new = coming(war, war.fields.bought[war.power].astype(np.float64))[home]
        garrison = war.standing(home) + new
        fresh = {kind: int(war.fields.fresh[home, kind]) for kind in odds.WALKING}
        for kind, n in fresh.items():
            garrison[kind] -= n
        for kind in odds.WALKING:
            while held[home, kind] < fresh[kind]:
                if war.storm(home, garrison)[threats.P_LOST] <= war.p[doctrine.CAPITAL_RISK]:
                    return held
                held[home, kind] += 1
                garrison[kind] += 1
        return held

    def _landing(self, war: War, held: Floats | None = None) -> Floats:
        """What a land unit is worth on every coast; enemy coasts count half, for next turn."""
        out = war.coast_values()
        if held is not None:
            for space in np.flatnonzero((held == 0.0) & (out > 0.0)).tolist():
                if war.is_friendly(space) and threats.is_exposed(war.threats, space):
                    out[space] *= 0.3
        return out

    def _move(self, war: War, book: Book) -> None:
        if self._operations is not None:
            self._operations.gather(war)
        placed = coming(war, war.fields.bought[war.power].astype(np.float64))[:LANDS]
        landed = self._landings(war, placed)
        placed += landed
        march_ = self._march(war, placed, war.threats)
        mark = war.mark()
        for code in march_.codes:
            war.give(code)
        seen: Seen | None = war.look_around()
        if war.storm(war.home, march_.there[war.home])[threats.P_LOST] > war.p[doctrine.CAPITAL_RISK]:
            opened = war.threats.copy()  # the march lets enemies through that could not come before
            war.back_to(mark)
            table = np.maximum(opened, war.threats)
            march_, seen = self._march(war, placed, table), None
            if self._operations is not None:
                march_ = self._least_exposed(war, [march_, self._march(war, placed, _unreached(war, table))])
        elif not isinstance(book, Mute):
            war.back_to(mark)
        if seen is None or not isinstance(book, Mute):
            for code in march_.codes:
                war.give(code)
                target = int(to_of(code))
                book.sign(
                    "stack" if march_.held[target] == 2.0 else "march", space=war.board.space_names[target]
                )
            war.look_around(seen)
        repertoire.stand_by(war, march_.there)
        fleet = self._ferry(war, book, march_.held, march_.kept)
        self._fleet(war, book, march_.held, fleet)
        self._land(war, book, march_.there - landed, fleet)

    def _march(self, war: War, placed: Floats, table: Floats) -> March:
        """Where land units go, if the enemies can bring what a table says."""
        plan, there = np.zeros((LANDS, LANDS, KINDS), np.int64), np.zeros((LANDS, KINDS))
        held, kept = np.zeros(LANDS), np.zeros((LANDS, KINDS), np.int64)
        site = site_garrison(war)[:LANDS]
        war.fields.fresh[:LANDS] -= site
        posts = march.Posts(plan, there, held, kept)
        march.plan_march(war.bare, table, war.pull, placed, war.away, war.p, posts)
        war.fields.fresh[:LANDS] += site
        kept += site
        codes = np.zeros(workspace.LINES, np.int64)
        n = march.write_march(war.bare, plan, codes)
        n = march.move_guns(war.bare, war.pull, held, war.p, codes, n)
        return March(codes[:n].tolist(), there, held, kept)

    def _least_exposed(self, war: War, marches: Sequence[March]) -> March:
        """The first of the marches after which the capital is lost least often. The position is as before."""
        mark, lost = war.mark(), list[float]()
        for march_ in marches:
            for code in march_.codes:
                war.give(code)
            war.look_around()
            lost.append(float(war.storm(war.home, march_.there[war.home])[threats.P_LOST]))
            war.back_to(mark)
        return marches[lost.index(min(lost))]

    def _ferry(self, war: War, book: Book, held: Floats, kept: Ints) -> Floats:
        fleet = np.zeros((SPACES, KINDS))
        ferry.fleets(war.bare, fleet)
        codes, group = np.zeros(workspace.LINES, np.int64), np.zeros(workspace.LINES, np.int64)
        notes = np.zeros((64, 4))
        waiting = np.maximum(war.fields.fresh[:LANDS].astype(np.int64) - kept, 0)
        waiting[war.away == 0.0] = 0
        landing = self._landing(war, held)
        stays = np.zeros(SHIPS, np.int64)
        orders = workspace.Orders(codes, group, notes)
        n = ferry.plan_ferry(war.bare, landing, waiting, war.threats, fleet, war.p, orders, stays)
        for number in range(int(group[:n].max()) + 1 if n else 0):
            if not war.give_all(codes[:n][group[:n] == number].tolist()):
                continue
            zone, coast, units = (int(x) for x in notes[number, :3])
            if coast >= 0:
                book.sign("ferry_land", space=war.board.space_names[coast], zone=war.board.space_names[zone])
            else:
                book.sign("ferry_sail" if units else "ferry_fetch", zone=war.board.space_names[zone])
        for reason, rule in (
            (ferry.NOTHING_TO_CARRY, "stay_empty"),
            (ferry.SUNK_ELSEWHERE, "stay_in_danger"),
        ):
            zones = sorted(set(war.fields.ship_zone[stays == reason].tolist()))
            if zones:
                book.remark(rule, zones=space_list(war.board, zones))
        return fleet

    def _fleet(self, war: War, book: Book, held: Floats, fleet: Floats) -> None:
        value = np.zeros(SPACES)
        ferry.sea_values(war.bare, self._landing(war, held), war.p, value)
        if has_new_ships(war):
            fleet += new_ships(war, self._landing(war))
        codes = np.zeros(workspace.LINES, np.int64)
        expected = np.zeros(SPACES)
        if war.fields.flown[:, 0, 1:].any():
            ferry.count_on_decks(war.bare, war.air, self._ways_home(war), expected)
        n = ferry.plan_fleet(war.bare, war.threats, fleet, value, expected, codes, 0)
        for code in codes[:n].tolist():
            war.give(code)
            book.sign("fleet", zone=war.board.space_names[to_of(code)])

    def _landings(self, war: War, placed: Floats) -> Floats:
        """Aircraft by the land where they would come down, and as many less where they are now, if nobody
        else moved: for who marches, so that they are not left alone."""
        fleet = war.fields.units[:, war.friends].sum(axis=1).astype(np.float64)
        there = placed + fleet[:LANDS]
        before = there.copy()
        codes = np.zeros(wings.MOST_FLIGHTS, np.int64)
        wings.plan_landings(war.bare, war.air, war.air_pull, war.threats, war.p, there, fleet, codes)
        out: Floats = there - before
        return out

    def _land(self, war: War, book: Book, there: Floats, fleet: Floats) -> None:
        codes = np.zeros(wings.MOST_FLIGHTS, np.int64)
        n = wings.plan_landings(war.bare, war.air, war.air_pull, war.threats, war.p, there, fleet, codes)
        for code in codes[:n].tolist():
            war.give(code)
            book.sign("land", space=war.board.space_names[to_of(code)])
        come_down(war)
        book.sign("come_down")

    def _place(self, war: War, book: Book) -> None:
        bought = war.fields.bought[war.power].astype(np.float64)
        where = coming(war, bought)
        for space, kind in np.argwhere(where).tolist():
            n = int(where[space, kind])
            war.give(int(order(PLACE_UNITS, n, kind, NO_SPACE, NO_SPACE, space, 0, 0, 0)))
            book.sign("place", space=war.board.space_names[space])
        for site in bought_complex_sites(war) if war.fields.bought[war.power, FACTORY] else []:
            if greedy.place_kind(war, FACTORY, [site]):
                book.sign("place_complex", space=war.board.space_names[site])
        if war.fields.bought[war.power].any():
            self._place_rest(war)
        book.sign("place_ships")

    def _place_rest(self, war: War) -> None:
        """Place ships, and whatever else is left, wherever there is room."""
        zones = harbour(war, self._landing(war))
        for kind in SEA_KINDS:
            greedy.place_kind(war, kind, zones)
        greedy.place_kind(war, INFANTRY, war.complexes())
        for kind in range(KINDS):
            greedy.place_kind(war, kind, list(range(LANDS)) if kind not in SEA_KINDS else zones)
