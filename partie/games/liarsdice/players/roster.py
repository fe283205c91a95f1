"""The players of Liar's Dice: programs, levels and their reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from partie.core.agent import Budget, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.levels import levels
from partie.core.parameters import number
from partie.core.words import all_described, described, read_words, titles
from partie.games.liarsdice.players.equilibrium.agent import EQUILIBRIUM
from partie.games.liarsdice.players.odds.kernels import (
    BLUFF,
    TRUST,
    choose_bluffed_face,
    naive_move,
    odds_values,
)
from partie.games.liarsdice.players.reader.agent import MASTER_V1, READER
from partie.games.liarsdice.players.reasons import candidates_from_dice, explain
from partie.games.liarsdice.players.scripted.agent import SCRIPTED
from partie.games.liarsdice.players.seasoned.agent import SEASONED
from partie.games.liarsdice.players.watchful.agent import WATCHFUL
from partie.games.liarsdice.players.weighted.agent import FAMILY as WEIGHTED
from partie.games.liarsdice.rules import MOVES
from partie.games.liarsdice.rules.bids import (
    CONTEST,
    face_of,
    quantity_of,
)
from partie.search import agents as search

_WORDS = read_words("partie.search", "partie.games.liarsdice")
PLAYOUTS = titles(_WORDS, "playouts", "random", "odds")
"""How the moves of playouts are chosen; the last is the default."""


class OddsAgent:
    """Plays by the binomial probabilities of bids, given its own dice and some trust in the others' bids."""

    def __init__(self, game: Game, seed: object, trust: float, bluff: float) -> None:
        self._chance = new_chance(seed, "odds")
        self._trust, self._bluff = trust, bluff
        self._order, self._values = np.empty(MOVES, np.int64), np.empty(MOVES)

    def decide(self, view: View, budget: Budget) -> Decision:
        extra = int(choose_bluffed_face(view.record, self._bluff, self._chance))
        n = odds_values(view.record, view.seat, self._trust, extra, self._order, self._values)
        candidates = candidates_from_dice(view, self._order[:n], self._values[:n])
        move = candidates[0].move
        pretends = extra >= 0 and quantity_of(move) > 0 and face_of(move) == extra
        return Decision(move, candidates, explain(view, move, self._trust, pretends))


class NaiveAgent:
    """Bids on its own dice, a little too high, and believes the others."""

    def __init__(self, game: Game, seed: object) -> None:
        self._chance = new_chance(seed, "naive")

    def decide(self, view: View, budget: Budget) -> Decision:
        move = int(naive_move(view.record, view.seat, self._chance))
        why = Why("liarsdice.too_many") if move == CONTEST else Why("liarsdice.own_dice")
        return Decision(move, candidates_from_dice(view, [move], [0.0]), why)


class Explained:
    """A search whose decisions are explained by the odds of the bid, not by the number of simulations."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    def decide(self, view: View, budget: Budget) -> Decision:
        decision: Decision = self._agent.decide(view, budget)
        return Decision(decision.move, decision.candidates, explain(view, decision.move, TRUST, False))


def _explained(family: Family) -> Family:
    def build(game: Game, seed: object, **parameters: Any) -> Explained:
        return Explained(family.build(game, seed, **parameters))

    return replace(family, build=build)


ODDS = Family("odds", OddsAgent, params=(number("trust", TRUST, 0.0, 3.0), number("bluff", BLUFF, 0.0, 1.0)))
NAIVE = Family("naive", NaiveAgent)
FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        *all_described(
            _WORDS, "family", NAIVE, ODDS, WEIGHTED, READER, WATCHFUL, SEASONED, SCRIPTED, MASTER_V1
        ),
        _explained(search.mcts(PLAYOUTS)),
        _explained(search.ismcts(PLAYOUTS)),
        _explained(search.monte_carlo(PLAYOUTS)),
        described(_WORDS, "family", EQUILIBRIUM),
    )
}

LEVELS = levels(
    _WORDS,
    {
        "beginner": "naive",
        "intermediate": "weighted",
        "expert": "odds",
        "master": "seasoned",
    },
)
