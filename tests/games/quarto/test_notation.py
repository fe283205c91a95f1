import pytest

import partie
from partie.core.errors import BadPosition, IllegalMove

QUARTO = partie.game("quarto")


def test_a_game_in_notation() -> None:
    state = QUARTO.start()
    state.play("-1011")
    assert str(state) == "................ b"
    state.play("b3-0110")
    assert str(state) == ".........b...... 6"


def test_pieces_may_be_written_in_letters() -> None:
    state = QUARTO.start()
    assert state.parse("-btsq") == state.parse("-1111")
    assert state.parse("-rsho") == state.parse("-0000")


@pytest.mark.parametrize(
    ("moves", "wrong", "sentence"),
    [
        ([], "b3-0110", "No piece is in hand"),
        ([], "", "Type a square"),
        ([], "hello", "is not a square"),
        ([], "-01102", "is not a piece"),
        ([], "-", "is not a piece"),
        (["-0110"], "-0110", "First place the piece in hand"),
        (["-0110"], "b3", "Add the piece you give"),
        (["-0110"], "b3-0110", "is the piece in hand"),
        (["-0110"], "e9-0000", "squares are a1 to d4"),
        (["-0110", "b3-0000"], "b3-1111", "is taken by 0110"),
        (["-0110", "b3-0000"], "b4-0110", "is already on the board"),
        (["-0000", "a1-0001", "a2-0011", "a3-0111"], "a4-1111", "wins at once"),
    ],
)
def test_a_wrong_move_gets_the_reason(moves: list[str], wrong: str, sentence: str) -> None:
    state = QUARTO.start()
    for move in moves:
        state.play(move)
    with pytest.raises(IllegalMove, match=sentence) as error:
        state.parse(wrong)
    told = error.value.data["sentence"]
    assert told["en"] == str(error.value)
    assert told["fr"] != told["en"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "16 squares"),
        ("................", "piece in hand"),
        ("0............... 0", "twice"),
        ("00.............. -", "twice"),
        ("0123456789abcdef 1", "twice"),
        ("0123............ f", "completed line"),
        ("................ x", "piece in hand"),
        ("zzzzzzzzzzzzzzzz -", "16 squares"),
    ],
)
def test_a_bad_position_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        QUARTO.position(text)


def test_positions_tell_whose_turn_it_is_and_who_has_won() -> None:
    assert QUARTO.position("................ -").to_move == 0
    assert QUARTO.position("................ b").to_move == 1
    won = QUARTO.position("0123............ -")
    assert won.over
    assert won.scores == [1.0, -1.0]
    give = QUARTO.position("0............... -")
    assert give.to_move == 1
    assert len(give.moves) == 15
