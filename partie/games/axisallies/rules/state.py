"""The record of a game of Axis & Allies, and the numbers its fields may hold.

Nothing is hidden, so a view is a copy. What concerns a single turn (which units may still move, how far
aircraft have flown, which battles were fought) is kept only for the power whose turn it is.
"""

from __future__ import annotations

import numpy as np

from partie.games.axisallies.rules.board import (
    FARTHEST,
    POWERS,
    SPACES,
)
from partie.games.axisallies.rules.units import KINDS

RESEARCH, BUY, COMBAT_MOVE, COMBAT, NONCOMBAT, PLACE, OVER = range(7)
PHASES = ("research", "buy", "combat_move", "combat", "noncombat", "place", "over")

SHIPS = 64
"""The largest number of transports on the board."""
LAST_ROUND = 60
"""The game ends after this round at the latest, and production decides."""

(
    O_ROUNDS,
    O_VICTORY_CHECK,
    O_AXIS_GOAL,
    O_ALLIED_GOAL,
    O_TOTAL_VICTORY,
    O_UNPLACED,
    O_RESEARCH,
    O_SUEZ_SINCE_START,
    O_SHIPS_EARLY,
    O_KAMIKAZE,
    O_AA_CASUALTIES,
    O_AA_OVERFLIGHT,
    O_NEUTRAL_CHARGE,
    O_NEUTRALS_CLOSED,
    O_COLUMN_LOSSES,
    O_SUBMERGE,
    O_AIR_LEAVES_LANDING,
    O_RAID_CAP,
    O_TWO_HIT,
    O_SCORCHED_EARTH,
    O_PLACE_HOSTILE,
    O_NEW_COMPLEXES,
    O_AA_PER_SPACE,
    O_FIGHTERS_ON_NEW,
    O_PEACE,
    O_AXIS_TECH,
    O_BID_USSR,
    O_BID_GERMANY,
    O_BID_UK,
    O_BID_JAPAN,
    O_BID_USA,
    O_PIECE_LIMITS,
    O_LOW_LUCK,
    O_MORE_UNITS,
    O_PARATROOPS,
    O_HUDSON_BAY,
    O_ONE_PANAMA,
    O_NO_GULF,
    O_BOARD,
) = range(39)
OPTIONS = 39

MOVED, UNLOADED, FOUGHT, RETREATED = 1, 2, 4, 8
"""Bits of `ship_did`: what a transport has done this turn."""
NOT_FOUGHT, NOT_CLEARED, CLEARED = 0, 1, 2
"""Values of `site`: how a battle of this turn ended."""
NO_BATTLE, RAID, SEA_BATTLE, LAND_BATTLE = range(4)
(
    OPENING,
    AFTER_GUN,
    AFTER_BOMBARDMENT,
    ROUND_BEGINS,
    AFTER_STRIKE,
    ATTACK_FIRE,
    DEFENCE_FIRE,
    ROUND_ENDS,
    ATTACKER_SUBS,
    DEFENDER_SUBS,
    PRESS,
) = range(11)
"""Values of `stage`: how far a battle has got. The next stage begins once the losses of this one are
chosen.
"""
ANY, NOT_AIR, AIR = 0, 1, 2
"""Values of `target`, what hits may fall on: any unit, anything but aircraft (hits of submarines), aircraft
only (hits of AA guns).
"""
ATTACKERS, DEFENDERS = 0, 1
NOBODY_THREW, ATTACKERS_THREW, DEFENDERS_THREW, GUN_THREW, SHIPS_BOMBARDED, RAIDERS_THREW, ROCKET_THREW, LAB_THREW = range(8)  # fmt: skip
THROWERS = ("nobody", "attackers", "defenders", "gun", "bombardment", "raid", "rocket", "research")
NOT_WON, CAPITALS, ECONOMY, ROUNDS_PLAYED = range(4)
VICTORIES = ("", "capitals", "economy", "rounds")

State = np.dtype(
    [
        ("owner", "i1", SPACES),  # who controls it; -1: neutral, or sea
        ("began", "i1", SPACES),  # who controlled it when this turn began
        ("units", "i2", (SPACES, POWERS, KINDS)),  # units in each space; cargo is in `cargo_kind`
        ("built", "i1", SPACES),  # 0: its complex is of the set-up, 1: built in the game, 2: built this turn
        ("cash", "i2", POWERS),
        ("techs", "i1", POWERS),  # a set of technologies
        ("bought", "i2", (POWERS, KINDS)),  # waiting to be placed
        ("new_complexes", "i2"),  # built so far in the game
        # transports, one row each; zone -1: the row is free
        ("ship_owner", "i1", SHIPS),
        ("ship_zone", "i1", SHIPS),
        ("cargo_kind", "i1", (SHIPS, 2)),  # -1: nothing
        ("cargo_power", "i1", (SHIPS, 2)),
        ("landing", "i1", (SHIPS, 2)),  # the enemy coast this cargo is to land on in combat, -1: none
        ("beach", "i1", SHIPS),  # where units from this ship land in combat this turn, -1: nowhere
        ("left", "i1", SHIPS),  # steps it may still go this turn
        ("ship_did", "i1", SHIPS),
        # this turn
        ("fresh", "i2", (SPACES, KINDS)),  # land units and ships of the power to play that may still move
        ("flown", "i2", (SPACES, 2, FARTHEST + 1)),  # its aircraft that may still fly, by spaces flown
        ("raiding", "i2", (SPACES, FARTHEST + 1)),  # those of them that are bombers on a raid
        ("idle", "i2", (SPACES, 2, FARTHEST + 1)),  # those of them that take no part in the battle there
        ("came", "i2", SPACES),  # the neighbours attackers came from, as a set of their indices
        ("site", "i1", SPACES),  # how a battle there ended
        ("bombarded", "i1", SPACES),  # whether the battleships of the zone have bombarded
        ("decked", "i2", SPACES),  # fighters that have landed on carriers there
        ("produced", "i2", SPACES),  # units the complex has made
        ("scorch", "i1", SPACES),  # 1 + the power that may destroy its gun and complex, 0: none
        ("rocketed", "i1"),  # whether the rocket of this turn has been fired
        # the battle being fought
        ("battle", "i1"),  # its space, -1: none
        ("battle_kind", "i1"),
        ("battle_round", "i2"),
        ("stage", "i1"),
        ("volley", "i1"),  # the columns of this stage that have fired
        ("hits", "i2"),  # hits to be taken now
        ("target", "i1"),  # what they may fall on
        ("victim", "i1"),  # who takes them: ATTACKERS or DEFENDERS
        ("asked", "i1"),  # the power whose submarines may withdraw now
        ("amphibious", "i1"),  # whether units have landed from the sea
        ("landed_marines", "i2"),
        ("bombarding", "i2"),  # battleships that fire before the battle
        ("doomed", "i2", (POWERS, KINDS)),  # hit, and removed at the end of the stage
        ("hurt", "i2", POWERS),  # battleships with one hit of two
        ("submerged", "i2", POWERS),
        ("dice", "i2", (7, 7)),  # the last throw: how many dice of each column showed each face
        ("threw", "i1"),  # who threw them
        ("struck", "i2", (7, 7)),  # the attackers' throw that the defenders answer
        ("thrown", "i4"),  # dice thrown since the game began
        # the game
        ("phase", "i1"),
        ("power", "i1"),  # whose turn it is
        ("deciding", "i1"),  # who has to decide now: in a battle perhaps a defender
        ("round_number", "i2"),
        ("winner", "i1"),  # the side, -1: none
        ("victory", "i1"),
        ("history", "i2", (LAST_ROUND + 1, POWERS)),  # production at the start and after each round
        ("board", "i1"),  # number of the board
        ("graph", "i1"),  # number of the graph, from the map options
        ("options", "i2", OPTIONS),
    ],
    align=True,
)
