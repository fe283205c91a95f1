"""Hearts: take no hearts, or take them all; with 32 cards or with 52."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.game import Game, Preset, State
from partie.core.parameters import Parameter, titled
from partie.core.words import read_words
from partie.games.hearts import rules
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


def secret(state: State, move: int) -> bool:
    """Cards are passed face down."""
    return bool(state.record.phase == rules.PASS)


def final(before: State, after: State, seat: int) -> bool:
    """Whether a seat has got cards, by a deal or by what was passed to it, or has seen a card of somebody else's."""
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
    options=(
        Parameter(
            "rules",
            "choice",
            "coeurs",
            {"en": "Rules", "fr": "Règles"},
            {
                "en": "The French game with 32 cards, or the classic game with 52, the queen of spades and passing.",
                "fr": "Le jeu français à 32 cartes, ou le jeu classique à 52 cartes, avec la dame de pique et l’échange.",
            },
            choices=titled(
                {
                    "coeurs": ("French game, 32 cards", "Jeu français, 32 cartes"),
                    "classic": ("Classic game, 52 cards", "Jeu classique, 52 cartes"),
                }
            ),
        ),
        Parameter(
            "length",
            "choice",
            "usual",
            {"en": "Length", "fr": "Durée"},
            {
                "en": "A number of deals, or until somebody has taken 100 points. The usual length is 4 deals with 32 cards, 100 points with 52.",
                "fr": "Un nombre de donnes, ou jusqu’à ce que quelqu’un ait pris 100 points. D’ordinaire, 4 donnes à 32 cartes et 100 points à 52.",
            },
            choices=titled(
                {
                    "usual": ("the usual length", "durée habituelle"),
                    "1": ("1 deal", "1 donne"),
                    **{str(deals): (f"{deals} deals", f"{deals} donnes") for deals in (2, 4, 8, 12)},
                    "hundred": (
                        "until somebody has taken 100 points",
                        "jusqu’à ce que quelqu’un ait pris 100 points",
                    ),
                }
            ),
        ),
        Parameter(
            "slam",
            "choice",
            "bonus",
            {"en": "All the hearts", "fr": "Tous les cœurs"},
            {
                "en": "With 32 cards: what a player who takes all eight hearts scores, +40 or −40.",
                "fr": "À 32 cartes : ce que marque un joueur qui prend les huit cœurs, +40 ou −40.",
            },
            choices=titled(
                {
                    "bonus": ("score +40", "rapportent 40 points"),
                    "none": ("cost 40 points, like any hearts", "coûtent 40 points, comme tous les cœurs"),
                }
            ),
        ),
        Parameter(
            "pass",
            "switch",
            True,
            {"en": "Passing", "fr": "Échange"},
            {
                "en": "With 52 cards: before play everybody passes three cards, to the left, to the right, across, and every fourth deal not at all.",
                "fr": "À 52 cartes : avant de jouer, chacun passe trois cartes, à gauche, à droite, en face, et à la quatrième donne on ne passe rien.",
            },
        ),
        Parameter(
            "jack_of_diamonds",
            "switch",
            False,
            {"en": "Jack of diamonds", "fr": "Valet de carreau"},
            {
                "en": "With 52 cards: whoever takes the jack of diamonds has 10 points fewer.",
                "fr": "À 52 cartes : qui prend le valet de carreau a 10 points de moins.",
            },
        ),
    ),
    presets=(
        Preset(
            "coeurs",
            {"en": "French Cœurs", "fr": "Cœurs à 32 cartes"},
            {
                "en": "32 cards, four deals, every heart costs 5 points; all eight of them bring 40.",
                "fr": "32 cartes, quatre donnes, chaque cœur coûte 5 points ; les huit en rapportent 40.",
            },
            usual_in=("fr",),
        ),
        Preset(
            "classic",
            {"en": "Classic Hearts", "fr": "Dame de pique à 52 cartes"},
            {
                "en": "52 cards, three of them passed; a point for every heart, 13 for the queen of spades. Somebody reaches 100: the fewest points win.",
                "fr": "52 cartes, dont trois passées ; un point par cœur, 13 pour la dame de pique. Quelqu’un arrive à 100 : qui en a le moins gagne.",
            },
            {"rules": "classic"},
            usual_in=("en",),
        ),
    ),
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["master"].spec,
    phrases=read_words("partie.search", "partie.learn.net", "partie.cards", __name__),
    outcome=outcome,
    final=final,
    secret=secret,
    can=Capabilities(
        bench=Ref("partie.games.hearts.lab.bench:bench_rows"),
        network=Ref("partie.games.hearts.players.net.task:TASK"),
    ),
)
