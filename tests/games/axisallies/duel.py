"""The engine and the oracle side by side: both get the same orders and are compared after each."""

from __future__ import annotations

import sys
from collections import Counter
from copy import deepcopy
from typing import Any

import numpy as np

from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.games.axisallies import (
    GAME,
    rules,
)
from partie.games.axisallies.rules import orders
from partie.games.axisallies.rules.board import ALL_BOARDS, TECH_IDS
from partie.games.axisallies.rules.files import BOARD_IDS
from partie.games.axisallies.rules.state import (
    PHASES,
    SEA_BATTLE,
    SHIPS,
    VICTORIES,
)
from partie.games.axisallies.rules.units import UNIT_IDS
from tests.games.axisallies.oracle import Oracle, battles
from tests.games.axisallies.oracle.facts import BOARD, LAND, ORIGINAL, POWERS, SEA, SETUP, TECHS, friends
from tests.games.axisallies.oracle.war import Order
from tests.games.axisallies.theatres import PERFT, REVISED

WAYS = ("", "around", "over neutrals")
SIDES = ("allies", "axis")
_BOARD = ALL_BOARDS[BOARD_IDS.index(BOARD)]
POWER_IDS, SPACE_IDS = _BOARD.power_ids, _BOARD.space_ids
NAME = {space: name["en"] for space, name in zip(SPACE_IDS, _BOARD.space_names, strict=True)}


def words(code: int) -> Order:
    """An order of the engine in the form of the oracle."""
    kind = orders.kind_of(code)
    n, unit = int(orders.n_of(code)), UNIT_IDS[orders.unit_of(code)]
    src, via, dst = (_space(f(code)) for f in (orders.from_of, orders.via_of, orders.to_of))
    row, way = int(orders.row_of(code)), WAYS[orders.way_of(code)]
    return {
        orders.END: ("end",),
        orders.RESEARCH_DICE: ("research", n),
        orders.BUY_UNITS: ("buy", n, unit),
        orders.MOVE_UNITS: ("move", n, unit, src, via, dst, way),
        orders.SAIL: ("sail", row, dst),
        orders.LOAD: ("load", n, unit, src, row),
        orders.UNLOAD: ("unload", n, unit, row, dst),
        orders.RAID_COMPLEX: ("raid", n, src, dst, way),
        orders.DROP: ("drop", n, src, dst, way),
        orders.FIGHT: ("fight", dst),
        orders.ROCKET: ("rocket", src, dst),
        orders.LOSE: ("lose", n, unit, POWER_IDS[orders.power_of(code)]),
        orders.LOSE_AS_USUAL: ("lose as usual",),
        orders.GO_ON: ("go on",),
        orders.RETREAT: ("retreat", dst),
        orders.WITHDRAW: ("withdraw", n, dst),
        orders.SUBMERGE: ("submerge", n),
        orders.PLACE_UNITS: ("place", n, unit, dst),
        orders.SCORCH: ("scorch", dst),
    }[kind]


def _space(number: int) -> str | None:
    return SPACE_IDS[number] if number >= 0 else None


def engine_facts(record: Any) -> dict[str, Any]:
    """The engine's position in the form of the oracle."""
    units = {
        (SPACE_IDS[s], POWER_IDS[p], UNIT_IDS[k]): int(record.units[s, p, k])
        for s, p, k in zip(*np.nonzero(record.units), strict=True)
    }
    ships = {}
    for row in range(SHIPS):
        if record.ship_zone[row] >= 0:
            cargo = sorted(
                (UNIT_IDS[record.cargo_kind[row, i]], POWER_IDS[record.cargo_power[row, i]], _space(record.landing[row, i]) or "")
                for i in range(2)
                if record.cargo_kind[row, i] >= 0
            )  # fmt: skip
            ships[row] = (POWER_IDS[record.ship_owner[row]], SPACE_IDS[record.ship_zone[row]], cargo)
    fighting = record.battle >= 0
    over = record.phase == PHASES.index("over")
    return {
        "round": int(record.round_number),
        "power": POWER_IDS[record.power],
        "phase": PHASES[record.phase],
        "deciding": None if over else POWER_IDS[rules.to_move(record)],
        "owner": {SPACE_IDS[s]: POWER_IDS[o] if o >= 0 else None for s in _BOARD.lands for o in (record.owner[s],)},
        "units": units,
        "cash": record.cash[: _BOARD.powers].tolist(),
        "techs": [{name for i, name in enumerate(TECH_IDS) if techs >> i & 1} for techs in record.techs[: _BOARD.powers]],
        "bought": {(POWER_IDS[p], UNIT_IDS[k]): int(record.bought[p, k]) for p, k in zip(*np.nonzero(record.bought), strict=True)},
        "complexes": (int(record.new_complexes), {SPACE_IDS[s] for s in np.nonzero(record.built)[0]}),
        "ships": ships,
        "battle": {
            "space": SPACE_IDS[record.battle],
            "at sea": bool(record.battle_kind == SEA_BATTLE),
            "round": int(record.battle_round),
            "amphibious": bool(record.amphibious),
            "hits": max(0, int(record.hits)),
            "doomed": {(POWER_IDS[p], UNIT_IDS[k]): int(record.doomed[p, k]) for p, k in zip(*np.nonzero(record.doomed), strict=True)},
            "hurt": {POWER_IDS[p]: int(n) for p, n in enumerate(record.hurt) if n},
            "submerged": {POWER_IDS[p]: int(n) for p, n in enumerate(record.submerged) if n},
        } if fighting else None,
        "history": [row for row in record.history[:, : _BOARD.powers].tolist() if any(row)],
        "victory": (SIDES[record.winner] if record.winner >= 0 else None, VICTORIES[record.victory]),
    }  # fmt: skip


def oracle_facts(war: Oracle) -> dict[str, Any]:
    battle = war.battle
    return {
        "round": war.round,
        "power": war.power,
        "phase": war.phase,
        "deciding": None if war.over else war.deciding,
        "owner": war.owner,
        "units": {(s, p, k): n for s, stacks in war.units.items() for p, stack in stacks.items() for k, n in stack.items() if n},
        "cash": [war.cash[power] for power in POWERS],
        "techs": [war.techs[power] for power in POWERS],
        "bought": {(power, kind): n for power in POWERS for kind, n in war.bought[power].items() if n},
        "complexes": (war.new_complexes, war.built),
        "ships": {row: (ship.owner, ship.zone, sorted((k, p, b or "") for k, p, b in ship.cargo)) for row, ship in war.ships.items()},
        "battle": {
            "space": battle.space,
            "at sea": battle.space.startswith("sz-"),
            "round": battle.round,
            "amphibious": battle.amphibious,
            "hits": war.question.hits if war.question else 0,
            "doomed": dict(+battle.doomed),
            "hurt": dict(+battle.hurt),
            "submerged": dict(+battle.submerged),
        } if battle else None,
        "history": war.history,
        "victory": (war.winner, war.victory),
    }  # fmt: skip


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    found = []
    for name, value in one.items():
        if value != other[name]:
            if isinstance(value, dict) and isinstance(other[name], dict):
                for key in sorted(set(value) | set(other[name]), key=str):
                    if value.get(key) != other[name].get(key):
                        found.append(f"{name} {key}: engine {value.get(key)}, oracle {other[name].get(key)}")
            else:
                found.append(f"{name}: engine {value}, oracle {other[name]}")
    return found


class Duel:
    """One game in both; `log` has the orders, for the message if they differ."""

    def __init__(self, options: dict[str, Any], *seed: object, position: str = "") -> None:
        self.chance = new_chance("duel", *seed)
        self.dice = self.chance.copy()
        self.state = GAME.position(position, options) if position else GAME.start(options, self.chance)
        self.record = self.state.record
        self.war = Oracle(GAME.read_options(options), lambda: int(below(self.dice, 6)) + 1)
        if position:
            self.war.adopt(engine_facts(self.record))
        self.out = np.empty(rules.MOVES, np.int64)
        self.log: list[str] = []
        self.orders = 0

    def legal(self) -> dict[Order, int]:
        """The legal orders, the same in both, with the engine's codes."""
        count = int(rules.moves(self.record, self.out))
        mine = {words(int(code)): int(code) for code in self.out[:count]}
        assert len(mine) == count, self.tell("an order is listed twice")
        theirs = self.war.orders()
        assert len(theirs) == len(set(theirs)), self.tell("the oracle lists an order twice")
        only = sorted(set(mine) - set(theirs), key=str), sorted(set(theirs) - set(mine), key=str)
        assert not any(only), self.tell(f"only the engine allows {only[0]}\nonly the oracle allows {only[1]}")
        return mine

    def play(self, order: Order, code: int) -> None:
        self.log.append(f"{self.war.round} {self.war.phase} {self.war.deciding}: {' '.join(map(str, order))}")
        self.orders += 1
        rules.play(self.record, code, self.chance)
        self.war.play(order)
        differ = differences(engine_facts(self.record), oracle_facts(self.war))
        if (self.chance != self.dice).any():
            differ.append("they have thrown different dice")
        assert not differ, self.tell("\n".join(differ))

    def tell(self, what: str) -> str:
        tail = "\n".join(self.log[-25:])
        return f"after {self.orders} orders\n{tail}\n{what}\nwaiting: {battles.waiting(self.war)}"

    @property
    def reached(self) -> Counter[str]:
        return self.war.reached


def main() -> None:
    """Play games on another board: `ORACLE_BOARD=training python -m tests.games.axisallies.duel 10`. On the
    world with other units, games begin in small positions.
    """
    scenes = REVISED if BOARD == "revised" else {BOARD: ({"preset": BOARD, "rounds": 3}, "")}
    for name, (options, position) in scenes.items():
        for seed in range(int(sys.argv[1])):
            duel = play_out(options, name, seed, position=position, most=40 if position else 1 << 30)
            print(seed, duel.orders, *sorted(duel.reached), sep="; ")
    for name in PERFT if BOARD == "revised" else ():
        options, position = REVISED[name]
        print("perft", name, [slow_perft(Duel(options, position=position).war, depth) for depth in range(3)])


def slow_perft(war: Oracle, depth: int) -> int:
    """The number of sequences of orders by the oracle."""
    if depth == 0 or war.over:
        return 1
    if depth == 1:
        return len(war.orders())
    total = 0
    for order in war.orders():
        child = deepcopy(war)
        child.play(order)
        total += slow_perft(child, depth - 1)
    return total


def weight(order: Order, war: Oracle) -> int:
    """The weight of an order in random play: battles, landings, raids and submarines come up often, and
    phases end before all units have moved.
    """
    word = order[0]
    if word == "end":
        return 40 if war.phase == "noncombat" else 12
    if word == "move":
        air = order[2] in ("fighter", "bomber")
        if war.phase == "noncombat":
            return 8 if air else 2
        return 6 + 6 * (order[6] != "") if air else 5 * int(order[1])
    if word == "sail" and war.ships[order[1]].cargo and war.hostile(order[2]):
        return 20
    return {"load": 12, "unload": 40, "sail": 4, "raid": 20, "drop": 20, "rocket": 20, "withdraw": 3, "submerge": 3, "retreat": 2, "go on": 3, "lose as usual": 3, "lose": 1, "buy": 2}.get(word, 2)  # fmt: skip


def pick(legal: dict[Order, int], war: Oracle, chance: Any) -> Order:
    """Draw an order by its weight."""
    ranked = sorted(legal, key=str)
    weights = [weight(order, war) for order in ranked]
    at = int(below(chance, sum(weights)))
    for order, heavy in zip(ranked, weights, strict=True):
        at -= heavy
        if at < 0:
            return order
    raise AssertionError


def play_out(options: dict[str, Any], *seed: object, position: str = "", most: int = 1 << 30) -> Duel:
    """Play a random game in both, to its end or for a number of orders."""
    duel = Duel(options, *seed, position=position)
    chance = new_chance("duel orders", *seed)
    while not duel.war.over and duel.orders < most:
        legal = duel.legal()
        order = pick(legal, duel.war, chance)
        duel.play(order, legal[order])
    return duel


def turmoil(*seed: object, more_units: bool = False) -> str:
    """A random position with rare features: lost capitals, mixed allies, fleets of two powers, fighters on
    allied carriers, guns and complexes everywhere.
    """
    chance = new_chance("turmoil", *seed)

    def some(*words: tuple[str, int, int]) -> list[str]:
        """Draw a number of each unit, from 1 to its limit; the last number is how often in six it is there at
        all.
        """
        found = []
        for word, most, often in words:
            if below(chance, 6) < often:
                found.append(f"{int(below(chance, most)) + 1} {word}")
        return found

    def one_of(items: list[str]) -> str:
        return items[int(below(chance, len(items)))]

    lines = [f"turn: {one_of(POWERS)}, research", "cash: " + ", ".join(f"{p} {int(below(chance, 40))}" for p in POWERS)]  # fmt: skip
    lines += ["techs: " + ", ".join(f"{p} {tech}" for p in POWERS for tech in TECHS if below(chance, 4) == 0)]
    for space in LAND:
        owner = ORIGINAL[space]
        if below(chance, 5) == 0 and owner is not None:
            owner = one_of(POWERS)
        if owner is None:
            continue
        armies = []
        for power in friends(owner):
            if power == owner or below(chance, 10) == 0:
                units = some(
                    ("inf", 3, 3),
                    ("arm", 2, 2),
                    ("ftr", 2, 1),
                    ("bom", 1, 1),
                    ("aa", 1, 1),
                    ("mar", 2, 2 * more_units),
                )
                if power == owner and (SETUP[space].get(ORIGINAL[space], {}).get("industrial_complex") or below(chance, 15) == 0):  # fmt: skip
                    units.append("1 factory")
                if units:
                    armies.append(f"{power} {', '.join(units)}")
        lines.append(f"{NAME[space]}: {'; '.join([owner, *armies])}")
    row = 0
    for zone in SEA:
        if below(chance, 5) < 3:
            continue
        side = friends(one_of(POWERS))
        forces: list[tuple[str, list[str]]] = []
        room = 0
        for power in side:
            if below(chance, 2) == 0:
                continue
            ships = some(
                ("bat", 1, 2), ("car", 1, 3), ("tra", 2, 3), ("sub", 2, 3), ("des", 1, 2 * more_units)
            )
            room += 2 * any("car" in ship for ship in ships)
            if ships:
                forces.append((power, ships))
        for force in forces:
            flying = min(room, int(below(chance, 3)))
            if flying:
                room -= flying
                force[1].append(f"{flying} ftr")
        if forces:
            lines.append(f"{NAME[zone]}: " + "; ".join(f"{power} {', '.join(units)}" for power, units in forces))  # fmt: skip
            for power, units in forces:
                for ship in range(sum(int(unit[0]) for unit in units if unit.endswith("tra"))):
                    cargo = one_of(["", "arm", "inf", "mar" if more_units else "inf"])
                    if cargo and not ship:
                        lines.append(f"transport {row}: {power}, {NAME[zone]}; {one_of(side)} {cargo}")
                    else:
                        lines.append(f"transport {row}: {power}, {NAME[zone]}")
                    row += 1
    return "\n".join(lines)


if __name__ == "__main__":
    main()
