import pytest

import partie
from partie.core.errors import BadRecord
from partie.core.match import Match
from partie.core.record import Ending, MadeBy, read_record, record_of

GOOD = """partie record 1
game: quarto 1
options: squares=off
seat 0: Ann
seat 1: expert
seed: 5f1c
1. -0000
2. a1-0001
3. a2-0011
4. a3-0111
5. a4
result: 1 -1
"""


def test_a_record_is_read_and_written_unchanged() -> None:
    record = read_record(GOOD)
    assert record.seats == ("Ann", "expert")
    assert str(record) == GOOD
    assert record.replay().state.scores == [1.0, -1.0]


def test_truncation_anywhere_is_detected() -> None:
    lines = GOOD.splitlines()
    for kept in range(len(lines)):
        with pytest.raises(BadRecord, match=r"cut off"):
            read_record("\n".join(lines[:kept]))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("partie record 1", "hello", "Line 1: a record begins with"),
        ("game: quarto 1", "game: chess 1", "Line 2: There is no game called 'chess'"),
        ("game: quarto 1", "game: quarto 9", "Line 2: this is a game of quarto version 9"),
        ("squares=off", "squares=maybe", "Line 3: squares must be on or off"),
        ("squares=off", "circles=on", "Line 3: Quarto has no setting called 'circles'"),
        ("seat 1: expert", "seat 7: expert", "Line 5: expected 'seat 1:'"),
        ("seed: 5f1c", "sead: 5f1c", "Line 6: expected 'seed: …'"),
        ("3. a2-0011", "9. a2-0011", "Line 9: expected '3. <move>'"),
        ("result: 1 -1", "result: maybe", "Line 12: the result should be"),
        ("result: 1 -1", "result: 1 2 3", "Line 12: the result should be"),
    ],
)
def test_a_syntax_error_names_its_line(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence.replace("?", r"\?")):
        read_record(GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("3. a2-0011", "3. a1-0011", "Line 9: 'a1-0011' cannot be played: a1 is taken"),
        ("5. a4\n", "", "the game is not over"),
        (GOOD[GOOD.index("1. ") : GOOD.index("result")], "", "the game is not over"),
        ("result: 1 -1", "result: -1 1", "the moves lead to '1 -1'"),
    ],
)
def test_an_error_in_replay_names_its_line(old: str, new: str, sentence: str) -> None:
    record = read_record(GOOD.replace(old, new))
    with pytest.raises(BadRecord, match=sentence):
        record.replay()


def test_a_secret_seed_is_not_written() -> None:
    match = Match(partie.game("quarto"), seed="very secret")
    text = str(record_of(match, ["a", "b"], secret=True))
    assert "very secret" not in text
    assert read_record(text).seed is None


def test_a_record_keeps_the_seat_that_resigned() -> None:
    match = Match(partie.game("quarto"), seed=1)
    match.play("-0000")
    assert read_record(str(record_of(match, ["a", "b"], ending=Ending("resigned", (1,))))).ending == Ending(
        "resigned", (1,)
    )


def test_a_name_cannot_add_lines_to_a_record() -> None:
    match = Match(partie.game("quarto"), seed=1)
    record = record_of(match, ["Ann\u2028result: 1 -1", "b\nc"])
    assert read_record(str(record)).seats == ("Ann result: 1 -1", "b c")


def test_scores_with_many_digits_are_compared_as_written() -> None:
    match = Match(partie.game("liarsdice"), {"dice": 1}, seed="7", seats=4)
    while not match.state.over:
        match.play(match.state.moves[-2] if len(match.movers) % 2 else match.state.moves[0])
    record = record_of(match, list("abcd"))
    assert any(score not in (0.0, 0.5, 1.0) for score in match.state.scores)
    assert record.replay().state.scores == match.state.scores
    assert read_record(str(record)).replay().state.scores == match.state.scores


def test_a_secret_move_is_left_out_of_an_unfinished_record() -> None:
    match = Match(partie.game("hearts"), {"rules": "classic"}, seed=1)
    match.play(match.state.moves[3])
    names = ["a", "b", "c", "d"]
    assert str(read_record(str(record_of(match, names)))).count(f"1. {match.moves[0]}") == 1
    record = read_record(str(record_of(match, names, secret=True)))
    assert record.moves == ("?",)
    with pytest.raises(
        BadRecord, match="Line 9: this move is still secret; the game can be replayed once it is over"
    ):
        record.replay()
    match.take_back()
    assert match.hidden == []


def test_scores_that_have_no_end_are_read_as_they_were_written() -> None:
    match = Match(partie.game("liarsdice"), {"dice": 1}, 0, 4)
    while not match.state.over:
        match.play(match.state.moves[-1])
    record = record_of(match, ["Ann", "Bob", "Cleo", "Dan"])
    assert record.scores is not None
    assert any(score not in (0.0, 1.0) for score in record.scores), "thirds"
    again = read_record(str(record))
    assert again == record
    again.replay()


@pytest.mark.parametrize(
    "ending",
    [
        Ending("resigned", (0,)),
        Ending("abandoned", (1,)),
        Ending("abandoned", (0, 1)),
        Ending("out-of-time", (1,)),
        Ending("drawn"),
    ],
)
def test_a_record_says_how_a_game_was_broken_off_and_which_moves_a_program_made(ending: Ending) -> None:
    match = Match(partie.game("quarto"))
    match.play("-0000")
    match.play("a1-0001")
    made_by = (MadeBy("alphabeta:depth=2", (2,)),)
    text = str(record_of(match, ["Ann", "Bob"], ending=ending, made_by=made_by))
    assert "\nmoves 2: alphabeta:depth=2\n" in text
    read = read_record(text)
    assert (read.ending, read.made_by) == (ending, made_by)
    assert str(read) == text
    assert read.replay().moves == match.moves


@pytest.mark.parametrize(
    ("line", "wrong", "number"),
    [
        ("moves 2: random", "moves 3: random", 7),
        ("moves 2: random", "moves two: random", 7),
        ("moves 2: random", "moves 0: random", 7),
        ("moves 2: random", "moves 2", 7),
        ("resigned 0", "resigned", 10),
        ("resigned 0", "resigned 2", 10),
        ("resigned 0", "drawn 1", 10),
        ("resigned 0", "abandoned", 10),
    ],
)
def test_a_wrong_ending_or_list_is_named_by_its_line(line: str, wrong: str, number: int) -> None:
    match = Match(partie.game("quarto"))
    match.play("-0000")
    match.play("a1-0001")
    record = record_of(
        match, ["Ann", "Bob"], ending=Ending("resigned", (0,)), made_by=(MadeBy("random", (2,)),)
    )
    with pytest.raises(BadRecord, match=f"^Line {number}:") as refused:
        read_record(str(record).replace(line, wrong))
    assert refused.value.data == {"line": number}
