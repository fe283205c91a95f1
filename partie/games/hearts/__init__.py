"""Hearts: take no hearts, or take them all; with 32 cards or with 52."""

from partie.core.game import Game, State
from partie.core.parameters import Parameter, titled
from partie.games.hearts import rules
from partie.games.hearts.agents import FAMILIES, LEVELS, PHRASES
from partie.games.hearts.bench import bench_rows
from partie.games.hearts.display import display, draw, outcome
from partie.games.hearts.notation import HeartsNotation


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
                "en": "The French game with 32 cards, or the classic one with 52, the queen of spades and passing.",
                "fr": "Le jeu français à 32 cartes, ou le jeu classique à 52, avec la dame de pique et les cartes passées.",
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
                "en": "How many deals make a game, or until somebody is at −100. Usual: 4 deals with 32 cards, to −100 with 52.",
                "fr": "Nombre de donnes d’une partie, ou jusqu’à ce que quelqu’un soit à −100. D’ordinaire : 4 donnes à 32 cartes, −100 à 52.",
            },
            choices=titled(
                {
                    "usual": ("the usual one", "comme d’habitude"),
                    "1": ("1 deal", "1 donne"),
                    **{str(deals): (f"{deals} deals", f"{deals} donnes") for deals in (2, 4, 8, 12)},
                    "hundred": ("until somebody is at −100", "jusqu’à ce que quelqu’un soit à −100"),
                }
            ),
        ),
        Parameter(
            "slam",
            "choice",
            "bonus",
            {"en": "All the hearts", "fr": "Tous les cœurs"},
            {
                "en": "With 32 cards: whether taking all eight hearts scores +40 instead of −40.",
                "fr": "À 32 cartes : prendre les huit cœurs rapporte-t-il +40 au lieu de −40.",
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
            {"en": "Passing", "fr": "Cartes passées"},
            {
                "en": "With 52 cards: everybody passes three cards before play, left, right, across, then not at all.",
                "fr": "À 52 cartes : chacun passe trois cartes avant de jouer, à gauche, à droite, en face, puis pas du tout.",
            },
        ),
        Parameter(
            "jack_of_diamonds",
            "switch",
            False,
            {"en": "Jack of diamonds", "fr": "Valet de carreau"},
            {
                "en": "With 52 cards: who takes the jack of diamonds wins 10 points.",
                "fr": "À 52 cartes : prendre le valet de carreau rapporte 10 points.",
            },
        ),
    ),
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["master"].spec,
    phrases=PHRASES,
    outcome=outcome,
    final=final,
    secret=secret,
    bench=bench_rows,
)
