"""The natural sheet: what its calls show, and how kinds of calls are told apart."""

from __future__ import annotations

import pytest

import partie
from partie.core.agent import ask
from partie.core.match import Match
from partie.games.coinche.players.bidding.kinds import calls_made, is_conflict, kind_of

GAME = partie.game("coinche")


def call_of(hand: str, calls: str = "-") -> str:
    """The call of a natural bidder with this hand, seat 0 to call."""
    words = [word for word in calls.split(",") if word != "-"]
    state = GAME.position(f"{hand}/?8/?8/?8 1@{(3 - len(words)) % 4} {calls}")
    assert state.to_move == 0
    decision = ask(partie.build_agent(GAME, "scores:bids=natural"), state.view(0))
    assert decision.why is not None
    assert GAME.phrase(decision.why.key, decision.why.data)["fr"]
    return GAME.notation.move_text(state, decision.move)


@pytest.mark.parametrize(
    ("hand", "calls", "call"),
    [
        ("hJ87dKQc78s7", "-", "pass"),
        ("hJ87dAKc78s7", "-", "80h"),
        ("h98K7dAKcA8", "-", "90h"),
        ("hJ97dKQc78s7", "-", "100h"),
        ("hJ98KdAKcAs7", "-", "130h"),
        ("h87dAKcAQJs7", "80h,pass", "100h"),
        ("hJ7dKQc9QKs7", "80h,pass", "100h"),
        ("h87dKQc9QKs7", "80h,pass", "pass"),
        ("hJ9AdAc78s78", "120h", "coinche"),
        ("h87dAc789s78", "120h", "pass"),
    ],
)
def test_calls_show_what_the_sheet_says(hand: str, calls: str, call: str) -> None:
    assert call_of(hand, calls) == call


def test_natural_bidders_finish_their_auctions() -> None:
    for seed in range(30):
        match = Match(GAME, {"deals": 1}, seed)
        agent = partie.build_agent(GAME, "scores:bids=natural")
        while not match.state.over and match.state.record.phase == 0:
            match.play(ask(agent, match.view()).move)


def kinds(calls: str) -> list[str]:
    state = GAME.position(f"?8/?8/?8/?8 1@3 {calls}")
    made = calls_made(state.record)
    return [kind_of(made[:number], seat, call) for number, (seat, call) in enumerate(made)]


def test_kinds_of_calls() -> None:
    assert kinds("80h,pass,100h,120s,coinche") == [
        "opening 80 suit",
        "pass theirs",
        "raise 20",
        "overcall",
        "coinche",
    ]
    assert kinds("90sa,100c,110d,pass,120sa") == [
        "opening 90 sa",
        "overcall",
        "change",
        "pass theirs",
        "again",
    ]
    assert kinds("80h,pass,90h,pass,pass")[-1] == "pass own"
    assert kinds("80h,pass,90s,pass,pass")[-1] == "pass partner"
    assert kinds("pass,80h,pass,pass") == ["pass first", "opening 80 suit", "pass theirs", "pass partner"]
    assert kinds("capotta") == ["opening capot ta"]


def test_partners_fight_when_they_change_suits_three_times_above_a_hundred() -> None:
    fight = GAME.position("?8/?8/?8/?8 1@3 90s,pass,110h,pass,120s,pass,130h")
    assert is_conflict(calls_made(fight.record))
    change = GAME.position("?8/?8/?8/?8 1@3 90s,pass,110h,pass,120s")
    assert not is_conflict(calls_made(change.record))
