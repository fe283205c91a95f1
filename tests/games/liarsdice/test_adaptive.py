"""The program `adaptive`: what it reads in bids, what it learns from showdowns, how it is tuned."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest

import partie
from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.games.liarsdice.players.adaptive import genes as names
from partie.games.liarsdice.players.adaptive.choosing import draw_move, fill_counts, value_moves
from partie.games.liarsdice.players.adaptive.claims import CHOICE, FORCED, TOP, add_dice, read_bids
from partie.games.liarsdice.players.adaptive.genes import GENES
from partie.games.liarsdice.players.adaptive.habits import (
    HABITS,
    claim_shift,
    doubt_shift,
    exact_rate,
    learn_showdown,
)
from partie.games.liarsdice.players.adaptive.training import DEFAULT, DUEL, STRENGTH, TABLE
from partie.games.liarsdice.players.sparring import PLAIN, Setup, blend, both, partners, shares
from partie.games.liarsdice.players.tables import (
    ADAPTIVE,
    NAIVE,
    ODDS,
    RANDOM,
    SCRIPTED,
    alone,
    play_tables,
    player,
    stakes,
)
from partie.games.liarsdice.rules.bids import CONTEST
from partie.testing import AgentContract

GAME = partie.game("liarsdice")
GENOME = TABLE.stored.load(DEFAULT).vector
READING = np.array(GENOME)
READING[[names.CHOSEN, names.PUSHED, names.AGAIN, names.HEIGHT, names.ELSEWHERE]] = 1.0, 0.2, 0.3, 0.1, 0.2
READING[[names.CLAIMS, names.CLAIMS_MOST, names.FADING]] = 4.0, 1.5, 0.9
READING[[names.DOUBTS, names.DOUBTS_MOST]] = 2.0, 2.0


class TestAdaptive(AgentContract):
    game = GAME
    specs = ["adaptive"]


def counts_of(view: Any, genes: Any, habits: Any) -> Any:
    said, counts = np.zeros((8, 6, 3), np.int64), np.zeros((6, 50))
    read_bids(view.record, said)
    fill_counts(view.record, view.seat, said, genes, habits, counts)
    return counts


def view_of(position: str, **options: Any) -> Any:
    state = GAME.position(position, options)
    return state.view(state.to_move)


def test_dice_that_count_alike_are_binomial() -> None:
    counts = np.zeros(50)
    counts[2] = 1.0
    assert add_dice(counts, 2, 4, 0.3) == 6
    expected = [comb(4, k) * 0.3**k * 0.7 ** (4 - k) for k in range(5)]
    assert counts[2:7] == pytest.approx(expected)
    assert counts.sum() == pytest.approx(1.0)


def test_bids_are_read_as_choices_and_as_pushes() -> None:
    view = view_of("11234/?????/????? 0 1 2x3,3x3,3x4,4x4 -")
    said = np.zeros((8, 6, 3), np.int64)
    read_bids(view.record, said)
    assert said[0, 2].tolist() == [0, 1, 2]
    assert said[1, 2, [FORCED, CHOICE, TOP]].tolist() == [1, 0, 3]
    assert said[2, 3, [FORCED, CHOICE, TOP]].tolist() == [0, 1, 3]
    assert said[0, 3, [FORCED, CHOICE, TOP]].tolist() == [1, 0, 4]


def test_a_claim_makes_its_face_likelier_and_the_others_less_so() -> None:
    silent, habits = view_of("11234/????? 0 1 - -"), np.zeros((8, HABITS))
    spoken = GAME.position("?????/11234 0 1 3x5 -")
    before, after = (counts_of(one, READING, habits) for one in (silent, spoken.view(1)))
    numbers = np.arange(50)
    assert (after[4] * numbers).sum() > (before[4] * numbers).sum() + 0.3
    assert (after[5] * numbers).sum() < (before[5] * numbers).sum()
    assert before.sum(axis=1) == pytest.approx(np.ones(6))


def shown(cups: str, bids: str, call: str) -> Any:
    """A view after a showdown."""
    return view_of(f"????/11234 0 2 - {cups}:0:{bids},{call}").record


def test_showdowns_teach_whose_claims_to_trust() -> None:
    liar, honest = np.zeros((8, HABITS)), np.zeros((8, HABITS))
    for _ in range(6):
        learn_showdown(shown("12346/11234", "3x5", "liar"), READING, liar)
        learn_showdown(shown("25555/11234", "3x5", "liar"), READING, honest)
    assert claim_shift(liar, 0, READING) < -0.4
    assert claim_shift(honest, 0, READING) > 0.4
    assert claim_shift(liar, 1, READING) == 0.0
    view = GAME.position("?????/11234 0 1 3x5 -").view(1)
    doubted, believed = (counts_of(view, READING, habits)[4, 3:].sum() for habits in (liar, honest))
    assert doubted < believed - 0.2


def test_what_was_learned_is_bounded_and_fades() -> None:
    habits = np.zeros((8, HABITS))
    for _ in range(60):
        learn_showdown(shown("55555/11234", "5x5", "liar"), READING, habits)
        assert claim_shift(habits, 0, READING) <= READING[names.CLAIMS_MOST]
    trusted = claim_shift(habits, 0, READING)
    for _ in range(6):
        learn_showdown(shown("12346/11234", "5x5", "liar"), READING, habits)
    assert claim_shift(habits, 0, READING) < trusted - 0.5


def test_showdowns_teach_who_calls() -> None:
    doubter, believer = np.zeros((8, HABITS)), np.zeros((8, HABITS))
    for _ in range(5):
        learn_showdown(shown("12345/11234", "1x5", "liar"), READING, doubter)
        learn_showdown(shown("12345/11234", "2x5,3x5,4x5,5x5", "liar"), READING, believer)
    assert doubt_shift(doubter, 1, READING) > 0 > doubt_shift(believer, 1, READING)
    exacts = np.zeros((8, HABITS))
    learn_showdown(shown("12345/11234", "2x5", "exact"), READING, exacts)
    assert exact_rate(exacts, 1, READING) > exact_rate(doubter, 1, READING)


def test_what_cannot_be_is_contested() -> None:
    for seed in range(10):
        agent = build_agent(GAME, "adaptive", seed)
        decision = agent.decide(view_of("11111/1 0 1 7x6 -"), Budget())
        assert decision.move == CONTEST


def test_better_moves_are_drawn_more_often() -> None:
    values, chance = np.array([0.30, 0.50, 0.49]), new_chance("draw")
    drawn = np.bincount([draw_move(values, 3, 0.02, chance) for _ in range(2000)], minlength=3)
    assert drawn[1] > drawn[2] > 300 > drawn[0]
    assert {draw_move(values, 3, 0.0, chance) for _ in range(20)} == {1}


def test_an_agent_that_is_shown_the_past_decides_like_one_that_was_there() -> None:
    for seed in range(3):
        match = Match(GAME, {}, f"past {seed}", 3)
        agents = [build_agent(GAME, "adaptive", seat) for seat in range(3)]
        while not match.state.over and len(match.moves) < 40:
            view = match.view()
            match.play(agents[view.seat].decide(view, Budget()).move)
        if match.state.over:
            continue
        view = match.view()
        there: Any = agents[view.seat]
        new: Any = build_agent(GAME, "adaptive", "new")
        new.remember(match.past(view.seat))
        there._catch_up(view)
        new._catch_up(view)
        assert new._habits == pytest.approx(there._habits, rel=0.5, abs=3.0)
        assert new._habits.any()


def test_tables_repeat_themselves_on_any_number_of_threads() -> None:
    players = [both(GENOME, GENOME), player(ODDS, [0.6, 0.1]), player(NAIVE, slip=0.2), player(RANDOM)]
    lineups = np.tile([0, 1, 2, 3, 0], (24, 1))
    one, three = (play_tables(players, lineups, ("t",), threads=threads) for threads in (1, 3))
    assert np.array_equal(one, three)
    assert one.sum(axis=1) == pytest.approx(np.ones(24))
    halves = play_tables(players, lineups, ("t",), same=12, threads=2)
    assert np.array_equal(halves[:12], halves[12:])


def test_the_lone_player_changes_seat() -> None:
    lineups = alone(0, [1, 2], 6, 3)
    assert [row.tolist().index(0) for row in lineups] == [0, 1, 2, 0, 1, 2]
    assert set(lineups[0].tolist()) == {0, 1, 2}


def test_fitness_counts_the_worst_partners_twice() -> None:
    won = np.array([[0.9, 0.9, 0.9, 0.1], [0.7, 0.7, 0.7, 0.7]])
    assert blend(won) == pytest.approx([0.5 * (0.7 + 0.1), 0.7])


def test_no_stranger_is_a_sparring_partner() -> None:
    kinds = {int(row[0]) for row in partners()}
    assert SCRIPTED not in kinds
    assert ADAPTIVE in kinds


def test_tuning_has_helped() -> None:
    setup = (Setup(PLAIN, 2),)
    tuned, untuned = (DUEL.stored.load(name).vector for name in (DEFAULT, "untuned"))
    found = shares([both(tuned, tuned), both(untuned, untuned)], setup, 23 * 20, "helped")
    assert blend(found)[0] > blend(found)[1]
    for task in (TABLE, DUEL):
        assert STRENGTH in task.stored.load(DEFAULT).card
        assert task.best_stored().data == task.stored.load(DEFAULT).data


def test_values_are_chances_to_win_and_calls_come_with_a_bid() -> None:
    order, values, true = np.empty(64, np.int64), np.empty(64), np.empty(64)
    habits = np.zeros((8, HABITS))
    for position in ("11234/?????/????? 0 1 - -", "?????/11234/????? 0 1 2x3 -", "?/6 0 5 1x6 -"):
        view = view_of(position)
        n = value_moves(view.record, view.seat, GENOME, habits, stakes(), order, values, true)
        assert set(order[:n].tolist()) <= set(view.moves)
        assert ((values[:n] >= 0) & (values[:n] <= 1)).all()
        assert (CONTEST in order[:n]) == bool(view.record.standing)
    assert len(GENES) == len(GENOME)
