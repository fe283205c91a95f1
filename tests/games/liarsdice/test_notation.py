from typing import Any

import pytest

import partie
from partie.core.errors import BadPosition, IllegalMove

LIARSDICE = partie.game("liarsdice")
TABLE = "13356/246/-3 0 4 2x3,3x3 -"


def test_a_round_in_notation() -> None:
    state = LIARSDICE.position("11345/22345/33456 0 1 - -")
    state.play("2x3")
    state.play(" 3 × 3 ")
    assert str(state) == "11345/22345/33456 0 1 2x3,3x3 -"
    state.play("LIAR")
    cups, rest = str(state).split(" ", 1)
    assert [len(cup) for cup in cups.split("/")] == [5, 5, 4]
    assert rest == "2 2 - 11345/22345/33456:0:2x3,3x3,liar"


def test_french_is_understood() -> None:
    state = LIARSDICE.position(TABLE)
    assert state.parse("menteur") == state.parse("liar")


@pytest.mark.parametrize(
    ("position", "wrong", "sentence"),
    [
        ("12/34 0 1 - -", "", "Type a bid such as 4x5"),
        ("12/34 0 1 - -", "four fives", "Type a bid such as 4x5"),
        ("12/34 0 1 - -", "2x7", "no face 7"),
        ("12/34 0 1 - -", "2x0", "no face 0"),
        ("12/34 0 1 - -", "0x3", "at least one die"),
        ("12/34 0 1 - -", "liar", "There is no bid yet"),
        ("12/34 0 1 - -", "exact", "There is no bid yet"),
        ("12/34 0 1 - -", "5x3", "Only 4 dice are in play"),
        ("12/34 0 1 2x3 -", "2x3", "not higher than 2x3: a bid of 3s needs at least 3 dice"),
        ("12/34 0 1 2x3 -", "1x6", "a bid of 6s needs at least 2 dice"),
        ("12/34 0 1 4x3 -", "4x2", "needs at least 5 dice, and only 4 are in play"),
        ("???/-2 0 9 over -", "1x1", "The game is over"),
    ],
)
def test_a_wrong_move_gets_the_reason(position: str, wrong: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence) as error:
        LIARSDICE.position(position).parse(wrong)
    told = error.value.data["sentence"]
    assert told["en"] == str(error.value)
    assert told["fr"] != told["en"]


def test_reasons_depend_on_the_options() -> None:
    with pytest.raises(IllegalMove, match="opened with ones"):
        LIARSDICE.start({"wild": "ones"}).parse("1x1")
    with pytest.raises(IllegalMove, match="faces 1 to 4"):
        LIARSDICE.start({"faces": 4}).parse("1x5")
    with pytest.raises(IllegalMove, match="switched off"):
        LIARSDICE.position("12/34 0 1 2x3 -", {"spot_on": False}).parse("exact")


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("", {}, "A position is the dice"),
        ("13356/246 0 1 -", {}, "A position is the dice"),
        ("13356 0 1 - -", {}, "2 to 8 seats"),
        ("1/1/1/1/1/1/1/1/1 0 1 - -", {}, "2 to 8 seats"),
        ("13357/246 0 1 - -", {}, "dice of seat 0"),
        ("1?/246 0 1 - -", {}, "dice of seat 0"),
        ("123456/246 0 1 - -", {}, "begins with 5"),
        ("125/246 0 1 - -", {"faces": 4}, "faces 1 to 4"),
        ("12/34 2 1 - -", {}, "The seat that starts is from 0 to 1"),
        ("12/34/-3 2 1 - -", {}, "Seat 2 has no dice"),
        ("12/34/-2 0 1 - -", {}, "Place 2 is impossible"),
        ("-1/-2 0 1 - -", {}, "Nobody has dice"),
        ("12/34 0 0 - -", {}, "number of the round"),
        ("12/34 0 201 - -", {}, "number of the round"),
        ("12/34 0 1 2x3,2x2 -", {}, "The bid 2x2 is not legal. That is not higher"),
        ("12/34 0 1 2x3,liar -", {}, "'liar' is not a bid"),
        ("12/34 0 1 9x3 -", {}, "Only 4 dice"),
        ("12/34 0 1 over -", {}, "The game is over only when"),
        ("12/-2 0 1 - -", {}, "The game is over only when"),
        ("12/34 0 1 - 12/34", {}, "The last showdown is"),
        ("12/34 0 1 - 12/-:0:1x2,liar", {}, "at least two seats"),
        ("12/34 0 1 - 12/??:0:1x2,liar", {}, "must be faces"),
        ("12/34 0 1 - 12/34:0:1x2", {}, "bids and then liar or exact"),
        ("12/34 0 1 - 12/34:0:liar", {}, "bids and then liar or exact"),
        ("12/34 0 1 - 12/34:0:1x2,exact", {"spot_on": False}, "switched off"),
        ("12/34 0 1 - 12/34:0:1x2,liar", {}, "do not follow from the last showdown"),
        ("12/3/45 1 1 - 12/34:0:1x2,liar", {}, "different numbers of seats"),
    ],
)
def test_a_bad_position_gets_a_sentence(text: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        LIARSDICE.position(text, options)


def test_positions_are_complete() -> None:
    for text in (
        TABLE,
        "?????/246/-3 1 4 2x3,3x3 -",
        "12/3 1 2 1x6 12/34:0:1x2,liar",
        "??/-2 0 9 over 12/3:1:1x6,liar",
        "11345/22344/? 2 7 - 11345/22345/33:1:2x4,5x3,liar",
    ):
        assert str(LIARSDICE.position(text)) == text


def test_a_position_says_who_bid_what() -> None:
    view = LIARSDICE.position(TABLE).view(1).display()
    assert [(bid["seat"], bid["move"]) for bid in view["bids"]] == [(0, "2x3"), (1, "3x3")]
    assert view["own"] == [2, 4, 6]
    assert view["places"] == [None, None, 3]
    assert view["legal"]["bids"][0] == {"quantity": 3, "faces": [4, 5, 6]}
    assert view["showdown"] is None


def test_a_showdown_is_shown_to_everybody() -> None:
    state = LIARSDICE.position("11345/22345/33456 0 1 2x3,5x3 -")
    state.play("liar")
    shown = state.view(-1).display()["showdown"]
    assert shown == state.view(2).display()["showdown"]
    assert shown["cups"][2] == [3, 3, 4, 5, 6]
    assert shown["counting"][2] == [True, True, False, False, False]
    assert (shown["caller"], shown["bid"]["seat"], shown["counted"], shown["lost"]) == (2, 1, 4, [0, 1, 0])
    sentence = LIARSDICE.phrase(shown["sentence"]["key"], shown["sentence"]["data"])
    assert sentence["en"] == "Player 3 contested Player 2’s 5x3: there were only 4, so Player 2 loses a die."


def test_the_terminal_shows_only_what_a_seat_may_see() -> None:
    text = LIARSDICE.draw(LIARSDICE.position(TABLE).view(1))
    assert "seat 0: ? ? ? ? ?" in text
    assert "seat 1: 2 4 6" in text
    assert "seat 2: out, place 3" in text
