"""Coinche: partners bid for the right to choose trumps, and then must make what they bid."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.game import Game, Preset, State
from partie.core.parameters import Parameter, integer, titled
from partie.core.words import read_words
from partie.games.coinche import rules
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

OPTIONS = (
    Parameter(
        "marking",
        "choice",
        "made_and_bid",
        {"en": "Scoring", "fr": "Marque"},
        {
            "en": "What a side scores: the points it made plus its contract, the contract alone, or the points of its cards, whatever the contract.",
            "fr": "Ce que marque un camp : les points faits plus le contrat, le contrat seul, ou les points de ses cartes quel que soit le contrat.",
        },
        choices=titled(
            {
                "made_and_bid": ("points made plus the contract", "points faits plus le contrat"),
                "bid_only": ("the contract alone", "le contrat seul"),
                "trick_points": ("points of the cards", "points des cartes"),
            }
        ),
    ),
    integer(
        "target",
        1000,
        100,
        5000,
        ("Points to win", "Points pour gagner"),
        ("The first side to reach them wins.", "Le premier camp à les atteindre gagne."),
    ),
    integer(
        "deals",
        0,
        0,
        rules.LAST_DEAL,
        ("Number of deals", "Nombre de donnes"),
        (
            "The game ends after this number of deals, whatever the points. 0: it ends at the points to win.",
            "La partie s’arrête après ce nombre de donnes, quels que soient les points. 0 : elle se joue en points.",
        ),
    ),
    Parameter(
        "round",
        "switch",
        False,
        {"en": "Round to tens", "fr": "Arrondir à la dizaine"},
        {
            "en": "Scores are rounded to the nearest ten, fives up.",
            "fr": "Les points marqués sont arrondis à la dizaine la plus proche ; 5 monte à la dizaine supérieure.",
        },
    ),
    Parameter(
        "annonces",
        "switch",
        False,
        {"en": "Declarations", "fr": "Annonces"},
        {
            "en": "Sequences and four of a kind are declared with the first card and score points.",
            "fr": "Les suites et les carrés s’annoncent à la première carte et rapportent des points.",
        },
    ),
    Parameter(
        "sa_ta",
        "switch",
        True,
        {"en": "Sans atout and tout atout", "fr": "Sans atout et tout atout"},
        {
            "en": "Contracts without trumps, and with all four suits as trumps, can be bid.",
            "fr": "On peut demander sans atout et tout atout.",
        },
    ),
    Parameter(
        "generale",
        "switch",
        False,
        {"en": "Générale", "fr": "Générale"},
        {
            "en": "A player can bid to take every trick alone, for 500 points.",
            "fr": "On peut demander à faire toutes les levées à soi seul, pour 500 points.",
        },
    ),
    Parameter(
        "belote_ta",
        "switch",
        True,
        {"en": "Belote at tout atout", "fr": "Belote à tout atout"},
        {
            "en": "At tout atout, the king and queen of any suit are a belote.",
            "fr": "À tout atout, le roi et la dame de n’importe quelle couleur font belote.",
        },
    ),
)

PRESETS = (
    Preset(
        "federation",
        {"en": "Federation", "fr": "Fédération"},
        {
            "en": "Points made plus the contract, first to 1000; with sans atout and tout atout, no declarations.",
            "fr": "Points faits plus le contrat, en 1000 points ; sans atout et tout atout, pas d’annonces.",
        },
    ),
    Preset(
        "family",
        {"en": "Family", "fr": "Famille"},
        {
            "en": "With declarations, rounded to tens, the four suits only.",
            "fr": "Avec les annonces, arrondi à la dizaine, à la couleur seulement.",
        },
        {"annonces": True, "round": True, "sa_ta": False, "generale": False},
    ),
    Preset(
        "card_points",
        {"en": "Card points", "fr": "Points des cartes"},
        {
            "en": "Each side scores the points of its cards; the contract only chooses the trumps.",
            "fr": "Chaque camp marque les points de ses cartes ; le contrat ne sert qu’à choisir l’atout.",
        },
        {"marking": "trick_points"},
    ),
)


def final(before: State, after: State, seat: int) -> bool:
    """Whether a seat has been dealt cards, or has seen one of somebody else's. A call shows nothing but itself."""
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
    phrases=read_words("partie.search", "partie.cards", __name__),
    outcome=outcome,
    final=final,
    can=Capabilities(
        solve=Ref("partie.games.coinche.lab.solve:solve"),
        reproduce=Ref("partie.games.coinche.lab.reproduce:reproduce"),
        bench=Ref("partie.games.coinche.lab.bench:bench_rows"),
        tuners={"scores": Ref("partie.games.coinche.players.scores.training:SCORES")},
    ),
)
