"""The program `seasoned`: whom it recognises, and who then chooses its moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partie
from partie.core.agent import Budget, Decision
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.games.liarsdice.players.equilibrium.gifts import gifts
from partie.games.liarsdice.players.equilibrium.network import network_for
from partie.games.liarsdice.players.equilibrium.rounds import Setting
from partie.games.liarsdice.players.reader.agent import MODELS
from partie.games.liarsdice.players.seasoned.agent import ENOUGH, recognised, usual_surprises
from partie.games.liarsdice.players.seasoned.duel import COLDEST, HOTTEST, Duel
from partie.learn.opponents import OpponentModel
from partie.testing import AgentContract

GAME = partie.game("liarsdice")
MODEL = MODELS.load("reader")


class TestSeasoned(AgentContract):
    game = GAME
    specs = ["seasoned:rounds=16"]


def watched(agent: Any, other: str, seed: str) -> Any:
    """Let the agent watch a duel of its seat against a program; it plays the odds itself."""
    match = Match(GAME, {}, seed, 2)
    players = [build_agent(GAME, "odds", f"{seed}/0"), build_agent(GAME, other, f"{seed}/1")]
    while not match.state.over:
        view = match.view()
        if view.seat == 0:
            agent.remember([view])
            last = view
        match.play(players[view.seat].decide(view, Budget()).move)
    return last


def test_vague_kinds_recognise_nobody() -> None:
    usual = dict(zip([*MODEL.kinds, "this table"], usual_surprises(MODEL), strict=True))
    assert usual["odds"] == MODEL.card["kinds"]["odds"]["surprise"]
    for vague in ("anybody", "random", "reader", "this table"):
        assert np.isinf(usual[vague])


def test_a_player_is_recognised_by_enough_decisions_that_a_kind_predicts_well() -> None:
    usual = usual_surprises(MODEL)
    kind = MODEL.kinds.index("odds")
    good, bad = np.full(len(usual), -60.0), np.full(len(usual), -60.0)
    good[kind] = -usual[kind] * 2 * ENOUGH
    for evidence, known in ((good, True), (bad, False)):
        opponent = OpponentModel(np.full(len(usual), 1 / len(usual)), 7)
        opponent.learn(evidence / 4, -1, np.zeros(7), ENOUGH // 2)
        assert not recognised(opponent, usual, 0.1), "too few decisions"
        opponent.learn(3 * evidence / 4, -1, np.zeros(7), 2 * ENOUGH - ENOUGH // 2)
        assert opponent.surprises[kind] == pytest.approx(-evidence[kind] / (2 * ENOUGH))
        assert recognised(opponent, usual, 0.1) is known


def test_players_it_was_learned_from_are_recognised_and_random_ones_are_not() -> None:
    found = {}
    for other in ("odds", "random"):
        agent: Any = build_agent(GAME, "seasoned:rounds=16", other)
        view = watched(agent, other, f"watch {other}")
        found[other] = agent.recognises(view)
    assert found == {"odds": True, "random": False}


def test_the_reader_chooses_only_against_players_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    agent: Any = build_agent(GAME, "seasoned:rounds=16", "who")
    view = Match(GAME, {}, "who", 3).view()
    monkeypatch.setattr(agent._reader, "decide", lambda view, budget: Decision(-1))
    monkeypatch.setattr(agent._watchful, "decide", lambda view, budget: Decision(-2))
    assert agent.decide(view, Budget()).move == -2
    monkeypatch.setattr(agent, "recognises", lambda view: True)
    assert agent.decide(view, Budget()).move == -1


def given_by(other: str, games: int) -> list[float]:
    """What the decisions of a program gave away in duels against the odds."""
    found: list[float] = []
    for game in range(games):
        match, last = Match(GAME, {}, f"gifts {other} {game}", 2), 0
        players = [build_agent(GAME, "odds", f"{game}/0"), build_agent(GAME, other, f"{game}/1")]
        while not match.state.over:
            view = match.view()
            if view.seat == 0 and view.record.rounds != last:
                last = int(view.record.rounds)
                found += gifts(view)
            match.play(players[view.seat].decide(view, Budget()).move)
    return found


def test_weak_players_give_much_away_and_balanced_ones_hardly_anything() -> None:
    random, naive, balanced = (np.mean(given_by(other, 4)) for other in ("random", "naive", "equilibrium"))
    assert random > naive > 0.08
    assert abs(balanced) < 0.03


def test_a_gift_is_what_a_lie_that_is_certain_to_fail_costs() -> None:
    """Seven of a face in the first bid of a duel of five dice each, with one of them in hand."""
    assert network_for(Setting(5, 5, 6, -1, True)) is not None
    match = Match(GAME, {}, "lie", 2)
    liar = match.view().seat
    match.play("7x1")
    match.play("liar")
    (gift,) = gifts(match.view(1 - liar))
    assert gift > 0.6
    (gift,) = gifts(match.view(liar))
    assert gift < 0.1, "to contest it is no mistake"


def test_the_temperature_falls_with_gifts_and_rises_with_dice_behind() -> None:
    duel = Duel("temperature", build_agent(GAME, "watchful", 1))  # type: ignore[arg-type]
    even, behind, lost = (
        GAME.position(f"{'1' * mine}/{'?' * theirs} 0 1 - -").view(0)
        for mine, theirs in ((5, 5), (4, 5), (1, 5))
    )
    start = duel.temperature(even)
    assert start < duel.temperature(behind) < duel.temperature(lost) <= HOTTEST
    duel.earned = 0.2
    assert COLDEST <= duel.temperature(even) < start
    duel.earned = 5.0
    assert duel.temperature(even) == COLDEST


def test_only_what_a_balanced_player_may_do_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """However sure it is: a departure changes how often moves are made, not which."""
    module = "partie.games.liarsdice.players.seasoned.duel.shipped_chances"
    agent: Any = build_agent(GAME, "seasoned:rounds=16,balanced=on", "support")
    agent._duel.earned = 50.0
    view = GAME.position("12345/????? 0 1 - -").view(0)
    for place in (0, 7, 30):
        only = np.zeros(len(view.moves))
        only[place] = 1.0
        monkeypatch.setattr(module, lambda seat, only=only: only)
        assert agent._duel.decide(view).move == view.moves[place]


def test_without_a_policy_a_duel_is_played_as_before() -> None:
    """Rounds with other dice are not solved while somebody waits."""
    view = GAME.position("1234/????? 0 1 - -", {"faces": 4}).view(0)
    agent: Any = build_agent(GAME, "seasoned:rounds=16,balanced=on", "four faces")
    former = build_agent(GAME, "watchful", "four faces")
    assert agent._duel.decide(view) is None
    assert agent.decide(view, Budget()).move == former.decide(view, Budget()).move


@pytest.mark.slow
def test_a_reader_of_bids_wins_fewer_balanced_duels() -> None:
    """Without balance it loses nearly all of them."""
    won = {}
    for spec in ("seasoned:balanced=on", "seasoned"):
        scores = []
        for game in range(30):
            agents = [
                build_agent(GAME, spec if seat == game % 2 else "master@v1", f"{game}/{seat}")
                for seat in range(2)
            ]
            match = Match(GAME, {}, f"exploit {game // 2}", 2)
            scores.append(play_out(match, agents).scores[game % 2])
        won[spec] = np.mean(scores)
    balanced, plain = won.values()
    assert plain < 0.1
    assert balanced > plain
