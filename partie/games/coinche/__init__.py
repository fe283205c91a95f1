"""Coinche: partners bid for the right to choose trumps, then have to make their contract."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.compiled.verbs import register
from partie.core.game import Game, Preset, State
from partie.core.parameters import choice, integer, switch
from partie.core.words import all_described, read_words
from partie.games.coinche import rules
from partie.games.coinche.players import searching
from partie.games.coinche.players.net import encoding
from partie.games.coinche.players.roster import (
    FAMILIES,
    LEVELS,
)
from partie.games.coinche.rules import calls
from partie.games.coinche.text.display import (
    display,
    draw,
    outcome,
)
from partie.games.coinche.text.notation import CoincheNotation

register(rules.State, rules=rules, search=searching, net=encoding)

WORDS = read_words("partie.search", "partie.learn.net", "partie.cards", __name__)

OPTIONS = all_described(
    WORDS,
    "option",
    choice("marking", "made_and_bid", "bid_only", "trick_points"),
    integer("target", 1000, 100, 5000),
    integer("deals", 0, 0, rules.LAST_DEAL),
    switch("round", False),
    switch("annonces", False),
    switch("sa_ta", True),
    switch("generale", False),
    switch("belote_ta", True),
)

PRESETS = all_described(
    WORDS,
    "preset",
    Preset("federation"),
    Preset("family", options={"annonces": True, "round": True, "sa_ta": False, "generale": False}),
    Preset("card_points", options={"marking": "trick_points"}),
)


def final(before: State, after: State, seat: int) -> bool:
    """Whether a move cannot be taken back: the seat has received cards or seen somebody else's.

    A call reveals nothing.
    """
    if before.record.phase == calls.BID:
        return False
    return bool(before.record.phase != calls.PLAY or before.record.turn != seat)


GAME = Game(
    name="coinche",
    version=1,
    title={"en": "Coinche", "fr": "Coinche"},
    blurb={
        "en": "Bid with your partner, choose the trumps, and make what you bid.",
        "fr": "Annoncez avec votre partenaire, choisissez l’atout, et faites ce que vous avez demandé.",
    },
    rules=rules,
    notation=CoincheNotation(),
    display=display,
    draw=draw,
    seats=(4, 4),
    teams=((0, 2), (1, 3)),
    hidden=True,
    chance=True,
    longest=rules.LONGEST,
    options=OPTIONS,
    presets=PRESETS,
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["master"].spec,
    phrases=WORDS,
    outcome=outcome,
    rounds=lambda state: int(state.record.number + state.record.thrown),
    final=final,
    can=Capabilities(
        favourites=Ref("partie.games.coinche.text.favourites:bids_of"),
        solve=Ref("partie.games.coinche.lab.solve:solve"),
        reproduce=Ref("partie.games.coinche.lab.reproduce:reproduce"),
        bench=Ref("partie.games.coinche.lab.bench:bench_rows"),
        network=Ref("partie.games.coinche.players.net.task:TASK"),
        trainings={
            "rival": Ref("partie.games.coinche.players.net.command:train_rival"),
            "bidder": Ref("partie.games.coinche.players.net.command:train_bidder"),
        },
        tuners={"scores": Ref("partie.games.coinche.players.scores.training:SCORES")},
        solvers=(Ref("partie.games.coinche.players.exact.kernels:solve_worlds"),),
        offline=("mcts:iterations=200", "ismcts:iterations=200", "montecarlo:deals=2,policy=exact"),
    ),
)
