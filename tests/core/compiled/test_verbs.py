"""Registering the modules of a game for its state."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from partie.core.compiled import verbs
from partie.core.compiled.verbs import register
from partie.core.game import Game
from partie.core.registry import games


def part(name: str, **names: Any) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(names)
    return module


def rules(**names: Any) -> ModuleType:
    """A module with everything that rules must define."""
    required = ("start", "to_move", "moves", "play", "over", "score", "SEATS", "MOVES", "LOWEST", "HIGHEST")
    return part("some.rules", **{name: f"the rules' {name}" for name in required} | names)


def state_type(name: str) -> np.dtype[Any]:
    return np.dtype([(name, "i1")])


def test_each_module_is_used_for_its_own_verbs() -> None:
    state = np.zeros(1, state_type("apart")).view(np.recarray)[0]
    moves = "imported, for its own use"
    register(
        state.dtype,
        rules=rules(to_move=lambda state: 3),
        search=part("some.searching", choose=lambda state, *rest: 5, moves=moves, POLICIES=("a", "b")),
        net=part("some.encoding", output_of=lambda state, move: move + 1),
    )
    assert verbs.to_move(state) == 3
    assert verbs.choose(state, 0, np.empty(1, np.int64), np.zeros(4, np.uint64)) == 5
    assert verbs.output_of(state, 7) == 8
    assert verbs.policies(state.dtype) == ("a", "b")
    assert str(verbs.most_moves(state)) == "the rules' MOVES"


def test_a_small_game_may_define_all_verbs_in_its_rules() -> None:
    state = np.zeros(1, state_type("small")).view(np.recarray)[0]
    register(state.dtype, rules(choose=lambda state, *rest: 6))
    assert verbs.choose(state, 0, np.empty(1, np.int64), np.zeros(4, np.uint64)) == 6
    assert verbs.policies(state.dtype) == ("random",)


def test_rules_must_be_registered_first() -> None:
    with pytest.raises(TypeError, match="rules of a state before"):
        register(state_type("orphan"), search=part("some.searching", choose=None))


def test_a_module_without_any_of_its_verbs_is_refused() -> None:
    with pytest.raises(TypeError, match="defines none of encode"):
        register(state_type("mistaken"), rules(), net=part("some.encoding", choose=None))


def test_nothing_can_be_registered_after_something_was_compiled() -> None:
    """Otherwise the cache could contain an old meaning of a verb."""
    dtype = state_type("late")
    register(dtype, rules())
    verbs._by_dtype[dtype].compiled_from("moves")
    with pytest.raises(TypeError, match="too late"):
        register(dtype, search=part("some.searching", choose=None))


@pytest.mark.parametrize("field", ["size", "shape", "T", "round", "data"])
def test_a_field_that_numpy_would_hide_is_refused(field: str) -> None:
    with pytest.raises(TypeError, match=f"must not have a field called '{field}'.*Rename"):
        register(np.dtype([("turn", "i1"), (field, "i1")]), rules())


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_state_has_no_fields_that_belong_to_an_agent(game: Game) -> None:
    assert not {"memory", "belief", "traits", "mind"} & set(game.dtype.names or ())
