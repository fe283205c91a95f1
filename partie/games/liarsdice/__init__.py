"""Liar's Dice: dice under cups, bids that climb, and somebody who stops believing."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.game import Game, Preset
from partie.core.parameters import Parameter, titled
from partie.core.words import read_words
from partie.games.liarsdice import rules
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
                "en": "The number of dice each player starts with.",
                "fr": "Le nombre de dés de chaque joueur au départ.",
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
                "en": "The number of faces of each die. Dice with few faces make a game small enough to be studied in full.",
                "fr": "Le nombre de faces de chaque dé. Avec peu de faces, le jeu devient assez petit pour être étudié en entier.",
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
                "en": "A wild face counts as every other face. With wild ones, as in Perudo, a bid on ones takes half as many dice.",
                "fr": "Une face joker compte pour toutes les autres. Quand les as sont jokers, comme au Perudo, il faut deux fois moins de dés pour annoncer des as.",
            },
            choices=titled(
                {
                    "none": ("none", "aucun"),
                    "ones": ("the ones", "les as"),
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
                "en": "Instead of contesting a bid, a player may call it exact.",
                "fr": "Au lieu de contester une annonce, on peut la dire exacte.",
            },
        ),
        Parameter(
            "exact_reward",
            "choice",
            "others_lose",
            {"en": "A correct exact call", "fr": "« Exact » à raison"},
            {
                "en": "When the bid is exact, all others lose a die, or the caller gets one back.",
                "fr": "Quand l’annonce est exacte, tous les autres perdent un dé, ou celui qui l’a dit en regagne un.",
            },
            choices=titled(
                {
                    "others_lose": ("all others lose a die", "tous les autres perdent un dé"),
                    "caller_gains": ("the caller gets a die back", "celui qui l’a dit regagne un dé"),
                }
            ),
        ),
    ),
    presets=(
        Preset(
            "perudo",
            {"en": "Perudo", "fr": "Perudo"},
            {
                "en": "Ones are wild, and a correct exact call (calza) wins a die back. Palifico is not played.",
                "fr": "Les as, dits « pacos », sont jokers, et dire « exact » (calza) à raison rend un dé. Sans le palifico.",
            },
            {"wild": "ones", "exact_reward": "caller_gains"},
            usual_in=("fr",),
        ),
        Preset(
            "plain",
            {"en": "Liar’s Dice", "fr": "Dés menteurs"},
            {
                "en": "Nothing is wild, and a correct exact call costs all the others a die.",
                "fr": "Aucune face n’est joker, et dire « exact » à raison coûte un dé à tous les autres.",
            },
            usual_in=("en",),
        ),
    ),
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["master"].spec,
    phrases=read_words("partie.search", __name__),
    outcome=outcome,
    final=dice_were_shown,
    can=Capabilities(
        solve=Ref("partie.games.liarsdice.lab.solve:solve"),
        experiments={"liarbot": Ref("partie.games.liarsdice.lab.reproduce:reproduce")},
        trainings={"reader": Ref("partie.games.liarsdice.players.reader.command:train_reader")},
        bench=Ref("partie.games.liarsdice.lab.bench:bench_rows"),
        tuners={"weighted": Ref("partie.games.liarsdice.players.weighted.training:WEIGHTED")},
    ),
)
