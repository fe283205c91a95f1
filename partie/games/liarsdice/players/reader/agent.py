"""The program `reader`, which reads bids.

It keeps a belief about everybody's hidden dice (`belief`), based on a model of how people bid (`behaviour`,
fitted by `training`) and on what each opponent has shown in this game (`learn.opponents`), and simulates
where each of its own moves leads (`foresight`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from partie.core.agent import Budget, Candidate, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadSpec
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter, integer, number, switch
from partie.core.phrases import seat_word
from partie.games.liarsdice.players.reader.behaviour import SIZE
from partie.games.liarsdice.players.reader.belief import (
    MOST_DICE,
    MOST_HANDS,
    Lesson,
    held_chances,
    read_showdown,
    read_view,
)
from partie.games.liarsdice.players.reader.foresight import (
    Model,
    evaluate_moves,
    new_found,
)
from partie.games.liarsdice.players.reader.showdowns import PULL, ShowdownLearner
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    face_of,
    matching,
    quantity_of,
)
from partie.games.liarsdice.text.words import (
    bid_words,
    dice_words,
    percent,
)
from partie.learn.opponents import Behaviours, OpponentModel
from partie.learn.store import Store

SEATS = 8
TELLING = 0.3
"""Bids are worth mentioning when they shift the expected number of a player's dice of a face this much."""
LOCAL = 0.25
"""The prior probability that this table's own showdowns (the last kind) describe a player best."""
LIKELY, SURE = 0.45, 0.75
"""An own bid less likely than LIKELY is explained as a bluff; so is one less likely than SURE on a face it
does not hold.
"""


USUAL = "reader"
"""The default model."""


def _read_model(path: Path) -> Behaviours:
    model = Behaviours.load(path)
    if model.weights.shape[1:] != (SIZE,):
        raise BadSpec(f"The model in {path} was made by another version of Partie: train it again.")
    return model


MODELS: Store[Behaviours] = Store(
    "model",
    "models/liarsdice",
    Path(__file__).resolve().parent / "models",
    ".json",
    _read_model,
    Behaviours.save,
    "partie train reader",
)
"""The stored models; `reader:model=NAME` plays with one of them."""


class ReaderAgent:
    """Remembers a game from one decision to the next, or is shown its past views (`remember`).

    From a single view it still knows the last showdown.
    """

    def __init__(
        self, game: Game, seed: object, rounds: int, memory: bool, doubt: float, model: str | Behaviours
    ) -> None:
        self._chance = new_chance(seed, "reader")
        self._rounds, self._memory, self._doubt = rounds, memory, doubt
        self._model = model if isinstance(model, Behaviours) else MODELS.load(model)
        self.general = self._model.weights[self._model.kinds.index(self._model.card["general"])]
        self._own, self._sceptic = (
            self._model.kinds.index(self._model.card[role]) for role in ("own", "sceptic")
        )
        self.prior = np.append((1 - LOCAL) * self._model.prior, LOCAL)
        self._people: dict[int, Mapping[str, Any]] = {}
        self._new_game()
        self._belief = np.zeros((SEATS, len(self.prior), MOST_HANDS))
        self._last = np.zeros(SEATS, np.int64)

    def _new_game(self) -> None:
        self.others = [OpponentModel(self.prior, MOST_DICE + 1) for _ in range(SEATS)]
        usual, pull = self.general, PULL
        if self._people:
            usual, pull = self._begin_with_people()
        self._showdowns = ShowdownLearner(usual, pull)
        self.tables = np.exp(np.vstack([self._model.weights, usual]))
        self._round = self._learned = 0

    def _begin_with_people(self) -> tuple[Any, float]:
        """Begin with what is known of the people at the table; return how they behave on average, and by how
        many decisions that is known."""
        total, decisions = np.zeros(SIZE), 0.0
        for seat, memory in self._people.items():
            self.others[seat].begin(memory)
            total += self.remembered_behaviour(memory)
            decisions += memory["decisions"]
        return total / len(self._people), PULL + decisions / len(self._people)

    def remembered_behaviour(self, memory: Mapping[str, Any]) -> Any:
        """How a person behaves, as weights; what is stored is where they differ from the general ones."""
        weights = self.general.copy()
        for place, value in zip(memory["differs_at"], memory["differs_by"], strict=True):
            weights[place] += value
        return weights

    def recall(self, memories: Mapping[int, Mapping[str, Any]]) -> None:
        """Begin the game with what the people in these seats have shown in earlier ones."""
        same = len(self.prior)  # of this model
        self._people = {seat: one for seat, one in memories.items() if len(one["evidence"]) == same}
        self._new_game()

    def remember(self, views: Sequence[View]) -> None:
        """Learn from all showdowns of this game so far."""
        for view in views:
            self._catch_up(view)

    def decide(self, view: View, budget: Budget) -> Decision:
        self.read(view)
        model = Model(self._belief, self.tables, self._own, self._sceptic, self._doubt, self._model.stakes)
        evaluated = new_found()
        with budget.running() as stop:
            n = evaluate_moves(view.record, model, self._rounds, evaluated, stop, self._chance)
        order, values, visits, true = evaluated
        final = (visits[:n] == visits[:n].max()) | (order[:n] >> 3 == 0)
        ranking = sorted(range(n), key=lambda i: (not final[i], -values[i]))
        found = tuple(Candidate(int(order[i]), float(values[i]), int(visits[i])) for i in ranking)
        return Decision(found[0].move, found, self._explain(view, found[0].move, float(true[ranking[0]])))

    def read(self, view: View) -> Any:
        """The belief about everybody's dice: [seat, kind of player, hand]."""
        self._catch_up(view)
        kinds, ways = self._known()
        read_view(view.record, view.seat, kinds, ways, self.tables, self._belief, self._last)
        return self._belief

    def _catch_up(self, view: View) -> None:
        """Learn from the last showdown, once."""
        record = view.record
        if record.rounds < self._round:
            self._new_game()
        self._round = int(record.rounds)
        if self._memory and record.caller >= 0 and self._learned != self._round:
            self._learned = self._round
            self._learn(view)

    def _known(self) -> tuple[Any, Any]:
        kinds = np.array([other.kinds for other in self.others])
        return kinds, np.array([other.corrections for other in self.others])

    def _learn(self, view: View) -> None:
        kinds, ways = self._known()
        lesson = Lesson(np.zeros(kinds.shape), np.zeros(SEATS, np.int64), np.zeros(ways.shape))
        read_showdown(view.record, view.seat, kinds, ways, self.tables, self._belief, self._last, lesson)
        seats = self._showdowns.add(view)
        for seat in range(view.seats):
            if seat != view.seat and view.record.shown[seat].any():
                evidence, shown, predicted = (part[seat] for part in lesson)
                self.others[seat].learn(evidence, int(shown), predicted, seats.count(seat))
        self.tables[-1] = np.exp(self._showdowns.behaviour())

    def _explain(self, view: View, move: int, true: float) -> Why:
        """Explain a move by what the bids suggest and the probability of the bid in question."""
        subject = move if quantity_of(move) else int(view.record.standing)
        data: dict[str, Any] = {"percent": percent(true), "bid": bid_words(subject)}
        own = matching(view.record.cups, view.seat, face_of(subject), view.record.wild)
        if quantity_of(move) and (true < LIKELY or (own == 0 and true < SURE)):
            return Why("liarsdice.reader_bluff", data)
        teller = self._most_telling_seat(view, face_of(subject))
        word = {CONTEST: "contest", CONFIRM: "confirm"}.get(move, "bid")
        if teller is None:
            return Why(f"liarsdice.{word}", data)
        seat, held = teller
        data |= {"player": seat_word(seat), "held": dice_words(held, face_of(subject))}
        return Why(f"liarsdice.reader_{'none' if held == 0 else 'some'}", data)

    def _most_telling_seat(self, view: View, face: int) -> tuple[int, int] | None:
        """The seat whose bids say most about a face, and its most likely number of matching dice."""
        record = view.record
        counting = (1 + (record.wild >= 0 and record.wild != face)) / int(record.faces)
        chances = np.empty(MOST_DICE + 1)
        best, most = None, TELLING
        for seat in range(view.seats):
            if seat == view.seat or not self._last[seat]:
                continue
            held_chances(record, record.dice.astype(np.int64), self._belief, seat, face, chances)
            shift = abs(float((chances * np.arange(MOST_DICE + 1)).sum()) - int(record.dice[seat]) * counting)
            if shift > most:
                best, most = (seat, int(np.argmax(chances))), shift
        return best


_PARAMETERS = (
    integer("rounds", 1200, 8, 100_000),
    switch("memory", True),
    number("doubt", 0.2, 0.0, 1.0),
    Parameter("model", "text", USUAL),
)
READER = Family("reader", ReaderAgent, params=_PARAMETERS)
MASTER_V1 = Family("master@v1", ReaderAgent, params=_PARAMETERS)
"""The first master, to measure its successors by."""
