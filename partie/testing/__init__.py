"""The contract that every game and every agent must fulfil, as test classes to subclass.

    from partie.testing import AgentContract, GameContract, GoldenContract, StoppingContract, perft

    class TestNim(GameContract):
        game = NIM

    class TestNimAgents(StoppingContract):
        game = NIM

    class TestMyAgent(AgentContract):
        game = NIM
        specs = ["my_agent.py:Greedy"]

    class TestGoldenNim(GoldenContract):
        game = NIM
        folder = Path(__file__).parent  # contains golden.txt, which PARTIE_GOLDEN=write writes

    def test_perft():
        assert [perft(NIM.start(), depth) for depth in range(3)] == [1, 7, 42]

Needs pytest and Hypothesis (`pip install partie[test]`). With `PARTIE_THOROUGH=1` more is tried
(`partie/testing/amounts.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from partie.core.agent import Budget, ask
from partie.core.compiled import verbs
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.errors import IllegalMove, PartieError
from partie.core.game import PRESET, Game, State, View, sides
from partie.core.match import Match
from partie.core.parameters import Parameter, Text
from partie.core.record import read_record, record_of
from partie.core.registry import build_agent
from partie.core.routes import Route
from partie.core.words import placeholders
from partie.testing import nonsense
from partie.testing.amounts import amount
from partie.testing.golden import GoldenContract as GoldenContract
from partie.testing.golden import Playthrough as Playthrough
from partie.testing.perft import perft as perft
from partie.testing.play import play_on
from partie.testing.shapes import check_shown
from partie.testing.stopping import StoppingContract as StoppingContract

LANGUAGES = {"en", "fr"}
_ALL_CHECKED, _EVERY = 40, 7
"""The first 40 positions of a game are all checked, and then every seventh."""
_SETTINGS = settings(
    deadline=None,
    max_examples=amount(6, 15),
    derandomize=True,
    suppress_health_check=[HealthCheck.differing_executors],  # a test is inherited by many classes on purpose
)
_seeds = st.integers(0, 2**32)
_LOOKED_AT, _WORLDS = 12, 4
"""The number of moves that are followed, and of worlds that are compared after each."""


def _values(parameter: Parameter) -> st.SearchStrategy[Any]:
    if parameter.kind == "switch":
        return st.booleans()
    if parameter.kind == "choice":
        return st.sampled_from(list(parameter.choices or ()))
    if parameter.kind == "integer":
        return st.integers(int(parameter.low or 0), int(parameter.high or 0))
    return st.just(parameter.default)


def _match(game: Game, data: st.DataObject) -> Match:
    """A new game with random options, seats and seed."""
    options = {p.name: data.draw(_values(p), label=p.name) for p in game.options}
    seed = data.draw(_seeds, label="seed")
    seats = data.draw(st.integers(*game.seats), label="seats") if game.seats_by is None else None
    return Match(game, options, seed, seats)


def _somewhere(game: Game, data: st.DataObject) -> Match:
    """A position in the middle of a random game."""
    match = _match(game, data)
    play_on(match, data.draw(st.integers(0, 40), label="plies"), match.seed)
    return match


def _assert_in_words(name: str, title: Text) -> None:
    """Check that something has a title in both languages that is not just its name."""
    assert set(title) == LANGUAGES, name
    assert all(title.values()), name
    assert name not in title.values(), f"{name}: a title must not be the name itself"


class GameContract:
    """The contract of a game. Subclass it and set `game`."""

    game: ClassVar[Game]
    trials: ClassVar[int] = amount(10, 30)
    plain_trials: ClassVar[int] = amount(2, 4)
    """The number of positions that are tried with nonsensical input, compiled and as plain Python."""

    def test_facts_are_declared(self) -> None:
        game = self.game
        assert 1 <= game.seats[0] <= game.table_size <= game.seats[1] <= game.rules.SEATS
        assert game.rules.LOWEST < game.rules.HIGHEST
        for text in (game.title, game.blurb):
            assert set(text) == LANGUAGES
        for parameter in (*game.options, *(p for family in game.families.values() for p in family.params)):
            assert parameter.parse(parameter.text(parameter.default)) == parameter.default
            _assert_in_words(parameter.name, parameter.title)
            assert set(parameter.help) == LANGUAGES
            for choice, title in (parameter.choices or {}).items():
                assert set(title) == LANGUAGES, f"{parameter.name}={choice}"
                assert all(title.values()), f"{parameter.name}={choice}"
        for family in game.families.values():
            _assert_in_words(family.name, family.title)
            assert set(family.help) == LANGUAGES, family.name
        for preset in game.presets:
            assert set(preset.title) == set(preset.help) == LANGUAGES
            assert set(game.preset_options(preset.name)) == {option.name for option in game.options}
        assert PRESET not in {option.name for option in game.options}, "this name selects a preset"
        for level in game.levels.values():
            assert set(level.title) == set(level.help) == LANGUAGES
            build_agent(game, level.name)
        build_agent(game, game.hinter)
        if game.can.board is not None:
            assert (game.folder / game.can.board / "board.js").is_file(), "the pages import this file"

    def test_routes_are_declared(self) -> None:
        routes = self.game.can.routes.load() if self.game.can.routes else ()
        addresses = [route.address(self.game.name) for route in routes]
        assert len(set(addresses)) == len(addresses)
        for route in routes:
            assert isinstance(route, Route)
            assert route.help.endswith("."), "the help of a route must be a sentence"
            assert route.seconds > 0

    def test_all_languages_have_the_same_phrases(self) -> None:
        for key, text in self.game.phrases.items():
            assert set(text) == LANGUAGES, key
            assert all(text.values()), f"{key} is empty in a language"
            filled_in = {frozenset(placeholders(sentence)) for sentence in text.values()}
            assert len(filled_in) == 1, f"{key} has different placeholders in different languages"

    def test_declared_capabilities_can_be_imported(self) -> None:
        for ref in self.game.can.refs():
            assert ref.load() is not None, ref.place

    @_SETTINGS
    @given(st.data())
    def test_random_play_reaches_the_end(self, data: st.DataObject) -> None:
        match = _match(self.game, data)
        before = list[int]()
        while not match.state.over:
            before = match.state.moves
            if len(match.moves) < _ALL_CHECKED or len(match.moves) % _EVERY == 0:
                self._check_position(match.state)
            play_on(match, 1, f"{match.seed}/{len(match.moves)}")
            assert len(match.moves) <= self.game.longest
        assert match.state.moves == []
        assert not any(match.state.is_legal(move) for move in before), "nothing is legal after the end"
        self._check_end(match.state)

    def _check_position(self, state: State) -> None:
        moves = state.moves
        assert 0 < len(moves) <= self.game.rules.MOVES
        assert len(set(moves)) == len(moves)
        assert 0 <= state.to_move < state.seats
        view = state.view(state.to_move)
        assert view.moves == moves, "the view of the seat to move must have the same legal moves as the state"
        for move in moves:
            assert view.parse(view.text(move)) == move
        check_shown(state)
        for seat in range(-1, state.seats):
            assert isinstance(self.game.draw(state.view(seat)), str)

    def _check_end(self, state: State) -> None:
        check_shown(state)
        scores = state.scores
        assert all(self.game.rules.LOWEST <= score <= self.game.rules.HIGHEST for score in scores)
        for team in sides(self.game, state.seats):
            assert len({scores[seat] for seat in team}) == 1
        reason = self.game.outcome(state)
        if reason is not None:
            assert set(self.game.phrase(*reason)) == LANGUAGES

    @settings(_SETTINGS, max_examples=amount(15, 40))
    @given(st.data())
    def test_legal_moves_are_those_listed(self, data: st.DataObject) -> None:
        """`is_legal` agrees with `moves`: for legal moves, for numbers one bit away from them, and for
        others."""
        state = _somewhere(self.game, data).state
        moves = state.moves
        for position in (state, state.view(state.to_move)):
            assert all(position.is_legal(move) for move in moves)
        near = [move ^ 1 << data.draw(st.integers(0, 62)) for move in moves[:20]]
        far = data.draw(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-5, 2**16), max_size=20))
        listed = set(moves)
        for number in [*near, *far]:
            assert state.is_legal(number) == (number in listed), number

    @_SETTINGS
    @given(st.data())
    def test_only_listed_moves_are_accepted(self, data: st.DataObject) -> None:
        state = _somewhere(self.game, data).state
        before = bytes(state)
        move = data.draw(st.integers(-5, 2**16))
        if move not in state.moves:
            with pytest.raises(IllegalMove):
                state.play(move)
        text = data.draw(st.text(max_size=12))
        try:
            number = state.parse(text)
        except PartieError as error:
            assert str(error)
        else:
            assert number in state.moves
        assert bytes(state) == before, "a refused move must change nothing"

    @_SETTINGS
    @given(st.data())
    def test_a_view_has_everything_a_seat_may_know_and_nothing_else(self, data: st.DataObject) -> None:
        state = _somewhere(self.game, data).state
        seat = data.draw(st.integers(0, state.seats - 1))
        view = state.view(seat)
        other = view.sample(new_chance(data.draw(_seeds)))
        assert bytes(other.view(seat)) == bytes(view), "a world sampled from a view must have the same view"
        assert other.view(seat).display() == view.display()
        assert other.over == state.over
        if not state.over:
            assert other.to_move == state.to_move
        assert bytes(_again(view)) == bytes(view), "the view of a view must be the same"
        if not self.game.hidden:
            assert bytes(other) == bytes(state)
            assert state.view(-1).display() == view.display(), "where nothing is hidden, all see the same"

    @_SETTINGS
    @given(st.data())
    def test_records_replay_exactly(self, data: st.DataObject) -> None:
        match = _somewhere(self.game, data)
        record = record_of(match, [f"player {seat}" for seat in range(match.state.seats)])
        again = read_record(str(record))
        assert again == record
        assert bytes(again.replay().state) == bytes(match.state)

    @_SETTINGS
    @given(st.data())
    def test_taking_back_restores_the_position(self, data: st.DataObject) -> None:
        match = _somewhere(self.game, data)
        if match.state.over:
            return
        before = bytes(match.state)
        play_on(match, 1)
        match.take_back()
        assert bytes(match.state) == before

    @settings(_SETTINGS, max_examples=amount(15, 40))
    @given(st.data())
    def test_a_move_that_shows_a_seat_something_is_declared_final(self, data: st.DataObject) -> None:
        """A move that may be taken back must look the same to a seat in every world its view allowed."""
        match = _somewhere(self.game, data)
        seat = data.draw(st.integers(0, match.state.seats - 1), label="seat")
        for ply in range(_LOOKED_AT):
            if match.state.over:
                return
            before = match.state.view(seat)
            play_on(match, 1, f"{match.seed}/{ply}")
            if match.shown[seat] < len(match.moves):
                for world in range(_WORLDS):
                    chance = new_chance(match.seed, "world", ply, world)
                    self._check_nothing_was_shown(before, before.sample(chance), match, chance)

    def _check_nothing_was_shown(self, before: View, world: State, match: Match, chance: Any) -> None:
        seat, mover = before.seat, match.movers[-1]
        if match.hidden[-1] and mover != seat:
            move = world.moves[int(below(chance, len(world.moves)))]
        else:
            move = _move_of(world, match.moves[-1])
        assert move in world.moves, "the move of another seat has shown what it has: declare it in `final`"
        world.play(move, chance)
        assert bytes(world.view(seat)) == bytes(match.state.view(seat)), (
            "the seat learns something from the move that it did not know: declare it in `final`"
        )

    @_SETTINGS
    @given(st.data())
    def test_states_can_be_stored_as_bytes_and_copied(self, data: st.DataObject) -> None:
        state = _somewhere(self.game, data).state
        stored = np.frombuffer(bytearray(bytes(state)), self.game.dtype).view(np.recarray)[0]
        assert State(self.game, stored) == state
        twin = state.copy()
        if not twin.over:
            twin.play(twin.moves[0])
            assert bytes(twin) != bytes(state)

    @_SETTINGS
    @given(st.data())
    def test_positions_are_written_and_read_unchanged(self, data: st.DataObject) -> None:
        match = _somewhere(self.game, data)
        text = str(match.state)
        again = self.game.position(text, match.options, match.state.seats)
        assert str(again) == text
        assert again.moves == match.state.moves
        assert (again.over, again.scores) == (match.state.over, match.state.scores)

    @_SETTINGS
    @given(st.text(max_size=40))
    def test_nonsense_positions_get_a_sentence(self, text: str) -> None:
        try:
            self.game.position(text)
        except PartieError as error:
            assert str(error).endswith(".")

    @pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
    def test_nonsensical_input_is_refused(self, plain: bool, tmp_path: Path) -> None:
        """No number and no text breaks the rules.

        Runs in a child process, because compiled code that reads out of bounds may crash or hang. As plain
        Python the same code raises an error for every index out of range."""
        trouble = nonsense.in_child(type(self), self.plain_trials if plain else self.trials, plain, tmp_path)
        if trouble is not None:
            pytest.fail(trouble)


def _move_of(state: State, text: str) -> int:
    """The move with this text, or -1 if it cannot be played."""
    try:
        return state.parse(text)
    except PartieError:
        return -1


def _again(view: View) -> View:
    record = view.game.blank()
    verbs.observe(view.record, view.seat, record)
    return View(view.game, record, view.seat)


class AgentContract:
    """The contract of an agent. Subclass it and set `game` and `specs`, with cheap parameters."""

    game: ClassVar[Game]
    specs: ClassVar[list[str]]

    @settings(_SETTINGS, max_examples=amount(5, 10))
    @given(st.data())
    def test_decisions_are_legal_reproducible_and_use_nothing_hidden(self, data: st.DataObject) -> None:
        match = _somewhere(self.game, data)
        if match.state.over:
            return
        view = match.view()
        before = bytes(view)
        hidden_swapped = view.sample(new_chance("swap", match.seed)).view(view.seat)
        for spec in self.specs:
            decision = ask(build_agent(self.game, spec, 5, files=True), view)
            assert bytes(view) == before, f"{spec} changed the view it was given"
            assert {c.move for c in decision.candidates} <= set(view.moves)
            assert decision == ask(build_agent(self.game, spec, 5, files=True), view), (
                f"{spec} is not reproducible"
            )
            assert decision == ask(build_agent(self.game, spec, 5, files=True), hidden_swapped), (
                f"{spec} used hidden information"
            )
            if decision.why is not None:
                assert set(self.game.phrase(decision.why.key, decision.why.data)) == LANGUAGES

    def test_a_stopped_agent_still_answers(self) -> None:
        match = Match(self.game, seed=3)
        play_on(match, 3)
        for spec in self.specs:
            budget = Budget()
            budget.cancel()
            assert (
                ask(build_agent(self.game, spec, files=True), match.view(), budget).move in match.state.moves
            )
