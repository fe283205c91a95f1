"""An independent, slow implementation of the rules, straight from the rules page.

Spaces, powers and units go by their names, orders are tuples of words, and a battle is a story told by a
generator that asks and is answered. The dice are thrown by the oracle itself from a copy of the engine's
generator: both throw the same dice only if they throw as many, for the same purpose and in the same order;
the comparison asserts that both generators stand at the same place afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.games.axisallies.oracle import battles, flying, marching, sailing, turns
from tests.games.axisallies.oracle.facts import POWERS, SPACES, WALKERS
from tests.games.axisallies.oracle.war import Order, Ship, War


class Oracle(War):
    """A game: its legal orders and their effects."""

    def __init__(self, options: dict[str, Any], die: Callable[[], int]) -> None:
        super().__init__(options, die)
        turns.begin_turn(self, self.power)

    def adopt(self, facts: dict[str, Any]) -> None:
        """Begin a turn in another position."""
        self.round, self.power = facts["round"], facts["power"]
        self.owner = dict(facts["owner"])
        self.units = {space: {power: Counter() for power in POWERS} for space in SPACES}
        for (space, power, kind), n in facts["units"].items():
            self.units[space][power][kind] = n
        self.cash = dict(zip(POWERS, facts["cash"], strict=True))
        self.techs = {power: set(techs) for power, techs in zip(POWERS, facts["techs"], strict=True)}
        self.built = set(facts["complexes"][1])
        self.new_complexes = facts["complexes"][0]
        self.ships = {
            row: Ship(owner, zone, [[kind, power, None] for kind, power, _ in cargo])
            for row, (owner, zone, cargo) in facts["ships"].items()
        }
        self.history = [list(row) for row in facts["history"]]
        turns.begin_turn(self, self.power)
        self.phase = facts["phase"]

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def deciding(self) -> str:
        if self.scorch:
            return self.scorch[self.scorched]
        return self.question.who if self.question else self.power

    def orders(self) -> list[Order]:
        self.memo = {}
        found = self.find_orders()
        self.memo = None
        return found

    def find_orders(self) -> list[Order]:
        if self.over:
            return []
        if self.scorch:
            return [("go on",), ("scorch", self.scorched)]
        if self.question:
            return self.question.orders
        found: list[Order] = []
        if self.phase in ("combat_move", "noncombat"):
            found += marching.orders(self)
            found += sailing.orders(self)
            found += flying.orders(self)
        elif self.phase == "research":
            found += turns.research_orders(self)
        elif self.phase == "buy":
            found += turns.buy_orders(self)
        elif self.phase == "place":
            found += turns.place_orders(self)
        else:
            return list(battles.orders(self))
        if self.phase != "noncombat" or not flying.can_still_land(self):
            found.append(("end",))
        return found

    @property
    def scorched(self) -> str:
        return min(self.scorch, key=SPACES.index)

    def play(self, order: Order) -> None:
        word, *rest = order
        if self.scorch:
            self.answer_scorch(word == "scorch")
        elif self.question:
            self.hear(order)
        elif word == "end":
            turns.end_phase(self)
            return
        elif word == "move":
            n, kind, src, via, dst, way = rest
            if kind in ("fighter", "bomber"):
                flying.fly(self, n, kind, src, dst, way)
            elif kind in WALKERS:
                marching.play(self, n, kind, src, via, dst)
            else:
                sailing.sail_ships(self, n, kind, src, dst)
        elif word == "raid":
            n, src, dst, way = rest
            flying.fly(self, n, "bomber", src, dst, way, raids=True)
        elif word == "drop":
            flying.drop(self, *rest)
        elif word == "sail":
            sailing.sail(self, *rest)
        elif word == "load":
            sailing.load(self, *rest)
        elif word == "unload":
            sailing.unload(self, *rest)
        elif word == "rocket":
            battles.fire_rocket(self, rest[1])
        elif word == "fight":
            if battles.raid_waits(self, rest[0]):
                battles.raid(self, rest[0])
            else:
                self.story = battles.fight(self, rest[0])
                self.hear(None)
        elif word == "research":
            turns.research(self, rest[0])
            self.phase = "buy"
        elif word == "buy":
            n, kind = rest
            self.cash[self.power] -= n * turns.price(self, kind)
            self.bought[self.power][kind] += n
        elif word == "place":
            turns.place(self, *rest)
            return
        if self.question is None and self.phase in ("buy", "combat") and word != "buy":
            turns.settle(self)

    def hear(self, order: Order | None) -> None:
        """Go on with the battle until somebody is asked or it is over."""
        assert self.story is not None
        try:
            self.question = self.story.send(order)
        except StopIteration:
            self.question = self.story = None

    def answer_scorch(self, burn: bool) -> None:
        space = self.scorched
        del self.scorch[space]
        if burn:
            self.reached["scorched earth"] += 1
            for stacks in self.units[space].values():
                stacks.pop("aa_gun", None)
                stacks.pop("industrial_complex", None)
            self.built.discard(space)
