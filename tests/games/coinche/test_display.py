"""Views for clients: hands in order, the standing bid, contracts, reasons, deductions, and deals
explained."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.core.compiled.chance import new_chance
from partie.games.coinche import rules
from partie.games.coinche.players.bidding.conventions import SHEETS
from partie.games.coinche.rules import calls
from tests.games.coinche import oracle as plain
from tests.games.coinche.tables import ALL_HEARTS, COINCHE, after, at, at_play, hands, legal, pick, play_out

HANDS = "cJAd9Js9TJh7/c89d8QKs7hTJ/c7Kd7TsQAh9A/cTQdAs8Kh8QK"


def test_a_hand_is_shown_by_suits_of_alternating_colours_strong_to_weak() -> None:
    state = at(HANDS + " 1@3")
    assert state.view(0).display()["hands"] == [
        ["10s", "Js", "9s", "7h", "Ac", "Jc", "Jd", "9d"],
        None,
        None,
        None,
    ]
    trumps = after(state, "80s", "pass", "pass", "pass")
    assert trumps.view(0).display()["hands"][0][:3] == ["Js", "9s", "10s"]
    assert trumps.view(-1).display()["hands"] == [None] * 4


def test_the_view_has_the_options() -> None:
    shown = COINCHE.start({"preset": "family", "target": 500}).view(0).display()
    options = {key: shown[key] for key in ("marking", "target", "deals", "round", "annonces", "sa_ta", "generale", "belote_ta")}  # fmt: skip
    assert options == {
        "marking": "made_and_bid",
        "target": 500,
        "deals": None,
        "round": True,
        "annonces": True,
        "sa_ta": False,
        "generale": False,
        "belote_ta": True,
    }
    usual = COINCHE.start({"deals": 3}).view(0).display()
    assert (usual["deals"], usual["round"], usual["annonces"], usual["sa_ta"]) == (3, False, False, True)


def test_the_standing_bid_and_then_the_contract() -> None:
    state = COINCHE.start()
    assert state.view(0).display()["standing"] is None
    after(state, "pass", "110sa")
    bid = {"seat": 1, "side": 1, "call": "110sa", "value": 110, "denomination": "sa", "doubled": 1}
    assert state.view(3).display()["standing"] == bid
    assert state.view(3).display()["contract"] is None
    assert state.view(3).display()["legal"] == []
    assert state.view(2).display()["legal"] == legal(state)
    after(state, "coinche")
    assert state.view(0).display()["standing"] == {**bid, "doubled": 2}
    after(state, "surcoinche")
    assert state.view(0).display()["standing"] is None
    assert state.view(0).display()["contract"] == {**bid, "doubled": 4}
    assert state.view(0).display()["legal"] == []


def test_tricks_points_and_cards_gone() -> None:
    state = after(at_play(HANDS, "80h"), "Ac", "8c", "Kc", "10c")
    shown = state.view(1).display()
    assert shown["last_trick"] == {
        "leader": 0,
        "winner": 0,
        "points": 25,
        "cards": [{"seat": seat, "card": card} for seat, card in enumerate(("Ac", "8c", "Kc", "10c"))],
    }
    assert (shown["points"], shown["tricks"], shown["counts"]) == ([25, 0], [1, 0], [7, 7, 7, 7])
    assert shown["gone"] == ["Ac", "10c", "Kc", "8c"]
    assert shown["trick"] == {"number": 2, "leader": 0, "led": None, "winner": None, "cards": []}
    after(state, "Jc")
    trick = state.view(1).display()["trick"]
    assert trick == {
        "number": 2,
        "leader": 0,
        "led": "c",
        "winner": 0,
        "cards": [{"seat": 0, "card": "Jc"}],
    }


def test_the_last_trick_counts_ten_or_a_hundred() -> None:
    state = play_out(at(ALL_HEARTS + "80h,pass,pass,pass"))
    shown = state.view(2).display()
    assert shown["last_trick"]["points"] == sum(shown["points"]) - 152 + _cards(shown["last_trick"], "h")
    assert shown["last_trick"]["points"] > 100


def _cards(trick: dict[str, Any], trump: str) -> int:
    return sum(plain.points(trump, one["card"]) for one in trick["cards"])


def test_voids_and_certain_cards() -> None:
    state = after(at(ALL_HEARTS + "80h,pass,pass,pass"), "7h", "7c", "7d", "7s")
    shown = state.view(0).display()
    assert shown["voids"] == [[], ["h"], ["h"], ["h"]]
    assert shown["known"] == [[], [], [], []]
    last = at(ALL_HEARTS + "80h,pass,pass,pass")
    while last.record.tricks < 7:
        last.play(last.moves[0])
    assert last.view(0).display()["rest_decided"]


@pytest.mark.parametrize(
    ("options", "calls_made", "said"),
    [
        (
            {},
            "80h,pass,pass,pass",
            "The declarers made 272 points (252 and 20 for belote and annonces), the defenders 0 points. The contract 80♥ is made. "
            "The declarers mark 272 + 80 = 352, the defenders 0.",
        ),
        (
            {},
            "pass,80h,coinche,pass,pass",
            "The declarers made 0 points, the defenders 272 points (252 and 20 for belote and annonces). The contract 80♥, coinched, fails. "
            "The declarers mark 0, the defenders 2 × (160 + 80) + 20 = 500.",
        ),
        (
            {},
            "pass,90s,pass,pass,pass",
            "The declarers made 272 points (252 and 20 for belote and annonces), the defenders 0 points. The contract 90♠ is made. "
            "The declarers mark 272 + 90 = 362, the defenders 0.",
        ),
        (
            {"round": True},
            "80h,pass,pass,pass",
            "The declarers made 272 points (252 and 20 for belote and annonces), the defenders 0 points. The contract 80♥ is made. "
            "The declarers mark 272 + 80 = 352, the defenders 0. Rounded to tens: 350 and 0.",
        ),
        (
            {},
            "pass,80h,pass,pass,pass",
            "The declarers made 0 points, the defenders 272 points (252 and 20 for belote and annonces). The contract 80♥ fails. "
            "The declarers mark 0, the defenders 160 + 80 + 20 = 260.",
        ),
        (
            {"marking": "bid_only"},
            "80h,coinche,surcoinche",
            "The declarers made 272 points (252 and 20 for belote and annonces), the defenders 0 points. The contract 80♥, surcoinched, is made. "
            "The declarers mark 4 × 80 = 320, the defenders 0.",
        ),
        (
            {"marking": "trick_points"},
            "80h,pass,pass,pass",
            "The declarers made 272 points (252 and 20 for belote and annonces), the defenders 0 points. "
            "The declarers mark 272, the defenders 0.",
        ),
        (
            {"generale": True},
            "pass,pass,generale_h,pass,pass,pass",
            "The declarers made 272 points (252 and 20 for belote and annonces), the defenders 0 points. "
            "The contract générale ♥ fails: the bidder alone did not take every trick. The declarers mark 20, the defenders 160 + 500 = 660.",
        ),
        (
            {},
            "capot_sa,pass,pass,pass",
            "The declarers made 252 points, the defenders 0 points. The contract capot SA is made: they took every trick. "
            "The declarers mark 252 + 250 = 502, the defenders 0.",
        ),
    ],
)
def test_a_deal_is_explained(options: dict[str, Any], calls_made: str, said: str) -> None:
    state = play_out(at(ALL_HEARTS + calls_made, **options))
    assert state.view(1).display()["sheet"][0]["explained"]["en"] == said


def test_the_numbers_explained_are_those_marked() -> None:
    """In random games with every scoring method, the last sentence ends with the marks on the sheet."""
    for seed in range(60):
        marking = ("made_and_bid", "bid_only", "trick_points")[seed % 3]
        chance = new_chance("explained", seed)
        state = COINCHE.start({"deals": 1, "marking": marking, "annonces": seed % 2 == 0}, chance)
        while not state.over:
            state.play(pick(legal(state), chance), chance)
        row = state.view(0).display()["sheet"][0]
        side = row["seat"] & 1
        for language, word in (("en", ", the defenders "), ("fr", ", la défense ")):
            ours, theirs = row["explained"][language].rsplit(word, 1)
            marks = [int(part.rstrip(".").rpartition(" ")[2]) for part in (ours, theirs)]
            assert marks == [row["marks"][side], row["marks"][1 - side]], row


def test_the_outcome() -> None:
    state = play_out(at(ALL_HEARTS + "capot_h,coinche,pass,pass"))
    assert state.over is False
    state = play_out(at(ALL_HEARTS + "capot_h,coinche,surcoinche"))
    assert state.over
    assert COINCHE.outcome(state) is not None
    assert COINCHE.phrase(*COINCHE.outcome(state))["en"] == "Player 1 and Player 3 win by 1660 to 0."  # type: ignore[misc]
    assert COINCHE.phrase("coinche.drawn", {"points": 5})["fr"] == "Les deux camps ont 5 points."


def test_the_table_for_a_terminal() -> None:
    state = at(HANDS + " 1@3")
    assert "bidding: seat 0 to call" in COINCHE.draw(state.view(0))
    after(state, "80s", "coinche", "pass", "pass")
    text = COINCHE.draw(state.view(0))
    assert "contract: 80♠ by seat 0, coinched" in text
    assert "your hand: ♠ J 9 10   ♥ 7   ♣ A J   ♦ J 9" in text
    after(state, "Ac")
    assert "trick 1: 0: A♣" in COINCHE.draw(state.view(1))
    while not rules.settled(state.record):
        state.play(state.moves[0])
    assert "The contract 80♠, coinched," in COINCHE.draw(state.view(1))
    thrown = after(COINCHE.start(), "pass", "pass", "pass", "pass")
    assert thrown.record.phase == calls.BETWEEN
    assert "nobody took" in COINCHE.draw(thrown.view(1))


def test_calls_say_what_they_show_and_what_they_are_about() -> None:
    state = after(COINCHE.start(), "pass", "80h", "pass", "90h", "coinche")
    shown = state.view(0).display()["calls"]
    assert [(one["call"], one["kind"], one["denomination"]) for one in shown] == [
        ("pass", "pass", None),
        ("80h", "opening", "h"),
        ("pass", "pass", "h"),
        ("90h", "raise", "h"),
        ("coinche", "coinche", "h"),
    ]
    for one, kind in zip(
        shown, ("pass first", "opening 80 suit", "pass theirs", "raise 10", "coinche"), strict=True
    ):
        by_sheet = {found["sheet"]: found for found in one["shows"]}
        assert set(by_sheet) == {sheet for sheet in SHEETS if kind in SHEETS[sheet]}
        for sheet, found in by_sheet.items():
            trumps, jack, nine, aces = SHEETS[sheet][kind]
            assert (found["jack"], found["nine"], found["aces"]) == (jack, nine, aces)
            assert found["trumps"] == (None if kind == "pass first" else trumps)


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_what_calls_show_depends_on_no_card(seed: int) -> None:
    """The same calls on other hands show the same, whoever looks."""
    first, second = (COINCHE.start({"generale": True}, new_chance(seed)) for _ in range(2))
    second.record.hands[:] = [*first.record.hands[1:], first.record.hands[0]]
    luck = random.Random(seed)
    while first.record.phase == calls.BID:
        call = luck.choice(legal(first))
        after(first, call)
        after(second, call)
        shown = [
            state.view(seat).display()["calls"]
            for state in (first, second)
            for seat in range(-1, rules.SEATS)
        ]
        assert len(shown[0]) == first.record.said
        assert all(one == shown[0] for one in shown)
    assert hands(first) != hands(second)
