"""Liar's Dice: dice under cups, bids that climb, and somebody who stops believing."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.compiled.verbs import register
from partie.core.game import Game, Preset
from partie.core.parameters import choice, integer, switch
from partie.core.words import all_described, read_words
from partie.games.liarsdice import rules
from partie.games.liarsdice.players import searching
from partie.games.liarsdice.players.roster import (
    FAMILIES,
    LEVELS,
)
from partie.games.liarsdice.text.display import (
    dice_were_shown,
    display,
    draw,
    outcome,
)
from partie.games.liarsdice.text.notation import LiarsDiceNotation

register(rules.State, rules=rules, search=searching)

WORDS = read_words("partie.search", __name__)

GAME = Game(
    name="liarsdice",
    version=1,
    title={"en": "Liar’s Dice", "fr": "Perudo"},
    blurb={
        "en": "Dice under cups, bids that climb, and somebody who stops believing.",
        "fr": "Des dés sous les gobelets, des annonces qui montent, et quelqu’un qui n’y croit plus.",
    },
    rules=rules,
    notation=LiarsDiceNotation(),
    display=display,
    draw=draw,
    seats=(2, rules.SEATS),
    usual_seats=5,
    hidden=True,
    chance=True,
    longest=rules.LONGEST,
    options=all_described(
        WORDS,
        "option",
        integer("dice", 5, 1, rules.MOST_DICE),
        integer("faces", 6, 2, rules.FACES),
        choice("wild", "none", "ones", "last"),
        switch("spot_on", True),
        choice("exact_reward", "others_lose", "caller_gains"),
    ),
    presets=all_described(
        WORDS,
        "preset",
        Preset("perudo", options={"wild": "ones", "exact_reward": "caller_gains"}, usual_in=("fr",)),
        Preset("plain", usual_in=("en",)),
    ),
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["master"].spec,
    phrases=WORDS,
    outcome=outcome,
    rounds=lambda state: int(state.record.rounds),
    final=dice_were_shown,
    can=Capabilities(
        solve=Ref("partie.games.liarsdice.lab.solve:solve"),
        experiments={"liarbot": Ref("partie.games.liarsdice.lab.reproduce:reproduce")},
        trainings={
            "reader": Ref("partie.games.liarsdice.players.reader.command:train_reader"),
            "policies": Ref("partie.games.liarsdice.players.equilibrium.train_policies:train_policies"),
        },
        bench=Ref("partie.games.liarsdice.lab.bench:bench_rows"),
        tuners={
            "weighted": Ref("partie.games.liarsdice.players.weighted.training:WEIGHTED"),
        },
        favourites=Ref("partie.games.liarsdice.text.favourites:bids_of"),
        memory=Ref("partie.games.liarsdice.players.acquaintance:MEMORIES"),
        commands={"strangers": Ref("partie.games.liarsdice.lab.meeting:strangers")},
        offline=(
            "mcts:iterations=200",
            "ismcts:iterations=200",
            "montecarlo:deals=2",
            "reader:rounds=64",
            "equilibrium",
            "watchful:worlds=20",
        ),
    ),
)
