"""The players of Liar's Dice: programs, levels and their reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.levels import levels
from partie.core.parameters import number
from partie.core.words import all_described, described, read_words, titles
from partie.games.liarsdice.players.equilibrium.agent import EQUILIBRIUM
from partie.games.liarsdice.players.odds.kernels import (
    BLUFF,
    TRUST,
    chance_at_least,
    chance_exactly,
    choose_bluffed_face,
    naive_move,
    odds_values,
)
from partie.games.liarsdice.players.reader.agent import READER
from partie.games.liarsdice.players.weighted.agent import FAMILY as WEIGHTED
from partie.games.liarsdice.rules import MOVES, heuristic
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    face_of,
    quantity_of,
)
from partie.games.liarsdice.text.words import (
    bid_words,
    percent,
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


def candidates_from_dice(view: View, moves: Any, values: Any) -> tuple[Candidate, ...]:
    """Candidates, best first, from values in own dice: a die is worth what losing it would cost."""
    record = view.record
    now = float(heuristic(record, view.seat))
    mine = int(record.dice[view.seat])
    per_die = now / mine if mine else 0.0
    found = [
        Candidate(int(move), float(np.clip(now + per_die * value, 0.0, 1.0)))
        for move, value in zip(moves, values, strict=True)
    ]
    order = np.argsort(-np.asarray(values), kind="stable")
    return tuple(found[i] for i in order)


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


def explain(view: View, move: int, trust: float, pretends: bool) -> Why:
    """Explain a move by the odds of the bid it makes or calls."""
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


ODDS = Family("odds", OddsAgent, params=(number("trust", TRUST, 0.0, 3.0), number("bluff", BLUFF, 0.0, 1.0)))
NAIVE = Family("naive", NaiveAgent)
FAMILIES = {
    family.name: family
    for family in (
        search.RANDOM,
        *all_described(_WORDS, "family", NAIVE, ODDS, WEIGHTED, READER),
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
        "intermediate": "odds:trust=0.3",
        "expert": "odds",
        "master": "reader",
    },
)
