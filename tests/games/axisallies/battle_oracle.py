"""An independent, slow calculator of battles: units one by one, dice one by one, straight from the rules
page.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from partie.games.axisallies.odds.battle import Battle
from partie.games.axisallies.rules.units import UNIT_IDS

HULL = "hull"  # the first hit a battleship takes where it takes two
ATTACK = {
    HULL: 0, "infantry": 1, "marine": 1, "armor": 3, "fighter": 3, "bomber": 4, "transport": 0, "submarine": 2,
    "destroyer": 2, "carrier": 1, "battleship": 4,
}  # fmt: skip
DEFENCE = {
    HULL: 0, "infantry": 2, "marine": 2, "armor": 2, "fighter": 4, "bomber": 1, "transport": 1, "submarine": 2,
    "destroyer": 2, "carrier": 3, "battleship": 4,
}  # fmt: skip
USUAL = [HULL, "infantry", "marine", "armor", "transport", "submarine", "destroyer", "fighter", "bomber", "carrier", "battleship"]  # fmt: skip
USUAL_2004 = [HULL, "infantry", "artillery", "armor", "transport", "submarine", "fighter", "destroyer", "bomber", "carrier", "battleship"]  # fmt: skip
AIR = {"fighter", "bomber"}
LAND = {"infantry", "marine", "armor", "artillery"}

Units = tuple[str, ...]


class Oracle:
    """The distribution of the end of a battle: `ends` has the chance of every (attackers, defenders, how)."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.attack, self.defence = dict(ATTACK), dict(DEFENCE)
        usual = list(USUAL)
        if battle.board == "revised":
            self.attack |= {"artillery": 2, "destroyer": 3}
            self.defence |= {"artillery": 2, "destroyer": 3, "armor": 3}
            usual = list(USUAL_2004)
        defending = list(usual)
        if "super_submarines" in battle.attacker_techs:
            self.attack["submarine"] = 3
        if battle.landing is not None:
            self.attack["marine"] = 2
        if "jet_power" in battle.defender_techs:
            self.defence["fighter"] = 5
        if self.attack["submarine"] == 3 and battle.board == "world":  # the destroyer is the weaker one now
            i, j = usual.index("submarine"), usual.index("destroyer")
            usual[i], usual[j] = usual[j], usual[i]
        self.orders = [
            [HULL, *(UNIT_IDS[kind] for kind in battle.attacker_losses), *usual],
            [HULL, *(UNIT_IDS[kind] for kind in battle.defender_losses), *defending],
        ]
        self.round, self.chance_to_win, self.fight = cache(self._round), cache(self._chance_to_win), cache(self._fight)  # fmt: skip
        self.ends: dict[tuple[Units, Units, str], float] = defaultdict(float)
        for attackers, chance in self.after_guns(self.units(battle.attackers)).items():
            for end, share in self.fight(attackers, self.units(battle.defenders), 0).items():
                self.ends[end] += chance * share

    def units(self, counts: tuple[int, ...]) -> Units:
        units = [UNIT_IDS[kind] for kind, count in enumerate(counts) for _ in range(count) if UNIT_IDS[kind] in self.attack]  # fmt: skip
        if self.battle.two_hit_battleship:
            units += [HULL] * units.count("battleship")
        return tuple(sorted(units))

    def lose(self, side: int, units: Units, hits: int, may: str = "any") -> Units:
        left = list(units)
        for _ in range(hits):
            able = [unit for unit in left if may == "any" or (unit in AIR) == (may == "air")]
            if not able:
                break
            land = [unit for unit in able if unit in LAND]
            keeps = side == 0 and not self.battle.sea and not self.battle.attacker_losses
            if keeps and may == "any" and len(land) == 1 and len(able) > 1:
                able.remove(land[0])
            left.remove(min(able, key=self.orders[side].index))
        return tuple(left)

    def after_guns(self, units: Units) -> dict[Units, float]:
        aircraft = [unit for unit in units if unit in AIR]
        if not self.battle.aa or not aircraft:
            return {units: 1.0}
        chances: dict[Units, float] = defaultdict(float)
        if self.battle.aa_casualties == "owner":
            for hits, chance in self.hits([1] * len(aircraft)).items():
                chances[self.lose(0, units, hits, "air")] += chance
            return chances
        for pattern in range(1 << len(aircraft)):
            left, chance = list(units), 1.0
            for i, unit in enumerate(aircraft):
                chance *= 1 / 6 if pattern >> i & 1 else 5 / 6
                if pattern >> i & 1:
                    left.remove(unit)
            chances[tuple(left)] += chance
        return chances

    def hits(self, numbers: list[int]) -> dict[int, float]:
        """The chance of each number of hits by dice of these strengths."""
        if self.battle.low_luck:
            sure, rest = divmod(sum(numbers), 6)
            return {sure: 1 - rest / 6, sure + 1: rest / 6} if rest else {sure: 1.0}
        chances = {0: 1.0}
        for number in numbers:
            after: dict[int, float] = defaultdict(float)
            for hits, chance in chances.items():
                after[hits] += chance * (1 - number / 6)
                after[hits + 1] += chance * number / 6
            chances = after
        return chances

    def dice(self, side: int, units: Units) -> list[int]:
        numbers = self.defence if side else self.attack
        techs = self.battle.defender_techs if side else self.battle.attacker_techs
        found = [
            numbers[unit]
            for unit in units
            for _ in range(3 if unit == "bomber" and "heavy_bombers" in techs else 1)
        ]
        for _ in range(0 if side else min(units.count("infantry"), units.count("artillery"))):
            found[found.index(1)] = 2  # nobody else on land attacks at one
        return found

    def hunts(self, units: Units) -> bool:
        """Whether submarines neither strike these first nor leave them."""
        return self.battle.board == "revised" and "destroyer" in units

    def volleys(self, units: Units) -> list[tuple[Units, str]]:
        """The defender's dice in the order in which they are thrown."""
        subs = tuple(unit for unit in units if unit == "submarine")
        others = tuple(unit for unit in units if unit != "submarine")
        if not self.battle.column_losses or self.battle.low_luck:
            return [(subs, "not air"), (others, "any")]
        columns: list[tuple[Units, str]] = []
        for column in range(1, 6):
            if column == 2:
                columns.append((subs, "not air"))
            columns.append((tuple(unit for unit in others if self.defence[unit] == column), "any"))
        return columns

    def _round(self, attackers: Units, defenders: Units, first: bool) -> dict[tuple[Units, Units], float]:
        """The possible results of one round."""
        battle = self.battle
        after: dict[tuple[Units, Units], float] = defaultdict(float)
        subs = tuple(unit for unit in attackers if unit == "submarine")
        others = tuple(unit for unit in attackers if unit != "submarine")
        bombardment = self.hits([4] * (battle.landing or 0) if first else [])
        for strike, p in self.hits(self.dice(0, subs)).items():
            struck = self.lose(1, defenders, strike, "not air")
            answers = {attackers: 1.0}
            for units, may in self.volleys(defenders if self.hunts(defenders) else struck):
                following: dict[Units, float] = defaultdict(float)
                for left, chance in answers.items():
                    for hits, share in self.hits(self.dice(1, units)).items():
                        following[self.lose(0, left, hits, may)] += chance * share
                answers = following
            for hits, q in self.hits(self.dice(0, others)).items():
                for shells, r in bombardment.items():
                    left_d = self.lose(1, struck, hits + shells)
                    for left_a, s in answers.items():
                        after[left_a, left_d] += p * q * r * s
        return after

    def dive(self, defenders: Units) -> Units:
        if not self.battle.subs_submerge:
            return defenders
        return tuple("submerged" if unit == "submarine" else unit for unit in defenders)

    def how(self, attackers: Units, defenders: Units) -> str:
        fighting = [unit for unit in defenders if unit != "submerged"]
        if not attackers:
            return "loss" if defenders else "draw"
        return "" if fighting else "win"

    def stops(self, attackers: Units, defenders: Units, rounds: int) -> bool:
        stop = self.battle.stop
        if rounds == 0:
            return False
        alive = [unit for unit in attackers if unit != HULL]
        if (stop.rounds and rounds >= stop.rounds) or len(alive) < stop.left:
            return True
        return bool(stop.odds) and self.chance_to_win(attackers, defenders) < stop.odds

    def _chance_to_win(self, attackers: Units, defenders: Units) -> float:
        how = self.how(attackers, defenders)
        if how:
            return float(how == "win")
        total, stay = 0.0, 0.0
        for (left_a, left_d), chance in self.step(attackers, defenders, False).items():
            if (left_a, left_d) == (attackers, defenders):
                stay += chance
            else:
                total += chance * self.chance_to_win(left_a, left_d)
        return total / (1 - stay) if stay < 1 - 1e-12 else 0.0

    def step(self, attackers: Units, defenders: Units, first: bool) -> dict[tuple[Units, Units], float]:
        """One round without the submarines that have submerged."""
        fighting = tuple(unit for unit in defenders if unit != "submerged")
        aside = tuple(unit for unit in defenders if unit == "submerged")
        after: dict[tuple[Units, Units], float] = defaultdict(float)
        for (left_a, left_d), chance in self.round(attackers, fighting, first).items():
            left_d = left_d if self.hunts(left_a) else self.dive(left_d)
            after[left_a, tuple(sorted(left_d + aside))] += chance
        return after

    def _fight(
        self, attackers: Units, defenders: Units, rounds: int
    ) -> dict[tuple[Units, Units, str], float]:
        how = self.how(attackers, defenders)
        if not how and self.stops(attackers, defenders, rounds):
            how = "stopped"
        if how:
            return {(attackers, defenders, how): 1.0}
        following = rounds + 1 if self.battle.stop.rounds else 1
        ends: dict[tuple[Units, Units, str], float] = defaultdict(float)
        stay = 0.0
        for (left_a, left_d), chance in self.step(attackers, defenders, rounds == 0).items():
            if (left_a, left_d, following) == (attackers, defenders, rounds):
                stay += chance
                continue
            for end, share in self.fight(left_a, left_d, following).items():
                ends[end] += chance * share
        if stay > 1 - 1e-12:
            return {(attackers, defenders, "stopped"): 1.0}
        return {end: chance / (1 - stay) for end, chance in ends.items()}
