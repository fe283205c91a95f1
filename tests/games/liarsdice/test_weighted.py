from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.core.agent import Budget
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.errors import PartieError
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.core.registry import game as game_named
from partie.games.liarsdice.players.weighted.criteria import (
    KINDS,
    MARGIN,
    SIZE,
    WEIGHTS,
    criteria,
    explain_move,
    weighted_move,
)
from partie.games.liarsdice.players.weighted.genes import FORMER, GENES, STORED
from partie.games.liarsdice.players.weighted.training import (
    STRENGTH,
    VARIED,
    WEIGHTED,
    fitness,
    judge,
    sample_positions,
    variety,
)
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
)
from partie.learn.tuning.draws import normals
from partie.learn.tuning.genome import Genome
from partie.testing import AgentContract

GAME = game_named("liarsdice")
WILD = ("none", "ones", "last")


class TestWeighted(AgentContract):
    game = GAME
    specs = ["weighted", "weighted:genome=untrained"]


def positions(seed: Any, count: Any, **options: Any) -> Any:
    """Positions of random games, in which somebody is to act."""
    chance = new_chance("positions", seed)
    for number in range(count):
        match = Match(GAME, options, f"{seed}/{number}", 2 + int(below(chance, 5)))
        for _ in range(int(below(chance, 25))):
            bids = match.state.moves
            # Low bids, so that rounds last a while.
            match.play(bids[min(int(below(chance, 4)), len(bids) - 1)])
            if match.state.over:
                break
        if not match.state.over:
            yield match


def plain_criteria(match: Any, move: Any) -> Any:
    """The six criteria read off the view and the list of moves, straight from their description."""
    record, seat = match.state.record, match.state.to_move
    faces, wild = int(record.faces), int(record.wild)
    bids = bids_of_round(match)
    quantity, face = divmod(move if move > 7 else bids[-1], 8)
    counting = {face} | ({wild} if wild >= 0 and face != wild else set())
    own = sum(int(record.cups[seat, one]) for one in counting)
    dice = [int(number) for number in record.dice]
    expected_unseen = sum(dice) * len(counting) / faces
    expected = own + (sum(dice) - dice[seat]) * len(counting) / faces
    return [
        sum(bid % 8 == face for bid in bids),
        sum(bid % 8 != face for bid in bids),
        quantity - expected_unseen,
        quantity - expected,
        quantity,
        float(face == faces - 1),
    ]


def bids_of_round(match: Any) -> Any:
    """The bids since the last showdown, from the list of moves."""
    bids: list[int] = []
    for text in match.moves:
        if text in ("liar", "exact"):
            bids = []
        else:
            quantity, face = text.split("x")
            bids.append(int(quantity) * 8 + int(face) - 1)
    return bids


@pytest.mark.parametrize("wild", WILD)
def test_criteria_match_their_description(wild: Any) -> None:
    out = np.empty(SIZE)
    for match in positions(wild, 40, wild=wild):
        seat = match.state.to_move
        for move in match.state.moves:
            subject = move if move > 7 else bids_of_round(match)[-1]
            criteria(match.view().record, seat, subject >> 3, subject & 7, out)
            assert out.tolist() == pytest.approx(plain_criteria(match, move))


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from(WILD), st.booleans(), st.sampled_from([0.0, 0.5, 30.0]))
def test_one_of_the_best_is_played_and_each_of_them_sometimes(
    seed: int, wild: Any, spot_on: Any, margin: Any
) -> None:
    weights = np.round(3 * normals(new_chance(seed, "weights"), WEIGHTS), 1)
    weights[MARGIN] = margin
    room, parts, chance = np.empty((2, 6)), np.empty(SIZE), new_chance(seed)
    for match in positions(seed, 3, wild=wild, spot_on=spot_on):
        seat, record = match.state.to_move, match.view().record
        scores = {}
        for move in match.state.moves:
            kind = {CONTEST: 1, CONFIRM: 2}.get(move, 0)
            scores[move] = float(
                np.dot(plain_criteria(match, move), weights[SIZE * kind : SIZE * (kind + 1)])
            )
            assert explain_move(record, seat, move, weights, parts) == pytest.approx(scores[move])
            assert parts.sum() == pytest.approx(scores[move])
        floor = max(scores.values()) - margin
        best = {move for move, score in scores.items() if score >= floor - 1e-7}
        played = {int(weighted_move(record, seat, weights, room, chance)) for _ in range(30 * len(best))}
        assert played <= best
        if len(best) < 12:
            assert played == best


def test_the_agent_plays_what_the_compiled_player_plays() -> None:
    agent, chance = build_agent(GAME, "weighted", "s"), new_chance("s", "weighted")
    weights, room = STORED.load("trained").vector, np.empty((2, 6))
    for match in positions("same", 30):
        view = match.view()
        decision = agent.decide(view, Budget())
        assert decision.move == weighted_move(view.record, view.seat, weights, room, chance)
        assert {candidate.move for candidate in decision.candidates} == set(view.moves)
        values = [candidate.value for candidate in decision.candidates]
        assert values == sorted(values, reverse=True)
        assert values[0] <= 1.0
        assert decision.why is not None


def test_fitness_counts_every_individual_and_repeats_itself() -> None:
    population = np.stack(
        [np.frombuffer(STORED.load(name).data, np.uint8) for name in ["trained", *["untrained"] * 6]]
    )
    worth = fitness(population, 20, "f")
    assert worth.shape == (7,)
    assert worth[0] > worth[1:].mean()
    assert np.array_equal(worth, fitness(population, 20, "f"))


def test_evolution_has_helped() -> None:
    trained, former, untrained = (STORED.load(name).data for name in ("trained", FORMER, "untrained"))
    assert judge(trained, "test") > judge(former, "test") > judge(untrained, "test")


def test_predictable_genomes_count_less() -> None:
    trained = STORED.load("trained")
    fixed = bytes([*trained.data[:-1], 0])
    population = np.stack([np.frombuffer(data, np.uint8) for data in (trained.data, fixed)])
    assert variety(population_weights(fixed)) < variety(trained.vector)
    mixed, always = fitness(population, 400, "margin")
    assert always < mixed


def population_weights(data: bytes) -> Any:
    return Genome(GENES, data).vector


def test_it_chooses_among_the_best_at_random() -> None:
    """The first genome played the same move for every seed in nearly every position."""
    room, several, chance = np.empty((2, 6)), 0, new_chance("choice")
    trained, former = STORED.load("trained").vector, STORED.load(FORMER).vector
    for state in sample_positions():
        drawn = {int(weighted_move(state, int(state.turn), trained, room, chance)) for _ in range(40)}
        several += len(drawn) > 1
    assert several / len(sample_positions()) == pytest.approx(variety(trained), abs=0.03)
    assert variety(trained) >= VARIED > variety(former)


def test_genomes_are_declared_stored_and_read(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [gene.name for gene in GENES][::SIZE] == [f"{kind}.same_face" for kind in KINDS] + ["margin"]
    assert STRENGTH in STORED.load("trained").card
    assert WEIGHTED.best_stored().data == STORED.load("trained").data
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = STORED.keep(STORED.load("untrained"), "mine")
    assert STORED.files()["mine"] == path
    assert STORED.load("mine").data == STORED.load("untrained").data
    build_agent(GAME, "weighted:genome=mine")
    for name in ("trained", "../mine", "Mine"):
        with pytest.raises(PartieError, match="cannot be the name"):
            STORED.keep(STORED.load("untrained"), name)
    with pytest.raises(PartieError, match="no genome called"):
        build_agent(GAME, "weighted:genome=../mine")
