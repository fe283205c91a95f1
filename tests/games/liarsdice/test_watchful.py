"""The program `watchful`: the expert's odds, corrected by what each player has shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partie
from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.games.liarsdice.players.matches import (
    FORESIGHTED,
    NAIVE,
    ODDS,
    OPTIONS,
    PLAIN,
    RANDOM,
    WATCHFUL,
    WEIGHTED,
    alone,
    play_matches,
    player,
)
from partie.games.liarsdice.players.odds.kernels import odds_values
from partie.games.liarsdice.players.sparring import Setup, blend, partners, shares
from partie.games.liarsdice.players.watchful.foresight import TYPES, confidence
from partie.games.liarsdice.players.watchful.kernels import (
    CLAIMS_MOST,
    DOUBTS_MOST,
    HABITS,
    SEATS,
    USUAL,
    corrections,
    doubted,
    expected_more,
    learn_showdown,
    watchful_move,
    watchful_values,
)
from partie.games.liarsdice.rules import play
from partie.games.liarsdice.rules.bids import CONFIRM, CONTEST
from partie.testing import AgentContract
from tests.games.liarsdice.test_weighted import positions

GAME = partie.game("liarsdice")
NUMBERS = np.array(USUAL)


class TestWatchful(AgentContract):
    game = GAME
    specs = ["watchful", "watchful:bluff=0.3,departure=2"]


def view_of(position: str, **options: Any) -> Any:
    state = GAME.position(position, options)
    return state.view(state.to_move)


def shown(cups: str, bids: str, call: str) -> Any:
    """A state after a showdown of a duel, which seat 0 began."""
    state = GAME.position(f"{cups} 0 1 {bids} -")
    play(state.record, {"liar": CONTEST, "exact": CONFIRM}[call], new_chance(cups, bids))
    return state.record


def shifts(habits: Any) -> Any:
    found = np.zeros(8)
    corrections(shown("12345/11234", "2x5", "liar"), NUMBERS, habits, found)
    return found


def values(view: Any, habits: Any) -> dict[int, float]:
    order, worth = np.empty(32, np.int64), np.empty(32)
    n = watchful_values(view.record, view.seat, -1, NUMBERS, habits, order, worth)
    return dict(zip(order[:n].tolist(), worth[:n].tolist(), strict=True))


def test_without_records_it_weighs_moves_like_the_expert() -> None:
    """As long as nobody is expected to hold more dice than it has."""
    order, worth, habits = np.empty(400, np.int64), np.empty(400), np.zeros((8, HABITS))
    compared = 0
    for wild in ("none", "ones", "last"):
        for match in positions(f"watch {wild}", 30, wild=wild):
            view = match.view()
            record = view.record
            n = odds_values(record, view.seat, 0.6, -1, order, worth)
            if all(0.6 * record.named[s].max() <= record.dice[s] / 2 for s in range(int(record.players))):
                mine = values(view, habits)
                theirs = dict(zip(order[:n].tolist(), worth[:n].tolist(), strict=True))
                assert mine.keys() == theirs.keys()
                for move, value in mine.items():
                    assert value == pytest.approx(theirs[move], abs=0.03)
                compared += 1
    assert compared > 10


def test_nobody_is_expected_to_hold_more_dice_than_it_has() -> None:
    assert expected_more(0, 5, 1 / 6, 1.0) == 0.0
    assert expected_more(1, 5, 1 / 6, 0.0) == pytest.approx(0.6)
    assert expected_more(9, 1, 1 / 6, 0.0) == pytest.approx(5 / 6)
    assert expected_more(1, 2, 1 / 6, -9.0) == pytest.approx(-2 / 6)


def test_showdowns_teach_whose_claims_to_trust() -> None:
    liar, honest = np.zeros((8, HABITS)), np.zeros((8, HABITS))
    for _ in range(6):
        learn_showdown(shown("12346/11234", "3x5", "liar"), NUMBERS, liar)
        learn_showdown(shown("25555/11234", "3x5", "liar"), NUMBERS, honest)
    assert shifts(liar)[0] < -0.4
    assert shifts(honest)[0] > 0.4
    assert shifts(liar)[1] == 0.0, "seat 1 has named nothing"
    view = GAME.position("?????/11234 0 1 3x5 -").view(1)
    assert values(view, liar)[CONTEST] > values(view, honest)[CONTEST] + 0.2


def test_what_was_learned_is_bounded_and_fades() -> None:
    habits = np.zeros((8, HABITS))
    for _ in range(60):
        learn_showdown(shown("55555/11234", "5x5", "liar"), NUMBERS, habits)
        assert shifts(habits)[0] <= NUMBERS[CLAIMS_MOST]
    trusted = shifts(habits)[0]
    for _ in range(25):
        learn_showdown(shown("12346/11234", "5x5", "liar"), NUMBERS, habits)
    assert shifts(habits)[0] < trusted - 0.5


def test_showdowns_teach_who_contests() -> None:
    doubter, believer = np.zeros((8, HABITS)), np.zeros((8, HABITS))
    for _ in range(5):
        learn_showdown(shown("12345/11234", "1x5", "liar"), NUMBERS, doubter)
        learn_showdown(shown("12345/11234", "2x5,3x5,4x5,5x5", "liar"), NUMBERS, believer)
    assert doubter[1, 3] > 0 > believer[1, 3]
    assert doubted(0.5, NUMBERS[DOUBTS_MOST]) > doubted(0.5, 0.0) == pytest.approx(0.5)


def test_an_agent_that_is_shown_the_past_knows_what_one_that_was_there_knows() -> None:
    match = Match(GAME, {}, "past", 3)
    agents: list[Any] = [build_agent(GAME, "watchful", seat) for seat in range(3)]
    while len(match.moves) < 30:
        view = match.view()
        match.play(agents[view.seat].decide(view, Budget()).move)
    view = match.view()
    seen = [past for past in match.past(view.seat) if past.record.turn == view.seat]
    new: Any = build_agent(GAME, "watchful", "new")
    new.remember([*seen, view])
    agents[view.seat].remember([view])
    assert np.array_equal(new.habits, agents[view.seat].habits)
    assert new.habits.any()


def test_the_agent_plays_what_the_compiled_player_plays() -> None:
    agent: Any = build_agent(GAME, "watchful:bluff=0.3", "s")
    chance = new_chance("s", "watchful")
    for match in positions("same", 30):
        agent._new_game()
        view, habits = match.view(), np.zeros((8, HABITS))
        if view.record.caller >= 0:
            learn_showdown(view.record, NUMBERS, habits)
        expected = watchful_move(view.record, view.seat, 0.3, NUMBERS, habits, chance)
        assert agent.decide(view, Budget()).move == expected


def test_reasons_name_the_player_whose_record_counts() -> None:
    agent: Any = build_agent(GAME, "watchful", "why")
    for _ in range(8):
        learn_showdown(shown("12346/11234", "3x5", "liar"), NUMBERS, agent.habits)
    view = GAME.position("?????/11234 0 1 3x5 -").view(1)
    decision = agent.decide(view, Budget())
    assert decision.move == CONTEST
    assert decision.why.key == "liarsdice.watchful_less"
    assert "fewer dice" in GAME.phrase(decision.why.key, decision.why.data)["en"]


def test_tables_repeat_themselves_on_any_number_of_threads() -> None:
    players = [
        player(WATCHFUL, [0.1, *USUAL]),
        player(ODDS, [0.6, 0.1]),
        player(NAIVE, slip=0.2),
        player(RANDOM),
        player(PLAIN, [0.3, 0.5, 0.5, 0.4]),
    ]
    lineups = np.tile([0, 1, 2, 3, 4], (24, 1))
    one, three = (play_matches(players, lineups, ("t",), threads=threads) for threads in (1, 3))
    assert np.array_equal(one, three)
    assert one.sum(axis=1) == pytest.approx(np.ones(24))
    halves = play_matches(players, lineups, ("t",), same=12)
    assert np.array_equal(halves[:12], halves[12:])


def test_the_lone_player_changes_seat() -> None:
    lineups = alone(0, [1, 2], 6, 3)
    assert [row.tolist().index(0) for row in lineups] == [0, 1, 2, 0, 1, 2]
    assert set(lineups[0].tolist()) == {0, 1, 2}


def test_watching_helps_against_players_who_trust_nobody() -> None:
    players = [player(WATCHFUL, [0.0, *USUAL]), player(ODDS, [0.6, 0.0]), player(ODDS, [0.0, 0.0])]
    won = []
    for hero in range(2):
        lineups = alone(hero, [2], 1000, 2)
        won.append(play_matches(players, lineups, ("watching",))[lineups == hero].mean())
    assert won[0] > won[1]


def test_fitness_counts_the_worst_partners_twice() -> None:
    won = np.array([[0.9, 0.9, 0.9, 0.1], [0.7, 0.7, 0.7, 0.7]])
    assert blend(won) == pytest.approx([0.5 * (0.7 + 0.1), 0.7])


def test_shares_are_counted_for_every_hero_and_partner() -> None:
    found = shares([player(ODDS, [0.6, 0.1]), player(RANDOM)], (Setup(OPTIONS, 2),), 200, "count")
    assert found.shape == (2, len(partners()))
    assert found[0].mean() > 0.6 > 0.3 > found[1].mean()
    assert {int(row[0]) for row in partners()} == {RANDOM, NAIVE, ODDS, WEIGHTED, WATCHFUL, PLAIN}


def test_looking_ahead_wins_more_among_players_whose_type_is_known() -> None:
    players = [
        player(WATCHFUL, [0.0, *USUAL]),
        player(FORESIGHTED, [40, *USUAL]),
        player(ODDS, [0.6, 0.1]),
    ]
    shares = []
    for hero in range(2):
        lineups = alone(hero, [2], 150, 5)
        wins = play_matches(players, lineups, ("ahead",), threads=1)
        shares.append(float(np.where(lineups == hero, wins, 0.0).sum(axis=1).mean()))
    assert shares[1] > shares[0] + 0.08


def test_worlds_count_only_as_far_as_a_type_predicts_a_player() -> None:
    state = Match(GAME, seed=1, seats=3).view(0).record
    record = np.zeros((SEATS, len(TYPES) + 1))
    assert confidence(state, 0, record) == 0.0
    record[1:3, :-1], record[1:3, -1] = 10 * np.log(0.2), 10.0
    assert confidence(state, 0, record) == 0.0
    record[1, 2] = 10 * np.log(0.9)
    half = confidence(state, 0, record)
    record[2, 5] = 10 * np.log(0.9)
    assert 0.3 < half < confidence(state, 0, record) < 1.0


def test_an_agent_that_looks_ahead_plays_whole_games() -> None:
    specs = ("watchful:worlds=20", "odds", "naive")
    agents = [build_agent(GAME, spec, seat) for seat, spec in enumerate(specs)]
    match = play_out(Match(GAME, seed=5, seats=3), agents)
    assert sum(match.scores) > 0
