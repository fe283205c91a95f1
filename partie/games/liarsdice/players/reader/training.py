"""Learning the behaviour model of `reader` from records.

    train_reader(None, Path("reader.json"))                  # learn from games between our programs
    train_reader(Path("records"), Path("mine.json"))         # add what people did to the shipped model

Every decision in a record is one lesson: what the player held, saw and did. Programs are learned by their
spec, everybody else under the name `people`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core import registry
from partie.core.agent import Agent, Budget, Decision
from partie.core.compiled.chance import (
    below,
    new_chance,
    shuffle,
    uniform,
)
from partie.core.errors import PartieError
from partie.core.game import Game, View
from partie.core.match import Match, play_out
from partie.core.record import Record
from partie.games.liarsdice import rules
from partie.games.liarsdice.players.reader.agent import (
    MODELS,
    USUAL,
    ReaderAgent,
)
from partie.games.liarsdice.players.reader.behaviour import (
    GROUPS,
    MOST_ACTIONS,
    SIZE,
)
from partie.games.liarsdice.players.reader.features import (
    encode,
    encode_stakes,
)
from partie.games.liarsdice.players.reader.foresight import STAKES
from partie.games.liarsdice.players.weighted.criteria import (
    MARGIN,
    weighted_move,
)
from partie.games.liarsdice.players.weighted.genes import (
    DEFAULT,
    STORED,
)
from partie.learn.choices import fit, surprise
from partie.learn.opponents import Behaviours
from partie.learn.records import digest as digest_of
from partie.learn.records import readable_record

PEOPLE = "people"
TEACHERS = (
    "naive",
    "odds",
    "odds:trust=0,bluff=0",
    "odds:trust=1.2,bluff=0.3",
    "weighted",
    "weighted:genome=untrained",
    "random",
)
"""The programs to learn from; unknown ones are left out."""
SLOW_TEACHERS = ("montecarlo:deals=4,replays=2", "ismcts:iterations=500", "odds", "weighted")
"""Slower programs to learn from; they play a twentieth as many games."""
SELF = "reader"
"""Finally the reader joins a third as many games with what it has learned, to learn its own play."""
VARIANTS, SPREAD = 4, 4.0
"""The number of `weighted` variants to learn from, and how far their weights are perturbed: genomes change.
"""
ANYBODY = "anybody"
"""The kind of the general model: the best guess for a player unlike all others."""
SCEPTIC = "odds"
RARE = {"random": 0.1, "weighted:genome=untrained": 0.1, ANYBODY: 4.0}
"""Prior weights of the kinds that are rarer or more common than the others."""
MIN_DECISIONS = 40
"""The fewest decisions from which a kind of player is learned."""
_EPOCHS, _RATE, _PULL = 12, 0.05, 4.0
_MAX_DECISIONS = 40_000
_OLD = 4000.0
"""How many decisions of people the shipped kinds count for."""
_DIGEST = 16
"""Hexadecimal digits of a record's digest, by which a model recognises it."""

Progress = Callable[[int, int], None]
Build = Callable[[str, object], Agent]


def _silent(done: int, total: int) -> None:
    """Report no progress."""


@dataclass
class Lessons:
    """Decisions and starts of rounds, gathered from games."""

    states: list[bytes] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    rounds: list[bytes] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    games: int = 0
    records: list[str] = field(default_factory=list)

    def add_decision(self, view: View, move: int, kind: str) -> None:
        """Add one decision."""
        self.states.append(bytes(view))
        self.seats.append(view.seat)
        self.moves.append(move)
        self.kinds.append(kind)
        if view.record.bid < 0:
            self.rounds.append(bytes(view))

    def recorder(self, kinds: Sequence[str]) -> Callable[[View, Decision], None]:
        """A callback that adds every decision at a table with these kinds of players."""

        def watch(view: View, decision: Decision) -> None:
            self.add_decision(view, decision.move, kinds[view.seat])

        return watch

    def add(self, more: Lessons) -> None:
        """Add other lessons to these."""
        for name in ("states", "seats", "moves", "kinds", "rounds", "winners"):
            getattr(self, name).extend(getattr(more, name))
        self.games += more.games

    def end_game(self, scores: Sequence[float]) -> None:
        """Record the winner of a finished game for all its rounds."""
        self.games += 1
        winner = int(np.argmax(scores))
        self.winners.extend([winner] * (len(self.rounds) - len(self.winners)))

    def drop_unfinished_game(self) -> None:
        """Drop the starts of rounds of a game that was not finished."""
        self.games += 1
        del self.rounds[len(self.winners) :]

    def of_kind(self, kind: str | None) -> NDArray[np.int64]:
        """The indices of the decisions of one kind of player, or of all."""
        return np.array([i for i, name in enumerate(self.kinds) if kind in (None, name)], dtype=np.int64)


def play_lessons(
    game: Game, specs: Sequence[str], games: int, seed: object, build: Build, progress: Progress = _silent
) -> Lessons:
    """Play games between programs at mixed tables of 2 to 6, one in six with wild ones."""
    lessons = Lessons()
    for number in range(games):
        chance = new_chance(seed, "lessons", number)
        seats = 2 + int(below(chance, 5))
        options = {"wild": "none" if below(chance, 6) else "ones"}
        names = _table(specs, seats, chance)
        agents = [build(name, f"{seed}/lessons/{number}/{i}") for i, name in enumerate(names)]
        played = play_out(
            Match(game, options, f"{seed}/lessons/{number}", seats), agents, watch=lessons.recorder(names)
        )
        lessons.end_game(played.scores)
        progress(number + 1, games)
    return lessons


def _table(specs: Sequence[str], seats: int, chance: Any) -> list[str]:
    """The players of a table: half of the time only two kinds, as in matches, otherwise any."""
    some = np.arange(len(specs))
    shuffle(some, chance)
    few = [specs[i] for i in some[:2]] if below(chance, 2) else list(specs)
    return [few[int(below(chance, len(few)))] for _ in range(seats)]


def read_lessons(
    game: Game, folder: Path, known: Container[str] = (), progress: Progress = _silent
) -> Lessons:
    """Read the decisions in a folder of records.

    Files of other games, records whose seed is still secret, and those whose digests are `known` are skipped.
    """
    lessons = Lessons()
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    skipped = 0
    for number, file in enumerate(files, 1):
        record = readable_record(game, file)
        if record is not None:
            digest = digest_of(record)[:_DIGEST]
            if digest in known or digest in lessons.records:
                skipped += 1
            else:
                try:
                    _add_record(game, record, lessons)
                except PartieError as error:
                    raise PartieError(f"{file}: {error}") from None
                lessons.records.append(digest)
        progress(number, len(files))
    if skipped and not lessons.games:
        raise PartieError(f"The model has already learned from all {skipped} records in {folder}.")
    if not lessons.games:
        raise PartieError(f"There are no finished records of {game.title['en']} in {folder}.")
    return lessons


def _add_record(game: Game, record: Record, lessons: Lessons) -> None:
    """Add every decision in a record."""
    kinds = [kind_of(game, name) for name in record.seats]
    before: View | None = None
    for match, move in record.steps():
        if before is not None and move is not None:
            lessons.add_decision(before, before.parse(move), kinds[before.seat])
        over = match.state.over
        before = None if over else match.view()
    if over:
        lessons.end_game(match.state.scores)
    else:
        lessons.drop_unfinished_game()


def kind_of(game: Game, name: str) -> str:
    """The kind of a player by name: a program's spec, or `people`."""
    spec = game.levels[name].spec if name in game.levels else name
    return spec if spec.partition(":")[0] in game.families else PEOPLE


@dataclass(frozen=True)
class _Encoded:
    """Decisions as features: see `learn.choices`."""

    features: NDArray[np.int16]
    counts: NDArray[np.int64]
    chosen: NDArray[np.int64]


def encoded(lessons: Lessons, which: NDArray[np.int64]) -> _Encoded:
    """Encode some of the decisions; those outside the actions considered are left out."""
    blob = b"".join(lessons.states[i] for i in which)
    states = np.frombuffer(blob, rules.State).view(np.recarray)
    features = np.full((len(which), MOST_ACTIONS, GROUPS), -1, np.int16)
    counts, chosen = np.zeros(len(which), np.int64), np.zeros(len(which), np.int64)
    seats = np.array([lessons.seats[i] for i in which], dtype=np.int64)
    moves = np.array([lessons.moves[i] for i in which], dtype=np.int64)
    encode(states.copy(), seats, moves, features, counts, chosen)
    good = chosen >= 0
    return _Encoded(features[good], counts[good], chosen[good])


def _fit(data: _Encoded, prior: Any, pull: float, chance: Any) -> Any:
    return fit(data.features, data.counts, data.chosen, prior, pull, _EPOCHS, _RATE, chance)


def fit_stakes(lessons: Lessons, seed: object) -> Any:
    """Fit the strength of each number of dice to who won after rounds that began with them."""
    states = np.frombuffer(b"".join(lessons.rounds), rules.State).view(np.recarray).copy()
    winners = np.array(lessons.winners, dtype=np.int64)
    features = np.full((len(states), 8, 2), -1, np.int16)
    counts, chosen = np.zeros(len(states), np.int64), np.zeros(len(states), np.int64)
    encode_stakes(states, winners, features, counts, chosen)
    good = (chosen >= 0) & (counts > 1)
    return fit(
        features[good],
        counts[good],
        chosen[good],
        np.zeros(STAKES),
        1.0,
        20,
        0.05,
        new_chance(seed, "stakes"),
    )


def learn_kinds(lessons: Lessons, seed: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """Fit the behaviour of each kind, close to that of all together; also returns facts for the card."""
    chance = new_chance(seed, "fit")
    everybody = lessons.of_kind(None)
    shuffle(everybody, chance)
    general = _fit(encoded(lessons, everybody[:_MAX_DECISIONS]), np.zeros(SIZE), _PULL, chance)
    weights, facts = (
        {ANYBODY: general},
        {ANYBODY: _facts(encoded(lessons, everybody[:_MAX_DECISIONS]), general, general)},
    )
    for kind in sorted(set(lessons.kinds)):
        which = lessons.of_kind(kind)
        shuffle(which, chance)
        if len(which) < MIN_DECISIONS:
            continue
        data = encoded(lessons, which[:_MAX_DECISIONS])
        weights[kind] = _fit(data, general, _PULL, chance)
        facts[kind] = _facts(data, general, weights[kind])
    return weights, facts


def _facts(data: _Encoded, general: Any, weights: Any) -> dict[str, Any]:
    """Facts for the card: the number of decisions a kind was learned from, and how well the general and its
    own model predict them.
    """
    return {
        "decisions": len(data.counts),
        "surprise_general": round(float(surprise(data.features, data.counts, data.chosen, general)), 3),
        "surprise": round(float(surprise(data.features, data.counts, data.chosen, weights)), 3),
    }


def train_reader(
    records: Path | None,
    out: Path | None = None,
    *,
    games: int = 1500,
    seed: int = 0,
    specs: Sequence[str] = TEACHERS,
    base: Behaviours | None = None,
    progress: Progress = _silent,
) -> Behaviours:
    """Learn a model and, if `out` is given, write it.

    Without `records`, our own programs play at least `games` games; with a folder of records, their decisions
    are added to the model `base`, by default the shipped one.
    """
    game = registry.game("liarsdice")
    if records is not None:
        base = MODELS.load(USUAL) if base is None else base
        lessons = read_lessons(game, records, frozenset(from_records(base)["records"]), progress)
        model = with_lessons(base, lessons, seed)
    else:
        model = _from_programs(game, specs, games, seed, progress)
    if out is not None:
        model.save(out)
    return model


def _from_programs(game: Game, specs: Sequence[str], games: int, seed: int, progress: Progress) -> Behaviours:
    def program(spec: str, name: object) -> Agent:
        if spec in variants:
            return Variant(variants[spec], name)
        return registry.build_agent(game, spec, name)

    def program_or_self(spec: str, name: object) -> Agent:
        return ReaderAgent(game, name, 100, True, 0.2, model) if spec == SELF else program(spec, name)

    variants = _variants(seed) if "weighted" in specs else {}
    known = [spec for spec in specs if spec.partition(":")[0] in game.families]
    known += variants
    slow = [spec for spec in SLOW_TEACHERS if spec.partition(":")[0] in game.families]
    lessons = play_lessons(game, known, games, f"{seed}/programs", program, progress)
    lessons.add(play_lessons(game, slow, games // 20, f"{seed}/slow", program, progress))
    model = _model(lessons, seed)
    lessons.add(play_lessons(game, [*known, SELF], games // 3, f"{seed}/self", program_or_self, progress))
    return _model(lessons, seed)


class Variant:
    """A player like `weighted` with other weights."""

    def __init__(self, weights: Any, seed: object) -> None:
        self._weights, self._scratch = weights, np.zeros((2, rules.FACES))
        self._chance = new_chance(seed, "variant")

    def decide(self, view: View, budget: Budget) -> Decision:
        return Decision(
            int(weighted_move(view.record, view.seat, self._weights, self._scratch, self._chance))
        )


def _variants(seed: object) -> dict[str, Any]:
    """Weights close to those of the shipped genome, by name."""
    trained = STORED.load(DEFAULT).vector
    found = {}
    for number in range(1, VARIANTS + 1):
        chance = new_chance(seed, "variant", number)
        shift = np.array([sum(uniform(chance) - 0.5 for _ in range(12)) for _ in trained])
        weights = trained + SPREAD * shift
        weights[MARGIN] = abs(trained[MARGIN])
        found[f"weighted variant {number}"] = weights
    return found


def _model(lessons: Lessons, seed: int) -> Behaviours:
    """Fit a model to these lessons."""
    weights, facts = learn_kinds(lessons, seed)
    prior = np.array([RARE.get(kind, 1.0) for kind in weights])
    card = {
        "what": "How the programs of Partie bid in Liar’s Dice: the behaviour model of the program `reader`.",
        "made_by": "partie.games.liarsdice.players.reader.training.train_reader",
        "seed": seed,
        "games": lessons.games,
        "decisions": len(lessons.moves),
        "general": ANYBODY,
        "own": SELF if SELF in weights else next(iter(weights)),
        "sceptic": SCEPTIC if SCEPTIC in weights else ANYBODY,
        "kinds": facts,
    }
    return Behaviours(
        tuple(weights), prior / prior.sum(), np.array(list(weights.values())), fit_stakes(lessons, seed), card
    )


def with_lessons(old: Behaviours, lessons: Lessons, seed: int) -> Behaviours:
    """Add lessons to a model without losing what it knows.

    A kind moves from its old behaviour towards the new decisions by their share of all its decisions. A new
    kind is fitted close to the general model, and its prior grows with its number of decisions.
    """
    chance = new_chance(seed, "fit")
    general = old.card["general"]
    weights = dict(zip(old.kinds, old.weights, strict=True))
    common = dict(zip(old.kinds, old.prior * (_OLD + from_records(old)["decisions"]), strict=True))
    facts = dict(old.card["kinds"])
    for kind in (general, *sorted(set(lessons.kinds) - {general})):
        which = lessons.of_kind(None if kind == general else kind)
        if kind not in weights and len(which) < MIN_DECISIONS:
            continue
        shuffle(which, chance)
        data = encoded(lessons, which[:_MAX_DECISIONS])
        before = weights.get(kind, weights[general])
        fitted = _fit(data, before, _PULL, chance)
        share = _share(facts.get(kind), data)
        weights[kind] = before + share * (fitted - before)
        facts[kind] = _blended_facts(facts.get(kind), _facts(data, weights[general], weights[kind]), share)
        if kind != general:
            common[kind] = common.get(kind, 0.0) + len(which)
    prior = np.array([common[kind] for kind in weights])
    card = {**old.card, "kinds": facts, "people": _added(from_records(old), lessons, seed)}
    return Behaviours(tuple(weights), prior / prior.sum(), np.array(list(weights.values())), old.stakes, card)


def _share(known: Mapping[str, Any] | None, data: _Encoded) -> float:
    """The share of new decisions among all decisions of a kind."""
    return len(data.counts) / max(1, len(data.counts) + (known["decisions"] if known else 0))


def _blended_facts(known: Mapping[str, Any] | None, new: dict[str, Any], share: float) -> dict[str, Any]:
    """Merge the facts about the old and the new decisions of a kind."""
    if known is None:
        return new
    surprises = {
        name: round((1 - share) * known[name] + share * new[name], 3)
        for name in ("surprise_general", "surprise")
    }
    return {"decisions": known["decisions"] + new["decisions"], **surprises}


def from_records(model: Behaviours | None) -> dict[str, Any]:
    """The games and decisions of records a model has learned from so far, and the digests of these
    records."""
    return dict((model.card if model else {}).get("people", {"games": 0, "decisions": 0, "records": []}))


def _added(people: dict[str, Any], lessons: Lessons, seed: int) -> dict[str, Any]:
    return {
        "games": people["games"] + lessons.games,
        "decisions": people["decisions"] + len(lessons.moves),
        "seed": seed,
        "records": [*people["records"], *lessons.records],
    }
