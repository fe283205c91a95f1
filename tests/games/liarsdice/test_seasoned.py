"""The program `seasoned`: whom it recognises, and who then chooses its moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partie
from partie.core.agent import Budget, Decision
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.games.liarsdice.players.reader.agent import MODELS
from partie.games.liarsdice.players.seasoned.agent import ENOUGH, recognised, usual_surprises
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
