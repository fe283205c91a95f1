"""Quarto: two players, sixteen pieces, and you choose what your opponent must place."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.compiled.verbs import register
from partie.core.game import Game
from partie.core.parameters import switch
from partie.core.words import all_described, read_words
from partie.games.quarto import rules
from partie.games.quarto.players import searching
from partie.games.quarto.players.roster import (
    FAMILIES,
    LEVELS,
)
from partie.games.quarto.text.display import (
    display,
    draw,
    outcome,
)
from partie.games.quarto.text.notation import QuartoNotation

register(rules.State, rules=rules, search=searching)

WORDS = read_words("partie.search", __name__)

GAME = Game(
    name="quarto",
    version=1,
    title={"en": "Quarto", "fr": "Quarto"},
    blurb={
        "en": "Line up four pieces that share a trait — with the piece your opponent hands you.",
        "fr": "Alignez quatre pièces qui ont un point commun, avec la pièce que l’adversaire vous donne.",
    },
    rules=rules,
    notation=QuartoNotation(),
    display=display,
    draw=draw,
    seats=(2, 2),
    longest=17,
    options=all_described(WORDS, "option", switch("squares", False)),
    families=FAMILIES,
    levels=LEVELS,
    hinter="exact:survey=10000000",
    phrases=WORDS,
    outcome=outcome,
    draws=True,
    out_of_time="lost",
    can=Capabilities(
        solve=Ref("partie.games.quarto.lab.solve:solve"),
        bench=Ref("partie.games.quarto.lab.bench:bench_rows"),
        solvers=(
            Ref("partie.games.quarto.players.exact.solver:solve"),
            Ref("partie.games.quarto.players.exact.solver:appraise"),
            Ref("partie.games.quarto.players.exact.solver:reach"),
        ),
        offline=("alphabeta:depth=2", "mcts:iterations=200", "ismcts:iterations=200", "montecarlo:deals=2"),
    ),
)
