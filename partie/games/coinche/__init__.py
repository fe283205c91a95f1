"""Coinche: partners bid for the right to choose trumps, and then must make what they bid."""

from partie.core.game import Game, Preset, State
from partie.core.parameters import Parameter, integer, titled
from partie.games.coinche import calls, rules
from partie.games.coinche.agents import FAMILIES, LEVELS, PHRASES
from partie.games.coinche.bench import bench_rows
from partie.games.coinche.display import display, draw, outcome
from partie.games.coinche.notation import CoincheNotation

OPTIONS = (
    Parameter(
        "marking",
        "choice",
        "made_and_bid",
        {"en": "Marking", "fr": "Marque"},
        {
            "en": "What a side marks: points made and bid, the value of the contract alone, or the points of the cards without regard to the contract.",
            "fr": "Ce qu’un camp marque : points faits et demandés, la valeur du contrat seule, ou les points des cartes sans égard au contrat.",
        },
        choices=titled(
            {
                "made_and_bid": ("points made and bid", "points faits et demandés"),
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
            "Play exactly so many deals, whatever the points; 0: play to the points to win.",
            "Jouer exactement tant de donnes, quels que soient les points ; 0 : jouer jusqu’aux points pour gagner.",
        ),
    ),
    Parameter(
        "round",
        "switch",
        False,
        {"en": "Round to tens", "fr": "Arrondir à la dizaine"},
        {
            "en": "What a side marks is rounded to the nearest ten, fives up.",
            "fr": "Ce qu’un camp marque est arrondi à la dizaine la plus proche, cinq vers le haut.",
        },
    ),
    Parameter(
        "annonces",
        "switch",
        False,
        {"en": "Declarations", "fr": "Annonces"},
        {
            "en": "Sequences and fours of a kind are declared with the first card and score.",
            "fr": "Suites et carrés sont annoncés à la première carte et rapportent des points.",
        },
    ),
    Parameter(
        "sa_ta",
        "switch",
        True,
        {"en": "Sans atout and tout atout", "fr": "Sans atout et tout atout"},
        {
            "en": "Whether no trump and all trumps can be bid.",
            "fr": "Peut-on demander sans atout et tout atout.",
        },
    ),
    Parameter(
        "generale",
        "switch",
        False,
        {"en": "Générale", "fr": "Générale"},
        {
            "en": "Whether one can bid to take every trick alone, for 500.",
            "fr": "Peut-on demander à faire seul toutes les levées, pour 500.",
        },
    ),
    Parameter(
        "belote_ta",
        "switch",
        True,
        {"en": "Belote at tout atout", "fr": "Belote à tout atout"},
        {
            "en": "At tout atout king and queen of every suit count as belote.",
            "fr": "À tout atout, le roi et la dame de chaque couleur comptent comme belote.",
        },
    ),
)

PRESETS = (
    Preset(
        "federation",
        {"en": "Federation", "fr": "Fédération"},
        {
            "en": "Points made and bid, to 1000; sans atout and tout atout, no declarations.",
            "fr": "Points faits et demandés, en 1000 ; sans atout et tout atout, pas d’annonces.",
        },
    ),
    Preset(
        "family",
        {"en": "Family", "fr": "Famille"},
        {
            "en": "With declarations, rounded to tens, suits only.",
            "fr": "Avec annonces, arrondi à la dizaine, seulement les quatre couleurs.",
        },
        {"annonces": True, "round": True, "sa_ta": False, "generale": False},
    ),
    Preset(
        "card_points",
        {"en": "Card points", "fr": "Points des cartes"},
        {
            "en": "Each side marks the points of its cards; the contract only sets the trumps.",
            "fr": "Chaque camp marque les points de ses cartes ; le contrat ne fait que fixer l’atout.",
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
    phrases=PHRASES,
    outcome=outcome,
    final=final,
    bench=bench_rows,
)
