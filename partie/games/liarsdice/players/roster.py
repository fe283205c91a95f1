"""The players of Liar's Dice: programs, levels and what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.levels import level
from partie.core.parameters import Parameter, both, titled
from partie.games.liarsdice.players.equilibrium.agent import EQUILIBRIUM
from partie.games.liarsdice.players.equilibrium.agent import PHRASES as EQUILIBRIUM_PHRASES
from partie.games.liarsdice.players.odds.kernels import (
    BLUFF,
    TRUST,
    chance_at_least,
    chance_exactly,
    imagine,
    naive_move,
    odds_values,
)
from partie.games.liarsdice.players.reader.agent import PHRASES as READER_PHRASES
from partie.games.liarsdice.players.reader.agent import READER
from partie.games.liarsdice.players.weighted.agent import FAMILY as WEIGHTED
from partie.games.liarsdice.players.weighted.agent import PHRASES as WEIGHTED_PHRASES
from partie.games.liarsdice.rules import MOVES, heuristic
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    face_of,
    quantity_of,
)
from partie.games.liarsdice.text.display import PHRASES as TABLE_PHRASES
from partie.games.liarsdice.text.words import (
    bid_words,
    percent,
)
from partie.search import agents as search

PLAYOUTS = titled({"random": ("at random", "au hasard"), "odds": ("by the odds", "selon les probabilités")})
"""How the moves of playouts are chosen; the last is the default."""


class OddsAgent:
    """Plays by the binomial probabilities of bids, given its own dice and some trust in what the others have said."""

    def __init__(self, game: Game, seed: object, trust: float, bluff: float) -> None:
        self._chance = new_chance(seed, "odds")
        self._trust, self._bluff = trust, bluff
        self._order, self._values = np.empty(MOVES, np.int64), np.empty(MOVES)

    def decide(self, view: View, budget: Budget) -> Decision:
        extra = int(imagine(view.record, self._bluff, self._chance))
        n = odds_values(view.record, view.seat, self._trust, extra, self._order, self._values)
        candidates = by_dice(view, self._order[:n], self._values[:n])
        move = candidates[0].move
        pretends = extra >= 0 and quantity_of(move) > 0 and face_of(move) == extra
        return Decision(move, candidates, explain(view, move, self._trust, pretends))


def by_dice(view: View, moves: Any, worths: Any) -> tuple[Candidate, ...]:
    """Candidates, best first, from what moves are worth in own dice: a die is worth what losing it would cost."""
    record = view.record
    now = float(heuristic(record, view.seat))
    mine = int(record.dice[view.seat])
    per_die = now / mine if mine else 0.0
    found = [
        Candidate(int(move), float(np.clip(now + per_die * worth, 0.0, 1.0)))
        for move, worth in zip(moves, worths, strict=True)
    ]
    order = np.argsort(-np.asarray(worths), kind="stable")
    return tuple(found[i] for i in order)


class NaiveAgent:
    """Likes its own dice, says a little more than it has, and believes people."""

    def __init__(self, game: Game, seed: object) -> None:
        self._chance = new_chance(seed, "naive")

    def decide(self, view: View, budget: Budget) -> Decision:
        move = int(naive_move(view.record, view.seat, self._chance))
        why = Why("liarsdice.too_many") if move == CONTEST else Why("liarsdice.own_dice")
        return Decision(move, by_dice(view, [move], [0.0]), why)


class Explained:
    """A search whose decisions are explained by the odds of the bid rather than by the number of simulated games."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    def decide(self, view: View, budget: Budget) -> Decision:
        decision: Decision = self._agent.decide(view, budget)
        return Decision(decision.move, decision.candidates, explain(view, decision.move, TRUST, False))


def _explained(family: Family) -> Family:
    def build(game: Game, seed: object, **parameters: Any) -> Explained:
        return Explained(family.build(game, seed, **parameters))

    return replace(family, build=build)


def explain(view: View, move: int, trust: float, pretends: bool) -> Why:
    """Why a move is made, by the odds of the bid it is about."""
    subject = move if quantity_of(move) else int(view.record.standing)
    quantity, face = quantity_of(subject), face_of(subject)
    odds = chance_exactly if move == CONFIRM else chance_at_least
    data = {
        "percent": percent(odds(view.record, view.seat, quantity, face, trust)),
        "bid": bid_words(subject),
    }
    if move == CONTEST:
        impossible = chance_at_least(view.record, view.seat, quantity, face, 0.0) == 0.0
        return Why("liarsdice.impossible" if impossible else "liarsdice.contest", data)
    if move == CONFIRM:
        return Why("liarsdice.confirm", data)
    return Why("liarsdice.bluff" if pretends else "liarsdice.bid", data)


def _share(
    name: str, default: float, high: float, title: dict[str, str], help_text: dict[str, str]
) -> Parameter:
    return Parameter(name, "number", default, title, help_text, 0.0, high)


ODDS = Family(
    "odds",
    OddsAgent,
    both("By the odds", "Selon les probabilités"),
    {
        "en": "Plays by the probability of bids, given its own dice and what it believes of the others.",
        "fr": "Joue selon la probabilité des annonces, d’après ses propres dés et ce qu’il croit des autres.",
    },
    (
        _share(
            "trust",
            TRUST,
            3.0,
            {"en": "Trust", "fr": "Confiance"},
            {
                "en": "How many more dice of a face it expects each time another player has named it.",
                "fr": "Combien de dés d’une face il attend en plus chaque fois qu’un autre joueur l’a annoncée.",
            },
        ),
        _share(
            "bluff",
            BLUFF,
            1.0,
            {"en": "Bluff", "fr": "Bluff"},
            {
                "en": "How often it bids as if it held one more die of some face.",
                "fr": "Avec quelle fréquence il annonce comme s’il avait un dé de plus d’une face.",
            },
        ),
    ),
)
NAIVE = Family(
    "naive",
    NaiveAgent,
    both("Credulous", "Crédule"),
    {
        "en": "Raises on its own dice, a little too much, and believes people.",
        "fr": "Surenchérit sur ses propres dés, un peu trop, et croit les autres.",
    },
)
FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        NAIVE,
        ODDS,
        WEIGHTED,
        READER,
        _explained(search.mcts(PLAYOUTS)),
        _explained(search.ismcts(PLAYOUTS)),
        _explained(search.monte_carlo(PLAYOUTS)),
        EQUILIBRIUM,
    )
}

LEVELS = {
    offered.name: offered
    for offered in (
        level(
            "beginner",
            "naive",
            "Zoé",
            (
                "Loves her own dice, says a little more than she has, and believes everybody.",
                "Adore ses propres dés, en dit un peu plus qu’elle n’a, et croit tout le monde.",
            ),
        ),
        level(
            "intermediate",
            "odds:trust=0.3",
            "Malo",
            (
                "Knows the odds by heart, but hardly listens to what the others say.",
                "Connaît les probabilités par cœur, mais n’écoute guère ce que disent les autres.",
            ),
        ),
        level(
            "expert",
            "odds",
            "Salomé",
            (
                "Weighs every bid by the odds and by what the table has let slip, and bluffs now and then.",
                "Pèse chaque annonce selon les probabilités et ce que la table a laissé deviner, et bluffe parfois.",
            ),
        ),
        level(
            "master",
            "reader",
            "Victor",
            (
                "Guesses your dice from your bids, learns your habits each time the cups are lifted, and bluffs when you will believe it.",
                "Devine vos dés d’après vos annonces, apprend vos habitudes chaque fois que les gobelets se lèvent, et bluffe quand vous le croirez.",
            ),
        ),
    )
}

PHRASES: dict[str, dict[str, str]] = {
    **search.PHRASES,
    **TABLE_PHRASES,
    **READER_PHRASES,
    **EQUILIBRIUM_PHRASES,
    **WEIGHTED_PHRASES,
    "liarsdice.bid": {
        "en": "The chances that there are at least {bid} on the table: {percent}%.",
        "fr": "Chances qu’il y ait au moins {bid} sur la table : {percent} %.",
    },
    "liarsdice.bluff": {
        "en": "A bluff: the chances that there are at least {bid} are only {percent}%.",
        "fr": "Un bluff : il n’y a que {percent} % de chances qu’il y ait au moins {bid}.",
    },
    "liarsdice.contest": {
        "en": "The chances that there really are {bid} are only {percent}%.",
        "fr": "Il n’y a que {percent} % de chances qu’il y ait vraiment {bid}.",
    },
    "liarsdice.impossible": {
        "en": "There cannot be {bid}.",
        "fr": "Il ne peut pas y avoir {bid}.",
    },
    "liarsdice.confirm": {
        "en": "The chances that there are exactly {bid} are {percent}%: worth the risk.",
        "fr": "Il y a {percent} % de chances qu’il y ait exactement {bid} : le risque en vaut la peine.",
    },
    "liarsdice.own_dice": {
        "en": "I have such dice myself.",
        "fr": "J’ai moi-même de ces dés.",
    },
    "liarsdice.too_many": {
        "en": "So many? I do not believe it.",
        "fr": "Autant que cela ? Je n’y crois pas.",
    },
}
