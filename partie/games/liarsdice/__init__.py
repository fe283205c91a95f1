"""Liar's Dice: dice under cups, bids that climb, and somebody who stops believing."""

from partie.core.game import Game
from partie.core.parameters import Parameter, titled
from partie.games.liarsdice import rules
from partie.games.liarsdice.agents import FAMILIES, LEVELS, PHRASES
from partie.games.liarsdice.bench import bench_rows
from partie.games.liarsdice.display import dice_were_shown, display, draw, outcome
from partie.games.liarsdice.notation import LiarsDiceNotation

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
    options=(
        Parameter(
            "dice",
            "integer",
            5,
            {"en": "Dice", "fr": "Dés"},
            {
                "en": "How many dice each player begins with.",
                "fr": "Nombre de dés de chaque joueur au départ.",
            },
            1,
            rules.MOST_DICE,
        ),
        Parameter(
            "faces",
            "integer",
            6,
            {"en": "Faces", "fr": "Faces"},
            {
                "en": "How many faces a die has; fewer make a smaller game to study.",
                "fr": "Nombre de faces d’un dé ; moins de faces font un jeu plus petit à étudier.",
            },
            2,
            rules.FACES,
        ),
        Parameter(
            "wild",
            "choice",
            "none",
            {"en": "Wild face", "fr": "Joker"},
            {
                "en": "Ones (as in Perudo, with halving and doubling) or the last face count as every face.",
                "fr": "Les uns (comme au Perudo, en divisant ou doublant) ou la dernière face comptent pour toutes les faces.",
            },
            choices=titled(
                {
                    "none": ("none", "aucun"),
                    "ones": ("the ones", "les uns"),
                    "last": ("the last face", "la dernière face"),
                }
            ),
        ),
        Parameter(
            "spot_on",
            "switch",
            True,
            {"en": "Exact calls", "fr": "Annonce exacte"},
            {
                "en": "Besides contesting a bid, a player may say that it is exact.",
                "fr": "Au lieu de contester une annonce, on peut la déclarer exacte.",
            },
        ),
        Parameter(
            "exact_reward",
            "choice",
            "others_lose",
            {"en": "Reward of an exact call", "fr": "Récompense d’une annonce exacte"},
            {
                "en": "All others lose a die, or the caller regains one.",
                "fr": "Tous les autres perdent un dé, ou celui qui l’a dit en regagne un.",
            },
            choices=titled(
                {
                    "others_lose": ("all others lose a die", "tous les autres perdent un dé"),
                    "caller_gains": ("the caller regains a die", "on regagne soi-même un dé"),
                }
            ),
        ),
    ),
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["master"].spec,
    phrases=PHRASES,
    outcome=outcome,
    final=dice_were_shown,
    bench=bench_rows,
)
