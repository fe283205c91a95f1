"""Options of games and parameters of agents: their bounds, their texts, and the errors for wrong values."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.core.errors import BadOption
from partie.core.parameters import Parameter, both, complete, integer, parse_pairs

WORDS = (both("Title", "Titre"), both("Help.", "Aide."))
DICE = integer("dice", 5, 1, 6, ("Dice", "Dés"), ("How many.", "Combien."))
RATE = Parameter("rate", "number", 0.5, *WORDS, 0.0, 2.0)
WILD = Parameter("wild", "switch", False, *WORDS)
STYLE = Parameter("style", "choice", "bold", *WORDS, choices={"bold": both("b", "b"), "shy": both("s", "s")})
NAME = Parameter("name", "text", "x", *WORDS)
OPEN = Parameter("open", "number", 0.0, *WORDS)


@given(st.integers(1, 6))
def test_an_integer_may_be_a_number_or_text(value: int) -> None:
    for given_as in (value, float(value), str(value), DICE.text(value)):
        parsed = DICE.parse(given_as)
        assert parsed == value
        assert isinstance(parsed, int)
        assert not isinstance(parsed, bool)


@given(st.integers().filter(lambda number: not 1 <= number <= 6))
def test_a_number_out_of_range_is_refused_with_the_range(value: int) -> None:
    with pytest.raises(BadOption, match=r"dice must be (between 1 and 6|a whole number), not"):
        DICE.parse(value)


@pytest.mark.parametrize("value", [True, None, "five", "", "2.5", 2.5, math.nan, math.inf, [3], "1e400"])
def test_anything_but_an_integer_is_refused(value: object) -> None:
    with pytest.raises(BadOption, match="dice must be") as caught:
        DICE.parse(value)
    assert str(caught.value).endswith(".")


@given(st.floats(0, 2))
def test_a_number_survives_as_text(value: float) -> None:
    assert RATE.parse(RATE.text(value)) == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_without_bounds_survives_as_text(value: float) -> None:
    assert OPEN.parse(OPEN.text(value)) == value


def test_nan_is_refused() -> None:
    with pytest.raises(BadOption):
        RATE.parse("nan")
    with pytest.raises(BadOption):
        OPEN.parse(math.nan)


@pytest.mark.parametrize(
    ("value", "meant"),
    [(True, True), ("on", True), ("YES", True), (1, True), (False, False), ("off", False), ("0", False)],
)
def test_a_switch_is_on_or_off(value: object, meant: bool) -> None:
    assert WILD.parse(value) is meant
    assert WILD.parse(WILD.text(meant)) is meant


def test_an_unknown_word_is_refused_with_the_choices() -> None:
    with pytest.raises(BadOption, match="wild must be on or off, not 'maybe'"):
        WILD.parse("maybe")
    with pytest.raises(BadOption, match="style must be one of bold, shy, not 'loud'"):
        STYLE.parse("loud")


def test_scopes_describe_the_possible_values() -> None:
    scopes = [parameter.scope for parameter in (DICE, RATE, WILD, STYLE, NAME, OPEN)]
    assert scopes == ["1–6", "0–2", "on|off", "bold|shy", "text", "-inf–inf"]


def test_compiled_rules_get_integers() -> None:
    codes = [DICE.code(3), WILD.code(True), WILD.code(False), STYLE.code("bold"), STYLE.code("shy")]
    assert codes == [3, 1, 0, 0, 1]


def test_the_limit_on_a_server_is_declared_or_follows_from_the_default() -> None:
    many = Parameter("deals", "integer", 100, *WORDS, 1, 10**9)
    assert many.most_shared == 100_000
    assert Parameter("deals", "integer", 10**6, *WORDS, 1, 10**9).most_shared == 10**6
    declared = Parameter("deals", "integer", 100, *WORDS, 1, 10**9, shared=500)
    declared.check_shared(500)
    with pytest.raises(BadOption, match="deals may be at most 500"):
        declared.check_shared(501)
    assert [parameter.most_shared for parameter in (DICE, WILD, STYLE, NAME, OPEN)] == [
        6,
        None,
        None,
        None,
        None,
    ]


def test_settings_are_completed_with_defaults_and_unknown_ones_are_refused() -> None:
    assert complete((DICE, WILD), {"dice": "3"}, "Cups") == {"dice": 3, "wild": False}
    assert complete((DICE, WILD), None, "Cups") == {"dice": 5, "wild": False}
    with pytest.raises(BadOption, match="Cups has no setting called 'die'; it knows: dice, wild"):
        complete((DICE, WILD), {"die": 3}, "Cups")
    with pytest.raises(BadOption, match="it knows: none"):
        complete((), {"die": 3}, "Cups")


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("", {}),
        ("a=1", {"a": "1"}),
        (" a = 1 ,, b=on ", {"a": "1", "b": "on"}),
        ("a=", {"a": ""}),
        ("a=b=c", {"a": "b=c"}),
    ],
)
def test_pairs_are_read(text: str, pairs: dict[str, str]) -> None:
    assert parse_pairs(text) == pairs


@pytest.mark.parametrize("text", ["a", "=1", "a=1,b"])
def test_text_that_is_not_a_pair_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="should look like name=value"):
        parse_pairs(text)
