from __future__ import annotations

import sys

import pytest

from partie.core.capabilities import Capabilities, Ref
from partie.core.errors import PartieError

LATE = "xml.dom.pulldom"
"""A module that nothing else here imports."""


def test_nothing_is_imported_before_it_is_used() -> None:
    sys.modules.pop(LATE, None)
    can = Capabilities(solve=Ref(f"{LATE}:parse"))
    assert LATE not in sys.modules
    assert can.solve is not None
    assert can.solve.load() is sys.modules[LATE].parse


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("nowhere.at_all:solve", "solve in nowhere.at_all, but nowhere.at_all cannot be imported"),
        ("math:solve", "solve in math, but math does not define it"),
    ],
)
def test_a_reference_to_nothing_gets_a_sentence(place: str, sentence: str) -> None:
    with pytest.raises(PartieError, match=sentence):
        Ref(place).load()


def test_all_references_are_listed() -> None:
    refs = [Ref(f"math:{name}") for name in "abcdefghi"]
    solve, reproduce, bench, network, routes, *named = refs
    experiment, tuner, training, command = named
    can = Capabilities(
        solve=solve,
        reproduce=reproduce,
        experiments={"x": experiment},
        bench=bench,
        tuners={"x": tuner},
        network=network,
        trainings={"x": training},
        commands={"x": command},
        routes=routes,
        board="board",
    )
    assert set(can.refs()) == set(refs)
    assert Capabilities().refs() == []
