"""The engine against the oracle: at every position the same legal orders, after every order the same war and
the same dice.

`PARTIE_DUELS=200` plays 200 games of every kind to the end instead of the few short ones of the usual run.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from partie.games.axisallies import GAME
from partie.testing.amounts import THOROUGH
from tests.games.axisallies.duel import Duel, play_out, turmoil
from tests.games.axisallies.theatres import THEATRES

DUELS = int(os.environ.get("PARTIE_DUELS", "0"))
SEEDS = (0, 1, 2, 4, 9, 10)
"""Of the skirmishes of every day: with these, every rule is reached."""
IRON_BLITZ = GAME.preset_options("iron_blitz")
KINDS: dict[str, dict[str, Any]] = {
    "second": {},
    "iron_blitz": IRON_BLITZ,
    "hard": {
        "kamikaze": True, "aa_casualties": "each_die_its_plane", "column_losses": False, "two_hit_battleship": True,
        "scorched_earth": True, "iron_blitz_units": True, "paratroops": True, "raid_cap": "territory",
        "suez_since_turn_start": False, "ships_reposition_early": True,
    },
    "soft": {
        **IRON_BLITZ, "low_luck": True, "unplaced": "kept", "new_complexes": "unlimited", "fighters_on_new_carriers": True,
        "paratroops": True, "iron_blitz_units": True, "total_victory": True, "victory_check": "round",
        "no_separate_gulf_of_mexico": True,
    },
    "closed": {
        "first_turn_peace": True, "axis_start_tech": True, "neutrals_closed": True, "one_panama_sea_zone": True,
        "scorched_earth": True, "allied_economic_goal": 110, "new_complexes": "0",
        "bid_ussr": 20, "bid_germany": 30, "bid_uk": 20, "bid_japan": 40, "bid_usa": 20,
    },
    "small_box": {
        "piece_limits": True, "research": False, "neutral_charge": 1, "axis_economic_goal": 0, "column_losses": False,
        "subs_submerge": True, "bid_uk": 60, "bid_japan": 60, "bid_usa": 60,
    },
}  # fmt: skip
"""Sets of options that have every option of the game in more than one setting."""
RULES = (
    "aircraft alone take nothing", "aircraft break off", "aircraft leave a landing", "aircraft lost for want of a place",
    "allied fighters carried", "allied fighters lost aboard", "an ally's units sail", "attacking submarines withdraw", "battleship hurt", "blitz",
    "boarded an ally's ship", "bombardment", "both gone", "breakthrough", "bridge", "capital liberated",
    "capital taken", "captured aa_gun", "captured industrial_complex", "cargo went down", "defending submarines withdraw",
    "fighters of a sunk carrier land", "fighters of a sunk carrier lost", "first strike", "flew over a neutral",
    "gun fired at a battle", "gun fired at a raid", "gun fired at what crossed", "gun overrun by a blitz",
    "heavy bombers fight", "heavy bombers raid", "held for an ally", "jets defend", "landed on a carrier",
    "landed unopposed after a battle at sea", "landing", "landing called off", "liberated", "limited complex",
    "loaded after a step", "low luck", "marines land", "neutral violated", "new complex", "no income without a capital", "paratroops",
    "placed in a hostile zone", "raid", "raid called off", "retreat at sea", "retreat by land", "returned to its owner", "rocket",
    "scorched earth", "several defenders", "submarines do not fire at aircraft", "submerged", "super submarines",
    "technology rolled again", "unplaced units lost", "victory by capitals", "victory by economy", "victory by rounds",
)  # fmt: skip
"""Rules that these games must have used, or they prove nothing about them."""


def games(kind: str) -> Iterator[Duel]:
    """Games with one set of options, from the set-up and from random positions."""
    options = KINDS[kind]
    for seed in range(DUELS or 1):
        yield play_out({**options, "rounds": 5 if DUELS else 1}, kind, seed)
        position = turmoil(kind, seed, more_units=bool(options.get("iron_blitz_units")))
        most = 1 << 30 if DUELS else 120
        yield play_out({**options, "rounds": 2}, kind, seed, position=position, most=most)


def skirmishes() -> Iterator[Duel]:
    for name, (options, position) in THEATRES.items():
        for seed in range(max(DUELS, 12)) if DUELS or THOROUGH else SEEDS:
            yield play_out(options, name, seed, position=position, most=30)


def test_every_option_is_played_in_more_than_one_setting() -> None:
    played = [GAME.read_options({**options, "rounds": 1}) for options in KINDS.values()]
    same = {name for name in played[0] if len({options[name] for options in played}) == 1}
    assert same == {"rounds", "board"}  # the other board has a test of its own


@pytest.mark.slow
def test_engine_and_oracle_agree_and_every_rule_is_reached() -> None:
    reached: Counter[str] = Counter()
    for duel in (*skirmishes(), *(duel for kind in KINDS for duel in games(kind))):
        reached += duel.reached
    missing = [rule for rule in RULES if not reached[rule]]
    assert not missing, missing
