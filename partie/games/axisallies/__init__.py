"""Axis & Allies: five powers, two sides, one world map."""

from partie.core.game import Game
from partie.games.axisallies import rules
from partie.games.axisallies.agents import FAMILIES, LEVELS, PHRASES
from partie.games.axisallies.bench import bench_rows
from partie.games.axisallies.board import POWER_NAMES
from partie.games.axisallies.display import SIDE_TITLES, display, draw, final, outcome, resignation
from partie.games.axisallies.notation import AxisAlliesNotation
from partie.games.axisallies.options import OPTIONS, PRESETS

GAME = Game(
    name="axisallies",
    version=1,
    title={"en": "Axis & Allies", "fr": "Axis & Allies"},
    blurb={
        "en": "Spring 1942: five powers, one world, and dice.",
        "fr": "Printemps 1942 : cinq puissances, un monde, et des dés.",
    },
    rules=rules,
    notation=AxisAlliesNotation(),
    display=display,
    draw=draw,
    seats=(5, 5),
    teams=((0, 2, 4), (1, 3)),
    seat_titles=POWER_NAMES,
    team_titles=SIDE_TITLES,
    chance=True,
    longest=rules.LONGEST,
    options=OPTIONS,
    presets=PRESETS,
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["expert"].spec,
    phrases=PHRASES,
    outcome=outcome,
    resignation=resignation,
    final=final,
    bench=bench_rows,
)
