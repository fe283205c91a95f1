"""Hearts: avoid hearts, or take them all; with 32 cards or with 52."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.compiled.verbs import register
from partie.core.game import Game, Preset, State
from partie.core.parameters import choice, switch
from partie.core.words import all_described, read_words
from partie.games.hearts import rules
from partie.games.hearts.players import searching
from partie.games.hearts.players.net import encoding
from partie.games.hearts.players.roster import (
    FAMILIES,
    LEVELS,
)
from partie.games.hearts.text.display import (
    display,
    draw,
    outcome,
)
from partie.games.hearts.text.notation import HeartsNotation

register(rules.State, rules=rules, search=searching, net=encoding)

WORDS = read_words("partie.search", "partie.learn.net", "partie.cards", __name__)


def secret(state: State, move: int) -> bool:
    """Whether a move stays hidden from the others: cards are passed face down."""
    return bool(state.record.phase == rules.PASS)


def final(before: State, after: State, seat: int) -> bool:
    """Whether a move cannot be taken back: the seat has received cards or seen somebody else's card."""
    if before.record.phase == rules.PASS:
        return bool(after.record.phase != rules.PASS)
    return bool(before.record.phase != rules.PLAY or before.record.turn != seat)


GAME = Game(
    name="hearts",
    version=1,
    title={"en": "Hearts", "fr": "Cœurs"},
    blurb={
        "en": "Take no hearts — or take every single one.",
        "fr": "Ne prenez aucun cœur, ou prenez-les tous.",
    },
    rules=rules,
    notation=HeartsNotation(),
    display=display,
    draw=draw,
    seats=(4, 4),
    hidden=True,
    chance=True,
    longest=rules.LONGEST,
    options=all_described(
        WORDS,
        "option",
        choice("rules", "coeurs", "classic"),
        choice("length", "usual", "1", "2", "4", "8", "12", "hundred"),
        choice("slam", "bonus", "none"),
        switch("pass", True),
        switch("jack_of_diamonds", False),
    ),
    presets=all_described(
        WORDS,
        "preset",
        Preset("coeurs", usual_in=("fr",)),
        Preset("classic", options={"rules": "classic"}, usual_in=("en",)),
    ),
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["master"].spec,
    phrases=WORDS,
    outcome=outcome,
    rounds=lambda state: int(state.record.number),
    final=final,
    secret=secret,
    can=Capabilities(
        bench=Ref("partie.games.hearts.lab.bench:bench_rows"),
        experiments={"moon": Ref("partie.games.hearts.lab.reproduce:moon")},
        network=Ref("partie.games.hearts.players.net.task:TASK"),
        offline=("mcts:iterations=200", "ismcts:iterations=200", "solver:deals=4", "net"),
    ),
)
