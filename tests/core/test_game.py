"""`Game`, `State` and `View`, tested with a tiny game.

Two to four players each have a die under a cup, which they keep or roll again, twice around."""

from __future__ import annotations

from dataclasses import replace

import pytest

from partie.core.compiled.chance import new_chance
from partie.core.errors import BadOption, BadPosition, IllegalMove
from partie.core.game import Preset, State, sides
from tests.tiny import GAME as CUPS

WORDS = {"en": "x", "fr": "x"}


def at(text: str, seats: int = 2) -> State:
    return CUPS.position(text, seats=seats)


def test_a_game_begins_with_defaults_and_the_fewest_seats() -> None:
    state = CUPS.start()
    assert (state.seats, state.to_move, state.over, len(state.moves)) == (2, 0, False, 2)
    assert int(state.record.faces) == 6
    assert replace(CUPS, usual_seats=3).start().seats == 3


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_too_few_and_too_many_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOption, match=f"Cups is for 2 to 4 players, not {seats}"):
        CUPS.start(seats=seats)


def test_options_are_checked_completed_and_reach_the_rules() -> None:
    assert CUPS.read_options(None) == {"faces": 6}
    assert CUPS.read_options({"faces": "2"}) == {"faces": 2}
    assert int(CUPS.start({"faces": 2}).record.faces) == 2
    with pytest.raises(BadOption, match="between 2 and 6"):
        CUPS.start({"faces": 7})
    with pytest.raises(BadOption, match="no setting called 'face'"):
        CUPS.start({"face": 2})


def test_a_preset_is_modified_by_other_options() -> None:
    coins = Preset("coins", WORDS, WORDS, {"faces": 2}, usual_in=("fr",))
    game = replace(CUPS, presets=(coins,))
    assert game.read_options({"preset": "coins"}) == {"faces": 2}
    assert game.read_options({"preset": "coins", "faces": 3}) == {"faces": 3}
    assert (game.usual_preset("fr"), game.usual_preset("en")) == (coins, None)
    with pytest.raises(BadOption, match="Cups has no preset called 'dice'; it knows: coins"):
        game.read_options({"preset": "dice"})


def test_the_same_chance_deals_the_same_and_without_one_the_deal_is_fixed() -> None:
    assert CUPS.start(chance=new_chance("a")) == CUPS.start(chance=new_chance("a"))
    assert CUPS.start() == CUPS.start()
    dealt = {bytes(CUPS.start(chance=new_chance(seed))) for seed in range(20)}
    assert len(dealt) > 10


def test_positions_are_text() -> None:
    state = at("36 1")
    assert str(state) == "36 1"
    assert (state.to_move, state.record.cups.tolist()) == (1, [3, 6, 0, 0])


@pytest.mark.parametrize("text", ["", "36", "37 1", "36 5", "366 1", "36 -1"])
def test_a_bad_position_gets_a_sentence(text: str) -> None:
    with pytest.raises(BadPosition, match="A position is a digit for every cup"):
        at(text)


def test_moves_are_numbers_or_text() -> None:
    one, other = at("36 0"), at("36 0")
    one.play("keep")
    other.play(0)
    assert one == other
    assert str(one) == "36 1"
    assert [one.text(move) for move in one.moves] == ["keep", "roll"]
    assert one.parse(" roll ") == 1


@pytest.mark.parametrize("move", [2, -1, 1 << 62, 1 << 63, -(1 << 64), "hop", ""])
def test_a_bad_move_is_refused_and_changes_nothing(move: int | str) -> None:
    state = at("36 0")
    before = bytes(state)
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert str(caught.value).endswith(".")
    assert bytes(state) == before


def test_nothing_is_legal_after_the_end() -> None:
    state = at("36 4")
    assert state.over
    assert (state.moves, state.scores) == ([], [-1.0, 1.0])
    assert not state.is_legal(0)
    with pytest.raises(IllegalMove):
        state.play("keep")


def test_a_copy_is_independent_and_rolls_come_from_chance() -> None:
    state = at("36 0")
    twin = state.copy()
    assert twin == state
    twin.play("roll", new_chance("roll"))
    assert str(state) == "36 0"
    assert {str(rolled("roll", seed))[0] for seed in range(40)} == set("123456")


def rolled(move: str, seed: int) -> State:
    state = at("36 0")
    state.play(move, new_chance(seed))
    return state


def test_a_seat_sees_its_own_cup_and_a_spectator_none() -> None:
    state = at("36 0")
    assert state.view(0).display()["cups"] == [3, None]
    assert state.view(1).display()["cups"] == [None, 6]
    assert state.view(-1).display()["cups"] == [None, None]
    assert state.open_view(0).display()["cups"] == [3, 6]
    assert state.open_view(0).closed().display()["cups"] == [3, None]
    assert at("36 4").view(0).display()["cups"] == [3, 6], "at the end everybody sees all cups"


def test_worlds_sampled_from_a_view_agree_with_it_and_differ_elsewhere() -> None:
    view = at("36 0").view(0)
    worlds = [view.sample(new_chance(seed)) for seed in range(60)]
    assert {int(world.record.cups[0]) for world in worlds} == {3}
    assert {int(world.record.cups[1]) for world in worlds} == {1, 2, 3, 4, 5, 6}
    assert all(bytes(world.view(0)) == bytes(view) for world in worlds)


def test_a_state_differs_from_a_view_and_from_a_state_of_another_game() -> None:
    state = at("36 0")
    assert state != state.view(0)
    assert state != State(replace(CUPS, version=2), state.record)
    assert state != "36 0"


def test_sides_are_the_teams_or_every_seat() -> None:
    assert list(sides(CUPS, 3)) == [(0,), (1,), (2,)]
    teams = ((0, 2), (1, 3))
    assert sides(replace(CUPS, teams=teams), 4) == teams


def test_phrases_are_filled_in_every_language() -> None:
    game = replace(CUPS, phrases={"won": {"en": "{n} wins", "fr": "{n} gagne"}})
    assert game.phrase("won", {"n": "Ann"}) == {"en": "Ann wins", "fr": "Ann gagne"}
