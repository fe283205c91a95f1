"""Calls, cards and positions as text."""

from __future__ import annotations

from typing import Any

import pytest

from partie.cards.deck import cards_of
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.errors import BadPosition, IllegalMove
from partie.core.match import Match
from partie.games.coinche.rules import calls
from partie.games.coinche.rules.cards import PACK
from partie.games.coinche.text.notation import (
    call_sign,
    move_text,
    read_move,
)
from tests.games.coinche.tables import ALL_HEARTS, COINCHE, after, at, legal, pick, play_out, random_card

HANDS = "c7Kd7Th78sKA/c89dJQs7hTJK/cJAd89sJh9QA/cTQdKAs89TQ"


def test_every_move_is_read_as_it_is_written() -> None:
    bids = [calls.bid_of(step, denomination) for step in range(11) for denomination in range(6)]
    words = [calls.PASS, calls.COINCHE, calls.SURCOINCHE, calls.DEAL]
    every = [*cards_of(PACK), *words, *bids]
    assert len({move_text(move) for move in every}) == len(every) == 32 + 4 + 66
    for move in every:
        assert read_move(move_text(move)) == move
        assert read_move(move_text(move).upper()) == move
    assert [move_text(move) for move in (128, 128 + 8 * 4 + 4, 128 + 8 * 9 + 2, 128 + 8 * 10 + 5)] == [
        "80c",
        "120sa",
        "capot s",
        "generale ta",
    ]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("passe", "pass"),
        ("contre", "coinche"),
        ("surcontre", "surcoinche"),
        ("donne", "deal"),
        ("80 h", "80h"),
        ("80♥", "80h"),
        ("  120   SA ", "120sa"),
        ("capots", "capot s"),
        ("capot_s", "capot s"),
        ("Capot ♠", "capot s"),
        ("générale ta", "generale ta"),
        ("10♥", "10h"),
        ("Th", "10h"),
        ("Vd", "Jd"),
        ("Ds", "Qs"),
        ("Rh", "Kh"),
    ],
)
def test_what_people_type_is_understood(text: str, same: str) -> None:
    assert read_move(text) == read_move(same)


@pytest.mark.parametrize("text", ["", "h", "70h", "85h", "170c", "250s", "80", "80x", "2h", "6s", "capot", "pass h", "11h"])  # fmt: skip
def test_nonsense_gets_a_sentence(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"\.$"):
        read_move(text)


def test_calls_with_symbols() -> None:
    signs = [call_sign(read_move(text)) for text in ("80h", "120sa", "capot s", "generale ta", "pass")]
    assert signs == ["80♥", "120 SA", "capot ♠", "générale TA", "pass"]


def test_why_a_move_is_not_allowed() -> None:
    state = at(HANDS + " 1@3")
    reasons = {
        "7c": "The bidding is not over",
        "deal": "not over",
        "coinche": "Only a bid of the opponents",
    }
    for move, reason in reasons.items():
        with pytest.raises(IllegalMove, match=reason):
            state.play(move)
    after(state, "80h", "pass", "pass", "pass")
    for move, reason in {"pass": "The bidding is over", "90h": "The bidding is over", "8c": "not in this hand"}.items():  # fmt: skip
        with pytest.raises(IllegalMove, match=reason):
            state.play(move)
    with pytest.raises(IllegalMove, match="not a move of this game"):
        state.play(300)
    between = after(COINCHE.start(), "pass", "pass", "pass", "pass")
    for move in ("pass", "80h", "7c"):
        with pytest.raises(IllegalMove, match="next dealer has to deal"):
            between.play(move)
    ended = play_out(at(ALL_HEARTS + "80h,pass,pass,pass", deals=1))
    for move in ("deal", "pass", "7c"):
        with pytest.raises(IllegalMove, match="The game is over"):
            ended.play(move)


@pytest.mark.parametrize("options", [{}, {"annonces": True, "generale": True}, {"preset": "card_points", "deals": 3}])  # fmt: skip
def test_a_position_holds_the_whole_state(options: dict[str, Any]) -> None:
    """At any point of random games: read again it is the same state, byte for byte."""
    for seed in range(4):
        match, chance = Match(COINCHE, options, seed), new_chance("positions", seed)
        while not match.state.over and len(match.moves) < 200:
            if int(below(chance, 4)) == 0:
                assert bytes(COINCHE.position(str(match.state), match.options)) == bytes(match.state)
            match.play(pick(legal(match.state), chance))
        assert bytes(COINCHE.position(str(match.state), match.options)) == bytes(match.state)


@pytest.mark.parametrize("annonces", [False, True])
def test_the_position_of_a_view_can_be_read_and_played_on(annonces: bool) -> None:
    """A view written as a position and read again allows the same cards and the same moves."""
    for seed in range(25):
        chance = new_chance("views", seed)
        match = Match(COINCHE, {"annonces": annonces, "deals": 1}, seed)
        for call in ("80h", "pass", "pass", "pass"):
            match.play(call)
        for _ in range(int(below(chance, 31))):
            match.play(random_card(match.state, chance))
        view = match.view()
        again = COINCHE.position(str(view), match.options)
        assert again.moves == view.moves
        assert again.record.may.tolist() == view.record.may.tolist()
        assert again.record.shown.tolist() == view.record.shown.tolist()
        seat = match.state.to_move
        assert again.view(seat).sample(chance).moves == view.moves


def test_hands_alone_are_a_position() -> None:
    state = at(HANDS + " 1@3")
    assert (state.to_move, state.record.phase) == (0, calls.BID)
    assert str(state) == HANDS.replace("h78sKA", "sKAh78") + " 1@3 - - - -"
    later = at(HANDS.replace("cJA", "cA") + " 4@1+2 80h,pass,pass,pass Jc")
    assert (later.record.number, later.record.thrown, later.to_move) == (4, 2, 3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "A position is"),
        ("c7/c8/c9 1@3", "given for four seats"),
        (HANDS, "A position is"),
        (HANDS + " 1", "number of the deal"),
        (HANDS + " 0@3", "number of the deal"),
        (HANDS + " 49@3", "number of the deal"),
        (HANDS + " 1@4", "number of the deal"),
        (HANDS.replace("c7K", "c6K") + " 1@3", "not in the pack"),
        (HANDS.replace("c7K", "c8K") + " 1@3", "appears twice"),
        (HANDS.replace("c7K", "cK") + " 1@3", "should have 8 cards"),
        ("?24/c7/c8/c9 1@3", "should have 8 cards"),
        (HANDS + " 1@3 80x", "Type a call"),
        (HANDS + " 1@3 80h,80s", "80s is not a legal call there"),
        (HANDS + " 1@3 80h,pass,pass,pass,pass", "is not a legal call there"),
        (HANDS + " 1@3 pass,pass,pass,pass", "nobody has cards"),
        (HANDS + " 1@3 80h,pass 7c", "before the bidding is over"),
        (HANDS + " 1@3 80h,pass,pass,pass 7c", "cannot be in a hand"),
        (HANDS.replace("c7K", "cK") + " 1@3 80h,pass,pass,pass 2c", "is not a card of this game"),
        (HANDS.replace("c7K", "cK") + " 1@3 80h,pass,pass,pass 7c,7c", "played twice"),
        (HANDS.replace("c7K", "cK").replace("s7h", "h") + " 1@3 80h,pass,pass,pass 7c,7s", "must follow suit"),
        (HANDS.replace("c7K", "c7") + " 1@3 80h,pass,pass,pass Kc*", "cannot have shown"),
        (HANDS.replace("h78", "h7") + " 1@3 80h,pass,pass,pass 8h*", "Belote is announced"),
        (HANDS.replace("c7K", "cK") + " 1@3 80h,pass,pass,pass 7c h7/-/-/-", "annonces do not match"),
        (HANDS + " 2@3 - - - 80h:0:1:1:92,70:20,0", "is not a finished deal"),
        (HANDS + " 2@3 - - - pass:0:1:1:92,70:20,0:192,70", "is not a bid"),
        (HANDS + " 3@3 - - - 80h:0:1:1:92,70:20,0:192,70", "2 deals are finished"),
    ],
)  # fmt: skip
def test_bad_positions_get_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason) as caught:
        at(text, annonces=True)
    assert str(caught.value).endswith(".")


def test_hands_nobody_can_have_are_refused() -> None:
    """Three players did not follow clubs, so seat 0 would need them all."""
    fits = "c8?6/?7/?7/?7 1@3 80sa,pass,pass,pass Ac,7s,7d,7h"
    assert at(fits.replace("c8?6", "c789TJQK")).to_move == 0
    with pytest.raises(BadPosition, match="No deal"):
        at("d89TJQKA/?7/?7/?7 1@3 80sa,pass,pass,pass Ac,7s,7d,7h")


def test_the_end_of_a_deal_must_be_scored_as_it_was_played() -> None:
    state = play_out(at(ALL_HEARTS + "80h,pass,pass,pass"))
    text = str(state)
    assert text.endswith(" 80h:0:1:1:252,0:20,0:352,0")
    assert str(at(text)) == text
    with pytest.raises(BadPosition, match="not scored as it was played"):
        at(text.replace("352", "342"))
    with pytest.raises(BadPosition, match="1 deals are finished, but 0"):
        at(text.rpartition(" ")[0])
