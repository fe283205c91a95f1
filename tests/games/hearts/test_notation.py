from typing import Any

import pytest

import partie
from partie.cards.deck import (
    card_text,
    read_card,
    read_set,
    set_text,
)
from partie.core.errors import BadPosition, IllegalMove, PartieError
from partie.core.game import State

HEARTS = partie.game("hearts")
CLASSIC = {"rules": "classic"}
END = "c78hA/c9Td7/cJdKA/cQKs7 1 0:- cAd89TJQs89TJQKAh789TJQK h789/hTJ/hQ/hK"
FULL_END = "c78hA/c9Td7/cJdKA/cQKs7 1 0:- cAd89TJQs89TJQKAh789TJQK h789/hTJ/hQ/hK - - - -"
DEAL_OVER = "-/-/-/- 1 between c789TJQKAd789TJQKAs789TJQKAh789TJQKA h789A/hTJ/hQ/hK - - - -20,-10,-5,-5"
FIRST = "c2dKAs23456789TJ/d23456789TJQhKA/c3456789TJQKAhQ/sQKAh23456789TJ 1 "


def at(position: str, **options: Any) -> State:
    return HEARTS.position(position, options)


def test_cards() -> None:
    for card in (card for card in range(64) if card & 15 < 13):
        assert read_card(card_text(card)) == card
    assert [card_text(card) for card in (0, 25, 42, 60)] == ["2c", "Jd", "Qs", "Ah"]
    assert read_card("10♥") == read_card("th") == read_card("TH") == 56
    assert [read_card(word) for word in ("Vd", "dS", "Rh")] == [25, 42, 59], "French ranks are understood"
    assert [read_card(word) for word in ("", "1h", "11h", "Qx", "h7", "7hh")] == [None] * 6
    assert set_text(read_set("c79JhTA")) == set_text(read_set("hA10c97J")) == "c79JhTA"
    assert set_text(0) == "-"
    for wrong in ("7c", "c1", "cc", "x7", "c77"):
        with pytest.raises(PartieError, match=r"\.$"):
            read_set(wrong)


def test_a_deal_in_notation() -> None:
    state = at(END)
    assert str(state) == FULL_END
    for move in ("7c", " 9C ", "J♣", "qc"):
        state.play(move)
    assert (
        str(state)
        == "c8hA/cTd7/dKA/cKs7 1 3:- c79JQAd89TJQs89TJQKAh789TJQK h789/hTJ/hQ/hK - 0:7c,9c,Jc,Qc - -"
    )
    state.play("7s")
    assert str(state.view(1)) == (
        "?2/cTd7/?2/?1 1 3:7s c79JQAd89TJQs89TJQKAh789TJQK h789/hTJ/hQ/hK - 0:7c,9c,Jc,Qc - -"
    )
    for move in ("Ah", "10c", "Kd"):
        state.play(move)
    assert str(state).split()[5] == "s/s/s/-"


def test_passing_in_notation() -> None:
    state = at(FIRST + "pass", **CLASSIC)
    state.play("pass 2c kd Ad")
    assert str(state).split()[7] == "c2dKA/-/-/-"
    assert str(state.view(1)).split()[7] == "?3/-/-/-"
    assert str(at(str(state.view(1)), **CLASSIC)) == str(state.view(1))
    for move in ("pass 2d, 3d, 4d", "passe 3c 4c 5c", "pass Qs Ks As"):
        state.play(move)
    assert state.to_move == 1, "the seat that received the two of clubs"
    assert str(state.view(0)).split()[7] == "c2dKA/?3/?3/sQKA"
    assert str(at(str(state.view(0)), **CLASSIC)) == str(state.view(0))


@pytest.mark.parametrize(
    ("position", "options", "wrong", "sentence"),
    [
        (END, {}, "", "Type a card such as 7h"),
        (END, {}, "seven", "Type a card such as 7h"),
        (END, {}, "7c 8c", "Type a card such as 7h"),
        (END, {}, "7h", "7♥ is not in this hand"),
        (END, {}, "deal", "there are cards to play"),
        (END, {}, "pass 7c 8c Ah", "No cards are passed now"),
        (END.replace("0:-", "3:Qc").replace("/cQKs7", "/cKs7"), {}, "Ah", "You have ♣ and must follow suit"),
        (DEAL_OVER, {}, "7c", "the next dealer has to deal"),
        (DEAL_OVER, {}, "pass 7c 8c 9c", "the next dealer has to deal"),
        (DEAL_OVER.replace("between", "over"), {"length": "1"}, "deal", "The game is over"),
        (DEAL_OVER.replace("between", "over"), {"length": "1"}, "7c", "The game is over"),
        (FIRST + "pass", CLASSIC, "2c", "Choose three cards to pass first"),
        (FIRST + "pass", CLASSIC, "pass 2c 2c 3s", "three different cards"),
        (FIRST + "pass", CLASSIC, "pass 2c 3s", "three different cards"),
        (FIRST + "pass", CLASSIC, "pass 2c 3s Ah", "A♥ is not in this hand"),
        (FIRST + "pass", CLASSIC, "deal", "there are cards to play"),
        (FIRST + "0:-", CLASSIC, "Kd", "two of clubs is led"),
        (FIRST.replace("c2d", "d") + "0:2c,2d,3c", CLASSIC, "Qs", "No hearts and no queen"),
        (
            "c2d9h8A/h2345/h67TJ/d8h9QK 4 0:- c3456789TJQKAd234567TJQKAs23456789TJQKA sQ/-/-/-",
            CLASSIC,
            "8h",
            "Hearts may not be led before",
        ),
    ],
)
def test_a_wrong_move_gets_the_reason(
    position: str, options: dict[str, Any], wrong: str, sentence: str
) -> None:
    if position.endswith("0:2c,2d,3c"):
        position = position.replace("/d2345", "/d345").replace("/c345", "/c45")
    with pytest.raises(IllegalMove, match=sentence) as error:
        at(position, **options).parse(wrong)
    told = error.value.data["sentence"]
    assert told["en"] == str(error.value)
    assert told["fr"] != told["en"]


def test_the_same_reasons_are_in_the_view_in_both_languages() -> None:
    view = at(END.replace("0:-", "3:Qc").replace("/cQKs7", "/cKs7")).view(0).display()
    assert view["illegal"] == {
        "Ah": {"en": "You have ♣ and must follow suit.", "fr": "Vous avez du ♣ et devez fournir."}
    }
    assert at(END).view(0).display()["illegal"] == at(END).view(1).display()["illegal"] == {}


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("", {}, "A position is the hands"),
        ("c7/c8/c9 1", {}, "A position is the hands"),
        ("c7/c8/c9 1 0:-", {}, "four seats"),
        (END.replace(" 1 0", " 33 0"), {}, "number of the deal is from 1 to 32"),
        (END.replace("c78hA", "c78h?A"), {}, "is not a hand"),
        (END.replace("c78hA", "c78hx"), {}, "not a set of cards"),
        (END.replace("c78hA", "c28hA"), {}, "2♣ is not in the pack"),
        (END.replace("c78hA", "c89hA"), {}, "9♣ appears twice"),
        (END.replace("c78hA", "c8hA"), {}, "Seat 0 should have 3 cards at this point, not 2"),
        (END.replace("c78hA", "c8hA?1").replace("cAd", "c7Ad"), {}, "four cards each"),
        (END.replace("s89T", "s8T"), {}, "four cards each"),
        (END.replace("0:-", "4:-"), {}, "The trick is the seat that leads"),
        (END.replace("0:-", "0:7x"), {}, "The trick is the seat that leads"),
        (END.replace("0:-", "0:Ac"), {}, "A♣ cannot be on the table"),
        (END.replace("0:-", "pass"), {}, "No cards are passed"),
        (END.replace("0:-", "0:-").replace("h789/", "h78/"), {}, "who has taken 9♥"),
        (END.replace("h789/", "h789A/"), {}, "cannot have taken A♥"),
        (END + " c/-/-/-", {}, "Seat 0 has 7♣ and cannot be void in that suit"),
        (END + " x/-/-/-", {}, "is not a list of suits"),
        (END + " - 0:8d,9d,10d,Jd", {}, "Seat 3 won the last trick"),
        (END + " - 0:8d,9d,10d", {}, "The last trick must be four cards"),
        (END + " - - d89T/-/-/-", {}, "No cards are passed in this deal"),
        (END + " - - - -5,-5,-5,-25", {}, "0 deals are finished"),
        (END.replace(" 1 0", " 2 0") + " - - - 5,x,1,1", {}, "is not a row of scores"),
        (END.replace(" 1 0", " 2 0") + " - - - -50,0,0,0", {}, "Nobody scores -50"),
        (DEAL_OVER, {"length": "1"}, "write 'over' or 'between'"),
        (DEAL_OVER.replace("between", "over"), {}, "write 'over' or 'between'"),
        (DEAL_OVER.replace("-20,-10", "-10,-20"), {}, "do not match the cards taken"),
        (DEAL_OVER.rsplit(" ", 1)[0], {}, "Write the scores of the deals"),
        (FIRST + "1:-", CLASSIC | {"pass": False}, "Seat 0 has 2♣ and leads"),
        (FIRST + "pass - - - - -/c345/-/-", CLASSIC, "Seats choose in turn"),
        (FIRST + "pass - - - - c2dK/-/-/-", CLASSIC, "passes three cards"),
        (FIRST + "0:- - - - - dKAs2/?3/?3/?3", CLASSIC, "Seat 1 does not have K♦"),
        (
            "c78hA/?3/?3/?3 1 0:- cAd89TJQs89TJQKAh789TJQK h789/hTJ/hQ/hK -/cd/cd/-",
            {},
            "No deal of the unknown",
        ),
    ],
)
def test_a_bad_position_gets_a_sentence(text: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        HEARTS.position(text, options)


def test_most_of_a_position_may_be_left_out() -> None:
    state = at("c78hA/?3/?3/?3 1 0:- cAd89TJQs89TJQKAh789TJQK h789/hTJ/hQ/hK")
    assert [state.text(move) for move in state.moves] == ["7c", "8c", "Ah"]
    assert HEARTS.start().moves


def test_the_view_tells_who_may_make_a_slam_and_what_is_decided() -> None:
    state = at("c78hA/c9Td7/cJdKA/cQKs7 1 0:- cAd89TJQs89TJQKAh789TJQK h789TJQK/-/-/-")
    view = state.view(1).display()
    assert (view["slam"], view["rest_decided"]) == (0, False)
    assert at(str(state), slam="none").view(1).display()["slam"] is None
    for move in ("Ah", "10c", "Kd", "7s"):
        state.play(move)
    assert state.view(1).display()["rest_decided"], "no heart is left"
    assert state.view(1).display()["points"] == [40, 0, 0, 0]
    assert at(END).view(2).display()["slam"] is None
    assert at(DEAL_OVER).view(0).display()["places"] == [4, 3, 1, 1]


def test_the_terminal_shows_only_what_a_seat_may_see() -> None:
    text = HEARTS.draw(at(END).view(2))
    assert "your hand: ♣ J   ♦ K A" in text
    assert "seat 0: total 0, this deal -15 (7♥ 8♥ 9♥), 3 cards   <- to move" in text
    assert "7 8" not in text
