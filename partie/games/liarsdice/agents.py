"""The players of Liar's Dice."""

from __future__ import annotations

from partie.core.game import Level
from partie.games.liarsdice.rules import POLICIES
from partie.search import agents as search

FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        search.mcts(POLICIES),
        search.ismcts(POLICIES),
        search.monte_carlo(POLICIES),
    )
}

LEVELS = {
    level.name: level
    for level in (
        Level(
            "beginner",
            "random",
            {"en": "Beginner", "fr": "Débutant"},
            {"en": "Zoé", "fr": "Zoé"},
            {"en": "Says whatever comes to mind.", "fr": "Dit ce qui lui passe par la tête."},
        ),
        Level(
            "master",
            "montecarlo",
            {"en": "Master", "fr": "Maître"},
            {"en": "Victor", "fr": "Victor"},
            {
                "en": "Plays every bid out in many worlds.",
                "fr": "Joue chaque annonce dans de nombreux mondes.",
            },
        ),
    )
}

PHRASES: dict[str, dict[str, str]] = {
    **search.PHRASES,
    "liarsdice.was_true": {
        "en": "{caller} contested {bidder}’s {bid}: there were {counted}, so the bid was true and {caller} loses a die.",
        "fr": "{caller} a contesté l’annonce {bid} de {bidder} : il y en avait {counted}, l’annonce était vraie et {caller} perd un dé.",
    },
    "liarsdice.was_a_lie": {
        "en": "{caller} contested {bidder}’s {bid}: there were only {counted}, so {bidder} loses a die.",
        "fr": "{caller} a contesté l’annonce {bid} de {bidder} : il n’y en avait que {counted}, {bidder} perd un dé.",
    },
    "liarsdice.exact": {
        "en": "{caller} called {bidder}’s {bid} exact, and it was: everybody else loses a die.",
        "fr": "{caller} a déclaré exacte l’annonce {bid} de {bidder}, et elle l’était : tous les autres perdent un dé.",
    },
    "liarsdice.exact_gains": {
        "en": "{caller} called {bidder}’s {bid} exact, and it was: {caller} regains a die.",
        "fr": "{caller} a déclaré exacte l’annonce {bid} de {bidder}, et elle l’était : {caller} regagne un dé.",
    },
    "liarsdice.not_exact": {
        "en": "{caller} called {bidder}’s {bid} exact, but there were {counted}: {caller} loses a die.",
        "fr": "{caller} a déclaré exacte l’annonce {bid} de {bidder}, mais il y en avait {counted} : {caller} perd un dé.",
    },
    "liarsdice.last_with_dice": {
        "en": "{winner} is the last with dice left: {dice}.",
        "fr": "{winner} est le dernier à avoir encore des dés : {dice}.",
    },
    "liarsdice.last_round": {
        "en": "The last round is over; most dice: {winners} with {dice}.",
        "fr": "La dernière manche est jouée ; le plus de dés : {winners} avec {dice}.",
    },
}
