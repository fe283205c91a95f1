"""A battle to calculate: the forces, the place, the rules, the order of losses and when the attacker stops.

Nothing here depends on a table or a map. `Battle` is checked when it is made; `Battle.plan` encodes it for
the compiled calculators in `exact.py` and `simulate.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.errors import PartieError
from partie.core.parameters import both, complete
from partie.games.axisallies.options import OPTIONS as GAME_OPTIONS
from partie.games.axisallies.rules.board import ALL_BOARDS, BOARD_HUNTERS, Board
from partie.games.axisallies.rules.files import BOARD_IDS
from partie.games.axisallies.rules.units import (
    AA_GUN,
    AIR_KINDS,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    FACTORY,
    FIGHTER,
    HEAVY_BOMBER_DICE,
    INFANTRY,
    JET_DEFENCE,
    KINDS,
    LAND_KINDS,
    LANDING_ATTACK,
    MARINE,
    SEA_KINDS,
    SUBMARINE,
    SUPER_SUBMARINE_ATTACK,
    TECHNOLOGIES,
    UNIT_IDS,
    UNIT_NAMES,
)

DAMAGE, ESCAPED = KINDS, KINDS + 1
"""Two columns after the kinds: hits battleships can take before one sinks, and submarines that have
submerged.
"""
WIDTH = KINDS + 2
MOST_UNITS = 200
"""The largest number of units of one kind on one side."""

Force = tuple[int, ...]
"""The number of units of each kind."""

_IN_BATTLE = ("board", "column_losses", "two_hit_battleship", "low_luck", "subs_submerge", "aa_casualties")
OPTIONS = tuple(option for option in GAME_OPTIONS if option.name in _IN_BATTLE)
"""The options of the game that affect a battle; of the board only the values of its units do. With
`subs_submerge`, all defending submarines submerge after the first round.
"""


class BadBattle(PartieError):
    """A battle that makes no sense or cannot be read; `sentence` has the message in every language."""

    def __init__(self, en: str, fr: str, **data: Any) -> None:
        self.sentence = {language: text.format(**data) for language, text in both(en, fr).items()}
        super().__init__(self.sentence["en"], **data)


@dataclass(frozen=True)
class Stop:
    """When the attacker retreats, at the end of a round: after `rounds` rounds, with fewer than `left` units,
    or when the chance of winning falls below `odds`. Zero turns a condition off; the first that holds stops
    the battle.
    """

    rounds: int = 0
    left: int = 0
    odds: float = 0.0

    def __post_init__(self) -> None:
        if self.rounds < 0 or self.left < 0 or not 0.0 <= self.odds < 1.0:
            raise BadBattle(
                "To stop, say rounds=2 (after two rounds), left=3 (with fewer than three attackers) or odds=40% (when the chance to win falls below it).",
                "Pour arrêter, dites tours=2 (après deux tours), reste=3 (avec moins de trois attaquants) ou chances=40% (quand la chance de gagner tombe plus bas).",
            )

    def __bool__(self) -> bool:
        return bool(self.rounds or self.left or self.odds)


COUNTS, ORDER, FIRE, DICE, STRENGTH, HELPER = range(6)
"""Rows that encode a side: units by kind; kinds in the order in which they are lost, and in which they fire,
each list ended by -1; dice and strength of one unit, by kind; the kind of which each unit adds `SUPPORT` to
the strength of one unit of this kind, or -1.
"""
SEA, AA, BOMBARDING, LOW_LUCK, SUBMERGE, STOP_ROUNDS, STOP_LEFT, KEEP, HUNTERS = range(9)
"""Indices into `Plan.rules`. AA: 0 no gun, 1 the owner of the aircraft chooses, 2 each die has its own
aircraft. KEEP: whether the attacker's last land unit is lost only after all aircraft. HUNTERS: whether
destroyers keep enemy submarines from striking first and from leaving the battle.
"""


class Plan(NamedTuple):
    """A battle encoded for compiled code: two sides (see `COUNTS` …) and the rules (see `SEA` …)."""

    attacker: NDArray[np.int64]
    defender: NDArray[np.int64]
    rules: NDArray[np.int64]


def force(units: Mapping[str, int] | None = None, **more: int) -> Force:
    """A force from the names and numbers of its units.

    >>> force(infantry=4, armor=3)
    (4, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    named = {**(units or {}), **more}
    for name in named:
        if name not in UNIT_IDS:
            raise BadBattle(
                "There is no unit called {name!r}; the units are {units}.",
                "Aucune unité ne s’appelle {name!r} ; les unités sont {units}.",
                name=name,
                units=", ".join(UNIT_IDS),
            )
    return tuple(named.get(name, 0) for name in UNIT_IDS)


@dataclass(frozen=True)
class Battle:
    """One battle. `landing` is the number of battleships that bombard, or None if no units land from the sea;
    an AA gun among the defenders is the same as `aa`. Loss orders list kinds, the first lost first; kinds
    left out follow in the usual order. Technologies have the ids of `board.json`.
    """

    attackers: Force
    defenders: Force
    sea: bool = False
    landing: int | None = None
    aa: bool = False
    attacker_techs: frozenset[str] = frozenset()
    defender_techs: frozenset[str] = frozenset()
    attacker_losses: tuple[int, ...] = ()
    defender_losses: tuple[int, ...] = ()
    stop: Stop = Stop()
    column_losses: bool = True
    two_hit_battleship: bool = False
    low_luck: bool = False
    subs_submerge: bool = False
    aa_casualties: str = "owner"
    board: str = "world"

    def __post_init__(self) -> None:
        for name in ("attackers", "defenders"):
            object.__setattr__(self, name, _checked_counts(getattr(self, name)))
        if self.defenders[AA_GUN]:
            object.__setattr__(self, "aa", True)
        _check_attackers(self)
        _check_place(self)
        for technology in self.attacker_techs | self.defender_techs:
            if technology not in TECHNOLOGIES:
                raise BadBattle(
                    "There is no technology called {name!r}; there are {known}.",
                    "Aucune technologie ne s’appelle {name!r} ; il y a {known}.",
                    name=technology,
                    known=", ".join(TECHNOLOGIES),
                )

    def with_options(self, given: Mapping[str, Any]) -> Battle:
        """The same battle under these options (see `OPTIONS`)."""
        current = {parameter.name: getattr(self, parameter.name) for parameter in OPTIONS}
        return Battle(**{**self.__dict__, **complete(OPTIONS, {**current, **given}, "A battle")})

    @property
    def values(self) -> Board:
        """The board, for the cost, attack and defence of its units."""
        return ALL_BOARDS[BOARD_IDS.index(self.board)]

    @property
    def undefended(self) -> bool:
        """Whether no defender fights: guns and factories do not."""
        return not any(self.defenders[kind] for kind in range(KINDS) if kind not in (AA_GUN, FACTORY))

    def attack(self) -> NDArray[np.int64]:
        """The attack strength of each kind."""
        strength = _widened(self.values.attack)
        if "super_submarines" in self.attacker_techs:
            strength[SUBMARINE] = SUPER_SUBMARINE_ATTACK
        if self.landing is not None:
            strength[MARINE] = LANDING_ATTACK
        return strength

    def defence(self) -> NDArray[np.int64]:
        """The defence strength of each kind."""
        strength = _widened(self.values.defence)
        if "jet_power" in self.defender_techs:
            strength[FIGHTER] = JET_DEFENCE
        return strength

    def loss_order(self, attacking: bool) -> tuple[int, ...]:
        """The order in which a side loses its kinds: the given order, then the cheapest first, of equally
        cheap ones the weaker, then the one with the lower number.
        """
        units = self.attackers if attacking else self.defenders
        strength = self.attack() if attacking else self.defence()
        usual = sorted(range(KINDS), key=lambda kind: (self.values.cost[kind], strength[kind], kind))
        given = self.attacker_losses if attacking else self.defender_losses
        return tuple(
            kind for kind in dict.fromkeys([*given, *usual]) if units[kind] and kind not in (AA_GUN, FACTORY)
        )

    @property
    def keeps_land_unit(self) -> bool:
        """Whether the attacker loses aircraft before the last land unit, to capture the space. An explicit
        loss order overrides this.
        """
        return not self.sea and not self.attacker_losses

    def plan(self) -> Plan:
        """The battle encoded for compiled code."""
        rules = np.zeros(9, np.int64)
        rules[SEA] = self.sea
        rules[AA] = (1 if self.aa_casualties == "owner" else 2) if self.aa else 0
        rules[BOMBARDING] = self.landing or 0
        rules[LOW_LUCK] = self.low_luck
        rules[SUBMERGE] = self.subs_submerge
        rules[STOP_ROUNDS] = self.stop.rounds
        rules[STOP_LEFT] = self.stop.left
        rules[KEEP] = self.keeps_land_unit
        rules[HUNTERS] = BOARD_HUNTERS[self.values.number]
        return Plan(self._side(True), self._side(False), rules)

    def _side(self, attacking: bool) -> NDArray[np.int64]:
        units = self.attackers if attacking else self.defenders
        techs = self.attacker_techs if attacking else self.defender_techs
        strength = self.attack() if attacking else self.defence()
        order = list(self.loss_order(attacking))
        by_column = self.column_losses and not self.low_luck
        fire = sorted(
            (kind for kind in order if strength[kind]),
            key=lambda kind: (strength[kind] if by_column else 0, kind != SUBMARINE, kind),
        )
        side = np.full((6, WIDTH), -1, np.int64)
        if attacking:
            side[HELPER, INFANTRY] = ARTILLERY
        side[COUNTS] = 0
        side[COUNTS, order] = [units[kind] for kind in order]
        side[STRENGTH] = strength
        side[DICE] = 1
        if "heavy_bombers" in techs:
            side[DICE, BOMBER] = HEAVY_BOMBER_DICE
        if self.two_hit_battleship and units[BATTLESHIP]:
            side[COUNTS, DAMAGE] = units[BATTLESHIP]
            order.insert(0, DAMAGE)
        side[ORDER, : len(order)] = order
        side[FIRE, : len(fire)] = fire
        return side


def _widened(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([numbers, np.zeros(WIDTH - KINDS, np.int64)])


def _checked_counts(counts: Sequence[int]) -> Force:
    units = tuple(int(count) for count in counts)
    if len(units) != KINDS:
        raise BadBattle(
            "A force is {kinds} numbers, one for each kind of unit, not {given}.",
            "Une force se donne par {kinds} nombres, un par type d’unité, et non {given}.",
            kinds=KINDS,
            given=len(units),
        )
    for kind, count in enumerate(units):
        if not 0 <= count <= MOST_UNITS:
            raise BadBattle(
                "{count} {unit}: give a number from 0 to {most}.",
                "{count} {unit} : donnez un nombre de 0 à {most}.",
                count=count,
                unit=UNIT_IDS[kind],
                most=MOST_UNITS,
            )
    return units


def _check_attackers(battle: Battle) -> None:
    if not any(battle.attackers):
        raise BadBattle(
            "Nobody attacks: name the attackers before the arrow, as in 4 inf, 3 arm -> 5 inf.",
            "Personne n’attaque : nommez les attaquants avant la flèche, comme dans 4 inf, 3 chars -> 5 inf.",
        )
    for kind in (AA_GUN, FACTORY):
        if battle.attackers[kind]:
            _refuse(kind, "never attacks: leave it out", "cette unité n’attaque jamais ; enlevez-la")


def _check_place(battle: Battle) -> None:
    here = _present(battle.attackers) | _present(battle.defenders)
    if battle.sea:
        for kind in sorted(here - set(AIR_KINDS) - set(SEA_KINDS)):
            _refuse(
                kind,
                "does not fight at sea: leave out --sea, or the unit (cargo goes down with its ship)",
                "cette unité ne combat pas en mer ; enlevez --sea, ou l’unité (la cargaison coule avec son navire)",
            )
        if battle.defenders[BOMBER]:
            _refuse(
                BOMBER,
                "never defends at sea: leave it out",
                "cette unité ne défend jamais en mer ; enlevez-la",
            )
        if battle.landing is not None or battle.aa:
            raise BadBattle(
                "Landings and AA guns belong to battles on land: leave out --sea, or the landing and the gun.",
                "Débarquements et DCA appartiennent aux combats sur terre : enlevez --sea, ou le débarquement et le canon.",
            )
        return
    for kind in sorted(here & set(SEA_KINDS)):
        _refuse(
            kind,
            "does not fight on land: add --sea, or give the number of bombarding battleships with --landing",
            "cette unité ne combat pas sur terre ; ajoutez --sea, ou donnez le nombre de cuirassés qui bombardent avec --landing",
        )
    if battle.landing is None:
        return
    if not 0 <= battle.landing <= MOST_UNITS or not _present(battle.attackers) & set(LAND_KINDS):
        raise BadBattle(
            "A landing needs a land unit among the attackers and a number of battleships from 0 to {most}.",
            "Un débarquement demande une unité terrestre parmi les attaquants et un nombre de cuirassés de 0 à {most}.",
            most=MOST_UNITS,
        )
    if battle.stop:
        raise BadBattle(
            "Nobody retreats from a landing: leave out --stop or --landing.",
            "On ne se retire pas d’un débarquement : enlevez --stop ou --landing.",
        )


def _present(units: Iterable[int]) -> set[int]:
    return {kind for kind, count in enumerate(units) if count}


def _refuse(kind: int, en: str, fr: str) -> None:
    name = {language: text[0].upper() + text[1:] for language, text in UNIT_NAMES[kind].items()}
    raise BadBattle(f"{name['en']} {en}.", f"{name['fr']} : {fr}.")
