"""Kalah, in a package of its own: everything Partie's own games have, without touching Partie."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.compiled.verbs import register
from partie.core.game import Game, Preset
from partie.core.parameters import both, integer, switch
from partie.core.words import all_described, read_words
from partie_kalah import rules, searching
from partie_kalah.players import FAMILIES, LEVELS
from partie_kalah.text import KalahNotation, display, draw, outcome

register(rules.State, rules=rules, search=searching)

WORDS = read_words("partie.search", __name__)

GAME = Game(
    name="kalah",
    version=1,
    title=both("Kalah", "Kalah"),
    blurb=both(
        "Sow stones around the board, capture, play again: fill your store.",
        "Semez vos graines, capturez, rejouez : remplissez votre grenier.",
    ),
    rules=rules,
    notation=KalahNotation(),
    display=display,
    draw=draw,
    seats=(2, 2),
    longest=1000,
    options=all_described(
        WORDS, "option", integer("houses", 6, 1, 6), integer("stones", 4, 1, 6), switch("empty", False)
    ),
    presets=all_described(
        WORDS,
        "preset",
        Preset("classic", options={"houses": 6, "stones": 4}, usual_in=("en", "fr")),
        Preset("small", options={"houses": 4, "stones": 3}),
    ),
    families=FAMILIES,
    levels=LEVELS,
    hinter="exact",
    phrases=WORDS,
    outcome=outcome,
    can=Capabilities(
        solve=Ref("partie_kalah.lab:solve"),
        reproduce=Ref("partie_kalah.lab:reproduce"),
        bench=Ref("partie_kalah.lab:bench_rows"),
        routes=Ref("partie_kalah.routes:ROUTES"),
        board="board",
    ),
)
