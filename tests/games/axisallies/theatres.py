"""Small positions for rules that random games rarely reach: options and the position."""

from __future__ import annotations

from typing import Any

THIRD = {"aa_overflight": False, "subs_submerge": True, "air_leaves_landing": True}
MORE = {"iron_blitz_units": True, "paratroops": True, "scorched_earth": True}

THEATRES: dict[str, tuple[dict[str, Any], str]] = {
    "the channel": (
        THIRD,
        """turn: uk, combat_move
United Kingdom: uk; uk 2 inf, 1 ftr, 1 bom, 1 factory
North Sea and British waters: uk 1 bat, 2 tra
transport 0: uk, North Sea and British waters; uk inf, uk inf
transport 1: uk, North Sea and British waters; uk arm
Western Europe: germany; germany 3 inf, 1 aa
Germany: germany; germany 1 inf, 1 factory
Baltic Sea: germany 1 sub, 1 tra
West of Spain: germany 1 sub""",
    ),
    "the Baltic": (
        THIRD,
        """turn: uk, combat_move
techs: uk super_submarines, germany jet_power
Baltic Sea: uk 2 tra, 1 sub; germany 1 tra
transport 0: uk, Baltic Sea; uk inf, uk inf
transport 1: uk, Baltic Sea; uk arm
Karelia S.S.R.: ussr; uk 2 ftr, 1 bom
Germany: germany; germany 4 inf, 1 ftr, 1 aa, 1 factory
North Sea and British waters: germany 1 bat""",
    ),
    "the Skagerrak": (
        {},
        """turn: uk, combat_move
cash: uk 0
Finland-Norway: uk
Western Europe: uk
North Sea and British waters: uk 3 tra
transport 0: uk, North Sea and British waters; uk inf, uk inf
transport 1: uk, North Sea and British waters; uk arm
transport 2: uk, North Sea and British waters; uk inf
Baltic Sea: germany 2 sub""",
    ),
    "workshops": (
        {"place_in_hostile_zones": True, "aa_per_space": "any"},
        """turn: germany, buy
cash: germany 16, uk 20
techs: germany rockets
Germany: germany; germany 1 aa, 1 factory
United Kingdom: uk; uk 1 inf, 1 aa, 1 factory
Baltic Sea: uk 1 sub""",
    ),
    "guests": (
        {},
        """turn: uk, combat_move
Baltic Sea: uk 1 car, 1 sub; usa 2 ftr
Barents Sea: uk 1 car, 1 ftr; usa 1 car, 1 ftr
Eastern Canada coast and Hudson Bay: uk 1 car; usa 2 ftr; germany 3 bat
North Sea and British waters: germany 2 bat, 1 sub
Germany: germany; germany 1 inf, 1 factory""",
    ),
    "carriers": (
        {},
        """turn: usa, combat_move
Wake Island waters: usa 2 bat, 1 sub
Philippine waters: usa 1 bat, 1 sub
Caroline Islands waters: japan 1 car, 1 tra, 2 ftr
Okinawa waters: japan 1 car, 2 ftr
Caroline Islands: japan; japan 1 inf
Okinawa: usa""",
    ),
    "the desert": (
        {**MORE, "raid_cap": "territory"},
        """turn: germany, combat_move
cash: germany 10, uk 20
techs: germany heavy_bombers, germany rockets
Libya: germany; germany 1 inf, 3 arm, 1 ftr, 2 bom
French Equatorial Africa: uk; uk 1 aa, 1 factory
Anglo-Egypt Sudan: uk; uk 1 inf, 1 aa
Belgian Congo: uk; uk 1 inf""",
    ),
    "relief": (
        {},
        """turn: uk, combat_move
Russia: germany; germany 1 inf, 1 factory
Caucasus: germany
Kazakh S.S.R.: uk; uk 1 factory
Novosibirsk: uk; uk 2 inf, 3 arm
Persia: uk; uk 3 inf""",
    ),
    "the end": (
        {},
        """turn: germany, combat_move
cash: ussr 20, germany 5
United Kingdom: germany; germany 1 inf
Russia: ussr; ussr 1 inf, 1 factory
Karelia S.S.R.: germany; germany 4 inf, 4 arm""",
    ),
    "the Andes": (
        {},
        """turn: usa, combat_move
cash: usa 9
Brazil: usa; usa 2 inf, 2 ftr, 1 bom
Panama: germany; germany 1 aa
Pacific coast of Panama: germany 1 sub
Peru coast: germany 1 tra""",
    ),
    "islands": (
        {**MORE, "low_luck": True},
        """turn: usa, combat_move
Philippine waters: usa 1 bat, 2 tra, 1 des
transport 0: usa, Philippine waters; usa mar, usa mar
transport 1: usa, Philippine waters; usa inf, usa mar
Philippines: japan; japan 2 inf
Okinawa waters: japan 1 sub, 1 des
Okinawa: japan""",
    ),
    "production": ({"axis_economic_goal": 40, "rounds": 1}, "turn: usa, noncombat\nBrazil: usa; usa 1 inf"),
}

REVISED: dict[str, tuple[dict[str, Any], str]] = {
    "batteries": (
        {"preset": "revised"},
        """turn: germany, combat_move
Germany: germany; germany 1 inf, 1 factory
Eastern Europe: germany; germany 4 inf, 2 art, 1 ftr
Ukraine S.S.R.: germany; germany 1 inf, 2 art, 1 arm
Karelia S.S.R.: ussr; ussr 3 inf, 1 art
Caucasus: ussr; ussr 1 art, 1 arm
Russia: ussr; ussr 2 inf, 1 factory""",
    ),
    "low luck": (
        {"preset": "revised", "low_luck": True},
        """turn: germany, combat_move
Eastern Europe: germany; germany 5 inf, 3 art
Karelia S.S.R.: ussr; ussr 3 inf, 1 art, 1 arm
Russia: ussr; ussr 2 inf, 1 factory""",
    ),
    "the beach": (
        {"preset": "revised", "column_losses": False},
        """turn: uk, combat_move
United Kingdom: uk; uk 1 inf, 1 art, 1 factory
North Sea and British waters: uk 1 bat, 1 des, 3 tra
transport 0: uk, North Sea and British waters; uk inf, uk art
transport 1: uk, North Sea and British waters; uk art
transport 2: uk, North Sea and British waters
Western Europe: germany; germany 2 inf, 1 art
Baltic Sea: germany 2 sub, 1 tra""",
    ),
    "wolves": (
        {"preset": "revised"},
        """turn: germany, combat_move
North Sea and British waters: germany 3 sub, 1 ftr, 1 car
West of Spain: germany 2 sub
Eastern Canada coast and Hudson Bay: uk 2 des, 1 tra, 1 bat
Western Mediterranean: usa 1 des, 2 sub
Baltic Sea: uk 2 tra
Germany: germany; germany 1 inf, 1 factory""",
    ),
    "hunters": (
        {"preset": "revised"},
        """turn: usa, combat_move
North Sea and British waters: usa 2 des, 1 tra
Western Mediterranean: usa 1 bat, 2 sub
Baltic Sea: germany 3 sub
West of Spain: germany 2 sub, 1 des
United Kingdom: uk; usa 2 ftr
Germany: germany; germany 1 inf, 1 factory""",
    ),
    "yards": (
        {"preset": "revised"},
        """turn: uk, buy
cash: uk 16, germany 3
United Kingdom: uk; uk 1 factory
Germany: germany; germany 1 inf, 1 factory""",
    ),
}
"""The same for artillery and for destroyers that hunt submarines."""
PERFT = {"yards": [1, 25, 141], "hunters": [1, 23, 458], "the beach": [1, 31, 825]}
"""The numbers of sequences of orders from some of them."""
