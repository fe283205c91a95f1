"""The options of the game, in the order in which the compiled rules read them (`state.O_…`), and the
editions: presets of options.
"""

from __future__ import annotations

from dataclasses import replace

from partie.core.game import Preset
from partie.core.parameters import Parameter, choice, integer, switch
from partie.core.phrases import filled
from partie.core.words import all_described, described, read_words
from partie.games.axisallies.rules.board import POWER_IDS
from partie.games.axisallies.rules.files import BOARD_IDS
from partie.games.axisallies.rules.state import LAST_ROUND

_WORDS = read_words("partie.games.axisallies")
_MOST_IPC = 147
"""The production of all spaces together."""

_GROUPS: dict[str, tuple[str, ...]] = {
    "length": ("rounds", "victory_check", "axis_economic_goal", "allied_economic_goal", "total_victory"),
    "start": ("first_turn_peace", "axis_start_tech", *(f"bid_{power}" for power in POWER_IDS)),
    "purchases": ("research", "unplaced", "place_in_hostile_zones", "new_complexes", "aa_per_space", "fighters_on_new_carriers", "piece_limits", "iron_blitz_units"),
    "movement": ("suez_since_turn_start", "ships_reposition_early", "kamikaze", "neutral_charge", "neutrals_closed", "paratroops"),
    "combat": ("low_luck", "aa_casualties", "aa_overflight", "column_losses", "subs_submerge", "air_leaves_landing", "raid_cap", "two_hit_battleship", "scorched_earth"),
    "map": ("board", "hudson_bay_touches_western_canada", "one_panama_sea_zone", "no_separate_gulf_of_mexico"),
}  # fmt: skip
"""Options by subject; pages show each group under a heading that folds."""
_GROUP_OF = {name: group for group, names in _GROUPS.items() for name in names}


def _option(declared: Parameter) -> Parameter:
    named = described(_WORDS, "option", declared)
    group = _WORDS[f"group.{_GROUP_OF[declared.name]}"]
    return replace(named, help=filled(named.help, {"last": LAST_ROUND}), group=group)


OPTIONS: tuple[Parameter, ...] = tuple(
    _option(declared)
    for declared in (
        integer("rounds", 0, 0, LAST_ROUND),
        choice("victory_check", "turn", "round"),
        integer("axis_economic_goal", 84, 0, _MOST_IPC),
        integer("allied_economic_goal", 0, 0, _MOST_IPC),
        switch("total_victory", False),
        choice("unplaced", "lost", "kept"),
        switch("research", True),
        switch("suez_since_turn_start", True),
        switch("ships_reposition_early", False),
        switch("kamikaze", False),
        choice("aa_casualties", "owner", "each_die_its_plane"),
        switch("aa_overflight", True),
        integer("neutral_charge", 3, 0, 12),
        switch("neutrals_closed", False),
        switch("column_losses", True),
        switch("subs_submerge", False),
        switch("air_leaves_landing", False),
        choice("raid_cap", "off", "territory"),
        switch("two_hit_battleship", False),
        switch("scorched_earth", False),
        switch("place_in_hostile_zones", False),
        choice("new_complexes", "4", "0", "unlimited"),
        choice("aa_per_space", "1", "any"),
        switch("fighters_on_new_carriers", False),
        switch("first_turn_peace", False),
        switch("axis_start_tech", False),
        *(integer(f"bid_{power}", 0, 0, 60) for power in POWER_IDS),
        switch("piece_limits", False),
        switch("low_luck", False),
        switch("iron_blitz_units", False),
        switch("paratroops", False),
        switch("hudson_bay_touches_western_canada", True),
        switch("one_panama_sea_zone", False),
        switch("no_separate_gulf_of_mexico", False),
        choice("board", *BOARD_IDS),
    )
)

PRESETS: tuple[Preset, ...] = all_described(
    _WORDS,
    "preset",
    Preset("second"),
    Preset(
        "iron_blitz",
        options={
            "hudson_bay_touches_western_canada": False,
            "aa_overflight": False,
            "subs_submerge": True,
            "air_leaves_landing": True,
            "place_in_hostile_zones": True,
            "aa_per_space": "any",
        },
    ),
    Preset(
        "training",
        options={"board": "training", "rounds": 10, "axis_economic_goal": 0, "research": False},
    ),
    Preset("revised", options={"board": "revised", "subs_submerge": True, "two_hit_battleship": True}),
)
"""The editions of the game."""
